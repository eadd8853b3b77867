import FoundationEssentials
import RefineryCore
import Testing

@Suite struct JSONValueDecoderTests {
  private struct Person: Codable, Equatable {
    var name: String
    var tags: [String]
    var scores: [String: [Int8]]
  }

  private func context(_ json: JSONValue, as type: any Decodable.Type = Person.self) throws -> (kind: String, path: [String]) {
    func decode<T: Decodable>(_ type: T.Type) throws { _ = try JSONValueDecoder().decode(type, from: json) }
    let error = try #require(throws: DecodingError.self) { try decode(type) }
    return switch error {
    case .keyNotFound(let key, let context): ("missing", (context.codingPath + [key]).map(\.stringValue))
    case .valueNotFound(_, let context): ("null", context.codingPath.map(\.stringValue))
    case .typeMismatch(_, let context): ("type", context.codingPath.map(\.stringValue))
    case .dataCorrupted(let context): ("invalid", context.codingPath.map(\.stringValue))
    @unknown default: ("unknown", [])
    }
  }

  @Test("C16: a JSON value is its own JSON") func ownValue() throws {
    let json: JSONValue = ["b": [1.5, nil], "a": .number(try #require(JSONValue.Number("1e400")))]
    #expect(try JSONValueEncoder().encode(json) == json)
    #expect(try JSONValueDecoder().decode(JSONValue.self, from: json) == json)
    #expect(try JSONValueDecoder().decode(JSONValue.self, from: json, at: ["b"]) == [1.5, nil])
    #expect(try JSONValueDecoder().decode([String: JSONValue].self, from: json)["a"]?.description == "1e400")
    #expect(throws: DecodingError.self) { try JSONValueDecoder().decode(JSONValue.self, from: json, at: ["a", "x"]) }
  }

  @Test("C01: models, lists, dictionaries and scalars are read") func reading() throws {
    let json: JSONValue = ["name": "Ann", "tags": ["a"], "scores": ["x": [1, -2]], "more": [1]]
    #expect(
      try JSONValueDecoder().decode(Person.self, from: json) == Person(name: "Ann", tags: ["a"], scores: ["x": [1, -2]]))
    #expect(try JSONValueDecoder().decode([Int?].self, from: [1, nil]) == [1, nil])
    #expect(try JSONValueDecoder().decode(Double.self, from: 2.5) == 2.5)
    #expect(try JSONValueDecoder().decode(Float.self, from: 2.5) == 2.5)
    #expect(
      try JSONValueDecoder().decode(UInt128.self, from: JSONValue(parsing: "18446744073709551616"))
        == 18_446_744_073_709_551_616)
    #expect(try JSONValueDecoder().decode(Int.self, from: JSONValue(parsing: "1e3")) == 1000)
    #expect(try JSONValueDecoder().decode([Int: Bool].self, from: ["7": true]) == [7: true])
  }

  @Test("C06: every fault has its path") func paths() throws {
    #expect(try context(["tags": []]) == ("missing", ["name"]))
    #expect(try context(["name": nil, "tags": []]) == ("null", ["name"]))
    #expect(try context(["name": 1]) == ("type", ["name"]))
    #expect(try context(["name": "", "tags": ["a", 5]]) == ("type", ["tags", "Index 1"]))
    #expect(try context(["name": "", "tags": [], "scores": ["x": [1, 300]]]) == ("invalid", ["scores", "x", "Index 1"]))
    #expect(try context(["name": "", "tags": [], "scores": ["x": [0.5]]]) == ("invalid", ["scores", "x", "Index 0"]))
    #expect(try context([]) == ("type", []))
    #expect(try context(nil) == ("null", []))
    #expect(try context(JSONValue(parsing: "1e400"), as: Double.self) == ("invalid", []))
    #expect(try context("x", as: Bool.self) == ("type", []))
    #expect(try context("~", as: Data.self) == ("invalid", []))
    #expect(try context("yesterday", as: Date.self) == ("invalid", []))
    #expect(try context(5, as: Date.self) == ("type", []))
  }

  @Test("C04: a path leads to the model, and a missing part is named") func envelopes() throws {
    let json: JSONValue = ["data": ["result": [1, 2]]]
    #expect(try JSONValueDecoder().decode([Int].self, from: json, at: ["data", "result"]) == [1, 2])
    let error = try #require(throws: DecodingError.self) {
      try JSONValueDecoder().decode([Int].self, from: json, at: ["data", "rows", "x"])
    }
    guard case .keyNotFound(let key, let context) = error else { throw error }
    #expect(key.stringValue == "rows")
    #expect(context.codingPath.map(\.stringValue) == ["data"])
  }

  @Test("C16: nested containers and super decoders read where they belong") func nestedContainers() throws {
    class Animal: Decodable {
      let legs: Int
    }
    final class Dog: Animal {
      let name: String, tricks: [String], inner: String, rest: Int
      enum Key: CodingKey { case name, tricks, home }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var list = try container.nestedUnkeyedContainer(forKey: .tricks)
        name = try container.nestedContainer(keyedBy: Key.self, forKey: .home).decode(String.self, forKey: .name)
        var tricks: [String] = []
        tricks.append(try list.decode(String.self))
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(list.currentIndex == 1)
        inner = try list.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .name)
        #expect(try list.decodeNil())
        var numbers = try list.nestedUnkeyedContainer()
        rest = try numbers.decode(Int.self)
        #expect(throws: DecodingError.self) { try numbers.decode(Int.self) }
        #expect(list.isAtEnd)
        self.tricks = tricks
        try super.init(from: try container.superDecoder())
      }
    }
    let dog = try JSONValueDecoder().decode(
      Dog.self, from: ["tricks": ["sit", ["name": "roll"], nil, [1]], "home": ["name": "Rex"], "super": ["legs": 4]])
    #expect((dog.name, dog.tricks, dog.inner, dog.rest, dog.legs) == ("Rex", ["sit"], "roll", 1, 4))
  }

  @Test("C13: all keys are those of the model, also where names are changed") func allKeys() throws {
    struct Keys: Decodable {
      enum Key: CodingKey { case firstName, age }
      let names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
      }
    }
    let json: JSONValue = ["first_name": 1, "age": 2, "other_thing": 3]
    #expect(try JSONValueDecoder(keys: .snakeCase).decode(Keys.self, from: json).names == ["firstName", "age"])
    #expect(try JSONValueDecoder().decode(Keys.self, from: json).names == ["age"])
  }

  @Test(
    "C16: ISO 8601 dates are read with any offset and fraction",
    arguments: [
      ("2023-11-14T22:13:20Z", 1_700_000_000), ("2023-11-14T22:13:20.5Z", 1_700_000_000.5),
      ("2023-11-14T22:13:20.250000Z", 1_700_000_000.25), ("2023-11-15T00:13:20+02:00", 1_700_000_000),
      ("2023-11-14T16:43:20-0530", 1_700_000_000), ("2023-11-14 22:13:20+00", 1_700_000_000),
      ("2023-11-14t22:13:20z", 1_700_000_000), ("1969-12-31T23:59:59.5Z", -0.5), ("0000-03-01T00:00:00Z", -62_162_035_200),
      ("2000-02-29T00:00:00Z", 951_782_400), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Double)])
  func readDates(_ text: String, _ seconds: Double) throws {
    let date = try JSONValueDecoder().decode(Date.self, from: .string(text))
    #expect(date == Date(timeIntervalSince1970: seconds))
    #expect(try JSONValueDecoder().decode(Date.self, from: JSONValueEncoder().encode(date)) == date)
  }

  @Test(
    "C06: what is no date is refused",
    arguments: [
      "", "2023", "2023-11-14", "2023-11-14T22:13:20", "2023-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
      "2023-00-01T00:00:00Z", "2023-01-00T00:00:00Z", "2023-01-01T24:00:00Z", "2023-01-01T00:60:00Z", "2023-01-01T00:00:00.Z",
      "2023-01-01T00:00:00Zx", "2023-01-01T00:00:00+1", "2023-01-01T00:00:00+24:00", "2023-01-01T00:00:00+02:",
      "２０23-01-01T00:00:00Z",
    ])
  func refusedDates(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONValueDecoder().decode(Date.self, from: .string(text)) }
  }
}
