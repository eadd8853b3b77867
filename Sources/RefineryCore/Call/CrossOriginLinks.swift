/// What happens to a server's link to another origin (scheme, host, port): see ``Options/crossOriginLinks``.
///
/// ```swift
/// Person.enumerate().options { $0.crossOriginLinks = .allow(["https://eu.api.example.com"]) }
/// ```
public enum CrossOriginLinks: Sendable, Equatable {
  /// The call throws ``LinkRefused``.
  case refuse
  /// The link is followed without `Authorization`, cookies and every other header field that carries a credential, also those
  /// that the client, the row or the call set. Middleware adds no credentials: see ``Options/credentialsWithheld``. A body is
  /// sent.
  case withoutCredentials
  /// Links to these origins, written as `https://api.example.com`, are followed like links to the call's own origin, with
  /// credentials; others are refused.
  case allow([String])
  /// The link's path and query are used at the call's own origin, whatever origin the link names. For servers behind a proxy
  /// whose links contain their internal address, such as `http://app:8000/people?page=2` for a client of
  /// `https://api.example.com`. The path must be the same on both sides of the proxy.
  case atOwnOrigin
}

/// A link of a server was not followed. Nothing was sent.
public struct LinkRefused: SafelyDescribed, Equatable {
  /// Why it is not followed.
  public enum Reason: String, Sendable {
    /// It leads to another scheme, host or port, and ``CrossOriginLinks`` does not permit it.
    case leavesOrigin = "it leaves the origin; to allow that, set crossOriginLinks for this row or call"
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
  let row: String
  /// The origin of the link; nil if it has none. Path and query may contain secrets, so they are not kept.
  public let origin: Origin?

  /// One line, safe to log.
  public var description: String {
    let place = origin.map { " to \(Redaction.escaped($0.description))" } ?? ""
    return "a link\(place) for \(Redaction.escaped(row)) is not followed: \(reason.rawValue)"
  }
}
