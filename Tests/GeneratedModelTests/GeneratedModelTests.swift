import FoundationEssentials
import RefineryCore
import RefineryJSON
import TestSupport
import Testing

@Suite struct GeneratedModelTests {
  static let person = [
    ("_id", "7"), ("name", "\"Ann\""), ("nickname", "null"), ("age", "30"), ("height", "1.7"), ("isActive", "true"),
    ("note", "\"\""), ("tags", "[\"a\",\"b\"]"), ("birthday", "5"), ("home", "{\"street\":\"S\",\"zip\":1}"),
    ("others", "[null,{\"street\":\"T\"}]"), ("scores", "{\"a\":1.5}"), ("byNumber", "{\"1\":\"one\"}"),
    ("letters", "[\"x\",\"x\",\"y\"]"), ("link", "\"https://example.com\""),
    ("key", "\"4D2A3B1C-0000-4000-8000-00000000000A\""),
    ("price", "12.34"), ("blob", "\"aGk=\""), ("status", "\"on\""), ("shape", "{\"circle\":{\"radius\":2}}"),
    ("shapes", "[{\"point\":{}}]"), ("twice", "2"), ("alias", "3"), ("field", "\"f\""), ("secret", "[{\"point\":{}}]"),
    ("default", "4"), ("self", "5"), ("json", "6"), ("members", "[7]"), ("member", "8"), ("имя", "\"Анна\""), ("counted", "9"),
    ("parent", "{\"value\":10}"),
  ]

  static func document(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  @Test("C01, C13: a generated model reads every form of a member, under its own name and in any order, as Codable does")
  func same() throws {
    for members in [Self.person, Self.person.reversed(), [("x", "[{}]")] + Self.person + Self.person] {
      let (direct, codable) = outcomes(Person.self, Self.document(members))
      #expect(direct == codable)
      #expect(direct.isValue)
    }
    let person = try JSONModelDecoder().decode(Person.self, from: Data(Self.document(Self.person).utf8))
    #expect(person.id == 7)
    #expect(person.shape == .circle(radius: 2))
    #expect(person.letters == ["x", "y"])
  }

  @Test(
    "C06: a missing, null or mismatched member is the same error for a generated model as for Codable",
    arguments: [
      nil, "null", "\"text\"", "1", "-1.5", "1e400", "true", "[]", "{}", "[null]", "[1,\"a\"]", "{\"a\":[]}", "{\"circle\":{}}",
      "{\"street\":5}",
      "{\"circle\":{\"radius\":\"a\"}}", "[{\"point\":{}},{\"square\":{}}]", "\"\\x\"", "tru",
    ])
  func changed(_ value: String?) {
    for place in Self.person.indices {
      var members = Self.person
      if let value { members[place].1 = value } else { members.remove(at: place) }
      let (direct, codable) = outcomes(Person.self, Self.document(members))
      #expect(direct == codable, "\(Self.person[place].0)")
    }
  }

  @Test("C12: a Field of a generated model tells absent, null and a value apart")
  func fields() throws {
    func field(_ value: String?) throws -> Field<String> {
      var members = Self.person.filter { $0.0 != "field" }
      if let value { members.append(("field", value)) }
      return try JSONModelDecoder().decode(Person.self, from: Data(Self.document(members).utf8)).field
    }
    #expect(try field(nil) == .absent)
    #expect(try field("null") == .null)
    #expect(try field("\"a\"") == .value("a"))
  }

  @Test(
    "Generic, nested and empty models, and raw values, are read as by Codable",
    arguments: [
      "{}", "null", "5", "\"on\"", "\"off\"", "\"else\"", "[]", "{\"fixed\":2}", "{\"only\":1}", "{\"only\":null}",
      "{\"value\":\"a\"}",
      "{\"id\":1,\"name\":\"a\"}", "{\"id\":1}", "{\"a\":1}", "{\"a\":2,\"b\":1}", "{\"b\":null}",
      "{\"info\":{\"total\":1,\"kind\":2},\"items\":[{\"street\":\"a\"}],\"first\":{\"street\":\"b\",\"zip\":1}}",
      "{\"info\":{\"total\":1,\"kind\":3},\"items\":[],\"first\":{\"street\":\"b\"}}",
      "{\"info\":{\"total\":1,\"kind\":1,\"last\":{\"street\":null}},\"items\":[],\"first\":{\"street\":\"b\"}}",
      "{\"info\":{\"total\":1,\"kind\":1,\"last\":null},\"items\":[{}],\"first\":{\"street\":\"b\"}}",
    ])
  func forms(_ text: String) {
    func compare<Value: Decodable & Equatable & JSONReadable>(_ type: Value.Type) {
      let (direct, codable) = outcomes(type, text)
      #expect(direct == codable, "\(type)")
    }
    compare(Empty.self)
    compare(Constant.self)
    compare(Single.self)
    compare(Nothing.self)
    compare(Sealed.self)
    compare(Ordered.self)
    compare(Own.self)
    compare(Flags.self)
    compare(Tag.self)
    compare(Status.self)
    compare(Conditional<String>.self)
    compare(Page<Address>.self)
    compare(Page<Address>.Info.self)
  }

  @Test("C06: an error of a model's init(from:) inside a generated model reaches the caller")
  func thrown() {
    for text in ["{\"list\":[2,4],\"one\":6}", "{\"list\":[2,3]}", "{\"list\":[2],\"one\":7}", "{\"list\":[\"a\"]}"] {
      let (direct, codable) = outcomes(Evens.self, text)
      #expect(direct == codable)
    }
    #expect(throws: Even.Odd.self) { try JSONModelDecoder().decode(Evens.self, from: Data("{\"list\":[1]}".utf8)) }
  }

  @Test("A document that is cut anywhere is refused by a generated model")
  func truncation() {
    let text = Array(Self.document(Self.person).utf8)
    for count in 0..<text.count {
      let outcome = Outcome { try JSONModelDecoder().decode(Person.self, from: Data(text[..<count])) }
      #expect(outcome == .failure("corrupted", path: []))
    }
  }

  @Test("A document with a changed byte is read or refused by a generated model as by Codable", .afterTheRush)
  func mutations() {
    let text = Array(Self.document(Self.person).utf8)
    let bytes = Array(#"{}[]",:0159.-eE\untfa "#.utf8) + [0xC3]
    var state: UInt64 = 7
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<4000 {
      var changed = text
      let place = random(text.count)
      switch random(3) {
      case 0: changed[place] = bytes[random(bytes.count)]
      case 1: changed.insert(bytes[random(bytes.count)], at: place)
      default: changed.remove(at: place)
      }
      let (direct, codable) = outcomes(Person.self, String(decoding: changed, as: UTF8.self))
      // Of several errors the first in the document counts, or the first that the model asks for.
      if case .failure(let kind, _) = codable, kind.hasPrefix("missing") {
        #expect(!direct.isValue)
      } else {
        #expect(direct == codable)
      }
    }
  }
}
