public import RefineryCore

/// Access tokens in exchange for other tokens (RFC 8693), such as the token of a user on whose behalf a service calls another
/// one.
///
/// ```swift
/// let tokens = try OAuth2TokenExchange(client, for: OAuth2Target(audiences: ["orders"])) { context in
///   OAuth2Token(try await sessions.token(of: context.key), .accessToken)
/// }
/// let call = Order.read(7).options { $0.authentication = .named(userID) }
/// ```
/// The key that a row or call names with ``Authentication`` is the subject: each subject has its own credential.
public struct OAuth2TokenExchange: CredentialProvider {
  private static let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
  private let client: OAuth2Client
  private let target: OAuth2Target
  private let requested: OAuth2TokenType?
  private let actor: (@Sendable (CredentialContext) async throws -> OAuth2Token)?
  private let subject: @Sendable (CredentialContext) async throws -> OAuth2Token
  private let identity: String
  private let refused = RefusedGrants()

  /// Creates a provider for one client and one target.
  ///
  /// - Parameters:
  ///   - client: the client that exchanges the tokens.
  ///   - target: the scopes, resources and audiences of the new token.
  ///   - requested: the type of the new token. It must be usable as a bearer token. Default: the server chooses.
  ///   - actor: returns the token of the party that acts for the subject. Default: none is sent.
  ///   - subject: returns the current token of the subject, whose name is the key of the context. After `invalid_grant` the
  ///     same token is not sent again.
  /// - Throws: ``CredentialError/malformed(_:)`` for a target that cannot be sent.
  public init(
    _ client: OAuth2Client, for target: OAuth2Target = OAuth2Target(), requested: OAuth2TokenType? = nil,
    actor: (@Sendable (CredentialContext) async throws -> OAuth2Token)? = nil,
    subject: @escaping @Sendable (CredentialContext) async throws -> OAuth2Token
  ) throws {
    if let problem = target.problem { throw CredentialError.malformed(problem) }
    self.client = client
    self.target = target
    self.requested = requested
    self.actor = actor
    self.subject = subject
    let type = requested.map { [("requested_token_type", $0.rawValue)] } ?? []
    identity = target.identity(Self.grant, client) + "&" + OAuth2Form.encoded(type + [("subject", "")])
  }

  /// Token endpoint, client, target and the key, which is the subject.
  public func identity(for key: String) -> String { identity + key }

  /// Requests a token from the token endpoint.
  ///
  /// - Throws: ``OAuth2Error``; the errors of the chain to the endpoint, and of the closures.
  public func credential(for context: CredentialContext) async throws -> Credential {
    let subject = try await subject(context)
    let actor = try await actor?(context)
    var grant = [
      ("grant_type", Self.grant), ("subject_token", subject.value.exposed), ("subject_token_type", subject.type.rawValue),
    ]
    if let actor { grant += [("actor_token", actor.value.exposed), ("actor_token_type", actor.type.rawValue)] }
    if let requested { grant.append(("requested_token_type", requested.rawValue)) }
    let secrets = [subject.value.exposed] + (actor.map { [$0.value.exposed] } ?? [])
    let advice = "the subject's token, or the actor's, has expired or was withdrawn: the closures must return new ones"
    let response = try await refused.sending(secrets.joined(separator: " "), key: context.key, advice: advice) {
      try await client.token(grant + target.form, secrets: secrets, context)
    }
    if let requested, response.issuedTokenType != requested.rawValue {
      throw OAuth2Error(.token, status: 200, code: "the issued_token_type is not the requested one (RFC 8693 section 2.2.1)")
    }
    return try response.credential()
  }
}

/// A security token and its type, for ``OAuth2TokenExchange``.
public struct OAuth2Token: Sendable, Redacted {
  /// The token as it is sent.
  public let value: Secret<String>
  /// The type of the token.
  public let type: OAuth2TokenType

  /// Creates a token.
  public init(_ value: Secret<String>, _ type: OAuth2TokenType) {
    self.value = value
    self.type = type
  }
}

/// A token type identifier (RFC 8693 section 3).
public struct OAuth2TokenType: RawRepresentable, Sendable, Hashable {
  /// The URI of the type.
  public let rawValue: String

  /// Creates a type of your own from its URI.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = "urn:ietf:params:oauth:token-type:\(name)" }

  /// An OAuth 2.0 access token of the same authorization server.
  public static let accessToken = Self("access_token")
  /// An OAuth 2.0 refresh token of the same authorization server.
  public static let refreshToken = Self("refresh_token")
  /// An ID token of OpenID Connect.
  public static let idToken = Self("id_token")
  /// A JSON Web Token.
  public static let jwt = Self("jwt")
  /// A SAML 1.1 assertion, encoded as base64url.
  public static let saml1 = Self("saml1")
  /// A SAML 2.0 assertion, encoded as base64url.
  public static let saml2 = Self("saml2")
}
