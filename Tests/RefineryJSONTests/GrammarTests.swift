import FoundationEssentials
import RefineryJSON
import Testing

/// Documents of our own after RFC 8259: what its grammar takes, what it refuses, and what it leaves to implementations.
@Suite struct GrammarTests {
  @Test(
    "A valid document of RFC 8259 is read as by Foundation",
    arguments: [
      "null", "true", "false", "0", "-0", "-1", "1.5", "1e3", "1E+3", "1.25e-3", "\"\"", "\"text\"", "[]", "{}", "[[]]", "[{}]",
      " \t\r\n[ 1 , 2 ]\n", "{\"a\":{\"b\":[null]}}", #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u4F60""#, #""\ud83e\udd8a""#,
      "\"\u{7F}\"", "\"é你🦊\"", "{\"\":0}", "{\"a b\":1}", "[0,-0.0,1e0]", "123456789012345678", "-9223372036854775808",
      "9223372036854775807", "[\"a\",\"longer than fifteen bytes\",\"longer than fifteen bytes, é\"]",
      #"{"\u0061":1}"#, #"{"e\u0301":1}"#, "0.1", "5e-324", "1.7976931348623157e308", "0.30000000000000004",
    ])
  func accepts(_ text: String) {
    let (foundation, refinery) = outcomes(Anything.self, text)
    guard case .value = refinery else {
      Issue.record("refused \(text)")
      return
    }
    #expect(foundation == refinery)
  }

  @Test(
    "An invalid document of RFC 8259 is refused as by Foundation",
    arguments: [
      "", " ", "[", "]", "{", "}", "[1", "[1}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1]", "{a:1}", "{1:1}", "{\"a\" 1}",
      "{\"a\":1 \"b\":2}", "[1 2]", "[,1]", "[1,,2]", "{,}", "[1],", "nul", "nulL", "tru", "True", "falsy", "\"", "\"a", "'a'",
      "\"\\x\"", "\"\\u12G4\"", "\"\\u00\"", "\"\u{0}\"", "\"\n\"", "01", "-", "-a", "+1", ".5", "1.", "1.e5", "1e", "1e+",
      "0x1",
      "NaN", "Infinity", "--1", "1 2", "[1]x", "// a\n1", "[1] // a", "\u{FEFF}\u{FEFF}1", "\"\\",
    ])
  func refuses(_ text: String) {
    let (foundation, refinery) = outcomes(Anything.self, text)
    #expect(foundation == refinery)
    guard case .failure = refinery else {
      Issue.record("took \(text)")
      return
    }
  }

  @Test(
    "Documents that RFC 8259 leaves open are read as by Foundation",
    arguments: [
      "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":2}", #"{"a":1,"\u0061":2}"#, #""\ud83e""#, #""\udd8a\ud83e""#, #""\u0000""#,
      #""\ud83e\ue000""#, #""\ud83e\udbff""#, #""\ud83e\uffff""#, #""\ud83e\udc00""#, #""\udbff\udfff""#, #""\ud800\ud800""#,
      "\u{FEFF}1",
      "1e400", "-1e400", "1e-400", "100000000000000000000", "9223372036854775808", "1.0000000000000001", "[1e1000]",
      "{\"K\":1,\"\u{212A}\":2}", "{\"é\":1,\"e\u{301}\":2}",
    ])
  func implementationDefined(_ text: String) {
    let (foundation, refinery) = outcomes(Anything.self, text)
    #expect(foundation == refinery)
  }

  @Test("A key finds the first member whose name is the same text, however it is composed", arguments: [0, 20])
  func composition(_ others: Int) {
    struct Composed: Decodable, Equatable {
      var value: Int
      enum CodingKeys: String, CodingKey { case value = "\u{E9}" }
    }
    struct Decomposed: Decodable, Equatable {
      var value: Int
      enum CodingKeys: String, CodingKey { case value = "e\u{301}" }
    }
    let rest = (0..<others).map { ",\"m\($0)\":0" }.joined()
    for names in [["\u{E9}"], ["e\u{301}"], ["\u{E9}", "e\u{301}"], ["e\u{301}", "\u{E9}"]] {
      let text = "{" + zip(names, 1...).map { "\"\($0)\":\($1)" }.joined(separator: ",") + rest + "}"
      #expect(outcomes(Composed.self, text).refinery == .value(Composed(value: 1)))
      #expect(outcomes(Decomposed.self, text).refinery == .value(Decomposed(value: 1)))
    }
  }

  @Test("Invalid UTF-8 is refused where a model reads it, and skipped elsewhere")
  func invalidText() {
    struct One: Decodable, Equatable { var a: Int }
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
      let text = Data([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
      #expect(outcomes(String.self, text).refinery == .failure("corrupted", path: []))
      let unread = Data("{\"b\":".utf8) + text + Data(",\"a\":1}".utf8)
      #expect(outcomes(One.self, unread).refinery == .value(One(a: 1)))
      let name = Data("{".utf8) + text + Data(":1,\"a\":1}".utf8)
      let (foundation, refinery) = outcomes(One.self, name)
      #expect(foundation == refinery)
    }
  }

  @Test("512 nested values are read and 513 are refused; skipped values need no stack")
  func depth() {
    struct Nothing: Decodable, Equatable { init(from decoder: any Decoder) {} }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      for depth in [512, 513, 100_000] {
        let text = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        let (foundation, refinery) = outcomes(Nothing.self, text)
        #expect(foundation == refinery)
        #expect((refinery == .failure("corrupted", path: [])) == (depth > 512))
      }
    }
  }

  @Test("UTF-16 and UTF-32 are recognized by byte order marks or by zeros")
  func encodings() throws {
    let text = "{\"a\":\"é🦊\"}"
    for encoding: String.Encoding in [
      .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf8,
    ] {
      let data = try #require(text.data(using: encoding))
      #expect(outcomes([String: String].self, data).refinery == .value(["a": "é🦊"]))
    }
    // Foundation takes the mark of UTF-32 for that of UTF-16.
    let (foundation, refinery) = outcomes(String.self, try #require("\"a\"".data(using: .utf32)))
    #expect(foundation == refinery)
    #expect(outcomes(Int.self, Data([0x31, 0])).refinery == .value(1))
    #expect(outcomes(String.self, Data([0xFE, 0xFF, 0xD8])).refinery == .failure("corrupted", path: []))
  }

  @Test("A document that is cut anywhere is refused, and nothing beyond its end is read")
  func truncation() {
    let text = Array(#"{"id":12,"list":[true,null,-1.5e3],"text":"\u00e9\ud83e\udd8a é","nested":{"a":false}} "#.utf8)
    for count in 0..<text.count - 1 {
      let (foundation, refinery) = outcomes(Anything.self, Data(text[..<count]))
      #expect(foundation == refinery)
      #expect(refinery == .failure("corrupted", path: []))
    }
  }

  @Test("The underlying error of malformed data has the offset of the byte and nothing of the document")
  func explanation() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONModelDecoder().decode([String].self, from: Data(#"["secret", oops]"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else { throw try #require(error) }
    let malformed = try #require(context.underlyingError as? JSONMalformed)
    #expect(malformed.description == "unexpected byte at byte 11")
  }

  @Test("The offset of malformed data includes the byte order mark")
  func offsetBehindMark() throws {
    for (text, offset) in [("\u{FEFF}[\"a\", oops]", 9), ("\u{FEFF}[\"\\x\"]", 6), ("\u{FEFF}", 3)] {
      let document = Data(text.utf8)
      for read in [
        { _ = try JSONModelDecoder().decode([String].self, from: document) },
        { _ = try JSONModelDecoder().decode(Codably<[String]>.self, from: document) },
      ] {
        let error = try #require(throws: DecodingError.self, performing: read)
        guard case .dataCorrupted(let context) = error else { throw error }
        let malformed = try #require(context.underlyingError as? JSONMalformed)
        #expect(malformed.offset == offset)
        #expect(JSONValue.Malformed(malformed, in: document).column == offset + 1)
      }
    }
  }
}
