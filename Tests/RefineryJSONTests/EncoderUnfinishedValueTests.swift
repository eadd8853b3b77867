import FoundationEssentials
import RefineryJSON
import Testing

/// What a model writes to a container while a value in it is unfinished.
@Suite struct EncoderUnfinishedValueTests {
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
      try outer.encode(outer.count)
    })
    for format in EncoderTests.formats {
      let (foundation, refinery) = encodings(list) { $0.outputFormatting = format }
      #expect(foundation == refinery)
    }
  }

  /// Names to write while another value is unfinished; the last one is the name of an object that is continued afterwards.
  private static let meanwhileNames: [[String]] = [
    ["long name", "c", "b", "longer name", "o"], ["v", "u", "o"], ["o"], ["o\u{308}"], ["c", "a\"", "a0", "o"],
    ["c", "e\u{301}", "\u{E9}", "a\"", "a0", "o\u{308}"],
  ]

  @Test(
    "What is written while another value is unfinished can have any order, nested containers and names of any text",
    arguments: meanwhileNames)
  func meanwhileArranged(_ names: [String]) throws {
    let last = try #require(names.last)
    for isFirst in [true, false] {
      compare { encoder in
        var outer = encoder.container(keyedBy: AnyName.self)
        let same = outer
        if !isFirst { try outer.encode([1, 2], forKey: "\u{E9}") }
        try outer.encode(
          Written(by: { inner in
            var meanwhile = same
            for (place, name) in names.dropLast().enumerated() {
              try meanwhile.encode(String(repeating: "x", count: place), forKey: AnyName(name))
            }
            try meanwhile.encode(["x": 1], forKey: AnyName(last))
            try "value".encode(to: inner)
          }), forKey: "value")
        var again = outer.nestedContainer(keyedBy: AnyName.self, forKey: AnyName(last == "o" ? "o" : "\u{F6}"))
        try again.encode(4, forKey: "y")
      }
    }
  }

  @Test("Nested containers can be opened, and left open, while another value is unfinished")
  func meanwhileNested() {
    compare { encoder in
      var outer = encoder.container(keyedBy: AnyName.self)
      let same = outer
      try outer.encode(1, forKey: "t")
      try outer.encode(
        Written(by: { inner in
          var meanwhile = same
          var object = meanwhile.nestedContainer(keyedBy: AnyName.self, forKey: "object")
          var list = meanwhile.nestedUnkeyedContainer(forKey: "list")
          try object.encode(1, forKey: "z")
          try list.encode(2)
          try object.encode(3, forKey: "y")
          try meanwhile.encode(4, forKey: "between")
          _ = meanwhile.nestedUnkeyedContainer(forKey: "open")
          try "value".encode(to: inner)
        }), forKey: "value")
      var object = outer.nestedContainer(keyedBy: AnyName.self, forKey: "object")
      try object.encode(5, forKey: "x")
    }
    compare { encoder in
      var outer = encoder.unkeyedContainer()
      let same = outer
      try outer.encode(
        Written(by: { inner in
          var meanwhile = same
          var object = meanwhile.nestedContainer(keyedBy: AnyName.self)
          var list = meanwhile.nestedUnkeyedContainer()
          try object.encode(1, forKey: "z")
          try list.encode(2)
          try meanwhile.encode(3)
          _ = meanwhile.nestedUnkeyedContainer()
          try "value".encode(to: inner)
        }))
      try outer.encode(outer.count)
    }
  }

  @Test("The count of an array does not include a value that is unfinished, but what is written meanwhile")
  func meanwhileCounted() {
    compare { encoder in
      var outer = encoder.unkeyedContainer()
      let same = outer
      try outer.encode("first")
      try outer.encode(
        Written(by: { inner in
          var meanwhile = same
          try meanwhile.encode(same.count)
          try meanwhile.encode(same.count)
          try meanwhile.encode(
            Written(by: { innermost in
              var later = same
              try later.encode(same.count)
              try same.count.encode(to: innermost)
            }))
          var nested = meanwhile.nestedUnkeyedContainer()
          try nested.encode(same.count)
          try nested.encode(Written(by: { try same.count.encode(to: $0) }))
          try same.count.encode(to: inner)
        }))
      try outer.encode(outer.count)
      var open = outer.nestedUnkeyedContainer()
      try open.encode(outer.count)
      try open.encode(Written(by: { try same.count.encode(to: $0) }))
    }
  }

  @Test("What is written while a value is written that fails is kept")
  func meanwhileOfFailure() {
    compare { encoder in
      var outer = encoder.container(keyedBy: AnyName.self)
      let same = outer
      try? outer.encode(
        Written(by: { _ in
          var meanwhile = same
          try meanwhile.encode([1], forKey: "kept")
          try meanwhile.encode(["x": 1], forKey: "o\u{308}")
          throw EncoderContainerTests.Failure()
        }), forKey: "value")
      var again = outer.nestedContainer(keyedBy: AnyName.self, forKey: "\u{F6}")
      try again.encode(2, forKey: "y")
      var list = outer.nestedUnkeyedContainer(forKey: "list")
      let sameList = list
      try? list.encode(
        Written(by: { _ in
          var meanwhile = sameList
          try meanwhile.encode([2])
          throw EncoderContainerTests.Failure()
        }))
    }
  }
}
