#if XML
  import FoundationEssentials

  /// The text of a body, whatever its encoding.
  enum XMLText {
    /// Returns the body in UTF-8, without a byte order mark.
    ///
    /// UTF-16 is known by its byte order mark or by its first characters, other encodings by the declaration (XML 1.0 appendix
    /// F). UTF-8, US-ASCII and ISO-8859-1 are read.
    static func utf8(_ body: Data) throws(XMLMalformed) -> [UInt8] {
      let bytes = [UInt8](body)
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try validated(Array(bytes.dropFirst(3))) }
      if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
        throw XMLMalformed(reason: "the encoding UTF-32 is not read")
      }
      if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), high: 0) }
      if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), high: 1) }
      if bytes.starts(with: [0, 0x3C]) { return try utf16(bytes[...], high: 0) }
      if bytes.starts(with: [0x3C, 0]) { return try utf16(bytes[...], high: 1) }
      switch declaredEncoding(of: bytes) {
      case nil, "utf-8", "us-ascii": return try validated(bytes)
      case "iso-8859-1": return latin1(bytes)
      default: throw XMLMalformed(reason: "the declared encoding is not UTF-8, UTF-16 or ISO-8859-1")
      }
    }

    private static func validated(_ bytes: [UInt8]) throws(XMLMalformed) -> [UInt8] {
      guard String(validating: bytes, as: UTF8.self) != nil else { throw XMLMalformed(reason: "the body is not UTF-8") }
      return bytes
    }

    /// - Parameter high: the position of the higher byte of each unit.
    private static func utf16(_ bytes: ArraySlice<UInt8>, high: Int) throws(XMLMalformed) -> [UInt8] {
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
        UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
      }
      guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
        throw XMLMalformed(reason: "the body is not UTF-16")
      }
      return Array(text.utf8)
    }

    private static func latin1(_ bytes: [UInt8]) -> [UInt8] {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        if byte < 0x80 {
          text.append(byte)
        } else {
          text.append(0xC0 | byte >> 6)
          text.append(0x80 | byte & 0x3F)
        }
      }
      return text
    }

    /// The encoding in `<?xml … encoding="…"?>`, in lower case.
    private static func declaredEncoding(of bytes: [UInt8]) -> String? {
      guard bytes.starts(with: "<?xml".utf8) else { return nil }
      // A declaration is short; what follows is not searched.
      let start = String(decoding: bytes.prefix(200), as: UTF8.self)
      guard let end = start.firstRange(of: "?>")?.lowerBound else { return nil }
      guard let name = start[..<end].firstRange(of: "encoding") else { return nil }
      let value = start[name.upperBound..<end].drop { $0 == " " || $0 == "=" }
      guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
      return value.dropFirst().prefix { $0 != quote }.lowercased()
    }
  }
#endif
