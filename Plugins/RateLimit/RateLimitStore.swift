package import RefineryCore
import RefineryParts
import Synchronization

/// Stores the buckets of rate limits, in memory or in a database that the instances of an app share.
///
/// For each bucket, the middleware calls ``take(from:by:)`` from only one task at a time. That function must return promptly
/// and must not wait for a token. Compare the names of buckets by their bytes: the names of two users can have different bytes
/// and be equal as strings.
///
/// `RateLimitStoreContract` of RefineryContracts checks a store of your own.
public protocol RateLimitStore: Sendable {
  /// Takes a token from a bucket, or returns how long to wait for one: zero if a token was taken. `interval` is the time
  /// between two tokens. `maximumWait` of the policy is the time that this call can still wait.
  func take(from bucket: String, by policy: RateLimitPolicy) async throws -> (wait: Duration, interval: Duration)

  /// Applies the hint of a response to a bucket.
  func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async
}

/// Keeps buckets in the memory of this process. When there are 1,024 buckets, the store removes each bucket that is full and
/// has neither a pause nor a window from the server. If more than 512 buckets remain, the next removal takes place when their
/// number has doubled.
package final class MemoryRateLimitStore: RateLimitStore {
  private static let keptBuckets = 1_024
  private let clock: CallClock
  private let state = Mutex(State())

  private struct State {
    var buckets: [ExactText: TokenBucket] = [:]
    /// The number of buckets at which idle ones are removed.
    var mostBuckets = MemoryRateLimitStore.keptBuckets
  }

  /// Creates an empty store.
  package init(clock: CallClock = .continuous) { self.clock = clock }

  /// The number of buckets.
  package var count: Int { state.withLock { $0.buckets.count } }

  /// Takes a token, or returns how long to wait for one.
  package func take(from bucket: String, by policy: RateLimitPolicy) -> (wait: Duration, interval: Duration) {
    change(bucket, policy) { $0.take(policy) }
  }

  /// Applies the hint of a response to a bucket.
  package func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) {
    change(bucket, policy) { $0.apply(hint, policy) }
  }

  private func change<Output: Sendable>(
    _ name: String, _ policy: RateLimitPolicy, _ change: (inout TokenBucket) -> Output
  ) -> Output {
    let name = ExactText(name)
    return state.withLock { state in
      let now = clock.now
      if state.buckets[name] == nil, state.buckets.count >= state.mostBuckets {
        for (name, var bucket) in state.buckets {
          bucket.advance(to: now, policy)
          if bucket.isIdle(policy) { state.buckets[name] = nil }
        }
        // If many buckets are in use, checking all of them for each new one would take too long.
        state.mostBuckets = max(Self.keptBuckets, 2 * state.buckets.count)
      }
      var bucket = state.buckets[name] ?? TokenBucket(policy, now: now)
      bucket.advance(to: now, policy)
      defer { state.buckets[name] = bucket }
      return change(&bucket)
    }
  }
}

/// The state of one bucket. Tokens are stored as time, because sums of durations are exact.
private struct TokenBucket {
  private var now: Duration
  /// The tokens, expressed as the time in which the bucket gets them.
  private var credit: Duration
  private var interval: Duration
  private var pauseEnd: Duration?
  /// The server's quota, and the end of its window. A response belongs to this window if the end of the window that it states
  /// is at most two seconds from `firstEnd`.
  private var window: (remaining: Int, end: Duration, firstEnd: Duration)?
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
      // The clock went back. All instants move back by the same amount. Otherwise the bucket would stay empty until the clock
      // reaches the old time again.
      let jump = now - instant
      pauseEnd = pauseEnd.map { $0 - jump }
      window?.end -= jump
      window?.firstEnd -= jump
    } else {
      credit = min(credit + (instant - now), full(policy))
    }
    now = instant
    if let end = pauseEnd, end <= now { pauseEnd = nil }
    if let window, window.end <= now { self.window = nil }
  }

  mutating func take(_ policy: RateLimitPolicy) -> (wait: Duration, interval: Duration) {
    var wait = max(.zero, interval - credit)
    if let pauseEnd { wait = max(wait, pauseEnd - now) }
    if let window, window.remaining <= 0 { wait = max(wait, window.end - now) }
    guard wait <= .zero else { return (wait, interval) }
    credit -= interval
    window?.remaining -= 1
    return (.zero, interval)
  }

  mutating func apply(_ hint: RateLimitHint, _ policy: RateLimitPolicy) {
    // The server's rate never makes the time between two tokens longer than the longest pause.
    if let rate = hint.rate { serverRate = max(rate, 1.0 / 86_400, 1 / (policy.maximumPause / .seconds(1))) }
    if let capacity = hint.capacity { serverCapacity = max(capacity, 1) }
    if policy.isAdaptive {
      if adaptive == nil { adaptive = AdaptiveRate(now: now / .seconds(1)) }
      adaptive?.update(now: now / .seconds(1), isThrottled: hint.isThrottled, within: policy.rate)
    }
    let rate = min(policy.rate, serverRate ?? .infinity, adaptive?.limit ?? .infinity)
    let changed = RateLimitPolicy.interval(of: rate)
    // The number of tokens does not change.
    if changed != interval { credit = credit * (changed / interval) }
    interval = changed
    credit = min(credit, full(policy))
    if let pause = hint.pause, pause > .zero {
      let end = now + min(pause, policy.maximumPause)
      pauseEnd = pauseEnd.map { max($0, end) } ?? end
    }
    if let remaining = hint.remaining, let length = hint.window, length > .zero {
      let end = now + min(length, policy.maximumPause)
      // Responses may arrive out of order, so the smallest number within one window applies. A server with a sliding window
      // states a later end in each response. If the stated end is more than two seconds later, this response starts a new
      // window. Otherwise, requests that the server no longer counts would use up the quota. While the quota is used up,
      // `firstEnd` moves with each response, so that late responses to earlier requests do not start a new window.
      if let old = window, max(end - old.firstEnd, old.firstEnd - end) <= .seconds(2) {
        let left = min(old.remaining, remaining)
        window = (left, end, left > 0 ? old.firstEnd : end)
      } else {
        window = (remaining, end, end)
      }
    }
    // A 429 that states no time empties the bucket: the next request waits for one interval.
    if hint.isThrottled, hint.pause == nil, hint.remaining == nil { credit = min(credit, .zero) }
  }
}
