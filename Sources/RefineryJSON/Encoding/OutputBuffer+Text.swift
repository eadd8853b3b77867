import FoundationEssentials

// Unsafe: text and numbers are written through raw pointers. OutputBuffer.swift gives the reason and explains why it is safe.

extension OutputBuffer {
  /// Writes text in quotes.
  ///
  /// - Returns: whether the text is ASCII without escapes.
  @inline(__always) @discardableResult
  func write(quoted text: String, escapingSlashes: Bool) -> Bool {
    var text = text
    return text.withUTF8 { write(quoted: $0, escapingSlashes: escapingSlashes) }
  }

  /// Processes eight bytes at a time. It stores them before it knows whether one of them needs an escape, so the reserved space
  /// is the rest of the text, one escape and one such store.
  private func write(quoted text: UnsafeBufferPointer<UInt8>, escapingSlashes: Bool) -> Bool {
    var seen: UInt64 = 0
    reserve(text.count &+ 80)
    let slash: UInt64 = escapingSlashes ? 0x2F2F_2F2F_2F2F_2F2F : 0x2222_2222_2222_2222
    var out = end
    out.storeBytes(of: 0x22, as: UInt8.self)
    out += 1
    if var at = UnsafeRawPointer(text.baseAddress) {
      var rest = text.count
      while rest > 0 {
        let step = min(rest, 8)
        let word = rest >= 8 ? at.loadUnaligned(as: UInt64.self) : Self.short(at, rest)
        out.storeBytes(of: word, as: UInt64.self)
        let special = Self.special(word.littleEndian, slash)
        seen |= word | special
        guard special != 0 else {
          out += step
          at += step
          rest &-= step
          continue
        }
        let clean = special.trailingZeroBitCount &>> 3
        out += clean
        out += Self.escape(at.load(fromByteOffset: clean, as: UInt8.self), at: out)
        at += clean &+ 1
        rest &-= clean &+ 1
        // Reserves space for the rest of the text, one escape and one store of eight bytes.
        state.pointee.count = out - state.pointee.bytes
        reserve(rest &+ 80)
        out = end
      }
    }
    out.storeBytes(of: 0x22, as: UInt8.self)
    state.pointee.count = out - state.pointee.bytes &+ 1
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// Returns one to seven bytes, padded with spaces. Loads only these bytes.
  @inline(__always)
  private static func short(_ at: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var word: UInt64
    if count >= 4 {
      let shift = UInt64(truncatingIfNeeded: (count &- 4) &* 8)
      word = UInt64(UInt32(littleEndian: at.loadUnaligned(as: UInt32.self)))
      word |= UInt64(UInt32(littleEndian: at.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))) &<< shift
    } else {
      let middle = count &>> 1
      word = UInt64(at.load(as: UInt8.self))
      word |= UInt64(at.load(fromByteOffset: middle, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: middle &* 8)
      word |= UInt64(at.load(fromByteOffset: count &- 1, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
    }
    return (word | 0x2020_2020_2020_2020 &<< UInt64(truncatingIfNeeded: count &* 8)).littleEndian
  }

  /// Marks bytes that need an escape in their highest bit. Only the lowest mark is exact.
  @inline(__always)
  private static func special(_ word: UInt64, _ slash: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let other = word ^ slash
    return
      ((word &- 0x2020_2020_2020_2020) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
      | (other &- ones) & ~other) & 0x8080_8080_8080_8080
  }

  private static func escape(_ byte: UInt8, at out: UnsafeMutableRawPointer) -> Int {
    let letter: UInt8
    switch byte {
    case 0x22, 0x5C, 0x2F: letter = byte
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    default:
      let low = byte & 15
      let digits = UInt64(0x30 + (byte >> 4)) | UInt64(low < 10 ? 0x30 + low : 0x57 + low) << 8
      out.storeBytes(of: (0x3030_755C | digits << 32).littleEndian, as: UInt64.self)
      return 6
    }
    out.storeBytes(of: (0x5C | UInt16(letter) << 8).littleEndian, as: UInt16.self)
    return 2
  }

  /// Writes an integer.
  @inline(__always)
  func write<Integer: FixedWidthInteger>(integer value: Integer) {
    if Integer.bitWidth > 64 { return write(ascii: value.description) }
    write(digits: UInt64(truncatingIfNeeded: value.magnitude), isNegative: Integer.isSigned && value < 0)
  }

  private func write(digits value: UInt64, isNegative: Bool) {
    reserve(24)
    var out = end
    if isNegative {
      out.storeBytes(of: 0x2D, as: UInt8.self)
      out += 1
    }
    let length = Self.digits(value)
    var at = out + length
    var rest = value
    while rest >= 100 {
      let quotient = rest / 100
      at -= 2
      at.storeBytes(of: Self.pair(rest &- quotient &* 100), as: UInt16.self)
      rest = quotient
    }
    if rest >= 10 {
      (at - 2).storeBytes(of: Self.pair(rest), as: UInt16.self)
    } else {
      (at - 1).storeBytes(of: UInt8(truncatingIfNeeded: 0x30 | rest), as: UInt8.self)
    }
    state.pointee.count = out - state.pointee.bytes &+ length
  }

  /// Returns the two digits of a number below 100.
  @inline(__always)
  private static func pair(_ value: UInt64) -> UInt16 {
    let tens = (value &* 103) &>> 10
    return UInt16(truncatingIfNeeded: 0x3030 | tens | (value &- tens &* 10) &<< 8).littleEndian
  }

  /// Returns the number of digits of a number.
  @inline(__always)
  private static func digits(_ value: UInt64) -> Int {
    var bound: UInt64 = 10
    var count = 1
    while count < 19 {
      if value < bound { return count }
      bound &*= 10
      count &+= 1
    }
    return value < bound ? 19 : 20
  }

  /// Writes the shortest text of a number: `1`, `0.1`, `1e+16`.
  func write(_ value: some BinaryFloatingPoint & TextOutputStreamable) {
    var stream = OutputBufferStream(output: self)
    value.write(to: &stream)
    if count >= 2, self[count &- 1] == 0x30, self[count &- 2] == 0x2E { count &-= 2 }
  }

  /// Writes text that needs no escapes.
  func write(ascii text: String) {
    var text = text
    text.withUTF8 { write(contentsOf: $0) }
  }

  /// Writes a number below 10,000 with leading zeros.
  func write(_ value: Int, digits: Int) {
    if digits == 4 { write(value / 100, digits: 2) }
    reserve(2)
    end.storeBytes(of: Self.pair(UInt64(truncatingIfNeeded: value % 100)), as: UInt16.self)
    state.pointee.count &+= 2
  }
}

/// Receives the text of a number.
private struct OutputBufferStream: TextOutputStream {
  let output: OutputBuffer

  mutating func write(_ text: String) { output.write(ascii: text) }

  /// The standard library calls this with the bytes of a number. Without this method, it would create a string and call
  /// `write`.
  // swift-format-ignore: NoLeadingUnderscores
  mutating func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) { output.write(contentsOf: bytes) }
}
