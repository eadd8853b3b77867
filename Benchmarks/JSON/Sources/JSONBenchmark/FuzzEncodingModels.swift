import FoundationEssentials

/// Generates models of all shapes, except those on which Foundation's encoder traps: containers of two kinds in one place, and
/// a value in a list or an object after an error that occurred during the value was swallowed.
struct DeedMaker {
  var random: Seeded

  private static let texts = [
    "", "a", "hello", "a/b", "\"quoted\"", "back\\slash", "line\nfeed", "\r\t\u{8}\u{C}", "\u{0}\u{1}\u{1F}\u{7F}",
    "\u{2028}\u{2029}",
    "é", "e\u{301}", "你好世界", "🦊👩‍👩‍👧", "\u{FFFF}\u{10FFFF}", "0123456", "01234567", "012345678", "0123456789abcde",
    "0123456789abcdef",
    "seven b/", "eight by\"", "nine byte\\s", "https://example.com/a?b=c&d=é",
    String(repeating: "long text ", count: 20), String(repeating: "/\"\\\n", count: 30), "</script>",
  ]
  private static let names = [
    "a", "b", "c", "id", "firstName", "URLString", "imageURL", "_leading", "trailing_", "a1B2", "10", "9", "A", "B", "é",
    "e\u{301}",
    "\u{212B}", "Å", "имя", "名前", "a/b", "a\"b", "a\\b", "a#", "a\nb", "", "longNameNumberOne", "longNameNumberTwo", "longName",
    "abcdefgh", "abcdefghi", "abcdefgH", "ÄbÖ", "ǅx", "aB", "ABC", "aBC", "ABc", "iOSVersion", "\u{1}", "한글", "한글",
  ]
  static let doubles = [
    0, -0.0, 1, -1, 0.1, 0.5, 1.5, 100, 1e15, 9_007_199_254_740_991, 9_007_199_254_740_992, 1e16, 1e17,
    1e-3, 1e-4, 1e-5, 1.5e-7, Double.leastNonzeroMagnitude, 2.2250738585072014e-308, 1.7976931348623157e308,
    0.30000000000000004,
    1 / 3, 123456.789,
    .pi, 1e21, 1e22, 123456789012345680, 4503599627370497.5, .infinity, -.infinity, .nan,
  ]

  mutating func text() -> String {
    if random.chance(4) {
      return String(String.UnicodeScalarView((0..<random.below(24)).compactMap { _ in scalar() }))
    }
    return random.pick(Self.texts)
  }

  private mutating func scalar() -> Unicode.Scalar? {
    switch random.below(6) {
    case 0: Unicode.Scalar(UInt32(random.below(0x30)))
    case 1: Unicode.Scalar(UInt32(random.below(0x3000)))
    case 2: Unicode.Scalar(UInt32(random.below(0x110000)))
    default: Unicode.Scalar(UInt32(random.below(0x80)))
    }
  }

  mutating func name() -> String { random.chance(30) ? text() : random.pick(Self.names) }

  mutating func double() -> Double {
    switch random.below(6) {
    case 0: random.chance(4) ? random.pick(Self.doubles) : random.pick(Self.doubles.dropLast(3))
    case 1: Double(random.below(100_000)) / 100
    case 2: Double(bitPattern: random.next()).finite
    case 3: Double(Int64(truncatingIfNeeded: random.next())) / 1000
    case 4: Double(random.below(1 << 40))
    default: Double(random.below(1000))
    }
  }

  private mutating func integer() -> Int64 { Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(64)) }

  private mutating func date() -> Date {
    switch random.below(4) {
    case 0: Date(timeIntervalSince1970: Double(random.below(1 << 32)))
    case 1: Date(timeIntervalSince1970: Double(random.below(1 << 40)) / 1024 - 100_000_000)
    case 2: Date(timeIntervalSince1970: Double(integer() >> 20))
    default: Date(timeIntervalSinceReferenceDate: random.pick(Array(Self.doubles.dropLast(3))))
    }
  }

  mutating func scalarDeed() -> Deed {
    switch random.below(14) {
    case 0: return .null
    case 1: return .bool(random.chance(2))
    case 2, 3: return .string(text())
    case 4: return .double(double())
    case 5:
      return .float(random.chance(3) ? Float(double()) : Float(bitPattern: UInt32(truncatingIfNeeded: random.next())).finite)
    case 6, 7: return .integer(integer(), width: random.below(10))
    case 8: return .wide(Int128(integer()) * Int128(integer()))
    case 9: return .date(date())
    case 10: return .data(Data((0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    case 11: return .url(URL(string: "https://example.com/\(random.below(99))?a=b") ?? URL(filePath: "/"))
    case 12:
      let decimal = Decimal(integer()) / Decimal(random.pick([1, 10, 1000, 3, 1 << 20]))
      return .decimal(random.chance(40) ? .nan : decimal)
    default: return .nothing
    }
  }

  mutating func deed(_ depth: Int) -> Deed {
    guard depth > 0, !random.chance(4) else { return scalarDeed() }
    switch random.below(18) {
    case 0: return .optional(random.chance(3) ? nil : deed(depth - 1))
    case 1: return .strings((0..<random.below(4)).map { _ in text() })
    case 2: return .integers((0..<random.below(4)).map { _ in Int(integer()) })
    case 3: return .doubles((0..<random.below(4)).map { _ in double() })
    case 4: return .bytes((0..<random.below(9)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    case 5: return .dates((0..<random.below(4)).map { _ in date() })
    case 6:
      let pairs = (0..<random.below(random.chance(9) ? 40 : 5)).map { _ in (name(), deed(depth - 1)) }
      return .dictionary(Dictionary(pairs) { $1 })
    case 7: return .numbered(Dictionary((0..<random.below(5)).map { _ in (Int(integer()), deed(depth - 1)) }) { $1 })
    case 8: return .represented(Dictionary([(random.pick([.redOne, .greenTwo, .blue]), deed(depth - 1))]) { $1 })
    case 9: return .list((0..<random.below(5)).map { _ in deed(depth - 1) })
    case 10: return .single(deed(depth - 1))
    case 11: return .inPlace(deed(depth - 1))
    case 12 where random.chance(20): return .failing(deed(depth - 1))
    case 13, 14: return .unkeyed(unkeyed(depth))
    default: return .keyed(keyed(depth))
    }
  }

  private mutating func keyed(_ depth: Int) -> [KeyedStep] {
    (0..<random.below(random.chance(20) ? 30 : 7)).map { _ in keyedStep(depth) }
  }

  private mutating func keyedStep(_ depth: Int) -> KeyedStep {
    let other = random.below(4)
    switch random.below(22) {
    case 0: return .keyed(keyed(depth - 1), "object\(other)", again: random.chance(3) ? keyed(depth - 1) : [])
    case 1: return .value(.keyed(keyed(depth - 1)), "object\(other)")
    case 2: return .unkeyed(unkeyed(depth - 1), "list\(other)", again: random.chance(3) ? unkeyed(depth - 1) : [])
    case 3: return .value(.unkeyed(unkeyed(depth - 1)), "list\(other)")
    case 4: return .parent(deed(depth - 1), random.chance(2) ? nil : name())
    case 5: return .lateParent(deed(depth - 1), name())
    case 6: return .anotherContainer(keyed(depth - 1))
    case 7: return .swallowed(.failing(.nothing), name())
    case 8: return .ifPresent(random.chance(2) ? nil : deed(depth - 1), name())
    case 9: return .conditional(name())
    default: return .value(deed(depth - 1), name())
    }
  }

  private mutating func unkeyed(_ depth: Int) -> [UnkeyedStep] {
    (0..<random.below(6)).map { _ in
      switch random.below(14) {
      case 0: .keyed(keyed(depth - 1), again: random.chance(3) ? keyed(depth - 1) : [])
      case 1: .unkeyed(unkeyed(depth - 1), again: random.chance(3) ? unkeyed(depth - 1) : [])
      case 2: .parent(deed(depth - 1))
      case 3: .lateParent(deed(depth - 1))
      case 4: .swallowed(.failing(.nothing))
      case 5: .null
      default: .value(deed(depth - 1))
      }
    }
  }
}

extension BinaryFloatingPoint {
  fileprivate var finite: Self { isFinite ? self : 1 }
}
