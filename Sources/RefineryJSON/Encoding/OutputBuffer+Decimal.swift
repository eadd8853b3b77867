import FoundationEssentials

// Unsafe: reads the bytes of a `Decimal`.
//
// Reason: its digits are public only as text, which takes many times as long.
//
// Why it is safe: `Decimal` is a struct of 20 bytes without references, and `isKnown` compares the result for some numbers with
// their descriptions. If one differs, all decimals are written with their descriptions.

/// The digits of a decimal.
private struct DecimalDigits {
  /// The value without sign and exponent.
  var magnitude: UInt128
  var exponent: Int
  var isNegative: Bool

  /// Returns nil for NaN.
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
  }

  /// Whether the layout of `Decimal` is the expected one.
  static let isKnown: Bool = {
    guard MemoryLayout<Decimal>.size == 20, DecimalDigits(.nan) == nil else { return false }
    let texts = [
      "0", "1", "-1", "0.25", "-12345.678", "18446744073709551616", "0.00000000000000000000000000001", "-1e127", "7e-128",
      "340282366920938463463374607431768211455", "-99999999999999999999999999999999999999e-20", "65536", "4294967296.5",
    ]
    return texts.allSatisfy { text in
      guard let decimal = Decimal(string: text), let digits = DecimalDigits(decimal) else { return false }
      let storage = OutputStorage(nesting: 0)
      storage.output.write(digits)
      return storage.output.text(0..<storage.output.count) == decimal.description
    }
  }()
}

extension OutputBuffer {
  /// Writes a decimal as `description` does; returns false for NaN.
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
    // The zeros before the digits, one of them before the decimal point.
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
    // A leading 1 preserves the zeros of the lower digits. Then the digit that it has overwritten is restored.
    let last = self[count - 1]
    count -= 1
    write(integer: UInt64(truncatingIfNeeded: low) + 1_000_000_000_000_000_000)
    self[count - 19] = last
  }
}
