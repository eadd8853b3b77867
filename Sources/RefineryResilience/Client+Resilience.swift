public import RefineryCircuitBreaker
import RefineryConcurrency
public import RefineryCore
import RefineryHedging
import RefineryRateLimit
public import RefineryRetry

extension Client {
  /// Returns this client with time limits, and with middleware that protects it and its server.
  ///
  /// ```swift
  /// let api = try Client(baseURL: "https://api.example.com", middleware: [AuthMiddleware(tokens)]).resilient()
  /// ```
  ///
  /// Each middleware is inserted at its stage of the chain: concurrency limit, retry and hedging before the middleware that
  /// adds credentials, rate limit and circuit breaker after it. If this client already has a middleware of one kind, it is
  /// kept, and none of that kind is added. So to use a middleware with its own store, groups or hooks, create it yourself, and
  /// put it into `middleware`. Its policy is not checked.
  ///
  /// A time limit of the policy replaces the one in the client's `options`. A time limit of a row, an override or a call takes
  /// precedence over both.
  ///
  /// - Parameters:
  ///   - policy: the time limits and the policies of the middleware.
  ///   - onRetry: called before each wait for a retry. Must return quickly.
  ///   - onCircuitChange: called after each change of a circuit's state. Must return quickly.
  /// - Throws: `UnusableSettings` with every fault of the policy together with the client's own time limits.
  public func resilient(
    _ policy: ResiliencePolicy = ResiliencePolicy(), onRetry: (@Sendable (RetryEvent) -> Void)? = nil,
    onCircuitChange: (@Sendable (CircuitChange) -> Void)? = nil
  ) throws -> Client {
    let policy = try checked(policy)
    var client = self
    client.options.timeout = policy.timeout
    client.options.attemptTimeout = policy.attemptTimeout
    if let limit = policy.concurrency { client.insert(try ConcurrencyMiddleware(limit)) { $0 > .limit } }
    if let retry = policy.retry { client.insert(try RetryMiddleware(retry, onRetry: onRetry)) { $0 > .retry } }
    if let circuits = policy.circuitBreaker {
      let breaker = try CircuitBreakerMiddleware(circuits, clock: clock, onChange: onCircuitChange)
      client.insert(breaker) { $0 > .admission }
    }
    // The rate limit comes before the breaker, so that a waiting request does not hold the place of a probe.
    if let limit = policy.rateLimit { client.insert(try RateLimitMiddleware(limit, clock: clock)) { $0 >= .admission } }
    if let hedging = policy.hedging {
      let breaker = client.middleware.lazy.compactMap { $0 as? CircuitBreakerMiddleware }.first
      let link = try HedgingMiddleware(hedging) { breaker?.state(for: $0) ?? .closed == .closed }
      client.insert(link) { $0 > .hedge }
    }
    return client
  }

  /// Returns the policy with this client's time limits where the policy has none, and without the middleware that this client
  /// already has.
  private func checked(_ policy: ResiliencePolicy) throws(UnusableSettings) -> ResiliencePolicy {
    var policy = policy
    policy.timeout = policy.timeout ?? options.timeout
    let total = policy.timeout ?? TimeoutKey.defaultValue ?? .zero
    policy.attemptTimeout =
      policy.attemptTimeout ?? options.attemptTimeout ?? ResiliencePolicy.defaultAttemptTimeout(within: total)
    if has(ConcurrencyMiddleware.self) { policy.concurrency = nil }
    if middleware.contains(where: { $0.stage == .retry }) { policy.retry = nil }
    if middleware.contains(where: { $0.stage == .hedge }) { policy.hedging = nil }
    if has(RateLimitMiddleware.self) { policy.rateLimit = nil }
    if has(CircuitBreakerMiddleware.self) { policy.circuitBreaker = nil }
    var problems = policy.problems
    if policy.timeout == nil {
      problems.insert("the client's option timeout is nil: set timeout, so that every call ends", at: 0)
    }
    guard problems.isEmpty else { throw UnusableSettings(of: ResiliencePolicy.self, problems: problems) }
    return policy
  }

  private func has<Link: Middleware>(_ type: Link.Type) -> Bool { middleware.contains { $0 is Link } }

  /// Inserts a middleware before the first one of a later stage of the chain.
  private mutating func insert(_ link: any Middleware, beforeFirst isLater: (ChainStage) -> Bool) {
    let index = middleware.firstIndex { $0.stage.map(isLater) ?? false }
    middleware.insert(link, at: index ?? middleware.count)
  }
}
