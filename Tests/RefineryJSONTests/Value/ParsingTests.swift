import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct ParsingTests {
  @Test(
    "I13: what RFC 8259 does not allow is refused",
    arguments: [
      "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#,
      #"{"a" 1}"#, #"{"a":1 "b":2}"#, "{1:2}", "[1}", #"{"a":1]"#, "01", "+1", ".5", "1.", "1e", "1e+", "-", "--1", "0x1",
      "NaN", "Infinity", "-Infinity", "tru", "truex", "nul", "falsy", "True", "'a'", #"""#, #""a"#, #""\"#, #""\x""#,
      #""\u12""#,
      #""\u12G4""#, "\"a\nb\"", "\"\u{0}\"", "1 2", "[] []", "{}x", "/**/1", "[1]//x", #"{"a":1,,"b":2}"#, "\u{FEFF}\u{FEFF}1",
    ])
  func malformed(_ text: String) {
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: text) }
  }

  @Test(
    "I02, I13: a lone surrogate is refused wherever it stands",
    arguments: [
      #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\ud800x""#, #""\ud800\n""#, #"{"\udfff":1}"#, #""\uD83D\u0041""#,
      #""\ud83e\ue000""#, #""\ud83e\udbff""#, #""\ud83e\uffff""#,
    ])
  func loneSurrogates(_ text: String) {
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: text) }
  }

  @Test("C16: escapes and surrogate pairs are read") func escapes() throws {
    #expect(try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00\u0000""#) == "\"\\/\u{8}\u{c}\n\r\tAé😀\0")
    #expect(try JSONValue(parsing: #"{"\u0061\n":1}"#) == ["a\n": 1])
  }

  @Test(
    "I13: bytes that are not UTF-8 are refused",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
      [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0x7B, 0x22, 0x80, 0x22, 0x3A, 0x31, 0x7D], [0xFF, 0xFE, 0x31, 0x00],
    ] as [[UInt8]])
  func notUTF8(_ bytes: [UInt8]) {
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: Data(bytes)) }
  }

  @Test("C16: white space and one byte order mark are let pass") func whiteSpace() throws {
    #expect(try JSONValue(parsing: "\u{FEFF} \t\r\n[ 1 , { \"a\" : null } ] \n") == [1, ["a": nil]])
  }

  @Test("C16: scalars are documents too", arguments: ["null", "true", "false", "0", "-1.5e3", "\"\""])
  func scalars(_ text: String) throws {
    #expect(try JSONValue(parsing: text).text() == text)
  }

  @Test("C16: a slice of data is read from its own start") func slices() throws {
    let data = Data("xx[1,2]yy".utf8)
    #expect(try JSONValue(parsing: data[2..<7]) == [1, 2])
  }

  @Test("I13: a fault says where it is and never what stands there") func position() throws {
    let fault = try #require(throws: JSONValue.Malformed.self) {
      try JSONValue(parsing: "{\n  \"password\": \"canary\",\n  \"x\": canary\n}")
    }
    #expect(fault.line == 3)
    #expect(fault.column == 8)
    #expect(fault.offset == 33)
    #expect("\(fault)" == "malformed JSON at line 3, column 8: unexpected byte")
  }

  /// Documents with one fault, and the number of bytes before it.
  private static let faults: [(String, Int, String)] = [
    ("", 0, "unexpected end"), ("[", 1, "unexpected end"), ("[1,", 3, "unexpected end"), ("[1,]", 3, "unexpected byte"),
    (#"{"a":1,}"#, 7, "unexpected byte"), ("[1 2]", 3, "unexpected byte"), (#"{"a" 1}"#, 5, "unexpected byte"),
    (#"{1:2}"#, 1, "unexpected byte"), ("1 2", 2, "unexpected byte"), ("[1}", 2, "unexpected byte"),
    ("[tru]", 1, "unexpected byte"), ("nul", 0, "unexpected byte"), ("[1.]", 1, "invalid number"),
    ("[0, 01]", 4, "invalid number"),
    ("-", 0, "invalid number"), (#"["a", "b"#, 8, "unexpected end"), (#"["\x"]"#, 3, "invalid escape"),
    (#"["\u12G4"]"#, 6, "invalid escape"), (#"["\ud800x"]"#, 4, "invalid escape"), (#"["\ud800\ud800"]"#, 4, "invalid escape"),
    ("[\"a\nb\"]", 3, "control character in a string"),
    (#"{"a":[1,{"b":2,"b":3}]}"#, 15, "the object already has a member of this name"),
    ("\u{FEFF}[1,]", 6, "unexpected byte"), ("[[1]", 4, "unexpected end"), ("{\"a\"", 4, "unexpected end"),
  ]

  @Test("I13: each fault has its place and its reason", arguments: faults.indices) func places(_ index: Int) throws {
    let (text, offset, reason) = Self.faults[index]
    let fault = try #require(throws: JSONValue.Malformed.self) { try JSONValue(parsing: text, allowsRepeatedKeys: false) }
    #expect((fault.offset, fault.reason) == (offset, reason))
    #expect((fault.line, fault.column) == (1, offset + 1))
    let later = try #require(throws: JSONValue.Malformed.self) {
      try JSONValue(parsing: "\n\n " + text.trimmingPrefix("\u{FEFF}"), allowsRepeatedKeys: false)
    }
    #expect((later.line, later.column) == (3, offset + 2 - (text.utf8.count - text.trimmingPrefix("\u{FEFF}").utf8.count)))
  }

  @Test("I13: a place in a part of data is counted from the start of the part") func placeInPart() throws {
    let part = Data("  [01]".utf8).dropFirst(2)
    let fault = try #require(throws: JSONValue.Malformed.self) { try JSONValue(parsing: part) }
    #expect((fault.offset, fault.line, fault.column) == (1, 1, 2))
  }

  @Test("I13: text that is not UTF-8 has the place of its first letter") func placeOfText() throws {
    let fault = try #require(throws: JSONValue.Malformed.self) {
      try JSONValue(parsing: Data([0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D]))
    }
    #expect((fault.offset, fault.reason) == (2, "invalid UTF-8"))
  }

  @Test("C20: every repeated name is found, in the order of the document") func repeatedNames() throws {
    let document = Data("\u{FEFF}{\"a\":{\"x\":1,\"x\":2},\n\"a\":3,\"b\":[{\"c\":1,\"\\u0063\":2}],\"a\":4}".utf8)
    let places = try JSONValue.repeatedKeys(in: document)
    #expect(places.map(\.offset) == [15, 23, 41, 54])
    #expect(places.map(\.line) == [1, 2, 2, 2])
    let nested = Data(#"{"a":1,"a":{"b":1,"b":2}}"#.utf8)
    #expect(try JSONValue.repeatedKeys(in: nested).map(\.offset) == [7, 18])
    #expect(try JSONValue.repeatedKeys(in: Data(#"{"a":{"a":{}}}"#.utf8)).isEmpty)
    #expect(try JSONValue(parsing: document).text() == #"{"a":{"x":1},"b":[{"c":1}]}"#)
  }

  @Test("I13: nesting beyond the limit is refused, up to it is read") func depth() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(512)) }
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: nested(513)) }
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: String(repeating: "{\"a\":[", count: 1_000_000)) }
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: "[[1]]", maximumDepth: 1) }
    #expect(throws: Never.self) { try JSONValue(parsing: "1", maximumDepth: 0) }
  }

  @Test("I13: no caller can permit a nesting that exhausts the stack", .timeLimit(.minutes(5))) func largestDepth() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    let deepest = nested(JSONValue.largestDepth)
    let value = try JSONValue(parsing: deepest, maximumDepth: .max)
    #expect(value == (try JSONValue(parsing: deepest, maximumDepth: .max)))
    #expect(value.text() == deepest)
    let refusal = #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: nested(500_000), maximumDepth: .max) }
    #expect(refusal?.reason == "more than 2048 levels")
  }
}
