public import HTTPTypes

/// Compares a request with a recorded one; a cassette replays an exchange if all its rules match.
///
/// ```swift
/// let version = CassetteRule("version") { $0.headers[.accept] == $1.headers[.accept] }
/// let cassette = try Cassette(file, matching: CassetteRule.standard + [version])
/// ```
public struct CassetteRule: Sendable {
  /// The name of the compared part, used in errors.
  let name: String
  let agree: @Sendable (CassetteRequest, CassetteRequest) -> Bool

  /// A rule of your own. Both requests have no secrets. Matching hidden values are equal in them.
  public init(_ name: String, _ agree: @escaping @Sendable (CassetteRequest, CassetteRequest) -> Bool) {
    self.name = name
    self.agree = agree
  }

  /// The method.
  public static let method = CassetteRule("method") { $0.method == $1.method }
  /// Path and query. Any value matches a hidden one, unless the value comes from a replayed response.
  public static let target = CassetteRule("target") { $0.target == $1.target }
  /// Scheme, host and port.
  public static let origin = CassetteRule("origin") { $0.origin == $1.origin }
  /// The name of the row.
  public static let row = CassetteRule("row") { $0.row == $1.row }
  /// The content: JSON regardless of the order of its members, other content byte by byte. Hidden values match each other.
  /// Contents that a cassette cannot read match each other, too: coded and multipart content, and content that is too long, if
  /// the length is equal. Recorded content that was not sent completely matches any content.
  public static let body = CassetteRule("body") { wanted, recorded in
    // For `==`, texts with different bytes are equal if they look the same.
    recorded.content.isUnfinished
      || wanted.content.fingerprint.utf8.elementsEqual(recorded.content.fingerprint.utf8)
  }

  /// A header field. If its value is hidden, the field must exist and may have any value.
  public static func header(_ name: HTTPField.Name) -> CassetteRule {
    CassetteRule("header \(name.rawName)") { $0.headers[values: name] == $1.headers[values: name] }
  }

  /// Method, path and query, and content.
  public static let standard = [method, target, body]
}
