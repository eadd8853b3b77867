import Refinery
import RefineryCircuitBreaker
import RefineryConcurrency
import RefineryHedging
import RefineryResilience

// The Swift blocks of RefineryResilience.md. DocumentationTests compares them, imports included.

func resilientClient(_ token: String) throws -> Client {
  try Client(baseURL: "https://api.example.com", middleware: [AuthMiddleware(.bearer(token))]).resilient()
}

func tunedClient() throws -> Client {
  var policy = ResiliencePolicy()
  policy.timeout = .seconds(10)
  policy.attemptTimeout = .seconds(3)
  policy.retry?.retries = 1
  policy.hedging = HedgingPolicy()
  policy.concurrency = ConcurrencyPolicy(ConcurrencyPolicy.Adaptation())
  return try Client(baseURL: "https://api.example.com").resilient(policy)
}

func clientWithOwnBreaker() throws -> (Client, CircuitBreakerMiddleware) {
  let breaker = try CircuitBreakerMiddleware(circuit: { $0.endpoint.name })
  return (try Client(baseURL: "https://api.example.com", middleware: [breaker]).resilient(), breaker)
}
