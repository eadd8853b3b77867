import HTTPTypes
import RefineryCore
import RefineryHedging
import RefineryTesting
import Synchronization
import TestSupport
import Testing

/// A clock that stands where the test puts it, also earlier. A sleep ends when the test says so.
private final class SetClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    let offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex((now: Instant(offset: .seconds(86_400)), wakes: false))
  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  func move(by duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }
  func wakes(_ wakes: Bool) { state.withLock { $0.wakes = wakes } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while !state.withLock({ $0.wakes }) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

@Suite("HedgingMiddleware: when there is a second request", .timeLimit(.minutes(5)))
struct HedgingPauseTests {
  private let set = SetClock()
  private let clock: CallClock
  private let asked = Gathered<Void>()

  init() { clock = CallClock(set) }

  private func link(_ change: (inout HedgingPolicy) -> Void = { _ in }) throws -> HedgingMiddleware {
    var policy = HedgingPolicy()
    policy.budget = 1
    change(&policy)
    return try HedgingMiddleware(
      policy,
      isAllowed: { [asked] _ in
        asked.add(())
        return true
      })
  }

  private func request(_ row: String = "Person.read", timeout: Duration? = nil) -> Request {
    Request(
      endpoint: Endpoint(row, .get, "people/{id}"),
      head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/people/5"),
      context: CallContext(number: 1, clock: clock, timeout: timeout))
  }

  /// Sends a request that gets this response at once.
  private func send(_ status: Int, retryAfter: String? = nil, by link: HedgingMiddleware) async throws {
    var fields = HTTPFields()
    fields[.retryAfter] = retryAfter
    _ = try await Next([link], transport: StubTransport(.status(status, headers: fields)))(request())
  }

  /// Whether a request that gets no response before the delay is over is sent a second time.
  private func isHedged(
    by link: HedgingMiddleware, timeout: Duration? = nil, taking duration: Duration = .zero
  ) async throws -> Bool {
    let (before, count) = (link.counts.hedges, asked.all.count)
    let isReleased = Atomic(false)
    let first = Atomic(true)
    let stub = StubTransport { _ in
      guard first.exchange(false, ordering: .sequentiallyConsistent) else { return Response(status: .ok) }
      while !isReleased.load(ordering: .sequentiallyConsistent) {
        try Task.checkCancellation()
        await Task.yield()
      }
      return Response(status: .ok)
    }
    let request = request(timeout: timeout)
    let call = Task { try await Next([link], transport: stub)(request) }
    try await until { !stub.requests.isEmpty }
    set.move(by: duration)
    set.wakes(true)
    try await until { asked.all.count != count }
    set.wakes(false)
    isReleased.store(true, ordering: .sequentiallyConsistent)
    _ = try await call.value
    return link.counts.hedges > before
  }

  @Test("429 and 503 start a pause of 5 s", arguments: [429, 503])
  func pause(status: Int) async throws {
    let link = try link()
    try await send(status, by: link)
    #expect(try await !isHedged(by: link))
    set.move(by: .milliseconds(4_999))
    #expect(try await !isHedged(by: link))
    set.move(by: .milliseconds(1))
    #expect(try await isHedged(by: link))
  }

  @Test("a later refusal does not shorten a pause")
  func longerPause() async throws {
    let link = try link()
    try await send(503, retryAfter: "60", by: link)
    try await send(503, by: link)
    set.move(by: .seconds(59))
    #expect(try await !isHedged(by: link))
    set.move(by: .seconds(1))
    #expect(try await isHedged(by: link))
  }

  @Test("a pause is at most an hour, however long Retry-After is")
  func endlessPause() async throws {
    let link = try link()
    try await send(503, retryAfter: "86400", by: link)
    #expect(try await !isHedged(by: link))
    set.move(by: .seconds(3_600))
    #expect(try await isHedged(by: link))
  }

  @Test("a clock that goes back by more than an hour ends a pause")
  func clockGoesBack() async throws {
    let link = try link()
    try await send(503, by: link)
    set.move(by: .seconds(-7_200))
    #expect(try await isHedged(by: link))
  }

  @Test("after the deadline there is no second request")
  func deadline() async throws {
    let link = try link()
    #expect(try await !isHedged(by: link, timeout: .seconds(2), taking: .seconds(2)))
    #expect(try await isHedged(by: link, timeout: .seconds(2), taking: .seconds(1)))
  }

  @Test("a 429 to the second request waits for the response of the first one")
  func refusedSecond() async throws {
    let link = try link()
    let isReleased = Atomic(false)
    let first = Atomic(true)
    let stub = StubTransport { _ in
      guard first.exchange(false, ordering: .sequentiallyConsistent) else { return Response(status: .tooManyRequests) }
      while !isReleased.load(ordering: .sequentiallyConsistent) {
        try Task.checkCancellation()
        await Task.yield()
      }
      return Response(status: .ok)
    }
    let request = request()
    let call = Task { try await Next([link], transport: stub)(request) }
    try await until { !stub.requests.isEmpty }
    set.wakes(true)
    try await until { request.context.attempts.last?.outcome == .status(429) }
    isReleased.store(true, ordering: .sequentiallyConsistent)
    #expect(try await call.value.head.status == .ok)
  }

  @Test("each row has its own times, and quick failures are not among them")
  func measurements() async throws {
    let link = try link { $0.minimumSamples = 1 }
    func delay(_ row: String) -> String? { link.explanation(for: request(row)) }
    for status in [500, 503, 429] { try await send(status, by: link) }
    #expect(delay("Person.read") == "sent a second time if there is no response after 2.0 seconds")
    let stub = StubTransport { [set] _ in
      set.move(by: .milliseconds(5))
      return Response(status: .ok)
    }
    _ = try await Next([link], transport: stub)(request())
    #expect(delay("Person.read") == "sent a second time if there is no response after 0.005 seconds")
    #expect(delay("House.read") == "sent a second time if there is no response after 2.0 seconds")
  }
}
