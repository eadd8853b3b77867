import RefineryCore
import RefineryRetry
import RefineryTesting
import Testing

@Suite("RetryMiddleware as a link")
struct RetryContractTests {
  @Test("L04, L05: it keeps the contract of every middleware, but for what it is there for")
  func contract() async throws {
    let clock = CallClock(ManualClock(advancesByItself: true))
    try await MiddlewareContract.verify(allowing: .mayResend, clock: clock) { RetryMiddleware() }
    let broken = await #expect(throws: BrokenContract.self) {
      try await MiddlewareContract.verify(clock: clock) { RetryMiddleware() }
    }
    #expect(broken?.violations.map(\.rule) == ["passes a request on once"])
  }
}
