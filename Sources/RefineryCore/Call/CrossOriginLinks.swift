/// Whether ``ScopedCall/following(_:)`` follows a link whose origin (scheme, host, port) differs from that of the call.
/// Default: the link is refused. A link from https to http is refused unless the rule is ``Rule/atOwnOrigin``.
///
/// ```swift
/// Person.enumerate().option(CrossOriginLinks.self, .allow(["https://eu.api.example.com"]))
/// ```
public enum CrossOriginLinks: OptionKey {
  /// What happens to a link to another origin.
  public enum Rule: Sendable, Equatable {
    /// The call throws ``LinkRefused``.
    case refuse
    /// The link is followed without `Authorization`, cookies and every other header field that carries a credential, also those
    /// that the client, the row or the call set. Middleware adds no credentials: see ``CredentialsWithheld``. A body is sent.
    case withoutCredentials
    /// Links to these origins, written as `https://api.example.com`, are followed like links to the call's own origin, with
    /// credentials; others are refused.
    case allow([String])
    /// The link's path and query are used at the call's own origin, whatever origin the link names. For servers behind a proxy
    /// whose links contain their internal address, such as `http://app:8000/people?page=2` for a client of
    /// `https://api.example.com`. The path must be the same on both sides of the proxy.
    case atOwnOrigin
  }

  /// The name in tables and reports: `crossOriginLinks`.
  public static let name = "crossOriginLinks"
  /// The link is refused.
  public static let defaultValue = Rule.refuse

  /// Reports text that is not an origin.
  public static func problems(of value: Rule, in row: Endpoint) -> [String] {
    guard case .allow(let origins) = value else { return [] }
    return origins.filter { Origin(url: $0) == nil }.map {
      "crossOriginLinks allows '\(Redaction.escaped($0))', which is not an origin; write it as https://api.example.com"
    }
  }
}

/// Whether a request must carry no credential. Middleware that adds credentials must leave such a request unchanged.
public enum CredentialsWithheld: OptionKey {
  /// The name in tables and reports: `credentialsWithheld`.
  public static let name = "credentialsWithheld"
  /// Credentials may be added.
  public static let defaultValue = false
}

/// A link of a server was not followed. Nothing was sent.
public struct LinkRefused: SafelyDescribed, Equatable {
  /// Why it is not followed.
  public enum Reason: String, Sendable {
    /// It leads to another scheme, host or port, and ``CrossOriginLinks`` does not permit it.
    case leavesOrigin = "it leaves the origin; to allow that, set CrossOriginLinks for this row or call"
    /// It leads from https to http.
    case leavesTLS = "it leads from https to http"
    /// Its target is neither http nor https.
    case foreignScheme = "its target is neither http nor https"
    /// It is not a URI reference with a host, such as one with control characters, an invalid port, or unbalanced brackets.
    case malformed = "it is malformed"
    /// It is empty.
    case empty = "it is empty"
  }

  /// Why it is not followed.
  public let reason: Reason
  /// The row of the call.
  public let row: String
  /// The origin of the link; nil if it has none. Path and query may contain secrets, so they are not kept.
  public let origin: Origin?

  /// One line, safe to log.
  public var description: String {
    let place = origin.map { " to \(Redaction.escaped($0.description))" } ?? ""
    return "a link\(place) for \(Redaction.escaped(row)) is not followed: \(reason.rawValue)"
  }
}
