public import HTTPTypes

/// In what a request must agree with a recorded one to be given its answer.
///
/// ```swift
/// let version = CassetteRule("version") { $0.headers[.accept] == $1.headers[.accept] }
/// let cassette = try Cassette(file, matching: CassetteRule.standard + [version])
/// ```
public struct CassetteRule: Sendable {
  /// A word for what must agree, for errors.
  public let name: String
  let agree: @Sendable (CassetteRequest, CassetteRequest) -> Bool

  /// A rule of your own. Both requests come without secrets, hidden values that agree being equal.
  public init(_ name: String, _ agree: @escaping @Sendable (CassetteRequest, CassetteRequest) -> Bool) {
    self.name = name
    self.agree = agree
  }

  /// The method.
  public static let method = CassetteRule("method") { $0.method == $1.method }
  /// Path and query. A hidden value agrees with any other, unless it comes from a replayed answer.
  public static let target = CassetteRule("target") { $0.target == $1.target }
  /// Scheme, host and port.
  public static let origin = CassetteRule("origin") { $0.origin == $1.origin }
  /// The name of the row.
  public static let row = CassetteRule("row") { $0.row == $1.row }
  /// The content: JSON whatever the order of its members, all other byte by byte. Hidden values agree with each other, as do
  /// contents that a cassette cannot look into: coded ones, those of several parts, and of two that are too long those of
  /// one length. A recorded one that the server did not wait for agrees with any.
  public static let body = CassetteRule("body") { wanted, recorded in
    recorded.content.isUnfinished || wanted.content.fingerprint == recorded.content.fingerprint
  }

  /// A header field. One that is not allowed to be shown has to be there, but may have any value.
  public static func header(_ name: HTTPField.Name) -> CassetteRule {
    CassetteRule("header \(name.rawName)") { $0.headers[values: name] == $1.headers[values: name] }
  }

  /// Method, path and query, and content.
  public static let standard = [method, target, body]
}
