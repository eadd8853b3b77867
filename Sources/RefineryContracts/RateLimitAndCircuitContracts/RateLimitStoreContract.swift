public import RefineryRateLimit
import RefineryTesting

/// The behaviour of every `RateLimitStore`, as checks that any test framework can run.
///
/// ```swift
/// for check in RateLimitStoreContract.checks {
///   try await check.run(advance: { clock.advance(by: $0) }) { MyRateLimitStore(clock: clock) }
/// }
/// ```
///
/// If the store's time is that of a server, `advance` sleeps: `{ try await Task.sleep(for: $0) }`. All checks together advance
/// by less than five seconds. No check fails because a machine is slow. Each check uses buckets with names of its own, so
/// checks may share a database and run at the same time.
///
/// Waits are checked with a tolerance: a store may tell waiting callers waits that are up to a second longer than necessary, so
/// that they do not all come back at the same moment.
public enum RateLimitStoreContract {
  /// One check of a store, named by a sentence.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let body: @Sendable (RateLimitTrial) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (RateLimitTrial) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check.
    ///
    /// - Parameters:
    ///   - patience: the time after which the check counts as violated, so that a store that hangs does not hang the tests.
    ///   - advance: lets this much time pass for the store.
    ///   - make: makes a store, or returns one that other checks also use.
    /// - Throws: `ContractViolation` if the store behaves otherwise; errors of the store, of `advance` and of `make`.
    public func run(
      patience: Duration = .seconds(90), advance: @escaping @Sendable (Duration) async throws -> Void,
      make: @escaping @Sendable () async throws -> any RateLimitStore
    ) async throws {
      let rule = description
      try await bounded(rule, by: patience) { [body] in
        try await body(RateLimitTrial(rule: rule, store: make(), advance: advance))
      }
    }
  }

  /// The checks for any store.
  public static var checks: [Check] { tokens + hints + windows }

  static let tokens: [Check] = [
    Check("a new bucket gives its capacity at once, and then waits of about the interval") { trial in
      let policy = RateLimitTrial.slow(5)
      for index in 0..<5 { try await trial.expectToken(by: policy, "token \(index + 1) of 5") }
      let (wait, interval) = try await trial.take(by: policy)
      try trial.expect(interval == .seconds(3_600), "the interval of the policy, 3600 seconds", saw: interval)
      try trial.expect((.seconds(3_500) ... .seconds(3_601)).contains(wait), "a wait of about 3600 seconds", saw: wait)
    },
    Check("50 simultaneous takes get exactly as many tokens as the bucket has") { trial in
      let policy = RateLimitTrial.slow(20)
      let waits = try await trial.atOnce(50) { try await trial.take(by: policy).wait }
      try trial.expect(waits.count { $0 <= .zero }, 20, "tokens")
    },
    Check("a take that gets no token uses none: after the wait, there is a token") { trial in
      let policy = RateLimitPolicy(2, per: .milliseconds(600))
      let wait = try await trial.empty(by: policy)
      for _ in 0..<20 { _ = try await trial.take(by: policy) }
      try await trial.advance(max(wait, policy.interval) + .milliseconds(10))
      try await trial.expectToken(by: policy, "a token after the wait")
    },
    Check("an empty bucket fills by one token for each interval, up to its capacity") { trial in
      let policy = RateLimitPolicy(2, per: .milliseconds(400))
      _ = try await trial.empty(by: policy)
      // Five intervals.
      try await trial.advance(.seconds(1))
      try await trial.expectToken(by: policy, "the first token")
      try await trial.expectToken(by: policy, "the second token")
      let full = RateLimitTrial.slow(3)
      try await trial.advance(.milliseconds(100))
      var tokens = 0
      while try await trial.take(by: full, from: "full").wait <= .zero, tokens < 10 { tokens += 1 }
      try trial.expect(tokens, 3, "tokens of a full bucket")
    },
    Check("buckets are apart, and their names are compared by their bytes") { trial in
      let policy = RateLimitTrial.slow(1)
      for name in ["\u{E9}", "e\u{301}", "E\u{301}", "", " ", "a", "a ", "a\n", "a:b", "{a}", "a\"b\\", "%61"] {
        try await trial.expectToken(by: policy, from: name, "a token of the bucket \(name.debugDescription)")
        let wait = try await trial.take(by: policy, from: name).wait
        try trial.expect(wait > .zero, "one token of the bucket \(name.debugDescription)", saw: "two")
      }
    },
  ]
}

/// A store under test.
struct RateLimitTrial: SharedStateTrial {
  let rule: String
  let store: any RateLimitStore
  let advance: @Sendable (Duration) async throws -> Void
  private let prefix = "contract \(UInt64.random(in: 0 ... .max)) "

  init(rule: String, store: any RateLimitStore, advance: @escaping @Sendable (Duration) async throws -> Void) {
    self.rule = rule
    self.store = store
    self.advance = advance
  }

  /// A policy by which a bucket gets no further token while the check runs: one an hour.
  static func slow(_ capacity: Int) -> RateLimitPolicy { RateLimitPolicy(capacity, per: .seconds(3_600 * capacity)) }

  func take(by policy: RateLimitPolicy, from bucket: String = "") async throws -> (wait: Duration, interval: Duration) {
    try await store.take(from: prefix + bucket, by: policy)
  }

  func apply(_ policy: RateLimitPolicy, to bucket: String = "", _ change: (inout RateLimitHint) -> Void) async {
    var hint = RateLimitHint()
    change(&hint)
    await store.apply(hint, to: prefix + bucket, by: policy)
  }

  /// Takes all tokens, and returns the wait for the next.
  func empty(by policy: RateLimitPolicy) async throws -> Duration {
    while true {
      try Task.checkCancellation()
      let wait = try await take(by: policy).wait
      if wait > .zero { return wait }
    }
  }

  func expectToken(by policy: RateLimitPolicy, from bucket: String = "", _ what: String) async throws {
    let wait = try await take(by: policy, from: bucket).wait
    try expect(wait <= .zero, what, saw: "a wait of \(wait)")
  }

  /// Expects a take to be told a wait of about an hour.
  func expectLongWait(by policy: RateLimitPolicy, from bucket: String = "", _ what: String) async throws {
    let wait = try await take(by: policy, from: bucket).wait
    try expect((.seconds(3_500) ... .seconds(3_601)).contains(wait), "a wait of about 3600 seconds \(what)", saw: wait)
  }
}
