import FoundationEssentials

extension Bytes {
  /// A number as a whole one; nil if it is none, or does not fit.
  @inline(never)
  func anyInteger<Value: FixedWidthInteger>(_ word: UInt64) -> Value? {
    guard let text = NumberText(self, word) else { return nil }
    if text.isExact, text.exponent == 0 {
      return text.isNegative ? Value(exactly: 0 - Int128(text.digits)) : Value(exactly: text.digits)
    }
    if Word.kind(word) == Word.integer { return twentyDigits(Word.range(word)) ?? Value(plainText(Word.range(word))) }
    // Below 2^53 Foundation goes by the double, which takes 1.0000000000000001 for 1; beyond, nothing may be lost.
    guard let double = text.double ?? Double(plainText(Word.range(word))), let value = Value(exactly: double) else {
      return nil
    }
    return double.magnitude < 0x1p53 ? value : text.isExact ? text.whole() : nil
  }

  /// A number as a double; nil if it is none, or becomes infinite, or zero where it is not.
  @inline(never)
  func double(_ word: UInt64) -> Double? {
    guard let text = NumberText(self, word) else { return nil }
    if let value = text.double { return value }
    guard let value = Double(plainText(Word.range(word))), value.isFinite, value != 0 || text.digits == 0 else { return nil }
    return value
  }

  /// The same for a float.
  @inline(never)
  func float(_ word: UInt64) -> Float? {
    guard let text = NumberText(self, word) else { return nil }
    if let value = text.float { return value }
    guard let value = Float(plainText(Word.range(word))), value.isFinite, value != 0 || text.digits == 0 else { return nil }
    return value
  }

  /// A number as a decimal; nil if it is none, or a decimal cannot hold it.
  func decimal(_ word: UInt64) -> Decimal? {
    guard let text = NumberText(self, word) else { return nil }
    guard text.isExact, abs(text.exponent) <= 60 else { return Decimal(string: plainText(Word.range(word))) }
    let sign: FloatingPointSign = text.isNegative && text.digits > 0 ? .minus : .plus
    return Decimal(sign: sign, exponent: text.exponent, significand: Decimal(text.digits))
  }

  /// The value of exactly twenty digits, if it fits.
  func twentyDigits<Value: FixedWidthInteger>(_ range: Range<Int>) -> Value? {
    guard range.count == 20, byte(range.lowerBound) != UInt8(ascii: "-") else { return nil }
    let first = UInt64(truncatingIfNeeded: integer(range.lowerBound..<range.lowerBound + 18))
    let (product, overflow) = first.multipliedReportingOverflow(by: 100)
    let (sum, carry) = product.addingReportingOverflow(
      UInt64(truncatingIfNeeded: integer(range.upperBound - 2..<range.upperBound)))
    return overflow || carry ? nil : Value(exactly: sum)
  }

  /// The value of at most eighteen digits, perhaps behind a minus.
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
