/// A number of RFC 8259, section 6, taken apart: its value is `digits * 10^exponent`, with further digits if `isExact` says no.
struct NumberText {
  private(set) var isNegative = false
  /// The first nineteen digits that count.
  private(set) var digits: UInt64 = 0
  private(set) var exponent = 0
  /// Whether `digits` are all of them.
  private(set) var isExact = true

  /// Nil if it is no number.
  init?(_ bytes: Bytes, _ word: UInt64) {
    var position = Word.offset(word)
    let end = position + Word.length(word)
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

  private mutating func take(_ bytes: Bytes, _ start: Int, _ end: Int, _ count: inout Int, step: Int) -> Int {
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

  /// What follows `e`, kept within bounds that no other digits of a document can make up for.
  private static func power(_ bytes: Bytes, _ start: Int, _ end: Int) -> Int? {
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

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
    1e22,
  ]

  /// The double, where one exact operation on exact operands gives it, which is then rounded right.
  var double: Double? {
    guard isExact, digits <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    let digits = Double(digits)
    let value = exponent < 0 ? digits / Self.powers[-exponent] : digits * Self.powers[exponent]
    return isNegative ? -value : value
  }

  /// The same for a float.
  var float: Float? {
    guard isExact, digits <= 1 << 24, exponent >= -10, exponent <= 10 else { return nil }
    let digits = Float(digits)
    let power = Float(Self.powers[abs(exponent)])
    let value = exponent < 0 ? digits / power : digits * power
    return isNegative ? -value : value
  }
}
