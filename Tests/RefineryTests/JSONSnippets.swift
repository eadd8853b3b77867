import Foundation
import Refinery
import RefineryJSON

// The Swift blocks of RefineryJSON.md. DocumentationTests compares them, imports included.

func read(_ data: Data) throws -> [Person] {
  var decoder = JSONModelDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return try decoder.decode([Person].self, from: data)
}

struct Candle: Codable {  // [1435781451, 0.5, 0.9, 0.4, 0.7]
  var time: Int
  var open, close: Double
  enum CodingKeys: Int, ArrayCodingKey { case time, open, close = 4 }
}

func write(_ people: [Person]) throws -> Data {
  var encoder = JSONModelEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .iso8601
  return try encoder.encode(people)
}

func json(_ data: Data, _ chunk: Data) throws {
  let api = Client(baseURL: "https://api.example.com", coder: JSONCoder(keys: .snakeCase))
  let people = try JSONModelDecoder().decode([Person].self, from: data)
  var encoder = JSONModelEncoder()
  encoder.outputFormatting = .sortedKeys
  encoder.writesNulls = true  // not in Foundation: a nil property is written as null
  print(try encoder.encode(people), api.problems)
  var lines = JSONItemDecoder<Person>(.lines)  // items from pieces of a stream
  lines.push(chunk)
  while let person = try lines.next() { print(person.name) }
}
