import HTTPTypes
import RefineryCircuitBreaker
import RefineryCore
import RefineryTesting
import Testing

@Suite("CircuitBreakerMiddleware and streams", .timeLimit(.minutes(5)))
struct CircuitStreamTests {
  @Test("Q03: a stream whose head does not arrive in time is a failure")
  func lateHead() async throws {
    var policy = CircuitBreakerPolicy()
    policy.minimumCalls = 1
    let manual = ManualClock()
    let clock = CallClock(manual)
    let breaker = try CircuitBreakerMiddleware(policy, clock: clock)
    let api = Client(
      baseURL: "https://api.example", middleware: [breaker], transport: StubTransport(.never), clock: clock)
    let call = Call<Okay>(Endpoint("Log.read", .get, "log")).timeout(.seconds(2))
    let opening = Task { _ = try await api.open(call) }
    await manual.sleepers(1)
    manual.advance(by: .seconds(2))
    await #expect(throws: CallError.self) { try await opening.value }
    #expect(breaker.state(of: "https://api.example") == .open)
  }
}
