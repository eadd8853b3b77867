import FoundationEssentials
import RefineryJSON
import TestSupport
import Testing

@Suite struct JSONPatchMakingTests {
  @Test("G03, G04: added, changed, removed and nested members each give exactly their operation")
  func members() throws {
    let old: JSONValue = ["same": 1, "changed": 1, "removed": 1, "deep": ["x": 1, "y": [1]]]
    let new: JSONValue = ["deep": ["y": [1], "x": nil], "same": 1.0, "changed": "2", "added": [:]]
    let patch = JSONPatch.make(from: old, to: new)
    #expect(
      patch == [.remove(["removed"]), .replace(["deep", "x"], nil), .replace(["changed"], "2"), .add(["added"], [:])])
    #expect(try patch.apply(to: old) == new)
  }

  @Test(
    "G04: an array keeps what it can",
    arguments: [
      ("[1,2,3]", "[1,2,3,4]", #"[{"op":"add","path":"/3","value":4}]"#),
      ("[1,2,3]", "[0,1,2,3]", #"[{"op":"add","path":"/0","value":0}]"#),
      ("[1,2,3,4]", "[1,4]", #"[{"op":"remove","path":"/1"},{"op":"remove","path":"/1"}]"#),
      ("[1,2,3]", "[1,9,3]", #"[{"op":"replace","path":"/1","value":9}]"#),
      (
        "[1,2,3,4,5]", "[2,9,4,5,6]",
        #"[{"op":"remove","path":"/0"},{"op":"replace","path":"/1","value":9},{"op":"add","path":"/4","value":6}]"#
      ),
      (#"[{"id":1,"n":"a"},{"id":2}]"#, #"[{"id":1,"n":"b"},{"id":2}]"#, #"[{"op":"replace","path":"/0/n","value":"b"}]"#),
      ("[[1,2],[3]]", "[[1,2],[3,4]]", #"[{"op":"add","path":"/1/1","value":4}]"#),
      ("[]", "{}", #"[{"op":"replace","path":"","value":{}}]"#),
      ("[1,1,1]", "[1,1]", #"[{"op":"remove","path":"/2"}]"#),
    ])
  func arrays(old: String, new: String, expected: String) throws {
    let patch = try JSONPatch.make(from: json(old), to: json(new))
    #expect(patch.description == expected)
    #expect(try patch.apply(to: json(old)) == json(new))
  }

  @Test("G04: for any two documents, what is made of the first is the second; of one and itself nothing is made")
  func property() throws {
    var random = RandomJSON(seed: 1)
    for _ in 0..<3000 {
      let old = random.value()
      let new = random.next(below: 2) == 0 ? random.value() : random.changed(old)
      let patch = JSONPatch.make(from: old, to: new)
      try #require(try patch.apply(to: old) == new, "\(old) -> \(new): \(patch)")
      try #require(JSONPatch.make(from: new, to: new).isEmpty, "\(new)")
      try #require(try JSONPatch(parsing: Data(patch.description.utf8)) == patch)
    }
  }

  @Test("G04: the difference of text that differs in its code points alone is told")
  func composition() throws {
    let patch = JSONPatch.make(from: ["t": "\u{e9}"], to: ["t": "e\u{301}"])
    #expect(patch.operations.count == 1)
  }

  @Test("G04: arrays too long to align are compared place by place, and come out right")
  func long() throws {
    let old = JSONValue.array((0..<3000).map { .number($0) })
    let new = JSONValue.array((0..<3000).map { .number(($0 * 7919) % 3001) })
    let patch = JSONPatch.make(from: old, to: new)
    #expect(try patch.apply(to: old) == new)
    let shifted = JSONValue.array((500..<3000).map { .number($0) })
    #expect(JSONPatch.make(from: old, to: shifted).operations.count == 500)
  }

  @Test("G04: steps that are used are subtracted; arrays that need more than are left are compared place by place")
  func steps() {
    let (old, new): ([JSONValue], [JSONValue]) = ([1, 2], [2, 3])
    var steps = 7
    #expect(ArrayAlignment.edits(from: old, to: new, steps: &steps) == [.remove(0), .keep(1, 0), .insert(1)])
    #expect(steps == 3)
    #expect(ArrayAlignment.edits(from: old, to: new, steps: &steps) == [.change(0, 0), .change(1, 1)])
    #expect(steps == 3)
  }

  @Test(
    "G04: elements that differ only deep inside, or only in how a letter is composed, cost no more than others", .afterTheRush)
  func alikeElements() throws {
    func deep(_ number: Int) -> JSONValue { [[[[[.number(number)]]]]] }
    let place = (0..<15).map { 1 << $0 }
    func composed(_ number: Int) -> JSONValue {
      .string(place.map { number & $0 == 0 ? "\u{E9}" : "e\u{301}" }.joined())
    }
    for make in [deep, composed] {
      let new = (0..<30_000).map(make)
      let old: JSONValue = [make(15_000), "gone"]
      let patch = JSONPatch.make(from: old, to: .array(new))
      #expect(patch.operations.count == new.count - 1)
    }
  }

  @Test("G04: an array or object whose changes would move too much is replaced as a whole") func tooMuchToMove() throws {
    let many = 20_000
    let old: JSONValue = [
      "list": .array((0..<many).map { .number($0) }), "names": .object((0..<many).map { (key: "k\($0)", value: 1) }),
    ]
    let new: JSONValue = ["list": [.number(many / 2)], "names": ["k7": 1]]
    let patch = JSONPatch.make(from: old, to: new)
    #expect(patch.operations.map(\.name) == ["replace", "replace"])
    #expect(try patch.apply(to: old) == new)
  }
}
