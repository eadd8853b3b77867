import Refinery
import RefineryCircuitBreaker
import RefineryHedging

// The Swift block of RefineryHedging.md. DocumentationTests compares it, imports included.

func hedged() throws -> Client {
  let breaker = try CircuitBreakerMiddleware()
  let hedging = try HedgingMiddleware(isAllowed: { breaker.state(for: $0) == .closed })
  return Client(baseURL: "https://api.example.com", middleware: [RetryMiddleware(), hedging, breaker])
}
