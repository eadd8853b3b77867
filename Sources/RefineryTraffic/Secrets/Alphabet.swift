/// A set of ASCII bytes, of which a part of a token consists.
struct Alphabet: Sendable {
  private let low: UInt64
  private let high: UInt64

  init(_ characters: String) {
    var (low, high) = (UInt64(0), UInt64(0))
    for byte in characters.utf8 where byte < 128 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
    (self.low, self.high) = (low, high)
  }

  func contains(_ byte: UInt8) -> Bool { byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 }

  private static let small = "abcdefghijklmnopqrstuvwxyz"
  private static let capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  static let digits = Alphabet("0123456789")
  static let lowerHex = Alphabet("0123456789abcdef")
  static let hex = Alphabet("0123456789abcdefABCDEF")
  static let base32 = Alphabet(capital + "234567")
  static let upperAndDigits = Alphabet(capital + "0123456789")
  static let lowerAndDigits = Alphabet(small + "0123456789")
  static let letters = Alphabet(small + capital)
  static let alphanumeric = Alphabet(small + capital + "0123456789")
  static let word = Alphabet(small + capital + "0123456789_-")
  static let base64 = Alphabet(small + capital + "0123456789+/")
  static let anyBase64 = Alphabet(small + capital + "0123456789+/_-")
  static let wordAndEquals = Alphabet(small + capital + "0123456789_-=")
  static let wordAndTilde = Alphabet(small + capital + "0123456789_-.~")
  /// What the scheme of a URL consists of (RFC 3986 section 3.1).
  static let scheme = Alphabet(small + capital + "0123456789+-.")
  static let equals = Alphabet("=")
  /// What names of members, header fields and query parameters consist of.
  static let name = Alphabet(small + capital + "0123456789_-.[]")
  /// What a credential after `Bearer` consists of (RFC 6750 section 2.1).
  static let credential = Alphabet(small + capital + "0123456789-._~+/=")
  /// What sessions consist of in the cookies of Express and Iron, too.
  static let cookie = Alphabet(small + capital + "0123456789-._~+/=*:!")
  static let space = Alphabet(" \t\r\n")
  /// What ends a value without quotes.
  static let endsValue = Alphabet(" \t\r\n\"'`<>&;,)}]|")

  /// The value of a hexadecimal digit.
  static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x37
    case 0x61...0x66: Int(byte) - 0x57
    default: nil
    }
  }

  static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// The value of a letter of Base64 in both alphabets (RFC 4648 sections 4 and 5).
  static func sextet(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x47
    case 0x30...0x39: byte + 4
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }

  /// The bytes of a text in Base64, up to the first byte that is not a part of it.
  static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var (value, bits) = (UInt32(0), 0)
    for byte in text {
      guard let sextet = sextet(byte) else { break }
      value = value << 6 | UInt32(sextet)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(value >> UInt32(bits) & 0xFF))
        value &= (1 << UInt32(bits)) - 1
      }
    }
    return bytes
  }
}
