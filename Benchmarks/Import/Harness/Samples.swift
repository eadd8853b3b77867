// Sends each call of a table to the echo server, and writes what it read from the response.
import Foundation
import HTTPTypes
import RefineryCore
import RefineryEvents
import RefineryJSON
import RefineryMultipart
import RefineryURLSession

/// Sends a call and keeps what it read.
typealias SampleSending = () async throws -> Void

/// A table whose calls are made by the ids of their rows. `CallWriter` writes the conformance.
protocol SampleCalls {
  static func call(_ id: String, _ arguments: SampleArguments) throws -> SampleSending
}

enum SampleError: Error {
  case noRow(String)
  case missing(String)
}

/// The arguments of one call, and where its output is written.
final class SampleArguments {
  let id: String
  let client: Client
  private let values: JSONValue
  private(set) var output: JSONValue?
  private(set) var failure: String?
  private(set) var isSent = false

  init(_ id: String, _ values: JSONValue, _ client: Client) {
    (self.id, self.values, self.client) = (id, values, client)
  }

  private func given(_ place: String, _ name: String) throws -> JSONValue {
    guard let value = values[place]?[name] else { throw SampleError.missing("\(place) \(name)") }
    return value
  }

  func value<Value: Decodable>(_ place: String, _ name: String, _ type: Value.Type) throws -> Value {
    guard let json = try given(place, name)["value"] else { throw SampleError.missing("\(place) \(name)") }
    do { return try Self.decode(Value.self, json, JSONCoder()) } catch {
      // The examples of forms have numbers as text, and a value of several types is given as text.
      if let value = try? Self.decode(Value.self, json, JSONCoder(acceptsQuotedScalars: true)) { return value }
      guard let text = try given(place, name)["text"] else { throw error }
      return try Self.decode(Value.self, text, JSONCoder())
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ json: JSONValue, _ coder: JSONCoder) throws -> Value {
    try coder.decode([Value].self, from: JSONValue.array([json]).data())[0]
  }

  func text(_ place: String, _ name: String) throws -> String {
    let given = try given(place, name)
    return given["value"]?.string ?? given["text"]?.string ?? ""
  }

  func texts(_ place: String, _ name: String) throws -> [String] {
    let value = try given(place, name)["value"]
    return (value?.array ?? value.map { [$0] } ?? []).map(Self.word)
  }

  func textMap(_ place: String, _ name: String) throws -> [String: String] {
    let members = try given(place, name)["value"]?.object?.map { ($0.key, Self.word($0.value)) } ?? []
    return Dictionary(members) { first, _ in first }
  }

  private static func word(_ json: JSONValue) -> String { json.string ?? "\(json)" }

  func query(_ place: String, _ name: String) throws -> Query {
    let value = try given(place, name)["value"]
    if let object = value?.object { return Query(object) }
    return [name: try text(place, name)]
  }

  func body(_ place: String, _ name: String) throws -> Body { Body(try text(place, name)) }

  func part(_ place: String, _ name: String) throws -> MultipartForm.Part {
    .data(name, Data(try text(place, name).utf8), filename: "made.bin", contentType: try given(place, name)["type"]?.string)
  }

  func parts(_ place: String, _ name: String) throws -> [MultipartForm.Part] {
    try texts(place, name).map { .data(name, Data($0.utf8), filename: "made.bin") }
  }

  func form(_ place: String, _ name: String) throws -> MultipartForm {
    let members = try given(place, name)["value"]?.object?.map { ($0.key, Self.word($0.value)) } ?? []
    return MultipartForm(members.map { .text($0.0, $0.1) })
  }

  func sending<Output: Sendable>(_ call: Call<Output>) -> SampleSending {
    {
      self.isSent = true
      try self.read(try await self.client.send(call.header("X-Row", self.id)))
    }
  }

  func listening<Output: Sendable>(_ call: Call<Output>) -> SampleSending {
    {
      self.isSent = true
      for try await event in self.client.events(call.header("X-Row", self.id)) {
        try self.read(event.data)
        break
      }
    }
  }

  private func read(_ value: some Any) throws {
    switch value {
    case let data as Data: output = .object([("bytes", .string(String(decoding: data, as: UTF8.self)))])
    case is Okay: output = nil
    case let value as any Encodable: output = .object([("json", try JSONValue(parsing: JSONCoder().encode(value)))])
    default: output = nil
    }
  }

  var result: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("row", .string(id)), ("sent", .bool(isSent))]
    if let output { members.append(("output", output)) }
    if let failure { members.append(("failure", .string(failure))) }
    return .object(members)
  }

  func failed(_ error: any Error) {
    if let error = error as? CallError, error.stage == .status, let details = error.details(as: (any Error).self) {
      if (try? read(details)) != nil, output != nil { return }
    }
    var text = String(describing: error)
    if let error = error as? CallError { text += " | \(String(describing: error.underlying))" }
    failure = text
  }
}

/// Sends every request to the echo server, whatever its host is.
struct EchoTransport: Transport {
  let port: String
  let inner = URLSessionTransport()
  var capabilities: TransportCapabilities { inner.capabilities }

  func send(_ request: Request) async throws -> Response {
    var request = request
    if let name = HTTPField.Name("X-Authority") { request.head.headerFields[name] = request.head.authority }
    request.head.scheme = "http"
    request.head.authority = "127.0.0.1:\(port)"
    return try await inner.send(request)
  }
}

/// Runs all calls of a plan.
func runSamples(of table: any SampleCalls.Type) async throws {
  let arguments = CommandLine.arguments
  let plan = try JSONValue(parsing: try Data(contentsOf: URL(filePath: arguments[1])))
  let client = Client(baseURL: plan["base"]?.string ?? "", transport: EchoTransport(port: arguments[2]))
  var lines: [String] = []
  for row in plan["rows"]?.array ?? [] {
    for (index, run) in (row["runs"]?.array ?? []).enumerated() {
      let id = row["id"]?.string ?? ""
      let sample = SampleArguments("\(id)#\(index)", run["request"]?["arguments"] ?? .null, client)
      do { try await table.call(id, sample)() } catch { sample.failed(error) }
      lines.append("\(sample.result)")
    }
  }
  try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: arguments[3]))
}
