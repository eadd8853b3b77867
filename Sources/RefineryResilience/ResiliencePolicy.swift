public import RefineryCircuitBreaker
public import RefineryConcurrency
import RefineryCore
public import RefineryHedging
public import RefineryRateLimit
public import RefineryRetry

/// The time limits, and the policies of all middleware that protects a client and its server. They are checked together.
///
/// ```swift
/// var policy = ResiliencePolicy()
/// policy.attemptTimeout = .seconds(2)
/// policy.concurrency = ConcurrencyPolicy(ConcurrencyPolicy.Adaptation())
/// let api = try Client(baseURL: "https://api.example.com").resilient(policy)
/// ```
///
/// By default there are two time limits, retries with a budget, and a circuit breaker. If a policy is nil, its middleware is
/// left out.
public struct ResiliencePolicy: Sendable, Equatable {
  /// The time limit of a call with all its attempts and waits. Default nil: the client's option `timeout`, which is 60 s unless
  /// it is set.
  public var timeout: Duration?
  /// The time limit of one attempt. Default nil: the client's option `attemptTimeout`. If the client has none, 10 s, or half of
  /// ``timeout`` if that is shorter.
  public var attemptTimeout: Duration?
  /// How many calls are under way at once. Default nil: no limit.
  public var concurrency: ConcurrencyPolicy?
  /// Which requests are sent again. Default: 2 retries, limited by a budget that all calls share. Nil: no retries.
  public var retry: RetryPolicy? = RetryPolicy()
  /// When a slow request is sent a second time. Default nil: never.
  public var hedging: HedgingPolicy?
  /// How many requests a second are sent. Default nil: no limit.
  public var rateLimit: RateLimitPolicy?
  /// When requests to a failing server are refused. Default: for 5 s, if 10 % of at least 100 requests within 30 s fail. Nil:
  /// never.
  public var circuitBreaker: CircuitBreakerPolicy? = CircuitBreakerPolicy()

  /// Creates the default policy.
  public init() {}

  /// The time limit of one attempt, if neither the policy nor the client sets one. After it, there must be time for a retry.
  static func defaultAttemptTimeout(within total: Duration) -> Duration { min(.seconds(10), total / 2) }
  private static let limits = Duration.milliseconds(1)...Duration.seconds(86_400 * 366)

  /// Every fault of these values, one sentence each: faults of one policy, and contradictions between policies. Empty if the
  /// policy can be used. If a time limit is nil, this check uses its default: 60 s, and 10 s or half of ``timeout``.
  package var problems: [String] {
    let total = timeout ?? TimeoutKey.defaultValue ?? .zero
    let attempt = attemptTimeout ?? Self.defaultAttemptTimeout(within: total)
    var problems: [String] = []
    for (name, value) in [("timeout", total), ("attemptTimeout", attempt)]
    where !Self.limits.contains(value) {
      problems.append("\(name) must be from 1 millisecond to 366 days, not \(value)")
    }
    if attempt > total { problems.append("attemptTimeout of \(attempt) is above timeout of \(total)") }
    problems += (concurrency?.problems ?? []).map { "concurrency.\($0)" }
    problems += retryProblems(total, attempt)
    problems += hedgingProblems(attempt)
    problems += (rateLimit?.problems ?? []).map { "rateLimit.\($0)" }
    problems += circuitBreakerProblems(attempt)
    return problems
  }

  private func retryProblems(_ total: Duration, _ attempt: Duration) -> [String] {
    guard let retry else { return [] }
    var problems = retry.problems.map { "retry.\($0)" }
    // The sum of values with faults has no meaning.
    guard problems.isEmpty, retry.retries > 0, Self.limits.contains(total), attempt <= total else { return problems }
    if !retry.fits(in: total) {
      problems.append(
        "retry.retries of \(retry.retries) do not fit: with retry.delay of \(retry.delay), their waits can be longer than "
          + "timeout of \(total)")
    } else if retry.throttledDelay > total {
      problems.append(
        "retry.throttledDelay of \(retry.throttledDelay) is above timeout of \(total): most calls would end after a 503 or 429")
    } else if attempt + retry.delay + retry.reserve > total {
      problems.append(
        "attemptTimeout of \(attempt) leaves no time for a retry after an attempt that times out: timeout is \(total)")
    }
    return problems
  }

  private func hedgingProblems(_ attempt: Duration) -> [String] {
    guard let hedging else { return [] }
    var problems = hedging.problems.map { "hedging.\($0)" }
    for (name, value) in [("delay", hedging.delay), ("minimumDelay", hedging.minimumDelay)] where value >= attempt {
      problems.append("hedging.\(name) of \(value) is not below attemptTimeout of \(attempt): no second request would be sent")
    }
    return problems
  }

  private func circuitBreakerProblems(_ attempt: Duration) -> [String] {
    guard let circuitBreaker else { return [] }
    var problems = circuitBreaker.problems.map { "circuitBreaker.\($0)" }
    if circuitBreaker.window / 2 < attempt {
      problems.append(
        "circuitBreaker.window of \(circuitBreaker.window) is below twice the attemptTimeout of \(attempt): "
          + "it would forget attempts that time out")
    }
    if circuitBreaker.probeTimeout < attempt {
      problems.append(
        "circuitBreaker.probeTimeout of \(circuitBreaker.probeTimeout) is below attemptTimeout of \(attempt): "
          + "a probe would fail while its attempt may still succeed")
    }
    if let slow = circuitBreaker.slowDuration, slow > attempt {
      problems.append(
        "circuitBreaker.slowDuration of \(slow) is above attemptTimeout of \(attempt): no call would be slow")
    }
    return problems
  }
}

extension RetryPolicy {
  /// Whether the longest waits of all retries of a call are shorter than `total` together. The longer waits that a server asks
  /// for by 429, 503 or `Retry-After` do not count: a call without time for such a wait returns that response.
  fileprivate func fits(in total: Duration) -> Bool {
    guard reserve < total else { return false }
    var (left, bound) = (total - reserve, delay)
    for count in 0..<retries {
      let wait = min(bound, maximumDelay)
      guard wait < left else { return false }
      guard wait > .zero else { return true }
      // From here on, all waits are equal.
      if wait == maximumDelay { return Double(retries - count) < left / wait }
      left -= wait
      bound = wait * 2
    }
    return true
  }
}
