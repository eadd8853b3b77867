/// The text between `$'` and `'` of bash.
struct ANSIQuoted {
  private(set) var output: [UInt8] = []
  /// The first half of a character in UTF-16, as Chrome copies it.
  private var high: UInt32?

  /// Reads to the closing quote and returns the position after it; nil if there is none.
  mutating func read(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "'") {
        endHalf()
        return position
      }
      guard byte == UInt8(ascii: "\\"), position < bytes.count else {
        endHalf()
        output.append(byte)
        continue
      }
      let escape = bytes[position]
      position += 1
      escaped(escape, bytes, &position)
    }
    return nil
  }

  private mutating func escaped(_ escape: UInt8, _ bytes: [UInt8], _ position: inout Int) {
    if escape == UInt8(ascii: "u") || escape == UInt8(ascii: "U") {
      let digits = escape == UInt8(ascii: "u") ? 4 : 8
      guard let value = number(bytes, &position, digits: digits, radix: 16) else {
        endHalf()
        output += [UInt8(ascii: "\\"), escape]
        return
      }
      return append(value)
    }
    endHalf()
    switch escape {
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "a"): output.append(0x07)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "e"), UInt8(ascii: "E"): output.append(0x1B)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "v"): output.append(0x0B)
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"): output.append(escape)
    case UInt8(ascii: "x"):
      guard let value = number(bytes, &position, digits: 2, radix: 16) else {
        output += [UInt8(ascii: "\\"), escape]
        return
      }
      output.append(UInt8(truncatingIfNeeded: value))
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      output.append(UInt8(truncatingIfNeeded: number(bytes, &position, digits: 3, radix: 8) ?? 0))
    case UInt8(ascii: "c") where position < bytes.count:
      output.append(bytes[position] & 0x1F)
      position += 1
    default: output += [UInt8(ascii: "\\"), escape]
    }
  }

  private func number(_ bytes: [UInt8], _ position: inout Int, digits: Int, radix: UInt32) -> UInt32? {
    var value: UInt32 = 0
    var count = 0
    while count < digits, position < bytes.count, let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue,
      digit < radix
    {
      value = value &* radix &+ UInt32(digit)
      position += 1
      count += 1
    }
    return count > 0 ? value : nil
  }

  private mutating func append(_ value: UInt32) {
    if let first = high, (0xDC00...0xDFFF).contains(value) {
      high = nil
      let scalar = 0x1_0000 + ((first - 0xD800) << 10) + (value - 0xDC00)
      if let scalar = Unicode.Scalar(scalar) { output += Array(String(Character(scalar)).utf8) }
      return
    }
    endHalf()
    if (0xD800...0xDBFF).contains(value) {
      high = value
    } else {
      output += Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    }
  }

  /// Half a character has no form in UTF-8.
  private mutating func endHalf() {
    if high != nil { output += Array("\u{FFFD}".utf8) }
    high = nil
  }
}
