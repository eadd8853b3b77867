import FoundationEssentials

/// The text of a HAR file for a body. The format has text in UTF-8, whatever the charset of the body was.
enum HARText {
  /// The bytes of a text: in a charset of one byte for each character if the content type names one, or else in UTF-8.
  static func bytes(of text: String, type: String) -> Data {
    guard isWestern(type), let bytes = western(text) else { return Data(text.utf8) }
    return bytes
  }

  /// The text whose bytes are these; nil if there is none, and base64 is needed.
  static func text(of bytes: Data, type: String) -> String? {
    if isWestern(type), bytes.contains(where: { $0 >= 0x80 }) { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// JSON with U+FFFD in place of each escape of a half of a character in UTF-16.
  static func withoutHalves(_ json: Data) -> Data {
    let bytes = Array(json)
    var output = Data()
    output.reserveCapacity(bytes.count)
    func half(_ index: Int) -> Int? {
      guard index + 6 <= bytes.count, bytes[index] == 0x5C, bytes[index + 1] == 0x75 else { return nil }
      let digits = String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self)
      return Int(digits, radix: 16).flatMap { (0xD800...0xDFFF).contains($0) ? $0 : nil }
    }
    var index = 0
    while index < bytes.count {
      var length = bytes[index] == 0x5C ? 2 : 1
      if let first = half(index) {
        let isPair = first < 0xDC00 && half(index + 6).map { $0 >= 0xDC00 } ?? false
        length = isPair ? 12 : 6
        if !isPair {
          output.append(contentsOf: #"\ufffd"#.utf8)
          index += length
          continue
        }
      }
      output.append(contentsOf: bytes[index..<min(index + length, bytes.count)])
      index += length
    }
    return output
  }

  /// What browsers read as windows-1252 (WHATWG Encoding section 4.2).
  private static func isWestern(_ type: String) -> Bool {
    let type = type.lowercased().filter { !" \t\"'".contains($0) }
    guard let start = type.firstRange(of: "charset=")?.upperBound else { return false }
    let name = type[start...].prefix { $0 != ";" }
    return ["iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii"].contains(name)
  }

  private static func western(_ text: String) -> Data? {
    var bytes = Data()
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let byte = special[scalar] {
        bytes.append(byte)
      } else if scalar.value <= 0xFF {
        bytes.append(UInt8(scalar.value))
      } else {
        return nil
      }
    }
    return bytes
  }

  /// The bytes from 0x80 to 0x9F that are characters.
  private static let special: [Unicode.Scalar: UInt8] = {
    let scalars =
      "\u{20AC}\0\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}\0\u{17D}\0\0"
      + "\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\0\u{17E}\u{178}"
    var bytes: [Unicode.Scalar: UInt8] = [:]
    for (offset, scalar) in scalars.unicodeScalars.enumerated() where scalar != "\0" { bytes[scalar] = UInt8(0x80 + offset) }
    return bytes
  }()
}
