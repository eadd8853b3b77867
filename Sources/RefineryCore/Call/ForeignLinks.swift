/// Whether ``Call/following(_:)`` follows a link that leads to another origin (scheme, host or port) than the call's own.
/// Default: it is refused. A link from https to http is refused unless the rule is ``Rule/atOwnOrigin``.
///
/// ```swift
/// Person.enumerate().option(ForeignLinks.self, .allow(["https://eu.api.example.com"]))
/// ```
public enum ForeignLinks: OptionKey {
  /// What becomes of a link to another origin.
  public enum Rule: Sendable, Equatable {
    /// The call ends with ``LinkRefused``.
    case refuse
    /// It is followed without `Authorization`, cookies and every other header field that carries a credential, of client,
    /// row and call alike, and middleware adds none: see ``CredentialsWithheld``. A body goes along.
    case withoutCredentials
    /// Links to these origins, written as `https://api.example.com`, are followed as those to the call's own are,
    /// credentials and all; others are refused.
    case allow([String])
    /// The link's path and query are followed at the call's own origin, whatever origin the link names. For servers behind a
    /// proxy that write the address they know themselves by into links, such as `http://app:8000/people?page=2` for a client
    /// of `https://api.example.com`. The path has to be the same on both sides of the proxy.
    case atOwnOrigin
  }

  /// `foreignLinks`.
  public static let name = "foreignLinks"
  /// Refused.
  public static let defaultValue = Rule.refuse

  /// An origin that is none.
  public static func problems(of value: Rule, in row: Endpoint) -> [String] {
    guard case .allow(let origins) = value else { return [] }
    return origins.filter { Origin(url: $0) == nil }.map {
      "foreignLinks allows '\(Redaction.escaped($0))', which is not an origin; write it as https://api.example.com"
    }
  }
}

/// Whether a request must carry no credential. Middleware that adds credentials passes such a request on as it is.
public enum CredentialsWithheld: OptionKey {
  /// `credentialsWithheld`.
  public static let name = "credentialsWithheld"
  /// Credentials may be added.
  public static let defaultValue = false
}

/// A link that a server gave is not followed; nothing was sent.
public struct LinkRefused: SafelyDescribed, Equatable {
  /// Why it is not followed.
  public enum Reason: String, Sendable {
    /// Another scheme, host or port, where ``ForeignLinks`` does not allow it.
    case leavesOrigin = "it leaves the origin; allow that by ForeignLinks for this row or call"
    /// From https to http.
    case leavesTLS = "it leads from https to http"
    /// To something that is neither http nor https.
    case foreignScheme = "its target is neither http nor https"
    /// Not a URI reference with a host: control characters, a bad port, brackets that do not match.
    case malformed = "it is malformed"
    /// Nothing at all.
    case empty = "it is empty"
  }

  /// Why it is not followed.
  public let reason: Reason
  /// The row whose call was to follow it.
  public let row: String
  /// Where it leads; nil where that is no origin. Path and query of a link may hold secrets, so they are not kept.
  public let origin: Origin?

  init(_ reason: Reason, row: String, origin: Origin?) {
    self.reason = reason
    self.row = row
    self.origin = origin
  }

  /// One line, safe to log.
  public var description: String {
    let place = origin.map { " to \(Redaction.escaped($0.description))" } ?? ""
    return "a link\(place) for \(Redaction.escaped(row)) is not followed: \(reason.rawValue)"
  }
}
