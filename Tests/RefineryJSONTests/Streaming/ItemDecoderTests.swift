import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct ItemDecoderTests {
  struct Person: Codable, Equatable {
    var id: Int
    var name: String
    var tags: [String]?
  }

  /// Documents with whatever a boundary could tear apart, and how many items they have.
  static let documents: [(JSONItemFormat, String, Int)] = [
    (.array(), "[]", 0),
    (.array(), " \n[ ] \t", 0),
    (.array(), "\u{FEFF}[{\"id\":1,\"name\":\"Ann\"}]", 1),
    (.array(), #"[{"id":1,"name":"Ann"},{"id":-20,"name":"Bö\n\\\"}]\u00e9\ud83d\ude00","tags":["a","[{"]}]"#, 2),
    (.array(), #" [ {"id" : 1 , "name" : "x\\" } , {"id":2,"name":"","tags":[] } , ] "#, 2),
    (.array(at: ["data"]), #"{"data":[{"id":1,"name":"a"}]}"#, 1),
    (
      .array(at: ["data", "items"]),
      #"{"n":-1.5e+3,"t":[true,false,null,{"data":{"items":[7]}}],"data":{"x":"\"]","items":[{"id":1,"name":"é"},"#
        + #"{"id":2,"name":"z"}],"more":{}},"data":{"items":[5]},"end":"\\"} "#, 2
    ),
    (.array(at: ["d\u{e9}ta"]), #"{"d":0,"d\u00E9ta":[{"id":1,"name":"a"}]}"#, 1),
    (.lines, "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\\n\"}\r\n\n  \n {\"id\":3,\"name\":\"c\"} ", 3),
    (.lines, "", 0),
    (.lines, "\n\n", 0),
    (.sequence, "\u{1E}{\"id\":1,\n\"name\":\"a\"}\n\u{1E}\u{1E}{\"id\":2,\"name\":\"b\"}\u{1E} {\"id\":3,\"name\":\"\"}\n", 3),
    (.sequence, "", 0),
  ]

  @Test("Items are the same wherever the bytes of a document are cut, in one place or before each byte", arguments: documents)
  func cuts(_ format: JSONItemFormat, _ text: String, _ count: Int) {
    let whole = Heard<Person>(format, text)
    #expect(whole.items.count == count && whole.faults.isEmpty && whole.end == nil)
    for cut in 0...text.utf8.count { #expect(Heard<Person>(format, text, cuts: [cut]) == whole, "cut at \(cut)") }
    #expect(Heard<Person>.bytewise(format, text) == whole)
  }

  @Test("A document that ends too early says so, with the byte where it ends, and gives the items before", arguments: documents)
  func truncation(_ format: JSONItemFormat, _ text: String, _ count: Int) {
    guard case .array = format else { return }
    let bytes = Array(text.utf8)
    let whole = Heard<Person>(format, text)
    let end = bytes.lastIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") } ?? 0
    for count in 0...end {
      let part = Heard<Person>(format, Array(bytes[..<count]), cuts: [count / 2]) { JSONItemDecoder($0, limit: $1) }
      #expect(whole.items.starts(with: part.items) && part.faults.isEmpty)
      #expect(
        part.end?.hasSuffix("the stream ends in the middle at byte \(count)") == true
          || part.end?.hasSuffix("nothing where an array should be at byte \(count)") == true)
    }
  }

  @Test(
    "What stands in place of items is an error with its place, wherever the bytes are cut",
    arguments: [
      (.array(), "[1,,2]", [1], "1 [1]: unexpected byte at byte 3"),
      (.array(), "[1 2]", [1], "- unexpected byte at byte 3"),
      (.array(), "[,1]", [], "0 [0]: unexpected byte at byte 1"),
      (.array(), "[1]x", [1], "- unexpected byte at byte 3"),
      (.array(), "[1] [2]", [1], "- unexpected byte at byte 4"),
      (.array(), "{\"a\":[1]}", [], "- something else in place of the array at byte 0"),
      (.array(), "null", [], "- null in place of the array at byte 0"),
      (.array(), "7", [], "- something else in place of the array at byte 0"),
      (.array(), " ", [], "- nothing where an array should be at byte 1"),
      (.array(), "\u{FEFF}", [], "- nothing where an array should be at byte 3"),
      (.array(at: ["a"]), "[1]", [], "- something else in place of the array at byte 0"),
      (.array(at: ["a"]), "{\"b\":[1]}", [], "- a: a missing member at byte 8"),
      (.array(at: ["a", "b"]), "{\"a\":{\"c\":1}}", [], "- a.b: a missing member at byte 11"),
      (.array(at: ["a", "b"]), "{\"a\":null}", [], "- a: null in place of the array at byte 5"),
      (.array(at: ["a"]), "{\"a\":{}}", [], "- a: something else in place of the array at byte 5"),
      (.array(at: ["a"]), "{\"x\":[}],\"a\":[1]}", [], "- unexpected byte at byte 6"),
      (.array(at: ["a"]), "{\"x\":trve,\"a\":[1]}", [], "- unexpected byte at byte 7"),
      (.array(at: ["a"]), "{\"a\":[1],}}", [1], "- unexpected byte at byte 10"),
      (.array(at: ["a"]), "{\"a\":[1],\"b\":]}", [1], "- unexpected byte at byte 13"),
      (.array(at: ["a"]), "{\"x\":\"\\u12\"}", [], "- invalid escape at byte 10"),
    ] as [(JSONItemFormat, String, [Int], String)])
  func structure(_ format: JSONItemFormat, _ text: String, _ items: [Int], _ end: String) {
    let whole = Heard<Int>(format, text)
    #expect(whole.items == items && whole.end == end && whole.faults.isEmpty)
    #expect(Heard<Int>.bytewise(format, text) == whole)
  }

  @Test("An item that cannot be read is named by place, path and byte, and those around it are read")
  func undecodable() {
    let text = #"{"d":[{"id":1,"name":"a"},{"id":2,"name":5},{"id":3,"name":"c","tags":["x",null]},{"id":4,"name":"d"}]}"#
    let heard = Heard<Person>(.array(at: ["d"]), text)
    #expect(heard.items.map(\.id) == [1, 4] && heard.end == nil)
    #expect(heard.faults == ["1 d[1].name: unreadable at byte 26", "2 d[2].tags[1]: unreadable at byte 44"])
    #expect(Heard<Person>.bytewise(.array(at: ["d"]), text) == heard)
  }

  @Test("An item that is no JSON ends an array, and a line and a text of a sequence alone")
  func malformed() {
    let array = Heard<[Int]>(.array(), #"[[1],[tru],[3]]"#)
    #expect(array.items == [[1]] && array.end == "1 [1]: unexpected byte at byte 6")
    let lines = Heard<[Int]>(.lines, "[1]\n[2\n3]\n[4}\n[5] 6\n[7]")
    #expect(lines.items == [[1], [7]] && lines.end == nil)
    #expect(
      lines.faults == [
        "1 [1]: unexpected end at byte 6", "2 [2]: unexpected byte at byte 8", "3 [3]: unexpected byte at byte 12",
        "4 [4]: unexpected byte at byte 18",
      ])
    #expect(Heard<[Int]>.bytewise(.lines, "[1]\n[2\n3]\n[4}\n[5] 6\n[7]") == lines)
    #expect(Heard<[Int]>(.lines, "[1]\n[2").end == "1 [1]: the stream ends in the middle at byte 6")
  }

  @Test("Lines that would make a list only together are each read by themselves")
  func lineByLine() {
    let heard = Heard<[Int]>(.lines, "1,2\n[3\n4]\n")
    #expect(heard.items.isEmpty && heard.faults.count == 3)
  }

  @Test(
    "RFC 7464: a number or literal without white space behind it, and a text cut off, are reported as truncated, and the rest read"
  )
  func sequences() {
    let text = "\u{1E}1\n\u{1E}2\u{1E}tru\u{1E}\u{1E}3 \u{1E}true\u{1E}4\n\u{1E}5"
    let heard = Heard<Int>(.sequence, text)
    #expect(heard.items == [1, 3, 4] && heard.end == nil)
    #expect(heard.faults.count == 4 && heard.faults.allSatisfy { $0.contains("lost its end") })
    #expect(Heard<Int>.bytewise(.sequence, text) == heard)
    let strings = Heard<String>(.sequence, "\u{1E}\"a\"\u{1E}\"b\u{1E}\"c\"")
    #expect(strings.items == ["a", "c"] && strings.faults == ["1 [1]: a text that may have lost its end at byte 5"])
    #expect(Heard<Int>(.sequence, "7\n\u{1E}8\n").faults == ["0 [0]: unexpected byte at byte 0"])
    #expect(Heard<Int>(.sequence, "7\n\u{1E}8\n").items == [8])
  }

  @Test("An item beyond the limit is refused with its place, and never gathered")
  func limit() {
    let large = "[\"a\",\"\(String(repeating: "x", count: 100))\",\"b\"]"
    for cuts in [[], Array(0..<large.utf8.count)] {
      let heard = Heard<String>(.array(), large, cuts: cuts, limit: 50)
      #expect(heard.items == ["a"] && heard.end == "1 [1]: an item of more than 50 bytes at byte 5")
    }
    let lines = Heard<String>(.lines, "\"a\"\n\"\(String(repeating: "x", count: 100))\"\n\"b\"\n", limit: 50)
    #expect(lines.items == ["a", "b"] && lines.faults == ["1 [1]: an item of more than 50 bytes at byte 4"])
    #expect(Heard<String>(.array(), "[\"1234\"]", limit: 6).items == ["1234"])
    #expect(Heard<String>(.array(), "[\"1234\"]", limit: 5).items.isEmpty)
  }

  @Test("Bytes that are not UTF-8 from the start are refused as such")
  func encodings() {
    for bytes in [[0xFE, 0xFF, 0, 0x5B], [0xFF, 0xFE, 0x5B, 0], [0, 0x5B], [0xEF, 0x5B]] as [[UInt8]] {
      let heard = Heard<Int>(.array(), bytes, decoder: { JSONItemDecoder($0, limit: $1) })
      #expect(heard.end?.contains("invalid encoding") == true)
    }
  }

  @Test("An error is one line that holds nothing of the document but names")
  func secrets() {
    let heard = Heard<Int>(.array(at: ["d"]), #"{"secret":"x","d":["hidden\u000a"]}"#)
    #expect(heard.faults == ["0 d[0]: unreadable at byte 19"])
  }

  @Test("The way to the list may be as deep as a document, and no deeper")
  func depth() {
    let text = String(repeating: "[", count: 511)
    #expect(Heard<Int>(.array(at: ["d"]), "{\"x\":\(text)").end?.contains("ends in the middle") == true)
    #expect(Heard<Int>(.array(at: ["d"]), "{\"x\":\(text)[").end == "- more than 512 levels at byte 516")
  }
}
