import HTTPTypes
import RefineryCircuitBreaker
import RefineryCore
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

private let origin = "https://api.example"

private func personRequest(
  _ row: String = "Person.read", host: String = "api.example", timeout: Duration? = nil, clock: CallClock
) -> Request {
  Request(
    endpoint: Endpoint(row, .get, "people/{id}"),
    head: HTTPRequest(method: .get, scheme: "https", authority: host, path: "/people/5"),
    context: CallContext(number: 1, clock: clock, timeout: timeout))
}

@Suite("CircuitBreakerMiddleware", .timeLimit(.minutes(5)))
struct CircuitBreakerTests {
  private let manual = ManualClock()
  private let clock: CallClock

  init() { clock = CallClock(manual) }

  private func breaker(
    _ change: (inout CircuitBreakerPolicy) -> Void = { _ in }, onChange: (@Sendable (CircuitChange) -> Void)? = nil
  ) throws -> CircuitBreakerMiddleware {
    var policy = CircuitBreakerPolicy()
    policy.minimumCalls = 10
    policy.failureRatio = 0.5
    change(&policy)
    return try CircuitBreakerMiddleware(policy, clock: clock, onChange: onChange)
  }

  /// Sends requests that get these statuses; 0 is a lost connection.
  private func send(_ statuses: [Int], by breaker: CircuitBreakerMiddleware, host: String = "api.example") async {
    for status in statuses {
      let response: StubTransport.StubResponse =
        status == 0 ? .failure(TransportError(.connectionLost, phase: .waiting)) : .status(status)
      _ = try? await Next([breaker], transport: StubTransport(response))(personRequest(host: host, clock: clock))
    }
  }

  @Test("it keeps the contract of every middleware")
  func contract() async throws {
    try await MiddlewareContract.verify { try CircuitBreakerMiddleware() }
  }

  @Test("Q03: it opens by ratio, refuses without sending, says when to come back, half-opens, closes, and reports each change")
  func roundTrip() async throws {
    let changes = Gathered<CircuitChange>()
    let breaker = try breaker(onChange: { changes.add($0) })
    await send([500, 200, 502, 200, 0, 200, 503, 200, 504], by: breaker)
    #expect(breaker.state(of: origin) == .closed, "9 calls are too few")
    await send([200], by: breaker)
    #expect(breaker.state(of: origin) == .open)
    manual.advance(by: .seconds(2))
    let stub = StubTransport(.status(200))
    let error = await #expect(throws: CircuitOpen.self) {
      try await Next([breaker], transport: stub)(personRequest(clock: clock))
    }
    #expect(error == CircuitOpen(circuit: origin, retryAfter: .seconds(3), cause: "status 504") && stub.requests.isEmpty)
    manual.advance(by: .seconds(3))
    #expect(breaker.state(of: origin) == .halfOpen)
    await send([200, 200], by: breaker)
    #expect(breaker.state(of: origin) == .halfOpen)
    await send([200], by: breaker)
    #expect(breaker.state(of: origin) == .closed)
    let states: [(CircuitState, CircuitState)] = [(.closed, .open), (.open, .halfOpen), (.halfOpen, .closed)]
    #expect(changes.all.map(\.old) == states.map(\.0) && changes.all.map(\.new) == states.map(\.1))
  }

  @Test("Q03: it opens by slowness, also if every call succeeds")
  func slowness() async throws {
    let breaker = try breaker {
      $0.slowDuration = .seconds(2)
      $0.slowRatio = 0.3
    }
    for (index, seconds) in [1, 2, 0, 3, 1, 0, 1, 2, 0, 0].enumerated() {
      #expect(breaker.state(of: origin) == .closed, "call \(index)")
      let manual = manual
      let stub = StubTransport { _ in
        manual.advance(by: .seconds(seconds))
        return Response(status: .ok)
      }
      _ = try await Next([breaker], transport: stub)(personRequest(clock: clock))
    }
    #expect(breaker.state(of: origin) == .open)
  }

  /// Sends the request again, as after a redirect, and then waits as a rate limit does.
  private struct Hop: Middleware {
    var target: String?
    var wait = Duration.zero

    func respond(to request: Request, next: Next) async throws -> Response {
      var request = request
      if let target { request.resend(because: .redirect(status: 302, to: target)) }
      request.context.waited(wait, for: "rate_limit")
      return try await next(request)
    }
  }

  @Test(
    "a failure after a redirect is that of the redirect's target", arguments: [("https://cdn.example", false), (origin, true)])
  func redirected(target: String, opens: Bool) async throws {
    let breaker = try breaker()
    for _ in 0..<10 {
      let next = Next([breaker, Hop(target: target)], transport: StubTransport(.status(500)))
      _ = try await next(personRequest(clock: clock))
    }
    #expect(breaker.state(of: origin) == (opens ? .open : .closed))
  }

  @Test("a wait in another link does not make a request slow")
  func waits() async throws {
    let breaker = try breaker { $0.slowDuration = .seconds(2) }
    let manual = manual
    let stub = StubTransport { _ in
      manual.advance(by: .seconds(3))
      return Response(status: .ok)
    }
    for _ in 0..<10 {
      _ = try await Next([breaker, Hop(wait: .seconds(2))], transport: stub)(personRequest(clock: clock))
    }
    #expect(breaker.state(of: origin) == .closed)
  }

  @Test("a wait before the request does not make it quick")
  func earlierWaits() async throws {
    let breaker = try breaker { $0.slowDuration = .seconds(2) }
    let manual = manual
    let stub = StubTransport { _ in
      manual.advance(by: .seconds(3))
      return Response(status: .ok)
    }
    for _ in 0..<10 {
      let request = personRequest(clock: clock)
      request.context.waited(.seconds(60), for: "retry")
      _ = try await Next([breaker], transport: stub)(request)
    }
    #expect(breaker.state(of: origin) == .open)
  }

  @Test("Q03: a failure that takes long is slow, too")
  func slowFailures() async throws {
    let breaker = try breaker {
      $0.failureRatio = 1
      $0.slowDuration = .seconds(2)
    }
    let manual = manual
    for number in 0..<10 {
      let stub = StubTransport { _ in
        if number < 5 { manual.advance(by: .seconds(2)) }
        return Response(status: number < 5 ? .internalServerError : .ok)
      }
      _ = try await Next([breaker], transport: stub)(personRequest(clock: clock))
    }
    #expect(breaker.state(of: origin) == .open)
  }

  @Test("Q03: a failed or slow probe opens the circuit again, for the whole time")
  func failedProbe() async throws {
    let breaker = try breaker()
    await send(Array(repeating: 500, count: 10), by: breaker)
    for _ in 0..<3 {
      manual.advance(by: .seconds(5))
      await send([200, 200, 503, 200], by: breaker)
      #expect(breaker.state(of: origin) == .open)
      manual.advance(by: .milliseconds(4_999))
      #expect(breaker.state(of: origin) == .open)
      manual.advance(by: .milliseconds(1))
    }
  }

  @Test("calls are counted in a window that slides")
  func window() async throws {
    let breaker = try breaker()
    for _ in 0..<20 {
      await send([500, 500, 500, 500], by: breaker)
      manual.advance(by: .seconds(31))
    }
    #expect(breaker.state(of: origin) == .closed)
    await send(Array(repeating: 500, count: 5), by: breaker)
    manual.advance(by: .seconds(29))
    await send(Array(repeating: 500, count: 5), by: breaker)
    #expect(breaker.state(of: origin) == .open)
  }

  @Test("calls of just the length of the window ago no longer count")
  func windowItself() async throws {
    let breaker = try breaker { $0.window = .seconds(60) }
    await send(Array(repeating: 500, count: 9), by: breaker)
    manual.advance(by: .seconds(60))
    await send([500], by: breaker)
    #expect(breaker.state(of: origin) == .closed)
  }

  @Test("Q03: 4xx, cancellation, local faults and errors of other links never open a circuit; the rest does")
  func judging() async throws {
    struct Unknown: Error {}
    let innocent: [any Error] = [
      CancellationError(), Unknown(), TimedOut(.queue), TimedOut(.refresh),
      TransportError(.invalidRequest, phase: .beforeSending),
      TransportError(.queueFull, phase: .beforeSending), TransportError(.closed, phase: .beforeSending),
      TransportError(.unsupported, phase: .beforeSending), TransportError(.bufferOverflow, phase: .receiving),
      BodyError.alreadyConsumed, MappingFault(),
    ]
    let breaker = try breaker()
    for error in innocent {
      for _ in 0..<30 {
        await #expect(throws: (any Error).self) {
          try await Next([breaker], transport: StubTransport(.failure(error)))(personRequest(clock: clock))
        }
      }
      #expect(breaker.state(of: origin) == .closed, "\(error)")
    }
    for status in [400, 401, 403, 404, 408, 409, 422, 429, 499, 501, 505, 301, 204] {
      // A new one for each status: the successes of others would hide its failures.
      let breaker = try self.breaker()
      await send(Array(repeating: status, count: 30), by: breaker)
      #expect(breaker.state(of: origin) == .closed, "\(status)")
    }
    for error: any Error in [
      TimedOut(.attempt), TimedOut(.total), TimedOut(.idle), TimedOut(.connect),
      TransportError(.cannotConnect, phase: .beforeSending), TransportError(.cannotFindHost, phase: .beforeSending),
      TransportError(.tlsFailed, phase: .beforeSending), TransportError(.connectionLost, phase: .waiting),
      TransportError(.malformedResponse, phase: .receiving), TransportError(.other, phase: .waiting),
    ] {
      let breaker = try self.breaker()
      for _ in 0..<10 {
        _ = try? await Next([breaker], transport: StubTransport(.failure(error)))(personRequest(clock: clock))
      }
      #expect(breaker.state(of: origin) == .open, "\(error)")
    }
  }

  @Test("a limit that ends a wait in the queue of the transport says nothing about the server")
  func queue() async throws {
    let breaker = try breaker { $0.minimumCalls = 1 }
    for error in [TimedOut(.queue), TimedOut(.total, during: .queue), TimedOut(.attempt, during: .queue)] {
      _ = try? await Next([breaker], transport: StubTransport(.failure(error)))(personRequest(clock: clock))
      #expect(breaker.state(of: origin) == .closed, "\(error)")
    }
    let chain = Next([breaker], transport: StubTransport(.failure(TimedOut(.total, during: .connect))))
    _ = try? await chain(personRequest(clock: clock))
    #expect(breaker.state(of: origin) == .open)
  }

  @Test("a cancellation by the deadline says nothing about the server if the request waits in a link or in the queue")
  func cancelledBeforeSending() async throws {
    struct Waiting: Middleware {
      let stage: ChainStage? = .signing
      func respond(to request: Request, next: Next) async throws -> Response { throw CancellationError() }
    }
    let manual = ManualClock()
    func late() -> Request {
      let context = CallContext(clock: CallClock(manual), timeout: .seconds(1))
      manual.advance(by: .seconds(1))
      return Request(
        endpoint: Endpoint("Person.read", .get, "person/{id}"),
        head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/person/5"), context: context)
    }
    let breaker = try breaker { $0.minimumCalls = 1 }
    _ = try? await Next([breaker, Waiting()], transport: StubTransport(.status(200)))(late())
    #expect(breaker.state(of: origin) == .closed)
    let queue = StubTransport { request in
      request.waitsForPlace(true)
      throw CancellationError()
    }
    _ = try? await Next([breaker], transport: queue)(late())
    #expect(breaker.state(of: origin) == .closed)
    _ = try? await Next([breaker], transport: StubTransport(.failure(CancellationError())))(late())
    #expect(breaker.state(of: origin) == .open)
  }

  @Test("an open circuit names the last failure, and rounds its times")
  func cause() async throws {
    let breaker = try breaker { $0.minimumCalls = 2 }
    await send([500, 0], by: breaker)
    let error = await #expect(throws: CircuitOpen.self) {
      try await Next([breaker], transport: StubTransport(.status(200)))(personRequest(clock: clock))
    }
    #expect(error?.cause == "connection lost while waiting for the response")
    #expect(
      CircuitOpen(circuit: "a", retryAfter: .nanoseconds(4_936_600_407), cause: "status 503").description
        == "the circuit of a is open: it admits no request for another 4.9 s; the last failure: status 503")
    #expect(
      CircuitOpen(circuit: "a", retryAfter: .zero, cause: "status 503").description
        == "the circuit of a is half-open: all its probes are under way; the last failure: status 503")
  }

  private struct MappingFault: Error {}

  @Test("an error after a redirect to another origin does not count against the circuit of the first one")
  func errorElsewhere() async throws {
    let breaker = try breaker { $0.minimumCalls = 1 }
    let stub = StubTransport { request in
      guard request.head.authority == "api.example" else { throw TransportError(.connectionLost, phase: .waiting) }
      return Response(status: .found, headers: [.location: "https://other.example/"])
    }
    var request = personRequest(clock: clock)
    request.options = request.options.merging(Options { $0.redirects = .anyOrigin })
    let away = request
    await #expect(throws: TransportError.self) { try await Next([breaker, RedirectMiddleware()], transport: stub)(away) }
    #expect(stub.requests.count == 2 && breaker.state(of: origin) == .closed)
    await send([0], by: breaker)
    #expect(breaker.state(of: origin) == .open, "the same error without a redirect")
  }

  @Test("changes are told in the order in which they happen, also one that is made while another is told")
  func orderOfChanges() async throws {
    let nested = Gathered<CircuitChange>()
    let own = Mutex<MemoryCircuitStore?>(nil)
    let store = MemoryCircuitStore(onChange: { change in
      if change.new == .isolated { own.withLock { $0 }?.close("a") }
      nested.add(change)
    })
    own.withLock { $0 = store }
    store.isolate("a")
    own.withLock { $0 = nil }
    #expect(nested.all.map(\.new) == [.isolated, .closed])

    let changes = Gathered<CircuitChange>()
    let shared = MemoryCircuitStore(onChange: { changes.add($0) })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<2_500 {
            shared.isolate("a")
            shared.close("a")
          }
        }
      }
    }
    let all = changes.all
    #expect(all.count > 1 && all.first?.old == .closed)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.new == $1.old })
  }

  @Test("Polly#624, #870: one origin's failures do not touch another; a closure chooses circuits, or none")
  func keys() async throws {
    let breaker = try breaker()
    await send(Array(repeating: 500, count: 10), by: breaker)
    await send([200], by: breaker, host: "other.example")
    #expect(breaker.state(of: origin) == .open && breaker.state(of: "https://other.example") == .closed)
    let byRow = try CircuitBreakerMiddleware(
      store: MemoryCircuitStore(clock: clock), circuit: { $0.endpoint.name == "Health.read" ? nil : $0.endpoint.name })
    byRow.isolate("Person.read")
    let next = Next([byRow], transport: StubTransport(.status(200)))
    await #expect(throws: CircuitOpen(circuit: "Person.read", retryAfter: nil)) { try await next(personRequest(clock: clock)) }
    _ = try await next(personRequest("House.read", clock: clock))
    _ = try await next(personRequest("Health.read", clock: clock))
    #expect(byRow.state(for: personRequest("Health.read", clock: clock)) == nil)
  }

  @Test("Q03: isolate and close by hand; explain says what the circuit would do")
  func byHand() async throws {
    let breaker = try breaker()
    let request = personRequest(clock: clock)
    #expect(breaker.explanation(for: request) == "passes: the circuit of https://api.example is closed")
    breaker.isolate(origin)
    manual.advance(by: .seconds(86_400))
    #expect(breaker.state(of: origin) == .isolated)
    #expect(breaker.explanation(for: request) == "refuses: the circuit of https://api.example is isolated")
    await #expect(throws: CircuitOpen.self) { try await Next([breaker], transport: StubTransport(.status(200)))(request) }
    breaker.close(origin)
    _ = try await Next([breaker], transport: StubTransport(.status(200)))(request)
    #expect(breaker.state(for: request) == .closed)
  }

  @Test("a retry link stops at an open circuit: it neither waits nor sends")
  func retry() async throws {
    let manual = ManualClock(advancesByItself: true)
    let clock = CallClock(manual)
    var policy = CircuitBreakerPolicy()
    (policy.minimumCalls, policy.failureRatio) = (2, 1)
    let breaker = try CircuitBreakerMiddleware(policy, clock: clock)
    var retries = RetryPolicy()
    retries.retries = 9
    let stub = StubTransport(.status(503))
    let next = Next([try RetryMiddleware(retries), breaker], transport: stub)
    await #expect(throws: CircuitOpen.self) { try await next(personRequest(clock: clock)) }
    #expect(stub.requests.count == 2 && manual.slept.count == 2)
  }

  @Test("ratios that are NaN, times of zero and counts of zero are refused, with every fault")
  func badPolicies() {
    var policy = CircuitBreakerPolicy()
    #expect(policy.problems.isEmpty)
    (policy.failureRatio, policy.slowRatio) = (.nan, 0)
    (policy.minimumCalls, policy.probes) = (0, -1)
    (policy.window, policy.openDuration, policy.probeTimeout) = (.zero, .seconds(-5), .seconds(Int64.max))
    policy.slowDuration = .zero
    let faulty = policy
    let error = #expect(throws: UnusableSettings.self) { try CircuitBreakerMiddleware(faulty) }
    #expect(error?.problems.count == 8)
  }

  @Test("names that are equal strings with different bytes belong to different circuits")
  func namesInBytes() {
    let store = MemoryCircuitStore(clock: clock)
    store.isolate("\u{E9}")
    #expect(store.state(of: "\u{E9}") == .isolated)
    #expect(store.state(of: "e\u{301}") == .closed)
  }

  @Test("the number of circuits in memory is bounded: idle circuits are removed")
  func boundedMemory() throws {
    let store = MemoryCircuitStore(clock: clock)
    store.isolate("kept")
    var policy = CircuitBreakerPolicy()
    policy.minimumCalls = 1
    store.settle(try store.admit(to: "open", by: policy), of: "open", as: .failure, after: .zero, by: policy)
    for number in 0..<5_000 {
      let permit = try store.admit(to: "\(number)", by: CircuitBreakerPolicy())
      store.settle(permit, of: "\(number)", as: .success, after: .zero, by: CircuitBreakerPolicy())
      manual.advance(by: .seconds(1))
    }
    #expect(store.count <= 1_025 && store.state(of: "kept") == .isolated && store.state(of: "open") == .halfOpen)
  }

  @Test("if many circuits are in use, idle ones are removed only when the number of circuits has doubled")
  func manyCircuits() throws {
    let store = MemoryCircuitStore(clock: clock)
    for number in 0..<1_024 { store.isolate("isolated \(number)") }
    for number in 0..<1_024 { _ = try store.admit(to: "idle \(number)", by: CircuitBreakerPolicy()) }
    #expect(store.count == 2_048)
    _ = try store.admit(to: "last", by: CircuitBreakerPolicy())
    #expect(store.count == 1_025)
  }

  @Test("a deadline that the client enforces by cancelling the chain counts as a time-out; a caller's cancellation does not")
  func deadlines() async throws {
    let breaker = try breaker()
    let manual = manual
    for _ in 0..<10 {
      let stub = StubTransport { _ in
        manual.advance(by: .seconds(1))
        throw CancellationError()
      }
      let request = personRequest(timeout: .seconds(1), clock: clock)
      await #expect(throws: CancellationError.self) { try await Next([breaker], transport: stub)(request) }
    }
    #expect(breaker.state(of: origin) == .open)
  }
}
