import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct EncoderNumberTests {
  @Test("Integers of every width are written up to their limits")
  func integers() {
    func compare<Number: FixedWidthInteger & Codable & Sendable>(_ type: Number.Type) {
      var numbers: [Number] = [0, 1, 9, 10, 99, 100, 127, .min, .max, .min + 1, .max - 1]
      var power: Number = 1
      while power <= Number.max / 10 {
        power *= 10
        numbers += [power, power - 1, power + 1]
      }
      let list = numbers
      for value in [
        Written(list), Written(list.map { Optional($0) }), Written(list.map { ["a": $0] }),
        Written(by: { encoder in
          var container = encoder.unkeyedContainer()
          for number in list { try container.encode(number) }
        }),
      ] {
        let (foundation, refinery) = encodings(value)
        #expect(foundation == refinery)
      }
    }
    compare(Int.self)
    compare(Int8.self)
    compare(Int16.self)
    compare(Int32.self)
    compare(Int64.self)
    compare(Int128.self)
    compare(UInt.self)
    compare(UInt8.self)
    compare(UInt16.self)
    compare(UInt32.self)
    compare(UInt64.self)
    compare(UInt128.self)
  }

  static let doubles = [
    0, -0.0, 1, -1, 0.1, 1.5, 100, 1e15, 9_007_199_254_740_992, 1e16, 1e17, 1e-4, 1e-5, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, 0.30000000000000004, 1 / 3, 123456.789, 1e21, 123_456_789_012_345_680, 4_503_599_627_370_497.5,
  ]

  @Test("Fractions are written as Foundation writes them: the shortest text, without `.0`")
  func fractions() throws {
    let floats = Self.doubles.map { Float($0) }.filter(\.isFinite)
    for value in [
      Written(Self.doubles), Written(Self.doubles.map { ["a": $0] }), Written(floats), Written(floats.map { ["a": $0] }),
    ] {
      let (foundation, refinery) = encodings(value)
      #expect(foundation == refinery)
    }
    #expect(text(try JSONModelEncoder().encode([1.0, -0.0, 1e16, 1e-5, 0.1])) == "[1,-0,1e+16,1e-05,0.1]")
  }

  @Test(
    "Decimals are written with all their digits",
    arguments: ["0", "1.50", "-0.000001", "1e50", "12345678901234567890.123456789"])
  func decimals(_ text: String) throws {
    let (foundation, refinery) = encodings([try #require(Decimal(string: text))])
    #expect(foundation == refinery)
  }

  @Test("A decimal that is NaN is refused; Foundation writes `NaN`")
  func decimalNaN() {
    let (foundation, refinery) = encodings(["a": Decimal.nan])
    #expect(foundation == .document(#"{"a":NaN}"#))
    #expect(refinery == .failure("invalid", path: ["a"]))
  }

  @Test("Infinity and NaN are refused with the path to them", arguments: [Double.infinity, -.infinity, .nan])
  func nonconforming(_ number: Double) {
    struct Model: Encodable { var a: [[Double]], b = 1 }
    for value in [
      Written(number), Written([1, number]), Written(["a": number]), Written(Model(a: [[], [0, number]])),
      Written(Float(number)), Written(["a": [Float(number)]]), Written([Optional(number)]),
    ] {
      let (foundation, refinery) = encodings(value)
      #expect(foundation == refinery)
      guard case .failure("invalid", _) = refinery else { return #expect(Bool(false)) }
    }
  }

  @Test("Infinity and NaN are written as the strategy's strings, with escapes")
  func conforming() {
    let numbers = [Double.infinity, -.infinity, .nan, 1]
    for value in [Written(numbers), Written(numbers.map { ["a": $0] }), Written(numbers.map { Optional(Float($0)) })] {
      let (foundation, refinery) = encodings(value) {
        $0.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "in\"f", negativeInfinity: "/", nan: "é")
      }
      #expect(foundation == refinery)
    }
  }
}
