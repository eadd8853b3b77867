import Refinery

// The Swift block of RefineryAuth.md. DocumentationTests compares it, imports included.

func authorized(_ secret: String, _ transport: any Transport) throws -> Client {
  let tokens = try OAuth2ClientCredentials(
    tokenURL: "https://login.example.com/token", clientID: "reports", clientSecret: Secret(secret), scopes: ["read"],
    via: Next([RetryMiddleware()], transport: transport))
  return Client(
    baseURL: "https://api.example.com", middleware: [RetryMiddleware(), AuthMiddleware(tokens)], transport: transport)
}
