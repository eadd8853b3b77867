public import RefineryCore
import Synchronization

/// Keeps the buckets of rate limits: in memory, or in an engine that the instances of an app share.
///
/// For each bucket, a link calls ``take(from:by:)`` from one task at a time. It must return promptly, and must not wait for a
/// token itself.
public protocol RateLimitStore: Sendable {
  /// Takes a token of a bucket, or says when there is one.
  func take(from bucket: String, by policy: RateLimitPolicy) async throws -> RateLimitTurn

  /// Changes a bucket by what a response of the server says.
  func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async
}

/// The result of taking a token.
public struct RateLimitTurn: Sendable, Equatable {
  /// Zero if a token was taken; otherwise how long there is none.
  public var wait: Duration
  /// The time between two tokens.
  public var interval: Duration

  /// Creates a result.
  public init(wait: Duration, interval: Duration) {
    self.wait = wait
    self.interval = interval
  }
}

/// Buckets in the memory of this process. A full bucket that is not paused is removed when there are many.
public final class MemoryRateLimitStore: RateLimitStore {
  private static let keptBuckets = 1_024
  private let clock: CallClock
  private let buckets = Mutex<[String: TokenBucket]>([:])

  /// A store without buckets.
  public init(clock: CallClock = .continuous) { self.clock = clock }

  /// The number of buckets, for a metric.
  public var count: Int { buckets.withLock { $0.count } }

  /// Takes a token, or says when there is one.
  public func take(from bucket: String, by policy: RateLimitPolicy) -> RateLimitTurn {
    change(bucket, policy) { $0.take(policy) }
  }

  /// Changes a bucket by what a response of the server says.
  public func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) {
    change(bucket, policy) { $0.apply(hint, policy) }
  }

  private func change<Output: Sendable>(
    _ name: String, _ policy: RateLimitPolicy, _ change: (inout TokenBucket) -> Output
  ) -> Output {
    buckets.withLock { buckets in
      let now = clock.now
      if buckets[name] == nil, buckets.count >= Self.keptBuckets {
        for (name, var bucket) in buckets {
          bucket.advance(to: now, policy)
          if bucket.isIdle(policy) { buckets[name] = nil }
        }
      }
      var bucket = buckets[name] ?? TokenBucket(policy, now: now)
      bucket.advance(to: now, policy)
      defer { buckets[name] = bucket }
      return change(&bucket)
    }
  }
}

/// The state of one bucket. Tokens are kept as time, because durations add up exactly.
private struct TokenBucket {
  private var now: Duration
  /// The tokens, as the time that it took to fill them in.
  private var credit: Duration
  private var interval: Duration
  private var pauseEnd: Duration?
  private var window: (remaining: Int, end: Duration)?
  private var serverRate: Double?
  private var serverCapacity: Int?
  private var adaptive: AdaptiveRate?

  init(_ policy: RateLimitPolicy, now: Duration) {
    self.now = now
    interval = policy.interval
    credit = interval * policy.capacity
  }

  private func full(_ policy: RateLimitPolicy) -> Duration {
    let limit = min(policy.capacity, serverCapacity ?? .max)
    guard let rate = adaptive?.limit else { return interval * limit }
    return interval * min(limit, max(1, Int(min(rate, 1_000_000))))
  }

  func isIdle(_ policy: RateLimitPolicy) -> Bool {
    credit >= full(policy) && pauseEnd == nil && window == nil
  }

  mutating func advance(to instant: Duration, _ policy: RateLimitPolicy) {
    if instant < now {
      // The clock went back. All instants go back with it, or the bucket would be empty until the clock has caught up.
      let jump = now - instant
      pauseEnd = pauseEnd.map { $0 - jump }
      window?.end -= jump
    } else {
      credit = min(credit + (instant - now), full(policy))
    }
    now = instant
    if let end = pauseEnd, end <= now { pauseEnd = nil }
    if let window, window.end <= now { self.window = nil }
  }

  mutating func take(_ policy: RateLimitPolicy) -> RateLimitTurn {
    var wait = max(.zero, interval - credit)
    if let pauseEnd { wait = max(wait, pauseEnd - now) }
    if let window, window.remaining <= 0 { wait = max(wait, window.end - now) }
    guard wait <= .zero else { return RateLimitTurn(wait: wait, interval: interval) }
    credit -= interval
    window?.remaining -= 1
    return RateLimitTurn(wait: .zero, interval: interval)
  }

  mutating func apply(_ hint: RateLimitHint, _ policy: RateLimitPolicy) {
    // No token takes longer than the longest pause.
    if let rate = hint.rate { serverRate = max(rate, 1.0 / 86_400, 1 / (policy.maximumPause / .seconds(1))) }
    if let capacity = hint.capacity { serverCapacity = max(capacity, 1) }
    if policy.isAdaptive {
      if adaptive == nil { adaptive = AdaptiveRate(now: now / .seconds(1)) }
      adaptive?.update(now: now / .seconds(1), isThrottled: hint.isThrottled, within: policy.rate)
    }
    let rate = min(policy.rate, serverRate ?? .infinity, adaptive?.limit ?? .infinity)
    let changed = RateLimitPolicy.interval(of: rate)
    // The number of tokens stays.
    if changed != interval { credit = credit * (changed / interval) }
    interval = changed
    credit = min(credit, full(policy))
    if let pause = hint.pause, pause > .zero {
      let end = now + min(pause, policy.maximumPause)
      pauseEnd = pauseEnd.map { max($0, end) } ?? end
    }
    if let remaining = hint.remaining, let length = hint.window, length > .zero {
      let end = now + min(length, policy.maximumPause)
      // Responses may arrive in another order than that of their requests: within one window, the smallest number counts.
      let isSame = window.map { $0.end - end <= .seconds(2) && end - $0.end <= .seconds(2) } ?? false
      window = (isSame ? min(window?.remaining ?? remaining, remaining) : remaining, end)
    }
    // A refusal that names no time: the next request comes one interval later.
    if hint.isThrottled, hint.pause == nil, hint.remaining == nil { credit = min(credit, .zero) }
  }
}
