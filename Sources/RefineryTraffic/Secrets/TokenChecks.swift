import RefineryJSON

extension TokenFormat {
  /// How sure it is that bytes of this form are a token; nil if they are none.
  func confidence(of token: [UInt8]) -> SecretFinding.Confidence? {
    let body = Array(token.dropFirst(prefix))
    let value = SecretValue(body)
    guard !SecretValue(token).isPlaceholder, !value.isPlaceholder, !Documented.contains(token) else { return nil }
    // Random text of this length has more. Words, and text of a few letters, were made up by people.
    guard value.entropy >= (body.count >= 20 ? 2.6 : 2.2), !value.hasWords(share: 0.8, least: 10) else { return nil }
    switch check {
    case .none: return .certain
    // A new scheme of the vendor may have another checksum, so a wrong one only lowers the confidence.
    case .checksum: return Checksum.holds(body) ? .certain : .likely
    case .number:
      let id = Alphabet.decoded(token.prefix { $0 != 0x2E })
      return (15...20).contains(id.count) && id.allSatisfy(Alphabet.digits.contains) ? .certain : nil
    case .openAI:
      guard value.isMixedCase else { return nil }
      return String(decoding: token, as: UTF8.self).utf8.firstRange(of: "T3BlbkFJ".utf8) != nil ? .certain : .likely
    case .alone: return .likely
    }
  }
}

extension SecretValue {
  /// Whether it has small letters, capitals and digits.
  fileprivate var isMixedCase: Bool {
    bytes.contains { (0x61...0x7A).contains($0) } && bytes.contains { (0x41...0x5A).contains($0) }
      && bytes.contains(where: Alphabet.digits.contains)
  }
}

/// The checksum of GitHub's and npm's tokens.
enum Checksum {
  private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  /// CRC-32 (ISO 3309), as in gzip.
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { value, byte in table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
  }

  /// The checksum of a text: six letters.
  static func text(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var number = crc32(bytes)
    var text: [UInt8] = []
    for _ in 0..<6 {
      text.insert(letters[Int(number % 62)], at: 0)
      number /= 62
    }
    return text
  }

  /// Whether the last six bytes are the checksum of those before them.
  static func holds(_ body: [UInt8]) -> Bool { body.count > 6 && text(of: body.dropLast(6)) == Array(body.suffix(6)) }
}

/// JSON Web Tokens and encryption, by their decoded head (RFC 7515, RFC 7516).
enum WebToken {
  /// Whether the text before the first period is a head that names an algorithm.
  static func isHead(_ head: some Sequence<UInt8>) -> Bool {
    let decoded = Alphabet.decoded(head)
    guard decoded.count <= 8192, let json = try? JSONValue(parsing: String(decoding: decoded, as: UTF8.self)) else {
      return false
    }
    return json["alg"]?.string != nil
  }

  /// Whether the claims are those of the well-known examples: the subject 1234567890 of jwt.io, or the issuer of RFC 7519.
  static func isExample(_ claims: some Sequence<UInt8>) -> Bool {
    let decoded = String(decoding: Alphabet.decoded(claims), as: UTF8.self)
    return ["\"1234567890\"", "\"joe\"", "example.com", "example.org"].contains { decoded.utf8.firstRange(of: $0.utf8) != nil }
  }
}

/// Tokens that documentation prints, by the first eight bytes of their SHA-256.
enum Documented {
  private static let fingerprints: Set<UInt64> = [
    // RFC 6749: access and refresh tokens, codes, Basic credentials.
    0x6c96_130f_130a_b0d6, 0x00cf_4c78_1dc3_7003, 0xca74_59e2_b267_76de, 0xa35b_81a7_d792_7b70, 0xe997_4c50_7d2a_8021,
    // RFC 6750: bearer tokens. RFC 7636: code verifiers. RFC 6455: the key of a handshake.
    0xb8e1_4854_5b13_c78b, 0x3e60_99e8_2cea_8b70, 0x16da_2270_ca30_c65e, 0x13d3_1e96_1a1a_d8ec, 0x15ce_f4b6_29cc_2d07,
    // The documentation of GitHub's REST API, of Stripe's test mode, and of PyJWT.
    0x3543_c50b_0cb9_cea8, 0x2caf_c097_0149_a84f, 0xf2d6_ca16_5150_33e5, 0xbf14_5d93_80bb_e05b,
  ]

  static func contains(_ token: [UInt8]) -> Bool {
    fingerprints.contains(SHA256.digest(token).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
