#if JWT
  import Refinery
  import RefineryJWT

  // The Swift blocks of RefineryJWT.md. DocumentationTests compares them, imports included.

  func reports(pem: String, _ transport: any Transport) throws -> AuthMiddleware {
    let key = try AssertionKey(.es256, pem: Secret(pem), keyID: "2026-11")
    let client = try OAuth2Client(
      "reports", .privateKeyJWT(key), issuer: "https://login.example.com", via: Next([RetryMiddleware()], transport: transport))
    return AuthMiddleware(try OAuth2Grant.clientCredentials(client, for: OAuth2Target(scopes: ["read"])))
  }

  func delegated(_ key: AssertionKey, account: String, via next: Next) throws -> AuthMiddleware {
    let client = try OAuth2Client("", .none, tokenURL: "https://login.example.com/token", via: next)
    let tokens = try OAuth2Grant.jwtBearer(client) { context, audience in
      try await key.assertion(
        issuer: account, subject: context.key, audience: audience, claims: ["scope": "read write"])
    }
    return AuthMiddleware(tokens)
  }
#endif
