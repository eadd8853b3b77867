import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct MemberPathTests {
  private struct Pair: Codable, Equatable, JSONReadable {
    static let keys: JSONKeys = ["id", "name"]
    var id: Int
    var name: String

    init(id: Int, name: String) { (self.id, self.name) = (id, name) }
    init(json: inout JSONReader) throws {
      var id: Int?, name: String?
      var members = try json.object(Self.keys)
      while let member = try json.next(in: &members) {
        if member == 0 { id = try json.value() } else { name = try json.value() }
      }
      self.init(id: try json.require(id), name: try json.require(name))
    }
  }

  /// Both ways of reading: by Codable where a rule for names is set.
  private static var decoders: [JSONModelDecoder] {
    var other = JSONModelDecoder()
    other.memberName = { $0 }
    return [JSONModelDecoder(), other]
  }

  @Test("C02, C04: a value is read at a path of names", arguments: [0, 1])
  func found(_ way: Int) throws {
    let decoder = Self.decoders[way]
    let document = Data(
      #"{"a":[{"b":1}],"d\u0061ta":{"x":null,"päth":{"id":1,"name":"A"},"päth":3,"list":[{"id":2,"name":"B"}]},"z":{}}"#.utf8)
    #expect(try decoder.decode(Pair.self, from: document, at: ["data", "päth"]) == Pair(id: 1, name: "A"))
    #expect(try decoder.decode([Pair].self, from: document, at: ["data", "list"]) == [Pair(id: 2, name: "B")])
    #expect(try decoder.decode(String.self, from: document, at: ["data", "päth", "name"]) == "A")
    #expect(try decoder.decode(Int?.self, from: document, at: ["data", "x"]) == nil)
    #expect(try decoder.decode([String: Int].self, from: document, at: ["z"]) == [:])
  }

  @Test("C04, C06: a missing, null, mismatched or invalid value is reported with its whole path", arguments: [0, 1])
  func faults(_ way: Int) throws {
    let decoder = Self.decoders[way]
    func fault(_ document: String) throws -> String {
      let error = try #require(throws: DecodingError.self) {
        try decoder.decode([Pair].self, from: Data(document.utf8), at: ["data", "items"])
      }
      func text(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
      switch error {
      case .keyNotFound(let key, let context): return "no \(key.stringValue) in \(text(context.codingPath))"
      case .typeMismatch(_, let context): return "mismatch at \(text(context.codingPath))"
      case .valueNotFound(_, let context): return "null at \(text(context.codingPath))"
      case .dataCorrupted(let context): return "corrupted at \(text(context.codingPath))"
      @unknown default: return "unknown"
      }
    }
    #expect(try fault("{}") == "no data in ")
    #expect(try fault(#"{"data":{}}"#) == "no items in data")
    #expect(try fault(#"{"data":null}"#) == "null at data")
    #expect(try fault(#"{"data":[]}"#) == "mismatch at data")
    #expect(try fault(#"{"data":{"items":null}}"#) == "null at data.items")
    #expect(try fault(#"{"data":{"items":{}}}"#) == "mismatch at data.items")
    #expect(try fault(#"{"data":{"items":[{"id":1,"name":"x"},{"id":"x"}]}}"#) == "mismatch at data.items.Index 1.id")
    #expect(try fault(#"{"data":{"items":[{"id":1}]}}"#) == "no name in data.items.Index 0")
    for malformed in [#"{"data":{"items":[]}"#, #"{"data":{"items":[]}}}"#, #"{"data":{"items":[]},"x":}"#, ""] {
      #expect(try fault(malformed) == "corrupted at ")
    }
  }

  @Test("C13: a rule makes names of members but not of dictionaries, and errors have the models' keys")
  func names() throws {
    struct Model: Codable, Equatable {
      struct Inner: Codable, Equatable { var deepValue: Int? }
      var someName: String
      var byKey: [String: Inner]
      var byNumber: [Int: Inner]
      var inner: [Inner]
    }
    let document =
      #"{"BYKEY":{"deepValue":{"DEEPVALUE":1}},"BYNUMBER":{"1":{"DEEPVALUE":2}},"INNER":[{},{"DEEPVALUE":3}],"SOMENAME":"x"}"#
    var decoder = JSONModelDecoder()
    decoder.memberName = { $0.uppercased() }
    var encoder = JSONModelEncoder()
    encoder.memberName = { $0.uppercased() }
    encoder.outputFormatting = .sortedKeys
    let model = Model(
      someName: "x", byKey: ["deepValue": .init(deepValue: 1)], byNumber: [1: .init(deepValue: 2)],
      inner: [.init(deepValue: nil), .init(deepValue: 3)])
    #expect(try decoder.decode(Model.self, from: Data(document.utf8)) == model)
    #expect(String(decoding: try encoder.encode(model), as: UTF8.self) == document)
    for (old, new, path) in [
      (#"{"DEEPVALUE":1}"#, #"{"DEEPVALUE":"x"}"#, "byKey.deepValue.deepValue"), (#"":2"#, #"":[]"#, "byNumber.1.deepValue"),
      ("3", "0.5", "inner.Index 1.deepValue"),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try decoder.decode([String: Model].self, from: Data("{\"DEEPVALUE\":\(document.replacing(old, with: new))}".utf8))
      }
      switch error {
      case .typeMismatch(_, let context), .dataCorrupted(let context):
        #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == "DEEPVALUE.\(path)")
      default: Issue.record(error)
      }
    }
  }

  @Test("C13: a rule for member names replaces the key strategy", arguments: [0, 40])
  func ruleAndStrategy(_ others: Int) throws {
    struct Model: Codable, Equatable { var imageURL: Int, byName: [String: Int] }
    let filler = (0..<others).map { ",\"k_\($0)\":0" }.joined()
    for name in ["image_url", "image\\u005furl"] {
      let document = Data("{\"\(name)\":1,\"by_name\":{\"a_b\":2}\(filler)}".utf8)
      for strategy: JSONDecoder.KeyDecodingStrategy in [.convertFromSnakeCase, .custom { _ in OtherKey() }] {
        var decoder = JSONModelDecoder()
        decoder.memberName = { $0 == "imageURL" ? "image_url" : "by_name" }
        decoder.keyDecodingStrategy = strategy
        #expect(try decoder.decode(Model.self, from: document) == Model(imageURL: 1, byName: ["a_b": 2]))
      }
    }
  }

  private struct OtherKey: CodingKey {
    let stringValue = "other"
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  @Test("C13: a name that the rule returns finds the member with the same text, however it is composed", arguments: [0, 40])
  func composedNames(_ others: Int) throws {
    struct Model: Decodable { var value: Int }
    let filler = (0..<others).map { "\"k\($0)\":0," }.joined()
    for (name, written) in [("\u{E9}", "e\u{301}"), ("\u{212A}", "K")] {
      var decoder = JSONModelDecoder()
      decoder.memberName = { _ in name }
      #expect(try decoder.decode(Model.self, from: Data("{\(filler)\"\(written)\":1}".utf8)).value == 1)
    }
  }

  @Test("C13: the rule applies to objects with many members or irregular names, and to allKeys")
  func wideNames() throws {
    struct AnyName: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Keys: Decodable {
      let keys: [String]
      let sum: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyName.self)
        keys = container.allKeys.map(\.stringValue)
        sum = try container.allKeys.reduce(0) { try $0 + container.decode(Int.self, forKey: $1) }
      }
    }
    var decoder = JSONModelDecoder()
    decoder.memberName = { key in key.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined() }
    for names in [
      ["one_two", "three"], (0..<40).map { "name_\(Character(Unicode.Scalar(UInt8(97 + $0 % 26))))\($0)" },
      ["é_a", "e\u{301}_b"],
    ] {
      let document = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      let keys = try decoder.decode(Keys.self, from: Data(document.utf8))
      #expect(keys.sum == names.count)
      #expect(keys.keys.count == names.count)
    }
    #expect(try decoder.decode(Keys.self, from: Data(#"{"one_two":1,"a":2}"#.utf8)).keys == ["oneTwo", "a"])
  }

  private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A model with any members.
  private struct Prices: Decodable, Equatable {
    var byCurrency: [String: Int] = [:]
    init(_ byCurrency: [String: Int]) { self.byCurrency = byCurrency }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyName.self)
      for key in container.allKeys { byCurrency[key.stringValue] = try container.decode(Int.self, forKey: key) }
    }
  }

  private static let rules: [@Sendable (String) -> String] = [
    { key in key.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined() }, { $0.uppercased() },
    { $0.prefix(1).uppercased() + $0.dropFirst() }, { "x-" + $0 }, { $0 + "_" }, { String($0.reversed()) },
  ]

  @Test("C13: each key of allKeys finds its member, whatever the rule and the names", arguments: rules.indices)
  func allKeysAreFound(rule: Int) throws {
    var decoder = JSONModelDecoder()
    decoder.memberName = Self.rules[rule]
    let names = ["USD", "usd", "one_two", "Three", "x-four", "five_", "", "_a", "é", "10", "a10"]
    let document = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
    for document in [document, "{\(String(repeating: "\"USD\":9,", count: 20))" + document.dropFirst()] {
      let values = try decoder.decode(Prices.self, from: Data(document.utf8)).byCurrency.values
      #expect(Set(values).isSuperset(of: names.indices.dropFirst()) && values.count == names.count)
    }
    let lists = try decoder.decode([Prices].self, from: Data(#"[{"USD":1},{"EUR":2},{"usd":3}]"#.utf8))
    #expect(lists.map { $0.byCurrency.values.first } == [1, 2, 3])
  }

  @Test("C13: the names of allKeys apply only to their object") func unconvertedNames() throws {
    struct Model: Decodable {
      let prices: Prices
      let usd: Int?
      enum CodingKeys: String, CodingKey { case prices, usd = "USD" }
    }
    var decoder = JSONModelDecoder()
    decoder.memberName = { $0.lowercased() }
    let model = try decoder.decode(Model.self, from: Data(#"{"prices":{"USD":1},"USD":2}"#.utf8))
    #expect(model.prices == Prices(["USD": 1]) && model.usd == nil)
  }

  @Test(
    "C13: an enum with associated values is read back under rules that change letters or add a few",
    arguments: [0, 2, 3, 4])
  func associatedValues(rule: Int) throws {
    enum Shape: Codable, Equatable {
      case circle(radius: Int)
      case roundedBox(sideLength: Int, cornerRadius: Int)
    }
    var encoder = JSONModelEncoder()
    encoder.memberName = Self.rules[rule]
    var decoder = JSONModelDecoder()
    decoder.memberName = Self.rules[rule]
    let shapes = [Shape.circle(radius: 1), .roundedBox(sideLength: 2, cornerRadius: 3)]
    #expect(try decoder.decode([Shape].self, from: encoder.encode(shapes)) == shapes)
  }
}
