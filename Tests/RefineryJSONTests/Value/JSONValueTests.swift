import FoundationEssentials
import RefineryJSON
import RefineryTesting
import Testing

@Suite struct JSONValueTests {
  @Test("C16: every kind of value has a literal and a typed accessor") func literals() {
    let json: JSONValue = ["name": "Ann", "age": 41, "ratio": 0.5, "member": true, "boss": nil, "tags": ["a", "b"]]
    #expect(json["name"]?.string == "Ann")
    #expect(json["age"]?.int == 41)
    #expect(json["age"]?.double == 41)
    #expect(json["ratio"]?.double == 0.5)
    #expect(json["member"]?.bool == true)
    #expect(json["boss"]?.isNull == true)
    #expect(json["tags"]?[1]?.string == "b")
    #expect(json["tags"]?.array?.count == 2)
    #expect(json.object?.keys == ["name", "age", "ratio", "member", "boss", "tags"])
  }

  @Test("C16: an accessor of another kind, a missing member and a place beyond the end give nil") func mismatches() {
    let json: JSONValue = ["name": "Ann", "tags": ["a"]]
    #expect(json["name"]?.int == nil)
    #expect(json["age"] == nil)
    #expect(json["tags"]?[1] == nil)
    #expect(json["tags"]?[-1] == nil)
    #expect(json[0] == nil)
    #expect(json["name"]?["first"] == nil)
  }

  @Test(
    "C16: a number keeps its digits through reading and printing",
    arguments: ["1.0", "1e400", "18446744073709551616", "-0", "0.1000", "1E+2", "-12.5e-3", "123456789012345678901234567890"])
  func numbers(_ text: String) throws {
    #expect(try JSONValue(parsing: text).text() == text)
  }

  @Test("C16: numbers give their exact value, or nil where a type has no room") func accessors() throws {
    func number(_ text: String) throws -> JSONValue.Number { try #require(JSONValue.Number(text)) }
    #expect(try number("1.0").int == 1)
    #expect(try number("12e2").int == 1200)
    #expect(try number("1200e-2").int == 12)
    #expect(try number("1.5").int == nil)
    #expect(try number("9223372036854775807").int == .max)
    #expect(try number("-9223372036854775808").int == .min)
    #expect(try number("9223372036854775808").int == nil)
    #expect(try number("18446744073709551615").integer(UInt64.self) == .max)
    #expect(try number("18446744073709551616").integer(UInt64.self) == nil)
    #expect(try number("-1").integer(UInt64.self) == nil)
    #expect(try number("1e38").integer(UInt128.self) == 100_000_000_000_000_000_000_000_000_000_000_000_000)
    #expect(try number("340282366920938463463374607431768211455.0").integer(UInt128.self) == .max)
    #expect(try number("1e39").integer(UInt128.self) == nil)
    #expect(try number("1e400").double == nil)
    #expect(try number("1e400").int == nil)
    #expect(try number("0e999999999999999").int == 0)
    #expect(try number("1e99999999999999999999").int == nil)
    #expect(try number("-0").int == 0)
    #expect(try number("0.1").decimal == Decimal(string: "0.1"))
    #expect(try number("1e400").decimal == nil)
  }

  @Test("C16: numbers are equal when their values are, exactly and in any notation") func equality() throws {
    func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }
    for (left, right) in [
      ("1", "1.0"), ("100", "1e2"), ("0", "-0.0e5"), ("0.10", "1e-1"), ("1e400", "10e399"),
      ("1e4611686018427387903", "10e4611686018427387902"), ("0.1e-4611686018427387902", "1e-4611686018427387903"),
    ] {
      #expect(try json(left) == json(right), "\(left) and \(right)")
      #expect(try json(left).hashValue == json(right).hashValue, "\(left) and \(right)")
    }
    for (left, right) in [
      ("18446744073709551616", "18446744073709551617"), ("9007199254740992", "9007199254740993"), ("1", "-1"),
      ("1e99999999999999999998", "1e99999999999999999999"), ("0.1", "0.10000000000000000001"),
      ("1e9223372036854775807", "10e9223372036854775807"), ("0.1e-9223372036854775808", "1e-9223372036854775808"),
    ] {
      #expect(try json(left) != json(right), "\(left) and \(right)")
    }
  }

  @Test(
    "C16: a number is made only of what JSON would write",
    arguments: ["+1", "01", ".5", "1.", "NaN", "1e", "", "-", " 1", "0x1"])
  func refusedNumbers(_ text: String) {
    #expect(JSONValue.Number(text) == nil)
  }

  @Test("C16: infinity and NaN are no JSON numbers") func infinity() {
    #expect(JSONValue.Number(Double.infinity) == nil)
    #expect(JSONValue.Number(Double.nan) == nil)
    #expect(JSONValue.Number(1.5)?.text == "1.5")
    #expect(JSONValue.Number(2.0)?.text == "2")
  }

  @Test("C20: of a repeated name in a document the first member counts; code may set a key again") func duplicates() throws {
    let json = try JSONValue(parsing: #"{"id":1,"name":"a","id":2}"#)
    #expect(json.text() == #"{"id":1,"name":"a"}"#)
    let literal: JSONValue = ["id": 1, "id": 2]
    #expect(literal == ["id": 2])
  }

  @Test("C20: a repeated key is found among many members too") func manyDuplicates() throws {
    let members = (0..<100).map { #""k\#($0 % 50)":\#($0)"# }.joined(separator: ",")
    let object = try #require(try JSONValue(parsing: "{\(members)}").object)
    #expect(object.count == 50)
    #expect((0..<50).allSatisfy { (number: Int) in object["k\(number)"]?.int == number })
    #expect(object.keys == (0..<50).map { "k\($0)" })
  }

  @Test("C16: an object is equal to another whatever the order, and prints in its own") func order() throws {
    let one = try JSONValue(parsing: #"{"b":1,"a":{"y":1,"x":2}}"#)
    let other = try JSONValue(parsing: #"{"a":{"x":2.0,"y":1},"b":1}"#)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != ["b": 1])
    #expect(["b": 1] != one)
    #expect(one.text() == #"{"b":1,"a":{"y":1,"x":2}}"#)
    #expect(one.text(sortedKeys: true) == #"{"a":{"x":2,"y":1},"b":1}"#)
  }

  @Test("C16: sorted members are in the order of the bytes of their names, also in a model") func sorted() throws {
    let json: JSONValue = ["f": 1, "e\u{301}": 2, "\u{E9}a": 3]
    let text = "{\"e\u{301}\":2,\"f\":1,\"\u{E9}a\":3}"
    #expect(json.data(sortedKeys: true) == Data(text.utf8))
    var encoder = JSONModelEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode([json]) == Data("[\(text)]".utf8))
  }

  @Test("C14, C16: members are set, taken out and merged; the other object wins") func mutation() {
    var object = JSONValue.Object((0..<20).map { (key: "k\($0)", value: JSONValue.number($0)) })
    object["k3"] = nil
    object["k4"] = "four"
    object["new"] = true
    #expect(object["k3"] == nil)
    #expect(object["k4"] == "four")
    #expect(object["k19"] == 19)
    #expect(object["new"] == true)
    #expect(object.count == 20)
    for key in object.keys.dropLast(2) { object[key] = nil }
    #expect(object == ["k19": 19, "new": true])
    var indexed = JSONValue.Object((0..<16).map { (key: "k\($0)", value: JSONValue.number($0)) })
    indexed["k3"] = nil
    indexed["new"] = true
    #expect(indexed["k3"] == nil)
    #expect(indexed["new"] == true)
    let sent: JSONValue.Object = ["name": "Ann", "age": 1]
    #expect(sent.merging(["_id": "q", "age": 2]) == ["name": "Ann", "age": 2, "_id": "q"])
  }

  @Test("C16: pretty text has a line for each member, and none for what is empty") func pretty() {
    let json: JSONValue = ["a": [1, ["b": nil]], "c": [:], "d": []]
    #expect(
      json.text(pretty: true) == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": {},
          "d": []
        }
        """)
  }

  @Test("C16: text is escaped as JSON demands and otherwise left alone") func escapes() throws {
    let json: JSONValue = .string("\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1F}é\u{2028}😀")
    #expect(json.text() == #""\"\\/\b\f\n\r\t\u0001\u001fé"# + "\u{2028}😀\"")
    #expect(try JSONValue(parsing: json.data()) == json)
  }

  @Test("C16: any encoder and decoder carries it, numbers by value") func codable() throws {
    let text = #"{"a":[1,2.5,-3,true,null,"x",{"b":18446744073709551615}],"c":0.1,"e":1e200}"#
    let json = try JSONValue(parsing: text)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == json)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(json)) == json)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(try JSONValue(parsing: "[1e400]")) }
    // More digits than a double has, and a number that is too small for a decimal.
    let precise = try JSONValue(parsing: "[0.12345678901234567890,1.00000000000000000001e-200]")
    #expect(try JSONEncoder().encode(precise) == Data("[0.1234567890123456789,1e-200]".utf8))
    let list: JSONValue = [.number(UInt64.max), .number(UInt64(Int.max) + 1), -1, 0.5, true, "x", ["a": []]]
    let read = try PropertyListDecoder().decode(JSONValue.self, from: PropertyListEncoder().encode(list))
    #expect(read == list)
  }

  @Test("C16: members that are removed and set in any order are those of a plain list") func changes() {
    var random = SeededRandom(seed: 16)
    var object = JSONValue.Object()
    var members: [(key: String, value: Int)] = []
    for step in 0..<4000 {
      let key = "k\(Int.random(in: 0..<60, using: &random))"
      let place = members.firstIndex { $0.key == key }
      if step % 7 < 3 {
        object[key] = JSONValue?.none
        if let place { members.remove(at: place) }
      } else {
        object[key] = .number(step)
        if let place { members[place].value = step } else { members.append((key, step)) }
      }
      #expect(object.keys == members.map(\.key) && object.count == members.count)
      #expect((0..<60).allSatisfy { number in object["k\(number)"]?.int == members.first { $0.key == "k\(number)" }?.value })
    }
  }

  @Test("C16: an object takes no more memory in a list than a text") func size() {
    #expect(MemoryLayout<JSONValue.Object>.size == MemoryLayout<String>.size)
    #expect(MemoryLayout<JSONValue>.stride <= MemoryLayout<String>.size + 8)
  }

  @Test("C16: different values have different hashes at any depth, and equal ones the same") func deepHashes() throws {
    func nested(_ value: JSONValue) -> JSONValue {
      (0..<300).reduce(value) { json, level in level % 2 == 0 ? [json] : ["a": json] }
    }
    let hashes = Set((0..<100).map { nested(.number($0)).hashValue })
    #expect(hashes.count == 100)
    #expect(nested(1).hashValue == nested(JSONValue.Number(1.0).map(JSONValue.number) ?? nil).hashValue)
    #expect((["a": [1, 2]] as JSONValue).hashValue != (["a": [2, 1]] as JSONValue).hashValue)
  }
}
