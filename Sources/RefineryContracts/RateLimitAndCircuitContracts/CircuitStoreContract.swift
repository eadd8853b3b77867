public import RefineryCircuitBreaker
import RefineryTesting

/// The behaviour of every `CircuitStore`, as checks that any test framework can run.
///
/// ```swift
/// for check in CircuitStoreContract.checks {
///   try await check.run(advance: { clock.advance(by: $0) }) { MyCircuitStore(clock: clock) }
/// }
/// ```
///
/// If a test cannot move the store's clock, `advance` sleeps: `{ try await Task.sleep(for: $0) }`. All checks together advance
/// by less than five seconds. No check fails because a machine is slow. Each check uses circuits with names of its own, so
/// checks may share a store and run at the same time.
public enum CircuitStoreContract {
  /// One check of a store, named by a sentence.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let body: @Sendable (CircuitTrial) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (CircuitTrial) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check.
    ///
    /// - Parameters:
    ///   - patience: the time after which the check counts as violated.
    ///   - advance: lets this much time pass for the store.
    ///   - make: makes a store, or returns one that other checks also use.
    /// - Throws: `ContractViolation` if the store behaves otherwise; errors of `advance` and of `make`.
    public func run(
      patience: Duration = .seconds(90), advance: @escaping @Sendable (Duration) async throws -> Void,
      make: @escaping @Sendable () async throws -> any CircuitStore
    ) async throws {
      let rule = description
      try await bounded(rule, by: patience) { [body] in
        try await body(CircuitTrial(rule: rule, store: make(), advance: advance))
      }
    }
  }

  /// The checks for any store.
  public static var checks: [Check] { states + probes + operators }

  static let states: [Check] = [
    Check("a circuit that was never used is closed, and admits") { trial in
      try trial.expect(trial.state(), .closed, "state")
      _ = try trial.admit()
      try trial.expect(trial.state(), .closed, "state")
    },
    Check("a circuit opens if enough requests fail, and then refuses with the rest of its open time") { trial in
      for _ in 0..<2 { trial.settle(try trial.admit(), as: .success) }
      for _ in 0..<2 {
        try trial.expect(trial.state(), .closed, "state before the last failure")
        trial.settle(try trial.admit(), as: .failure)
      }
      try trial.expect(trial.state(), .open, "state")
      let refusal = try trial.refusal()
      try trial.expect(refusal.circuit, trial.circuit, "circuit")
      try trial.expect(
        [trial.cause, nil].contains(refusal.cause), "cause \(trial.cause), or none", saw: refusal.cause ?? "nil")
      let rest = refusal.retryAfter ?? .zero
      try trial.expect((.seconds(3_500) ... .seconds(3_600)).contains(rest), "a rest of about 3600 seconds", saw: rest)
    },
    Check("a circuit stays closed if too few requests fail, or are made at all") { trial in
      for _ in 0..<3 { trial.settle(try trial.admit(), as: .failure) }
      try trial.expect(trial.state(), .closed, "state after fewer requests than minimumCalls")
      for _ in 0..<8 { trial.settle(try trial.admit("other"), as: .success, of: "other") }
      for _ in 0..<3 { trial.settle(try trial.admit("other"), as: .failure, of: "other") }
      try trial.expect(trial.state("other"), .closed, "state after fewer failures than failureRatio")
    },
    Check("ignored outcomes are not counted") { trial in
      for _ in 0..<3 { trial.settle(try trial.admit(), as: .failure) }
      for _ in 0..<10 { trial.settle(try trial.admit(), as: .ignored, after: .seconds(60)) }
      try trial.expect(trial.state(), .closed, "state")
    },
    Check("a circuit opens if enough requests are slow") { trial in
      for _ in 0..<4 { trial.settle(try trial.admit(), as: .success, after: .seconds(2)) }
      try trial.expect(trial.state(), .open, "state")
    },
    Check("outcomes that are older than the window are not counted") { trial in
      var policy = CircuitTrial.policy
      policy.window = .milliseconds(100)
      for _ in 0..<3 { trial.settle(try trial.admit(by: policy), as: .failure, by: policy) }
      try await trial.advance(.milliseconds(250))
      trial.settle(try trial.admit(by: policy), as: .failure, by: policy)
      try trial.expect(trial.state(), .closed, "state")
    },
    Check("circuits are apart, and their names are compared by their bytes") { trial in
      for name in ["\u{E9}", "a", ""] { trial.store.isolate(trial.name(name)) }
      for name in ["e\u{301}", "E\u{301}", "a ", "A", " ", "a\n"] {
        try trial.expect(trial.state(name), .closed, "state of \(name.debugDescription)")
        _ = try trial.admit(name)
      }
      for name in ["\u{E9}", "a", ""] { try trial.expect(trial.state(name), .isolated, "state of \(name.debugDescription)") }
    },
  ]
}

/// A store under test.
struct CircuitTrial: SharedStateTrial {
  let rule: String
  let store: any CircuitStore
  let advance: @Sendable (Duration) async throws -> Void
  let cause = "status 503"
  private let prefix = "contract \(UInt64.random(in: 0 ... .max)) "

  init(rule: String, store: any CircuitStore, advance: @escaping @Sendable (Duration) async throws -> Void) {
    self.rule = rule
    self.store = store
    self.advance = advance
  }

  /// Opens after four requests of which two fail or are slow, for an hour.
  static let policy: CircuitBreakerPolicy = {
    var policy = CircuitBreakerPolicy()
    (policy.minimumCalls, policy.failureRatio, policy.slowDuration, policy.slowRatio) = (4, 0.5, .seconds(1), 0.5)
    (policy.window, policy.openDuration, policy.probes, policy.probeTimeout) = (
      .seconds(3_600), .seconds(3_600), 2, .seconds(3_600)
    )
    return policy
  }()

  /// Opens for a short time.
  static let brief: CircuitBreakerPolicy = {
    var policy = Self.policy
    policy.openDuration = .milliseconds(100)
    return policy
  }()

  var circuit: String { name("") }
  func name(_ circuit: String) -> String { prefix + circuit }
  func state(_ circuit: String = "") -> CircuitState { store.state(of: name(circuit)) }

  func admit(_ circuit: String = "", by policy: CircuitBreakerPolicy = Self.policy) throws -> Int {
    do { return try store.admit(to: name(circuit), by: policy) } catch {
      throw ContractViolation(rule: rule, expected: "the request to be admitted", seen: error.description)
    }
  }

  func refusal(by policy: CircuitBreakerPolicy = Self.policy) throws -> CircuitOpen {
    do { _ = try store.admit(to: circuit, by: policy) } catch { return error }
    throw ContractViolation(rule: rule, expected: "the request to be refused", seen: "it was admitted")
  }

  func settle(
    _ permit: Int, as outcome: CircuitOutcome, of circuit: String = "", after duration: Duration = .zero,
    by policy: CircuitBreakerPolicy = Self.policy
  ) {
    store.settle(
      permit, of: name(circuit), as: outcome, after: duration, by: policy, because: outcome == .failure ? cause : nil)
  }

  /// Opens the circuit by failures.
  func open(by policy: CircuitBreakerPolicy) throws {
    for _ in 0..<4 { settle(try admit(by: policy), as: .failure, by: policy) }
  }

  /// Opens the circuit, and waits until it is half-open.
  func halfOpen(by policy: CircuitBreakerPolicy) async throws {
    try open(by: policy)
    try await advance(policy.openDuration + .milliseconds(10))
    try expect(state(), .halfOpen, "state after the open time")
  }
}
