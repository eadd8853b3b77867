import RefineryHedging
import RefineryTesting
import Testing

@Suite("HedgingMiddleware", .timeLimit(.minutes(5)))
struct HedgingTests {
  @Test("it keeps the contract of every middleware")
  func contract() async throws {
    try await MiddlewareContract.verify { try HedgingMiddleware() }
  }
}
