import FoundationEssentials
import RefineryJSON
import Synchronization
import Testing

/// What an encoder keeps of a document for the next one.
@Suite struct EncoderReuseTests {
  private struct Pair: Codable, Equatable {
    var id: Int
    var name: String?
  }

  @Test("One encoder writes documents of many kinds, also after errors")
  func many() async throws {
    let encoder = JSONModelEncoder()
    for round in 0..<20 {
      await Task.yield()  // Other tests use the same threads.
      #expect(text(try encoder.encode(Pair(id: round, name: "Ann"))) == #"{"id":\#(round),"name":"Ann"}"#)
      #expect(throws: EncodingError.self) { try encoder.encode(["a": [Double.nan]]) }
      #expect(throws: EncodingError.self) {
        try encoder.encode(
          Written { writer in
            _ = writer.unkeyedContainer()
            _ = writer.container(keyedBy: AnyName.self)
          })
      }
      #expect(text(try encoder.encode([[round], []])) == "[[\(round)],[]]")
      let long = [String](repeating: "text", count: 20_000)
      #expect(try encoder.encode(long) == JSONEncoder().encode(long))
      #expect(text(try encoder.encode([Int]())) == "[]")
      #expect(text(try encoder.encode(Written { try ["b": 1].encode(to: $0) })) == #"{"b":1}"#)
    }
  }

  @Test("Changed settings apply to the next document, and only to the copy that was changed")
  func settings() throws {
    var encoder = JSONModelEncoder()
    let model = ["/": Pair(id: 1)]
    #expect(text(try encoder.encode(model)) == #"{"\/":{"id":1}}"#)
    let copy = encoder
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.writesNulls = true
    #expect(text(try encoder.encode(model)) == #"{"/":{"id":1,"name":null}}"#)
    #expect(text(try copy.encode(model)) == #"{"\/":{"id":1}}"#)
    encoder.memberName = { $0.uppercased() }
    #expect(text(try encoder.encode(model)) == #"{"/":{"ID":1,"NAME":null}}"#)
    encoder.writesNulls = false
    #expect(text(try encoder.encode(model)) == #"{"/":{"ID":1}}"#)
  }

  @Test("The rule for names is called once for each key in a document, and again for the next document")
  func rule() throws {
    let calls = Mutex<[String]>([])
    var encoder = JSONModelEncoder()
    encoder.memberName = { key in
      calls.withLock { $0.append(key) }
      return key.uppercased()
    }
    let pairs = [Pair(id: 1, name: "A"), Pair(id: 2), Pair(id: 3, name: "C")]
    for _ in 0..<3 {
      #expect(text(try encoder.encode(pairs)) == #"[{"ID":1,"NAME":"A"},{"ID":2},{"ID":3,"NAME":"C"}]"#)
      #expect(calls.withLock { Set($0) } == ["id", "name"])
      #expect(calls.withLock { $0.count } == 2)
      calls.withLock { $0 = [] }
    }
  }

  @Test("A model can use the same encoder while it is encoded")
  func inside() throws {
    let encoder = JSONModelEncoder()
    let model = Written { outer in
      var container = outer.container(keyedBy: AnyName.self)
      try container.encode(1, forKey: "a")
      try container.encode(text(encoder.encode([Pair(id: 2)])), forKey: "b")
    }
    for _ in 0..<3 { #expect(text(try encoder.encode(model)) == #"{"a":1,"b":"[{\"id\":2}]"}"#) }
  }

  @Test("What a model has kept of a document does not change later documents")
  func kept() throws {
    final class Keeper {
      var outer: KeyedEncodingContainer<AnyName>?
      var inner: KeyedEncodingContainer<AnyName>?
      var list: (any UnkeyedEncodingContainer)?
      var encoder: (any Encoder)?
    }
    for kind in 0..<5 {
      let keeper = Keeper()
      let encoder = JSONModelEncoder()
      let model = Written { writer in
        var outer = writer.container(keyedBy: AnyName.self)
        try outer.encode(1, forKey: "a")
        var list = outer.nestedUnkeyedContainer(forKey: "list")
        try list.encode(2)
        if kind == 3 { keeper.list = list }
        if kind == 4 { keeper.encoder = outer.superEncoder(forKey: "late") }
        var inner = outer.nestedContainer(keyedBy: AnyName.self, forKey: "inner")
        try inner.encode(3, forKey: "c")
        if kind == 0 { keeper.outer = outer }
        if kind == 1 { keeper.inner = inner }
        if kind == 2 { keeper.encoder = writer }
      }
      let expected = #"{"a":1,"list":[2],"inner":{"c":3}}"#
      // The second and third document are written by what the first one left behind.
      for _ in 0..<3 { #expect(text(try encoder.encode([model, model])) == "[\(expected),\(expected)]") }
      try keeper.outer?.encode("late", forKey: "x")
      try keeper.inner?.encode("late", forKey: "x")
      try keeper.list?.encode("late")
      if let late = keeper.encoder { try? ["late"].encode(to: late) }
      let next = Written { writer in
        try keeper.outer?.encode("late", forKey: "y")
        try keeper.inner?.encode("late", forKey: "y")
        try keeper.list?.encode("late")
        try [1].encode(to: writer)
      }
      for _ in 0..<3 { #expect(text(try encoder.encode(next)) == "[1]") }
    }
  }

  @Test("Many tasks use one encoder at once")
  func tasks() async throws {
    let encoder = JSONModelEncoder()
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          (0..<200).allSatisfy { round in
            let pairs = (0..<task).map { Pair(id: $0 * round, name: "\(task)") }
            let expected = pairs.map { #"{"id":\#($0.id),"name":"\#(task)"}"# }.joined(separator: ",")
            return (try? encoder.encode(pairs)).map(text) == "[\(expected)]"
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    "Base64 of every length and letter is equal to Foundation's",
    arguments: [[], JSONEncoder.OutputFormatting.withoutEscapingSlashes])
  func base64(format: JSONEncoder.OutputFormatting) throws {
    var encoder = JSONModelEncoder()
    encoder.outputFormatting = format
    let foundation = JSONEncoder()
    foundation.outputFormatting = format
    for count in 0..<100 {
      for step in [1, 7, 85, 255] {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: 255 - $0 * step) })
        #expect(try encoder.encode(data) == foundation.encode(data))
        #expect(try JSONModelDecoder().decode(Data.self, from: encoder.encode(data)) == data)
      }
    }
  }

  @Test("Decimals with any digits and exponents are written as their descriptions")
  func decimals() throws {
    let encoder = JSONModelEncoder()
    var magnitudes: [Decimal] = [0, 1, 7, 10, 100, 65535, 65536, 12_345_678, .pi, .greatestFiniteMagnitude, 1 / 3]
    for power in stride(from: 1, through: 38, by: 3) { magnitudes += [pow(10, power), pow(10, power) - 1] }
    for magnitude in magnitudes {
      for exponent in [-128, -60, -38, -20, -19, -18, -5, -2, -1, 0, 1, 2, 40, 127] {
        for sign in [FloatingPointSign.plus, .minus] {
          let decimal = Decimal(sign: sign, exponent: exponent, significand: magnitude)
          guard !decimal.isNaN else { continue }
          #expect(text(try encoder.encode(decimal)) == decimal.description)
        }
      }
    }
  }
}
