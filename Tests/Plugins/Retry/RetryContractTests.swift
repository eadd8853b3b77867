import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting
import TestSupport
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

  @Test("L04: what stands before it runs once a call, what stands after it once an attempt, in order out and back")
  func stages() async throws {
    let steps = Gathered<String>()
    let fixture = RetryFixture(StubTransport(.status(503), .status(502), .status(200)))
    let chain: [any Middleware] = [Probe("call", steps), try RetryMiddleware.standard(), Probe("attempt", steps)]
    let response = try await Next(chain, transport: fixture.stub)(fixture.request())
    #expect(response.head.status == .ok)
    #expect(
      steps.all == [
        "call 1 out", "attempt 1 out", "attempt 503 back", "attempt 2 out", "attempt 502 back", "attempt 3 out",
        "attempt 200 back", "call 200 back",
      ])
  }

  private struct Probe: Middleware {
    let label: String
    let steps: Gathered<String>

    init(_ label: String, _ steps: Gathered<String>) {
      self.label = label
      self.steps = steps
    }

    func respond(to request: Request, next: Next) async throws -> Response {
      steps.add("\(label) \(request.retryCount + 1) out")
      let response = try await next(request)
      steps.add("\(label) \(response.head.status.code) back")
      return response
    }
  }
}
