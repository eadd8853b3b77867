import FoundationEssentials

extension DocumentBytes {
  /// Parses an integer. Returns nil if the number is malformed, has a fraction or does not fit.
  @inline(never)
  func anyInteger<Value: FixedWidthInteger>(_ entry: TapeEntry) -> Value? {
    guard let text = ParsedNumber(self, entry) else { return nil }
    if text.isExact, text.exponent == 0 {
      return text.isNegative ? Value(exactly: 0 - Int128(text.digits)) : Value(exactly: text.digits)
    }
    if entry.kind == .integer { return twentyDigits(entry.range) ?? Value(plainText(entry.range)) }
    // Below 2^53, Foundation converts from the double, so 1.0000000000000001 is 1. Above 2^53, no digit may be lost.
    guard let double = text.double ?? Double(plainText(entry.range)), let value = Value(exactly: double) else {
      return nil
    }
    return double.magnitude < 0x1p53 ? value : text.isExact ? text.whole() : nil
  }

  /// Returns the nearest double; nil if the number is malformed, overflows, or rounds to zero without being zero.
  @inline(never)
  func double(_ entry: TapeEntry) -> Double? {
    guard let text = ParsedNumber(self, entry) else { return nil }
    if let value = text.double { return value }
    guard let value = Double(plainText(entry.range)), value.isFinite, value != 0 || text.digits == 0 else { return nil }
    return value
  }

  /// Returns the nearest float; nil in the same cases as `double(_:)`.
  @inline(never)
  func float(_ entry: TapeEntry) -> Float? {
    guard let text = ParsedNumber(self, entry) else { return nil }
    if let value = text.float { return value }
    guard let value = Float(plainText(entry.range)), value.isFinite, value != 0 || text.digits == 0 else { return nil }
    return value
  }

  /// Parses a decimal. Returns nil if the number is malformed or does not fit.
  func decimal(_ entry: TapeEntry) -> Decimal? {
    guard let text = ParsedNumber(self, entry) else { return nil }
    guard text.isExact, abs(text.exponent) <= 60 else { return Decimal(string: plainText(entry.range)) }
    let sign: FloatingPointSign = text.isNegative && text.digits > 0 ? .minus : .plus
    return Decimal(sign: sign, exponent: text.exponent, significand: Decimal(text.digits))
  }

  /// The value of exactly twenty digits; nil if it does not fit.
  func twentyDigits<Value: FixedWidthInteger>(_ range: Range<Int>) -> Value? {
    guard range.count == 20, byte(range.lowerBound) != UInt8(ascii: "-") else { return nil }
    let first = UInt64(truncatingIfNeeded: integer(range.lowerBound..<range.lowerBound + 18))
    let (product, overflow) = first.multipliedReportingOverflow(by: 100)
    let (sum, carry) = product.addingReportingOverflow(
      UInt64(truncatingIfNeeded: integer(range.upperBound - 2..<range.upperBound)))
    return overflow || carry ? nil : Value(exactly: sum)
  }

  /// The value of at most eighteen digits, with or without a minus.
  @inline(__always)
  func integer(_ range: Range<Int>) -> Int64 {
    var position = range.lowerBound
    let isNegative = byte(position) == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    var value: Int64 = 0
    while position < range.upperBound {
      value = value &* 10 &+ Int64(byte(position) &- 0x30)
      position &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}
