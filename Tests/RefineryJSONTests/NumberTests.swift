import FoundationEssentials
import RefineryJSON
import RefineryTesting
import TestSupport
import Testing

@Suite struct NumberTests {
  struct Direct: JSONReadable, Equatable {
    var double: Double
    init(json: inout JSONReader) throws { double = try json.value() }
    init(from decoder: any Decoder) throws { throw NotDirect() }
  }

  @Test("Numbers of every length and exponent are rounded to the nearest double and float", .afterTheRush)
  func rounding() async throws {
    var random = SeededRandom(seed: 7)
    let decoder = JSONModelDecoder()
    for _ in 0..<20_000 {
      await Task.yield()  // Other tests use the same threads.
      let digits = "\(random.next() >> UInt64.random(in: 0..<64, using: &random))"
      let place = Int.random(in: 0..<digits.count, using: &random)
      let exponent = Int.random(in: -25...25, using: &random)
      let text =
        (place == 0 ? "0" : "\(digits.prefix(place))") + ".\(digits.suffix(digits.count - place))"
        + (random.next() & 1 == 0 ? "e\(exponent)" : "")
      let double = try #require(Double(text))
      let data = Data(text.utf8)
      #expect(try decoder.decode(Double.self, from: data) == double, "\(text)")
      #expect(try decoder.decode(Direct.self, from: data).double == double, "\(text)")
      let float = try #require(Float(text))
      guard float.isFinite, float != 0 else { continue }
      #expect(try decoder.decode([Float].self, from: Data("[\(text)]".utf8)) == [float], "\(text)")
    }
  }

  @Test("Every printed double is read back unchanged")
  func roundTrip() throws {
    var random = SeededRandom(seed: 11)
    let decoder = JSONModelDecoder()
    for _ in 0..<20_000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      #expect(try decoder.decode(Double.self, from: Data("\(double)".utf8)).bitPattern == double.bitPattern)
      let fraction = Double.random(in: -1000...1000, using: &random)
      #expect(try decoder.decode(Double.self, from: Data("\(fraction)".utf8)).bitPattern == fraction.bitPattern)
    }
  }

  @Test(
    "A number halfway between two doubles is rounded to the even one",
    arguments: [
      "9007199254740993", "9007199254740995", "4503599627370497.5", "4503599627370496.5", "9007199254740993.0",
      "9007199254740993.1",
      "18014398509481990", "1.00000000000000011102230246251565404", "0.50000000000000005551", "16777217", "16777219",
      "8388609.5", "-9007199254740993",
    ])
  func middle(_ text: String) throws {
    #expect(try JSONModelDecoder().decode(Double.self, from: Data(text.utf8)) == Double(text))
    #expect(try JSONModelDecoder().decode(Float.self, from: Data(text.utf8)) == Float(text))
  }

  @Test(
    "Decimals are equal to Foundation's",
    arguments: ["0", "-0", "0.1", "1e-60", "123456789.987654321", "-1e60", "1.50", "99999999999999999999.99"])
  func decimals(_ text: String) {
    let (foundation, refinery) = outcomes(Decimal.self, text)
    #expect(foundation == refinery)
  }
}

/// What a list with one element is read as, and the position of its container afterwards.
private struct Walked: Decodable, Equatable {
  var indices: [Int] = []
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    _ = try container.decode(Int.self)
    indices.append(container.currentIndex)
    _ = try container.decodeIfPresent(Int.self)
    indices.append(container.currentIndex)
  }
}

private struct Names: Decodable, Equatable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  var names: [[Unicode.Scalar]]
  var values: [Int]
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    names = container.allKeys.map { Array($0.stringValue.unicodeScalars) }
    values = try container.allKeys.map { try container.decode(Int.self, forKey: $0) }
  }
}

@Suite struct FoundationDifferenceTests {
  @Test(
    "Integers of 128 bits are read as by Foundation",
    arguments: [
      "12345678901234567890", "99999999999999999999", "100000000000000000000", "12345678901234567890123",
      "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
      "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728", "-1", "1e3", "1e20",
      "-170141183460469231731687303715884105729", "12345678901234567890123.0", "1.5e25", "100000000000000000000.0",
    ])
  func wide(_ text: String) {
    let unsigned = outcomes([UInt128].self, "[\(text)]")
    #expect(unsigned.foundation.withoutPath == unsigned.refinery.withoutPath)
    let signed = outcomes([Int128].self, "[\(text)]")
    #expect(signed.foundation.withoutPath == signed.refinery.withoutPath)
  }

  @Test("allKeys has each name once, in whatever spelling")
  func canonicalNames() {
    for text in [
      "{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"\u{e9}\":1}", "{\"a\":1,\"\u{e9}\":2,\"b\":3,\"e\u{301}\":4}",
    ] {
      let ours = Outcome { try JSONModelDecoder().decode(Names.self, from: Data(text.utf8)) }
      guard case .value(let names) = ours else {
        Issue.record("\(ours)")
        continue
      }
      #expect(names.names.filter { !$0.allSatisfy(\.isASCII) }.count == 1)
      let (foundation, refinery) = outcomes([String: Int].self, text)
      #expect(foundation == refinery)
    }
    let (foundation, refinery) = outcomes(Names.self, "{\"\u{e9}\":1,\"e\u{301}\":2}")
    #expect(foundation == refinery)
  }

  @Test("Listed difference: integers with a fraction of zeros are read by their digits; Foundation rounds first")
  func zeroFraction() throws {
    let decoder = JSONModelDecoder()
    #expect(try decoder.decode([Int].self, from: Data("[9223372036854775807.0,-9223372036854775808.0]".utf8)) == [.max, .min])
    #expect(throws: (any Error).self) { try JSONDecoder().decode([Int].self, from: Data("[9223372036854775807.0]".utf8)) }
    for text in ["[9007199254740993.0]", "[9223372036854775808.0]", "[1.0]", "[18446744073709551615.0]", "[1.5]"] {
      let (foundation, refinery) = outcomes([Int].self, text)
      #expect(foundation.withoutPath == refinery.withoutPath, "\(text)")
    }
  }

  @Test("Listed difference: decodeIfPresent at the end of an array does not move; Foundation moves on")
  func endOfList() throws {
    #expect(try JSONModelDecoder().decode(Walked.self, from: Data("[1]".utf8)).indices == [1, 1])
    #expect(try JSONDecoder().decode(Walked.self, from: Data("[1]".utf8)).indices == [1, 2])
    #expect(try JSONModelDecoder().decode(Walked.self, from: Data("[1,null]".utf8)).indices == [1, 2])
  }
}
