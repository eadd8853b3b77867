import Foundation
import RefineryCore
import Testing

@Suite struct JSONValueAnyTests {
  @Test("B07: a dictionary of any values becomes JSON, its members in the order of their keys")
  func values() throws {
    let id = UUID()
    let none: Int? = nil
    let value: [String: Any] = [
      "text": "a", "int": 7, "wide": UInt64.max, "double": 0.5, "flag": true, "one": 1, "null": NSNull(), "none": none as Any,
      "some": Int?.some(3) as Any, "list": [1, "b", [true]] as [Any], "object": ["x": [] as [Any]] as [String: Any],
      "date": Date(timeIntervalSince1970: 0), "id": id, "json": JSONValue.array([nil]), "typed": [1, 2],
      "part": "abc".dropFirst(),
      "decimal": Decimal(string: "1.10") as Any,
    ]
    let json = try JSONValue(any: value)
    #expect(json["text"] == "a" && json["int"] == 7 && json["double"] == 0.5 && json["flag"] == true && json["one"] == 1)
    #expect(json["wide"]?.number?.text == "18446744073709551615" && json["null"] == .null && json["none"] == .null)
    #expect(json["some"] == 3 && json["list"] == [1, "b", [true]] && json["object"] == ["x": []])
    #expect(json["date"] == "1970-01-01T00:00:00Z" && json["id"] == .string(id.uuidString) && json["json"] == [nil])
    #expect(json["typed"] == [1, 2] && json["part"] == "bc" && json["decimal"]?.double == 1.1)
    #expect(json.object?.map(\.key) == value.keys.sorted())
    #expect(try JSONValue(any: nil) == .null && JSONValue(any: 5) == 5)
  }

  @Test("B07: what JSONSerialization reads is the same JSON again")
  func serialization() throws {
    let text = #"{"a":true,"b":1,"c":1.5,"d":null,"e":9007199254740993,"f":"x","g":[0,false,{"h":-1}]}"#
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try JSONValue(any: object).text() == text)
  }

  @Test("B07: what JSON cannot write is an error with the path to it")
  func refused() throws {
    struct Opaque {}
    let cases: [(Any, String)] = [
      (["a": ["b": Opaque()]] as [String: Any], "a.b"), ([1, Double.nan] as [Any], "[1]"), (["x": Double.infinity], "x"),
      ([5: "a"] as [Int: Any], ""),
    ]
    for (value, path) in cases {
      let error = try #require(throws: MappingError.self) { try JSONValue(any: value) }
      #expect(error.kind == .unencodable && error.pathText == path)
    }
    var deep: Any = 1
    for _ in 0..<600 { deep = [deep] }
    #expect(throws: MappingError.self) { try JSONValue(any: deep) }
  }
}
