/// The parts of a number (RFC 8259, section 6). Its value is `digits * 10^exponent`; if `isExact` is false, more digits
/// follow.
struct ParsedNumber {
  private(set) var isNegative = false
  /// The first nineteen significant digits.
  private(set) var digits: UInt64 = 0
  private(set) var exponent = 0
  /// Whether `digits` holds all digits.
  private(set) var isExact = true

  /// Returns nil if the text is not a number by the grammar of RFC 8259.
  init?(_ bytes: DocumentBytes, _ entry: TapeEntry) {
    var position = entry.offset
    let end = position + entry.length
    if bytes.byte(position) == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    let first = position
    var count = 0
    position = take(bytes, position, end, &count, step: 0)
    guard position > first, position == first + 1 || bytes.byte(first) != 0x30 else { return nil }
    if position < end, bytes.byte(position) == UInt8(ascii: ".") {
      let fraction = position + 1
      position = take(bytes, fraction, end, &count, step: -1)
      guard position > fraction else { return nil }
    }
    if position < end {
      guard let power = Self.power(bytes, position, end) else { return nil }
      exponent += power
    }
  }

  private mutating func take(_ bytes: DocumentBytes, _ start: Int, _ end: Int, _ count: inout Int, step: Int) -> Int {
    var position = start
    while position < end, bytes.byte(position) &- 0x30 < 10 {
      let digit = UInt64(bytes.byte(position) &- 0x30)
      position += 1
      if count < 19 {
        digits = digits * 10 + digit
        exponent += step
        if digits > 0 { count += 1 }
      } else {
        if digit != 0 { isExact = false }
        exponent += step + 1
      }
    }
    return position
  }

  /// Parses the exponent after `e`. It stops growing at a bound that no number of digits in a document can balance.
  private static func power(_ bytes: DocumentBytes, _ start: Int, _ end: Int) -> Int? {
    guard bytes.byte(start) | 0x20 == UInt8(ascii: "e") else { return nil }
    var position = start + 1
    let sign = bytes.byte(position)
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
    guard position < end else { return nil }
    var power = 0
    while position < end {
      let digit = bytes.byte(position) &- 0x30
      guard digit < 10 else { return nil }
      if power < 1 << 40 { power = power * 10 + Int(digit) }
      position += 1
    }
    return sign == UInt8(ascii: "-") ? -power : power
  }

  /// Returns the value as an integer; nil if it has a fraction, does not fit, or exceeds 64 bits in an intermediate step.
  func whole<Value: FixedWidthInteger>() -> Value? {
    var digits = digits
    var exponent = exponent
    while exponent < 0 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return nil }
      digits = quotient
      exponent += 1
    }
    while exponent > 0 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      digits = product
      exponent -= 1
    }
    return isNegative ? Value(exactly: 0 - Int128(digits)) : Value(exactly: digits)
  }

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
    1e22,
  ]

  /// The nearest double; nil if neither of two fast methods finds it.
  var double: Double? {
    guard isExact, exponent >= -22, exponent <= 22 else { return nil }
    // One operation on exact operands is rounded only once.
    guard digits <= 1 << 53 else { return rounded(to: 53) }
    let digits = Double(digits)
    let value = exponent < 0 ? digits / Self.powers[-exponent] : digits * Self.powers[exponent]
    return isNegative ? -value : value
  }

  /// The nearest float; nil if neither of two fast methods finds it.
  var float: Float? {
    guard isExact else { return nil }
    guard digits <= 1 << 24, exponent >= -10, exponent <= 10 else { return rounded(to: 24) }
    let digits = Float(digits)
    let power = Float(Self.powers[abs(exponent)])
    let value = exponent < 0 ? digits / power : digits * power
    return isNegative ? -value : value
  }

  /// Returns the nearest value, with halves rounded to even. Uses 128-bit integers, if the power of ten fits in 64 bits. All
  /// results are normal numbers, for floats too.
  private func rounded<Value: BinaryFloatingPoint>(to bits: Int) -> Value? {
    guard digits > 0, exponent >= -19, exponent <= 19 else { return nil }
    var power: UInt64 = 1
    for _ in 0..<abs(exponent) { power *= 10 }
    var high: UInt64
    var low: UInt64
    var scale = 0
    var hasRest = false
    if exponent >= 0 {
      (high, low) = digits.multipliedFullWidth(by: power)
    } else {
      scale = -64 - digits.leadingZeroBitCount
      let (quotient, rest) = (digits << UInt64(digits.leadingZeroBitCount)).quotientAndRemainder(dividingBy: power)
      let lower = power.dividingFullWidth((rest, 0))
      (high, low) = (quotient, lower.quotient)
      hasRest = lower.remainder != 0
    }
    if high == 0 { (high, low, scale) = (low, 0, scale - 64) }
    let shift = UInt64(high.leadingZeroBitCount)
    if shift > 0 { (high, low) = (high << shift | low >> (64 - shift), low << shift) }
    scale -= Int(shift)
    hasRest = hasRest || low != 0
    let dropped = UInt64(64 - bits)
    let rest = high & (1 << dropped - 1)
    let half: UInt64 = 1 << (dropped - 1)
    var significand = high >> dropped
    if rest > half || (rest == half && (hasRest || significand & 1 == 1)) { significand += 1 }
    let value = Value(sign: .plus, exponent: Value.Exponent(scale + 64 + Int(dropped)), significand: Value(significand))
    return isNegative ? -value : value
  }
}
