import Refinery

// The Swift blocks of RefineryAuth.md. DocumentationTests compares them, imports included.

func authorized(_ secret: String, _ transport: any Transport) throws -> Client {
  let client = try OAuth2Client(
    "reports", .basic(Secret(secret)), tokenURL: "https://login.example.com/token",
    via: Next([RetryMiddleware()], transport: transport))
  let tokens = try OAuth2Grant.clientCredentials(client, for: OAuth2Target(scopes: ["read"]))
  return Client(
    baseURL: "https://api.example.com", middleware: [RetryMiddleware(), AuthMiddleware(tokens)], transport: transport)
}

struct Session: Codable, Sendable { var token: String; var seconds: Int }

extension Session: Creatable {
  static let path: URITemplate = "sessions"
}

func loggedIn(_ api: Client, password: String) -> Client {
  let login = LoginCredentials(to: api) { _ in
    Session.create(["user": "reports", "password": .string(password)])
  } credential: { session in
    .bearer(session.token).lasting(.seconds(session.seconds))
  }
  var api = api
  api.middleware.append(AuthMiddleware(login))
  return api
}

func resumed(
  _ client: OAuth2Client, from saved: String, save: @escaping @Sendable (String) async throws -> Void
) throws -> OAuth2RefreshToken {
  try OAuth2RefreshToken(client, refreshToken: Secret(saved)) { new in try await save(new.exposed) }
}

func onBehalf(
  _ client: OAuth2Client, _ sessionToken: @escaping @Sendable (String) async throws -> String
) throws -> AuthMiddleware {
  let tokens = try OAuth2Grant.tokenExchange(client, for: OAuth2Target(audiences: ["orders"])) { context in
    Secret(try await sessionToken(context.key))
  }
  return AuthMiddleware(tokens)
}

func orders(of userID: String, _ api: Client) async throws -> JSONValue {
  try await api.send(Call<JSONValue>(Endpoint("Order.list", .get, "orders")).options { $0.authentication = .named(userID) })
}

func shared(_ tokens: OAuth2RefreshToken, _ vault: some CredentialVault, _ sealing: Sealing) -> AuthMiddleware {
  AuthMiddleware(
    SharedCredentials(tokens, named: "billing", in: vault, sealing: sealing) { problem in
      print(problem ?? "the vault can be used again")
    })
}
