import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// A value that is never shown: not as text, not in a debugger's description, not in a dump, not by an encoder.
///
/// ```swift
/// let secret: Secret = Secret(environment["CLIENT_SECRET"] ?? "")
/// print(secret)            // <redacted>
/// use(secret.exposed)
/// ```
public struct Secret<Value: Sendable>: Sendable {
  /// The value itself. Use it, but never print it.
  public let exposed: Value

  /// Hides a value.
  public init(_ value: Value) { exposed = value }
}

extension Secret: Equatable where Value: Equatable {}

extension Secret: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral, ExpressibleByStringLiteral
where Value == String {
  /// Creates a secret from a literal, as in tests.
  public init(stringLiteral value: String) { exposed = value }
}

extension Secret: Redacted {
  /// `<redacted>`.
  public var description: String { Redaction.mark }
}

/// Data that proves to a server who the caller is, and the place of this data in the request.
///
/// ```swift
/// let bearer = Credential.bearer(token).lasting(.seconds(3600))
/// let pair = Credential.header("X-Key-Id", id).and(.header("X-Key-Secret", key))
/// ```
/// A value that cannot be sent does not trap: ``AuthMiddleware`` throws ``CredentialError/malformed(_:)`` before anything is
/// sent.
public struct Credential: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case field(HTTPField)
    case query(name: String, value: String)
  }

  private(set) var parts: [Part]
  private(set) var form: String
  /// Why it cannot be sent, in a sentence without the value; nil if it can be sent.
  private(set) var problem: String?
  /// How long it is valid, from the moment of its request; nil if that is not known.
  package private(set) var lifetime: Duration?

  private init(_ form: String, _ part: Part?, problem: String?) {
    self.form = form
    self.problem = problem
    parts = problem == nil ? part.map { [$0] } ?? [] : []
  }

  /// Creates a credential of parts that were those of another one.
  init(restoring parts: [Part], form: String) {
    self.parts = parts
    self.form = form
  }

  /// A credential in any header field, such as an API key: `.header("X-Api-Key", key)`.
  public static func header(_ name: String, _ value: String) -> Credential {
    guard let field = HTTPField.Name(name) else {
      return Credential("header", nil, problem: "the credential's header name is not a token (RFC 9110 section 5.1)")
    }
    return Credential(field, form: field.rawName, value: value, problem: nil)
  }

  /// An API key in the query, percent-encoded. Prefer ``header(_:_:)``, because access logs of servers contain the query.
  public static func apiKey(_ key: String, query name: String) -> Credential {
    let encoded = percentEncoded(name)
    let problem: String? = name.isEmpty ? "the API key's query name is empty" : key.isEmpty ? "the API key is empty" : nil
    return Credential("query key \(encoded)", .query(name: encoded, value: percentEncoded(key)), problem: problem)
  }

  /// `Authorization: Basic` (RFC 7617), as UTF-8. The user name must not contain a colon.
  public static func basic(user: String, password: String) -> Credential {
    var problem: String?
    // Compares bytes: in Swift, a colon and a combining mark are one character, but the server still sees a colon.
    if user.utf8.contains(UInt8(ascii: ":")) {
      problem = "the user name of Basic credentials must not contain a colon (RFC 7617 section 2)"
    }
    if "\(user)\(password)".unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      problem = "Basic credentials must not contain control characters, such as a line end (RFC 7617 section 2)"
    }
    let encoded = Data("\(user):\(password)".utf8).base64EncodedString()
    return Credential(.authorization, form: "Authorization (Basic)", value: "Basic \(encoded)", problem: problem)
  }

  /// `Authorization: Bearer` (RFC 6750 section 2.1). The token must be a `b64token`; for any other token use ``header(_:_:)``.
  public static func bearer(_ token: String) -> Credential {
    Credential(.authorization, form: "Authorization (Bearer)", value: "Bearer \(token)", problem: fault(ofBearer: token))
  }

  private init(_ name: HTTPField.Name, form: String, value: String, problem: String?) {
    var problem = problem
    if problem == nil, value.isEmpty { problem = "the credential for \(form) is empty" }
    if problem == nil, !HTTPField.isValidValue(value) {
      problem = "the credential for \(form) has a control character, or white space at an end (RFC 9110 section 5.5)"
    }
    var field = HTTPField(name: name, value: problem == nil ? value : "")
    field.indexingStrategy = .disallow  // never in a compression table, RFC 7541 section 7.1.3
    self.init(form, .field(field), problem: problem)
  }

  /// Returns the credential with a lifetime, which starts at the moment the credential was requested.
  public func lasting(_ lifetime: Duration?) -> Credential {
    var copy = self
    copy.lifetime = lifetime
    return copy
  }

  /// Returns both credentials for one request. They are valid until the first of them expires.
  public func and(_ other: Credential) -> Credential {
    var both = self
    both.parts += other.parts
    both.form += " and \(other.form)"
    both.problem = problem ?? other.problem
    both.lifetime = [lifetime, other.lifetime].compactMap { $0 }.min()
    return both
  }

  /// Adds the credential to a request. Returns false, and changes nothing, if the request already has a value in one of its
  /// places.
  func apply(to request: inout Request, replacing: Bool) -> Bool {
    guard replacing || !parts.contains(where: { $0.isSet(in: request.head) }) else { return false }
    for part in parts { part.set(in: &request) }
    return true
  }

  /// Whether both look the same to a server.
  func isSentLike(_ other: Credential) -> Bool { parts == other.parts }

  private static func fault(ofBearer token: String) -> String? {
    let unpadded = token.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
    guard !unpadded.isEmpty else { return "the bearer token is empty" }
    guard !unpadded.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
    return "the bearer token has a character that RFC 6750 does not allow: trim white space and line ends, or, if the server "
      + #"wants such tokens, use .header("Authorization", "Bearer ...")"#
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Encodes every character outside RFC 3986's unreserved set as `%XX`.
  static func percentEncoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}

extension Credential: Redacted {
  /// The place of the credential, without its value: `Authorization (Bearer) <redacted>`.
  public var description: String { "\(form) \(Redaction.mark)" }
}

extension Credential.Part {
  func isSet(in head: HTTPRequest) -> Bool {
    switch self {
    case .field(let field): head.headerFields.contains(field.name)
    case .query(let name, _): Target(head.path).pairs.contains { Target.key(of: $0) == name }
    }
  }

  func set(in request: inout Request) {
    switch self {
    case .field(let field):
      if isSet(in: request.head) { request.head.headerFields[field.name] = nil }
      request.head.headerFields.append(field)
      guard field.name != .authorization else { return }
      // A redirect to another origin always drops Authorization. The option names any other field that it must drop.
      request.options.credentialFields.insert(field.name)
    case .query(let name, let value):
      var target = Target(request.head.path)
      if target.pairs.last?.isEmpty == true { target.pairs.removeLast() }
      target.pairs.removeAll { Target.key(of: $0) == name }
      target.pairs.append("\(name)=\(value)")
      request.head.path = target.text
    }
  }
}

/// A request target, split into path and query pairs.
private struct Target {
  let path: Substring
  var pairs: [Substring]

  init(_ text: String?) {
    let text = (text ?? "/").prefix { $0 != "#" }
    path = text.prefix { $0 != "?" }
    pairs = text.dropFirst(path.count).dropFirst().split(separator: "&", omittingEmptySubsequences: false)
  }

  var text: String { "\(path)?\(pairs.joined(separator: "&"))" }

  static func key(of pair: Substring) -> Substring { pair.prefix { $0 != "=" } }
}

/// The origins (scheme, host and port) that credentials may be sent to.
public struct AllowedOrigins: Sendable, Equatable {
  private enum Rule: Equatable { case home, any, list([Origin]) }

  private let rule: Rule
  /// What is wrong with the list, in a sentence; nil if it is valid.
  let problem: String?

  /// The origin of the client's base URL, which a request has as its option `homeOrigin`. If a request does not have this
  /// option, which every client sets, every origin is allowed.
  public static let home = AllowedOrigins(rule: .home, problem: nil)
  /// Every origin to which a row leads. A redirect to another origin is followed without credentials.
  public static let any = AllowedOrigins(rule: .any, problem: nil)
  /// Only these origins, each as `https://api.example` or `https://api.example:8443`.
  public static func origins(_ texts: [String]) -> AllowedOrigins {
    let bad = texts.first { Origin($0) == nil }
    return AllowedOrigins(
      rule: .list(texts.compactMap { Origin($0) }),
      problem: bad.map { "'\(Redaction.escaped($0))' is not an origin; write it as https://api.example" })
  }

  func admit(_ request: Request) -> Bool {
    switch rule {
    case .any: true
    case .home:
      request.options.homeOrigin.map { home in
        Self.isPlainly(home, request.head) || Origin(home).map { $0 == Origin(request.head) } ?? false
      } ?? true
    case .list(let origins): Origin(request.head).map(origins.contains) ?? false
    }
  }

  // Handles the common case without creating a string.
  private static func isPlainly(_ home: String, _ head: HTTPRequest) -> Bool {
    guard let scheme = head.scheme, let authority = head.authority else { return false }
    return home.withBytes { home in
      scheme.withBytes { scheme in
        home.starts(with: scheme) && home.dropFirst(scheme.count).starts(with: "://".utf8)
          && authority.withBytes { home.dropFirst(scheme.count + 3).elementsEqual($0) }
      }
    }
  }
}

extension Origin {
  /// Creates the origin of an absolute URL.
  init?(_ url: String) {
    guard let (scheme, authority, _) = Self.parts(of: url) else { return nil }
    self.init(scheme: String(scheme), authority: String(authority))
  }

  /// Returns scheme, authority and target of an absolute URL; nil for any other text.
  static func parts(of url: String) -> (scheme: Substring, authority: Substring, target: Substring)? {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let mark = url.firstRange(of: "://") else { return nil }
    let rest = url[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return (url[..<mark.lowerBound], authority, rest.dropFirst(authority.count))
  }

  /// Whether the connection cannot be read by others: https, or this machine.
  var isConfidential: Bool {
    scheme == "https" || host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || isLoopbackAddress
  }

  /// Whether the host is an IPv4 address of 127.0.0.0/8 (RFC 1122 section 3.2.1.3).
  private var isLoopbackAddress: Bool {
    guard host.hasPrefix("127.") else { return false }
    var dots = 0
    var octet: Int?
    for byte in host.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let value = (octet ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
        guard value <= 255 else { return false }
        octet = value
      case UInt8(ascii: ".") where octet != nil: (dots, octet) = (dots + 1, nil)
      default: return false
      }
    }
    return dots == 3 && octet != nil
  }
}
