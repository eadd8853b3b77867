import Foundation
import RefineryCore
import Testing

struct UnionModelTests {
  private func item(_ json: String) throws -> SampleItem { try JSONCoder().decode(SampleItem.self, from: Data(json.utf8)) }
  private func shape(_ json: String) throws -> SampleShape { try JSONCoder().decode(SampleShape.self, from: Data(json.utf8)) }

  @Test(
    "S03: a union takes the branch that its discriminator names, or that has its shape",
    arguments: [
      (#"{"type":"message","text":"a"}"#, "message"),
      (#"{"type":"call","name":"a"}"#, "call"),
      (#"{"name":"a","type":"tool"}"#, "call"),
      (#""just text""#, "text"),
      // The tag is unknown; the members are those of a branch.
      (#"{"type":"chat","text":"a"}"#, "message"),
      (#"{"type":"video","url":"a"}"#, "other"),
      (#"{"type":null,"text":"a"}"#, "other"),
      ("7", "other"), ("null", "other"), ("[]", "other"), ("{}", "other"),
    ])
  func discriminator(json: String, branch: String) throws {
    #expect(try item(json).name == branch)
  }

  @Test(
    "S03: a union compares members, kinds of values and known values",
    arguments: [
      ("7", "number"), ("0.5", "number"), (#""free text""#, "text"), (#""admin""#, "role"),
      ("[]", "numbers"), ("[1,2]", "numbers"), (#"["a"]"#, "texts"), ("[[1]]", "group"), ("[0.5]", "group"),
      (#"[{"kind":"cat","lives":9}]"#, "group"),
      (#"{"kind":"cat","lives":9}"#, "cat"),
      // Not a cat: the one known value differs.
      (#"{"kind":"dog","lives":9}"#, "dog"),
      (#"{"kind":"x","toys":["a"]}"#, "dog"),
      (#"{"kind":"x","owner":"Ann","toys":["a"]}"#, "dog"),
      // A member has another kind of JSON.
      (#"{"kind":"x","owner":1}"#, "plain"),
      // A member beyond the shapes is refused when it is read, and the next best branch reads it.
      (#"{"kind":"x","toys":[1]}"#, "plain"),
      ("true", "other"), ("null", "other"), (#"{"lives":9}"#, "other"),
      // A known value of the wrong kind.
      (#"{"kind":1,"lives":9}"#, "other"),
      // Only the first of two members of the same name counts.
      (#"{"kind":"cat","kind":7,"lives":9}"#, "cat"),
      (#"{"kind":7,"kind":"cat","lives":9}"#, "other"),
    ])
  func shapes(json: String, branch: String) throws {
    #expect(try shape(json).name == branch)
  }

  @Test(
    "S03: what a union reads, it writes",
    arguments: [
      "7", "0.5", #""free text""#, "[1,2]", #"["a"]"#, "[[1],[0.5,null,{\"z\":1,\"a\":1e400}]]", "true", "null",
      #"{"kind":"cat","lives":9}"#, #"{"kind":"x","toys":[1]}"#, #"{"what":[{"is":"this"}],"zero":1.000}"#,
    ])
  func roundTrip(json: String) throws {
    let value = try JSONCoder().decode([SampleShape].self, from: Data("[\(json)]".utf8))
    let written = try JSONCoder().encode(value)
    #expect(try JSONValue(parsing: written) == JSONValue(parsing: Data("[\(json)]".utf8)))
  }

  @Test("S03: a branch that the discriminator names says what is wrong with it")
  func error() throws {
    let error = try #require(throws: MappingError.self) {
      try JSONCoder().decode([SampleItem].self, from: Data(#"[{"type":"call","name":"a","arguments":["b",1]}]"#.utf8))
    }
    #expect(error.kind == .wrongType)
    #expect(error.codingPath == ["[0]", "arguments", "[1]"])
  }

  @Test("S03: a discriminator may be an integer")
  func integers() throws {
    let parts = try JSONCoder().decode([SamplePart].self, from: Data(#"[{"type":1,"x":1},{"type":2,"x":2},{"type":3}]"#.utf8))
    #expect(parts.map { "\($0)".prefix(3) } == ["one", "two", "oth"])
  }

  @Test(
    "S03: a union within a union is chosen if one of its branches fits",
    arguments: [
      (#"{"type":"call","name":"a"}"#, "item(call"), (#"{"kind":"cat","lives":9}"#, "shape(cat"), ("0.5", "shape(number"),
      (#""a""#, "item(text"), (#"{"new":1}"#, "other"),
    ])
  func nested(json: String, branches: String) throws {
    let value = try JSONCoder().decode(SampleEither.self, from: Data(json.utf8))
    let names: String
    switch value {
    case .item(let item): names = "item(\(item.name)"
    case .shape(let shape): names = "shape(\(shape.name)"
    case .other: names = "other"
    }
    #expect(names == branches)
  }

  @Test("S03: a malformed value is an error and not another branch", arguments: [#"[1,01]"#, #"["\x"]"#, "[{]"])
  func malformed(json: String) {
    let error = #expect(throws: MappingError.self) { try shape(json) }
    #expect(error?.kind == .malformed)
  }

  @Test("S03: a union reads from Foundation's decoder, and from a form")
  func otherDecoders() throws {
    let foundation = try JSONDecoder().decode(
      [SampleShape].self,
      from: Data(#"["admin", "text", 7, 0.5, true, null, ["a"], [[1]], {"kind":"cat","lives":9}, {"kind":"x"}]"#.utf8))
    #expect(
      foundation.map(\.name)
        == ["role", "text", "number", "number", "other", "other", "texts", "group", "cat", "dog"])
    let form = try FormCoder().decode([String: SampleShape].self, from: Data("a=7&b=text&c=x&c=y".utf8))
    #expect(form.mapValues(\.name) == ["a": "number", "b": "text", "c": "texts"])
  }
}

/// A union with numbers for tags.
enum SamplePart: UnionModel {
  case one(Content)
  case two(Content)
  case other(JSONValue)

  static let branches: [UnionBranch<SamplePart>] = [UnionBranch("1", SamplePart.one), UnionBranch("2", SamplePart.two)]
  static var discriminator: String? { "type" }

  var content: any Codable & Sendable {
    switch self {
    case .one(let content): content
    case .two(let content): content
    case .other(let content): content
    }
  }

  struct Content: ObjectModel {
    var x: Int

    init(_ unread: Unread) { x = 0 }

    mutating func list(_ members: Members) { members.required("x", &x) }
  }
}
