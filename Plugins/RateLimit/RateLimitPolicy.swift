public import RefineryCore

/// How many requests a bucket admits, how long calls wait for it, and which hints of the server change it.
///
/// ```swift
/// var policy = RateLimitPolicy(600, per: .seconds(60))  // 10 a second, at most 600 at once
/// policy.capacity = 20                                  // at most 20 at once
/// ```
public struct RateLimitPolicy: Sendable, Equatable {
  /// How many requests a second are admitted in the long run.
  public var rate: Double
  /// How many requests may be sent at once after a time without requests: the size of the token bucket. If a server counts
  /// requests in windows, one of its windows may get up to this many requests above the rate. Set 1 to spread requests evenly.
  public var capacity: Int
  /// How long a call may wait for its turn. Default 60 s. A call that would have to wait longer, or beyond its deadline, fails
  /// at once. With zero, a call waits only while the calls before it take tokens from the store. If no token is left then, it
  /// fails.
  public var maximumWait = Duration.seconds(60)
  /// How many calls may wait for one bucket, not counting the call that gets the next token. A further call fails at once.
  /// Default 10,000. A call also counts while it waits only because the call before it is taking a token from the store. So
  /// with zero, one of two simultaneous calls may fail although there are tokens for both. For calls that never wait for a
  /// token, set ``maximumWait`` to zero.
  public var maximumWaiting = 10_000
  /// The hints of a server that change the bucket. Default: the standard fields and `Retry-After`.
  public var hints: Set<Hint> = [.fields, .retryAfter]
  /// The longest pause, and the longest time between two requests, that a hint can cause. Default one hour.
  public var maximumPause = Duration.seconds(3_600)
  /// Whether responses of status 429 lower the rate. Then other responses raise the rate again, up to ``rate``, along a cubic
  /// curve, as in the adaptive mode of the AWS SDKs. Default false.
  public var isAdaptive = false

  /// Creates a policy of `count` requests in each `period`. All of them may be sent at once.
  public init(_ count: Int, per period: Duration = .seconds(1)) {
    rate = Double(count) / (period / .seconds(1))
    capacity = count
  }

  /// The response fields that change a bucket. They can only slow it down.
  public enum Hint: Sendable {
    /// The fields `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers).
    case fields
    /// The field `Retry-After` of responses with status 429 or 503 (RFC 9110 section 10.2.3). It takes precedence over the
    /// remaining requests that the other fields state.
    case retryAfter
    /// The older fields `X-RateLimit-Remaining` and `X-RateLimit-Reset`. A reset above 1,000,000,000 is a Unix time; any
    /// other reset is a number of seconds.
    case legacyFields
  }

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  package var problems: [String] {
    var problems: [String] = []
    // A NaN is in no range.
    if !(1.0 / 86_400...1_000_000).contains(rate) {
      problems.append("rate must be from one request a day to 1,000,000 a second, not \(rate)")
    }
    if !(1...1_000_000).contains(capacity) { problems.append("capacity must be from 1 to 1,000,000, not \(capacity)") }
    if maximumWaiting < 0 { problems.append("maximumWaiting must not be negative, but is \(maximumWaiting)") }
    for (name, value) in [("maximumWait", maximumWait), ("maximumPause", maximumPause)]
    where value < .zero || value > .seconds(86_400 * 366) {
      problems.append("\(name) must be from 0 seconds to 366 days, not \(value)")
    }
    return problems
  }

  /// This policy for a call that waits at most so long.
  func waiting(atMost limit: Duration) -> RateLimitPolicy {
    var policy = self
    policy.maximumWait = max(.zero, min(maximumWait, limit))
    return policy
  }

  /// The time between two tokens.
  package var interval: Duration { Self.interval(of: rate) }

  static func interval(of rate: Double) -> Duration { .seconds(1 / rate) }
}

/// A request cannot wait for its turn. The wait would end after the call's deadline or be longer than the policy allows, or too
/// many requests already wait. This request was not sent; earlier attempts of the call may have been.
///
/// Retry middleware does not retry it, because a retry before ``retryAfter`` would also fail.
public struct RateLimitExceeded: Refusal, SafelyDescribed, Equatable {
  /// The bucket, by default the origin.
  public let bucket: String
  /// The expected time until the request would get its turn; nil if it is not known.
  public let retryAfter: Duration?

  package init(bucket: String, retryAfter: Duration?) {
    self.bucket = bucket
    self.retryAfter = retryAfter
  }

  /// One line, safe to log.
  public var description: String {
    "rate limit of \(Redaction.escaped(bucket)) reached"
      + (retryAfter.map { ": the expected wait of this call is \($0)" } ?? "")
  }
}

extension Deadline {
  /// How long a request may wait and still be sent before the deadline: the remaining time minus 2 %, or minus 20 ms if 2 %
  /// is more.
  var remainingToSend: Duration {
    let left = remaining
    return left - min(left / 50, .milliseconds(20))
  }
}

/// A rate that each response of status 429 lowers. Other responses raise it along a cubic curve: first to the rate before the
/// last 429, then higher. The constants are those of the AWS SDKs.
struct AdaptiveRate {
  private static let (beta, scale, smooth, floor) = (0.7, 0.4, 0.8, 0.5)
  /// Nil until the first 429.
  private(set) var limit: Double?
  private var measured = 0.0
  private var count = 0
  private var slot: Double
  private var lastMaximum = 0.0
  private var lastRefusal = 0.0

  init(now: Double) { slot = (now * 2).rounded(.down) / 2 }

  mutating func update(now: Double, isThrottled: Bool, within ceiling: Double) {
    measure(now)
    var rate: Double
    if isThrottled {
      lastMaximum = limit.map { min(measured, $0) } ?? measured
      if lastMaximum <= 0 { lastMaximum = ceiling }
      lastRefusal = now
      rate = lastMaximum * Self.beta
    } else {
      guard limit != nil else { return }
      let plateau = (lastMaximum * (1 - Self.beta) / Self.scale).cubeRoot
      let distance = max(0, now - lastRefusal) - plateau
      rate = Self.scale * distance * distance * distance + lastMaximum
      // As in the AWS SDKs, at most twice the measured rate. With the floor, an idle client can start again.
      rate = min(rate, max(2 * measured, Self.floor))
    }
    limit = min(max(rate, Self.floor), max(ceiling, 1.0 / 86_400))
  }

  /// Counts a response, and measures the number of responses per second, in slots of half a second.
  private mutating func measure(_ now: Double) {
    count += 1
    let current = (now * 2).rounded(.down) / 2
    if current < slot { slot = current }
    guard current > slot else { return }
    measured = Double(count) / (current - slot) * Self.smooth + measured * (1 - Self.smooth)
    (count, slot) = (0, current)
  }
}

extension Double {
  /// The cube root, by Newton's method: there is no `cbrt` without Foundation.
  fileprivate var cubeRoot: Double {
    guard self > 0, isFinite else { return 0 }
    var root = max(self, 1)
    for _ in 0..<100 {
      let next = (2 * root + self / (root * root)) / 3
      if abs(next - root) < 1e-12 * root { return next }
      root = next
    }
    return root
  }
}
