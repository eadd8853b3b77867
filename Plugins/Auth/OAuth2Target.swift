import RefineryCore

/// The scopes, resources and audiences of an access token.
///
/// ```swift
/// let target = OAuth2Target(scopes: ["read"], resources: ["https://files.example"])
/// ```
/// Order and repetition do not matter: targets with equal sets name the same credential.
public struct OAuth2Target: Sendable, Equatable {
  /// The parameters that the providers send themselves, each at most once (RFC 6749 section 3.2).
  private static let reserved: Set<String> = [
    "actor_token", "actor_token_type", "assertion", "audience", "client_assertion", "client_assertion_type", "client_id",
    "client_secret", "grant_type", "refresh_token", "requested_token_type", "resource", "scope", "subject_token",
    "subject_token_type",
  ]

  private var scopes: [String]
  private var resources: [String]
  private var audiences: [String]
  private let parameters: [String: String]

  /// Creates a target; the server chooses what is empty.
  ///
  /// - Parameters:
  ///   - scopes: the scopes (RFC 6749 section 3.3).
  ///   - resources: the resource servers, as absolute URIs without fragment (RFC 8707 section 2). Sent as one `resource` for
  ///     each.
  ///   - audiences: the names of the resource servers at the authorization server (RFC 8693 section 2.1). Sent as one
  ///     `audience` for each.
  ///   - parameters: other parameters that the server needs. They must not be secrets.
  public init(
    scopes: [String] = [], resources: [String] = [], audiences: [String] = [], parameters: [String: String] = [:]
  ) {
    self.scopes = scopes
    self.resources = resources
    self.audiences = audiences
    self.parameters = parameters
  }

  /// Why it cannot be sent, in a sentence; nil if it can.
  var problem: String? {
    if let scope = scopes.first(where: { !Self.isScope($0) }) {
      return "'\(Redaction.escaped(scope))' is not a scope (RFC 6749 section 3.3): write each one separately, without spaces"
    }
    if let resource = resources.first(where: { !Self.isAbsolute($0) }) {
      return "'\(Redaction.escaped(resource))' is not a resource (RFC 8707 section 2): write an absolute URI without fragment"
    }
    if audiences.contains("") { return "an audience is empty" }
    if let name = parameters.keys.sorted().first(where: Self.reserved.contains) {
      return "the parameter \(name) cannot be set here: the provider sends it itself if it needs it"
    }
    return nil
  }

  /// The parameters of a token request, always in the same order.
  var form: [(String, String)] {
    (scopes.isEmpty ? [] : [("scope", Self.unique(scopes).joined(separator: " "))])
      + Self.unique(resources).map { ("resource", $0) } + Self.unique(audiences).map { ("audience", $0) }
      + parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The identity of a credential: the content of the token request without secrets. Its order depends only on the sets, not on
  /// how they were written.
  func identity(_ grant: String, _ client: OAuth2Client) -> String {
    var copy = self
    copy.scopes.sort()
    copy.resources.sort()
    copy.audiences.sort()
    return OAuth2Form.encoded(
      [("grant_type", grant), ("issuer", client.location.name), ("client_id", client.id)] + copy.form)
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private static func isScope(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

  private static func isAbsolute(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text[..<colon].utf8
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let first = scheme.first, letters.contains(first | 0x20) else { return false }
    let others = "+-.0123456789".utf8
    return scheme.allSatisfy { letters.contains($0 | 0x20) || others.contains($0) } && text.utf8.count > scheme.count + 1
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
  }
}

extension OAuth2Client.Location {
  /// The issuer, or the token URL if the issuer is not known. Also the audience of assertions (RFC 7523 section 3).
  var name: String {
    switch self {
    case .fixed(let url): url.text
    case .discovered(let discovery): discovery.issuer
    }
  }
}
