import Refinery
import RefineryConcurrency

// The Swift block of RefineryConcurrency.md. DocumentationTests compares it, imports included.

func bounded() throws -> Client {
  var policy = ConcurrencyPolicy(ConcurrencyPolicy.Adaptation())
  policy.maximumWaiting = 20
  return Client(
    baseURL: "https://api.example.com", middleware: [try ConcurrencyMiddleware(policy), RetryMiddleware()])
}
