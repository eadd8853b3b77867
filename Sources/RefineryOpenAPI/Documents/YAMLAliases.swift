/// Aliases of a YAML text, which its parser must not resolve.
///
/// The parser copies the value of each alias. A small text can so become a value that is too large or too deep to be compared
/// or released. With another character in place of the asterisk, an alias is plain text to the parser. Its position does not
/// change.
enum YAMLAliases {
  /// Returns the text with a marker in place of the asterisk of each alias, and of text that looks like one; nil if the text
  /// has no alias.
  static func hidden(in text: String) -> (text: String, marker: Unicode.Scalar)? {
    let bytes = Array(text.utf8)
    guard hasAnchor(bytes), let marker = markers.first(where: { !text.unicodeScalars.contains($0) }) else { return nil }
    let replacement = Array(String(Character(marker)).utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 1024)
    var previous = UInt8(ascii: "\n")
    var found = false
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "*"), begins(after: previous), index + 1 < bytes.count, isName(bytes[index + 1]) {
        result += replacement
        found = true
      } else {
        result.append(byte)
      }
      previous = byte
    }
    return found ? (String(decoding: result, as: UTF8.self), marker) : nil
  }

  /// Characters that no description uses.
  private static let markers: [Unicode.Scalar] = ["\u{F8F0}", "\u{F8F1}", "\u{F8F2}", "\u{E8F3}"]

  private static func hasAnchor(_ bytes: [UInt8]) -> Bool {
    var previous = UInt8(ascii: "\n")
    return bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        if byte == UInt8(ascii: "&"), begins(after: previous), index + 1 < bytes.count, isName(bytes[index + 1]) { return true }
        previous = byte
      }
      return false
    }
  }

  private static func begins(after byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: ","), UInt8(ascii: ":"), 0xBF:
      // The last is the end of a byte order mark.
      true
    default: false
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
