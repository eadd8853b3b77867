import RefineryCircuitBreaker
import RefineryConcurrency
import RefineryCore
import RefineryHedging
import RefineryRateLimit
import RefineryResilience
import RefineryRetry

/// A client of the simulation: which links it has.
enum ClientKind: Hashable, Sendable, Codable {
  case naive
  case timed
  case endlessRetry
  case retry
  case rateLimit
  case breaker
  case fixed(Int)
  case adaptive
  case hedging
  case preset
  case presetWithLimit

  static let all: [ClientKind] = [
    .naive, .timed, .endlessRetry, .retry, .rateLimit, .breaker, .fixed(16), .adaptive, .hedging, .preset, .presetWithLimit,
  ]

  var title: String {
    switch self {
    case .naive: "naive: no links, time limit of 60 s"
    case .timed: "time limits only"
    case .endlessRetry: "retry without a budget"
    case .retry: "retry with a budget"
    case .rateLimit: "rate limit, 180 a second"
    case .breaker: "circuit breaker"
    case .fixed(let limit): "concurrency limit of \(limit)"
    case .adaptive: "adaptive concurrency limit"
    case .hedging: "hedging"
    case .preset: "`.resilient()`"
    case .presetWithLimit: "`.resilient()` with adaptive limit"
    }
  }

  /// How long a call may take to be of use. Every client but the naive one gives up after that.
  static let patience = Duration.seconds(2)

  /// Makes the client. All clients but the naive one have the same time limits.
  func client(
    _ transport: any Transport, at url: String = "https://server.example", clock: CallClock, attemptTimeout: Duration
  ) throws -> Client {
    var client = Client(baseURL: url, transport: transport, clock: clock)
    if self == .naive { return client }
    client.options.timeout = Self.patience
    client.options.attemptTimeout = attemptTimeout
    switch self {
    case .naive, .timed: break
    case .endlessRetry:
      var policy = RetryPolicy()
      (policy.budget.retryCost, policy.budget.timeoutCost) = (0, 0)
      (policy.delay, policy.throttledDelay) = (.milliseconds(100), .milliseconds(100))
      client.middleware = [try RetryMiddleware(policy)]
    case .retry:
      client.middleware = [try RetryMiddleware(Self.retryPolicy)]
    case .rateLimit:
      var policy = RateLimitPolicy(180)
      policy.capacity = 20
      client.middleware = [try RateLimitMiddleware(policy, clock: clock)]
    case .breaker:
      client.middleware = [try CircuitBreakerMiddleware(clock: clock)]
    case .fixed(let limit):
      client.middleware = [try ConcurrencyMiddleware(ConcurrencyPolicy(limit))]
    case .adaptive:
      client.middleware = [try ConcurrencyMiddleware(Self.adaptivePolicy)]
    case .hedging:
      client.middleware = [try HedgingMiddleware()]
    case .preset:
      client = try client.resilient(Self.policy)
    case .presetWithLimit:
      var policy = Self.policy
      policy.concurrency = Self.adaptivePolicy
      client = try client.resilient(policy)
    }
    return client
  }

  private static let adaptivePolicy = ConcurrencyPolicy(ConcurrencyPolicy.Adaptation())

  /// The default policy with shorter waits, because these calls have only 2 s.
  static var retryPolicy: RetryPolicy {
    var policy = RetryPolicy()
    policy.throttledDelay = .milliseconds(100)
    return policy
  }

  private static var policy: ResiliencePolicy {
    var policy = ResiliencePolicy()
    policy.retry = retryPolicy
    return policy
  }
}
