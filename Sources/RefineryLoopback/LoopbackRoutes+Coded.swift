extension LoopbackRoutes {
  /// `{"hello":"gzip"}`, compressed by gzip.
  package static let gzipped: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0xCA, 0x48, 0xCD, 0xC9, 0xC9, 0x57,
    0xB2, 0x52, 0x4A, 0xAF, 0xCA, 0x2C, 0x50, 0xAA, 0x05, 0x00, 0xF6, 0x4F, 0x05, 0x6F, 0x10, 0x00, 0x00, 0x00,
  ]

  package static let coded: [String: Script] = [
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
      // A gzip header, and the start of a deflate block of fixed codes: the literal 0, and its first repeat.
      connection.send([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x63, 0x18, 0x05])
      // Eight repeats of 258 zeros each: length code 285 and distance code 0, in 13 bits.
      let repeats: [UInt8] = [0xA3, 0x60, 0x14, 0x8C, 0x82, 0x51, 0x30, 0x0A, 0x46, 0xC1, 0x28, 0x18, 0x05]
      let block = [UInt8](repeatElement(repeats, count: 4096).joined())
      while connection.send(block) {}
      return .close
    },
  ]
}
