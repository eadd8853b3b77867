import FoundationEssentials
import RefineryCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONCoderTests {
  private func error<Value: Decodable>(
    _ type: Value.Type, _ body: String, at path: [String] = [], _ coder: JSONCoder, location: SourceLocation = #_sourceLocation
  ) throws -> MappingError {
    try #require(throws: MappingError.self, sourceLocation: location) {
      try coder.decode(type, from: Data(body.utf8), at: path)
    }
  }

  @Test("C01: an object and a list map to a model and models", arguments: coders) func models(_ coder: JSONCoder) throws {
    #expect(
      try coder.decode(Citizen.self, from: Data(#"{"id":1,"name":"Ann","extra":[]}"#.utf8)) == Citizen(id: 1, name: "Ann"))
    #expect(try coder.decode([Citizen].self, from: Data(#"[{"id":1,"name":"Ann"}]"#.utf8)) == [Citizen(id: 1, name: "Ann")])
  }

  @Test("C02, C03, C04: a path of any length unwraps objects and lists", arguments: coders)
  func envelopes(_ coder: JSONCoder) throws {
    let body = Data(#"{"data":{"result":{"person":{"id":1,"name":"Ann"}}},"items":[{"id":2,"name":"Bob"}]}"#.utf8)
    #expect(try coder.decode(Citizen.self, from: body, at: ["data", "result", "person"]).id == 1)
    #expect(try coder.decode([Citizen].self, from: body, at: ["items"]).map(\.id) == [2])
    #expect(try coder.decode(JSONValue.self, from: body, at: ["data", "result", "person", "name"]) == "Ann")
    #expect(try coder.decode(String.self, from: body, at: ["data", "result", "person", "name"]) == "Ann")
  }

  @Test("C04: a missing part of the path is an error that names the path", arguments: coders)
  func missingEnvelope(_ coder: JSONCoder) throws {
    let missing = try error(Citizen.self, #"{"data":{"other":1}}"#, at: ["data", "result", "person"], coder)
    #expect(missing.kind == .missing)
    #expect("\(missing)" == "missing at data.result")
    #expect(try error(Citizen.self, #"{"data":[]}"#, at: ["data", "result"], coder).kind == .wrongShape)
    #expect(try error(Citizen.self, #"{"data":null}"#, at: ["data", "result"], coder).kind == .null)
    #expect(
      "\(try error(Citizen.self, #"{"data":{"result":null}}"#, at: ["data", "result"], coder))".hasPrefix("null at data.result")
    )
    #expect(try coder.decode(Citizen?.self, from: Data(#"{"data":null}"#.utf8), at: ["data"]) == nil)
  }

  @Test("A11: a UUID in a body is in capitals, as Foundation has it, or in lower case where the coder is told so")
  func identifiers() throws {
    struct Token: Codable, Equatable {
      var id: UUID
      var parent: UUID?
      var others: [UUID]
      var named: [String: UUID]
    }
    let id = try #require(UUID(uuidString: "0123ABCD-4567-89EF-FEDC-BA9876543210"))
    let token = Token(id: id, parent: id, others: [id], named: ["a": id])
    let capitals = try JSONCoder().encode(token)
    let lower = try JSONCoder(writesLowercaseUUIDs: true).encode(token)
    #expect(String(decoding: capitals, as: UTF8.self).ranges(of: id.uuidString).count == 4)
    #expect(String(decoding: lower, as: UTF8.self).ranges(of: id.uuidString.lowercased()).count == 4)
    #expect(try JSONCoder().decode(Token.self, from: lower) == token)
    #expect(try JSONValueEncoder(writesLowercaseUUIDs: true).encode([id]) == [.string(id.uuidString.lowercased())])
  }

  @Test("C05: a list where an object should be, and the reverse, are errors", arguments: coders)
  func wrongShape(_ coder: JSONCoder) throws {
    let list = try error([Citizen].self, #"{"id":1,"name":"canary"}"#, coder)
    #expect(list.kind == .wrongShape)
    #expect("\(list)" == "wrong shape, expected array")
    #expect(
      "\(try error(Citizen.self, #"{"data":["canary"]}"#, at: ["data"], coder))" == "wrong shape at data, expected object")
  }

  @Test("C06: a missing, null, mistyped or unacceptable field is an error with its path and never its value", arguments: coders)
  func fields(_ coder: JSONCoder) throws {
    func text(_ fields: String) throws -> String {
      "\(try error([String: [Citizen]].self, #"{"people":[{"id":1,"name":"Ann"},{\#(fields)}]}"#, coder))"
    }
    #expect(try text(#""id":1"#) == "missing at people[1].name")
    #expect(try text(#""id":1,"name":null"#) == "null at people[1].name, expected String")
    #expect(try text(#""id":"canary","name":"canary""#) == "wrong type at people[1].id, expected Int")
    #expect(try text(#""id":1.5,"name":"canary""#) == "invalid at people[1].id")
    #expect(try text(#""id":99999999999999999999,"name":"x""#) == "invalid at people[1].id")
    #expect(try text(#""id":1,"name":"x","born":"canary""#) == "invalid at people[1].born")
    #expect(try text(#""id":1,"name":"x","born":5"#).hasPrefix("wrong type at people[1].born"))
  }

  @Test("C06: the decoder's error and the model's own are kept as the underlying one", arguments: coders)
  func underlying(_ coder: JSONCoder) throws {
    #expect(try error(Citizen.self, "{}", coder).underlying is DecodingError)
    let own = try error(Strict.self, #"{"name":"canary"}"#, coder)
    #expect(own.kind == .invalid)
    #expect(own.underlying as? ForbiddenName == ForbiddenName())
    #expect("\(own)" == "invalid, expected Strict: this name is taken")
  }

  @Test("C06, I13: a key that came from the server is shortened and cannot begin a line of its own")
  func hostileKeys() throws {
    let key = "a\\nb" + String(repeating: "x", count: 10_000)
    let text = "\(try error([String: Int].self, #"{"\#(key)":"canary"}"#, JSONCoder()))"
    #expect(text.count < 200)
    #expect(!text.contains("\n"))
    let marks = "a" + String(repeating: "\u{301}", count: 10_000)
    let short = "\(try error([String: Int].self, #"{"\#(marks)":"canary"}"#, JSONCoder()))"
    #expect(short.utf8.count < 300)
  }

  @Test(
    "C06, I13: a body that is no JSON is malformed, with its place", arguments: coders,
    ["{", "[1 2]", "<html>", "{\"id\":1 \"x\"}", "nul"])
  func malformed(_ coder: JSONCoder, _ body: String) throws {
    let malformed = try error(Citizen.self, body, coder)
    #expect(malformed.kind == .malformed)
    #expect(malformed.underlying is JSONValue.Malformed)
    #expect("\(malformed)".contains("line 1, column"))
    #expect(try error(Citizen.self, body, at: ["data"], coder).kind == .malformed)
  }

  @Test("C08: an empty body is an error of its own, and nil for an optional", arguments: coders, ["", " \r\n\t"])
  func emptyBody(_ coder: JSONCoder, _ body: String) throws {
    let empty = try error(Citizen.self, body, coder)
    #expect(empty.kind == .emptyBody)
    #expect("\(empty)" == "empty body, expected Citizen")
    #expect(try error([Citizen].self, body, at: ["data"], coder).kind == .emptyBody)
    #expect(try error(JSONValue.self, body, coder).kind == .emptyBody)
    #expect(try coder.decode(Citizen?.self, from: Data(body.utf8)) == nil)
    #expect(throws: MappingError.self) {
      try coder.decodeList(Citizen.self, from: Data(body.utf8), at: [], onFailure: .skip)
    }
  }

  @Test("C09, C10: nulls go by the call, then by the coder; members are written by name") func nulls() throws {
    let person = Citizen(id: 1, name: "Ann/Bob")
    func text(_ coder: JSONCoder, _ nulls: NullPolicy?) throws -> String {
      String(decoding: try coder.encode(person, nulls: nulls), as: UTF8.self)
    }
    let valued = #"{"id":1,"name":"Ann/Bob"}"#, nullified = #"{"born":null,"id":1,"name":"Ann/Bob"}"#
    #expect(try text(JSONCoder(), nil) == valued)
    #expect(try text(JSONCoder(), .omit) == valued)
    #expect(try text(JSONCoder(), .null) == nullified)
    #expect(try text(JSONCoder(nulls: .null), nil) == nullified)
    #expect(try text(JSONCoder(nulls: .null), .omit) == valued)
    #expect(try text(JSONCoder(keys: .snakeCase), nil) == valued)
  }

  @Test("C10: both encoders write the same bytes") func sameBytes() throws {
    struct Everything: Encodable {
      var date = Date(timeIntervalSince1970: 0.5), data = Data([1, 2]), url = URL(string: "http://h/a?b=c")
      var doubles = [1.0, 0.1, 1e16, 1e-7, -2.5e300], float = Float(0.1), decimal = Decimal(string: "1.10")
      var text = "é\u{1}/\"\\\u{7F}\u{2028}😀", big = UInt64.max, empty: [String: Int] = [:], none: Int?, id = UUID()
    }
    let value = Everything()
    #expect(try JSONCoder().encode(value) == JSONCoder(keys: .custom { $0 }).encode(value))
  }

  @Test("C13: names are changed in both directions, by coding keys or by a strategy") func renaming() throws {
    struct Renamed: Codable, Equatable {
      var descriptionText: String
      enum CodingKeys: String, CodingKey { case descriptionText = "description" }
    }
    let body = try JSONCoder().encode(Renamed(descriptionText: "x"))
    #expect(String(decoding: body, as: UTF8.self) == #"{"description":"x"}"#)
    #expect(try JSONCoder().decode(Renamed.self, from: body) == Renamed(descriptionText: "x"))

    struct Image: Codable, Equatable { var imageURL: String }
    let snake = try JSONCoder(keys: .snakeCase).encode(Image(imageURL: "u"))
    #expect(String(decoding: snake, as: UTF8.self) == #"{"image_url":"u"}"#)
    #expect(try JSONCoder(keys: .snakeCase).decode(Image.self, from: snake) == Image(imageURL: "u"))
  }

  @Test("C01: dates are read with and without fractions, by any strategy") func dates() throws {
    func date(_ coder: JSONCoder, _ json: String) throws -> Date {
      try coder.decode([Date].self, from: Data("[\(json)]".utf8))[0]
    }
    let whole = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try date(JSONCoder(), #""2023-11-14T22:13:20Z""#) == whole)
    #expect(try date(JSONCoder(), #""2023-11-14T22:13:20.5Z""#) == whole + 0.5)
    #expect(try date(JSONCoder(dates: .secondsSince1970), "1700000000") == whole)
    #expect(try date(JSONCoder(dates: .millisecondsSince1970), "1700000000000") == whole)
    let custom = DateStrategy.custom(encode: { _ in "now" }, decode: { _ in throw ForbiddenName() })
    #expect(String(decoding: try JSONCoder(dates: custom).encode([whole]), as: UTF8.self) == #"["now"]"#)
    let refused = try #require(throws: MappingError.self) { try date(JSONCoder(dates: custom), "[{}]") }
    #expect(refused.kind == .invalid)
    #expect(refused.underlying is ForbiddenName)
    #expect(refused.codingPath == ["[0]"])
  }

  @Test("C16: raw JSON goes through unchanged, inside of a model by value") func raw() throws {
    let text = #"{"b":1.0,"a":1e400,"b2":[18446744073709551616]}"#
    let json = try JSONCoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect(String(decoding: try JSONCoder().encode(json), as: UTF8.self) == text)
    struct Holder: Codable, Equatable { var meta: JSONValue }
    let holder = try JSONCoder().decode(Holder.self, from: Data(#"{"meta":{"x":[1,null,0.1]}}"#.utf8))
    #expect(holder.meta == ["x": [1, nil, 0.1]])
    #expect(try JSONCoder().decode(Holder.self, from: JSONCoder().encode(holder)) == holder)
  }

  @Test("C20: a repeated key in a body decodes, without a crash", arguments: coders) func duplicates(_ coder: JSONCoder) throws
  {
    let person = try coder.decode(Citizen.self, from: Data(#"{"id":1,"name":"a","id":2}"#.utf8))
    #expect(person.id == 1)
    #expect(try coder.decode(JSONValue.self, from: Data(#"{"id":1,"id":2}"#.utf8)) == ["id": 1])
  }

  @Test("I02: what JSON cannot write is an error with its path, and no value", arguments: coders) func unencodable(
    _ coder: JSONCoder
  ) throws {
    for nulls in [NullPolicy.omit, .null] {
      let error = try #require(throws: MappingError.self) { try coder.encode(["ratio": [1, Double.nan]], nulls: nulls) }
      #expect(error.kind == .unencodable)
      #expect("\(error)" == "unencodable at ratio[1]")
      #expect(error.underlying is EncodingError)
    }
    #expect(throws: MappingError.self) { try coder.encode([Date(timeIntervalSince1970: .infinity)]) }
  }

  @Test("C01: one coder serves many tasks at once") func concurrency() async throws {
    let coder = JSONCoder()
    try await withThrowingTaskGroup(of: Citizen.self) { group in
      for id in 0..<200 {
        group.addTask {
          let person = Citizen(id: id, name: "n\(id)", born: Date(timeIntervalSince1970: Double(id)))
          return try coder.decode(Citizen.self, from: coder.encode(person))
        }
      }
      var ids: Set<Int> = []
      for try await person in group {
        #expect(person.name == "n\(person.id)")
        ids.insert(person.id)
      }
      #expect(ids.count == 200)
    }
  }

  @Test("C01, G07: media types can be those of a JSON dialect") func mediaTypes() {
    #expect(JSONCoder().contentType == "application/json")
    #expect(JSONCoder().accept == "application/json")
    #expect(JSONCoder(contentType: "application/merge-patch+json").contentType == "application/merge-patch+json")
  }
}
