import Foundation
import RefineryCore
import Testing

/// A list of members does what a synthesized `Codable` does.
struct ListedMemberTests {
  private static let good =
    #"{"count":7,"created":"2026-01-02T03:04:05Z","data":"AP/+","field":"x","name":"Ann","part":{"id":1},"tags":["a"]}"#

  @Test(
    "S03: the error of a listed member has the kind, path and expectation of a synthesized one",
    arguments: [
      "[]", "7", "null", "{}", "{", good.replacing("7", with: "null"), good.replacing("7", with: "1.5"),
      good.replacing("7", with: #""7""#), good.replacing("7", with: "99999999999999999999"),
      good.replacing(#""count":7,"#, with: ""), good.replacing(#""Ann""#, with: "1"), good.replacing(#""x""#, with: "[]"),
      good.replacing("2026", with: "x"), good.replacing("AP/+", with: "A"), good.replacing(#"["a"]"#, with: #"["a",null]"#),
      good.replacing(#"["a"]"#, with: "{}"), good.replacing(#"{"id":1}"#, with: "{}"),
      good.replacing(#"{"id":1}"#, with: #"{"id":"1"}"#), good.replacing(#"{"id":1}"#, with: "[]"),
      good.replacing(#"{"id":1}"#, with: #"{"id":1,"list":[{"id":1},{"id":true}]}"#), good.replacing("Ann", with: #"\x"#),
    ])
  func errors(json: String) throws {
    func error<Model: Codable>(_ type: Model.Type) -> MappingError? {
      #expect(throws: MappingError.self) {
        try JSONCoder().decode([String: [Model]].self, from: Data(#"{"all":[\#(json)]}"#.utf8))
      }
    }
    let listed = error(Listed.self)
    let synthesized = error(Synthesized.self)
    #expect(listed?.kind == synthesized?.kind)
    #expect(listed?.codingPath == synthesized?.codingPath)
    #expect(listed?.expected == synthesized?.expected)
    #expect(listed?.description == synthesized?.description)
  }

  @Test(
    "S03: listed members are written as synthesized ones, in the same bytes",
    arguments: [NullPolicy.omit, .null],
    [good, #"{"count":0,"created":"2026-01-02T03:04:05.5Z","data":"","field":null,"tags":[]}"#])
  func bytes(nulls: NullPolicy, json: String) throws {
    let coder = JSONCoder(nulls: nulls)
    let listed = try coder.decode(Listed.self, from: Data(json.utf8))
    let synthesized = try coder.decode(Synthesized.self, from: Data(json.utf8))
    #expect(try coder.encode(listed) == coder.encode(synthesized))
    #expect(try FormCoder(nulls: nulls).encode(listed) == FormCoder(nulls: nulls).encode(synthesized))
  }

  @Test("S03: the error of an unwritable member has the path of a synthesized one")
  func unwritable() throws {
    var listed = try JSONCoder().decode(Listed.self, from: Data(Self.good.utf8))
    listed.created = Date(timeIntervalSince1970: .nan)
    let error = #expect(throws: MappingError.self) { try JSONCoder().encode(["a": [listed]]) }
    #expect(error?.kind == .unencodable)
    #expect(error?.codingPath == ["a", "[0]", "created"])
  }

  @Test(
    "S03: no strategy for names changes the names of a list",
    arguments: [KeyStrategy.snakeCase, .kebabCase, .custom { $0.uppercased() }])
  func names(keys: KeyStrategy) throws {
    struct Outer: Codable {
      var modelOne: Odd
      var modelTwo: [String: Odd]
    }
    let coder = JSONCoder(keys: keys)
    let odd = Odd(imageURL: "a", snakeName: 7, others: ["someOther": 1])
    let data = try coder.encode(Outer(modelOne: odd, modelTwo: ["aKey": odd]))
    #expect(String(decoding: data, as: UTF8.self).contains(#"{"ImageURL":"a","snake_Name":7,"someOther":1}"#))
    let read = try coder.decode(Outer.self, from: data)
    #expect(read.modelOne == odd)
    #expect(read.modelTwo == ["aKey": odd])
    let error = #expect(throws: MappingError.self) {
      try coder.decode(Outer.self, from: Data(String(decoding: data, as: UTF8.self).replacing("7", with: "[]").utf8))
    }
    #expect(error?.codingPath.last == "snake_Name")
  }

  @Test("S03: Foundation's strategies for names do not change them either, in the decoder of RefineryJSON")
  func foundationStrategies() throws {
    struct Outer: Codable, Equatable {
      var firstOdd: Odd
    }
    let outer = Outer(firstOdd: Odd(imageURL: "a", snakeName: 7, others: ["some_other": 1]))
    var encoder = JSONModelEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    var decoder = JSONModelDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let data = try encoder.encode(outer)
    #expect(try JSONValue(parsing: data) == ["first_odd": ["ImageURL": "a", "snake_Name": 7, "some_other": 1]])
    #expect(try decoder.decode(Outer.self, from: data) == outer)
  }

  @Test("S03: other members are kept, and never take the place of a listed one")
  func others() throws {
    let odd = Odd(imageURL: "a", snakeName: 7, others: ["snake_Name": 8, "z": nil, "a": [1]])
    #expect(try JSONCoder().encode(odd) == Data(#"{"ImageURL":"a","a":[1],"snake_Name":7,"z":null}"#.utf8))
    let error = #expect(throws: MappingError.self) {
      try JSONCoder().decode(Typed.self, from: Data(#"{"id":1,"a":2,"b":"x"}"#.utf8))
    }
    #expect(error?.kind == .wrongType)
    #expect(error?.codingPath == ["b"])
    #expect(
      try JSONCoder().decode(Typed.self, from: Data(#"{"id":1,"a":2}"#.utf8)).others == ["a": Date(timeIntervalSince1970: 2)])
  }

  @Test("S03: a model with many members is read from an object with many members")
  func many() throws {
    let names = (0..<5000).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
    let read = try JSONCoder().decode(Typed.self, from: Data(#"{\#(names),"id":1}"#.utf8))
    #expect(read.others.count == 5000)
  }

  @Test("S03: nothing is read after the first error")
  func firstError() {
    let error = #expect(throws: MappingError.self) {
      try JSONCoder().decode(Listed.self, from: Data(#"{"count":"x","created":7,"tags":1}"#.utf8))
    }
    #expect(error?.codingPath == ["count"])
  }
}

private struct Odd: ObjectModel, Equatable {
  var imageURL: String
  var snakeName: Int
  var others: [String: JSONValue]

  init(imageURL: String, snakeName: Int, others: [String: JSONValue]) {
    self.imageURL = imageURL
    self.snakeName = snakeName
    self.others = others
  }

  init(_ unread: Unread) { self.init(imageURL: "", snakeName: 0, others: [:]) }

  mutating func list(_ members: Members) {
    members.required("ImageURL", &imageURL)
    members.required("snake_Name", &snakeName)
    members.others(&others)
  }
}

private struct Typed: ObjectModel {
  var id: Int
  var others: [String: Date]

  init(_ unread: Unread) {
    id = 0
    others = [:]
  }

  mutating func list(_ members: Members) {
    members.required("id", &id)
    members.others(&others, .unixTime)
  }
}

private struct Synthesized: Codable {
  var count: Int
  var name: String?
  var created: Date
  var data: Data
  var field: Field<String>
  var tags: [String]
  var part: Part?

  struct Part: Codable {
    var id: Int
    var list: [Part]?
  }
}

private struct Listed: ObjectModel {
  var count: Int
  var name: String?
  var created: Date
  var data: Data
  var field: Field<String>
  var tags: [String]
  var part: Part?

  init(_ unread: Unread) {
    count = 0
    created = .distantPast
    data = Data()
    field = .absent
    tags = []
  }

  mutating func list(_ members: Members) {
    members.required("count", &count)
    members.optional("name", &name)
    members.required("created", &created)
    members.required("data", &data)
    members.field("field", &field)
    members.required("tags", &tags)
    members.optional("part", &part)
  }

  struct Part: ObjectModel {
    var id: Int
    var list: [Part]?

    init(_ unread: Unread) { id = 0 }

    mutating func list(_ members: Members) {
      members.required("id", &id)
      members.optional("list", &list)
    }
  }
}
