import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeadlineTests {
  private func api(_ links: [any Middleware] = [], _ server: StubTransport, _ clock: ManualClock) -> Client {
    Client(baseURL: base, middleware: links, transport: server, clock: CallClock(clock))
  }

  @Test("O07, M07: a call ends at its deadline, and the error names the timer")
  func total() async throws {
    let clock = ManualClock()
    let api = api([], StubTransport(.never), clock)
    let task = Task { try await api.send(Person.read(5).timeout(.seconds(5))) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let error = try #require(await #expect(throws: CallError.self) { try await task.value })
    #expect(error.kind == .timedOut(.total))
    #expect(error.underlying as? TimedOut == TimedOut(.total, limit: .seconds(5)))
    #expect(error.elapsed == .seconds(5))
  }

  @Test("O07: one deadline covers what a link waits for as well")
  func links() async throws {
    struct Waiting: Middleware {
      var enforcesDeadline: Bool { false }
      func respond(to request: Request, next: Next) async throws -> Response {
        try await request.context.clock.sleep(for: .seconds(3))
        return try await next(request)
      }
    }
    let clock = ManualClock()
    let server = StubTransport(.never)
    let api = api([Waiting(), Waiting()], server, clock)
    let task = Task { try await api.send(Person.read(5).timeout(.seconds(5))) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(3))
    await clock.sleepers(2)
    clock.advance(by: .seconds(2))
    let error = try #require(await #expect(throws: CallError.self) { try await task.value })
    #expect(error.kind == .timedOut(.total))
    #expect(server.requests.isEmpty)
  }

  @Test("O07: a body that trickles in ends by the deadline")
  func body() async throws {
    let clock = ManualClock()
    let trickle = AsyncStream<Data> { _ in }
    let api = api([], StubTransport(.status(200, body: Body(trickle))), clock)
    let task = Task { try await api.send(Person.read(5).timeout(.seconds(5))) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let error = try #require(await #expect(throws: CallError.self) { try await task.value })
    #expect(error.kind == .timedOut(.total))
  }

  @Test("O07: an answer that is mapped after the deadline is late")
  func mapping() async throws {
    let clock = ManualClock()
    let api = api([], StubTransport(.json("[]")), clock)
    let slow = Person.enumerate().timeout(.seconds(5)).mapping { _ in clock.advance(by: .seconds(6)) }
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(slow) })
    #expect(error.kind == .timedOut(.total))
  }

  @Test("one attempt may have a limit of its own, and the error says so")
  func attempt() async throws {
    let clock = ManualClock()
    let api = api([], StubTransport(.never), clock)
    let task = Task { try await api.send(Person.read(5).timeout(.seconds(50)).options { $0.attemptTimeout = .seconds(2) }) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(2))
    let error = try #require(await #expect(throws: CallError.self) { try await task.value })
    #expect(error.kind == .timedOut(.attempt))
    #expect(error.attempts.count == 1)
  }

  @Test("M07: an attempt that times out has its times, and the error names the phase that the transport was in")
  func attemptPhase() async throws {
    let clock = ManualClock()
    let server = StubTransport { request in
      defer {
        var times = AttemptTimes()
        times.resolved = .seconds(1)
        (times.interrupted, times.peerAddress, times.peerPort) = (.connect, "192.0.2.1", 443)
        request.report(times)
      }
      try await request.context.clock.sleep(for: .seconds(100))
      return Response(status: .ok)
    }
    let api = api([], server, clock)
    let task = Task { try await api.send(Person.read(5).timeout(nil).options { $0.attemptTimeout = .seconds(2) }) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(2))
    let error = try #require(await #expect(throws: CallError.self) { try await task.value })
    let timeout = try #require(error.underlying as? TimedOut)
    #expect(timeout == TimedOut(.attempt, limit: .seconds(2), during: .connect))
    #expect(timeout.description == "timed out: the attempt limit of 2.0 seconds was reached while connecting")
    #expect(timeout.isUnsent)
    let attempt = try #require(error.attempts.first)
    #expect(attempt.phase == .connect && attempt.times?.resolved == .seconds(1) && attempt.errorType == "timeout_attempt")
    #expect(attempt.times?.peerAddress == "192.0.2.1" && attempt.times?.peerPort == 443)
  }

  @Test("M07: a deadline that has passed begins no work")
  func noWork() async throws {
    let clock = ManualClock()
    let work = Counter()
    let deadline = Deadline(after: .seconds(1), on: CallClock(clock))
    clock.advance(by: .seconds(1))
    await #expect(throws: TimedOut(.total)) { try await deadline.enforce(.total) { work.add() } }
    #expect(work.count == 0 && clock.slept.isEmpty)
  }

  @Test("M07: a limit of an attempt that is not positive sends nothing")
  func noAttempt() async throws {
    let server = StubTransport(.json("[]"))
    let call = Person.enumerate().options { $0.attemptTimeout = .zero }
    let error = await #expect(throws: CallError.self) { try await api([], server, ManualClock()).send(call) }
    #expect(error?.kind == .timedOut(.attempt) && server.requests.isEmpty)
  }

  @Test("what an error says about the sending of its request: a limit before there is a connection sent nothing")
  func unsentTimeouts() {
    let unsent: [TimedOut] = [
      TimedOut(.connect), TimedOut(.queue), TimedOut(.attempt, during: .queue), TimedOut(.total, during: .lookup),
      TimedOut(.attempt, during: .connect), TimedOut(.idle, during: .handshake),
    ]
    for error in unsent {
      #expect(error.isUnsent, "\(error)")
      #expect(!error.followingSentRequest().isUnsent && error.followingSentRequest().description == error.description)
    }
    for phase in [AttemptPhase.sending, .waiting, .receiving] { #expect(!TimedOut(.attempt, during: phase).isUnsent) }
    for timer in [TimedOut.Timer.total, .attempt, .idle, .refresh] { #expect(!TimedOut(timer).isUnsent) }
  }

  @Test("error.type names each failure below HTTP and each limit in one word")
  func errorTypes() {
    struct Own: Error {}
    let errors: [(any Error, String)] = [
      (TransportError(.cannotFindHost, phase: .beforeSending), "cannot_find_host"),
      (TransportError(.cannotConnect, phase: .beforeSending), "cannot_connect"),
      (TransportError(.connectionLost, phase: .waiting), "connection_lost"),
      (TransportError(.tlsFailed, phase: .beforeSending), "tls_failed"),
      (TransportError(.malformedResponse, phase: .waiting), "malformed_response"),
      (TransportError(.queueFull, phase: .beforeSending), "queue_full"),
      (TimedOut(.attempt), "timeout_attempt"), (TimedOut(.total), "timeout_total"), (TimedOut(.queue), "timeout_queue"),
      (Own(), "Own"),
    ]
    for (error, type) in errors { #expect(ErrorSummary.type(of: error) == type) }
  }

  @Test("times in texts are rounded, so that logs can be grouped")
  func roundedTimes() {
    let texts: [(Duration, String)] = [
      (.zero, "0 s"), (.microseconds(1_234), "0.001 s"), (.milliseconds(250), "0.25 s"), (.seconds(1), "1 s"),
      (.nanoseconds(4_996_600_407), "5 s"), (.milliseconds(4_940), "4.9 s"), (.seconds(Int64.max), "9223372036854775807 s"),
    ]
    for (duration, text) in texts { #expect(ErrorSummary.text(of: duration) == text) }
  }

  @Test("M07: a deadline that has passed sends nothing")
  func passed() async throws {
    let clock = ManualClock()
    let server = StubTransport(.json("[]"))
    let request = try api([], server, clock).makeRequest(for: Person.enumerate().timeout(.seconds(5)))
    clock.advance(by: .seconds(6))
    let error = await #expect(throws: CallError.self) { try await api([], server, clock).respond(to: request) }
    #expect(error?.kind == .timedOut(.total))
    #expect(server.requests.isEmpty)
  }

  @Test("M07, O07: a stream that stalls is ended by the call's deadline, whatever transport and chain do about it")
  func streams() async throws {
    let clock = ManualClock()
    let (chunks, sender) = AsyncStream.makeStream(of: Data.self)
    let server = StubTransport(.status(200, body: Body(chunks)))
    let response = try await api([], server, clock).respond(to: Person.read(5).timeout(.seconds(5)))
    sender.yield(Data("first".utf8))
    let (arrivals, arrived) = AsyncStream.makeStream(of: Data.self)
    let reading = Task { for try await chunk in response.body { arrived.yield(chunk) } }
    #expect(await arrivals.first { _ in true } == Data("first".utf8))
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let error = try #require(await #expect(throws: CallError.self) { try await reading.value })
    #expect(error.kind == .timedOut(.total))
    #expect(error.response?.status == .ok)
    #expect(error.endpoint.name == "Person.read")
  }

  @Test("I08: what ends a stream too early is the call's error, with its row and status")
  func brokenStream() async throws {
    let lost = TransportError(.connectionLost, phase: .receiving, reason: "reset")
    let chunks = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: lost) }
    let api = Client(baseURL: base, transport: StubTransport(.status(200, body: Body(chunks))))
    let response = try await api.respond(to: Person.read(5))
    let error = await #expect(throws: CallError.self) { try await response.body.collect() }
    #expect(error?.stage == .sending)
    #expect(error?.endpoint.name == "Person.read")
    #expect((error?.underlying as? TransportError)?.code == .connectionLost)
  }

  @Test("M07: a limit beyond all clocks is no limit, and no trap")
  func endless() async throws {
    let api = Client(baseURL: base, transport: StubTransport(.json("[]")))
    try await api.send(Person.enumerate().timeout(.seconds(Int64.max)).options { $0.attemptTimeout = .seconds(Int64.max) })
  }

  @Test("M07: a sleep on a clock of the app is limited to 4,000,000,000 seconds")
  func longestSleep() async throws {
    let clock = ManualClock(advancesByItself: true)
    for duration in [Duration.seconds(Int64.max), .seconds(3), .seconds(-3)] { try await CallClock(clock).sleep(for: duration) }
    #expect(clock.slept == [.seconds(4_000_000_000), .seconds(3), .seconds(-3)])
  }

  @Test("M07: a call without a limit has no deadline")
  func none() async throws {
    let clock = ManualClock()
    let server = StubTransport(.json("[]"))
    try await api([], server, clock).send(Person.enumerate().timeout(nil))
    #expect(server.requests.last?.deadline == nil)
    #expect(clock.slept.isEmpty)
  }

  @Test("O07, P13: a chain that keeps deadlines by itself needs no timer, and a late response is still late")
  func kept() async throws {
    struct Keeping: Transport {
      let clock: ManualClock
      var enforcesDeadline: Bool { true }
      func send(_ request: Request) async throws -> Response {
        clock.advance(by: .seconds(2))
        return Response(status: .ok, body: Body("[]"))
      }
    }
    let clock = ManualClock()
    let api = Client(baseURL: base, transport: Keeping(clock: clock), clock: CallClock(clock))
    try await api.send(Person.enumerate().timeout(.seconds(5)))
    #expect(clock.slept.isEmpty)

    // A link that says nothing of deadlines needs no timer either.
    struct Plain: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
    }
    let plain = Client(
      baseURL: base, middleware: [Plain(), Plain()], transport: Keeping(clock: clock), clock: CallClock(clock))
    try await plain.send(Person.enumerate().timeout(.seconds(5)))
    #expect(clock.slept.isEmpty)
    let error = await #expect(throws: CallError.self) { try await api.send(Person.enumerate().timeout(.seconds(1))) }
    #expect(error?.kind == .timedOut(.total))

    // One link whose waits do not end by the deadline is enough to have the call raced.
    struct Waiting: Middleware {
      var enforcesDeadline: Bool { false }
      func respond(to request: Request, next: Next) async throws -> Response {
        try await request.context.clock.sleep(for: .seconds(90))
        return try await next(request)
      }
    }
    let raced = Client(baseURL: base, middleware: [Waiting()], transport: Keeping(clock: clock), clock: CallClock(clock))
    let task = Task { try await raced.send(Person.enumerate().timeout(.seconds(5))) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    let late = await #expect(throws: CallError.self) { try await task.value }
    #expect(late?.kind == .timedOut(.total))
  }
}
