import Refinery
import RefineryIdempotency

// The Swift block of RefineryIdempotency.md. DocumentationTests compares it, imports included.

func payments(_ tokens: any CredentialProvider) -> Client {
  // Without quotes, as Stripe expects.
  Client(
    baseURL: "https://api.example.com",
    middleware: [IdempotencyMiddleware(quotesKey: false), RetryMiddleware(), AuthMiddleware(tokens)])
}
