import RefineryCircuitBreaker
import RefineryContracts
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite("MemoryCircuitStore: the contract of stores, and hints", .timeLimit(.minutes(5)))
struct CircuitContractTests {
  @Test("Q03: every check holds", arguments: CircuitStoreContract.checks)
  func check(_ check: CircuitStoreContract.Check) async throws {
    let manual = ManualClock()
    try await check.run(advance: { manual.advance(by: $0) }) { MemoryCircuitStore(clock: CallClock(manual)) }
  }

  @Test("Q03: every check holds by the clock of the machine", arguments: CircuitStoreContract.checks)
  func machine(_ check: CircuitStoreContract.Check) async throws {
    try await check.run(advance: { try await Task.sleep(for: $0) }) { MemoryCircuitStore() }
  }

  /// A store with one fault.
  private struct Broken: CircuitStore {
    enum Fault: CaseIterable {
      case neverOpens, oneCircuit, closesByItself, anyPermitIsAProbe, losesIgnoredProbes
    }

    let fault: Fault
    let inner: MemoryCircuitStore

    private func name(_ circuit: String) -> String { fault == .oneCircuit ? "" : circuit }

    func admit(to circuit: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> Int {
      if fault == .closesByItself, state(of: circuit) == .halfOpen { inner.close(circuit) }
      return try inner.admit(to: name(circuit), by: policy)
    }

    func settle(
      _ permit: Int, of circuit: String, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy,
      because cause: String?
    ) {
      var permit = permit
      if fault == .neverOpens { return }
      if fault == .losesIgnoredProbes, outcome == .ignored { return }
      if fault == .anyPermitIsAProbe, state(of: circuit) == .halfOpen, let probe = try? inner.admit(to: circuit, by: policy) {
        permit = probe
      }
      inner.settle(permit, of: name(circuit), as: outcome, after: duration, by: policy, because: cause)
    }

    func state(of circuit: String) -> CircuitState { inner.state(of: name(circuit)) }
    func isolate(_ circuit: String) { inner.isolate(name(circuit)) }
    func close(_ circuit: String) { inner.close(name(circuit)) }
  }

  @Test("Q03: a store with one fault fails a check", arguments: Broken.Fault.allCases)
  private func faults(_ fault: Broken.Fault) async throws {
    var violated = 0
    for check in CircuitStoreContract.checks {
      let manual = ManualClock()
      do {
        try await check.run(advance: { manual.advance(by: $0) }) {
          Broken(fault: fault, inner: MemoryCircuitStore(clock: CallClock(manual)))
        }
      } catch is ContractViolation { violated += 1 }
    }
    #expect(violated > 0)
  }

  // MARK: Hints

  private static let policy: CircuitBreakerPolicy = {
    var policy = CircuitBreakerPolicy()
    (policy.minimumCalls, policy.failureRatio, policy.probes, policy.openDuration) = (2, 1, 1, .seconds(5))
    return policy
  }()

  private func settle(_ outcome: CircuitOutcome, in store: MemoryCircuitStore) throws {
    let permit = try store.admit(to: "a", by: Self.policy)
    store.settle(permit, of: "a", as: outcome, after: .zero, by: Self.policy)
  }

  @Test("a hint opens only a circuit that has failures of its own, and for no longer than its own open time")
  func opening() throws {
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    store.open("a", for: .seconds(3), because: "status 503")
    #expect(store.count == 0)
    try settle(.success, in: store)
    store.open("a", for: .seconds(3), because: "status 503")
    #expect(store.state(of: "a") == .closed)
    try settle(.failure, in: store)
    store.open("a", for: .seconds(-3), because: nil)
    #expect(store.state(of: "a") == .closed)
    store.open("a", for: .seconds(86_400), because: "status 503")
    #expect(throws: CircuitOpen(circuit: "a", retryAfter: .seconds(5), cause: "status 503")) {
      try store.admit(to: "a", by: Self.policy)
    }
    // An open circuit stays open for no longer.
    manual.advance(by: .seconds(4))
    store.open("a", for: .seconds(5), because: nil)
    manual.advance(by: .seconds(1))
    #expect(store.state(of: "a") == .halfOpen)
    // Neither does a hint end its probes.
    let probe = try store.admit(to: "a", by: Self.policy)
    store.open("a", for: .seconds(5), because: nil)
    store.settle(probe, of: "a", as: .success, after: .zero, by: Self.policy)
    #expect(store.state(of: "a") == .closed)
    store.isolate("a")
    store.open("a", for: .seconds(5), because: nil)
    store.closeByHint("a")
    #expect(store.state(of: "a") == .isolated)
  }

  @Test("failures that are older than the window do not count for a hint")
  func oldFailures() throws {
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    try settle(.failure, in: store)
    manual.advance(by: .seconds(31))
    store.open("a", for: .seconds(3), because: nil)
    #expect(store.state(of: "a") == .closed)
  }

  @Test("an event says whether requests caused it, and whether another instance has just opened its circuit")
  func events() throws {
    let manual = ManualClock()
    let events = Gathered<CircuitEvent>()
    let store = MemoryCircuitStore(clock: CallClock(manual)) { (event: CircuitEvent) in events.add(event) }
    for _ in 0..<2 { try settle(.failure, in: store) }
    #expect(events.all.last?.isByRequests == true && events.all.last?.isOpeningKnown == false)
    #expect(events.all.last?.openRest == .seconds(5))
    // It is open, so the hint has no effect, but others have heard it.
    manual.advance(by: .seconds(4))
    store.open("a", for: .seconds(3), because: nil)
    manual.advance(by: .seconds(1))
    try settle(.failure, in: store)
    #expect(events.all.last?.isByRequests == true && events.all.last?.isOpeningKnown == true)
    manual.advance(by: .seconds(5))
    try settle(.failure, in: store)
    #expect(events.all.last?.isByRequests == true && events.all.last?.isOpeningKnown == false)
    store.closeByHint("a")
    #expect(events.all.last?.change.new == .closed && events.all.last?.isByRequests == false)
    store.isolate("a")
    store.close("a")
    #expect(events.all.suffix(2).allSatisfy { !$0.isByRequests })
  }

  @Test("a hint closes an open circuit; if it opens again by its own counts, hints close it no more until its probes succeed")
  func closing() throws {
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    for _ in 0..<2 { try settle(.failure, in: store) }
    #expect(store.state(of: "a") == .open)
    store.closeByHint("a")
    #expect(store.state(of: "a") == .closed)
    for _ in 0..<2 { try settle(.failure, in: store) }
    store.closeByHint("a")
    #expect(store.state(of: "a") == .open)
    manual.advance(by: .seconds(5))
    try settle(.success, in: store)
    #expect(store.state(of: "a") == .closed)
    for _ in 0..<2 { try settle(.failure, in: store) }
    store.closeByHint("a")
    #expect(store.state(of: "a") == .closed)
  }
}
