import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct JSONPointerTests {
  @Test("Every example of RFC 6901 section 5 points to its value")
  func examples() throws {
    let document = try json(
      #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#)
    let expected: [(String, JSONValue)] = [
      ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
      ("/g|h", 4), (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7), ("/m~0n", 8),
    ]
    for (text, value) in expected {
      let pointer = try JSONPointer(text)
      #expect(pointer.value(in: document) == value, "\(text)")
      #expect(pointer.description == text)
      #expect(JSONPointer(tokens: pointer.tokens) == pointer)
    }
  }

  @Test("G: ~01 is the name ~1, not a slash")
  func escapes() throws {
    #expect(try JSONPointer("/~01").tokens == ["~1"])
    #expect(try JSONPointer("/~1~0/~0~1").tokens == ["/~", "~/"])
    #expect(JSONPointer(tokens: ["~1", "/"]).description == "/~01/~1")
  }

  @Test("Text that is no pointer is refused", arguments: ["foo", "foo/bar", "/~", "/~2", "/a~", "/a/~x", " /a"])
  func malformed(text: String) {
    #expect(throws: JSONPointer.Malformed.self) { try JSONPointer(text) }
  }

  @Test(
    "A place in an array is digits without a leading zero, and there",
    arguments: ["-", "00", "01", "-1", "+1", "1e0", "", "2", "١", "99999999999999999999"])
  func notAPlace(token: String) {
    #expect(JSONPointer(tokens: ["l", token]).value(in: ["l": ["a", "b"]]) == nil)
    #expect(JSONPointer(tokens: ["l", token]).value(in: ["l": [:]]) == nil)
    #expect(JSONPointer(tokens: ["l", token]).value(in: ["l": .object([(key: token, value: .bool(true))])]) == true)
  }

  @Test("A slash joins a character that would combine with it")
  func combining() throws {
    let pointer = JSONPointer(tokens: ["\u{301}a", "b"])
    #expect(try JSONPointer(pointer.description) == pointer)
    #expect(pointer.tokens.count == 2)
  }

  @Test("A pointer knows what lies inside of it")
  func inside() {
    let pointer: JSONPointer = ["a/b", "0"]
    #expect(JSONPointer.root.contains(pointer))
    #expect(JSONPointer(tokens: ["a/b"]).contains(pointer))
    #expect(!pointer.contains(pointer))
    #expect(!JSONPointer(tokens: ["a"]).contains(pointer))
    #expect(JSONPointer.root.appending("a/b").appending("0") == pointer)
  }
}
