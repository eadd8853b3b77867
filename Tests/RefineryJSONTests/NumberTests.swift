import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct NumberTests {
  /// SplitMix64.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  struct Direct: JSONReadable, Equatable {
    var double: Double
    init(json: inout JSONReader) throws { double = try json.value() }
  }

  @Test("Numbers of every length and exponent are rounded to the nearest double and float")
  func rounding() throws {
    var random = Seeded(state: 7)
    let decoder = JSONModelDecoder()
    for _ in 0..<20_000 {
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

  @Test("Every double that is printed is read back as itself")
  func roundTrip() throws {
    var random = Seeded(state: 11)
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
    "What stands in the middle of two doubles goes to the even one",
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
    "Decimals are the same as Foundation's",
    arguments: ["0", "-0", "0.1", "1e-60", "123456789.987654321", "-1e60", "1.50", "99999999999999999999.99"])
  func decimals(_ text: String) {
    let (foundation, refinery) = outcomes(Decimal.self, text)
    #expect(foundation == refinery)
  }
}
