/// Searches that load eight bytes at a time. The loads are named unsafe only because they reinterpret bytes as integers, for
/// which all bits are valid. `RawSpan` checks the bounds of each load.
extension RawSpan {
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

  @inline(__always)
  func eight(_ offset: Int) -> UInt64 { UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)) }

  /// Returns the first position of a byte; `end` if the byte does not occur before.
  func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    let pattern = ByteWord.ones &* UInt64(byte)
    var position = start
    while position &+ 8 <= end {
      let marks = ByteWord.zeros(eight(position) ^ pattern)
      if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < end, self.byte(position) != byte { position &+= 1 }
    return position
  }

  /// Returns the first position of a quote or a backslash; `end` if neither occurs before.
  @inline(__always)
  func endOfPlainText(from start: Int, to end: Int) -> Int {
    var position = start
    while position &+ 8 <= end {
      let eight = eight(position)
      let marks = ByteWord.zeros(eight ^ ByteWord.quotes) | ByteWord.zeros(eight ^ ByteWord.backslashes)
      if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < end {
      let byte = byte(position)
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
      position &+= 1
    }
    return position
  }

  /// Returns the first position of a byte that is not white space (RFC 8259, section 2); `end` if there is none before.
  @inline(__always)
  func skippingSpace(from start: Int, to end: Int) -> Int {
    var position = start
    while position < end, Self.isSpace(byte(position)) { position &+= 1 }
    return position
  }

  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

/// Functions on eight bytes in a word.
enum ByteWord {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let tops: UInt64 = 0x8080_8080_8080_8080
  static let quotes = ones &* UInt64(UInt8(ascii: "\""))
  static let backslashes = ones &* UInt64(UInt8(ascii: "\\"))

  /// Marks each zero byte in its highest bit. Only the lowest mark is exact.
  @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }

  /// Marks each byte that is not zero in its highest bit. All marks are exact.
  @inline(__always)
  static func others(_ word: UInt64) -> UInt64 { (((word & ~tops) &+ ~tops) | word) & tops }

  /// Marks each bracket, brace, backslash and `|` in its highest bit. All marks are exact.
  @inline(__always)
  static func brackets(_ word: UInt64) -> UInt64 {
    // With bit 5 set, exactly these bytes become 7B to 7D.
    let raised = (word | ones &* 0x20) & ~tops
    return (raised &+ ones &* 0x05) & ~(raised &+ ones &* 0x02) & ~word & tops
  }
}
