extension JSONParser {
  /// Reads the string whose opening quotation mark is the current byte.
  mutating func string() throws -> String {
    index += 1
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let text = try validated(UnsafeBufferPointer(rebasing: bytes[start..<index]), from: start)
        index += 1
        return text
      case UInt8(ascii: "\\"):
        return try escapedString(from: start)
      case ..<0x20:
        throw fault("a string contains a control character that is not escaped")
      default:
        index += 1
      }
    }
    throw fault("the document ends inside a string")
  }

  /// Reads the rest of a string whose first backslash is the current byte.
  private mutating func escapedString(from start: Int) throws -> String {
    var text = Array(bytes[start..<index])
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        let string = try text.withUnsafeBufferPointer { try validated($0, from: start) }
        index += 1
        return string
      case UInt8(ascii: "\\"):
        try escape(into: &text)
      case ..<0x20:
        throw fault("a string contains a control character that is not escaped")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw fault("the document ends inside a string")
  }

  private mutating func escape(into text: inout [UInt8]) throws {
    index += 1
    guard index < bytes.count else { throw fault("the document ends inside a string") }
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      index += 1
      text.append(contentsOf: String(Character(try unicodeEscape())).utf8)
      return
    default: throw fault("no escape has this letter")
    }
    index += 1
  }

  /// Reads the scalar of `\u` and four digits, or of two of them that form a surrogate pair.
  private mutating func unicodeEscape() throws -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let loneSurrogate = "a string contains a lone surrogate"
    guard first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { throw fault(loneSurrogate) }
    index += 2
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault(loneSurrogate) }
    return scalar
  }

  private mutating func hexadecimal() throws -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = index < bytes.count ? bytes[index] : 0
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: throw fault("four hexadecimal digits must follow \\u")
      }
      index += 1
    }
    return value
  }

  private mutating func validated(_ text: UnsafeBufferPointer<UInt8>, from start: Int) throws -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      index = start
      throw fault("the string that begins here is not UTF-8")
    }
    return string
  }
}
