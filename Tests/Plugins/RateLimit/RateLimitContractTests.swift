import RefineryContracts
import RefineryCore
import RefineryRateLimit
import RefineryTesting
import Testing

@Suite("MemoryRateLimitStore: the contract of stores", .timeLimit(.minutes(5)))
struct RateLimitContractTests {
  @Test("Q01: every check holds", arguments: RateLimitStoreContract.checks)
  func check(_ check: RateLimitStoreContract.Check) async throws {
    let manual = ManualClock()
    try await check.run(advance: { manual.advance(by: $0) }) { MemoryRateLimitStore(clock: CallClock(manual)) }
  }

  @Test("Q01: every check holds by the clock of the machine", arguments: RateLimitStoreContract.checks)
  func machine(_ check: RateLimitStoreContract.Check) async throws {
    try await check.run(advance: { try await Task.sleep(for: $0) }) { MemoryRateLimitStore() }
  }

  /// A store with one fault.
  private struct Broken: RateLimitStore {
    enum Fault: CaseIterable {
      case admitsAll, refusesAll, ignoresHints, oneBucket, forgetsBytes, usesTokensWhenRefused
    }

    let fault: Fault
    let inner: MemoryRateLimitStore

    func take(from bucket: String, by policy: RateLimitPolicy) async throws -> (wait: Duration, interval: Duration) {
      switch fault {
      case .admitsAll: return (.zero, policy.interval)
      case .refusesAll: return (policy.interval, policy.interval)
      case .ignoresHints: return inner.take(from: bucket, by: policy)
      case .oneBucket: return inner.take(from: "", by: policy)
      case .forgetsBytes:
        return inner.take(
          from: bucket == "e\u{301}" ? "\u{E9}" : String(bucket.map { $0 == "\u{E9}" ? "\u{E9}" : $0 }), by: policy)
      case .usesTokensWhenRefused:
        let result = inner.take(from: bucket, by: policy)
        if result.wait > .zero {
          var pause = RateLimitHint()
          pause.pause = .seconds(3_600)
          inner.apply(pause, to: bucket, by: policy)
        }
        return result
      }
    }

    func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async {
      guard fault != .ignoresHints else { return }
      inner.apply(hint, to: fault == .oneBucket ? "" : bucket, by: policy)
    }
  }

  @Test("Q01: a store with one fault fails a check", arguments: Broken.Fault.allCases)
  private func faults(_ fault: Broken.Fault) async throws {
    var violated = 0
    for check in RateLimitStoreContract.checks {
      let manual = ManualClock()
      do {
        try await check.run(patience: .seconds(2), advance: { manual.advance(by: $0) }) {
          Broken(fault: fault, inner: MemoryRateLimitStore(clock: CallClock(manual)))
        }
      } catch is ContractViolation { violated += 1 }
    }
    #expect(violated > 0)
  }
}
