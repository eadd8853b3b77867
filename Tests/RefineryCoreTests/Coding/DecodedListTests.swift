import FoundationEssentials
import RefineryCore
import Testing

@Suite struct DecodedListTests {
  private static let mixed = Data(
    #"{"items":[{"id":1,"name":"a"},{"id":"x"},{"id":3,"name":"c"},null,5,{"id":6,"name":null},{"id":7,"name":"g"}]}"#.utf8)

  @Test("C07: a list with a bad element fails by default, with its place", arguments: coders) func failing(_ coder: JSONCoder)
    throws
  {
    let error = try #require(throws: MappingError.self) {
      try coder.decodeList(Citizen.self, from: Self.mixed, at: ["items"], onFailure: .fail)
    }
    #expect("\(error)" == "wrong type at items[1].id, expected Int")
  }

  @Test("C07: with skip the bad elements are left out and reported with place and reason", arguments: coders)
  func skipping(_ coder: JSONCoder) throws {
    let list = try coder.decodeList(Citizen.self, from: Self.mixed, at: ["items"], onFailure: .skip)
    #expect(list.elements.map(\.id) == [1, 3, 7])
    #expect(list.skipped.map(\.index) == [1, 3, 4, 5])
    #expect(list.skipped.map(\.reason.kind) == [.wrongType, .null, .wrongShape, .null])
    #expect(list.skipped.map(\.reason.pathText) == ["items[1].id", "items[3]", "items[4]", "items[5].name"])
  }

  @Test("C07: skipping does not save a list that is none, and a good list skips nothing", arguments: coders)
  func skippingNothing(_ coder: JSONCoder) throws {
    #expect(throws: MappingError.self) {
      try coder.decodeList(Citizen.self, from: Data(#"{"id":1}"#.utf8), at: [], onFailure: .skip)
    }
    let list = try coder.decodeList(Citizen.self, from: Data("[]".utf8), at: [], onFailure: .skip)
    #expect(list.elements.isEmpty && list.skipped.isEmpty)
    #expect(try coder.decodeList(Int.self, from: Data("[1,\"x\",3]".utf8), at: [], onFailure: .skip).elements == [1, 3])
    #expect(
      try coder.decodeList(Date.self, from: Data(#"["2023-11-14T22:13:20Z","x"]"#.utf8), at: [], onFailure: .skip).elements
        == [Date(timeIntervalSince1970: 1_700_000_000)])
  }

  @Test("C06, C07: an element that its model refuses is found by its place", arguments: coders, [ElementPolicy.fail, .skip])
  func refusedElement(_ coder: JSONCoder, _ policy: ElementPolicy) throws {
    let body = Data(#"{"a":[{"name":"x"},{"name":"canary"}]}"#.utf8)
    let reason: MappingError
    switch policy {
    case .skip:
      reason = try #require(try coder.decodeList(Strict.self, from: body, at: ["a"], onFailure: .skip).skipped.first).reason
    case .fail:
      reason = try #require(throws: MappingError.self) {
        try coder.decodeList(Strict.self, from: body, at: ["a"], onFailure: .fail)
      }
    }
    #expect(reason.pathText == "a[1]")
    #expect(reason.underlying as? ForbiddenName == ForbiddenName())
  }

  @Test("C18: a coder of one's own needs two functions, and has lists with a policy") func ownCoder() throws {
    struct Reversed: Coder {
      let contentType = "text/reversed", accept = "text/reversed"
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
        Data(try JSONCoder().encode(value, nulls: nulls).reversed())
      }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        try JSONCoder().decode(type, from: Data(data.reversed()), at: path)
      }
    }
    let coder: any Coder = Reversed()
    let body = try coder.encode(["items": [1, 2]], nulls: nil)
    #expect(String(decoding: body, as: UTF8.self) == "}]2,1[:\"smeti\"{")
    let list = try coder.decodeList(Int.self, from: body, at: ["items"], onFailure: .skip)
    #expect(list.elements == [1, 2])
    #expect(throws: MappingError.self) { try coder.decodeList(Bool.self, from: body, at: ["items"], onFailure: .fail) }
    #expect(try coder.decodeList(Bool.self, from: body, at: ["items"], onFailure: .skip).skipped.count == 2)
  }
}
