import FoundationEssentials

/// Generates documents that mostly fit a schema, and corrupts them.
struct DocumentMaker {
  var random: Seeded

  static let numbers = [
    "0", "-0", "1", "-1", "42", "127", "128", "-128", "-129", "255", "256", "32767", "65536", "2147483648", "4294967296",
    "9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "170141183460469231731687303715884105727", "340282366920938463463374607431768211456", "1.0", "1.5", "-0.0", "0.1", "1e3",
    "1E+2", "12e-1", "1e308", "1e309", "-1e400", "5e-324", "1e-400", "0e9999", "2.2250738585072014e-308",
    "0.30000000000000004", "3.4028235e38", "3.5e38", "1e-46", "123456789012345678", "1234567890123456789012345678901234567890",
    "9007199254740993.0", "1.0000000000000001", "12345678901234567.5", "1e19", "1e18", "100000000000000000000e-2", "7.0e0",
    "01", "-", "1.", ".5", "+1", "1e", "1e+", "--1", "1.e5", "1.5.5", "1e5e5", "0x10", "NaN", "Infinity", "-01", "00", "1-2",
  ]
  static let strings = [
    "", "a", "abc", "hello world", "é", "e\u{301}", "你好", "🦊", "\\n", "\\u0041", "\\ud83e\\udd8a", "\\ud83e", "\\udd8a",
    "\\ud83e\\u0041",
    "\\x", "\\u00", "\\u12G4", "\\\"", "\\\\", "\\/", "\\b\\f\\r\\t", "\u{1}", "\t", "\u{7F}", "\\u0000", "K", "\u{212A}",
    "2026-01-02T03:04:05Z", "2024-02-29T23:59:59Z", "2023-02-29T00:00:00Z", "2026-01-02", "2026-13-01T00:00:00Z",
    "2026-01-02T03:04:05+02:00", "2026-12-31T23:59:60Z", "2026-01-02T24:00:00Z", "1969-12-31T23:59:59Z", "aGVsbG8=", "aGVsbG8",
    "a===",
    "https://example.com/a?b=c", "http://[", "nan", "inf", "red", "0123456789abcdefghij",
  ]
  static let names = [
    "a", "b", "c", "id", "name", "first_name", "é", "e\u{301}", "\\u0061", "super", "_x_y_", "K", "\u{212A}",
    "long_key_name_number_1", "",
  ]
  static let tokens = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "fals", "nul", " ", "\n", "\u{0}", "1", "-", "e", ".", "\u{FEFF}",
    "//", "'", "\\u",
  ]

  /// No two of these represent the same number, because Foundation then picks one of them at random.
  static let numberNames = [
    "1", "1", "20", "-3", "004", "+5", "-006", "0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "123456789012345678", "\\u0037", "", "-", "x", "1.0", " 8", "\u{661}",
  ]

  /// Base64, sometimes with an invalid or unusual end.
  mutating func base64() -> String {
    var text = Data((0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }).base64EncodedString()
    if random.chance(6) { text = String(text.dropLast(random.below(4))) + String(repeating: "=", count: random.below(4)) }
    if random.chance(8) { text += random.pick(["A", "==", "-_", " ", "AAB=", "AB==", "\\/", "é"]) }
    return "\"\(random.chance(3) ? text.replacing("/", with: "\\/") : text)\""
  }

  mutating func atom() -> String {
    switch random.below(8) {
    case 0: random.chance(2) ? "null" : "\(random.next()).\(random.next() % 1000)e\(random.below(60) - 30)"
    case 1: random.pick(["true", "false"])
    case 2, 3:
      random.chance(2) ? random.pick(Self.numbers) : "\(Int(truncatingIfNeeded: random.next() >> UInt64(random.below(60))))"
    case 4: "\(Double(bitPattern: random.next()))".replacingNonNumbers()
    default: "\"\(random.pick(Self.strings))\""
    }
  }

  /// Numbers of up to nineteen digits with a decimal point, as printed doubles have.
  mutating func atomicNumber() -> String {
    let digits = "\(random.next() >> UInt64(random.below(64)))"
    let place = random.below(digits.count)
    let fraction = random.chance(4) ? "" : ".\(digits.suffix(digits.count - place))"
    return (random.chance(5) ? "-" : "") + (place == 0 ? "0" : "\(digits.prefix(place))") + fraction
  }

  mutating func any(_ depth: Int) -> String {
    guard depth > 0, !random.chance(3) else { return atom() }
    let count = random.chance(12) ? 20 : random.below(5)
    if random.chance(2) { return "[" + (0..<count).map { _ in any(depth - 1) }.joined(separator: comma()) + "]" }
    return "{"
      + (0..<count).map { place in member(random.chance(4) ? "k\(place)" : random.pick(Self.names), any(depth - 1)) }
      .joined(separator: comma()) + "}"
  }

  mutating func member(_ name: String, _ value: String) -> String { "\"\(name)\"" + (random.chance(9) ? " : " : ":") + value }
  mutating func comma() -> String { random.chance(20) ? " ,\n\t" : "," }

  /// A document that fits a schema, except for occasional values.
  mutating func fitting(_ schema: Schema) -> String {
    if random.chance(30) { return any(2) }
    switch schema {
    case .bool: return random.pick(["true", "false"])
    case .integer, .double, .float, .decimal:
      return random.chance(3) ? random.pick(Self.numbers) : random.chance(2) ? atomicNumber() : "\(random.below(130))"
    case .data: return random.chance(3) ? "\"\(random.pick(Self.strings))\"" : base64()
    case .string, .url: return "\"\(random.pick(Self.strings))\""
    case .date: return random.chance(2) ? "\"\(random.pick(Self.strings))\"" : "\(random.below(1 << 31)).25"
    case .optional(let schema): return random.chance(3) ? "null" : fitting(schema)
    case .list(let schema), .typedList(let schema):
      return "[" + (0..<random.below(6)).map { _ in fitting(schema) }.joined(separator: comma()) + "]"
    case .dictionary(let schema):
      return "{" + (0..<random.below(5)).map { member("k\($0)", fitting(schema)) }.joined(separator: comma()) + "}"
    case .numbered:
      return "{"
        + (0..<random.below(5)).map { _ in member(random.pick(Self.numberNames), fitting(.integer(0))) }
        .joined(separator: comma()) + "}"
    case .object(let members):
      var parts = members.filter { _ in !random.chance(12) }.map { member($0.name, fitting($0.schema)) }
      if random.chance(3) { parts.shuffle(using: &random) }
      if random.chance(4) { parts.insert(member(random.pick(Self.names), any(2)), at: random.below(parts.count + 1)) }
      if random.chance(12), let part = parts.first { parts.append(part) }
      if random.chance(12) { for place in 0..<20 { parts.append(member("extra\(place)", atom())) } }
      return "{" + parts.joined(separator: comma()) + (random.chance(60) ? "," : "") + "}"
    }
  }

  mutating func broken(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    guard random.chance(3) else { return bytes }
    for _ in 0...random.below(3) {
      let place = random.below(bytes.count + 1)
      switch random.below(6) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.insert(contentsOf: random.pick(Self.tokens).utf8, at: place)
      case 2 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 3 where place < bytes.count: bytes.remove(at: place)
      case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
      default:
        let end = min(bytes.count, place + random.below(12))
        bytes.insert(contentsOf: Array(bytes[min(place, end)..<end]), at: random.below(bytes.count + 1))
      }
    }
    return bytes
  }
}

extension String {
  fileprivate func replacingNonNumbers() -> String { contains("n") ? "1.25" : self }
}
