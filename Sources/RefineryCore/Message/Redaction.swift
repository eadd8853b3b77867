public import HTTPTypes

/// Which parts of a message may be shown in logs, errors and explanations; everything else shows as `<redacted>`.
///
/// Allow-lists, not deny-lists: a field or query key nobody thought of stays hidden. The names stay visible.
public struct Redaction: Sendable, Equatable {
  /// What stands in place of a hidden value.
  public static let mark = "<redacted>"

  /// The header fields whose values may be shown.
  public var headers: Set<HTTPField.Name>
  /// The query keys whose values may be shown. Compared without case; ``signatureKeys`` stay hidden even if named here.
  public var queryKeys: Set<String> { didSet { queryKeys = Set(queryKeys.map { $0.lowercased() }) } }
  /// The members of JSON objects and forms whose values are hidden, at any depth: see ``isSecret(member:)``.
  public var secretMembers: Set<String> {
    didSet { (secretMembers, longMembers) = Self.prepared(secretMembers) }
  }
  /// Whether text that only looks like a token is hidden too: 20 to 4,096 letters and digits as mixed as random ones, such as keys,
  /// hashes and short Base64, but no UUID. Default true. JSON Web Tokens, and words after `Bearer` and `Basic`, are always hidden.
  public var hidesTokens = true
  /// The secret members that are also hidden as part of an undivided name.
  private(set) var longMembers: [String]

  /// The standard lists, or your own.
  public init(
    headers: Set<HTTPField.Name> = Redaction.standardHeaders,
    queryKeys: Set<String> = [],
    secretMembers: Set<String> = Redaction.standardSecretMembers
  ) {
    self.headers = headers
    self.queryKeys = Set(queryKeys.map { $0.lowercased() })
    (self.secretMembers, longMembers) = Self.prepared(secretMembers)
  }

  /// Fields that describe a message and identify nobody.
  public static let standardHeaders: Set<HTTPField.Name> = Set(
    [
      "accept", "accept-encoding", "allow", "cache-control", "content-encoding", "content-length", "content-type", "date",
      "etag", "retry-after", "server", "traceparent", "vary", "x-request-id", "ratelimit", "ratelimit-policy",
    ].compactMap { HTTPField.Name($0) })

  /// Members that hold secrets in common APIs.
  public static let standardSecretMembers: Set<String> = [
    "password", "passwd", "secret", "token", "accesstoken", "refreshtoken", "idtoken", "apikey", "authorization",
    "clientsecret", "privatekey", "credential", "credentials", "cardnumber", "cvv", "cvc", "pin", "sessionid",
    "passphrase", "assertion", "codeverifier", "devicecode", "signature", "cookie", "jwt", "otp", "ssn", "iban",
    "pwd", "pswd", "pw", "pass", "passcode", "passkey", "pincode", "auth", "oauth", "sid", "sessid", "key", "bearer", "session",
    "cred", "creds", "csrf", "xsrf", "totp", "sig", "hmac", "dsn", "connectionstring",
  ]

  /// Query keys that carry the signatures of pre-signed URLs: hidden always.
  public static let signatureKeys: Set<String> = [
    "sig", "signature", "x-amz-signature", "x-amz-credential", "x-amz-security-token", "awsaccesskeyid", "x-goog-signature",
    "x-goog-credential",
  ]

  /// Nothing but names: the strictest form.
  public static let everything = Redaction(headers: [], queryKeys: [])

  /// A field's value, or the mark.
  public func value(of field: HTTPField) -> String {
    headers.contains(field.name) ? Self.escaped(field.value) : Self.mark
  }

  /// The request's URL without user information and with the values of its query hidden.
  public func url(of head: HTTPRequest) -> String {
    let authority = head.authority.map {
      $0.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    }
    return Self.escaped("\(head.scheme ?? "http")://\(authority ?? "")\(target(head.path ?? ""))")
  }

  /// A path with its query's values hidden and its fragment left out.
  public func target(_ target: String) -> String {
    let target = target.prefix { $0 != "#" }
    guard let mark = target.firstIndex(of: "?") else { return String(target) }
    let pairs = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return pair.isEmpty ? "" : Self.mark }
      let key = pair[..<equals]
      let isShown =
        queryKeys.contains(key.lowercased()) && !Self.signatureKeys.contains(key.lowercased())
        && !holdsToken(pair[equals...].dropFirst())
      return isShown ? String(pair) : "\(key)=\(Self.mark)"
    }
    return target[..<mark] + "?" + pairs.joined(separator: "&")
  }

  /// Text with control characters written as escapes, so that no value can begin a line of its own (log forging).
  public static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) { safe += scalar.escaped(asASCII: true) } else { safe.unicodeScalars.append(scalar) }
    }
    return safe
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    // C0, DEL, C1, the line and paragraph separators, and the marks that reorder text.
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value) || scalar.value == 0x200E || scalar.value == 0x200F
      || scalar.value == 0x061C
  }
}
