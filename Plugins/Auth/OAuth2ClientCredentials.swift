import RefineryCore

/// Access tokens from the client credentials grant (RFC 6749 section 4.4): the service authenticates as itself.
///
/// ```swift
/// let client = try OAuth2Client(
///   "reports", .basic(secret), tokenURL: "https://login.example/token", via: Next([RetryMiddleware()], transport: transport))
/// let tokens = try OAuth2ClientCredentials(client, for: OAuth2Target(scopes: ["read"]))
/// let api = Client(baseURL: url, middleware: [RetryMiddleware(), AuthMiddleware(tokens)])
/// ```
/// All keys of ``Authentication`` name the same credential.
public struct OAuth2ClientCredentials: CredentialProvider {
  private static let grant = "client_credentials"
  private let client: OAuth2Client
  private let target: OAuth2Target
  private let identity: String

  /// Creates a provider for one client and one target.
  ///
  /// - Throws: ``CredentialError/malformed(_:)`` for a target that cannot be sent.
  public init(_ client: OAuth2Client, for target: OAuth2Target = OAuth2Target()) throws {
    if let problem = target.problem { throw CredentialError.malformed(problem) }
    self.client = client
    self.target = target
    identity = target.identity(Self.grant, client)
  }

  /// The same for all keys: token endpoint, client and target.
  public func identity(for key: String) -> String { identity }

  /// Requests a token from the token endpoint.
  ///
  /// - Throws: ``OAuth2Error``; the errors of the chain to the endpoint, and of the closure that makes an assertion.
  public func credential(for context: CredentialContext) async throws -> Credential {
    try await client.token([("grant_type", Self.grant)] + target.form, context).credential()
  }
}
