package import RefineryParts
import Testing

@Suite struct StructuredFieldTests {
  @Test("Q16: RFC 9651 section 4.2.2: a repeated name keeps its first place and its last value")
  func repeatedNames() throws {
    let members = try #require(StructuredField.dictionary("a=1,b=2,a=3"))
    #expect(members.entries.map(\.name) == ["a", "b"] && members["a"]?.value == .integer(3))
    let item = try #require(StructuredField.item("x;a=1;b;a=2"))
    #expect(item.parameters.entries.map(\.name) == ["a", "b"] && item.parameters["a"] == .integer(2))
  }

  @Test(
    "Q16: a malformed value makes the whole field malformed",
    arguments: [
      "a=:aGVsb G8=:", "a=:aGVsbG!8=:", "a=:_-Ah:", "a=:=a=:", "a=%\"%C3%BC\"", "a=%\"%c3%28\"", "a=%\"%a0\"", "a=%\"%g0\"",
      "a=@1.5", "a=@", "a=1.", "a=1.1234", "a=1234567890123.1", "a=1234567890123456", "a=--1", "a=\"é\"", "a=\"\\x\"", "a=?2",
      "a=(1", "a=(1,2)", "a=1,", "a=1;B", "A=1", "a=1 b=2", "a =1",
    ])
  func malformed(text: String) {
    #expect(StructuredField.dictionary("z, \(text)") == nil)
  }

  @Test(
    "Q14: each type of value is read and written",
    arguments: [
      ("12", StructuredValue.integer(12)), ("-0.5", .decimal(thousandths: -500)), ("1.25", .decimal(thousandths: 1250)),
      ("100.0", .decimal(thousandths: 100_000)), ("\"a\\\"\\\\\"", .string("a\"\\")), ("*a/b:c", .token("*a/b:c")),
      (":aGk=:", .bytes([0x68, 0x69])), ("?0", .boolean(false)), ("@-1659578233", .date(-1_659_578_233)),
      ("%\"f%c3%bc%22%25\"", .displayString("f\u{FC}\"%")),
      ("(a 1;x)", .innerList([StructuredMember(.token("a")), StructuredMember(.integer(1), ["x": .boolean(true)])])),
    ])
  func types(text: String, value: StructuredValue) {
    #expect(StructuredField.list(text) == [StructuredMember(value)])
    #expect(StructuredField.text([StructuredMember(value)]) == text)
  }

  @Test(
    "Q14: a value without a text is not written",
    arguments: [
      StructuredValue.integer(1_000_000_000_000_000), .integer(-1_000_000_000_000_000),
      .decimal(thousandths: 1_000_000_000_000_000), .date(1_000_000_000_000_000), .string("é"), .string("\n"), .token("a b"),
      .token(""), .token("1"), .innerList([StructuredMember(.innerList([]))]),
    ])
  func unwritable(value: StructuredValue) {
    #expect(StructuredField.text([StructuredMember(value)]) == nil)
    #expect(StructuredField.text(["a": StructuredMember(value)]) == nil)
  }

  @Test("Q14: a name that is not a key is not written", arguments: ["", "A", "1", "a b", "é"])
  func unwritableNames(name: String) {
    #expect(StructuredField.text([name: StructuredMember(.integer(1))]) == nil)
    #expect(StructuredField.text([StructuredMember(.integer(1), [name: .integer(1)])]) == nil)
  }

  @Test("Q16: a text is written as a token if it is one, and otherwise as a string with what strings permit")
  func tokenOrString() {
    #expect(
      ["a/1.0", "", "a b", "a\"\\\u{301}é"].map(StructuredField.tokenOrString) == ["a/1.0", "\"\"", "\"a b\"", #""a\"\\""#])
  }
}

extension StructuredMap: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Value)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}
