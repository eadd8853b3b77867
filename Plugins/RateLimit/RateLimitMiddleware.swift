import HTTPTypes
public import RefineryCore
import RefineryParts
import Synchronization

/// Delays requests so that they stay within the rate limit of a server. Waiting calls get their turn in order of arrival.
///
/// ```swift
/// let limit = try RateLimitMiddleware(RateLimitPolicy(10, per: .seconds(1)))
/// let api = Client(baseURL: url, middleware: [RetryMiddleware(), limit])
/// ```
///
/// Each attempt takes a token from a bucket, by default the bucket of its origin. Redirects take no token. If there is no
/// token, the call waits for its turn. If its turn would come after the call's deadline or after the policy's `maximumWait`,
/// the call fails with ``RateLimitExceeded`` as soon as this is known, and at the latest when that time is over. A cancelled
/// call leaves the queue. A call that waits behind another call needs two additional tasks. Copies share their buckets and
/// their queue.
public struct RateLimitMiddleware: Middleware {
  private let policy: RateLimitPolicy
  private var store: any RateLimitStore
  private let clock: CallClock
  private let bucket: @Sendable (Request) -> String?
  private let queue: TurnQueue

  /// Creates middleware that limits requests by a policy.
  ///
  /// - Parameters:
  ///   - policy: rate, capacity, waits and hints.
  ///   - store: keeps the buckets. Default: the memory of this process. It removes idle buckets when there are many.
  ///   - clock: measures all waits, and says the date for hints that contain a date. The clock of the call is not used.
  ///   - bucket: returns the name of a request's bucket, or nil for a request without a limit. The name appears in errors.
  ///     Default: the origin. `{ $0.endpoint.name }` limits each row.
  /// - Throws: `UnusableSettings` with every fault of the policy.
  public init(
    _ policy: RateLimitPolicy, store: (any RateLimitStore)? = nil, clock: CallClock = .continuous,
    bucket: @escaping @Sendable (Request) -> String? = { Origin($0.head)?.description }
  ) throws(UnusableSettings) {
    let problems = policy.problems
    guard problems.isEmpty else { throw UnusableSettings(of: RateLimitPolicy.self, problems: problems) }
    self.policy = policy
    self.store = store ?? MemoryRateLimitStore(clock: clock)
    self.clock = clock
    self.bucket = bucket
    queue = TurnQueue(maximum: policy.maximumWaiting)
  }

  /// After retry, so that each retry waits for its own turn.
  public var stage: ChainStage? { .admission }

  /// Whether the buckets are in the memory of this process.
  package var isLocal: Bool { store is MemoryRateLimitStore }

  /// Returns this middleware with its buckets in another store.
  package func keepingBuckets(in store: any RateLimitStore) -> RateLimitMiddleware {
    var link = self
    link.store = store
    return link
  }

  /// Returns how many calls wait for a bucket, not counting the call that gets the next token. For a metric.
  public func waiting(for bucket: String) -> Int { queue.waiting(for: bucket) }

  /// Waits for a turn, then passes the request on.
  ///
  /// - Throws: ``RateLimitExceeded`` if the turn is too late or too many calls wait; `CancellationError`; errors of the store
  ///   and of `next`.
  public func respond(to request: Request, next: Next) async throws -> Response {
    guard let bucket = bucket(request) else { return try await next(request) }
    try await waitForTurn(in: bucket, request)
    let response = try await next(request)
    // After a redirect to another origin, the response says nothing about the limit of this bucket.
    if response.isFromOtherOrigin(than: request) { return response }
    let hint = RateLimitHint(response.head, policy.hints, now: { clock.date })
    if policy.isAdaptive || !hint.isEmpty { await store.apply(hint, to: bucket, by: policy) }
    return response
  }

  private func waitForTurn(in bucket: String, _ request: Request) async throws {
    let started = clock.now
    // Also records the wait of a call that gets no turn.
    defer { request.context.waited(clock.now - started, for: "rate_limit") }
    let remaining = request.deadline.map { max(.zero, $0.remainingToSend) }
    let limit = started + min(policy.maximumWait, remaining ?? policy.maximumWait)
    // A call that must not wait for a token still waits while the calls before it take their tokens, because one may be left.
    let end = policy.maximumWait > .zero ? limit : remaining.map { started + $0 }
    try await queue.join(bucket, at: started, limit: limit, end: end, clock)
    // Until `leave`, this is the only task of the queue that takes tokens of the bucket.
    defer { queue.leave(bucket) }
    while true {
      try Task.checkCancellation()
      let turn = try await store.take(from: bucket, by: policy.waiting(atMost: limit - clock.now))
      let now = clock.now
      guard turn.wait > .zero else { break }
      queue.schedule(bucket, at: now, wait: turn.wait, interval: turn.interval)
      guard now + turn.wait <= limit else { throw RateLimitExceeded(bucket: bucket, retryAfter: turn.wait) }
      try await clock.sleep(for: turn.wait)
    }
  }

  /// Returns the rate limit of the request as text.
  public func explanation(for request: Request) -> String? {
    guard let bucket = bucket(request) else { return "no rate limit" }
    return "waits for a turn: \(rate), bursts of \(policy.capacity), for \(Redaction.escaped(bucket))"
  }

  /// The rate, with at most two decimals, for the shortest unit of time that has at least one request.
  private var rate: String {
    let units = [("a second", 1.0), ("a minute", 60), ("an hour", 3_600)]
    let (unit, seconds) = units.first { policy.rate * $0.1 >= 0.995 } ?? ("a day", 86_400)
    let count = (policy.rate * seconds * 100).rounded() / 100
    return "\(count == count.rounded() ? "\(Int(count))" : "\(count)") \(unit)"
  }
}

/// The calls that wait for tokens, in one queue (``Line``) for each bucket. Only the first call of a line takes tokens from the
/// store. When it has a token or fails, the next call becomes the first.
private final class TurnQueue: Sendable {
  /// A waiting task. The task that removes it from the line resumes it.
  private struct Waiter: Sendable {
    let limit: Duration
    let turn = OneShotContinuation<Void>()
  }

  private struct Line {
    var waiters: [Waiter] = []
    /// The expected instant at which the first call gets its token; nil if it is not known.
    var next: Duration?
    var interval: Duration = .zero
  }

  private let maximum: Int
  /// The lines by bucket. A line exists as long as it has a first call.
  private let lines = Mutex<[ExactText: Line]>([:])

  init(maximum: Int) { self.maximum = maximum }

  func waiting(for bucket: String) -> Int { lines.withLock { $0[ExactText(bucket)]?.waiters.count ?? 0 } }

  /// Waits until the caller is the first of the line.
  ///
  /// - Parameters:
  ///   - limit: the last instant at which the caller may get its token.
  ///   - end: the instant at which the wait in the line ends at the latest; nil if only the first call ends it.
  func join(_ bucket: String, at now: Duration, limit: Duration, end: Duration?, _ clock: CallClock) async throws {
    let name = ExactText(bucket)
    let waiter = try lines.withLock { lines throws(RateLimitExceeded) -> Waiter? in
      guard var line = lines.removeValue(forKey: name) else {
        lines[name] = Line()
        return nil
      }
      defer { lines[name] = line }
      let turn = line.next.map { $0 + line.interval * (line.waiters.count + 1) } ?? now
      guard turn <= limit, line.waiters.count < maximum else {
        throw RateLimitExceeded(bucket: bucket, retryAfter: max(turn - now, line.interval))
      }
      let waiter = Waiter(limit: limit)
      line.waiters.append(waiter)
      return waiter
    }
    guard let waiter else { return }
    do {
      // A cancelled task leaves the line.
      let wait: @Sendable () async throws -> Void = { [self] in try await waiter.turn.value { remove(waiter, bucket) } }
      guard let end else { return try await wait() }
      // The first call ends the waits that would be too long. But the first call may wait long for the store, so each wait also
      // has a time limit.
      try await Deadline(after: end - clock.now, on: clock).enforce(.queue, wait)
    } catch {
      // If the call is no longer in the line, its turn may have come at the same moment.
      if !remove(waiter, bucket), (try? await waiter.turn.value()) != nil { leave(bucket) }
      guard error is TimedOut else { throw error }
      throw RateLimitExceeded(bucket: bucket, retryAfter: interval(of: bucket))
    }
  }

  /// The time between two tokens of a bucket; zero if it is not known.
  private func interval(of bucket: String) -> Duration { lines.withLock { $0[ExactText(bucket)]?.interval ?? .zero } }

  /// Removes a call from its line. Returns false if it is no longer in the line.
  private func remove(_ waiter: Waiter, _ bucket: String) -> Bool {
    let name = ExactText(bucket)
    return lines.withLock { lines in
      guard let index = lines[name]?.waiters.firstIndex(where: { $0.turn === waiter.turn }) else { return false }
      lines[name]?.waiters.remove(at: index)
      return true
    }
  }

  /// Records when the first call of the line gets its token. If this is later than expected, each call that would now get its
  /// turn too late leaves the line with an error.
  func schedule(_ bucket: String, at now: Duration, wait: Duration, interval: Duration) {
    let name = ExactText(bucket)
    let next = now + wait
    let late = lines.withLock { lines -> [(Waiter, Duration)] in
      guard var line = lines.removeValue(forKey: name) else { return [] }
      defer { lines[name] = line }
      let isLater = line.next.map { next > $0 + line.interval || interval > line.interval } ?? true
      (line.next, line.interval) = (next, interval)
      guard isLater else { return [] }
      var late: [(Waiter, Duration)] = []
      var kept: [Waiter] = []
      for waiter in line.waiters {
        let turn = next + interval * (kept.count + 1)
        if turn > waiter.limit { late.append((waiter, turn)) } else { kept.append(waiter) }
      }
      line.waiters = kept
      return late
    }
    for (waiter, turn) in late {
      waiter.turn.resume(with: .failure(RateLimitExceeded(bucket: bucket, retryAfter: turn - now)))
    }
  }

  /// Makes the next call the first of the line, or removes the line if no call waits.
  func leave(_ bucket: String) {
    let name = ExactText(bucket)
    let next = lines.withLock { lines -> Waiter? in
      if lines[name]?.waiters.isEmpty ?? true { lines[name] = nil }
      return lines[name]?.waiters.removeFirst()
    }
    next?.turn.resume(with: .success(()))
  }
}
