#if PostgreSQL
  import CPostgreSQL
  import RefineryCore
  import RefineryStore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A connection string, and what connections add to it.
  struct Address: Sendable {
    /// Used unless the connection string has other values.
    private static let defaults: [(String, String)] = [
      ("application_name", "refinery"), ("connect_timeout", "5"), ("keepalives", "1"), ("keepalives_idle", "30"),
      ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
    ]

    private let url: String
    private let password: String
    /// Host, port and name of the database, for errors.
    let place: String

    /// - Throws: `StoreError` if libpq cannot parse the text. The error does not quote it, because it may contain a password.
    init(_ url: String) throws(StoreError) {
      guard !url.utf8.contains(0), let password = Self.setting("password", in: url) else {
        throw StoreError(
          .cannotOpen, reason: "libpq cannot read the connection string; percent-encode special characters of the password")
      }
      self.url = url
      self.password = password
      let host = Self.setting("host", in: url) ?? ""
      let port = Self.setting("port", in: url) ?? ""
      let name = Self.setting("dbname", in: url) ?? ""
      place = Redaction.escaped("\(host.isEmpty ? "the local server" : host)\(port.isEmpty ? "" : ":\(port)")/\(name)")
    }

    private static func setting(_ keyword: String, in url: String) -> String? {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { value in
        guard let start = value.baseAddress, refinery_pg_setting(url, keyword, start, value.count) else { return nil }
        return String(cString: start)
      }
    }

    /// The message of libpq as one line, without the password.
    func withoutSecrets(_ message: String) -> String {
      var text = message.split(whereSeparator: \.isNewline).map(String.init).joined(separator: "; ")
      if !password.isEmpty, let range = text.utf8.firstRange(of: password.utf8) { text.removeSubrange(range.lowerBound...) }
      return Redaction.escaped(text)
    }

    /// Connects, and blocks the thread meanwhile.
    func connect() -> OpaquePointer? {
      // Settings before the connection string are defaults; those after it override it.
      let settings = Self.defaults + [("dbname", url), ("client_encoding", "UTF8")]
      let keywords = settings.map { strdup($0.0) }
      let values = settings.map { strdup($0.1) }
      defer { (keywords + values).forEach { free($0) } }
      return refinery_pg_connect(keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
    }
  }
#endif
