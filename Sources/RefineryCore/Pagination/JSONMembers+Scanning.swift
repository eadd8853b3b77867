import FoundationEssentials

extension JSONMembers {
  /// The string that begins here, its escapes undone; nil where it is malformed.
  mutating func string() -> String? {
    let start = index
    let hasEscapes = skipString()
    guard index - start >= 2 else { return nil }
    guard hasEscapes else { return text((start + 1)..<(index - 1)) }
    return (try? RawJSON(parsing: Data(bytes[start..<index])))?.string
  }

  mutating func skipValue() {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return }
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard depth > 0 else { return }
        index += 1
        continue
      default:
        while index < bytes.count, !Self.ends(bytes[index]) { index += 1 }
      }
      if depth == 0 { return }
    }
  }

  @discardableResult private mutating func skipString() -> Bool {
    var hasEscapes = false
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index = min(index + 1, bytes.count)
      }
    }
    return hasEscapes
  }

  mutating func peek() -> UInt8? {
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private static func ends(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == 0x2C || byte == 0x3A || byte == 0x5D || byte == 0x7D || byte == 0x22 || byte == 0x5B
      || byte == 0x7B
  }
}
