import FoundationEssentials

// What the compiler cannot check: the bytes of a `Decimal` are read, because its digits can be had as text alone, which takes
// many times as long. It is a struct of 20 bytes without references; whether they mean what they are taken for is
// asked of some numbers first, and where they do not, the text is written.

/// The digits of a decimal.
private struct DecimalDigits {
  /// The number without its sign and its power of ten.
  var magnitude: UInt128
  var exponent: Int
  var isNegative: Bool

  /// Nil for NaN.
  @inline(__always)
  init?(_ decimal: Decimal) {
    let words = withUnsafeBytes(of: decimal) { bytes in
      (
        bytes.loadUnaligned(as: UInt32.self), bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self)
      )
    }
    let head = UInt32(littleEndian: words.0)
    exponent = Int(Int8(truncatingIfNeeded: head))
    isNegative = head & 0x0800 != 0
    let length = Int(head >> 12 & 15)
    if length == 0, isNegative { return nil }
    magnitude = UInt128(UInt64(littleEndian: words.2)) << 64 | UInt128(UInt64(littleEndian: words.1))
    // What is beyond the number's length does not count.
    if length < 8 { magnitude &= UInt128(1) << UInt128(length * 16) - 1 }
  }

  /// Whether decimals are laid out as this expects.
  static let isKnown: Bool = {
    guard MemoryLayout<Decimal>.size == 20, DecimalDigits(.nan) == nil else { return false }
    let texts = [
      "0", "1", "-1", "0.25", "-12345.678", "18446744073709551616", "0.00000000000000000000000000001", "-1e127", "7e-128",
      "340282366920938463463374607431768211455", "-99999999999999999999999999999999999999e-20", "65536", "4294967296.5",
    ]
    return texts.allSatisfy { text in
      guard let decimal = Decimal(string: text), let digits = DecimalDigits(decimal) else { return false }
      let memory = SinkMemory(nesting: 0)
      memory.sink.write(digits)
      return memory.sink.text(0..<memory.sink.count) == decimal.description
    }
  }()
}

extension Sink {
  /// Writes a decimal as its description has it; false for NaN.
  func write(_ decimal: Decimal) -> Bool {
    guard DecimalDigits.isKnown else {
      if decimal.isNaN { return false }
      write(ascii: decimal.description)
      return true
    }
    guard let digits = DecimalDigits(decimal) else { return false }
    write(digits)
    return true
  }

  fileprivate func write(_ digits: DecimalDigits) {
    guard digits.magnitude != 0 else { return write(byte: UInt8(ascii: "0")) }
    if digits.isNegative { write(byte: UInt8(ascii: "-")) }
    let start = count
    write(wide: digits.magnitude)
    guard digits.exponent < 0 else { return write(repeating: UInt8(ascii: "0"), count: digits.exponent) }
    let places = -digits.exponent
    let length = count - start
    // Zeros that stand before the digits, one of them before the point.
    let missing = max(0, places + 1 - length)
    write(repeating: UInt8(ascii: "0"), count: missing + 1)
    if missing > 0 {
      move(start..<start + length, to: start + missing)
      for place in start..<start + missing { self[place] = UInt8(ascii: "0") }
    }
    let point = start + missing + length - places
    move(point..<point + places, to: point + 1)
    self[point] = UInt8(ascii: ".")
  }

  private func write(wide value: UInt128) {
    guard value > UInt128(UInt64.max) else { return write(integer: UInt64(truncatingIfNeeded: value)) }
    let (high, low) = value.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    write(wide: high)
    // A digit before the zeros that may lead, put back to what it was.
    let last = self[count - 1]
    count -= 1
    write(integer: UInt64(truncatingIfNeeded: low) + 1_000_000_000_000_000_000)
    self[count - 19] = last
  }
}
