import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct EncoderTests {
  struct Inner: Codable, Equatable { var x: Int, y: String? }
  struct Model: Codable, Equatable {
    var id: Int, name: String, ratio: Double, small: UInt8?, flag: Bool, inner: Inner, list: [Inner], tags: [String]
    var by: [String: Inner]
  }

  static let model = Model(
    id: -7, name: "Ann \"A\" / é\n", ratio: 0.1, small: nil, flag: true, inner: Inner(x: 1, y: "\u{2028}\u{1}"),
    list: [Inner(x: 2, y: nil), Inner(x: 3, y: "z")], tags: [], by: ["b/": Inner(x: 4, y: nil), "a": Inner(x: 5, y: "")])

  static let formats: [JSONEncoder.OutputFormatting] = [
    [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
    [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
  ]

  @Test("C01 a document is equal to Foundation's, and decodes to the same model", arguments: formats)
  func model(_ format: JSONEncoder.OutputFormatting) throws {
    let (foundation, refinery) = encodings(Self.model) { $0.outputFormatting = format }
    #expect(foundation == refinery)
    let data = try JSONModelEncoder().encode(Self.model)
    #expect(try JSONModelDecoder().decode(Model.self, from: data) == Self.model)
  }

  @Test("Members are in the order of writing, or sorted by the bytes of their names")
  func order() throws {
    struct Unordered: Encodable {
      let b = 1, a = 2, B = 3, b10 = 4, b9 = 5, é = 6, c_ = 7
    }
    var encoder = JSONModelEncoder()
    #expect(text(try encoder.encode(Unordered())) == #"{"b":1,"a":2,"B":3,"b10":4,"b9":5,"é":6,"c_":7}"#)
    encoder.outputFormatting = .sortedKeys
    #expect(text(try encoder.encode(Unordered())) == #"{"B":3,"a":2,"b":1,"b10":4,"b9":5,"c_":7,"é":6}"#)
  }

  @Test("Names are sorted by their text, not by their escapes")
  func escapedNames() {
    let names = [
      "a\"", "a#", "a/", "a0", "a\\", "a\n", "a\u{1}", "a", "", "A", "é", "e\u{301}x", "\u{7F}", "abcdefgh", "abcdefghi",
      "abcdefghiz", "abcdefghjA",
    ]
    let (foundation, refinery) = encodings(Dictionary(uniqueKeysWithValues: zip(names, 0...)))
    #expect(foundation == refinery)
  }

  @Test("Names that first differ in their ninth byte are two names, and are sorted by it")
  func ninthByte() {
    let names = ["abcdefgh", "abcdefghj", "abcdefghi", "abcdefghjA", "abcdefghiz"]
    let (foundation, refinery) = encodings(Dictionary(uniqueKeysWithValues: zip(names, 0...)))
    #expect(foundation == refinery)
  }

  @Test("A name that needs an escape is sorted by its text, also if it is the only name out of order")
  func escapedName() {
    let (foundation, refinery) = encodings(
      Written(by: { encoder in
        var container = encoder.container(keyedBy: AnyName.self)
        for name: AnyName in ["a0", "a\""] { try container.encode(1, forKey: name) }
      }))
    #expect(foundation == refinery)
  }

  @Test("Many members are sorted from any order", arguments: [3, 24, 25, 100, 1000])
  func many(_ count: Int) {
    let numbers = (0..<count).map { ($0 * 7919) % count }
    let (foundation, refinery) = encodings(Dictionary(numbers.map { ("name number \($0)", [$0]) }) { $1 })
    #expect(foundation == refinery)
  }

  @Test(
    "A single value is a document",
    arguments: [Written(1), Written("a"), Written(true), Written(0.5), Written(Int?.none), Written([Int]()), Written([1: 2])])
  func fragments(_ value: Written) {
    let (foundation, refinery) = encodings(value)
    #expect(foundation == refinery)
  }

  @Test("A model that writes nothing is an error as a document, and an empty object inside of one")
  func nothing() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
    for value in [
      Written([Nothing()]), Written(["a": Nothing()]), Written(Optional(Nothing())), Written([[Optional(Nothing())]]),
    ] {
      let (foundation, refinery) = encodings(value)
      #expect(foundation == refinery)
    }
    let (foundation, refinery) = encodings(Nothing())
    #expect(foundation == .failure("invalid", path: []))
    #expect(foundation == refinery)
  }

  @Test("An encoder is a value: copies have their own settings, and many tasks can use one")
  func value() async throws {
    var encoder = JSONModelEncoder()
    encoder.outputFormatting = .sortedKeys
    let shared = encoder
    encoder.outputFormatting = .prettyPrinted
    let expected = try shared.encode(Self.model)
    try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<8 { group.addTask { try shared.encode(Self.model) } }
      for try await data in group { #expect(data == expected) }
    }
  }

  @Test("A model with a configuration is encoded with it")
  func configuration() throws {
    struct Scaled: EncodableWithConfiguration {
      let size: Int
      func encode(to encoder: any Encoder, configuration: Int) throws {
        var container = encoder.singleValueContainer()
        try container.encode(size * configuration)
      }
    }
    enum Double: EncodingConfigurationProviding { static let encodingConfiguration = 2 }
    #expect(text(try JSONModelEncoder().encode(Scaled(size: 2), configuration: 3)) == "6")
    #expect(text(try JSONModelEncoder().encode(Scaled(size: 2), configuration: Double.encodingConfiguration)) == "4")
  }

  @Test("A model can read the encoder's user info")
  func userInfo() throws {
    struct Asking: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo.values.compactMap { $0 as? String })
      }
    }
    var encoder = JSONModelEncoder()
    encoder.userInfo = [try #require(CodingUserInfoKey(rawValue: "who")): "me"]
    #expect(text(try encoder.encode(["a": Asking()])) == #"{"a":["me"]}"#)
  }

  @Test("A long document is complete")
  func long() throws {
    let list = (0..<20_000).map { Inner(x: $0, y: "text number \($0)") }
    let (foundation, refinery) = encodings(list)
    #expect(foundation == refinery)
  }
}
