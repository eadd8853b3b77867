import FoundationEssentials

extension ValueDecoder {
  /// The string at an index of the tape.
  @inline(__always)
  func string(at index: Int, _ step: PathStep) throws -> String {
    let entry = tape[index]
    let kind = entry.kind
    return kind == .plain ? tape.bytes.plainText(entry.range) : try otherString(entry, step)
  }

  @inline(never)
  private func otherString(_ entry: TapeEntry, _ step: PathStep) throws -> String {
    guard entry.kind == .text || entry.kind == .escaped else { throw mismatch(String.self, entry, step) }
    do {
      return try tape.bytes.string(entry.range, entry.kind)
    } catch {
      throw corrupted("A string is malformed.", step, error)
    }
  }

  func boolean(at index: Int, _ step: PathStep) throws -> Bool {
    let entry = tape[index]
    switch entry.kind {
    case .isTrue: return true
    case .isFalse: return false
    case .plain where context.settings.acceptsQuotedScalars:
      switch tape.bytes.plainText(entry.range) {
      case "true", "1": return true
      case "false", "0": return false
      default: throw mismatch(Bool.self, entry, step)
      }
    default: throw mismatch(Bool.self, entry, step)
    }
  }

  func isNull(at index: Int) -> Bool { tape[index].kind == .null }
}

extension DocumentBytes {
  /// The text of a string with escapes (RFC 8259, section 7).
  func unescaped(_ range: Range<Int>) throws(JSONMalformed) -> String {
    var fault: JSONMalformed?
    let text = text(capacity: range.count) { buffer in
      do throws(JSONMalformed) {
        try unescape(range, into: &buffer)
        return true
      } catch {
        fault = error
        return false
      }
    }
    if let fault { throw fault }
    guard let text else { throw JSONMalformed(.invalidText, at: range.lowerBound) }
    return text
  }

  private func unescape(_ range: Range<Int>, into buffer: inout TextBuffer) throws(JSONMalformed) {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = byte(position)
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        guard byte >= 0x20 else { throw JSONMalformed(.controlCharacter, at: position - 1) }
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
      default: throw JSONMalformed(.invalidEscape, at: position - 1)
      }
    }
  }

  /// The scalar of a `\u` escape or of a surrogate pair.
  private func scalar(_ position: inout Int, _ end: Int) throws(JSONMalformed) -> Unicode.Scalar {
    let start = position
    let first = try unit(&position, end)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position + 2 <= end, byte(position) == UInt8(ascii: "\\"), byte(position + 1) == UInt8(ascii: "u")
    else { throw JSONMalformed(.invalidEscape, at: start) }
    position += 2
    let second = try unit(&position, end)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONMalformed(.invalidEscape, at: start) }
    return scalar
  }

  private func unit(_ position: inout Int, _ end: Int) throws(JSONMalformed) -> UInt32 {
    guard position + 4 <= end else { throw JSONMalformed(.invalidEscape, at: position) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      let byte = byte(position)
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 0x57
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 0x37
      default: throw JSONMalformed(.invalidEscape, at: position)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
