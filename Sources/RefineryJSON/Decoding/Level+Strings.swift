import FoundationEssentials

extension Level {
  /// The text at an index of the tape.
  @inline(__always)
  func string(at index: Int, _ place: Place) throws -> String {
    let word = tape.word(index)
    let kind = Word.kind(word)
    return kind == Word.plain ? tape.bytes.plainText(Word.range(word)) : try otherString(word, place)
  }

  @inline(never)
  private func otherString(_ word: UInt64, _ place: Place) throws -> String {
    switch Word.kind(word) {
    case Word.text:
      if let text = tape.bytes.text(Word.range(word)) { return text }
      throw corrupted("A string is not UTF-8.", place, Malformed(.invalidText, at: Word.offset(word)))
    case Word.escaped:
      do {
        return try tape.bytes.unescaped(Word.range(word))
      } catch {
        throw corrupted("A string is malformed.", place, error)
      }
    default: throw mismatch(String.self, word, place)
    }
  }

  func boolean(at index: Int, _ place: Place) throws -> Bool {
    let word = tape.word(index)
    switch Word.kind(word) {
    case Word.isTrue: return true
    case Word.isFalse: return false
    default: throw mismatch(Bool.self, word, place)
    }
  }

  func isNull(at index: Int) -> Bool { Word.kind(tape.word(index)) == Word.null }
}

extension Bytes {
  /// The text of a string with escapes (RFC 8259, section 7).
  func unescaped(_ range: Range<Int>) throws(Malformed) -> String {
    var fault: Malformed?
    let text = text(capacity: range.count) { buffer in
      do throws(Malformed) {
        try unescape(range, into: &buffer)
        return true
      } catch {
        fault = error
        return false
      }
    }
    if let fault { throw fault }
    guard let text else { throw Malformed(.invalidText, at: range.lowerBound) }
    return text
  }

  private func unescape(_ range: Range<Int>, into buffer: inout TextBuffer) throws(Malformed) {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = byte(position)
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        guard byte >= 0x20 else { throw Malformed(.controlCharacter, at: position - 1) }
        buffer.append(byte)
        continue
      }
      let letter = self.byte(position)
      position += 1
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
      case UInt8(ascii: "b"): buffer.append(0x08)
      case UInt8(ascii: "f"): buffer.append(0x0C)
      case UInt8(ascii: "n"): buffer.append(0x0A)
      case UInt8(ascii: "r"): buffer.append(0x0D)
      case UInt8(ascii: "t"): buffer.append(0x09)
      case UInt8(ascii: "u"): buffer.append(try scalar(&position, range.upperBound))
      default: throw Malformed(.invalidEscape, at: position - 1)
      }
    }
  }

  /// The scalar of four digits, or of a pair of surrogates.
  private func scalar(_ position: inout Int, _ end: Int) throws(Malformed) -> Unicode.Scalar {
    let start = position
    let first = try unit(&position, end)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position + 2 <= end, byte(position) == UInt8(ascii: "\\"), byte(position + 1) == UInt8(ascii: "u")
    else { throw Malformed(.invalidEscape, at: start) }
    position += 2
    let second = try unit(&position, end)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Malformed(.invalidEscape, at: start) }
    return scalar
  }

  private func unit(_ position: inout Int, _ end: Int) throws(Malformed) -> UInt32 {
    guard position + 4 <= end else { throw Malformed(.invalidEscape, at: position) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      let byte = byte(position)
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 0x57
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 0x37
      default: throw Malformed(.invalidEscape, at: position)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
