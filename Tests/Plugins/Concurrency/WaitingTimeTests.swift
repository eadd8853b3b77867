import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryConcurrency

@Suite("The wait for a place, and the time that a call has left", .timeLimit(.minutes(5)))
struct WaitingTimeTests {
  /// A limit of 4 whose calls take 200 ms.
  private func measured() -> LimitState {
    var state = LimitState(.fixed(4))
    for _ in 0..<5 { state.record(0.2, active: 4, isRefused: false) }
    return state
  }

  @Test(
    "Q05: the estimated wait is the time of a call for each round through the places",
    arguments: [(0, 50), (3, 200), (19, 1_000), (99, 5_000)])
  func estimate(waiting: Int, milliseconds: Int) throws {
    let wait = try #require(measured().wait(behind: waiting))
    #expect(Int((wait * 1_000).rounded()) == milliseconds)
  }

  @Test(
    "Q05: a call may wait for at most half of its time, if a response fits after the wait",
    arguments: [
      (0, 251, true), (0, 250, true), (0, 249, false), (3, 401, true), (3, 400, true), (3, 399, false),
      (19, 2_001, true), (19, 2_000, true), (19, 1_999, false), (99, 10_001, true), (99, 9_999, false), (0, 0, false),
      (0, -5_000, false),
    ])
  func half(waiting: Int, left: Int, mayWait: Bool) {
    #expect(measured().mayWait(behind: waiting, left: .milliseconds(left)) == mayWait)
  }

  @Test(
    "after its wait, a call is sent if it has the time of a response left",
    arguments: [(201, true), (200, true), (199, false), (-1, false)])
  func response(left: Int, canRespond: Bool) {
    #expect(measured().canRespond(within: .milliseconds(left)) == canRespond)
  }

  @Test("if no response is known, or no deadline, the length of the queue decides")
  func unknown() {
    let state = LimitState(.fixed(4))
    #expect(state.wait(behind: 99) == nil)
    #expect(state.mayWait(behind: 99, left: .milliseconds(1)) && state.canRespond(within: .milliseconds(1)))
    #expect(measured().mayWait(behind: 1_000_000, left: nil) && measured().canRespond(within: nil))
    // A call that the server refused says nothing about the time of a response.
    var refused = LimitState(.fixed(4))
    refused.record(0.2, active: 4, isRefused: true)
    #expect(refused.wait(behind: 0) == nil)
  }

  @Test("while low load is measured, the estimate is for the limit before the measurement")
  func measurement() throws {
    var adaptation = ConcurrencyPolicy.Adaptation()
    (adaptation.initial, adaptation.ceiling) = (20, 20)
    var state = LimitState(.adaptive(adaptation))
    var limits: [Int] = []
    for _ in 0..<140 {
      state.record(0.2, active: 20, isRefused: false)
      limits.append(state.limit)
      let wait = try #require(state.wait(behind: 19))
      #expect(Int((wait * 1_000).rounded()) == 200)
    }
    #expect(limits.contains(5))
  }

  /// A call of one second, after which the link knows how long a response takes.
  private func usualCall(_ next: Next, _ server: HoldingServer, _ manual: ManualClock) async throws {
    let usual = Task { try await next(personRequest("usual", clock: CallClock(manual))) }
    try await until { server.held == ["usual"] }
    manual.advance(by: .seconds(1))
    server.release()
    _ = try await usual.value
  }

  @Test("Q05: a call whose wait would take too long is refused at once; nothing is sent; a call with more time waits")
  func refusedAtOnce() async throws {
    let (server, manual) = (HoldingServer(), ManualClock())
    let clock = CallClock(manual)
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1))
    let next = Next([link], transport: server)
    try await usualCall(next, server, manual)

    let first = Task { try await next(personRequest("first", clock: clock)) }
    try await until { server.held == ["first"] }
    let error = await #expect(throws: ConcurrencyExceeded.self) {
      try await next(personRequest("short", timeout: .milliseconds(1_900), clock: clock))
    }
    #expect(error == ConcurrencyExceeded(group: origin, limit: 1, retryAfter: .seconds(1)))
    #expect(error?.description.hasSuffix("cannot wait for a place: one may be free after 1.0 seconds") ?? false)
    let long = Task { try await next(personRequest("long", timeout: .milliseconds(2_100), clock: clock)) }
    try await until { link.counts(of: origin).waiting == 1 }
    server.release()
    try await until { server.held == ["long"] }
    server.release()
    _ = try await (first.value, long.value)

    #expect(server.order == ["usual", "first", "long"])
    #expect(link.counts(of: origin) == (1, 0, 0))
  }

  @Test("Q05: a call that has waited until no response fits is refused, not sent; the next one gets its place")
  func refusedAfterWait() async throws {
    let (server, manual) = (HoldingServer(), ManualClock())
    let clock = CallClock(manual)
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1))
    let next = Next([link], transport: server)
    try await usualCall(next, server, manual)

    let first = Task { try await next(personRequest("first", clock: clock)) }
    try await until { server.held == ["first"] }
    let late = Task { try await next(personRequest("late", timeout: .seconds(5), clock: clock)) }
    try await until { link.counts(of: origin).waiting == 1 }
    let patient = Task { try await next(personRequest("patient", timeout: .seconds(60), clock: clock)) }
    try await until { link.counts(of: origin).waiting == 2 }
    await manual.sleepers(2)
    manual.advance(by: .milliseconds(4_500))
    server.release()
    await #expect(throws: ConcurrencyExceeded.self) { try await late.value }
    try await until { server.held == ["patient"] }
    server.release()
    _ = try await (first.value, patient.value)

    #expect(server.order == ["usual", "first", "patient"])
    #expect(link.counts(of: origin) == (1, 0, 0))
  }

  @Test("a low adaptive limit grows with each call while responses are as quick as at low load")
  func recovery() {
    var state = LimitState(.adaptive(ConcurrencyPolicy.Adaptation()))
    for _ in 0..<20 { state.record(0.05, active: 20, isRefused: false) }
    for _ in 0..<2_000 { state.record(0.05, active: state.limit, isRefused: true) }
    #expect(state.limit == 1)
    // Rounds of calls: each response of a round comes after the round has begun.
    var rounds = 0
    while state.limit < 8, rounds < 100 {
      rounds += 1
      let active = state.limit
      for _ in 0..<active { state.record(0.05, active: active, isRefused: false) }
    }
    #expect(rounds <= 24)
  }

  @Test("the estimate of a refused call counts the calls that wait before it")
  func refusedBehindOthers() async throws {
    let server = HoldingServer()
    let manual = ManualClock()
    let clock = CallClock(manual)
    var policy = ConcurrencyPolicy(1)
    policy.maximumWaiting = 1
    let link = try ConcurrencyMiddleware(policy)
    let next = Next([link], transport: server)
    try await usualCall(next, server, manual)

    let first = Task { try await next(personRequest("first", clock: clock)) }
    try await until { server.held == ["first"] }
    let second = Task { try await next(personRequest("second", clock: clock)) }
    try await until { link.counts(of: origin).waiting == 1 }
    await #expect(throws: ConcurrencyExceeded(group: origin, limit: 1, retryAfter: .seconds(2))) {
      try await next(personRequest("third", clock: clock))
    }
    server.release()
    try await until { server.held == ["second"] }
    server.release()
    _ = try await (first.value, second.value)
  }

  @Test("a limit of which less than half is used does not grow")
  func unused() {
    var state = LimitState(.adaptive(ConcurrencyPolicy.Adaptation()))
    for _ in 0..<20 { state.record(0.05, active: 20, isRefused: false) }
    for _ in 0..<40 { state.record(0.05, active: 9, isRefused: false) }
    #expect(state.limit == 20)
    for _ in 0..<40 { state.record(0.05, active: 20, isRefused: false) }
    #expect(state.limit == 21)
  }

  @Test("places that the end of a measurement gives back go to the calls that wait, before a later call")
  func waitingFirst() async throws {
    var adaptation = ConcurrencyPolicy.Adaptation()
    (adaptation.initial, adaptation.ceiling) = (20, 20)
    var policy = ConcurrencyPolicy(adaptation)
    policy.maximumWaiting = 1
    let gate = ConcurrencyGate(policy)
    let places = try (0..<10).map { _ in try #require(gate.enter("a", deadline: nil).place) }
    // The first measurement takes 20 calls, and the next one begins 100 calls later.
    for _ in 0..<120 { places[0].record(.milliseconds(50), isRefused: false) }
    #expect(gate.counts(of: "a") == (5, 10, 0))
    let earlier = try gate.enter("a", deadline: nil)
    #expect(gate.counts(of: "a") == (5, 10, 1))
    let later = try gate.enter("a", deadline: nil)
    #expect(gate.counts(of: "a") == (20, 12, 0))
    #expect(earlier.place == nil && later.place != nil)
    if gate.counts(of: "a").waiting == 0 { _ = try await earlier.wait() }
    withExtendedLifetime((places, later)) {}
  }
}
