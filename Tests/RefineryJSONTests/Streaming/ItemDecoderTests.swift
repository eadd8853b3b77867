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
    (.array(at: ["\u{1D6}"]), #"{"\u0075\u0308\u0304":[{"id":1,"name":"a"}]}"#, 1),
    (.lines, "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\\n\"}\r\n\n  \n {\"id\":3,\"name\":\"c\"} ", 3),
    (.lines, "", 0),
    (.lines, "\n\n", 0),
    (.sequence, "\u{1E}{\"id\":1,\n\"name\":\"a\"}\n\u{1E}\u{1E}{\"id\":2,\"name\":\"b\"}\u{1E} {\"id\":3,\"name\":\"\"}\n", 3),
    (.sequence, "", 0),
  ]

  @Test("Items do not depend on how the bytes are cut into pieces", arguments: documents)
  func cuts(_ format: JSONItemFormat, _ text: String, _ count: Int) {
    let whole = StreamOutcome<Person>(format, text)
    #expect(whole.items.count == count && whole.faults.isEmpty && whole.end == nil)
    for cut in 0...text.utf8.count { #expect(StreamOutcome<Person>(format, text, cuts: [cut]) == whole, "cut at \(cut)") }
    #expect(StreamOutcome<Person>.bytewise(format, text) == whole)
  }

  @Test("A stream that ends early returns its complete items, then an error with the offset", arguments: documents)
  func truncation(_ format: JSONItemFormat, _ text: String, _ count: Int) {
    guard case .array = format else { return }
    let bytes = Array(text.utf8)
    let whole = StreamOutcome<Person>(format, text)
    let end = bytes.lastIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") } ?? 0
    for count in 0...end {
      let part = StreamOutcome<Person>(format, Array(bytes[..<count]), cuts: [count / 2]) { JSONItemDecoder($0, limit: $1) }
      #expect(whole.items.starts(with: part.items) && part.faults.isEmpty)
      #expect(
        part.end?.hasSuffix("the stream ends in the middle at byte \(count)") == true
          || part.end?.hasSuffix("no value where an array is expected at byte \(count)") == true)
    }
  }

  @Test(
    "A value in the place of the items is an error with its offset, however the bytes are cut",
    arguments: [
      (.array(), "[1,,2]", [1], "1 [1]: unexpected byte at byte 3"),
      (.array(), "[1 2]", [1], "- unexpected byte at byte 3"),
      (.array(), "[,1]", [], "0 [0]: unexpected byte at byte 1"),
      (.array(), "[1]x", [1], "- unexpected byte at byte 3"),
      (.array(), "[1] [2]", [1], "- unexpected byte at byte 4"),
      (.array(), "{\"a\":[1]}", [], "- another value in place of the array at byte 0"),
      (.array(), "null", [], "- null in place of the array at byte 0"),
      (.array(), "7", [], "- another value in place of the array at byte 0"),
      (.array(), " ", [], "- no value where an array is expected at byte 1"),
      (.array(), "\u{FEFF}", [], "- no value where an array is expected at byte 3"),
      (.array(at: ["a"]), "[1]", [], "- another value in place of the array at byte 0"),
      (.array(at: ["a"]), "{\"b\":[1]}", [], "- a: a missing member at byte 8"),
      (.array(at: ["a", "b"]), "{\"a\":{\"c\":1}}", [], "- a.b: a missing member at byte 11"),
      (.array(at: ["a", "b"]), "{\"a\":null}", [], "- a: null in place of the array at byte 5"),
      (.array(at: ["a"]), "{\"a\":{}}", [], "- a: another value in place of the array at byte 5"),
      (.array(at: ["a"]), "{\"x\":[}],\"a\":[1]}", [], "- unexpected byte at byte 6"),
      (.array(at: ["a"]), "{\"x\":trve,\"a\":[1]}", [], "- unexpected byte at byte 7"),
      (.array(at: ["a"]), "{\"a\":[1],}}", [1], "- unexpected byte at byte 10"),
      (.array(at: ["a"]), "{\"a\":[1],\"b\":]}", [1], "- unexpected byte at byte 13"),
      (.array(at: ["a"]), "{\"x\":\"\\u12\"}", [], "- invalid escape at byte 10"),
    ] as [(JSONItemFormat, String, [Int], String)])
  func structure(_ format: JSONItemFormat, _ text: String, _ items: [Int], _ end: String) {
    let whole = StreamOutcome<Int>(format, text)
    #expect(whole.items == items && whole.end == end && whole.faults.isEmpty)
    #expect(StreamOutcome<Int>.bytewise(format, text) == whole)
  }

  @Test("An invalid item is reported with its index, path and offset, and the other items are read")
  func undecodable() {
    let text = #"{"d":[{"id":1,"name":"a"},{"id":2,"name":5},{"id":3,"name":"c","tags":["x",null]},{"id":4,"name":"d"}]}"#
    let heard = StreamOutcome<Person>(.array(at: ["d"]), text)
    #expect(heard.items.map(\.id) == [1, 4] && heard.end == nil)
    #expect(heard.faults == ["1 d[1].name: unreadable at byte 26", "2 d[2].tags[1]: unreadable at byte 44"])
    #expect(StreamOutcome<Person>.bytewise(.array(at: ["d"]), text) == heard)
  }

  @Test("An item that is not JSON ends an array, but only its own line or text")
  func malformed() {
    let array = StreamOutcome<[Int]>(.array(), #"[[1],[tru],[3]]"#)
    #expect(array.items == [[1]] && array.end == "1 [1]: unexpected byte at byte 6")
    let numbers = StreamOutcome<Int>(.array(), "[1,01,3]")
    #expect(numbers.items == [1, 3] && numbers.faults == ["1 [1]: invalid number at byte 3"] && numbers.end == nil)
    let lines = StreamOutcome<[Int]>(.lines, "[1]\n[2\n3]\n[4}\n[5] 6\n[7]")
    #expect(lines.items == [[1], [7]] && lines.end == nil)
    #expect(
      lines.faults == [
        "1 [1]: unexpected end at byte 6", "2 [2]: unexpected byte at byte 8", "3 [3]: unexpected byte at byte 12",
        "4 [4]: unexpected byte at byte 18",
      ])
    #expect(StreamOutcome<[Int]>.bytewise(.lines, "[1]\n[2\n3]\n[4}\n[5] 6\n[7]") == lines)
    #expect(StreamOutcome<[Int]>(.lines, "[1]\n[2").end == "1 [1]: the stream ends in the middle at byte 6")
  }

  @Test("Each line is one item, even if lines together would be an array")
  func lineByLine() {
    let heard = StreamOutcome<[Int]>(.lines, "1,2\n[3\n4]\n")
    #expect(heard.items.isEmpty && heard.faults.count == 3)
  }

  @Test(
    "RFC 7464: a text that is cut off, or a number without white space behind it, is reported as truncated, and the rest is read"
  )
  func sequences() {
    let text = "\u{1E}1\n\u{1E}2\u{1E}tru\u{1E}\u{1E}3 \u{1E}true\u{1E}4\n\u{1E}5"
    let heard = StreamOutcome<Int>(.sequence, text)
    #expect(heard.items == [1, 3, 4] && heard.end == nil)
    #expect(heard.faults.count == 4 && heard.faults.allSatisfy { $0.contains("may be incomplete") })
    #expect(StreamOutcome<Int>.bytewise(.sequence, text) == heard)
    let strings = StreamOutcome<String>(.sequence, "\u{1E}\"a\"\u{1E}\"b\u{1E}\"c\"")
    #expect(strings.items == ["a", "c"] && strings.faults == ["1 [1]: a text that may be incomplete at byte 5"])
    #expect(StreamOutcome<Int>(.sequence, "7\n\u{1E}8\n").faults == ["0 [0]: unexpected byte at byte 0"])
    #expect(StreamOutcome<Int>(.sequence, "7\n\u{1E}8\n").items == [8])
  }

  @Test("An item over the limit is refused with its offset and never collected")
  func limit() {
    let large = "[\"a\",\"\(String(repeating: "x", count: 100))\",\"b\"]"
    for cuts in [[], Array(0..<large.utf8.count)] {
      let heard = StreamOutcome<String>(.array(), large, cuts: cuts, limit: 50)
      #expect(heard.items == ["a"] && heard.end == "1 [1]: an item of more than 50 bytes at byte 5")
    }
    let lines = StreamOutcome<String>(.lines, "\"a\"\n\"\(String(repeating: "x", count: 100))\"\n\"b\"\n", limit: 50)
    #expect(lines.items == ["a", "b"] && lines.faults == ["1 [1]: an item of more than 50 bytes at byte 4"])
    #expect(StreamOutcome<String>(.array(), "[\"1234\"]", limit: 6).items == ["1234"])
    #expect(StreamOutcome<String>(.array(), "[\"1234\"]", limit: 5).items.isEmpty)
  }

  @Test("A stream that does not begin as UTF-8 is refused")
  func encodings() {
    for bytes in [[0xFE, 0xFF, 0, 0x5B], [0xFF, 0xFE, 0x5B, 0], [0, 0x5B], [0xEF, 0x5B]] as [[UInt8]] {
      let heard = StreamOutcome<Int>(.array(), bytes, decoder: { JSONItemDecoder($0, limit: $1) })
      #expect(heard.end?.contains("invalid encoding") == true)
    }
  }

  @Test("An error is one line and contains nothing of the document but names")
  func secrets() {
    let heard = StreamOutcome<Int>(.array(at: ["d"]), #"{"secret":"x","d":["hidden\u000a"]}"#)
    #expect(heard.faults == ["0 d[0]: unreadable at byte 19"])
  }

  @Test("The path to the array can be as deep as a document, and no deeper")
  func depth() {
    let text = String(repeating: "[", count: 511)
    #expect(StreamOutcome<Int>(.array(at: ["d"]), "{\"x\":\(text)").end?.contains("ends in the middle") == true)
    #expect(StreamOutcome<Int>(.array(at: ["d"]), "{\"x\":\(text)[").end == "- more than 512 levels at byte 516")
  }
}
