import FoundationEssentials

// Unsafe: letters are written through raw pointers. OutputBuffer.swift gives the reason and explains why it is safe. The loop
// loads eight bytes at `at` and at `at + 6`. Both are inside the data, because 14 bytes are left.

extension OutputBuffer {
  /// Writes Base64 in quotes.
  func write(base64 data: Data, escapingSlashes: Bool) {
    data.withUnsafeBytes { bytes in
      // Four letters for three bytes, or eight if each is escaped, and 18 more bytes for the quotes and for the last store of
      // sixteen letters.
      reserve((bytes.count / 3 + 1) * (escapingSlashes ? 8 : 4) + 18)
      var out = end
      out.storeBytes(of: 0x22, as: UInt8.self)
      out += 1
      var at = 0
      // Twelve bytes become sixteen letters. Two loads of eight bytes overlap; each uses its first six bytes.
      while at &+ 14 <= bytes.count {
        let letters = Self.letters(
          SIMD2(
            Self.sixBits(of: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)),
            Self.sixBits(of: bytes.loadUnaligned(fromByteOffset: at &+ 6, as: UInt64.self))))
        Self.put(letters, 16, escapingSlashes, at: &out)
        at &+= 12
      }
      while at < bytes.count {
        let rest = min(bytes.count &- at, 6)
        var word: UInt64 = 0
        for place in 0..<rest { word |= UInt64(bytes[at &+ place]) &<< UInt64(56 &- 8 &* place) }
        var letters = Self.letters(SIMD2(Self.sixBits(of: word.bigEndian), 0))
        let count = rest > 3 ? 8 : 4
        for place in (rest &* 8 &+ 5) / 6..<count { letters[place] = UInt8(ascii: "=") }
        Self.put(letters, count, escapingSlashes, at: &out)
        at &+= rest
      }
      out.storeBytes(of: 0x22, as: UInt8.self)
      state.pointee.count = out - state.pointee.bytes &+ 1
    }
  }

  /// Stores sixteen letters and advances by `count`. Escapes slashes one by one.
  @inline(__always)
  private static func put(
    _ letters: SIMD16<UInt8>, _ count: Int, _ escapingSlashes: Bool, at out: inout UnsafeMutableRawPointer
  ) {
    guard escapingSlashes, hasSlash(letters) else {
      out.storeBytes(of: letters, as: SIMD16<UInt8>.self)
      out += count
      return
    }
    for place in 0..<count {
      if letters[place] == 0x2F {
        out.storeBytes(of: 0x5C, as: UInt8.self)
        out += 1
      }
      out.storeBytes(of: letters[place], as: UInt8.self)
      out += 1
    }
  }

  @inline(__always)
  private static func hasSlash(_ letters: SIMD16<UInt8>) -> Bool {
    let words = unsafeBitCast(letters .== SIMD16<UInt8>(repeating: 0x2F), to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }

  /// The first six of eight bytes as eight numbers of six bits.
  @inline(__always)
  private static func sixBits(of bytes: UInt64) -> UInt64 {
    let all = bytes.bigEndian >> 16
    let fours = (all & 0xFFFF_FF00_0000) << 8 | all & 0xFF_FFFF
    let twos = (fours & 0x00FF_F000_00FF_F000) << 4 | fours & 0x0000_0FFF_0000_0FFF
    let ones = (twos & 0x0FC0_0FC0_0FC0_0FC0) << 2 | twos & 0x003F_003F_003F_003F
    return ones.bigEndian
  }

  /// Returns the letters for numbers of six bits (RFC 4648, section 4).
  @inline(__always)
  private static func letters(_ words: SIMD2<UInt64>) -> SIMD16<UInt8> {
    let values = unsafeBitCast(words, to: SIMD16<UInt8>.self)
    var letters = values &+ SIMD16<UInt8>(repeating: UInt8(ascii: "A"))
    @inline(__always) func add(_ difference: UInt8, from first: UInt8) {
      let isThere = unsafeBitCast(values .>= SIMD16<UInt8>(repeating: first), to: SIMD16<UInt8>.self)
      letters = letters &+ isThere & SIMD16<UInt8>(repeating: difference)
    }
    add(6, from: 26)
    add(0 &- 75, from: 52)
    add(0 &- 15, from: 62)
    add(3, from: 63)
    return letters
  }
}
