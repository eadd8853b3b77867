import FoundationEssentials
import RefineryJSON
import Testing

/// Objects and arrays that a model continues after it has written them.
@Suite struct EncoderContinuedObjectTests {
  @Test("A written object can be continued")
  func reopened() {
    compare { encoder in
      var outer = encoder.container(keyedBy: AnyName.self)
      try outer.encode(["a/": ["x": "}]\"\\"], "é": ["y": "\n"]], forKey: "object")
      try outer.encode([Written(1), Written(["z": true]), Written("]")], forKey: "list")
      try outer.encode([String: Int](), forKey: "empty")
      var object = outer.nestedContainer(keyedBy: AnyName.self, forKey: "object")
      try object.encode(1, forKey: "b")
      try object.encode(2, forKey: "a/")
      try object.encode(3, forKey: "e\u{301}")
      var list = outer.nestedUnkeyedContainer(forKey: "list")
      try list.encode(list.count)
      var empty = outer.nestedContainer(keyedBy: AnyName.self, forKey: "empty")
      try empty.encode(1, forKey: "no longer")
    }
    compare { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(["x": 1])
      var keyed = encoder.container(keyedBy: AnyName.self)
      try keyed.encode(2, forKey: "beside")
      try keyed.encode(3, forKey: "x")
    }
  }

  @Test("Names of a written object that is continued are compared as text, and sorted as text")
  func reopenedNames() {
    compare { encoder in
      var outer = encoder.container(keyedBy: AnyName.self)
      try outer.encode(["e\u{301}": ["x": 1]], forKey: "nested")
      var nested = outer.nestedContainer(keyedBy: AnyName.self, forKey: "nested")
      var inner = nested.nestedContainer(keyedBy: AnyName.self, forKey: "\u{E9}")
      try inner.encode(2, forKey: "y")
    }
    compare { encoder in
      var outer = encoder.container(keyedBy: AnyName.self)
      try outer.encode(["e\u{301}": 1], forKey: "composed")
      var composed = outer.nestedContainer(keyedBy: AnyName.self, forKey: "composed")
      try composed.encode(2, forKey: "\u{E9}")
      try outer.encode(["a\"": 1], forKey: "escaped")
      var escaped = outer.nestedContainer(keyedBy: AnyName.self, forKey: "escaped")
      try escaped.encode(2, forKey: "a0")
    }
  }

  @Test("A JSONValue that has members can be continued in a document without white space only")
  func continuedValue() {
    for json in [["a": 1], ["long name": 1], ["a": ["b": 1]], [:]] as [JSONValue] {
      for isPretty in [false, true] {
        var encoder = JSONModelEncoder()
        encoder.outputFormatting = isPretty ? .prettyPrinted : []
        let settled = encoder
        let outcome = Encoding {
          try settled.encode(
            Written(by: { encoder in
              var outer = encoder.container(keyedBy: AnyName.self)
              try outer.encode(json, forKey: "n")
              var nested = outer.nestedContainer(keyedBy: AnyName.self, forKey: "n")
              try nested.encode(2, forKey: "z")
            }))
        }
        guard isPretty, json != [:] else {
          guard case .document(let text) = outcome, var expected = json.object else { return #expect(Bool(false)) }
          expected["z"] = 2
          #expect((try? JSONValue(parsing: text)) == ["n": .object(expected)])
          continue
        }
        #expect(outcome == .failure("invalid", path: []))
      }
    }
  }
}
