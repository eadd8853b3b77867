import FoundationEssentials

extension DocumentBuffer {
  /// Copies a document as UTF-8. Spaces replace the byte order mark of UTF-8, so that offsets in errors count its bytes.
  convenience init(decoding data: Data) throws(JSONMalformed) {
    let (encoding, mark) = Self.encoding(of: data)
    guard let encoding else {
      self.init(data, count: data.count)
      bytes.blank(first: mark)
      return
    }
    guard let text = String(bytes: data.dropFirst(mark), encoding: encoding) else {
      throw JSONMalformed(.invalidEncoding, at: mark)
    }
    let bytes = Array(text.utf8)
    self.init(bytes, count: bytes.count)
  }

  /// Returns the encoding, nil for UTF-8, and the length of the byte order mark. Without a mark, the zeros among the first four
  /// bytes determine the encoding, because a document begins with two ASCII characters (RFC 4627, section 3).
  private static func encoding(of data: Data) -> (String.Encoding?, mark: Int) {
    let start = data.startIndex
    // The common case: an ASCII character that is not followed by zero.
    if data.count >= 2, data[start] &- 1 < 0x7F, data[start + 1] != 0 { return (nil, 0) }
    let first = data.prefix(4)
    func byte(_ place: Int) -> UInt8? { place < first.count ? first[start + place] : nil }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xEF, 0xBB, 0xBF, _): return (nil, 3)
    case (0, 0, 0xFE, 0xFF): return (.utf32BigEndian, 4)
    // FE FF 0 0 is not a byte order mark of UTF-32, but Foundation treats it as one.
    case (0xFE, 0xFF, 0, 0): return (.utf32LittleEndian, 4)
    case (0xFE, 0xFF, _, _): return (.utf16BigEndian, 2)
    case (0xFF, 0xFE, _, _): return (.utf16LittleEndian, 2)
    case (0, 0, 0, let last?) where last != 0: return (.utf32BigEndian, 0)
    case (0, let second?, 0, let last?) where second != 0 && last != 0: return (.utf16BigEndian, 0)
    case (let head?, 0, 0, 0) where head != 0: return (.utf32LittleEndian, 0)
    case (let head?, 0, let third?, 0) where head != 0 && third != 0: return (.utf16LittleEndian, 0)
    case (0, let second?, nil, nil) where second != 0: return (.utf16BigEndian, 0)
    case (let head?, 0, nil, nil) where head != 0: return (.utf16LittleEndian, 0)
    default: return (nil, 0)
    }
  }
}
