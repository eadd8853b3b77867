extension DocumentBytes {
  /// Skips white space (RFC 8259, section 2) and returns the byte after it.
  @inline(__always)
  func skipSpace(_ position: inout Int) -> UInt8 {
    while true {
      let byte = byte(position)
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position &+= 1
    }
  }

  /// Returns the text of a string without its quotes.
  func string(_ range: Range<Int>, _ kind: TapeEntry.Kind) throws(JSONMalformed) -> String {
    if kind == .plain { return plainText(range) }
    if kind == .escaped { return try unescaped(range) }
    if let text = text(range) { return text }
    throw JSONMalformed(.invalidText, at: range.lowerBound)
  }

  /// Finds the quote that ends a string, and the kind of the string.
  @inline(__always)
  func endOfString(from start: Int) throws(JSONMalformed) -> (end: Int, kind: TapeEntry.Kind) {
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
        return (position, seen & 0x8080_8080_8080_8080 == 0 ? .plain : .text)
      }
      return (try endOfEscapedString(from: position), .escaped)
    }
  }

  /// Finds the quote that ends a string, starting at its first backslash or control character. Escapes are checked when the
  /// string is read.
  private func endOfEscapedString(from start: Int) throws(JSONMalformed) -> Int {
    var position = start
    while position < count {
      switch byte(position) {
      case UInt8(ascii: "\""):
        return position
      case UInt8(ascii: "\\"):
        position &+= 1
        guard position < count else { throw JSONMalformed(.unexpectedEnd, at: count) }
        let isUnicode = byte(position) == UInt8(ascii: "u")
        position &+= 1
        guard isUnicode else { continue }
        guard position &+ 4 <= count else { throw JSONMalformed(.unexpectedEnd, at: count) }
        for digit in position..<position &+ 4 where byte(digit) == UInt8(ascii: "\"") {
          throw JSONMalformed(.invalidEscape, at: position)
        }
        position &+= 4
      default:
        position &+= 1
      }
    }
    throw JSONMalformed(.unexpectedEnd, at: count)
  }

  /// Marks each quote, backslash and control character in its highest bit. Only the lowest mark is exact.
  @inline(__always)
  private static func stops(in eight: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = eight ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = eight ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let marks = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((eight &- ones &* 0x20) & ~eight)
    return marks & 0x8080_8080_8080_8080
  }

  /// Whether a name without escapes has only characters that have a single Unicode encoding: valid UTF-8 up to U+02FF, and
  /// U+0400 to U+047F. Two such names are equal text only if their bytes are equal.
  func isComposed(_ name: TapeEntry) -> Bool {
    guard name.kind == .text else { return false }
    var position = name.range.lowerBound
    let end = name.range.upperBound
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

  /// Finds the end of a number, and whether it is an integer by RFC 8259, section 6.
  @inline(__always)
  func endOfNumber(from start: Int) -> (end: Int, isInteger: Bool) {
    var position = start
    if byte(position) == UInt8(ascii: "-") { position &+= 1 }
    let first = position
    while byte(position) &- 0x30 < 10 { position &+= 1 }
    let digits = position &- first
    switch byte(position) {
    case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      repeat { position &+= 1 } while byte(position).continuesNumber
      return (position, false)
    default:
      return (position, digits == 1 || (digits > 1 && byte(first) != 0x30))
    }
  }
}

extension UInt8 {
  /// Whether the byte can follow another byte of a number.
  var continuesNumber: Bool {
    @inline(__always) get {
      switch self {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"),
        UInt8(ascii: "E"):
        true
      default: false
      }
    }
  }
}
