import RefineryCore
import RefineryRetry
import RefineryTesting
import Testing

@Suite("The retry budget", .timeLimit(.minutes(5)))
struct RetryBudgetTests {
  @Test("L05: with a server that fails everything, retries end once the tokens are spent")
  func spent() async throws {
    let fixture = RetryFixture(StubTransport(.status(503)))
    let retry = try RetryMiddleware.standard()
    for _ in 0..<1_000 { try await fixture.send(by: retry) }
    #expect(fixture.stub.requests.count == 1_000 + 500 / 5)
    #expect(retry.remainingBudget == 0)
  }

  @Test("L05: a retry after a time-out costs twice as much")
  func timeouts() async throws {
    let fixture = RetryFixture(StubTransport(.failure(TimedOut(.attempt))))
    let retry = try RetryMiddleware.standard()
    for _ in 0..<100 { _ = try? await fixture.send(by: retry) }
    #expect(fixture.stub.requests.count == 100 + 500 / 10)
  }

  @Test("L05: a success puts back one token, or what the call's last retry cost, and never more than there were")
  func refunds() async throws {
    let retry = try RetryMiddleware.standard()
    try await RetryFixture(StubTransport(.status(200))).send(by: retry)
    #expect(retry.remainingBudget == 500)
    try await RetryFixture(StubTransport(.status(503))).send(by: retry)
    #expect(retry.remainingBudget == 490)
    try await RetryFixture(StubTransport(.status(404))).send(by: retry)
    #expect(retry.remainingBudget == 491)
    try await RetryFixture(StubTransport(.status(503), .status(200))).send(by: retry)
    #expect(retry.remainingBudget == 491)
    try await RetryFixture(StubTransport(.status(503), .status(503), .status(200))).send(by: retry)
    #expect(retry.remainingBudget == 486)
    try await RetryFixture(StubTransport(.failure(TimedOut(.idle)), .status(200))).send(by: retry)
    #expect(retry.remainingBudget == 486)
    try await RetryFixture(StubTransport(.status(501))).send(by: retry)
    #expect(retry.remainingBudget == 486)
  }

  @Test("L05: tokens that do not suffice are not touched")
  func tooFew() async throws {
    let retry = try RetryMiddleware.standard { $0.budget.tokens = 7 }
    let fixture = RetryFixture(StubTransport(.failure(TimedOut(.attempt))))
    await #expect(throws: TimedOut(.attempt)) { try await fixture.send(by: retry) }
    #expect(fixture.stub.requests.count == 1)
    #expect(retry.remainingBudget == 7)
  }

  @Test("L05: copies share a budget, two instances do not, and concurrent calls lose no token")
  func sharing() async throws {
    let retry = try RetryMiddleware.standard()
    let copy = retry
    let other = try RetryMiddleware.standard()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<80 {
        group.addTask { try await RetryFixture(StubTransport(.status(500))).send(by: number % 2 == 0 ? retry : copy) }
      }
      try await group.waitForAll()
    }
    // 80 calls want 160 retries; 500 tokens pay for 100.
    #expect(retry.remainingBudget == 0)
    #expect(copy.remainingBudget == 0)
    #expect(other.remainingBudget == 500)
  }
}
