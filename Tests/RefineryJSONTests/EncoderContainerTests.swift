import FoundationEssentials
import RefineryJSON
import Testing

/// Containers in the ways in which models use them, and in those that none should.
@Suite struct EncoderContainerTests {
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

  @Test(
    "Two names that are the same text in other characters are one member",
    arguments: [
      ("\u{304C}", "\u{304B}\u{3099}"), ("\u{F900}", "\u{8C48}"), ("\u{2F800}", "\u{4E3D}"), ("\u{212A}", "K"),
      ("\u{387}", "\u{B7}"), ("\u{374}", "\u{2B9}"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ])
  func sameText(_ one: String, _ other: String) {
    for names in [[one, other], [other, one]] {
      compare { encoder in
        var container = encoder.container(keyedBy: AnyName.self)
        for (place, name) in names.enumerated() { try container.encode(place, forKey: AnyName(name)) }
      }
    }
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

  @Test("A super encoder writes a JSONValue unchanged")
  func superValue() throws {
    let json = try JSONValue(parsing: #"{"aB":[1.0,1e400]}"#)
    var encoder = JSONModelEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let value = Written(by: { encoder in
      var container = encoder.container(keyedBy: AnyName.self)
      try json.encode(to: container.superEncoder(forKey: "aB"))
    })
    #expect(text(try encoder.encode(value)) == #"{"a_b":{"aB":[1.0,1e400]}}"#)
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
      try container.encode(container.count)
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
        // The memory of this value is released, and used again for the next.
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

  @Test("A container is used while containers inside of it are open")
  func openContainers() {
    compare { encoder in
      var outer = encoder.container(keyedBy: AnyName.self)
      var list = outer.nestedUnkeyedContainer(forKey: "list")
      try list.encode(0)
      var first = list.nestedContainer(keyedBy: AnyName.self)
      var second = list.nestedContainer(keyedBy: AnyName.self)
      try list.encode(1)
      try outer.encode(2, forKey: "m")
      try second.encode(3, forKey: "b")
      try first.encode(4, forKey: "a")
      try list.encode(5)
    }
    compare { encoder in
      var outer = encoder.unkeyedContainer()
      var middle = outer.nestedUnkeyedContainer()
      var inner = middle.nestedUnkeyedContainer()
      try inner.encode(1)
      try outer.encode(2)
      try inner.encode(3)
      try middle.encode(4)
      try outer.encode(outer.count)
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

  @Test("Writing to a kept nested container of a failed document has no effect")
  func keptOfFailure() throws {
    var objects: [KeyedEncodingContainer<AnyName>] = []
    var lists: [any UnkeyedEncodingContainer] = []
    for isList in [false, true] {
      let failing = Written(by: { encoder in
        var container = encoder.container(keyedBy: AnyName.self)
        // The nested container reuses the memory of this value.
        try container.encode(Written(1), forKey: "a")
        if isList {
          lists.append(container.nestedUnkeyedContainer(forKey: "b"))
        } else {
          objects.append(container.nestedContainer(keyedBy: AnyName.self, forKey: "b"))
        }
        throw Failure()
      })
      #expect(throws: Failure.self) { try JSONModelEncoder().encode(failing) }
    }
    for var object in objects {
      try object.encode("late", forKey: "c")
      #expect(object.codingPath.map(\.stringValue) == ["b"])
    }
    for var list in lists {
      try list.encode("late")
      #expect(list.codingPath.map(\.stringValue) == ["b"])
    }
    #expect(objects.count == 1 && lists.count == 1)
  }
}
