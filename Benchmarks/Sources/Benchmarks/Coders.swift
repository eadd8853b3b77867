import Foundation
import Refinery

struct Event: Codable, Sendable {
  var id: Int
  var title: String
  var createdAt: Date
  var updatedAt: Date
  var imageURL: String?
}

/// Compares the default coders of clients with Foundation's coders with the same settings.
func compareCoders() async throws {
  let plain = JSONDecoder()
  plain.dateDecodingStrategy = .iso8601
  let writer = JSONEncoder()
  writer.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  writer.dateEncodingStrategy = .iso8601

  print("\nOne small body, \(#"{"id":5,"name":"Ann"}"#)")
  let small = Data(#"{"id":5,"name":"Ann"}"#.utf8)
  let person = Person(id: 5, name: "Ann")
  let coder = JSONCoder()
  let reading = try await measure { _ = try plain.decode(Person.self, from: small) }
  report("JSONDecoder, kept", reading)
  report("JSONCoder", try await measure { _ = try coder.decode(Person.self, from: small) }, beside: reading)
  let wrapped = Data(#"{"data":{"person":{"id":5,"name":"Ann"}}}"#.utf8)
  struct Wrapped: Decodable {
    struct Data: Decodable { var person: Person }
    var data: Data
  }
  let inside = try await measure { _ = try plain.decode(Wrapped.self, from: wrapped) }
  report("JSONDecoder, at data.person", inside)
  report(
    "JSONCoder, at data.person",
    try await measure { _ = try coder.decode(Person.self, from: wrapped, at: ["data", "person"]) },
    beside: inside)
  let writing = try await measure { _ = try writer.encode(person) }
  report("JSONEncoder, kept", writing)
  report("JSONCoder, written", try await measure { _ = try coder.encode(person) }, beside: writing)
  report("JSONCoder, with nulls", try await measure { _ = try coder.encode(person, nulls: .null) }, beside: writing)

  let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  let precise = JSONDecoder()
  precise.dateDecodingStrategy = .custom { try Date($0.singleValueContainer().decode(String.self), strategy: style) }
  let preciseWriter = JSONEncoder()
  preciseWriter.outputFormatting = writer.outputFormatting
  preciseWriter.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(date.formatted(style))
  }

  print("\nA list of 200 events with two dates each")
  for (name, fraction) in [("whole seconds", ""), ("milliseconds", ".125")] {
    let list = Data(
      ("["
        + (0..<200).map { number in
          """
          {"id":\(number),"title":"Event \(number)","createdAt":"2026-01-02T03:04:05\(fraction)Z",\
          "updatedAt":"2026-02-03T04:05:06\(fraction)Z"}
          """
        }.joined(separator: ",") + "]").utf8)
    let reader = fraction.isEmpty ? plain : precise
    let foundation = try await measure(100) { _ = try reader.decode([Event].self, from: list) }
    report("JSONDecoder, \(name)", foundation)
    report("JSONCoder, \(name)", try await measure(100) { _ = try coder.decode([Event].self, from: list) }, beside: foundation)
    if fraction.isEmpty { continue }
    let events = try coder.decode([Event].self, from: list)
    let written = try await measure(100) { _ = try preciseWriter.encode(events) }
    report("JSONEncoder, written", written)
    report("JSONCoder, written", try await measure(100) { _ = try coder.encode(events) }, beside: written)
  }

  print("\nThe same with names in snake case")
  let snake = Data(
    ("["
      + (0..<200).map { number in
        """
        {"id":\(number),"title":"Event \(number)","created_at":"2026-01-02T03:04:05Z","updated_at":"2026-02-03T04:05:06Z",\
        "image_url":"https://example.com/\(number)"}
        """
      }.joined(separator: ",") + "]").utf8)
  let fast = JSONCoder(keys: .snakeCase)
  plain.keyDecodingStrategy = .convertFromSnakeCase
  writer.keyEncodingStrategy = .convertToSnakeCase
  let before = try await measure(100) { _ = try plain.decode([Event].self, from: snake) }
  report("JSONDecoder", before)
  report("JSONCoder", try await measure(100) { _ = try fast.decode([Event].self, from: snake) }, beside: before)
  let events = try fast.decode([Event].self, from: snake)
  let written = try await measure(100) { _ = try writer.encode(events) }
  report("JSONEncoder, written", written)
  report("JSONCoder, written", try await measure(100) { _ = try fast.encode(events) }, beside: written)

  print("\nJSON without a model, the list above")
  struct Holder: Decodable { var list: JSONValue }
  let untyped = Data("{\"list\":".utf8) + snake + Data("}".utf8)
  let parsed = try await measure(100) { _ = try JSONValue(parsing: untyped) }
  report("JSONValue(parsing:)", parsed)
  report(
    "JSONCoder, within a model", try await measure(100) { _ = try coder.decode(Holder.self, from: untyped) }, beside: parsed)
}
