import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct EncoderStrategyTests {
  struct Dated: Encodable { var when: Date, maybe: Date?, all: [Date] }

  static let strategies: [JSONEncoder.DateEncodingStrategy] = [
    .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .custom { _, _ in },
    .custom { date, encoder in try "\(date.timeIntervalSince1970)".encode(to: encoder) },
    .custom { _, encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      try container.encode(1, forKey: "b")
      try container.encode(2, forKey: "a")
    },
  ]

  @Test("C01 every date strategy writes what Foundation writes", arguments: strategies.indices)
  func dates(_ strategy: Int) {
    for seconds in [0, 0.5, 0.9999999, -0.5, 951_782_400, 951_868_799, 951_868_800, 1e9, 4_107_542_399, 253_402_300_799.9] {
      let date = Date(timeIntervalSince1970: seconds)
      for value in [Written(date), Written(Dated(when: date, maybe: date, all: [date])), Written([Optional(date)])] {
        let (foundation, refinery) = encodings(value) { $0.dateEncodingStrategy = Self.strategies[strategy] }
        #expect(foundation == refinery)
      }
    }
  }

  @Test("Each day of four centuries is written as Foundation writes it")
  func days() {
    let days = stride(from: 0.0, to: 500 * 365.25 * 86400, by: 86400 * 3.3).map { Date(timeIntervalSince1970: $0) }
    let early = [-1, -2_208_988_800, -12_219_292_801, -62_135_596_801, 253_402_300_800].map(Date.init(timeIntervalSince1970:))
    let (foundation, refinery) = encodings(days + early) { $0.dateEncodingStrategy = .iso8601 }
    #expect(foundation == refinery)
  }

  @Test("Infinite and NaN dates are refused, even if strings stand for infinity", arguments: [Double.infinity, .nan])
  func endless(_ time: Double) {
    var encoder = JSONModelEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "a", negativeInfinity: "b", nan: "c")
    for strategy in [.secondsSince1970, .millisecondsSince1970, .iso8601] as [JSONEncoder.DateEncodingStrategy] {
      encoder.dateEncodingStrategy = strategy
      let settled = encoder
      let outcome = Encoding { try settled.encode(["at": Date(timeIntervalSince1970: time)]) }
      #expect(outcome == .failure("invalid", path: ["at"]))
    }
  }

  @Test("C01 every data strategy writes what Foundation writes")
  func data() {
    let strategies: [JSONEncoder.DataEncodingStrategy] = [
      .base64, .deferredToData, .custom { _, _ in }, .custom { data, encoder in try data.count.encode(to: encoder) },
    ]
    let blobs = (0..<70).map { Data((0..<$0).map { UInt8(truncatingIfNeeded: 255 - $0 * 37) }) }
    for strategy in strategies {
      for format in EncoderTests.formats {
        let (foundation, refinery) = encodings(blobs) {
          $0.dataEncodingStrategy = strategy
          $0.outputFormatting = format
        }
        #expect(foundation == refinery)
      }
    }
  }

  enum Colour: String, CodingKeyRepresentable, Encodable { case deepRed, lightGreen }

  struct Named: Encodable {
    var oneTwo = 1, aURL = 2, trailing_ = 4, ABC = 5, a1B = 6, ÄbÖ = 7, ǅx = 8
    var inner = ["keyOne": ["keyTwo": 1]], numbers = [1: "a"], colours = [Colour.deepRed: 1], text = "aB"
  }

  @Test("C13 keys are converted as by Foundation, except the keys of a [String: Value]")
  func keys() {
    let strategies: [JSONEncoder.KeyEncodingStrategy] = [
      .useDefaultKeys, .convertToSnakeCase, .custom { path in AnyName("<\(path.last?.stringValue ?? "")>") },
      .custom { _ in AnyName("same") },
    ]
    for strategy in strategies {
      let (foundation, refinery) = encodings(["outerKey": Named()]) { $0.keyEncodingStrategy = strategy }
      #expect(foundation == refinery)
    }
  }

  @Test("The path of an error in a dictionary has the dictionary's key, also after models whose keys are converted")
  func pathInDictionary() {
    let (foundation, refinery) = encodings([
      Written(Snake()),
      Written(by: { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(["threeFour": Double.nan])
      }),
    ]) { $0.keyEncodingStrategy = .convertToSnakeCase }
    #expect(foundation == .failure("invalid", path: ["Index 1", "threeFour"]))
    #expect(refinery == foundation)
  }

  struct Snake: Encodable { var firstName = 1 }

  @Test("Keys that are the same text in other characters keep their own characters")
  func composedKeys() {
    let (foundation, refinery) = encodings(
      ["a\u{E9}B", "ae\u{301}B"].map { key in
        Written(by: { encoder in
          var container = encoder.container(keyedBy: AnyName.self)
          try container.encode(1, forKey: AnyName(key))
        })
      }
    ) { $0.keyEncodingStrategy = .convertToSnakeCase }
    #expect(foundation == refinery)
  }

  @Test("A custom key strategy gets the whole path")
  func path() throws {
    struct Model: Encodable { var a = [["b": Inner()]] }
    struct Inner: Encodable { var c = 1 }
    var encoder = JSONModelEncoder()
    encoder.keyEncodingStrategy = .custom { path in AnyName(path.map(\.stringValue).joined(separator: "-")) }
    #expect(text(try encoder.encode(Model())) == #"{"a":[{"b":{"a-Index 0-b-c":1}}]}"#)
  }

  @Test("C09, C10, C11 with the strategy `null`, nil properties are written as null at every depth")
  func nulls() throws {
    struct Model: Encodable {
      var a: Int?, b: String?, c: Inner? = Inner(), d = [Inner()], e = ["k": Inner()], f: [Int?] = [nil, 1], g: Date?
    }
    struct Inner: Encodable { var x: Double?, y: [Int]?, z: URL?, w: Bool?, v: Int128?, u: UInt8? }
    var encoder = JSONModelEncoder()
    #expect(text(try encoder.encode(Model())) == #"{"c":{},"d":[{}],"e":{"k":{}},"f":[null,1]}"#)
    encoder.writesNulls = true
    let inner = #"{"x":null,"y":null,"z":null,"w":null,"v":null,"u":null}"#
    #expect(
      text(try encoder.encode(Model()))
        == #"{"a":null,"b":null,"c":\#(inner),"d":[\#(inner)],"e":{"k":\#(inner)},"f":[null,1],"g":null}"#)
    encoder.keyEncodingStrategy = .convertToSnakeCase
    struct Snake: Encodable { var firstName: String? }
    #expect(text(try encoder.encode(Snake())) == #"{"first_name":null}"#)
  }

  enum Maybe: JSONOmittable, Encodable {
    case absent, value(Int)
    var isAbsent: Bool { if case .absent = self { true } else { false } }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .value(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
  }

  @Test("A member whose value is absent is left out; an absent element of an array is written")
  func absent() throws {
    var encoder = JSONModelEncoder()
    encoder.outputFormatting = .sortedKeys
    let members: [String: Maybe] = ["a": .value(1), "b": .absent, "c": .value(2), "d": .absent]
    #expect(text(try encoder.encode(members)) == #"{"a":1,"c":2}"#)
    #expect(text(try encoder.encode([Maybe.absent, .value(1), .absent])) == "[null,1,null]")
    #expect(text(try encoder.encode(Maybe.absent)) == "null")
  }

  @Test("A URL is written as a string, an optional of an optional as null or its value")
  func rest() {
    struct Model: Encodable {
      var url = URL(string: "https://example.com/a?b=c&d=%C3%A9"), double: Int?? = .some(nil),
        both: [Int??] = [nil, 1, .some(nil)]
      var set: Set<String> = ["a/b"], bytes: ContiguousArray<UInt8> = [1, 2],
        id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
      var colour = Colour.deepRed
    }
    for format in EncoderTests.formats {
      let (foundation, refinery) = encodings(Model()) { $0.outputFormatting = format }
      #expect(foundation == refinery)
    }
  }

}
