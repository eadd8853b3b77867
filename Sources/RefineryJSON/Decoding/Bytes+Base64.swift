import FoundationEssentials

// Unsafe: a pointer to a block on the stack that ends with its function. Reason: `Data` that is written through a span is filled
// with zeros and asked for unique ownership first, which takes longer than decoding into it.

extension Bytes {
  /// The data that text in Base64 stands for (RFC 4648, section 4); nil for anything that is not letters of the alphabet in
  /// whole groups, the last one padded, also where Foundation takes it.
  func base64(_ range: Range<Int>) -> Data? {
    guard range.count >= 4, range.count & 3 == 0 else { return nil }
    let equals = UInt8(ascii: "=")
    let padding = byte(range.upperBound - 1) != equals ? 0 : byte(range.upperBound - 2) != equals ? 1 : 2
    let letters = range.lowerBound..<range.upperBound - padding
    let count = range.count / 4 * 3 - padding
    // Sixteen letters become twelve bytes, written as two words that overlap what follows.
    return withUnsafeTemporaryAllocation(byteCount: (range.count + 15) / 16 * 12 + 8, alignment: 8) { block in
      guard let start = block.baseAddress, decode(letters, into: start) else { return nil }
      return Data(bytes: start, count: count)
    }
  }

  private func decode(_ letters: Range<Int>, into start: UnsafeMutableRawPointer) -> Bool {
    var out = start
    var position = letters.lowerBound
    var seen = SIMD16<UInt8>()
    while position < letters.upperBound {
      let count = letters.upperBound &- position
      let low = Self.first(count, of: eight(position))
      let high = count > 8 ? Self.first(count &- 8, of: eight(position &+ 8)) : Self.zeros
      let values = Self.values(of: unsafeBitCast(SIMD2(low.littleEndian, high.littleEndian), to: SIMD16<UInt8>.self))
      seen = seen | values
      let words = unsafeBitCast(values, to: SIMD2<UInt64>.self)
      out.storeBytes(of: Self.joined(UInt64(littleEndian: words.x)), as: UInt64.self)
      (out + 6).storeBytes(of: Self.joined(UInt64(littleEndian: words.y)), as: UInt64.self)
      out += 12
      position &+= 16
    }
    let all = unsafeBitCast(seen, to: SIMD2<UInt64>.self)
    return (all.x | all.y) & 0x8080_8080_8080_8080 == 0
  }

  /// Letters that stand for zeros.
  private static var zeros: UInt64 { 0x4141_4141_4141_4141 }

  /// A word's first letters, with zeros in place of the others.
  @inline(__always)
  private static func first(_ count: Int, of eight: UInt64) -> UInt64 {
    guard count < 8 else { return eight }
    let kept: UInt64 = 1 << UInt64(truncatingIfNeeded: count &* 8) &- 1
    return eight & kept | zeros & ~kept
  }

  /// The six bits of each letter; 0xFF for what is none.
  @inline(__always)
  private static func values(of letters: SIMD16<UInt8>) -> SIMD16<UInt8> {
    var values = SIMD16<UInt8>()
    var known = SIMD16<UInt8>()
    @inline(__always) func take(_ offset: SIMD16<UInt8>, below count: UInt8, _ value: UInt8) {
      let isTaken = unsafeBitCast(offset .< SIMD16<UInt8>(repeating: count), to: SIMD16<UInt8>.self)
      known = known | isTaken
      values = values | ((offset &+ SIMD16<UInt8>(repeating: value)) & isTaken)
    }
    take(letters &- SIMD16<UInt8>(repeating: UInt8(ascii: "A")), below: 26, 0)
    take(letters &- SIMD16<UInt8>(repeating: UInt8(ascii: "a")), below: 26, 26)
    take(letters &- SIMD16<UInt8>(repeating: UInt8(ascii: "0")), below: 10, 52)
    take(letters &- SIMD16<UInt8>(repeating: UInt8(ascii: "+")), below: 1, 62)
    take(letters &- SIMD16<UInt8>(repeating: UInt8(ascii: "/")), below: 1, 63)
    return values | ~known
  }

  /// Eight times six bits as six bytes, in memory's order.
  @inline(__always)
  private static func joined(_ values: UInt64) -> UInt64 {
    let ones = values.byteSwapped
    let twos = (ones & 0x3F00_3F00_3F00_3F00) >> 2 | ones & 0x003F_003F_003F_003F
    let fours = (twos & 0x0FFF_0000_0FFF_0000) >> 4 | twos & 0x0000_0FFF_0000_0FFF
    let all = (fours & 0x00FF_FFFF_0000_0000) >> 8 | fours & 0x00FF_FFFF
    return (all << 16).bigEndian
  }
}
