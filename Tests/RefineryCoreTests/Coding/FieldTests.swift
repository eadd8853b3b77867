import FoundationEssentials
import RefineryCore
import Testing

/// Declared outside of the core, with nothing written by hand: what a user's model looks like.
private struct Patch: Codable, Equatable {
  var id = 1
  var nickname: Field<String> = .absent
  var limit: Field<Int> = .absent
  var address: Field<Address> = .absent

  struct Address: Codable, Equatable {
    var street: Field<String> = .absent
    var city: String?
  }
}

@Suite struct FieldTests {
  private static let forms: [(Patch, JSONValue)] = [
    (Patch(), ["id": 1]),
    (Patch(nickname: .null), ["id": 1, "nickname": nil]),
    (Patch(nickname: .value("Ann")), ["id": 1, "nickname": "Ann"]),
    (Patch(limit: .value(2_147_483_647)), ["id": 1, "limit": 2_147_483_647]),
    (Patch(nickname: .value("null"), limit: .null), ["id": 1, "nickname": "null", "limit": nil]),
    (Patch(address: .value(.init(street: .null, city: "B"))), ["id": 1, "address": ["street": nil, "city": "B"]]),
    (Patch(address: .value(.init(street: .value(""), city: "B"))), ["id": 1, "address": ["street": "", "city": "B"]]),
    (Patch(address: .value(.init(city: "B"))), ["id": 1, "address": ["city": "B"]]),
  ]

  @Test("C12: Foundation's coders keep absent, null and value apart in both directions", arguments: forms.indices)
  func foundation(_ index: Int) throws {
    let (patch, json) = Self.forms[index]
    #expect(try JSONValue(parsing: JSONEncoder().encode(patch)) == json)
    #expect(try JSONDecoder().decode(Patch.self, from: json.data()) == patch)
  }

  @Test("C12: Refinery's coders do too, under any null policy", arguments: forms.indices, [NullPolicy.omit, .null])
  func refinery(_ index: Int, _ nulls: NullPolicy) throws {
    let (patch, json) = Self.forms[index]
    #expect(try JSONValueEncoder(nulls: nulls).encode(patch) == json)
    #expect(try JSONValueDecoder().decode(Patch.self, from: json) == patch)
    let coder = JSONCoder()
    #expect(try JSONValue(parsing: coder.encode(patch, nulls: nulls)) == json)
    #expect(try coder.decode(Patch.self, from: json.data()) == patch)
  }

  @Test("C12: a field inside of a generic type stays absent, and in a list it is null") func generics() throws {
    struct Box<Value: Codable>: Codable { var value: Value }
    #expect(try JSONValueEncoder().encode(Box(value: Field<Int>.absent)) == [:])
    #expect(try JSONValueEncoder().encode(Box(value: Field<Int>.null)) == ["value": nil])
    #expect(try JSONValueEncoder().encode([Field<Int>.absent, .null, .value(1)]) == [nil, nil, 1])
    #expect(try JSONValueDecoder().decode([Field<Int>].self, from: [nil, 1]) == [.null, .value(1)])
  }

  @Test("C12: a field of the wrong type is an error and not absent") func wrongType() {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Patch.self, from: Data(#"{"id":1,"limit":"x"}"#.utf8)) }
    #expect(throws: DecodingError.self) { try JSONValueDecoder().decode(Patch.self, from: ["id": 1, "limit": "x"]) }
  }

  @Test("C12: a field gives its value and its state, and maps") func accessors() {
    #expect(Field(Int?.none) == .null)
    #expect(Field(5).value == 5)
    #expect(Field<Int>.absent.isAbsent && !Field<Int>.null.isAbsent)
    #expect(Field<Int>.null.isNull && Field<Int>.null.value == nil)
    #expect(Field(5).map(String.init) == .value("5"))
    #expect(Field<Int>.absent.map(String.init) == .absent)
    #expect(Field<Int>.null.map(String.init) == .null)
  }
}
