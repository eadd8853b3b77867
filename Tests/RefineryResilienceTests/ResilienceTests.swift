import HTTPTypes
import RefineryAuth
import RefineryCircuitBreaker
import RefineryConcurrency
import RefineryCore
import RefineryHedging
import RefineryRateLimit
import RefineryResilience
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

private let row = Endpoint("Person.read", .get, "people/5")

private func client(
  _ transport: any Transport, middleware: [any Middleware] = [], options: Options = Options(), clock: CallClock = .continuous
) -> Client {
  Client(baseURL: "https://api.example", middleware: middleware, transport: transport, options: options, clock: clock)
}

/// Every link that the preset can add.
private func everything(_ change: (inout ResiliencePolicy) -> Void = { _ in }) -> ResiliencePolicy {
  var policy = ResiliencePolicy()
  policy.concurrency = ConcurrencyPolicy(ConcurrencyPolicy.Adaptation())
  policy.hedging = HedgingPolicy()
  policy.rateLimit = RateLimitPolicy(1_000_000)
  change(&policy)
  return policy
}

/// The links of a client as one link.
private struct WholeChain: Middleware {
  /// Passes requests to the rest of the outer chain, whatever the chain after it.
  private struct Passing: Middleware {
    let link: any Middleware
    let rest: Next
    func respond(to request: Request, next: Next) async throws -> Response { try await link.respond(to: request, next: rest) }
  }

  /// Is never used, because no link passes a request on to it.
  private struct Nowhere: Transport {
    let capabilities: TransportCapabilities
    func send(_ request: Request) async throws -> Response { throw TransportError(.closed, phase: .beforeSending) }
  }

  let links: [any Middleware]

  func respond(to request: Request, next: Next) async throws -> Response {
    var rest = next
    for link in links.reversed() {
      rest = Next([Passing(link: link, rest: rest)], transport: Nowhere(capabilities: next.capabilities))
    }
    return try await rest(request)
  }

  func explanation(for request: Request) -> String? {
    links.compactMap { $0.explanation(for: request) }.joined(separator: "; ")
  }
}

@Suite("Client.resilient", .timeLimit(.minutes(5)))
struct ResilienceTests {
  @Test("Q09: one word gives time limits, retry and a circuit breaker, and the order is right")
  func preset() throws {
    let api = try client(StubTransport(.status(200))).resilient()
    #expect(api.middleware.map(\.name) == ["RetryMiddleware", "CircuitBreakerMiddleware"])
    #expect(api.options.timeout == .seconds(60) && api.options.attemptTimeout == .seconds(10))
    #expect(api.problems.isEmpty)
  }

  @Test("Q09: with everything, each link has its place between those of the client")
  func order() throws {
    struct Log: Middleware {
      let stage: ChainStage? = .observe
      func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
    }
    struct First: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
    }
    let links: [any Middleware] = [First(), AuthMiddleware(.bearer("t")), Log()]
    let api = try client(StubTransport(.status(200)), middleware: links).resilient(everything())
    #expect(
      api.middleware.map(\.name) == [
        "First", "ConcurrencyMiddleware", "RetryMiddleware", "HedgingMiddleware", "AuthMiddleware", "RateLimitMiddleware",
        "CircuitBreakerMiddleware", "Log",
      ])
    #expect(api.problems.isEmpty)
  }

  @Test("Q09: the whole chain keeps the contract of every middleware")
  func contract() async throws {
    let policy = everything {
      // The contract runs on the machine's clock.
      $0.retry?.delay = .microseconds(10)
      $0.retry?.throttledDelay = .microseconds(10)
    }
    try await MiddlewareContract.verify(allowing: .mayResend) {
      WholeChain(links: try client(StubTransport(.status(200))).resilient(policy).middleware)
    }
  }

  @Test("a kind of link that the client has is kept, and the policy's own is not added or checked")
  func ownLinks() async throws {
    let breaker = try CircuitBreakerMiddleware()
    let own: [any Middleware] = [RetryMiddleware(), breaker]
    let policy = everything {
      $0.circuitBreaker?.probes = 0
      $0.retry?.retries = -1
      $0.hedging?.delay = .zero
    }
    let stub = StubTransport(.status(200))
    let api = try client(stub, middleware: own).resilient(policy)
    #expect(
      api.middleware.map(\.name) == [
        "ConcurrencyMiddleware", "RetryMiddleware", "HedgingMiddleware", "RateLimitMiddleware", "CircuitBreakerMiddleware",
      ])
    breaker.isolate("https://api.example")
    await #expect(throws: CallError.self) { try await api.send(Call<Okay>(row)) }
    #expect(stub.requests.isEmpty)
    #expect(try api.resilient(everything()).middleware.count == 5, "the preset of a preset adds nothing")
  }

  @Test("a login that a call waits for needs no place of the concurrency limit, which the call has")
  func login() async throws {
    struct Session: Codable, Sendable { var token: String }
    let stub = StubTransport { request in
      request.head.path == "/login" ? Response(status: .ok, body: Body(#"{"token":"t"}"#)) : Response(status: .ok)
    }
    var limit = ConcurrencyPolicy(1)
    limit.maximumWaiting = 0
    var api = client(stub, middleware: [try ConcurrencyMiddleware(limit)])
    let login = LoginCredentials<Session>(to: api) { _ in
      Call<Okay>(Endpoint("Session.create", .post, "login")).decoding(Session.self)
    } credential: {
      .bearer($0.token)
    }
    api.middleware.append(AuthMiddleware(login))
    try await api.send(Call<Okay>(row))
    #expect(stub.requests.map(\.head.path) == ["/login", "/people/5"])
    #expect(stub.requests.last?.head.headerFields[.authorization] == "Bearer t")
  }

  @Test("time limits: the policy's, or else the client's, or else 60 s and 10 s")
  func timeLimits() throws {
    let options = Options {
      $0.timeout = .seconds(20)
      $0.attemptTimeout = .seconds(4)
    }
    let stub = StubTransport(.status(200))
    let api = try client(stub, options: options).resilient()
    #expect(api.options.timeout == .seconds(20) && api.options.attemptTimeout == .seconds(4))
    var policy = ResiliencePolicy()
    (policy.timeout, policy.attemptTimeout) = (.seconds(9), .seconds(3))
    let other = try client(stub, options: options).resilient(policy)
    #expect(other.options.timeout == .seconds(9) && other.options.attemptTimeout == .seconds(3))
    let endless = client(stub, options: Options { $0.timeout = nil })
    let error = #expect(throws: UnusableSettings.self) { try endless.resilient() }
    #expect(error?.problems == ["the client's option timeout is nil: set timeout, so that every call ends"])
  }

  @Test("Q09: the preset takes a short time limit, and the limit of an attempt is then half of it", arguments: [1, 2, 3, 15])
  func shortLimits(seconds: Int) throws {
    let api = try client(StubTransport(.status(200)), options: Options { $0.timeout = .seconds(seconds) }).resilient()
    #expect(api.options.timeout == .seconds(seconds))
    #expect(api.options.attemptTimeout == .milliseconds(500 * seconds))
  }

  /// A change of a policy, and the only fault that it causes.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout ResiliencePolicy) -> Void

    init(_ problem: String, _ change: @escaping @Sendable (inout ResiliencePolicy) -> Void) {
      testDescription = problem
      self.change = change
    }
  }

  private static let faults: [Fault] = [
    Fault("timeout must be from 1 millisecond to 366 days, not 34214400.0 seconds") { $0.timeout = .seconds(396 * 86_400) },
    Fault("attemptTimeout of 61.0 seconds is above timeout of 60.0 seconds") {
      $0.attemptTimeout = .seconds(61)
      $0.circuitBreaker = nil
    },
    Fault("attemptTimeout of 60.0 seconds leaves no time for a retry after an attempt that times out: timeout is 60.0 seconds")
    {
      $0.attemptTimeout = .seconds(60)
      $0.circuitBreaker = nil
    },
    Fault(
      "retry.retries of 10 do not fit: with retry.delay of 0.1 seconds, their waits can be longer than timeout of 60.0 seconds"
    ) { $0.retry?.retries = 10 },
    Fault(
      "retry.throttledDelay of 61.0 seconds is above timeout of 60.0 seconds: most calls would end after a 503 or 429"
    ) {
      $0.retry?.throttledDelay = .seconds(61)
      $0.retry?.maximumDelay = .seconds(61)
    },
    Fault("retry.retries must not be negative, but is -1") { $0.retry?.retries = -1 },
    Fault("hedging.delay of 10.0 seconds is not below attemptTimeout of 10.0 seconds: no second request would be sent") {
      $0.hedging?.delay = .seconds(10)
    },
    Fault("hedging.budget must be above 0 and at most 1, not nan") { $0.hedging?.budget = .nan },
    Fault("rateLimit.rate must be from one request a day to 1,000,000 a second, not nan") { $0.rateLimit?.rate = .nan },
    Fault("concurrency.maximumWaiting must not be negative, but is -1") { $0.concurrency?.maximumWaiting = -1 },
    Fault(
      "circuitBreaker.window of 19.0 seconds is below twice the attemptTimeout of 10.0 seconds: "
        + "it would forget attempts that time out"
    ) { $0.circuitBreaker?.window = .seconds(19) },
    Fault(
      "circuitBreaker.probeTimeout of 9.0 seconds is below attemptTimeout of 10.0 seconds: "
        + "a probe would fail while its attempt may still succeed"
    ) { $0.circuitBreaker?.probeTimeout = .seconds(9) },
    Fault("circuitBreaker.slowDuration of 11.0 seconds is above attemptTimeout of 10.0 seconds: no call would be slow") {
      $0.circuitBreaker?.slowDuration = .seconds(11)
    },
  ]

  @Test("Q09: policies that contradict each other are refused, in a sentence that names them", arguments: faults)
  func contradiction(_ fault: Fault) throws {
    let policy = everything(fault.change)
    #expect(policy.problems == [fault.testDescription])
    let error = #expect(throws: UnusableSettings.self) { try client(StubTransport(.status(200))).resilient(policy) }
    #expect(error?.description == "unusable settings of ResiliencePolicy: \(fault.testDescription)")
  }

  @Test("Q09: all faults are reported at once, and none of them traps")
  func allFaults() {
    var policy = everything {
      ($0.timeout, $0.attemptTimeout) = (.zero, .seconds(-1))
      $0.retry?.retries = .max
      $0.hedging?.percentile = 1
      $0.rateLimit?.capacity = 0
      $0.concurrency = ConcurrencyPolicy(0)
      $0.circuitBreaker?.probes = 0
    }
    let words = [
      "timeout", "attemptTimeout", "hedging.percentile", "rateLimit.capacity", "concurrency.limit", "circuitBreaker.probes",
    ]
    for word in words { #expect(policy.problems.contains { $0.hasPrefix(word) }, "\(word): \(policy.problems)") }
    (policy.timeout, policy.attemptTimeout) = (.seconds(30), .seconds(5))
    #expect(policy.problems.contains { $0.hasPrefix("retry.retries of \(Int.max) do not fit") }, "\(policy.problems)")
    policy.retry?.maximumDelay = .seconds(Int64.max)
    policy.retry?.delay = .seconds(Int64.max)
    #expect(policy.problems.contains { $0.hasPrefix("retry.retries") }, "\(policy.problems)")
  }

  @Test("Q09: an attempt that takes too long is sent again, and the call ends within its own limit")
  func attempts() async throws {
    let manual = ManualClock()
    let sent = Atomic(0)
    let stub = StubTransport { request in
      if sent.add(1, ordering: .relaxed).newValue == 1 { try await request.context.clock.sleep(for: .seconds(100)) }
      return Response(status: .ok)
    }
    var policy = ResiliencePolicy()
    (policy.timeout, policy.attemptTimeout) = (.seconds(20), .seconds(3))
    let api = try client(stub, clock: CallClock(manual, random: { 0.5 })).resilient(policy)
    let call = Task { try await api.reply(to: Call<Okay>(row)) }
    // The call's deadline, the attempt's timer and the server.
    await manual.sleepers(3)
    manual.advance(by: .seconds(3))
    // The wait before the retry.
    try await until { manual.slept.contains(.milliseconds(50)) }
    manual.advance(by: .milliseconds(50))
    let reply = try await call.value
    #expect(reply.attempts.count == 2 && reply.elapsed == .milliseconds(3_050))
  }

  @Test("Q09: while the circuit is half-open, no request is sent a second time; the circuit has the clock of the client")
  func hedging() async throws {
    let manual = ManualClock()
    let clock = CallClock(manual)
    let sent = Atomic(0)
    let isReleased = Atomic(false)
    let stub = StubTransport { _ in
      sent.add(1, ordering: .sequentiallyConsistent)
      while !isReleased.load(ordering: .sequentiallyConsistent) {
        try Task.checkCancellation()
        await Task.yield()
      }
      return Response(status: .ok)
    }
    var policy = ResiliencePolicy()
    policy.retry = nil
    policy.hedging = HedgingPolicy()
    policy.hedging?.delay = .milliseconds(20)
    policy.hedging?.budget = 1
    policy.circuitBreaker?.minimumCalls = 1
    policy.circuitBreaker?.openDuration = .seconds(1)
    let api = try client(stub, clock: clock).resilient(policy)
    func request() -> Request {
      Request(
        endpoint: row, head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/people/5"),
        context: CallContext(clock: clock))
    }
    let next = Next(api.middleware, transport: stub)
    let failing = Next(api.middleware, transport: StubTransport(.status(500)))
    _ = try await failing(request())
    await #expect(throws: CircuitOpen.self) { try await next(request()) }
    manual.advance(by: .seconds(1))
    let breaker = try #require(api.middleware.lazy.compactMap { $0 as? CircuitBreakerMiddleware }.first)
    try #require(breaker.state(of: "https://api.example") == .halfOpen)
    let probe = Task { try await next(request()) }
    await manual.sleepers(1)
    try await until { sent.load(ordering: .sequentiallyConsistent) >= 1 }
    manual.advance(by: .milliseconds(20))
    // A second request would be sent about now.
    for _ in 0..<1_000 { await Task.yield() }
    isReleased.store(true, ordering: .sequentiallyConsistent)
    #expect(try await probe.value.head.status == .ok)
    #expect(sent.load(ordering: .sequentiallyConsistent) == 1)
  }

  @Test("Q09: a server that fails gets few requests, because the circuit opens")
  func failingServer() async throws {
    let clock = CallClock(ManualClock(advancesByItself: true))
    let changes = Mutex<[CircuitState]>([])
    let retries = Atomic(0)
    let stub = StubTransport(.status(500))
    var policy = ResiliencePolicy()
    policy.circuitBreaker?.openDuration = .seconds(3_600)
    // Attempts have no timer, which would fire at once on this clock.
    let api = try client(stub, clock: clock).resilient(
      policy, onRetry: { _ in retries.add(1, ordering: .relaxed) },
      onCircuitChange: { change in changes.withLock { $0.append(change.new) } })
    let untimed = Call<Okay>(row).options {
      $0.attemptTimeout = nil
      $0.timeout = nil
    }
    for _ in 0..<200 { await #expect(throws: CallError.self) { try await api.send(untimed) } }
    #expect(changes.withLock { $0 } == [.open])
    #expect(stub.requests.count == 100 && retries.load(ordering: .relaxed) < 70)
  }
}
