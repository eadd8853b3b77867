import Refinery
import RefineryCircuitBreaker

// The Swift block of RefineryCircuitBreaker.md. DocumentationTests compares it, imports included.

func protected() throws -> Client {
  var policy = CircuitBreakerPolicy()
  policy.failureRatio = 0.5
  policy.slowDuration = .seconds(2)
  let breaker = try CircuitBreakerMiddleware(
    policy, onChange: { print("\($0.circuit): \($0.old.rawValue) to \($0.new.rawValue)") })
  return Client(baseURL: "https://api.example.com", middleware: [RetryMiddleware(), breaker])
}
