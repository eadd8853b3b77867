import FoundationEssentials

// Unsafe: writes through a pointer to a block on the stack. Reason: a `Data` that is written through a span is first filled
// with zeros and checked for unique ownership, which takes longer than decoding. Why it is safe: the block has 12 bytes for
// each 16 letters or part of them, and 8 more; each `put` writes 14 bytes and advances by 12. The block is freed when the call
// returns, and its pointer does not escape. The bit casts are between vectors of the same size, in which all bits are valid.

extension DocumentBytes {
  /// Decodes Base64 text (RFC 4648, section 4). Returns nil unless the text consists of letters of the alphabet in groups of
  /// four, with the last group padded. Foundation accepts more texts, so callers try it next.
  func base64(_ range: Range<Int>) -> Data? {
    guard range.count >= 4, range.count & 3 == 0 else { return nil }
    let equals = UInt8(ascii: "=")
    let padding = byte(range.upperBound - 1) != equals ? 0 : byte(range.upperBound - 2) != equals ? 1 : 2
    let letters = range.lowerBound..<range.upperBound - padding
    let count = range.count / 4 * 3 - padding
    // Sixteen letters become twelve bytes. Two words of eight bytes are stored; the next store overwrites their unused ends.
    return withUnsafeTemporaryAllocation(byteCount: (range.count + 15) / 16 * 12 + 8, alignment: 8) { block in
      guard let start = block.baseAddress, decode(letters, into: start) else { return nil }
      return Data(bytes: start, count: count)
    }
  }

  private func decode(_ letters: Range<Int>, into start: UnsafeMutableRawPointer) -> Bool {
    var out = start
    var position = letters.lowerBound
    var areKnown = SIMD16<UInt8>(repeating: 0xFF)
    while position &+ 16 <= letters.upperBound {
      areKnown = areKnown & Self.put(eight(position), eight(position &+ 8), at: out)
      out += 12
      position &+= 16
    }
    if position < letters.upperBound {
      let count = letters.upperBound &- position
      let high = count > 8 ? Self.first(count &- 8, of: eight(position &+ 8)) : Self.zeros
      areKnown = areKnown & Self.put(Self.first(count, of: eight(position)), high, at: out)
    }
    let all = unsafeBitCast(areKnown, to: SIMD2<UInt64>.self)
    return all.x & all.y & 0x0101_0101_0101_0101 == 0x0101_0101_0101_0101
  }

  /// Letters that decode to zeros.
  private static var zeros: UInt64 { 0x4141_4141_4141_4141 }

  /// Returns the first letters of a word, with zeros instead of the others.
  @inline(__always)
  private static func first(_ count: Int, of eight: UInt64) -> UInt64 {
    guard count < 8 else { return eight }
    let kept: UInt64 = 1 << UInt64(truncatingIfNeeded: count &* 8) &- 1
    return eight & kept | zeros & ~kept
  }

  /// Writes the twelve bytes of sixteen letters.
  ///
  /// - Returns: one byte for each letter, odd if the letter is in the alphabet.
  @inline(__always)
  private static func put(_ low: UInt64, _ high: UInt64, at out: UnsafeMutableRawPointer) -> SIMD16<UInt8> {
    let letters = unsafeBitCast(SIMD2(low.littleEndian, high.littleEndian), to: SIMD16<UInt8>.self)
    let signed = unsafeBitCast(letters, to: SIMD16<Int8>.self)
    @inline(__always) func isAbove(_ letter: Int8) -> SIMD16<UInt8> {
      unsafeBitCast(signed .> SIMD16<Int8>(repeating: letter), to: SIMD16<UInt8>.self)
    }
    let (aboveDot, aboveSlash, aboveAt, aboveTick) = (isAbove(0x2E), isAbove(0x2F), isAbove(0x40), isAbove(0x60))
    let isPlus = unsafeBitCast(letters .== SIMD16<UInt8>(repeating: UInt8(ascii: "+")), to: SIMD16<UInt8>.self)
    // Counts the bounds below each letter. `+`, `/` to `9`, `A` to `Z` and `a` to `z` each lie between an odd and an even
    // bound.
    let turns = isPlus &+ aboveDot &+ isAbove(0x39) &+ aboveAt &+ isAbove(0x5A) &+ aboveTick &+ isAbove(0x7A)
    // The six bits of each letter: 62 for `+`, and a difference for each further range of letters.
    var ones = letters &+ SIMD16<UInt8>(repeating: 19)
    ones = ones &- (aboveDot & SIMD16<UInt8>(repeating: 3)) &- (aboveSlash & SIMD16<UInt8>(repeating: 12))
    ones = ones &- (aboveAt & SIMD16<UInt8>(repeating: 69)) &- (aboveTick & SIMD16<UInt8>(repeating: 6))
    // Joins six bits to twelve, twelve to twenty-four. The bits of letters outside of the alphabet are not used.
    let pairs = unsafeBitCast(ones, to: SIMD8<UInt16>.self)
    let twos = unsafeBitCast(pairs &<< 6 & SIMD8<UInt16>(repeating: 0xFC0) | pairs &>> 8, to: SIMD4<UInt32>.self)
    let fours = unsafeBitCast(twos &<< 12 & SIMD4<UInt32>(repeating: 0xFF_F000) | twos &>> 16, to: SIMD2<UInt64>.self)
    // The first three bytes are the most significant ones.
    let sixes = fours &<< 40 | (fours &>> 32) &<< 16
    out.storeBytes(of: sixes.x.bigEndian, as: UInt64.self)
    (out + 6).storeBytes(of: sixes.y.bigEndian, as: UInt64.self)
    return turns
  }
}
