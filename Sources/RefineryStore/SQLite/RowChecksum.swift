#if SQLite
  /// A checksum of the values of a row. It detects damage in the middle of a text, because SQLite checks only the structure of
  /// a file. It does not protect against intended changes.
  struct RowChecksum {
    // FNV-1a with 64 bits.
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The checksum of texts and numbers, in this order. Nil and the empty text differ.
    static func of(_ texts: [String?], _ numbers: [Int]) -> Int64 {
      var checksum = RowChecksum()
      for text in texts { checksum.add(text) }
      for number in numbers { checksum.add(String(number)) }
      return Int64(bitPattern: checksum.hash)
    }

    private mutating func add(_ text: String?) {
      // The count comes first, so that bytes cannot move from one value to the next.
      for byte in String(text?.utf8.count ?? -1).utf8 { add(byte) }
      add(0)
      guard var text else { return }
      var hash = hash
      text.withUTF8 { bytes in
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
      self.hash = hash
    }

    private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
#endif
