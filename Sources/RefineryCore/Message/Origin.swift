public import HTTPTypes

/// Scheme, host and port (RFC 9110 section 4.3.1). Connections, credentials and redirects depend on the origin.
///
/// Two spellings of one origin are equal: case does not matter, and the default port of a scheme may be left out.
///
/// ```swift
/// Origin(scheme: "https", authority: "API.example.com:443") == Origin(scheme: "HTTPS", authority: "api.example.com")
/// ```
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case; an IPv6 address keeps its brackets.
  public let host: String
  /// The port, even if the URL does not contain it.
  public let port: Int

  /// Creates the origin of a scheme and an authority. Returns nil unless the scheme is http or https and the authority is
  /// valid. User information is left out.
  public init?(scheme: String?, authority: String?) {
    guard let scheme, let authority else { return nil }
    if scheme == "http" || scheme == "https", let plain = Authority.plain(authority), plain.isLowercase {
      self.scheme = scheme
      host = plain.port == nil ? authority : String(authority.utf8.prefix(plain.hostCount)) ?? authority
      port = plain.port ?? (scheme == "https" ? 443 : 80)
      return
    }
    let lowercased = scheme.lowercased()
    guard lowercased == "http" || lowercased == "https" else { return nil }
    let parts = Authority(authority)
    guard let host = parts.host, parts.hasValidPort else { return nil }
    self.scheme = lowercased
    self.host = host.lowercased()
    port = parts.port ?? (lowercased == "https" ? 443 : 80)
  }

  /// Creates the origin of a request. Returns nil if its scheme or authority is missing or malformed.
  public init?(_ head: HTTPRequest) {
    self.init(scheme: head.scheme, authority: head.authority)
  }

  /// `https://api.example.com`. The port is included unless it is the default of the scheme.
  public var description: String {
    "\(scheme)://\(host)\(port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)")"
  }
}

/// The parts of an authority: `userinfo@host:port` (RFC 3986 section 3.2).
struct Authority {
  let userInfo: Substring?
  /// Nil if it is empty or contains a character that a host must not contain.
  let host: Substring?
  let port: Int?
  let hasValidPort: Bool

  init(_ text: String) {
    var rest = text[...]
    if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = rest[..<at]
      rest = rest[rest.utf8.index(after: at)...]
    } else {
      userInfo = nil
    }
    var name = rest
    var digits: Substring?
    let bracket = rest.utf8.lastIndex(of: UInt8(ascii: "]"))
    if let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")), bracket.map({ $0 < colon }) ?? true {
      name = rest[..<colon]
      digits = rest[rest.utf8.index(after: colon)...]
    }
    host = Self.isHost(name) ? name : nil
    if let digits, !digits.isEmpty {
      let number = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
      port = number.flatMap { (1...65_535).contains($0) ? $0 : nil }
      hasValidPort = port != nil
    } else {
      port = nil
      hasValidPort = true
    }
  }

  /// Reads an authority in one pass if, like most, it is only a host name of ordinary characters, with or without a port.
  /// Returns nil for any other text.
  static func plain(_ text: String) -> Plain? {
    text.withBytes { bytes in
      var index = 0
      var isLowercase = true
      while index < bytes.count, bytes[index].isHostCharacter {
        if (0x41...0x5A).contains(bytes[index]) { isLowercase = false }
        index += 1
      }
      guard index > 0 else { return nil }
      let hostCount = index
      if index == bytes.count { return Plain(hostCount: hostCount, port: nil, isLowercase: isLowercase) }
      guard bytes[index] == UInt8(ascii: ":") else { return nil }
      var port = 0
      index += 1
      guard index < bytes.count, bytes.count - index <= 5 else { return nil }
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
        port = port * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard index == bytes.count, (1...65_535).contains(port) else { return nil }
      return Plain(hostCount: hostCount, port: port, isLowercase: isLowercase)
    }
  }

  struct Plain {
    /// The number of bytes of the host, which comes first.
    let hostCount: Int
    let port: Int?
    let isLowercase: Bool
  }

  /// Returns an authority without `userinfo@`.
  static func withoutUserInfo(_ text: String) -> String {
    guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return text }
    return String(text[text.utf8.index(after: at)...])
  }

  private static func isHost(_ name: Substring) -> Bool {
    if name.utf8.first == UInt8(ascii: "[") {
      guard name.utf8.last == UInt8(ascii: "]"), name.utf8.count > 3 else { return false }
      return name.utf8.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == 0x3A || $0 == 0x2E }
    }
    // Unreserved characters and sub-delimiters that occur in names. A DNS name contains no percent escape.
    return !name.isEmpty && name.utf8.allSatisfy { $0.isHostCharacter }
  }
}

extension UInt8 {
  var isAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
  fileprivate var isHostCharacter: Bool { isAlphanumeric || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E }
  var isHexDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
