import Refinery

// The Swift block of RefineryAuth.md. DocumentationTests compares it, imports included.

func authorized(_ secret: String, _ transport: any Transport) throws -> Client {
  let tokens = try OAuth2ClientCredentials(
    tokenURL: "https://login.example.com/token", clientID: "reports", clientSecret: Secret(secret), scopes: ["read"],
    via: Next([RetryMiddleware()], transport: transport))
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
