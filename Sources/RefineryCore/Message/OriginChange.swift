import HTTPTypes

/// A move of a request to a URL that the server names. Redirects and links of servers use it, so that what may leave an origin
/// is decided once. A row with an absolute URL loses the same credentials: see `removeCredentials`.
struct OriginChange {
  /// Why a URL cannot be the target of a request.
  enum Fault: Error {
    /// It is not a URI reference with a host.
    case malformed
    /// It is neither http nor https.
    case foreignScheme
  }

  private let target: URIReference
  /// The origin of the request.
  let old: Origin
  /// The origin of the target.
  let new: Origin

  /// - Parameter target: the URL, resolved against that of the request; nil if it cannot be read.
  init(of request: HTTPRequest, to target: URIReference?) throws(Fault) {
    guard let target, let scheme = target.scheme, let old = Origin(request) else { throw .malformed }
    guard scheme == "http" || scheme == "https" else { throw .foreignScheme }
    guard let new = Origin(scheme: scheme, authority: target.authority) else { throw .malformed }
    self.target = target
    self.old = old
    self.new = new
  }

  /// Path and query of the target, as it was written.
  var path: String { (target.path.isEmpty ? "/" : target.path) + (target.query.map { "?" + $0 } ?? "") }

  /// Whether scheme, host or port change.
  var leavesOrigin: Bool { new != old }

  /// Whether the target could be read on the way, and the request could not.
  var leavesTLS: Bool { old.scheme == "https" && new.scheme != "https" }

  /// Sends the request to the target's origin. User information in the URL is not used.
  func move(_ head: inout HTTPRequest) {
    head.scheme = new.scheme
    head.authority = target.authority.map(Authority.withoutUserInfo)
  }
}

extension HTTPFields {
  /// Removes the fields that must not be sent to another origin.
  ///
  /// - Parameter marked: fields that carry a credential of the call: see ``Options/credentialFields``.
  mutating func removeCredentials(_ marked: Set<HTTPField.Name>) {
    removeAll { $0.isCredential || marked.contains($0) }
  }

  mutating func removeAll(where matches: (HTTPField.Name) -> Bool) {
    for name in Set(map(\.name)) where matches(name) { self[name] = nil }
  }
}

extension HTTPField.Name {
  /// Whether a field is not sent to another origin: the standard credentials, `Origin`, `Referer`, and every field whose name
  /// suggests a key, token, secret, session, signature or authentication.
  var isCredential: Bool {
    if self == .idempotencyKeyField { return false }
    if self == .origin || self == .referer { return true }
    let words = ["auth", "cookie", "credential", "key", "passw", "secret", "session", "signature", "token"]
    return words.contains { canonicalName.contains($0) }
  }
}
