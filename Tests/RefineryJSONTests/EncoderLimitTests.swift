import FoundationEssentials
import RefineryJSON
import Testing

/// Where Foundation traps, or writes what is no JSON, and this encoder refuses.
@Suite struct EncoderLimitTests {
  struct Nested: Encodable {
    let levels: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if levels > 1 { try container.encode(Nested(levels: levels - 1)) }
    }
  }

  final class Ring: Encodable {
    var next: Ring?
  }

  private func outcome(_ value: some Encodable) -> Encoding { Encoding { try JSONModelEncoder().encode(value) } }

  @Test("512 nested values are written, as many as are read, and one more than by Foundation")
  func levels() throws {
    let data = try JSONModelEncoder().encode(Nested(levels: 512))
    #expect(data == Data(repeating: UInt8(ascii: "["), count: 512) + Data(repeating: UInt8(ascii: "]"), count: 512))
    let (foundation, refinery) = encodings(Nested(levels: 511))
    #expect(foundation == refinery)
    #expect(outcome(Nested(levels: 513)) == .failure("invalid", path: Array(repeating: "Index 0", count: 512)))
    #expect(encodings(Nested(levels: 512)).foundation == .failure("invalid", path: []))
  }

  /// Nested containers, of which each is used alone, or while the one around it is used too.
  struct Levels: Encodable {
    let count: Int
    let usesBoth: Bool
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 1..<count {
        var nested = container.nestedUnkeyedContainer()
        if usesBoth { try container.encodeNil() }
        swap(&container, &nested)
      }
      try container.encodeNil()
    }
  }

  @Test("512 nested containers are written, and one more is refused", arguments: [false, true])
  func containerLevels(_ usesBoth: Bool) {
    guard case .document = outcome(Levels(count: 512, usesBoth: usesBoth)) else { return #expect(Bool(false)) }
    guard case .failure("invalid", _) = outcome(Levels(count: 513, usesBoth: usesBoth)) else { return #expect(Bool(false)) }
  }

  @Test("A model that contains itself is an error, not an endless recursion")
  func cycles() {
    let ring = Ring()
    ring.next = ring
    #expect(outcome(ring) == .failure("invalid", path: Array(repeating: "next", count: 512)))
    ring.next = nil
    final class Single: Encodable {
      var next: Single?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(next)
      }
    }
    let single = Single()
    single.next = single
    #expect(outcome([single]) == .failure("invalid", path: ["Index 0"]))
    single.next = nil
    struct Chain: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyName.self)
        for _ in 0..<2 {
          var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: "n")
          for _ in 0..<600 { nested = nested.nestedContainer(keyedBy: AnyName.self, forKey: "m") }
          try nested.encode(1, forKey: "x")
        }
        try Chain().encode(to: container.superEncoder())
      }
    }
    struct Supers: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        var last = container.superEncoder()
        for _ in 0..<600 {
          var next = last.unkeyedContainer()
          last = next.superEncoder()
        }
      }
    }
    guard case .failure("invalid", _) = outcome(Supers()) else {
      Issue.record("600 super encoders inside of one another were written")
      return
    }
  }

  struct Wrapped: Encodable {
    let times: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if times > 1 { try container.encode(Wrapped(times: times - 1)) } else { try container.encode(true) }
    }
  }

  @Test("1,024 values are written in place of one another, and one more is refused")
  func steps() {
    #expect(outcome(Wrapped(times: 1024)) == .document("true"))
    #expect(outcome(Wrapped(times: 1025)) == .failure("invalid", path: []))
    #expect(outcome([Wrapped(times: 1024)]) == .document("[true]"))
  }

  private static let twoKinds = [
    Written(by: { encoder in
      _ = encoder.container(keyedBy: AnyName.self)
      var list = encoder.unkeyedContainer()
      try list.encode([1])
    }),
    Written(by: { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      var object = encoder.container(keyedBy: AnyName.self)
      try object.encode(1, forKey: "a")
      _ = object.nestedContainer(keyedBy: AnyName.self, forKey: "b")
    }),
    Written(by: { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(1)
      try single.encode(2)
    }),
    Written(by: { encoder in
      try 1.encode(to: encoder)
      _ = encoder.container(keyedBy: AnyName.self)
    }),
    Written(by: { encoder in
      _ = encoder.unkeyedContainer()
      try Int?.none.encode(to: encoder)
    }),
    Written(by: { encoder in
      var object = encoder.container(keyedBy: AnyName.self)
      try object.encode(1, forKey: "n")
      var nested = object.nestedContainer(keyedBy: AnyName.self, forKey: "n")
      try nested.encode(1, forKey: "x")
    }),
    Written(by: { encoder in
      var object = encoder.container(keyedBy: AnyName.self)
      var nested = object.nestedUnkeyedContainer(forKey: "n")
      try nested.encode(1)
      _ = object.nestedContainer(keyedBy: AnyName.self, forKey: "n")
    }),
  ]

  // By number, because the test library writes its arguments with Foundation's encoder.
  @Test("A value that writes two kinds of JSON in one place is refused; Foundation traps or loses one", arguments: 0..<7)
  func twoKinds(_ place: Int) {
    guard case .failure("invalid", _) = outcome(["a": Self.twoKinds[place]]) else {
      Issue.record("two kinds were written")
      return
    }
  }

  @Test("An error contains nothing of the document but names")
  func secrets() throws {
    struct Model: Encodable { var password = "secret", amount = Double.nan }
    do {
      _ = try JSONModelEncoder().encode(["account": Model()])
      Issue.record("NaN was written")
    } catch {
      #expect(!"\(error)".contains("secret"))
      #expect("\(error)".contains("amount"))
    }
  }
}
