import FoundationEssentials
import RefineryCore
import Testing

private struct Human: Codable, Equatable {
  var name: String
  var nick: String?
  var age: Int?
  var boss: Boss?
  var dates: [Date?]?

  struct Boss: Codable, Equatable {
    var name: String?
    var level: UInt8?
  }
}

@Suite struct JSONValueEncoderTests {
  @Test("C09: with nullified a property without a value is written as null") func nullified() throws {
    let json = try JSONValueEncoder(nulls: .null).encode(Human(name: "Ann"))
    #expect(json.text() == #"{"name":"Ann","nick":null,"age":null,"boss":null,"dates":null}"#)
  }

  @Test("C10: with valued a property without a value is left out") func valued() throws {
    #expect(try JSONValueEncoder(nulls: .omit).encode(Human(name: "Ann")).text() == #"{"name":"Ann"}"#)
  }

  @Test("C11: the policy holds in nested models, lists and dictionaries") func nested() throws {
    let boss = Human.Boss(name: nil, level: 3)
    let people = ["a": [Human(name: "Ann", boss: boss)]]
    let nullified = try JSONValueEncoder(nulls: .null).encode(people)
    #expect(
      nullified == ["a": [["name": "Ann", "nick": nil, "age": nil, "boss": ["name": nil, "level": 3], "dates": nil]]])
    #expect(try JSONValueEncoder(nulls: .omit).encode(people) == ["a": [["name": "Ann", "boss": ["level": 3]]]])
  }

  @Test("C09, C10: every type of property is met by the policy") func everyType() throws {
    struct Everything: Encodable {
      var a: Bool?, b: String?, c: Double?, d: Float?, e: Int?, f: Int8?, g: Int16?, h: Int32?, i: Int64?, j: UInt?
      var k: UInt8?, l: UInt16?, m: UInt32?, n: UInt64?, o: URL?, p: [Int]?, q: Int128?, r: UInt128?
    }
    let object = try #require(try JSONValueEncoder(nulls: .null).encode(Everything()).object)
    #expect(object.count == 18)
    #expect(object.allSatisfy { $0.value.isNull })
    #expect(try JSONValueEncoder(nulls: .omit).encode(Everything()) == [:])
    let full = Everything(
      a: true, b: "b", c: 0.5, d: 0.25, e: -1, f: -8, g: -16, h: -32, i: -64, j: 1, k: 8, l: 16, m: 32, n: .max,
      o: URL(string: "http://h/x"), p: [1], q: -128, r: 128)
    #expect(
      try JSONValueEncoder().encode(full) == [
        "a": true, "b": "b", "c": 0.5, "d": 0.25, "e": -1, "f": -8, "g": -16, "h": -32, "i": -64, "j": 1, "k": 8, "l": 16,
        "m": 32, "n": .number(UInt64.max), "o": "http://h/x", "p": [1], "q": -128, "r": 128,
      ])
  }

  @Test(
    "C09, C10: what a model writes as null itself stays null under either policy", arguments: [NullPolicy.omit, .null])
  func explicitNull(_ nulls: NullPolicy) throws {
    struct Explicit: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeNil(forKey: .a)
        try container.encode(Int?.none, forKey: .b)
      }
      enum Key: CodingKey { case a, b }
    }
    #expect(try JSONValueEncoder(nulls: nulls).encode(Explicit()) == ["a": nil, "b": nil])
    #expect(try JSONValueEncoder(nulls: nulls).encode(["a": Int?.none]) == ["a": nil])
    #expect(try JSONValueEncoder(nulls: nulls).encode([1, nil]) == [1, nil])
  }

  @Test("C13: beyond ASCII a capital begins a word by the same rules") func keysBeyondASCII() {
    let names = ["größeÜbersicht": "größe_übersicht", "größe2Über": "größe2_über", "URLÄnderung": "url_änderung", "éÉ": "é_é"]
    for (property, member) in names { #expect(KeyStrategy.snakeCase.name(of: property) == member) }
  }

  @Test("C13: keys are renamed by coding keys, snake case, kebab case or a rule, and dictionary keys never") func keys() throws
  {
    struct Picture: Codable, Equatable {
      var imageURL: String
      var line2Text: String
      var URLPath: String
      var byUserName: [String: Int]
    }
    let picture = Picture(imageURL: "u", line2Text: "l", URLPath: "p", byUserName: ["someKey": 1])
    func names(_ keys: KeyStrategy) throws -> [String] {
      let json = try JSONValueEncoder(keys: keys).encode(picture)
      #expect(json.object?.last?.value == ["someKey": 1])
      #expect(try JSONValueDecoder(keys: keys).decode(Picture.self, from: json) == picture)
      return json.object?.keys ?? []
    }
    #expect(try names(.asWritten) == ["imageURL", "line2Text", "URLPath", "byUserName"])
    #expect(try names(.snakeCase) == ["image_url", "line2_text", "url_path", "by_user_name"])
    #expect(try names(.kebabCase) == ["image-url", "line2-text", "url-path", "by-user-name"])
    #expect(try names(.custom { "x" + $0 }) == ["ximageURL", "xline2Text", "xURLPath", "xbyUserName"])
  }

  @Test("I02: infinity and NaN are errors with the path to them", arguments: [Double.nan, .infinity, -.infinity])
  func infinity(_ value: Double) throws {
    struct Reading: Encodable { var values: [[String: Double]] }
    let error = try #require(throws: EncodingError.self) {
      try JSONValueEncoder().encode(Reading(values: [[:], ["north": value]]))
    }
    guard case .invalidValue(_, let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue) == ["values", "Index 1", "north"])
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode([Float.nan]) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Decimal.nan) }
  }

  @Test("C16: dates, data, URLs, UUIDs and decimals have their JSON form") func specialTypes() throws {
    struct Special: Codable, Equatable {
      var date = Date(timeIntervalSince1970: 1_700_000_000.25)
      var data = Data([0, 255, 16])
      var url = URL(string: "https://h/p?q=1#f")
      var id = UUID(uuidString: "7C0F8E5A-3B56-4C0E-9B46-5B1E8D3B4F11")
      var price = Decimal(string: "1234567890.12345678901234567890")
      var list = [Date(timeIntervalSince1970: 0)]
    }
    let json = try JSONValueEncoder().encode(Special())
    #expect(
      json.text() == """
        {"date":"2023-11-14T22:13:20.250Z","data":"AP8Q","url":"https://h/p?q=1#f",\
        "id":"7C0F8E5A-3B56-4C0E-9B46-5B1E8D3B4F11","price":1234567890.1234567890123456789,"list":["1970-01-01T00:00:00Z"]}
        """)
    #expect(try JSONValueDecoder().decode(Special.self, from: json) == Special())
  }

  @Test("C16: dates are written and read by the strategy asked for") func dates() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.5)
    let custom = DateStrategy.custom(
      encode: { .object([("t", .number(Int($0.timeIntervalSince1970 * 2)))]) },
      decode: { Date(timeIntervalSince1970: Double($0["t"]?.int ?? 0) / 2) })
    func check(_ strategy: DateStrategy, _ json: JSONValue) throws {
      #expect(try JSONValueEncoder(dates: strategy).encode(date) == json)
      #expect(try JSONValueDecoder(dates: strategy).decode(Date.self, from: json) == date)
    }
    try check(.secondsSince1970, 1_700_000_000.5)
    try check(.millisecondsSince1970, 1_700_000_000_500)
    try check(.iso8601, "2023-11-14T22:13:20.500Z")
    try check(custom, ["t": 3_400_000_001])
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Date(timeIntervalSince1970: .nan)) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Date(timeIntervalSince1970: 1e15)) }
  }

  @Test("C16: nested containers and super encoders write where they belong, also out of order") func nestedContainers() throws {
    class Animal: Encodable {
      var legs = 4
    }
    final class Dog: Animal {
      enum Key: CodingKey { case name, tricks, home }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var tricks = container.nestedUnkeyedContainer(forKey: .tricks)
        var home = container.nestedContainer(keyedBy: Key.self, forKey: .home)
        try super.encode(to: container.superEncoder())
        try container.encode("Rex", forKey: .name)
        try tricks.encode("sit")
        var inner = tricks.nestedContainer(keyedBy: Key.self)
        try inner.encode("roll", forKey: .name)
        var list = tricks.nestedUnkeyedContainer()
        try list.encode(1)
        try list.encodeNil()
        try home.encode("kennel", forKey: .name)
        var again = container.nestedContainer(keyedBy: Key.self, forKey: .home)
        try again.encode(true, forKey: .tricks)
      }
    }
    let json = try JSONValueEncoder().encode(Dog())
    #expect(
      json.text()
        == #"{"tricks":["sit",{"name":"roll"},[1,null]],"home":{"name":"kennel","tricks":true},"super":{"legs":4},"name":"Rex"}"#
    )
  }

  @Test("I13: a model that writes two kinds of JSON in one place, or nothing, is an error and no trap") func twoKinds() {
    struct Both: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(1, forKey: .a)
      }
      enum Key: CodingKey { case a }
    }
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Both()) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(["x": Both()]) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Nothing()) }
    #expect(throws: Never.self) { try JSONValueEncoder().encode([Nothing()]) }
  }

  @Test("I13: a model that contains itself without end is an error and no trap") func endless() {
    final class Ring: Encodable {
      var next: Ring { self }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(next)
      }
    }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Ring()) }
  }

  @Test("C16: user info reaches the model in both directions") func userInfo() throws {
    struct Echo: Codable, Equatable {
      var text: String
      static let key = CodingUserInfoKey(rawValue: "prefix")
      init(_ text: String) { self.text = text }
      init(from decoder: any Decoder) throws { text = Self.prefix(decoder.userInfo) + "read" }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.prefix(encoder.userInfo) + text)
      }
      private static func prefix(_ info: [CodingUserInfoKey: Any]) -> String { key.flatMap { info[$0] as? String } ?? "" }
    }
    let info = try [#require(Echo.key): "p:"]
    #expect(try JSONValueEncoder(userInfo: info).encode(Echo("x")) == "p:x")
    #expect(try JSONValueDecoder(userInfo: info).decode(Echo.self, from: nil) == Echo("p:read"))
  }
}
