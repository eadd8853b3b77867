public import RefineryCore

/// A client that is registered at an OAuth 2.0 authorization server, and how it reaches the server.
///
/// ```swift
/// let client = try OAuth2Client("reports", .basic(secret), tokenURL: "https://login.example/token", via: next)
/// let found = try OAuth2Client("reports", .basic(secret), issuer: "https://login.example", via: next)
/// let tokens = try OAuth2Grant.clientCredentials(client, for: OAuth2Target(scopes: ["read"]))
/// ```
/// ``OAuth2Grant`` and ``OAuth2RefreshToken`` take one. Stores whose providers share a client must have the same clock.
public struct OAuth2Client: Sendable, Redacted {
  enum Location: Sendable {
    case fixed(OAuth2URL)
    case discovered(OAuth2Discovery)
  }

  let id: String
  let authentication: OAuth2ClientAuthentication
  let location: Location
  let numbers = CallNumbers()
  let next: Next

  /// Creates a client for a known token endpoint.
  ///
  /// - Parameters:
  ///   - id: the client's id. It may be empty if `authentication` is `none`. Then no id is sent, for example with a JWT bearer
  ///     grant, whose assertion names the client (RFC 7521 section 4.1).
  ///   - authentication: how the client authenticates.
  ///   - tokenURL: the URL of the token endpoint.
  ///   - allowPlaintext: whether the token endpoint may use plain http on another machine.
  ///   - next: sends the requests to the authorization server. It must not contain an ``AuthMiddleware`` whose provider uses
  ///     this client, because that middleware waits for these requests.
  /// - Throws: ``CredentialError/malformed(_:)`` or ``CredentialError/plaintextRefused(origin:)`` for an unusable id or URL.
  public init(
    _ id: String, _ authentication: OAuth2ClientAuthentication, tokenURL: String, allowPlaintext: Bool = false, via next: Next
  ) throws {
    let url = try OAuth2URL(tokenURL, "the token URL", allowPlaintext: allowPlaintext)
    try self.init(id, authentication, .fixed(url), next)
  }

  /// Creates a client that finds the token endpoint by the metadata of the authorization server (RFC 8414).
  ///
  /// The first token request reads the metadata; requests that begin in that time wait for the same response. The metadata are
  /// used for the time of their `Cache-Control: max-age`, by default for an hour, and for a day at most. A failure is not kept.
  ///
  /// - Parameters:
  ///   - id: the client's id. It may be empty if `authentication` is `none`.
  ///   - authentication: how the client authenticates.
  ///   - issuer: the issuer identifier, a URL without query and fragment. The metadata must contain exactly this text.
  ///   - usesOpenID: whether the metadata are at `/.well-known/openid-configuration`, after the path of the issuer (OpenID
  ///     Connect Discovery 1.0 section 4). By default, they are at `/.well-known/oauth-authorization-server`, between its host
  ///     and its path (RFC 8414 section 3).
  ///   - allowPlaintext: whether the issuer and the token endpoint may use plain http on another machine. If it is false, an
  ///     https issuer can only name an https token endpoint.
  ///   - next: sends the requests to the authorization server. It must not contain an ``AuthMiddleware`` whose provider uses
  ///     this client.
  /// - Throws: ``CredentialError/malformed(_:)`` or ``CredentialError/plaintextRefused(origin:)`` for an unusable id or issuer.
  public init(
    _ id: String, _ authentication: OAuth2ClientAuthentication, issuer: String, usesOpenID: Bool = false,
    allowPlaintext: Bool = false, via next: Next
  ) throws {
    let discovery = try OAuth2Discovery(issuer, usesOpenID: usesOpenID, allowPlaintext: allowPlaintext)
    try self.init(id, authentication, .discovered(discovery), next)
  }

  private init(
    _ id: String, _ authentication: OAuth2ClientAuthentication, _ location: Location, _ next: Next
  ) throws {
    guard !id.isEmpty || authentication.isNone else {
      throw CredentialError.malformed("the client id is empty: only a client without authentication has none")
    }
    self.id = id
    self.authentication = authentication
    self.location = location
    self.next = next
  }
}

/// How an OAuth 2.0 client authenticates to the authorization server.
public struct OAuth2ClientAuthentication: Sendable, Redacted {
  enum Method: Sendable {
    case basic(Secret<String>)
    case post(Secret<String>)
    case none
    case assertion(@Sendable (_ clientID: String, CredentialContext, _ audience: String) async throws -> Secret<String>)
  }

  let method: Method

  /// `client_secret_basic`: by the Basic scheme. Id and secret are form-encoded first (RFC 6749 section 2.3.1). Every server
  /// that issues secrets must support this.
  public static func basic(_ secret: Secret<String>) -> Self { Self(method: .basic(secret)) }

  /// `client_secret_post`: by `client_id` and `client_secret` in the body, for servers that support only this.
  public static func post(_ secret: Secret<String>) -> Self { Self(method: .post(secret)) }

  /// `none`: a public client, which sends only its id.
  public static let none = Self(method: .none)

  /// `private_key_jwt`: by an assertion (RFC 7521 section 4.2, RFC 7523 section 2.2).
  ///
  /// The closure is called for each token request, and returns a new JSON Web Token. Its second argument is the audience: the
  /// issuer if the client has one, otherwise the token URL (RFC 7523 section 3). RefineryJWT makes such tokens. A request with
  /// an assertion is not repeated if the server may have received it, because a server may accept an assertion only once.
  public static func assertion(
    _ make: @escaping @Sendable (CredentialContext, _ audience: String) async throws -> Secret<String>
  ) -> Self {
    Self { _, context, audience in try await make(context, audience) }
  }

  private init(method: Method) { self.method = method }

  /// Authenticates by an assertion that contains the id of the client.
  package init(
    assertion make:
      @escaping @Sendable (_ clientID: String, CredentialContext, _ audience: String) async throws -> Secret<String>
  ) {
    method = .assertion(make)
  }

  var isNone: Bool { if case .none = method { true } else { false } }
  var isAssertion: Bool { if case .assertion = method { true } else { false } }
}
