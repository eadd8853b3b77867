/// Changes to a YAML text that its parser refuses, though it can be understood.
enum YAMLRepair {
  /// Gives the key at a place another name that no description uses; nil if there is no key that can be renamed.
  static func renamingKey(in text: String, line: Int, column: Int, number: Int) -> String? {
    var scalars = Array(text.unicodeScalars)
    guard var index = offset(in: scalars, line: line, column: column), index < scalars.count else { return nil }
    if scalars[index] == "\"" || scalars[index] == "'" { index += 1 }
    guard index < scalars.count, !"&*!?[{|>\n".unicodeScalars.contains(scalars[index]) else { return nil }
    scalars.insert(contentsOf: "x-repeated-\(number)-".unicodeScalars, at: index)
    return joined(scalars)
  }

  /// Replaces pairs of escapes such as `\ud83d\ude00`, which are JSON but not YAML, by their character; nil if there is none.
  static func joiningSurrogates(in text: String) -> String? {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    var isChanged = false
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      if let high = unit(in: bytes, at: index), (0xD800..<0xDC00).contains(high), let low = unit(in: bytes, at: index + 6),
        (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      {
        result += Array(String(Character(scalar)).utf8)
        index += 12
        isChanged = true
      } else {
        // An escaped backslash is not the start of an escape.
        result += bytes[index..<min(index + 2, bytes.count)]
        index += 2
      }
    }
    return isChanged ? String(decoding: result, as: UTF8.self) : nil
  }

  private static func unit(in bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt32(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }

  private static func offset(in scalars: [Unicode.Scalar], line: Int, column: Int) -> Int? {
    var current = 1
    var start = 0
    var index = 0
    while current < line, index < scalars.count {
      if scalars[index] == "\n" {
        current += 1
        start = index + 1
      }
      index += 1
    }
    return current == line ? start + column - 1 : nil
  }

  private static func joined(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
