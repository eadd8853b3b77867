extension Bytes {
  /// Finds the quote that ends a string, and says of which kind the string is.
  @inline(__always)
  func endOfString(from start: Int) throws(Malformed) -> (end: Int, kind: UInt64) {
    var position = start
    var seen: UInt64 = 0
    while true {
      let eight = eight(position)
      let stops = Self.stops(in: eight)
      if stops == 0 {
        seen |= eight
        position &+= 8
        continue
      }
      let place = stops.trailingZeroBitCount & ~7
      seen |= eight & (1 << UInt64(place) &- 1)
      position &+= place >> 3
      if byte(position) == UInt8(ascii: "\"") {
        return (position, seen & 0x8080_8080_8080_8080 == 0 ? Word.plain : Word.text)
      }
      return (try endOfEscapedString(from: position), Word.escaped)
    }
  }

  /// The next quote, whatever stands before it.
  func quote(from start: Int) -> Int? {
    var position = start
    while position < count {
      let others = eight(position) ^ 0x2222_2222_2222_2222
      let quotes = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
      if quotes != 0 { return position &+ quotes.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    return nil
  }

  /// The same from the first backslash or control character on. Only quotes count here.
  private func endOfEscapedString(from start: Int) throws(Malformed) -> Int {
    var position = start
    while position < count {
      switch byte(position) {
      case UInt8(ascii: "\""):
        return position
      case UInt8(ascii: "\\"):
        position &+= 1
        guard position < count else { throw Malformed(.unexpectedEnd, at: count) }
        let isUnicode = byte(position) == UInt8(ascii: "u")
        position &+= 1
        guard isUnicode else { continue }
        guard position &+ 4 <= count else { throw Malformed(.unexpectedEnd, at: count) }
        for digit in position..<position &+ 4 where byte(digit) == UInt8(ascii: "\"") {
          throw Malformed(.invalidEscape, at: position)
        }
        position &+= 4
      default:
        position &+= 1
      }
    }
    throw Malformed(.unexpectedEnd, at: count)
  }

  /// Marks bytes that are a quote, a backslash or a control character in their highest bit. Only the lowest mark is exact.
  @inline(__always)
  private static func stops(in eight: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = eight ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = eight ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let marks = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((eight &- ones &* 0x20) & ~eight)
    return marks & 0x8080_8080_8080_8080
  }

  /// Whether a name without escapes has only letters of which no text has another spelling: valid UTF-8 up to U+02FF, and
  /// U+0400 to U+047F. Such names are equal where their bytes are.
  func isComposed(_ name: UInt64) -> Bool {
    guard Word.kind(name) == Word.text else { return false }
    var position = Word.range(name).lowerBound
    let end = Word.range(name).upperBound
    while position < end {
      let byte = byte(position)
      position &+= 1
      if byte < 0x80 { continue }
      guard (byte >= 0xC2 && byte <= 0xCB) || byte == 0xD0 || byte == 0xD1, self.byte(position) & 0xC0 == 0x80 else {
        return false
      }
      position &+= 1
    }
    return true
  }

  /// Finds the end of what looks like a number, and says whether it is a whole one by RFC 8259, section 6.
  @inline(__always)
  func endOfNumber(from start: Int) -> (end: Int, isInteger: Bool) {
    var position = start
    if byte(position) == UInt8(ascii: "-") { position &+= 1 }
    let first = position
    while byte(position) &- 0x30 < 10 { position &+= 1 }
    let digits = position &- first
    switch byte(position) {
    case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      repeat { position &+= 1 } while Self.isOfNumber(byte(position))
      return (position, false)
    default:
      return (position, digits == 1 || (digits > 1 && byte(first) != 0x30))
    }
  }

  @inline(__always)
  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
