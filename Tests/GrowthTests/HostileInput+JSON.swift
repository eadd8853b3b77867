import FoundationEssentials
import RefineryCore
import RefineryJSON
import Testing

extension HostileInput {
  /// Documents that are read without a model.
  static let json: [HostileInput] = [
    reading("JSON: one name, repeated", 4000, { "{\(many($0) { #""a":\#($0)"# })}".data }) { body in
      try holds(JSONValue(parsing: body)["a"] == 0)
    },
    reading("JSON: one name, repeated and refused", 4000, { "{\(many($0) { "\n\"a\":\($0)" })}".data }) { body in
      refused { _ = try JSONValue(parsing: body, allowsRepeatedKeys: false) }
    },
    reading("JSON: one name, repeated and listed", 4000, { "{\(many($0) { "\n\"a\":\($0)" })}".data }) { body in
      try holds(JSONValue.repeatedKeys(in: body).count > 1)
    },
    reading("JSON: many names, each twice", 2000, { "{\(many(2 * $0) { #""k\#($0 / 2)":1"# })}".data }) { body in
      _ = try JSONValue(parsing: body)
    },
    reading("JSON: names of accents", 3000, { #"{"\#(String.accents($0))":1,"\#(String.accents($0 + 1))":2}"#.data }) { body in
      _ = try JSONValue(parsing: body)
    },
    reading("JSON: more nesting than 512 levels", 20_000, { String(repeating: "[", count: $0).data }) { body in
      refused { _ = try JSONValue(parsing: body) }
    },
    reading(
      "JSON: objects in objects", 400,
      { count in
        many(count) { _ in String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200) }
      }
    ) { text in
      _ = try JSONValue(parsing: "[\(text)]")
    },
    reading("JSON: a long number, compared and hashed", 4000, { "[1\(String(repeating: "0", count: $0)).5e7]".data }) { body in
      let value = try JSONValue(parsing: body)
      #expect(value.hashValue == (try JSONValue(parsing: body)).hashValue)
      #expect(value[0]?.int == nil && value[0]?.number == value[0]?.number)
    },
    reading("JSON: a text of escapes", 8000, { "[\"\(String(repeating: #"\ud83d\ude00\n"#, count: $0))\"]".data }) { body in
      _ = try JSONValue(parsing: body)
    },
    reading(
      "JSON: values that differ in the sixth level, in a set", 400,
      { count in
        (0..<count).map { JSONValue.object([("a", ["b": ["c": ["d": ["e": .number($0)]]]])]) }
      }
    ) { values in
      #expect(Set(values).count == values.count)
    },
    reading("JSON: an object that is printed sorted", 2000, { "{\(many($0) { #""k\#($0 &* 7919 % 2003)-\#($0)":1"# })}".data })
    {
      _ = try JSONValue(parsing: $0).text(pretty: true, sortedKeys: true)
    },
    reading("JSON: members that are removed one by one", 800, { "{\(many($0) { #""k\#($0)":1"# })}".data }) { body in
      var object = try #require(try JSONValue(parsing: body).object)
      for key in object.keys { object[key] = JSONValue?.none }
      #expect(object.isEmpty)
    },
  ]

  /// Patches, and documents that are compared or merged.
  static let patches: [HostileInput] = [
    reading(
      "Patch: elements replaced one by one", 1000,
      { count in
        (array(count), patch(count) { #"{"op":"replace","path":"/\#($0)","value":-1}"# })
      }
    ) { try apply($0) },
    reading(
      "Patch: members of a nested object replaced one by one", 1000,
      { count in
        (object(count), patch(count) { #"{"op":"replace","path":"/a/k\#($0)/0","value":-1}"# })
      }
    ) { try apply($0) },
    reading(
      "Patch: elements appended one by one", 1000,
      { count in
        (array(count), patch(count) { _ in #"{"op":"add","path":"/-","value":1}"# })
      }
    ) { try apply($0) },
    reading(
      "Patch: a large value tested again and again", 1000,
      { count in
        (array(count), patch(count) { _ in #"{"op":"test","path":"","value":[1]}"# })
      }
    ) { input in
      refused { try apply(input) }
    },
    reading(
      "Patch: copies of the document into itself, up to 1,000,000 values", 30,
      { count in
        (array(2), patch(count) { _ in #"{"op":"copy","from":"","path":"/-"}"# })
      }
    ) { input in
      refused { try apply(input) }
    },
    reading(
      "Merge patch: members removed and nested", 1000,
      { count in
        (object(count), #"{"a":{\#(many(count) { #""k\#($0)":null"# })}}"#.data)
      }
    ) { input in
      _ = MergePatch(try JSONValue(parsing: input.1)).apply(to: try JSONValue(parsing: input.0))
    },
    reading(
      "Patch: made from two lists that differ in each element, at most 4,000,000 steps", 3000,
      { count in
        (array(count), "[\(many(count) { "\(-$0 - 1)" })]".data)
      }
    ) { input in
      _ = JSONPatch.make(from: try JSONValue(parsing: input.0), to: try JSONValue(parsing: input.1))
    },
  ]

  private static func array(_ count: Int) -> Data { "[\(many(count) { "\($0)" })]".data }
  private static func object(_ count: Int) -> Data { #"{"a":{\#(many(count) { #""k\#($0)":[0]"# })}}"#.data }
  private static func patch(_ count: Int, _ operation: (Int) -> String) -> Data { "[\(many(count, operation))]".data }
  private static func apply(_ input: (document: Data, patch: Data)) throws {
    _ = try JSONPatch(parsing: input.patch).apply(to: try JSONValue(parsing: input.document))
  }

  /// Documents that models read.
  static let models: [HostileInput] = [
    reading("Model: unknown members", 3000, { "{\(many($0) { #""k\#($0)":[1]"# }),\"id\":1}".data }) { body in
      try holds(JSONCoder().decode(Item.self, from: body).id == 1)
    },
    reading("Model: one member, repeated", 3000, { "{\(many($0) { _ in #""id":1"# })}".data }) { body in
      _ = try JSONCoder().decode(Item.self, from: body)
    },
    reading(
      "Model: names in two spellings", 2000, { "{\(many($0) { #""e\u0301\#($0)":1,"\#u{E9}\#($0)":2"# }),\"id\":1}".data }
    ) {
      _ = try JSONCoder().decode(Item.self, from: $0)
    },
    reading("Model: a dictionary with repeated keys", 2000, { "{\(many($0) { #""\#($0 % 7)":1"# })}".data }) { body in
      _ = try JSONCoder().decode([String: Int].self, from: body)
      _ = try JSONCoder().decode([Int: Int].self, from: body)
    },
    reading("Model: all keys of an object", 1000, { "{\(many($0) { #""key_\#($0)":1,"KEY\#($0)":2"# })}".data }) { body in
      for keys in [KeyStrategy.asWritten, .snakeCase, .custom { $0 + "-" }] {
        _ = try JSONCoder(keys: keys).decode(AnyMembers.self, from: body)
      }
    },
    reading(
      "Model: elements that are left out, with the place of each", 400, { "[\(many($0) { #"{"a\#($0)":{"b":"x"}}"# })]".data }
    ) {
      for keys in [KeyStrategy.asWritten, .snakeCase] {
        let list = try JSONCoder(keys: keys).decodeList(AnyMembers.self, from: $0, at: [], onFailure: .skip)
        #expect(list.elements.isEmpty)
      }
    },
    reading(
      "Model: one that reads itself, with unknown and repeated members", 3000,
      { count in
        "{\(many(count) { #""k\#($0)":1,"id":\#($0)"# })}".data
      }
    ) { body in
      try holds(JSONModelDecoder().decode(Readable.self, from: body).id == 0)
    },
    reading(
      "Model: UTF-16", 3000,
      { Data([0xFF, 0xFE]) + Data("{\(many($0) { #""k\#($0)":1"# })}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) }
    ) {
      _ = try JSONCoder().decode([String: Int].self, from: $0)
    },
    reading("Stream: one item in chunks of one byte", 3000, { Data("[\"\(String(repeating: "x", count: $0))\"]".utf8) }) {
      body in
      var decoder = JSONItemDecoder<String>()
      var count = 0
      for byte in body {
        decoder.push(Data([byte]))
        while try decoder.next() != nil { count += 1 }
      }
      decoder.finish()
      #expect(count == 1)
    },
    reading("Stream: lines in one chunk, each broken", 1000, { Data(many($0, separator: "\n") { _ in "{\"id\":x}" }.utf8) }) {
      body in
      var decoder = JSONItemDecoder<Item>(.lines)
      decoder.push(body)
      decoder.finish()
      var faults = 0
      while true {
        do throws(JSONItemError) {
          guard try decoder.next() != nil else { break }
        } catch {
          faults += 1
          guard error.isConfined else { break }
        }
      }
      #expect(faults > 1)
    },
    reading("Stream: members around the list", 3000, { Data("{\(many($0) { #""k\#($0)":[{}]"# }),\"items\":[]}".utf8) }) {
      body in
      var decoder = JSONItemDecoder<Item>(.array(at: ["items"]))
      decoder.push(body)
      decoder.finish()
      try holds(decoder.next() == nil)
    },
  ]

  private struct Item: Decodable { var id: Int }

  private struct Readable: JSONReadable {
    static let keys: JSONKeys = ["id"]
    var id: Int
    init(json: inout JSONReader) throws {
      var id: Int?
      var members = try json.object(Self.keys)
      while try json.next(in: &members) != nil { id = try json.value() }
      self.id = try json.require(id)
    }
  }

  /// A model that reads every member.
  private struct AnyMembers: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let members: [String: Int]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      members = try container.allKeys.reduce(into: [:]) { $0[$1.stringValue] = try container.decode(Int.self, forKey: $1) }
    }
  }
}
