import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct ReadableTests {
  struct Place: Codable, Equatable, JSONReadable {
    var city: String, zip: Int
    static let jsonKeys: JSONKeys = ["city", "zip"]
  }

  struct Person: Codable, Equatable, JSONReadable {
    var id: Int, name: String, score: Double, isActive: Bool, nickname: String?, place: Place?, tags: [String], born: Date?
    static let jsonKeys: JSONKeys = ["id", "name", "score", "isActive", "nickname", "place", "tags", "born"]
  }

  static let whole =
    #"{"id":1,"name":"Ann","score":1.5,"isActive":true,"nickname":null,"place":{"city":"Ö","zip":9},"tags":["a"],"born":5}"#

  @Test("C01 a JSONReadable model reads the same as by Codable, in any order and with unknown members")
  func same() {
    for text in [
      Self.whole, #"{"tags":[],"isActive":false,"x":[{"id":[1.5e3,"\u0041"]},null],"score":-2,"name":"\u00e9","id":0}"#,
      #" { "id" : -7 , "name":"", "score":0e1, "isActive":true, "tags":["x","y","z","longer than fifteen bytes","é"] } "#,
      #"{"id":1,"id":2,"name":"a","name":5,"score":1,"isActive":true,"tags":[]}"#,
      #"{"id":1,"name":"a","score":1,"isActive":true,"nicknames":5,"tags":[]}"#,
    ] {
      let direct = Outcome { try JSONModelDecoder().decode([Directly<Person>].self, from: Data("[\(text)]".utf8)).map(\.value) }
      let codable = Outcome { try JSONModelDecoder().decode([Codably<Person>].self, from: Data("[\(text)]".utf8)).map(\.value) }
      #expect(direct == codable)
      guard case .value = direct else {
        Issue.record("refused \(text)")
        continue
      }
    }
  }

  @Test(
    "A mismatch is the same error at the same path as by Codable",
    arguments: [
      ("\"id\":1", "\"id\":null"), ("\"id\":1", "\"id\":\"1\""), ("\"id\":1", "\"id\":1.5"), ("\"id\":1", "\"id\":01"),
      ("\"id\":1", "\"ID\":1"),
      ("\"Ann\"", "7"), ("\"Ann\"", "\"\\x\""), ("1.5", "{}"), ("1.5", "1e999"), ("true", "null"), ("true", "tru"),
      ("9}", "\"9\"}"), ("9}", "9"),
      ("[\"a\"]", "{}"), ("[\"a\"]", "[\"a\",1]"), ("[\"a\"]", "[\"a\" \"b\"]"), ("[\"a\"]", "[\"a\",]"), ("}", ",}"),
      ("5}", "\"5\"}"),
      (",", ",,"), (":", ""), ("[\"a\"]", "[\"a\"[\"b\"]]"),
    ])
  func errors(_ change: (String, String)) {
    let text = "[\(Self.whole),\(Self.whole.replacing(change.0, with: change.1, maxReplacements: 1))]"
    let direct = Outcome { try JSONModelDecoder().decode([Person].self, from: Data(text.utf8)) }
    let codable = Outcome { try JSONModelDecoder().decode([Codably<Person>].self, from: Data(text.utf8)).map(\.value) }
    #expect(direct == codable)
  }

  @Test("A document that is cut anywhere is refused")
  func truncation() {
    let text = Array(Self.whole.utf8)
    for count in 0..<text.count {
      let outcome = Outcome { try JSONModelDecoder().decode(Person.self, from: Data(text[..<count])) }
      #expect(outcome == .failure("corrupted", path: []))
    }
    let outcome = Outcome { try JSONModelDecoder().decode(Person.self, from: Data(text + Array(" x".utf8))) }
    #expect(outcome == .failure("corrupted", path: []))
  }

  @Test("With a key strategy, Codable reads the model")
  func strategies() throws {
    var decoder = JSONModelDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let person = try decoder.decode(Person.self, from: Data(Self.whole.replacing("isActive", with: "is_active").utf8))
    #expect(person.isActive)
  }

  @Test("A document is refused even if its model catches the reader's error")
  func swallowed() {
    struct Careless: JSONReadable, Equatable {
      var number: Int?
      init(json: inout JSONReader) { number = try? json.value() }
      init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    }
    let outcome = Outcome { try JSONModelDecoder().decode([Careless].self, from: Data("[1,\"2\"]".utf8)) }
    #expect(outcome == .failure("mismatch Int", path: ["Index 1"]))
  }

  @Test(
    "Both ways read Foundation's types and dictionaries alike, with each strategy",
    arguments: [
      "0", "1.5", "1e3", "null", "true", "\"2026-01-02T03:04:05Z\"", "\"2026-01-02T03:04:05+01:00\"", "\"aGk=\"", "\"a\"",
      "\"\"", "[1,2]", "[1,300]",
      "\"https://example.com\"", "{}", "{\"a\":1}", "{\"a\":1,\"a\":null,\"b\":2,}", "{\"a\":null}", "{\"a\":1 \"b\":2}",
      #"{"\u0061":1}"#, "\"\\x\"", "123456789.5", "[", "-",
      "\"red\"", "\"green\"", "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "[2,1,2]", "[1,null]",
    ])
  func foundation(_ text: String) {
    enum Colour: String, Codable, JSONReadable { case red, blue }
    func compare<Value: Decodable & Equatable & JSONReadable>(_ type: Value.Type) {
      for strategy: JSONDecoder.DateDecodingStrategy in [.iso8601, .deferredToDate, .secondsSince1970, .millisecondsSince1970] {
        for data: JSONDecoder.DataDecodingStrategy in [.base64, .deferredToData] {
          var decoder = JSONModelDecoder()
          decoder.dateDecodingStrategy = strategy
          decoder.dataDecodingStrategy = data
          let settled = decoder
          let document = Data("[\(text)]".utf8)
          let direct = Outcome { try settled.decode([Value].self, from: document) }
          let codable = Outcome { try settled.decode([Asked<Value>].self, from: document).map(\.value) }
          #expect(direct == codable, "\(type)")
          guard case .value = codable else { continue }
          let alone = Outcome { try settled.decode([Directly<Value>].self, from: document).map(\.value) }
          #expect(alone == codable, "\(type)")
        }
      }
    }
    compare(Date.self)
    compare(Data.self)
    compare(URL.self)
    compare(Decimal.self)
    compare(UUID.self)
    compare(Set<Int>.self)
    compare([String: Int].self)
    compare(Colour.self)
  }

  @Test("A malformed number or string in a value of any kind has its offset in the document")
  func offsetInAnyValue() throws {
    for (text, offset) in [("[1,[true,01]]", 9), (#"[1,{"a":"\x"}]"#, 10)] {
      let error = try #require(throws: DecodingError.self) {
        try JSONModelDecoder().decode([JSONValue].self, from: Data(text.utf8))
      }
      guard case .dataCorrupted(let context) = error else {
        Issue.record(error)
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["Index 1"])
      #expect((context.underlyingError as? JSONMalformed)?.offset == offset)
    }
  }

  @Test("The offset of a malformed number or string is counted in the whole document")
  func offsetInMembers() throws {
    struct Inner: Decodable { var number: Double, text: String }
    struct Outer: Decodable, JSONReadable {
      var id: Int, inner: Inner
      static let jsonKeys: JSONKeys = ["id", "inner"]

      init(json: inout JSONReader) throws {
        var id: Int?, inner: Inner?
        var members = try json.object(Self.jsonKeys)
        while let member = try json.next(in: &members) {
          if member == 0 { id = try json.value() } else { inner = try json.value(Inner.self) }
        }
        self.id = try json.require(id)
        self.inner = try json.require(inner)
      }
    }
    for (text, offset, path) in [
      (#"{"id":01,"inner":{"number":1,"text":""}}"#, 6, ["id"]),
      (#"{"id":1,"inner":{"number":1.,"text":""}}"#, 26, ["inner", "number"]),
      (#"{"id":1,"inner":{"number":1,"text":"\x"}}"#, 37, ["inner", "text"]),
    ] {
      let document = Data(text.utf8)
      for read in [
        { _ = try JSONModelDecoder().decode(Outer.self, from: document) },
        { _ = try JSONModelDecoder().decode(Codably<Outer>.self, from: document) },
      ] {
        let error = try #require(throws: DecodingError.self, performing: read)
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == path)
        #expect((context.underlyingError as? JSONMalformed)?.offset == offset)
      }
    }
  }

  @Test("A model can have more than 64 members; of each, the first one counts")
  func many() throws {
    struct Many: JSONReadable {
      static let jsonKeys = JSONKeys((0..<100).map { "k\($0)" })
      var read: [Int: Int] = [:]
      init(json: inout JSONReader) throws {
        var members = try json.object(Self.jsonKeys)
        while let member = try json.next(in: &members) { read[member] = try json.value() }
      }
    }
    let members = (0..<200).map { "\"k\($0 % 100)\":\($0)" }
    let many = try JSONModelDecoder().decode(Many.self, from: Data("{\(members.joined(separator: ","))}".utf8))
    #expect(many.read == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) }))
  }

  @Test("512 nested values are skipped and 513 are refused")
  func depth() {
    for (depth, fits) in [(510, true), (511, false), (100_000, false)] {
      let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let text = "[{\"city\":\"a\",\"deep\":\(deep),\"zip\":1}]"
      let outcome = Outcome { try JSONModelDecoder().decode([Place].self, from: Data(text.utf8)) }
      #expect(outcome == (fits ? .value([Place(city: "a", zip: 1)]) : .failure("corrupted", path: [])))
    }
  }
}

/// A value that a container of Codable reads.
struct Asked<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
}

/// A value that is read by Codable, even if it could read itself.
struct Codably<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
}

extension ReadableTests.Place {
  init(json: inout JSONReader) throws {
    var city: String?, zip: Int?
    var members = try json.object(Self.jsonKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: city = try json.value()
      default: zip = try json.value()
      }
    }
    self.init(city: try json.require(city), zip: try json.require(zip))
  }
}

extension ReadableTests.Person {
  init(json: inout JSONReader) throws {
    var id: Int?, name: String?, score: Double?, isActive: Bool?, nickname: String?, place: ReadableTests.Place?
    var tags: [String]?, born: Date?
    var members = try json.object(Self.jsonKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: id = try json.value()
      case 1: name = try json.value()
      case 2: score = try json.value()
      case 3: isActive = try json.value()
      case 4: nickname = try json.valueIfPresent()
      case 5: place = try json.valueIfPresent()
      case 6: tags = try json.value()
      default: born = try json.valueIfPresent()
      }
    }
    self.init(
      id: try json.require(id), name: try json.require(name),
      score: try json.require(score), isActive: try json.require(isActive),
      nickname: nickname, place: place, tags: try json.require(tags), born: born)
  }
}
