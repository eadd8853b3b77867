import FoundationEssentials
import HTTPTypes
import RefineryCircuitBreaker
import RefineryCore
import RefineryHedging
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

/// A server whose responses take as long as the script says, in the order of the requests, on a manual clock.
private final class SlowServer: Transport {
  struct Turn {
    var milliseconds = 0
    var microseconds = 0
    var status = 200
    var error: TransportError?
  }

  private struct State {
    var turns: [Turn] = []
    var sent: [Request] = []
    var ended = 0
    var cancelled = 0
  }

  private let state = Mutex(State())

  var sent: [Request] { state.withLock { $0.sent } }
  var ended: Int { state.withLock { $0.ended } }
  var cancelled: Int { state.withLock { $0.cancelled } }
  /// Forgets the rest of the script.
  func drop() { state.withLock { $0.turns = [] } }
  func script(_ turns: Turn...) { state.withLock { $0.turns += turns } }

  func send(_ request: Request) async throws -> Response {
    let (turn, number) = state.withLock { state -> (Turn, Int) in
      state.sent.append(request)
      return (state.turns.removeFirst(), state.sent.count)
    }
    defer { state.withLock { $0.ended += 1 } }
    do {
      try await request.context.clock.sleep(for: .milliseconds(turn.milliseconds) + .microseconds(turn.microseconds))
    } catch {
      state.withLock { $0.cancelled += 1 }
      throw error
    }
    if let error = turn.error { throw error }
    return Response(status: HTTPResponse.Status(code: turn.status), headers: [.eTag: "\"\(number)\""])
  }
}

extension HedgingMiddleware {
  /// The delay, as explain says it; it is a whole number of microseconds here.
  fileprivate func delayInMicroseconds(_ request: Request) -> Int? {
    let words = explanation(for: request)?.split(separator: " ") ?? []
    guard words.count > 2, let seconds = Double(words[words.count - 2]) else { return nil }
    return Int((seconds * 1_000_000).rounded())
  }
}

@Suite("HedgingMiddleware", .timeLimit(.minutes(5)))
struct HedgingTests {
  private let manual = ManualClock()
  private let clock: CallClock
  private let server = SlowServer()

  init() { clock = CallClock(manual) }

  private func request(_ method: HTTPRequest.Method = .get, body: Body? = nil) -> Request {
    Request(
      endpoint: Endpoint("Person.read", method, "people/{id}"),
      head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: "/people/5"), body: body,
      context: CallContext(number: 1, clock: clock))
  }

  /// A policy that hedges after 20 ms, from the first request on.
  private func eager(_ change: (inout HedgingPolicy) -> Void = { _ in }) -> HedgingPolicy {
    var policy = HedgingPolicy()
    (policy.delay, policy.budget) = (.milliseconds(20), 1)
    change(&policy)
    return policy
  }

  private func advance(_ milliseconds: Int, sleepers: Int) async {
    await manual.sleepers(sleepers)
    manual.advance(by: .milliseconds(milliseconds))
  }

  @Test("it keeps the contract of every middleware")
  func contract() async throws {
    try await MiddlewareContract.verify { try HedgingMiddleware() }
  }

  @Test("Q06: dotnet/extensions#5699, #4633: the loser is cancelled and has ended, and both are attempts of one context")
  func secondWins() async throws {
    let link = try HedgingMiddleware(eager())
    server.script(.init(milliseconds: 500), .init(milliseconds: 5))
    let request = request()
    let call = Task { [server] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 2 }
    await advance(5, sleepers: 2)
    #expect(try await call.value.head.headerFields[.eTag] == "\"2\"")
    #expect(clock.now == .milliseconds(25) && server.cancelled == 1 && server.ended == 2)
    #expect(server.sent.allSatisfy { $0.context === request.context })
    let attempts = request.context.attempts
    #expect(attempts.map(\.reason) == [nil, .hedge(delay: .milliseconds(20))])
    #expect(attempts.map(\.outcome) == [.failure("cancelled"), .status(200)])
    #expect((link.counts.requests, link.counts.hedges, link.counts.wins) == (1, 1, 1))
  }

  @Test("a request that waits in the queue of the transport is not sent a second time, which would wait behind it")
  func queued() async throws {
    let asked = Counter()
    let link = try HedgingMiddleware(eager()) { _ in
      asked.add()
      return true
    }
    let stub = StubTransport { request in
      request.waitsForPlace(true)
      try await request.context.clock.sleep(for: .milliseconds(500))
      request.waitsForPlace(false)
      return Response(status: .ok)
    }
    let call = Task { [request = request()] in try await Next([link], transport: stub)(request) }
    await advance(20, sleepers: 2)
    try await until { asked.count == 1 }
    // A second request would be counted about now.
    for _ in 0..<1_000 { await Task.yield() }
    await advance(480, sleepers: 1)
    _ = try await call.value
    #expect(stub.requests.count == 1 && link.counts.hedges == 0)
  }

  @Test("the first request may still win; a fast one is sent once")
  func firstWins() async throws {
    let link = try HedgingMiddleware(eager())
    server.script(.init(milliseconds: 30), .init(milliseconds: 500), .init(milliseconds: 19))
    let first = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 2 }
    await advance(10, sleepers: 2)
    #expect(try await first.value.head.headerFields[.eTag] == "\"1\"")
    let second = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(19, sleepers: 2)
    _ = try await second.value
    #expect(server.sent.count == 3 && link.counts.hedges == 1 && link.counts.wins == 0)
  }

  @Test("only idempotent and replayable requests are hedged; explain says so")
  func eligibility() async throws {
    struct Once: AsyncSequence, Sendable {
      func makeAsyncIterator() -> Iterator { Iterator() }
      struct Iterator: AsyncIteratorProtocol { mutating func next() async throws -> Data? { nil } }
    }
    let link = try HedgingMiddleware(eager())
    var declared = request()
    declared.options = Options { $0.idempotent = false }
    let requests = [
      request(.post, body: Body("{}")), request(.put, body: Body("{}")), request(.get, body: Body(Once())), declared,
    ]
    for request in requests {
      server.script(.init(milliseconds: 500))
      let call = Task { [server] in try await Next([link], transport: server)(request) }
      await advance(500, sleepers: 1)
      _ = try await call.value
      #expect(link.explanation(for: request)?.hasPrefix("sent once: ") == true)
    }
    #expect(server.sent.count == 4 && link.counts.requests == 0)
    #expect(link.explanation(for: request()) == "sent a second time if there is no response after 0.02 seconds")
  }

  @Test("an early failure is thrown at once; a later one waits for the other request; of two, the caller gets the first's")
  func failures() async throws {
    let link = try HedgingMiddleware(eager())
    let lost = TransportError(.connectionLost, phase: .waiting, reason: "first")
    let other = TransportError(.cannotConnect, phase: .beforeSending, reason: "second")
    server.script(.init(milliseconds: 5, error: lost))
    let early = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(5, sleepers: 2)
    await #expect(throws: lost) { try await early.value }

    server.script(.init(milliseconds: 30, error: lost), .init(milliseconds: 50))
    let later = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    await advance(10, sleepers: 2)
    try await until { server.ended == 2 }
    await advance(40, sleepers: 1)
    #expect(try await later.value.head.status == .ok)

    server.script(.init(milliseconds: 60, error: lost), .init(milliseconds: 5, error: other))
    let both = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 5 }
    await advance(5, sleepers: 2)
    try await until { server.ended == 4 }
    await advance(35, sleepers: 1)
    await #expect(throws: lost) { try await both.value }

    server.script(.init(milliseconds: 60, status: 503), .init(milliseconds: 20, status: 500))
    let statuses = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 7 }
    await advance(20, sleepers: 2)
    try await until { server.ended == 6 }
    await advance(20, sleepers: 1)
    #expect(try await statuses.value.head.status == .serviceUnavailable)
  }

  @Test("the error of the first request does not say that the server saw nothing if the second request was sent")
  func unsentFirst() async throws {
    let link = try HedgingMiddleware(eager())
    let unsent = TransportError(.cannotConnect, phase: .beforeSending, reason: "first")
    let lost = TransportError(.connectionLost, phase: .waiting, reason: "second")
    let cases: [(second: TransportError, isUnsent: Bool)] = [(lost, false), (unsent, true)]
    for (second, isUnsent) in cases {
      server.script(.init(milliseconds: 60, error: unsent), .init(milliseconds: 5, error: second))
      let (sent, ended) = (server.sent.count, server.ended)
      let call = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
      await advance(20, sleepers: 2)
      try await until { server.sent.count == sent + 2 }
      await advance(5, sleepers: 2)
      try await until { server.ended == ended + 1 }
      await advance(35, sleepers: 1)
      await #expect(throws: isUnsent ? unsent : unsent.followingSentRequest()) { try await call.value }
    }
  }

  @Test(
    "a write that its own duplicate made the server refuse gets the response of the other request", arguments: [404, 409, 412])
  func writes(status: Int) async throws {
    let link = try HedgingMiddleware(eager { $0.hedgesWrites = true })
    server.script(.init(milliseconds: 60), .init(milliseconds: 5, status: status))
    let call = Task { [server, request = request(.delete)] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 2 }
    await advance(5, sleepers: 2)
    try await until { server.ended == 1 }
    await advance(35, sleepers: 1)
    #expect(try await call.value.head.status == .ok && server.cancelled == 0)
  }

  @Test("a response of the second request is kept when the first one fails later")
  func keptResponse() async throws {
    let link = try HedgingMiddleware(eager())
    let lost = TransportError(.connectionLost, phase: .waiting, reason: "first")
    server.script(.init(milliseconds: 60, error: lost), .init(milliseconds: 5, status: 503))
    let call = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 2 }
    await advance(5, sleepers: 2)
    try await until { server.ended == 1 }
    await advance(35, sleepers: 1)
    #expect(try await call.value.head.status == .serviceUnavailable)
  }

  @Test(
    "the content of a response that is not used at once is read, so that its connection is free for the other request",
    arguments: [(200, 100), (503, 100), (503, 2)])
  func freedConnection(second: Int, limit: Int) async throws {
    final class Connection: Sendable {
      let freed: Counter
      init(_ freed: Counter) { self.freed = freed }
      deinit { freed.add() }
    }
    struct Content: AsyncSequence, Sendable {
      let freed: Counter
      func makeAsyncIterator() -> Iterator { Iterator(connection: Connection(freed)) }
      struct Iterator: AsyncIteratorProtocol {
        let connection: Connection
        var isRead = false
        mutating func next() async throws -> Data? {
          defer { isRead = true }
          return isRead ? nil : Data("busy".utf8)
        }
      }
    }
    let link = try HedgingMiddleware(eager())
    let (sent, freed) = (Counter(), Counter())
    let stub = StubTransport { [clock] request in
      sent.add()
      guard request.resendReason == nil else {
        // The only connection is that of the first response.
        try await until { freed.count == 1 }
        return Response(status: HTTPResponse.Status(code: second))
      }
      try await clock.sleep(for: .milliseconds(30))
      return Response(status: .serviceUnavailable, body: Body(Content(freed: freed)))
    }
    var request = request()
    request.options = Options { $0.responseLimit = limit }
    let call = Task { [request] in try await Next([link], transport: stub)(request) }
    await advance(20, sleepers: 2)
    try await until { sent.count == 2 }
    await advance(10, sleepers: 1)
    try await until { freed.count == 1 }
    let response = try await call.value
    #expect(response.head.status.code == second)
    guard second == 503 else { return }
    if limit == 2 {
      await #expect(throws: BodyError.tooLarge(limit: 2, observed: 4)) { try await response.body.collect() }
    } else {
      #expect(try await response.body.collect() == Data("busy".utf8))
    }
  }

  @Test("a request that waits in a link, and is not sent yet, has no second one")
  func notSent() async throws {
    struct Waiting: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        try await request.context.sleep(for: .milliseconds(50))
        return try await next(request)
      }
    }
    let asked = Counter()
    let link = try HedgingMiddleware(
      eager(),
      isAllowed: { _ in
        asked.add()
        return true
      })
    server.script(.init(milliseconds: 5), .init(milliseconds: 5))
    let call = Task { [server, request = request()] in try await Next([link, Waiting()], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { asked.count == 1 }
    await advance(30, sleepers: 1)
    try await until { server.sent.count == 1 }
    await advance(5, sleepers: 1)
    _ = try await call.value
    #expect(server.sent.count == 1 && link.counts.hedges == 0)
  }

  @Test("fast requests save no more second ones than a burst")
  func burst() async throws {
    let link = try HedgingMiddleware(eager { $0.burst = 2 })
    for _ in 0..<5 { _ = try await Next([link], transport: StubTransport(.status(200)))(request()) }
    for _ in 0..<4 { server.script(.init(milliseconds: 500)) }
    let calls = (0..<4).map { _ in
      Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    }
    await manual.sleepers(8)
    for _ in 0..<4 { server.script(.init(milliseconds: 900)) }
    manual.advance(by: .milliseconds(20))
    try await until { server.sent.count >= 6 }
    await manual.sleepers(6)
    manual.advance(by: .milliseconds(480))
    for call in calls { _ = try await call.value }
    #expect(link.counts.hedges == 2 && server.sent.count == 6)
  }

  @Test("the pause lasts as long as Retry-After says, if that is longer than the pause of the policy")
  func longPause() async throws {
    let asked = Counter()
    let link = try HedgingMiddleware(
      eager(),
      isAllowed: { _ in
        asked.add()
        return true
      })
    _ = try await Next([link], transport: StubTransport(.status(503, headers: [.retryAfter: "60"])))(request())
    for hedges in 0...1 {
      manual.advance(by: .seconds(30))
      let before = asked.count
      server.drop()
      server.script(.init(milliseconds: 100), .init(milliseconds: 900))
      let call = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
      await advance(20, sleepers: 2)
      try await until { asked.count > before }
      if hedges > 0 { await manual.sleepers(2) }
      manual.advance(by: .milliseconds(80))
      _ = try await call.value
      #expect(link.counts.hedges == hedges)
    }
  }

  @Test("a cancelled call ends both requests")
  func cancellation() async throws {
    let link = try HedgingMiddleware(eager())
    server.script(.init(milliseconds: 500), .init(milliseconds: 500))
    let call = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 2 }
    await manual.sleepers(2)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(server.ended == 2 && server.cancelled == 2)
  }

  @Test("a server that refuses requests gets no second ones for a while, and neither does one behind a half-open circuit")
  func pushBack() async throws {
    let isOpen = Mutex(false)
    let clock = clock
    var circuits = CircuitBreakerPolicy()
    (circuits.minimumCalls, circuits.failureRatio) = (1, 0.5)
    let breaker = try CircuitBreakerMiddleware(circuits, clock: clock)
    let counted = Counter()
    let link = try HedgingMiddleware(
      eager(),
      isAllowed: {
        counted.add()
        return !isOpen.withLock { $0 } || breaker.state(for: $0) == .closed
      })
    func slow() async throws -> Int {
      let before = counted.count
      server.script(.init(milliseconds: 100), .init(milliseconds: 900))
      let call = Task { [server, request = request()] in try await Next([link, breaker], transport: server)(request) }
      await advance(20, sleepers: 2)
      try await until { counted.count > before }
      // The second request, if there is one, is under way.
      if link.counts.hedges > 0 { await manual.sleepers(2) }
      manual.advance(by: .milliseconds(80))
      _ = try await call.value
      return link.counts.hedges
    }
    server.script(.init(milliseconds: 1, status: 503))
    let refused = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(1, sleepers: 2)
    #expect(try await refused.value.head.status == .serviceUnavailable)
    #expect(try await slow() == 0, "paused")
    server.drop()
    manual.advance(by: .seconds(5))
    isOpen.withLock { $0 = true }
    _ = try? await Next([breaker], transport: StubTransport(.status(500)))(request())
    manual.advance(by: .seconds(5))
    #expect(breaker.state(for: request()) == .halfOpen)
    #expect(try await slow() == 0, "half-open")
    server.drop()
    breaker.close("https://api.example")
    #expect(try await slow() == 1)
  }

  @Test("429 and 503 of another origin after a redirect start no pause", arguments: [429, 503])
  func pushBackElsewhere(status: Int) async throws {
    let link = try HedgingMiddleware(eager())
    let stub = StubTransport { request in
      guard request.head.authority == "api.example" else { return Response(status: HTTPResponse.Status(code: status)) }
      return Response(status: .found, headers: [.location: "https://other.example/"])
    }
    var away = request()
    away.options = away.options.merging(Options { $0.redirects = .anyOrigin })
    #expect(try await Next([link, RedirectMiddleware()], transport: stub)(away).head.status.code == status)
    server.script(.init(milliseconds: 100), .init(milliseconds: 5))
    let call = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
    await advance(20, sleepers: 2)
    try await until { server.sent.count == 2 || server.ended == 1 }
    await advance(5, sleepers: 2)
    _ = try await call.value
    #expect(link.counts.hedges == 1)
  }

  @Test("shares of zero, NaN and endless times are refused, with every fault")
  func badPolicies() {
    var policy = HedgingPolicy()
    #expect(policy.problems.isEmpty)
    (policy.percentile, policy.budget, policy.burst, policy.minimumSamples) = (.nan, 0, 0, 1_000)
    (policy.delay, policy.minimumDelay, policy.pause) = (.seconds(-1), .seconds(Int64.max), .seconds(-1))
    let faulty = policy
    let error = #expect(throws: UnusableSettings.self) { try HedgingMiddleware(faulty) }
    #expect(error?.problems.count == 7)
  }

  @Test("Q06: of 4,000 requests of which 4 % are slow, p99 is less than half, for at most 5 % more requests", .afterTheRush)
  func tail() async throws {
    let link = try HedgingMiddleware()
    var random = SeededRandom(seed: 99)
    // In microseconds.
    func latency() -> Int {
      let milliseconds =
        Int.random(in: 0..<100, using: &random) < 4
        ? Int.random(in: 200...1_000, using: &random) : Int.random(in: 10...20, using: &random)
      return milliseconds * 1_000 + Int.random(in: 0..<1_000, using: &random)
    }
    var (plain, hedged): ([Duration], [Duration]) = ([], [])
    // The budget as the link counts it: the test must know whether there is a second request to wait for.
    var tokens = 0.0
    for number in 0..<4_000 {
      let delay = number < 100 ? 2_000_000 : try #require(link.delayInMicroseconds(request()))
      var (first, second) = (latency(), latency())
      // Two events at one instant would come in any order.
      if first == delay { first += 1 }
      if first - delay == second { second += 1 }
      plain.append(.microseconds(first))
      server.drop()
      server.script(.init(microseconds: first), .init(microseconds: second))
      tokens = min(tokens + 0.05, 10)
      let started = clock.now
      let call = Task { [server, request = request()] in try await Next([link], transport: server)(request) }
      await manual.sleepers(2)
      if first < delay {
        manual.advance(by: .microseconds(first))
      } else {
        manual.advance(by: .microseconds(delay))
        if tokens >= 1 - 1e-9 {
          tokens -= 1
          try await until { link.counts.hedges + number + 1 == server.sent.count }
          await manual.sleepers(2)
          manual.advance(by: .microseconds(min(first - delay, second)))
        } else {
          await manual.sleepers(1)
          manual.advance(by: .microseconds(first - delay))
        }
      }
      _ = try await call.value
      hedged.append(clock.now - started)
    }
    let (without, with) = (plain.sorted()[3_960], hedged.sorted()[3_960])
    print("p99 \(without) without hedging, \(with) with it, \(link.counts)")
    #expect(with * 2 <= without)
    #expect(link.counts.hedges <= 200 && link.counts.hedges > 50)
    #expect(server.ended == server.sent.count && server.sent.count == 4_000 + link.counts.hedges)
  }
}
