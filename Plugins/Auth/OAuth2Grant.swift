import RefineryCore

/// Access tokens from a grant that needs no login: client credentials, token exchange or JWT bearer.
///
/// ```swift
/// let client = try OAuth2Client(
///   "reports", .basic(secret), tokenURL: "https://login.example/token", via: Next([RetryMiddleware()], transport: transport))
/// let tokens = try OAuth2Grant.clientCredentials(client, for: OAuth2Target(scopes: ["read"]))
/// let api = Client(baseURL: url, middleware: [RetryMiddleware(), AuthMiddleware(tokens)])
/// ```
/// For a user who has logged in elsewhere, use ``OAuth2RefreshToken``.
public struct OAuth2Grant: CredentialProvider {
  private let fetch: @Sendable (CredentialContext) async throws -> TokenResponse
  private let identity: String
  /// Whether each key has its own credential.
  private let isPerKey: Bool

  private init(
    _ grant: String, _ client: OAuth2Client, _ target: OAuth2Target, suffix: [(String, String)]? = nil,
    fetch: @escaping @Sendable (CredentialContext) async throws -> TokenResponse
  ) throws {
    if let problem = target.problem { throw CredentialError.malformed(problem) }
    self.fetch = fetch
    isPerKey = suffix != nil
    identity = target.identity(grant, client) + (suffix.map { "&" + OAuth2Form.encoded($0 + [("subject", "")]) } ?? "")
  }

  /// The client credentials grant (RFC 6749 section 4.4): the service authenticates as itself. All keys of `Authentication`
  /// name the same credential.
  ///
  /// - Throws: ``CredentialError/malformed(_:)`` for a target that cannot be sent.
  public static func clientCredentials(_ client: OAuth2Client, for target: OAuth2Target = OAuth2Target()) throws -> Self {
    let grant = "client_credentials"
    return try Self(grant, client, target) { try await client.token([("grant_type", grant)] + target.form, $0) }
  }

  /// Tokens in exchange for other tokens (RFC 8693), such as the token of a user on whose behalf a service calls another one.
  ///
  /// ```swift
  /// let tokens = try OAuth2Grant.tokenExchange(client, for: OAuth2Target(audiences: ["orders"])) { context in
  ///   try await sessions.token(of: context.key)
  /// }
  /// let call = Order.read(7).options { $0.authentication = .named(userID) }
  /// ```
  /// The key that a row or call names with `Authentication` is the subject: each subject has its own credential.
  ///
  /// - Parameters:
  ///   - client: the client that exchanges the tokens.
  ///   - target: the scopes, resources and audiences of the new token.
  ///   - requested: the type of the new token. It must be usable as a bearer token. Default: the server chooses.
  ///   - actorType: the type of the actor's token.
  ///   - actor: returns the token of the party that acts for the subject. Default: none is sent.
  ///   - subjectType: the type of the subject's token.
  ///   - subject: returns the current token of the subject, whose name is the key of the context. After `invalid_grant` the
  ///     same token is not sent again.
  /// - Throws: ``CredentialError/malformed(_:)`` for a target that cannot be sent.
  public static func tokenExchange(
    _ client: OAuth2Client, for target: OAuth2Target = OAuth2Target(), requested: OAuth2TokenType? = nil,
    actorType: OAuth2TokenType = .accessToken, actor: (@Sendable (CredentialContext) async throws -> Secret<String>)? = nil,
    subjectType: OAuth2TokenType = .accessToken, subject: @escaping @Sendable (CredentialContext) async throws -> Secret<String>
  ) throws -> Self {
    let name = "urn:ietf:params:oauth:grant-type:token-exchange"
    let type = requested.map { [("requested_token_type", $0.rawValue)] } ?? []
    let refused = RefusedGrants()
    let advice = "the subject's token, or the actor's, has expired or was withdrawn: the closures must return new ones"
    return try Self(name, client, target, suffix: type) { context in
      let subject = try await subject(context).exposed
      let actor = try await actor?(context).exposed
      var grant = [("grant_type", name), ("subject_token", subject), ("subject_token_type", subjectType.rawValue)]
      if let actor { grant += [("actor_token", actor), ("actor_token_type", actorType.rawValue)] }
      let form = grant + type + target.form
      let secrets = [subject] + (actor.map { [$0] } ?? [])
      let response = try await refused.sending(secrets.joined(separator: " "), key: context.key, advice: advice) {
        try await client.token(form, secrets: secrets, context)
      }
      if let requested, response.issuedTokenType != requested.rawValue {
        throw OAuth2Error(.token, status: 200, code: "the issued_token_type is not the requested one (RFC 8693 section 2.2.1)")
      }
      return response
    }
  }

  /// The JWT bearer grant (RFC 7523 section 2.1): an assertion names the subject of the token.
  ///
  /// ```swift
  /// let client = try OAuth2Client("", .none, tokenURL: "https://login.example/token", via: next)
  /// let tokens = try OAuth2Grant.jwtBearer(client, for: OAuth2Target(scopes: ["read"])) { _, audience in
  ///   try await key.assertion(issuer: account, subject: account, audience: audience)
  /// }
  /// ```
  /// The key that a row or call names with `Authentication` is the subject: each subject has its own credential. RefineryJWT
  /// makes the assertions.
  ///
  /// - Parameters:
  ///   - client: the client. Its authentication may be `none`.
  ///   - target: the scopes, resources and audiences of the token.
  ///   - assertion: returns a new assertion for each request. Its second argument is the audience: the issuer if the client has
  ///     one, otherwise the token URL (RFC 7523 section 3). After `invalid_grant` the same assertion is not sent again.
  /// - Throws: ``CredentialError/malformed(_:)`` for a target that cannot be sent.
  public static func jwtBearer(
    _ client: OAuth2Client, for target: OAuth2Target = OAuth2Target(),
    assertion: @escaping @Sendable (CredentialContext, _ audience: String) async throws -> Secret<String>
  ) throws -> Self {
    let name = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    let refused = RefusedGrants()
    let advice = "the assertion is not accepted: check its key, issuer, subject and audience, and the clock of this machine"
    return try Self(name, client, target, suffix: []) { context in
      let assertion = try await assertion(context, client.location.name).exposed
      return try await refused.sending(assertion, key: context.key, advice: advice) {
        // A server may accept an assertion only once.
        try await client.token(
          [("grant_type", name), ("assertion", assertion)] + target.form, secrets: [assertion], isRepeatable: false, context)
      }
    }
  }

  /// Token endpoint, client and target, and the key if it is the subject.
  public func identity(for key: String) -> String { isPerKey ? identity + key : identity }

  /// Requests a token from the token endpoint.
  ///
  /// - Throws: ``OAuth2Error``; the errors of the chain to the endpoint, and of the closures.
  public func credential(for context: CredentialContext) async throws -> Credential {
    try await fetch(context).credential()
  }
}

/// A token type identifier (RFC 8693 section 3).
public struct OAuth2TokenType: RawRepresentable, Sendable, Hashable {
  /// The URI of the type.
  public let rawValue: String

  /// Creates a type from its URI, such as `urn:ietf:params:oauth:token-type:saml2`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An OAuth 2.0 access token of the same authorization server.
  public static let accessToken = Self(rawValue: "urn:ietf:params:oauth:token-type:access_token")
  /// An OAuth 2.0 refresh token of the same authorization server.
  public static let refreshToken = Self(rawValue: "urn:ietf:params:oauth:token-type:refresh_token")
  /// An ID token of OpenID Connect.
  public static let idToken = Self(rawValue: "urn:ietf:params:oauth:token-type:id_token")
  /// A JSON Web Token.
  public static let jwt = Self(rawValue: "urn:ietf:params:oauth:token-type:jwt")
}
