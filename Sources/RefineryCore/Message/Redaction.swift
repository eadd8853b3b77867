public import HTTPTypes

/// The parts of a message that logs, errors and explanations may show. All other values are shown as `<redacted>`.
///
/// The lists of header fields and query keys are allow-lists: a name that is not on the list is hidden. Names are always
/// visible.
public struct Redaction: Sendable, Equatable {
  /// The text that replaces a hidden value.
  package static let mark = "<redacted>"

  /// The header fields whose values may be shown.
  public var headers: Set<HTTPField.Name>
  /// The query keys whose values may be shown. Case does not matter. The signatures of pre-signed URLs
  /// stay hidden even if listed here.
  public var queryKeys: Set<String> { didSet { queryKeys = Set(queryKeys.map { $0.lowercased() }) } }
  /// The members of JSON objects and forms whose values are hidden, at any depth.
  ///
  /// A name is split into parts at separators, digits and capitals: `userPwd`, `user_pwd` and `USER-PWD` are `user` and `pwd`.
  /// A member is secret if one part of its name, or several consecutive parts together, are in this list: `auth` hides `x-auth`
  /// but not `author`. A part that only contains a secret member of five letters or more is hidden, too: `token` hides
  /// `mytokens`.
  public var secretMembers: Set<String> {
    didSet { (secretMembers, longMembers) = Self.prepared(secretMembers) }
  }
  /// Whether text that only looks like a token is hidden too: 20 to 4,096 letters and digits that look random, such as keys,
  /// hashes and short Base64, but not UUIDs. Default: true. JSON Web Tokens, and words after `Bearer` and `Basic`, are always
  /// hidden.
  public var hidesTokens = true
  /// The secret members that are also hidden as a part of a longer word.
  private(set) var longMembers: [String]

  /// Creates a redaction with the standard lists, or with your own.
  public init(
    headers: Set<HTTPField.Name> = Redaction.standardHeaders,
    queryKeys: Set<String> = [],
    secretMembers: Set<String> = Redaction.standardSecretMembers
  ) {
    self.headers = headers
    self.queryKeys = Set(queryKeys.map { $0.lowercased() })
    (self.secretMembers, longMembers) = Self.prepared(secretMembers)
  }

  /// Header fields that describe a message and do not identify anyone.
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

  /// Query keys that select a part of a list or its order. ``Client/explain(_:redaction:)`` shows their values.
  package static let listQueryKeys: Set<String> = Set(
    [
      "page", "per_page", "perpage", "page_size", "pagesize", "limit", "offset", "size", "sort", "sort_by", "sortby", "order",
      "order_by", "orderby", "direction",
    ] + ["number", "size", "limit", "offset"].flatMap { ["page[\($0)]", "page%5b\($0)%5d"] })

  /// Query keys with the signatures of pre-signed URLs. They are always hidden.
  package static let signatureKeys: Set<String> = [
    "sig", "signature", "x-amz-signature", "x-amz-credential", "x-amz-security-token", "awsaccesskeyid", "x-goog-signature",
    "x-goog-credential",
  ]

  /// Returns the value of a field, or the mark.
  public func value(of field: HTTPField) -> String {
    headers.contains(field.name) ? Self.escaped(field.value) : Self.mark
  }

  /// Returns the request's URL without user information and with hidden query values.
  package func url(of head: HTTPRequest) -> String {
    let authority = head.authority ?? ""
    let target = target(head.path ?? "")
    var url = ""
    url.reserveCapacity(8 + authority.utf8.count + target.utf8.count)
    url += head.scheme ?? "http"
    url += "://"
    let at = UInt8(ascii: "@")
    if authority.withBytes({ $0.contains(at) }), let end = authority.utf8.lastIndex(of: at) {
      url += authority[authority.utf8.index(after: end)...]
    } else {
      url += authority
    }
    url += target
    return Self.escaped(url)
  }

  /// Returns a request target with hidden query values and without its fragment.
  package func target(_ target: String) -> String {
    guard target.withBytes({ $0.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } }) else { return target }
    let target = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "#")) ?? target.endIndex)]
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return String(target) }
    let query = target.utf8[target.utf8.index(after: mark)...]
    let pairs = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { bytes in
      let pair = Substring(bytes)
      guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return pair.isEmpty ? "" : Self.mark }
      let key = pair[..<equals]
      let isShown =
        queryKeys.contains(key.lowercased()) && !Self.signatureKeys.contains(key.lowercased())
        && !holdsToken(pair[pair.utf8.index(after: equals)...])
      return isShown ? String(pair) : "\(key)=\(Self.mark)"
    }
    return target[..<mark] + "?" + pairs.joined(separator: "&")
  }

  /// Returns text with escaped control characters, so that no value can start a new line in a log (log forging).
  public static func escaped(_ text: String) -> String {
    // Most text is printable ASCII.
    if text.withBytes({ $0.allSatisfy { (0x20..<0x7F).contains($0) } }) { return text }
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) { safe += scalar.escaped(asASCII: true) } else { safe.unicodeScalars.append(scalar) }
    }
    return safe
  }

  /// Returns at most this many scalars of a text from a server, with `...` if there are more. It does not count characters,
  /// because one character can have any number of scalars.
  static func shortened(_ text: String, to count: Int) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    return start.utf8.count < text.utf8.count ? start + "..." : start
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    // C0, DEL, C1, the line and paragraph separators, and the characters that reorder text.
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value) || scalar.value == 0x200E || scalar.value == 0x200F
      || scalar.value == 0x061C
  }
}
