/// A set of ASCII bytes. Lookup is fast, because it happens for every byte that is written.
struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  init(_ characters: StaticString, adding other: ByteSet? = nil) {
    var (low, high) = (other?.low ?? 0, other?.high ?? 0)
    characters.withUTF8Buffer { buffer in
      for byte in buffer {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
    (self.low, self.high) = (low, high)
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }

  func containsAll(of text: String) -> Bool {
    for byte in text.utf8 where !contains(byte) { return false }
    return true
  }

  /// The unreserved characters (RFC 3986 section 2.3).
  static let unreserved = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  /// What the value of a cookie may have (RFC 6265 section 4.1.1), except the percent sign.
  static let cookie = ByteSet("!#$&'()*+/:<=>?@[]^`{|}", adding: unreserved)
  /// The reserved and unreserved characters (RFC 3986 sections 2.2 and 2.3).
  static let unreservedAndReserved = ByteSet(":/?#[]@!$&'()*+,;=", adding: unreserved)
  /// The visible ASCII characters.
  static let visible = ByteSet("\"%<>\\^`{|}", adding: unreservedAndReserved)
  /// The characters of a host and a port, including IPv6 addresses.
  static let unreservedAndPort = ByteSet(":[]", adding: unreserved)
}

/// Reads text byte by byte. A percent-encoded triplet counts as the byte that it encodes.
struct Octets: Sequence, IteratorProtocol {
  struct Octet {
    let byte: UInt8
    /// The two digits of a triplet, as they were written.
    let digits: (UInt8, UInt8)?
    /// The byte in a form, where a plus sign is a space.
    var formByte: UInt8 { digits == nil && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte }
  }

  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text.utf8[...] }

  mutating func next() -> Octet? {
    guard let byte = rest.popFirst() else { return nil }
    guard byte == UInt8(ascii: "%") else { return Octet(byte: byte, digits: nil) }
    var ahead = rest
    guard let first = ahead.popFirst(), let high = Self.value(ofDigit: first), let second = ahead.popFirst(),
      let low = Self.value(ofDigit: second)
    else { return Octet(byte: byte, digits: nil) }
    rest = ahead
    return Octet(byte: high << 4 | low, digits: (first, second))
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}

extension String {
  /// Calls `read` with the UTF-8 of the text without copying it where possible. This is many times faster than a loop over
  /// `utf8`.
  package func withBytes<Output>(_ read: (UnsafeBufferPointer<UInt8>) -> Output) -> Output {
    if let output = utf8.withContiguousStorageIfAvailable(read) { return output }
    var copy = self
    return copy.withUTF8(read)
  }

  /// Appends text as UTF-8, with each byte outside `kept` as a triplet.
  ///
  /// - Parameter keepsTriplets: whether triplets in the text stay as they are.
  mutating func append(percentEncoding text: String, keeping kept: ByteSet, keepsTriplets: Bool = false) {
    guard !kept.containsAll(of: text) else { return append(text) }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count * 2)
    if keepsTriplets {
      for octet in Octets(text) {
        if let (high, low) = octet.digits {
          encoded += [UInt8(ascii: "%"), high, low]
        } else {
          encoded.append(octet.byte, keeping: kept)
        }
      }
    } else {
      for byte in text.utf8 { encoded.append(byte, keeping: kept) }
    }
    append(String(decoding: encoded, as: UTF8.self))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ byte: UInt8, keeping kept: ByteSet) {
    guard !kept.contains(byte) else { return append(byte) }
    append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
  }
}
