/// The bytes of a text that is searched, with the escapes of JSON and percent-encoding undone once, and the columns that each
/// byte takes in the file.
struct ScannedText {
  private(set) var bytes: [UInt8] = []
  /// The length of each byte in the file: 1, or that of its escape (`%2B` has 3, `\u002B` has 6).
  private(set) var widths: [UInt8] = []

  init() {}

  /// A whole text.
  init(_ raw: [UInt8]) {
    bytes.reserveCapacity(raw.count)
    widths.reserveCapacity(raw.count)
    _ = append(raw[...], isLast: true)
  }

  var count: Int { bytes.count }

  /// A byte, or 0 outside of the text.
  subscript(index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : 0 }

  func width(at index: Int) -> UInt8 { index >= 0 && index < widths.count ? widths[index] : 1 }

  /// A copy of a part; parts outside of the text are cut off.
  subscript(range: Range<Int>) -> [UInt8] { Array(bytes[range.clamped(to: 0..<bytes.count)]) }

  func holds(_ text: StaticString, at index: Int) -> Bool {
    text.withUTF8Buffer { other in
      guard index >= 0, index + other.count <= bytes.count else { return false }
      for offset in other.indices where bytes[index + offset] != other[offset] { return false }
      return true
    }
  }

  /// Adds bytes of a file. Returns how many of them were used: an escape that may continue in the next chunk is left.
  mutating func append(_ raw: ArraySlice<UInt8>, isLast: Bool) -> Int {
    var index = raw.startIndex
    while index < raw.endIndex {
      let byte = raw[index]
      if byte == 0x5C || byte == 0x25 {
        // The longest escape has six bytes.
        if !isLast, raw.endIndex - index < 6 { break }
        let (decoded, length) = byte == 0x5C ? Self.backslash(raw, index) : Self.percent(raw, index)
        bytes.append(decoded)
        widths.append(UInt8(length))
        index += length
      } else if byte == 0x1B {
        if !isLast, raw.endIndex - index < Self.longestColor { break }
        let length = Self.color(raw, index)
        bytes.append(length > 1 ? 0x20 : byte)
        widths.append(UInt8(length))
        index += length
      } else {
        // Text in UTF-16 has a zero beside each letter.
        if byte != 0 {
          bytes.append(byte)
          widths.append(1)
        }
        index += 1
      }
    }
    return index - raw.startIndex
  }

  mutating func removeFirst(_ count: Int) {
    bytes.removeFirst(min(count, bytes.count))
    widths.removeFirst(min(count, widths.count))
  }

  private static let longestColor = 24

  /// The length of a sequence that colours the text of a terminal, such as `ESC[32m`; 1 for any other byte.
  private static func color(_ raw: ArraySlice<UInt8>, _ index: Int) -> Int {
    let text = raw[index...].prefix(longestColor)
    guard text.dropFirst().first == 0x5B else { return 1 }
    let end = text.dropFirst(2).firstIndex { !Alphabet.digits.contains($0) && $0 != 0x3B }
    guard let end, Alphabet.letters.contains(text[end]) else { return 1 }
    return end - index + 1
  }

  private static func backslash(_ raw: ArraySlice<UInt8>, _ index: Int) -> (UInt8, Int) {
    guard index + 1 < raw.endIndex else { return (0x5C, 1) }
    switch raw[index + 1] {
    case 0x22, 0x5C, 0x2F: return (raw[index + 1], 2)
    case 0x6E: return (0x0A, 2)
    case 0x72: return (0x0D, 2)
    case 0x74: return (0x09, 2)
    case 0x75:
      var value = 0
      guard index + 5 < raw.endIndex else { return (0x5C, 1) }
      for digit in raw[(index + 2)..<(index + 6)] {
        guard let digit = Alphabet.digit(digit) else { return (0x5C, 1) }
        value = value << 4 | digit
      }
      // Any byte that is not ASCII serves for a character that is not ASCII.
      return (value < 0x80 ? UInt8(value) : 0xBF, 6)
    default: return (0x5C, 1)
    }
  }

  private static func percent(_ raw: ArraySlice<UInt8>, _ index: Int) -> (UInt8, Int) {
    guard index + 2 < raw.endIndex, let high = Alphabet.digit(raw[index + 1]), let low = Alphabet.digit(raw[index + 2]) else {
      return (0x25, 1)
    }
    let value = high << 4 | low
    return value == 0x0A || value == 0x0D || (0x20..<0x7F).contains(value) ? (UInt8(value), 3) : (0x25, 1)
  }
}
