import FoundationEssentials
import RefineryJSON
import TestSupport
import Testing

@Suite struct JSONPatchTests {
  private typealias Reason = JSONPatch.Failure.Reason

  @Test(
    "G04: every example of RFC 6902 appendix A that succeeds",
    arguments: [
      (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"baz":"qux","foo":"bar"}"#),
      (#"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#, #"{"foo":["bar","qux","baz"]}"#),
      (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
      (#"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
      (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#, #"{"baz":"boo","foo":"bar"}"#),
      (
        #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
        #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
        #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
      ),
      (
        #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
        #"{"foo":["all","cows","eat","grass"]}"#
      ),
      (
        #"{"baz":"qux","foo":["a",2,"c"]}"#,
        #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
        #"{"baz":"qux","foo":["a",2,"c"]}"#
      ),
      (
        #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
        #"{"foo":"bar","child":{"grandchild":{}}}"#
      ),
      (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#, #"{"foo":"bar","baz":"qux"}"#),
      (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
      (#"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#, #"{"foo":["bar",["abc","def"]]}"#),
    ])
  func appendix(document: String, patch: String, result: String) throws {
    #expect(try JSONPatch(parsing: Data(patch.utf8)).apply(to: json(document)) == json(result))
  }

  @Test("G04: the examples of appendix A that fail: A.9, A.12, A.13, A.15")
  func appendixFailures() throws {
    func failure(_ document: String, _ patch: String) throws -> JSONPatch.Failure? {
      let patch = try JSONPatch(parsing: Data(patch.utf8))
      let document = try json(document)
      return #expect(throws: JSONPatch.Failure.self) { try patch.apply(to: document) }
    }
    let differs = try failure(#"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#)
    #expect(differs?.reason == .testFailed)
    let nowhere = try failure(#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#)
    #expect(nowhere?.reason == .noContainer)
    let text = try failure(#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#)
    #expect(text?.reason == .testFailed)
    #expect(throws: JSONValue.Malformed.self) {
      try JSONPatch(parsing: Data(#"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#.utf8))
    }
  }

  @Test(
    "G04: what is not a patch is refused, with the operation and the reason",
    arguments: [
      (#"{}"#, "malformed JSON patch: it is an object where an array of operations is needed"),
      (#"[1]"#, "malformed JSON patch, operation 0: it is a number where an object is needed"),
      (#"[{}]"#, "malformed JSON patch, operation 0: the member op is missing"),
      (#"[{"op":1}]"#, "malformed JSON patch, operation 0: the member op is a number where text is needed"),
      (
        #"[{"op":"spam","path":""}]"#,
        "malformed JSON patch, operation 0: op is not one of add, remove, replace, move, copy, test"
      ),
      (#"[{"op":"add","value":1}]"#, "malformed JSON patch, operation 0: the member path is missing"),
      (#"[{"op":"add","path":"/a"}]"#, "malformed JSON patch, operation 0: the member value is missing"),
      (#"[{"op":"test","path":"/a"}]"#, "malformed JSON patch, operation 0: the member value is missing"),
      (#"[{"op":"replace","path":"/a"}]"#, "malformed JSON patch, operation 0: the member value is missing"),
      (
        #"[{"op":"remove","path":"/a"},{"op":"move","path":"/a"}]"#,
        "malformed JSON patch, operation 1: the member from is missing"
      ),
      (
        #"[{"op":"copy","path":"/a","from":null}]"#,
        "malformed JSON patch, operation 0: the member from is null where text is needed"
      ),
      (
        #"[{"op":"remove","path":"a"}]"#,
        "malformed JSON patch, operation 0: the member path: a pointer must be empty or begin with a slash"
      ),
    ])
  func malformed(text: String, reason: String) {
    let error = #expect(throws: JSONPatch.Malformed.self) { try JSONPatch(parsing: Data(text.utf8)) }
    #expect(error?.description == reason)
  }

  @Test(
    "G04: an operation that a document does not allow fails with its number, place and reason, and changes nothing",
    arguments: [
      (.remove(["x"]), ["x"], .nothingThere), (.remove(["l", "3"]), ["l", "3"], .outOfRange),
      (.remove(["l", "-"]), ["l", "-"], .notAnIndex), (.remove(["l", "01"]), ["l", "01"], .notAnIndex),
      (.remove(.root), .root, .removesRoot), (.replace(["x"], 1), ["x"], .nothingThere),
      (.replace(["l", "2"], 1), ["l", "2"], .outOfRange), (.add(["l", "4"], 1), ["l", "4"], .outOfRange),
      (.add(["l", "x"], 1), ["l", "x"], .notAnIndex), (.add(["l", "1.0"], 1), ["l", "1.0"], .notAnIndex),
      (.add(["s", "x"], 1), ["s", "x"], .noContainer), (.add(["l", "9", "x"], 1), ["l", "9", "x"], .outOfRange),
      (.add(["l", "-", "x"], 1), ["l", "-", "x"], .notAnIndex), (.move(from: ["x"], to: ["y"]), ["x"], .nothingThere),
      (.move(from: ["o"], to: ["o", "p"]), ["o", "p"], .movesIntoItself),
      (.move(from: .root, to: ["y"]), ["y"], .movesIntoItself),
      (.copy(from: ["l", "7"], to: ["y"]), ["l", "7"], .nothingThere),
      (.test(["x"], nil), ["x"], .nothingThere), (.test(["l", "-"], 1), ["l", "-"], .nothingThere),
    ] as [(JSONPatch.Operation, JSONPointer, JSONPatch.Failure.Reason)])
  func refused(operation: JSONPatch.Operation, pointer: JSONPointer, reason: JSONPatch.Failure.Reason) throws {
    let document: JSONValue = ["l": [1, 2], "o": ["p": 1], "s": "t"]
    let patch = JSONPatch([.add(["new"], true), operation])
    let failure = try #require(#expect(throws: JSONPatch.Failure.self) { try patch.apply(to: document) })
    #expect(failure.index == 1)
    #expect(failure.operation == operation.name)
    #expect(failure.pointer == pointer)
    #expect(failure.reason == reason || (reason == .nothingThere && failure.reason == .outOfRange))
    #expect(document == ["l": [1, 2], "o": ["p": 1], "s": "t"])
  }

  @Test("G04: a failure is one line that shows names shortened and escaped, and no values")
  func description() throws {
    let patch: JSONPatch = [.replace(["a\nb", String(repeating: "x", count: 100)], "secret")]
    let failure = #expect(throws: JSONPatch.Failure.self) { try patch.apply(to: [:]) }
    #expect(
      failure?.description == "operation 0 of the JSON patch, replace at /a\\nb/\(String(repeating: "x", count: 64))...: "
        + "the container of this place does not exist, or is neither an object nor an array")
    func place(_ pointer: JSONPointer) -> String? {
      let failure = #expect(throws: JSONPatch.Failure.self) { try JSONPatch([.test(pointer, "secret")]).apply(to: 1) }
      return failure?.description.split(separator: "test at ").last?.split(separator: ": ").first.map { String($0) }
    }
    #expect(place(.root) == "the root")
    let name = String(repeating: "x", count: 64)
    #expect(place([name]) == "/\(name)")
    #expect(place([name + "x"]) == "/\(name)...")
    let marks = "a" + String(repeating: "\u{301}", count: 63)
    #expect(place([marks + "\u{301}"]) == "/\(marks)...")
    let names = JSONPointer(tokens: Array(repeating: "x", count: 16))
    #expect(place(names) == names.description)
    #expect(place(names.appending("x")) == "\(names)/...")
    #expect(place(["\u{1B}[0m\u{202E}\u{2028}"]) == "/\\u{1B}[0m\\u{202E}\\u{2028}")
  }

  @Test("G04: the whole document may be added, replaced, copied and moved onto itself")
  func root() throws {
    #expect(try JSONPatch([.add(.root, [1])]).apply(to: ["a": 1]) == [1])
    #expect(try JSONPatch([.replace(.root, "x")]).apply(to: ["a": 1]) == "x")
    #expect(try JSONPatch([.copy(from: ["a"], to: .root)]).apply(to: ["a": 1]) == 1)
    #expect(try JSONPatch([.move(from: ["a"], to: .root)]).apply(to: ["a": 1]) == 1)
    #expect(try JSONPatch([.move(from: .root, to: .root)]).apply(to: ["a": 1]) == ["a": 1])
    #expect(try JSONPatch([.copy(from: .root, to: ["b"])]).apply(to: ["a": 1]) == ["a": 1, "b": ["a": 1]])
    #expect(try JSONPatch([.move(from: ["a", "b"], to: ["a"])]).apply(to: ["a": ["b": 1]]) == ["a": 1])
  }

  @Test("G04: a test compares numbers by value, objects in any order, and text by its code points")
  func tests() throws {
    let document: JSONValue = try ["n": json("1.0"), "o": ["a": 1, "b": nil], "t": "\u{e9}"]
    let patch: JSONPatch = [.test(["n"], 1), .test(["o"], ["b": nil, "a": 1])]
    #expect(try patch.apply(to: document) == document)
    #expect(throws: JSONPatch.Failure.self) { try JSONPatch([.test(["t"], "e\u{301}")]).apply(to: document) }
    #expect(throws: JSONPatch.Failure.self) { try JSONPatch([.test(["o"], ["a": 1])]).apply(to: document) }
  }

  @Test("G04: a patch that doubles its document with every operation ends with an error, not with the memory", .afterTheRush)
  func bomb() throws {
    let wide = JSONPatch((0..<64).map { .copy(from: .root, to: ["k\($0)"]) })
    let tooLarge = #expect(throws: JSONPatch.Failure.self) { try wide.apply(to: ["a": 1]) }
    #expect(tooLarge?.reason == .tooLarge)
    var path: [String] = []
    let deep = JSONPatch(
      (0..<12).map { round in
        path = Array(repeating: "a", count: 1 << round)
        return .copy(from: ["a"], to: JSONPointer(tokens: path + ["a"]))
      })
    let tooDeep = #expect(throws: JSONPatch.Failure.self) { try deep.apply(to: ["a": [:]]) }
    #expect(tooDeep?.reason == .tooLarge)
    for (count, reason) in [(512, Reason.noContainer), (513, .tooLarge), (100_000, .tooLarge)] {
      let long = JSONPointer(tokens: Array(repeating: "a", count: count))
      let failure = #expect(throws: JSONPatch.Failure.self) { try JSONPatch([.add(long, 1)]).apply(to: ["a": [:]]) }
      #expect(failure?.reason == reason)
    }
  }

  @Test("G04: the limit of what a patch may copy holds for its operations together", .afterTheRush)
  func copies() throws {
    let document: JSONValue = ["a": .array(Array(repeating: 1, count: JSONPatch.maximumCopied / 4 + 1))]
    func patch(_ count: Int) -> JSONPatch { JSONPatch((0..<count).map { .copy(from: ["a"], to: ["b\($0)"]) }) }
    #expect(try patch(3).apply(to: document).object?.count == 4)
    let error = #expect(throws: JSONPatch.Failure.self) { try patch(4).apply(to: document) }
    #expect(error?.reason == .tooLarge && error?.index == 3)
  }

  @Test("G04: 64 bytes of copied text count as a value, of a member's name, too", .afterTheRush)
  func copiedText() throws {
    let text = String(repeating: "x", count: 64 * (JSONPatch.maximumCopied / 4))
    let patch = JSONPatch((0..<4).map { .copy(from: ["s"], to: ["t\($0)"]) })
    for document in [["s": .string(text)], ["s": .object([text: 1])]] as [JSONValue] {
      let error = #expect(throws: JSONPatch.Failure.self) { try patch.apply(to: document) }
      #expect(error?.reason == .tooLarge && error?.index == 3)
    }
  }

  @Test("G04: a patch may copy exactly as many values as the limit says, and not one more", .afterTheRush)
  func lastCopy() throws {
    let document: JSONValue = ["a": .array(Array(repeating: 1, count: JSONPatch.maximumCopied - 1)), "s": 1]
    let all = JSONPatch([.copy(from: ["a"], to: ["b"])])
    #expect(try all.apply(to: document).object?.count == 3)
    let more = JSONPatch(all.operations + [.copy(from: ["s"], to: ["t"])])
    let error = #expect(throws: JSONPatch.Failure.self) { try more.apply(to: document) }
    #expect(error?.reason == .tooLarge && error?.index == 1)
  }

  @Test("G04: a value that is moved deeper than a document may be nested is refused; one that stays as deep is moved")
  func movedDeeper() throws {
    var deep: JSONValue = 1
    for _ in 1..<JSONPatch.maximumDepth { deep = ["a": deep] }
    let document: JSONValue = ["x": deep, "y": [:]]
    #expect(try JSONPatch([.move(from: ["x"], to: ["z"])]).apply(to: document) == ["y": [:], "z": deep])
    let error = #expect(throws: JSONPatch.Failure.self) {
      try JSONPatch([.move(from: ["x"], to: ["y", "z"])]).apply(to: document)
    }
    #expect(error?.reason == .tooLarge)
  }

  @Test("G04: no operation makes a document that is nested too deep, by objects or by arrays", arguments: [false, true])
  func deepest(_ isArray: Bool) throws {
    func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce(1) { value, _ in isArray ? [value] : ["a": value] } }
    let fits = nested(JSONPatch.maximumDepth - 2)
    let document: JSONValue = ["y": ["z": 1], "deep": nested(JSONPatch.maximumDepth - 1)]
    #expect(try JSONPatch([.replace(["y", "z"], fits)]).apply(to: document)["y"]?["z"] == fits)
    #expect(try JSONPatch([.add(["y", "x"], fits)]).apply(to: document)["y"]?["x"] == fits)
    for operation in [
      .replace(["y", "z"], ["a": fits]), .add(["y", "x"], [fits]), .copy(from: ["deep"], to: ["y", "x"]),
      .move(from: ["deep"], to: ["y", "x"]),
    ] as [JSONPatch.Operation] {
      let error = #expect(throws: JSONPatch.Failure.self) { try JSONPatch([operation]).apply(to: document) }
      #expect(error?.reason == .tooLarge)
    }
  }

  @Test("G04: a patch for a part of a document becomes one for the whole document")
  func prefixed() {
    let patch: JSONPatch = [
      .add(["a"], 1), .remove(["b"]), .replace(.root, 2), .move(from: ["c"], to: ["d"]), .copy(from: ["e"], to: ["f"]),
      .test(["g"], 3),
    ]
    let whole: JSONPatch = [
      .add(["x", "y", "a"], 1), .remove(["x", "y", "b"]), .replace(["x", "y"], 2),
      .move(from: ["x", "y", "c"], to: ["x", "y", "d"]), .copy(from: ["x", "y", "e"], to: ["x", "y", "f"]),
      .test(["x", "y", "g"], 3),
    ]
    #expect(patch.prefixed(by: ["x", "y"]) == whole)
    #expect(patch.prefixed(by: []) == patch)
  }

  @Test("G04: a patch is written as it was read, by any coder")
  func coding() throws {
    let text =
      #"[{"op":"add","path":"/a~1b","value":null},{"op":"remove","path":"/c"},{"op":"replace","path":"","value":1},"#
      + #"{"op":"move","from":"/d","path":"/e"},{"op":"copy","from":"/f","path":"/g"},{"op":"test","path":"/h","value":[]}]"#
    let patch = try JSONPatch(parsing: Data(text.utf8))
    #expect(patch.description == text)
    #expect(try JSONPatch(patch.json) == patch)
    let data = try JSONEncoder().encode(patch)
    #expect(try JSONDecoder().decode(JSONPatch.self, from: data) == patch)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONPatch.self, from: Data(#"[{"op":"x"}]"#.utf8)) }
    #expect(JSONPatch.mediaType == "application/json-patch+json")
  }

  @Test("G04: a patch may move only as many values as the limit says") func moves() throws {
    let count = 100_000
    let document: JSONValue = ["list": .array((0..<count).map { .number($0) })]
    let steps = JSONPatch.maximumMoved / count
    func patch(_ count: Int) -> JSONPatch { JSONPatch((0..<count).map { _ in .remove(["list", "0"]) }) }
    #expect(try patch(steps).apply(to: document)["list"]?[0]?.int == steps)
    let error = #expect(throws: JSONPatch.Failure.self) { try patch(steps + 1000).apply(to: document) }
    #expect(error?.reason == .movesTooMuch)
    // From the end, nothing moves.
    let last = JSONPatch((0..<count).reversed().map { .remove(["list", "\($0)"]) })
    #expect(try last.apply(to: document) == ["list": []])
  }

  @Test("G04: a failed operation leaves the document of the caller as it was") func unchanged() throws {
    let document: JSONValue = ["a": [1, ["b": 2]], "c": 3]
    for operation in [
      JSONPatch.Operation.replace(["a", "1", "x"], 1), .add(["a", "9"], 1), .remove(["c", "d"]), .add(["c", "d"], 1),
    ] {
      #expect(throws: JSONPatch.Failure.self) { try JSONPatch([.replace(["a", "0"], 9), operation]).apply(to: document) }
    }
    #expect(document == ["a": [1, ["b": 2]], "c": 3])
  }
}
