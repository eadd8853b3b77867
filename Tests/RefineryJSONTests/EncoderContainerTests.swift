import FoundationEssentials
import RefineryJSON
import Testing

/// Containers in the ways in which models use them, and in those that none should.
@Suite struct EncoderContainerTests {
  private func compare(_ write: @escaping (any Encoder) throws -> Void) {
    for value in [Written(by: write), Written([Written(by: write), Written(by: write)]), Written(["k": Written(by: write)])] {
      for format in EncoderTests.formats {
        let (foundation, refinery) = encodings(value) { $0.outputFormatting = format }
        #expect(foundation == refinery)
      }
    }
  }

  @Test("A container requested twice is the same one, with any keys")
  func twice() {
    compare { encoder in
      var first = encoder.container(keyedBy: AnyName.self)
      try first.encode(1, forKey: "a")
      enum Key: CodingKey { case b, a }
      var second = encoder.container(keyedBy: Key.self)
      try second.encode(2, forKey: .b)
      try first.encode(3, forKey: "c")
      try second.encode("again", forKey: .a)
    }
    compare { encoder in
      var first = encoder.unkeyedContainer()
      try first.encode(1)
      var second = encoder.unkeyedContainer()
      try second.encode([2])
      try first.encode(second.count)
    }
  }

  @Test("Nested containers can be written in any order, and again")
  func nested() {
    compare { encoder in
      var outer = encoder.container(keyedBy: AnyName.self)
      var object = outer.nestedContainer(keyedBy: AnyName.self, forKey: "object")
      var list = outer.nestedUnkeyedContainer(forKey: "list")
      try outer.encode("between", forKey: "m")
      try object.encode(1, forKey: "z")
      try list.encode(1)
      var inner = list.nestedContainer(keyedBy: AnyName.self)
      var innerList = list.nestedUnkeyedContainer()
      try list.encode("last")
      try innerList.encode(["deep": [1]])
      try inner.encode(["x": 1], forKey: "y")
      try object.encode(2, forKey: "a")
      var again = outer.nestedContainer(keyedBy: AnyName.self, forKey: "object")
      try again.encode(3, forKey: "m")
      _ = outer.nestedUnkeyedContainer(forKey: "empty")
      _ = list.nestedContainer(keyedBy: AnyName.self)
    }
  }

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

  @Test("Of a member that is written twice, the last value counts")
  func repeated() throws {
    compare { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      for (place, name) in ["a", "b", "é", "a", "e\u{301}", "long name 1", "long name 2", "long name 1", "a/", "a/"]
        .enumerated()
      {
        try container.encode(["at": place], forKey: AnyName(name))
      }
      var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: "n")
      try nested.encode(1, forKey: "lost")
      try container.encode(1, forKey: "n")
    }
    let twice = Written(by: { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      for number in 0..<3 { try container.encode(number, forKey: "first") }
      for number in 0..<100 { try container.encode(number, forKey: AnyName("n\(number % 60)")) }
    })
    let decoded = try JSONModelDecoder().decode([String: Int].self, from: JSONModelEncoder().encode(twice))
    #expect(decoded.count == 61)
    #expect(decoded["first"] == 2)
    #expect(decoded["n39"] == 99)
    #expect(decoded["n40"] == 40)
  }

  class Branch: Encodable { let id = 1 }
  final class Leaf: Branch {
    enum Key: CodingKey { case name }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try super.encode(to: container.superEncoder())
      try container.encode("leaf", forKey: .name)
    }
  }

  @Test("Super encoders write superclasses")
  func classes() {
    compare { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      try container.encode(Leaf(), forKey: "leaf")
      try container.encodeConditional(Leaf(), forKey: "conditional")
      try container.encode([Leaf(), Branch()], forKey: "list")
    }
  }

  @Test("A super encoder's value is inserted when no one holds the encoder")
  func supers() {
    compare { encoder in
      var container = encoder.unkeyedContainer()
      let first = container.superEncoder()
      let second = container.superEncoder()
      try container.encode("after")
      try ["a": [1]].encode(to: first)
      var keyed = second.container(keyedBy: AnyName.self)
      var kept = keyed.nestedUnkeyedContainer(forKey: "inner")
      try kept.encode(container.count)
      _ = container.superEncoder()
      withExtendedLifetime(first) {}
      withExtendedLifetime(second) {}
    }
    compare { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      let late = container.superEncoder(forKey: "a")
      try container.encode("lost", forKey: "a")
      var value = late.singleValueContainer()
      try value.encode(1.5)
      _ = container.superEncoder()
      var list = container.superEncoder(forKey: "list").unkeyedContainer()
      try list.encode(Int?.none)
    }
  }

  @Test("A super encoder's value is inserted before containers that are not finished")
  func superBeforeOpenContainers() {
    compare { encoder in
      var container = encoder.unkeyedContainer()
      var late: (any Encoder)? = container.superEncoder()
      var first = container.nestedUnkeyedContainer()
      var second = container.nestedUnkeyedContainer()
      try first.encode(1)
      try second.encode(2)
      try late.map { try "super".encode(to: $0) }
      late = nil
      try first.encode(3)
      try second.encode(4)
    }
  }

  @Test("Writing to a kept encoder or container after its value is written has no effect")
  func kept() throws {
    var kept: [(any Encoder, KeyedEncodingContainer<AnyName>)] = []
    let value = Written(by: { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      try container.encode(kept.count, forKey: "a")
      kept.append((encoder, container))
    })
    let encoder = JSONModelEncoder()
    let late = Written(by: { encoder in
      var list = encoder.unkeyedContainer()
      for _ in 0..<3 { try list.encode(value) }
      for (encoder, container) in kept {
        var container = container
        try container.encode("late", forKey: "b")
        try container.encode(["late": 1], forKey: "a")
        var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: "c")
        try nested.encode(1, forKey: "d")
        #expect(encoder.codingPath.count == 1)
        _ = encoder.container(keyedBy: AnyName.self)
      }
      try list.encode("end")
    })
    #expect(text(try encoder.encode(late)) == #"[{"a":0},{"a":1},{"a":2},"end"]"#)
    for (_, container) in kept {
      var container = container
      try container.encode("later", forKey: "b")
    }
  }

  @Test("Writing to kept nested containers, and to refused ones, has no effect")
  func keptInside() throws {
    var kept: [KeyedEncodingContainer<AnyName>] = []
    let value = Written(by: { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      for name: AnyName in ["a", "b", "c"] {
        // What took this value is let go of, and used again for the next.
        _ = container.superEncoder(forKey: "super")
        var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: name)
        try nested.encode(1, forKey: "x")
        if name.stringValue == "b" { kept.append(nested) }
      }
      var list = container.nestedUnkeyedContainer(forKey: "list")
      kept.append(list.nestedContainer(keyedBy: AnyName.self))
    })
    let once = #"{"a":{"x":1},"b":{"x":1},"c":{"x":1},"list":[{}],"super":{}}"#
    let refused = Written(by: { encoder in
      var object = encoder.container(keyedBy: AnyName.self)
      _ = object.nestedUnkeyedContainer(forKey: "n")
      _ = object.superEncoder()
      kept.append(object.nestedContainer(keyedBy: AnyName.self, forKey: "n"))
      kept.append(encoder.container(keyedBy: AnyName.self))
      throw Refusal()
    })
    var encoder = JSONModelEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(text(try encoder.encode([value, value, value])) == "[\(once),\(once),\(once)]")
    #expect(throws: Refusal.self) { try encoder.encode([value, value, refused]) }
    #expect(kept.count == 12)
    for var container in kept {
      try container.encode("late", forKey: "y")
      try container.encode(["late": 1], forKey: "z")
      var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: "w")
      try nested.encode(container.codingPath.count, forKey: "d")
    }
  }

  private struct Refusal: Error {}

  @Test("Members that are written while another value is unfinished come before it")
  func meanwhile() throws {
    let value = Written(by: { encoder in
      let outer = encoder.container(keyedBy: AnyName.self)
      func write(_ value: Written, _ name: AnyName) throws {
        var same = outer
        try same.encode(value, forKey: name)
      }
      try write(Written(1), "a")
      try write(
        Written(by: { inner in
          var list = inner.unkeyedContainer()
          try list.encode(1)
          try write(Written(["x": 2]), "b")
          try list.encode(3)
          try write(Written("lost"), "c")
        }), "c")
      try write(Written(4), "d")
    })
    let encoder = JSONModelEncoder()
    #expect(text(try encoder.encode(value)) == #"{"a":1,"b":{"x":2},"c":[1,3],"d":4}"#)
    for format in EncoderTests.formats {
      let (foundation, refinery) = encodings(value) { $0.outputFormatting = format }
      #expect(foundation == refinery)
    }
    let list = Written(by: { encoder in
      var outer = encoder.unkeyedContainer()
      let same = outer
      try outer.encode(1)
      try outer.encode(
        Written(by: { inner in
          var other = same
          try other.encode([2])
          try other.encode(3)
          try "value".encode(to: inner)
        }))
      try outer.encode(4)
    })
    for format in EncoderTests.formats {
      let (foundation, refinery) = encodings(list) { $0.outputFormatting = format }
      #expect(foundation == refinery)
    }
  }

  struct Failure: Error {}

  @Test("An error of a model is thrown; an error that a model catches leaves no output")
  func failures() throws {
    let failing = Written(by: { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      try container.encode([1, 2], forKey: "x")
      throw Failure()
    })
    #expect(throws: Failure.self) { try JSONModelEncoder().encode([failing]) }
    let swallowing = Written(by: { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      try container.encode(1, forKey: "a")
      try? container.encode(failing, forKey: "b")
      try? container.encode(["c": Double.nan], forKey: "b")
      var list = container.nestedUnkeyedContainer(forKey: "list")
      try? list.encode(failing)
      try list.encode(["y": 1])
      try? list.encode(Double.nan)
      try container.encode(["z": 1], forKey: "d")
    })
    #expect(text(try JSONModelEncoder().encode([swallowing])) == #"[{"a":1,"list":[{"y":1}],"d":{"z":1}}]"#)
  }
}
