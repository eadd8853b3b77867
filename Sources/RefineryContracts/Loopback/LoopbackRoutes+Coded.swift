extension LoopbackRoutes {
  /// `{"hello":"gzip"}`, compressed by gzip.
  static let gzipped: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0xCA, 0x48, 0xCD, 0xC9, 0xC9, 0x57,
    0xB2, 0x52, 0x4A, 0xAF, 0xCA, 0x2C, 0x50, 0xAA, 0x05, 0x00, 0xF6, 0x4F, 0x05, 0x6F, 0x10, 0x00, 0x00, 0x00,
  ]

  static let coded: [String: Script] = [
    "gzip": keeping { _, _, connection in
      connection.answer(200, ["Content-Type: application/json", "Content-Encoding: gzip"], gzipped)
    },
    "truncated-gzip": keeping { _, _, connection in
      connection.answer(200, ["Content-Encoding: gzip"], gzipped.dropLast(12) + [])
    },
    "coding": keeping { argument, _, connection in
      connection.answer(200, ["Content-Encoding: \(argument)"], Array("plain".utf8))
    },
    // Sends until the client closes. The decoded content has 158 times as many bytes, all zero.
    "bomb": { _, _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
      connection.send(bombHead)
      let block = [UInt8]((0..<4096).map { _ in bombUnit }.joined())
      while connection.send(block) {}
      return .close
    },
  ]

  /// A gzip header, the start of a deflate block of fixed codes, one literal zero, and enough repeats to end on a byte.
  private static let bombHead: [UInt8] = {
    var bits = Bits()
    bits.put([1, 1, 0])  // last block, fixed codes (BTYPE 01, its low bit first)
    bits.put([0, 0, 1, 1, 0, 0, 0, 0])  // literal 0
    while bits.count % 8 != 0 { bits.put(repeated) }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes
  }()

  /// Eight repeats: 13 bytes that decode to 2,064 zeros.
  private static let bombUnit: [UInt8] = {
    var bits = Bits()
    for _ in 0..<8 { bits.put(repeated) }
    return bits.bytes
  }()

  /// "The last byte 258 times more": length code 285, distance code 0.
  private static let repeated: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]

  private struct Bits {
    var bytes: [UInt8] = []
    var count = 0

    mutating func put(_ bits: [UInt8]) {
      for bit in bits {
        if count % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= bit << UInt8(count % 8)
        count += 1
      }
    }
  }
}
