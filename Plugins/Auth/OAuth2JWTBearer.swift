import RefineryCore

/// Access tokens from the JWT bearer grant (RFC 7523 section 2.1): an assertion names the subject of the token.
///
/// ```swift
/// let client = try OAuth2Client("", .none, tokenURL: "https://login.example/token", via: next)
/// let tokens = try OAuth2JWTBearer(client, for: OAuth2Target(scopes: ["read"])) { context in
///   try await key.assertion(issuer: account, subject: account, audience: context.audience)
/// }
/// ```
/// The key that a row or call names with ``Authentication`` is the subject: each subject has its own credential. RefineryJWT
/// makes the assertions.
public struct OAuth2JWTBearer: CredentialProvider {
  private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  private let client: OAuth2Client
  private let target: OAuth2Target
  private let assertion: @Sendable (OAuth2AssertionContext) async throws -> Secret<String>
  private let identity: String
  private let refused = RefusedGrants()

  /// Creates a provider for one client and one target.
  ///
  /// - Parameters:
  ///   - client: the client. Its authentication may be `none`.
  ///   - target: the scopes, resources and audiences of the token.
  ///   - assertion: returns a new assertion for each request. After `invalid_grant` the same assertion is not sent again.
  /// - Throws: ``CredentialError/malformed(_:)`` for a target that cannot be sent.
  public init(
    _ client: OAuth2Client, for target: OAuth2Target = OAuth2Target(),
    assertion: @escaping @Sendable (OAuth2AssertionContext) async throws -> Secret<String>
  ) throws {
    if let problem = target.problem { throw CredentialError.malformed(problem) }
    self.client = client
    self.target = target
    self.assertion = assertion
    identity = target.identity(Self.grant, client) + "&subject="
  }

  /// Token endpoint, client, target and the key, which is the subject.
  public func identity(for key: String) -> String { identity + key }

  /// Requests a token from the token endpoint.
  ///
  /// - Throws: ``OAuth2Error``; the errors of the chain to the endpoint, and of the closures that make assertions.
  public func credential(for context: CredentialContext) async throws -> Credential {
    let assertion = try await assertion(try await client.assertionContext(context)).exposed
    let advice = "the assertion is not accepted: check its key, issuer, subject and audience, and the clock of this machine"
    let grant = [("grant_type", Self.grant), ("assertion", assertion)] + target.form
    return try await refused.sending(assertion, key: context.key, advice: advice) {
      // A server may accept an assertion only once.
      try await client.token(grant, secrets: [assertion], isRepeatable: false, context)
    }.credential()
  }
}
