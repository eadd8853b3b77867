import FoundationEssentials

/// How the bytes of a text are decoded.
enum Charset: String {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1252 = "windows-1252"

  /// Returns a body as text: by its byte order mark, or else by the `charset` of its media type, or else as UTF-8.
  static func text(of data: Data, contentType: Substring) throws(MappingError) -> String {
    let named = Charset.name(in: contentType).map { Charset(name: $0) } ?? .utf8
    guard let set = Charset(mark: data) ?? named else {
      throw MappingError(.malformed, expected: "text in a known charset")
    }
    guard let text = set.text(of: data) else { throw MappingError(.malformed, expected: "text in \(set.rawValue)") }
    return text
  }

  /// The set that a byte order mark names; nil without a mark.
  private init?(mark data: Data) {
    if data.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if data.starts(with: [0xFF, 0xFE]) {
      self = .utf16LittleEndian
    } else if data.starts(with: [0xFE, 0xFF]) {
      self = .utf16BigEndian
    } else {
      return nil
    }
  }

  /// The set of this name, as browsers read it (WHATWG Encoding section 4.2).
  private init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "utf-16", "utf-16le": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252": self = .windows1252
    default: return nil
    }
  }

  /// Returns the parameter `charset` of a media type; nil without one.
  private static func name(in contentType: Substring) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].filter({ $0 != " " && $0 != "\t" }).lowercased() == "charset" else { continue }
      return String(pair[1].filter { !" \t\"'".contains($0) })
    }
    return nil
  }

  /// Returns the text without a byte order mark; nil if the bytes are not text of this set.
  private func text(of data: Data) -> String? {
    switch self {
    case .utf8:
      return String(validating: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data, as: UTF8.self)
    case .utf16LittleEndian, .utf16BigEndian:
      guard data.count.isMultiple(of: 2) else { return nil }
      let bytes = [UInt8](data)
      let units = stride(from: 0, to: bytes.count, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return self == .utf16BigEndian ? first << 8 | second : second << 8 | first
      }
      return String(validating: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
    case .windows1252:
      var text = String.UnicodeScalarView()
      for byte in data {
        let isMapped = (0x80...0x9F).contains(byte)
        text.append(isMapped ? Unicode.Scalar(Self.scalars[Int(byte) - 0x80]) ?? "\u{FFFD}" : Unicode.Scalar(byte))
      }
      return String(text)
    }
  }

  /// The scalars of the bytes 80 to 9F (WHATWG Encoding, index windows-1252).
  private static let scalars: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
