#if Redis
  import FoundationEssentials
  import RefineryAuth
  import RefineryCore

  /// The parts of the URL of a server.
  struct RedisAddress: Sendable {
    var host = "127.0.0.1"
    var port = 6379
    /// The path of a Unix socket, which is used instead of host and port.
    var path: String?
    var user: String?
    var password: Secret<String>?
    var database = 0

    /// - Throws: `UnusableSettings` with every fault. It does not quote the URL, which may contain a password.
    init(_ url: String) throws(UnusableSettings) {
      var problems: [String] = []
      let scheme = String(url.prefix { $0 != ":" })
      switch scheme {
      case "redis", "unix": break
      case "rediss":
        problems.append(
          "rediss (TLS) is not supported: hiredis has TLS from 1.0, and Debian 12 has 0.14; use a Unix socket, or a tunnel such as stunnel"
        )
      case "redis+sentinel", "sentinel":
        problems.append("Sentinel is not asked: name the primary, or an address that follows it, such as a proxy")
      default: problems.append("the URL must begin with redis:// or unix://")
      }
      guard problems.isEmpty, url.dropFirst(scheme.count).hasPrefix("://") else {
        throw UnusableSettings(
          of: RedisConnection.self, problems: problems.isEmpty ? ["the URL must begin with redis:// or unix://"] : problems)
      }
      var rest = url.dropFirst(scheme.count + 3)
      if let at = rest.lastIndex(of: "@") {
        let userInfo = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        rest = rest[rest.index(after: at)...]
        let decoded = userInfo.map { Self.decoded($0) }
        if decoded.contains(nil) { problems.append("the user or the password has a malformed percent encoding") }
        if decoded.count == 2 {
          user = decoded[0].flatMap { $0.isEmpty ? nil : $0 }
          password = decoded[1].map { Secret($0) }
        } else {
          problems.append("the URL has a user without a password: write redis://user:password@host")
        }
      }
      if let mark = rest.firstIndex(of: "?") {
        let query = rest[rest.index(after: mark)...]
        rest = rest[..<mark]
        for pair in query.split(separator: "&") {
          let parts = pair.split(separator: "=", maxSplits: 1)
          if scheme == "unix", parts.count == 2, parts[0] == "db" {
            problems += readDatabase(parts[1])
          } else {
            problems.append("the URL has a query key that is not known: only unix:// has one, db")
          }
        }
      }
      if scheme == "unix" {
        path = Self.decoded(rest)
        if path?.hasPrefix("/") != true {
          problems.append("unix:// needs the absolute path of a socket, such as unix:///run/redis.sock")
        }
        if (path?.utf8.count ?? 0) > 100 { problems.append("the path of the socket is longer than 100 bytes") }
      } else {
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, !parts[1].isEmpty { problems += readDatabase(parts[1]) }
        problems += readHost(parts.first ?? "")
      }
      guard problems.isEmpty else { throw UnusableSettings(of: RedisConnection.self, problems: problems) }
    }

    private mutating func readHost(_ text: Substring) -> [String] {
      var name = text
      if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
        name = text[text.index(after: text.startIndex)..<end]
        let rest = text[text.index(after: end)...]
        if rest.hasPrefix(":") { return readPort(rest.dropFirst(), of: name) }
        if !rest.isEmpty { return ["the host is malformed"] }
      } else if let colon = text.lastIndex(of: ":") {
        return readPort(text[text.index(after: colon)...], of: text[..<colon])
      }
      host = String(name)
      return name.isEmpty ? ["the URL names no host"] : []
    }

    private mutating func readPort(_ text: Substring, of name: Substring) -> [String] {
      guard let number = UInt16(text), number > 0 else { return ["the port must be from 1 to 65535"] }
      port = Int(number)
      host = String(name)
      return name.isEmpty ? ["the URL names no host"] : []
    }

    private mutating func readDatabase(_ text: Substring) -> [String] {
      guard let number = UInt16(text) else { return ["the database must be a number"] }
      database = Int(number)
      return []
    }

    /// Decodes a percent-encoded text (RFC 3986 section 2.1); nil if it is malformed.
    private static func decoded(_ text: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        let digits = rest.prefix(2)
        // A sign would be accepted as well.
        guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }

    /// What error texts and descriptions show.
    var name: String { path ?? "\(host):\(port)" }
  }
#endif
