import HTTPTypes
import RefineryCore
import RefineryRateLimit
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite("RateLimitMiddleware: turns", .timeLimit(.minutes(5)))
struct RateLimitTests {
  private let manual = ManualClock()
  private let clock: CallClock

  init() { clock = CallClock(manual) }

  @Test("it keeps the contract of every middleware")
  func contract() async throws {
    try await MiddlewareContract.verify { try RateLimitMiddleware(RateLimitPolicy(1_000_000)) }
  }

  @Test(
    "Q01: 100 calls at 10/s take at least 9 s, and a server that counts tokens or windows refuses none", arguments: [10, 1])
  func rate(capacity: Int) async throws {
    let manual = ManualClock(advancesByItself: true)
    let clock = CallClock(manual)
    var policy = RateLimitPolicy(10, per: .seconds(1))
    policy.capacity = capacity
    let limit = try RateLimitMiddleware(policy, clock: clock)
    let times = Gathered<Duration>()
    // With a capacity of 10, the server has a bucket of 10 tokens; with 1, it counts the requests of any second.
    let server = Mutex((tokens: 10.0, last: Duration.zero))
    let stub = StubTransport { _ in
      let now = clock.now
      times.add(now)
      if capacity == 1 {
        let recent = times.all.count { $0 > now - .seconds(1) }
        return Response(status: recent > 10 ? .tooManyRequests : .ok)
      }
      let isRefused = server.withLock { server in
        server.tokens = min(10, server.tokens + (now - server.last) / .seconds(1) * 10)
        server.last = now
        server.tokens -= 1
        return server.tokens < -1e-6
      }
      return Response(status: isRefused ? .tooManyRequests : .ok)
    }
    // One after another, because the clock goes on by itself: it would not wait for a call that has its turn and is late.
    for _ in 0..<100 {
      #expect(try await Next([limit], transport: stub)(personRequest(clock: clock)).head.status == .ok)
    }
    #expect(clock.now >= .seconds(9) && clock.now < .seconds(10))
  }

  /// Starts calls whose order in the queue is that of their names; the first takes the only token.
  private func queue(
    _ names: [String], _ limit: RateLimitMiddleware, order: Gathered<String>, timeouts: [String: Duration] = [:]
  ) async throws -> [String: Task<Response, any Error>] {
    var calls: [String: Task<Response, any Error>] = [:]
    for (index, name) in names.enumerated() {
      let request = personRequest(name, timeout: timeouts[name], clock: clock)
      let stub = StubTransport { request in
        order.add(request.endpoint.name)
        return Response(status: .ok)
      }
      calls[name] = Task { try await Next([limit], transport: stub)(request) }
      switch index {
      case 0: try await until { order.all.count == 1 }
      case 1: await manual.sleepers(1)
      default: try await until { limit.waiting(for: "https://api.example") == index - 1 }
      }
    }
    return calls
  }

  private func single(_ change: (inout RateLimitPolicy) -> Void = { _ in }) throws -> RateLimitMiddleware {
    var policy = RateLimitPolicy(1, per: .seconds(1))
    change(&policy)
    return try RateLimitMiddleware(policy, clock: clock)
  }

  @Test("Q01: first come, first served")
  func fairness() async throws {
    let order = Gathered<String>()
    let names = (0..<20).map { "call \($0)" }
    let calls = try await queue(names, try single(), order: order)
    for count in 2...20 {
      // The first call of the line sleeps; the calls behind it have timers of 60 seconds.
      try await until { manual.slept.count { $0 == .seconds(1) } == count - 1 }
      manual.advance(by: .seconds(1))
      try await until { order.all.count == count }
    }
    for call in calls.values { _ = try await call.value }
    #expect(order.all == names)
    #expect(clock.now == .seconds(19) && manual.slept.count { $0 == .seconds(1) } == 19)
  }

  @Test("Q01: a cancelled call gives its turn away, in the line and as the first of it")
  func cancellation() async throws {
    let order = Gathered<String>()
    let limit = try single()
    let calls = try await queue(["a", "b", "c", "d"], limit, order: order)
    calls["c"]?.cancel()
    await #expect(throws: CancellationError.self) { _ = try await calls["c"]?.value }
    calls["b"]?.cancel()
    await #expect(throws: CancellationError.self) { _ = try await calls["b"]?.value }
    await manual.sleepers(1)
    manual.advance(by: .seconds(1))
    _ = try await calls["d"]?.value
    #expect(order.all == ["a", "d"])
    #expect(limit.waiting(for: "https://api.example") == 0)
  }

  @Test("a call that gets no turn still records its wait")
  func recordedWait() async throws {
    let next = Next([try single()], transport: StubTransport(.status(200)))
    _ = try await next(personRequest(clock: clock))
    let request = personRequest(clock: clock)
    let call = Task { try await next(request) }
    await manual.sleepers(1)
    manual.advance(by: .milliseconds(400))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(request.context.waits["rate_limit"] == .milliseconds(400))
  }

  @Test("Q01: a call whose turn comes after its deadline fails at once, says when to come back, and is not sent or retried")
  func deadline() async throws {
    let order = Gathered<String>()
    let limit = try single()
    let calls = try await queue(["a", "b", "c"], limit, order: order)
    let stub = StubTransport(.status(200))
    let request = personRequest(timeout: .milliseconds(2_900), clock: clock)
    let error = await #expect(throws: RateLimitExceeded.self) {
      try await Next([RetryMiddleware(), limit], transport: stub)(request)
    }
    #expect(error == RateLimitExceeded(bucket: "https://api.example", retryAfter: .seconds(3)))
    #expect(stub.requests.isEmpty && clock.now == .zero && request.context.attempts.isEmpty)
    for call in calls.values { call.cancel() }
  }

  @Test(
    "a call whose turn leaves it too little time to be sent fails at once", arguments: [(1_015, false), (1_025, true)])
  func marginBeforeDeadline(timeout: Int, isSent: Bool) async throws {
    let clock = CallClock(ManualClock(advancesByItself: true))
    let limit = try RateLimitMiddleware(RateLimitPolicy(1), clock: clock)
    let stub = StubTransport(.status(200))
    let next = Next([limit], transport: stub)
    _ = try await next(personRequest(clock: clock))
    let request = personRequest(timeout: .milliseconds(timeout), clock: clock)
    if isSent {
      _ = try await next(request)
    } else {
      await #expect(throws: RateLimitExceeded(bucket: "https://api.example", retryAfter: .seconds(1))) {
        try await next(request)
      }
    }
    #expect(stub.requests.count == (isSent ? 2 : 1))
  }

  @Test("waits are bounded by the policy, and so is the queue", arguments: [(2_500, 10), (60_000, 1)])
  func bounds(wait: Int, waiting: Int) async throws {
    let order = Gathered<String>()
    let limit = try single {
      $0.maximumWait = .milliseconds(wait)
      $0.maximumWaiting = waiting
    }
    let calls = try await queue(["a", "b"], limit, order: order)
    let third = Task { try await Next([limit], transport: StubTransport(.status(200)))(personRequest(clock: clock)) }
    try await until { limit.waiting(for: "https://api.example") == 1 }
    let error = await #expect(throws: RateLimitExceeded.self) {
      try await Next([limit], transport: StubTransport(.status(200)))(personRequest(clock: clock))
    }
    #expect(error?.retryAfter == .seconds(3))
    for call in calls.values { call.cancel() }
    third.cancel()
  }

  @Test("Q01: with a maximum wait of zero, each token that is free is taken, and the other calls fail", arguments: [1_000, 10])
  func noWait(capacity: Int) async throws {
    var policy = RateLimitPolicy(1)
    policy.capacity = capacity
    policy.maximumWait = .zero
    let store = YieldingStore(inner: MemoryRateLimitStore(clock: clock))
    let limit = try RateLimitMiddleware(policy, store: store, clock: clock)
    let stub = StubTransport(.status(200))
    let calls = (0..<100).map { _ in Task { try await Next([limit], transport: stub)(personRequest()) } }
    var refusals: [RateLimitExceeded] = []
    for call in calls {
      do { _ = try await call.value } catch let error as RateLimitExceeded { refusals.append(error) }
    }
    #expect(stub.requests.count == min(capacity, 100) && refusals.count == 100 - min(capacity, 100))
    #expect(refusals.allSatisfy { $0.retryAfter ?? .zero > .zero } && limit.waiting(for: "https://api.example") == 0)
  }

  @Test("a call that waits behind one whose store is slow ends at its deadline, and the line goes on", arguments: [60, 0])
  func slowStore(maximumWait: Int) async throws {
    let store = SlowStore()
    let order = Gathered<String>()
    var policy = RateLimitPolicy(1)
    policy.maximumWait = .seconds(maximumWait)
    let limit = try RateLimitMiddleware(policy, store: store, clock: clock)
    func call(_ name: String, timeout: Duration) -> Task<Response, any Error> {
      let request = personRequest(name, timeout: timeout, clock: clock)
      let stub = StubTransport { request in
        order.add(request.endpoint.name)
        return Response(status: .ok)
      }
      return Task { try await Next([limit], transport: stub)(request) }
    }
    let first = call("first", timeout: .seconds(50))
    try await until { store.isAsked }
    let late = call("late", timeout: .seconds(2))
    try await until { limit.waiting(for: "https://api.example") == 1 }
    let last = call("last", timeout: .seconds(50))
    try await until { limit.waiting(for: "https://api.example") == 2 }
    await manual.sleepers(2)
    manual.advance(by: .seconds(2))
    await #expect(throws: RateLimitExceeded.self) { try await late.value }
    #expect(order.all.isEmpty && limit.waiting(for: "https://api.example") == 1)
    store.answer()
    _ = try await (first.value, last.value)
    #expect(order.all == ["first", "last"] && limit.waiting(for: "https://api.example") == 0)
  }

  @Test("Q01: a call whose turn comes at the moment of its deadline gives the turn to the next")
  func turnAtDeadline() async throws {
    let stub = StubTransport { _ in Response(status: .ok) }
    for _ in 0..<20 {
      let manual = ManualClock()
      let clock = CallClock(manual)
      let store = SlowStore()
      let limit = try RateLimitMiddleware(RateLimitPolicy(1), store: store, clock: clock)
      func call(_ seconds: Int) -> Task<Response, any Error> {
        let request = personRequest(timeout: .seconds(seconds), clock: clock)
        return Task { try await Next([limit], transport: stub)(request) }
      }
      let first = call(50)
      try await until { store.isAsked }
      let late = (0..<100).map { _ in call(2) }
      try await until { limit.waiting(for: "https://api.example") == 100 }
      let last = call(50)
      try await until { limit.waiting(for: "https://api.example") == 101 }
      await manual.sleepers(101)
      // Some deadlines have passed, and their calls are still in the line, when the first call gives its turn away.
      manual.advance(by: .seconds(2))
      store.answer()
      _ = try await (first.value, last.value)
      for call in late { _ = await call.result }
      #expect(limit.waiting(for: "https://api.example") == 0)
    }
  }

  @Test("5,000 calls that are cancelled or reach their deadline in random order leave a line that goes on")
  func randomEnds() async throws {
    var random = SeededRandom(seed: 4_242)
    let limit = try RateLimitMiddleware(RateLimitPolicy(100_000))
    let stub = StubTransport { _ in Response(status: .ok) }
    var calls: [Task<Response, any Error>] = []
    for _ in 0..<5_000 {
      let request = personRequest(timeout: .microseconds(Int.random(in: 0..<60_000, using: &random)))
      let call = Task { try await Next([limit], transport: stub)(request) }
      if Int.random(in: 0..<4, using: &random) == 0 { call.cancel() }
      calls.append(call)
    }
    for call in calls { _ = await call.result }
    #expect(limit.waiting(for: "https://api.example") == 0)
    #expect(try await Next([limit], transport: stub)(personRequest()).head.status == .ok)
  }

  @Test("a pause that comes while calls wait ends those that it makes too late, and keeps the others")
  func pauseInTheMiddle() async throws {
    let order = Gathered<String>()
    let store = MemoryRateLimitStore(clock: clock)
    let limit = try RateLimitMiddleware(RateLimitPolicy(1), store: store, clock: clock)
    let calls = try await queue(
      ["a", "b", "c", "d"], limit, order: order, timeouts: ["c": .seconds(20), "d": .milliseconds(31_500)])
    var hint = RateLimitHint()
    hint.pause = .seconds(30)
    store.apply(hint, to: "https://api.example", by: RateLimitPolicy(1))
    manual.advance(by: .seconds(1))
    let error = await #expect(throws: RateLimitExceeded.self) { _ = try await calls["c"]?.value }
    #expect(error?.retryAfter == .seconds(30))
    // The call b sleeps, and d has a timer.
    await manual.sleepers(2)
    manual.advance(by: .seconds(29))
    _ = try await calls["b"]?.value
    await manual.sleepers(1)
    manual.advance(by: .seconds(1))
    _ = try await calls["d"]?.value
    #expect(order.all == ["a", "b", "d"])
  }

  @Test("a call may wait for just the longest time")
  func longestWait() async throws {
    let limit = try single { $0.maximumWait = .seconds(1) }
    let calls = try await queue(["a", "b"], limit, order: Gathered())
    manual.advance(by: .seconds(1))
    #expect(try await calls["b"]?.value.head.status == .ok)
  }

  @Test("a pause keeps a call whose turn comes at the end of its time")
  func pauseUntilTheEnd() async throws {
    let store = MemoryRateLimitStore(clock: clock)
    var policy = RateLimitPolicy(1)
    policy.maximumWait = .seconds(31)
    let limit = try RateLimitMiddleware(policy, store: store, clock: clock)
    let calls = try await queue(["a", "b", "c", "d"], limit, order: Gathered(), timeouts: ["c": .seconds(20)])
    var hint = RateLimitHint()
    hint.pause = .seconds(30)
    store.apply(hint, to: "https://api.example", by: RateLimitPolicy(1))
    manual.advance(by: .seconds(1))
    await #expect(throws: RateLimitExceeded.self) { _ = try await calls["c"]?.value }
    #expect(limit.waiting(for: "https://api.example") == 1)
    for call in calls.values { call.cancel() }
  }

  @Test("the wait is one of the call's waits, and explain names the limit")
  func wait() async throws {
    let manual = ManualClock(advancesByItself: true)
    let clock = CallClock(manual)
    let limit = try RateLimitMiddleware(RateLimitPolicy(1), clock: clock)
    let next = Next([limit], transport: StubTransport(.status(200)))
    _ = try await next(personRequest(clock: clock))
    let request = personRequest(clock: clock)
    _ = try await next(request)
    #expect(request.context.waits == ["rate_limit": .seconds(1)])
    #expect(
      limit.explanation(for: request) == "waits for a turn: 1 a second, bursts of 1, for https://api.example")
  }

  @Test(
    "explain names a rate in the unit of which there is at least one",
    arguments: [
      (1_000_000, 1, "1000000 a second"), (5, 2, "2.5 a second"), (1, 60, "1 a minute"), (3, 120, "1.5 a minute"),
      (1, 100, "36 an hour"), (1, 3_600, "1 an hour"), (1, 86_400, "1 a day"),
    ] as [(Int, Int, String)])
  func words(count: Int, seconds: Int, words: String) throws {
    var policy = RateLimitPolicy(count, per: .seconds(seconds))
    policy.capacity = 1
    let limit = try RateLimitMiddleware(policy)
    #expect(limit.explanation(for: personRequest()) == "waits for a turn: \(words), bursts of 1, for https://api.example")
  }

  @Test("aws-sdk-go-base#915: each origin has its own bucket; a closure chooses others, or none")
  func buckets() async throws {
    let manual = ManualClock(advancesByItself: true)
    let clock = CallClock(manual)
    let stub = StubTransport(.status(200))
    let byOrigin = try RateLimitMiddleware(RateLimitPolicy(1), clock: clock)
    for host in ["a.example", "b.example", "c.example"] {
      _ = try await Next([byOrigin], transport: stub)(personRequest(host: host, clock: clock))
    }
    #expect(manual.slept.isEmpty)
    let byRow = try RateLimitMiddleware(
      RateLimitPolicy(1), clock: clock, bucket: { $0.endpoint.name == "Health.read" ? nil : $0.endpoint.name })
    for row in ["Person.read", "House.read", "Health.read", "Health.read", "Health.read"] {
      _ = try await Next([byRow], transport: stub)(personRequest(row, clock: clock))
    }
    #expect(manual.slept.isEmpty)
    _ = try await Next([byRow], transport: stub)(personRequest("House.read", clock: clock))
    #expect(manual.slept == [.seconds(1)])
    #expect(byRow.explanation(for: personRequest("Health.read")) == "no rate limit")
  }

  @Test("limits of zero, NaN rates and endless waits are refused, with every fault")
  func badPolicies() throws {
    for rate in [0, -1, Double.nan, .infinity, 1e-300, 1e300] {
      var policy = RateLimitPolicy(1)
      policy.rate = rate
      #expect(policy.problems.count == 1, "\(rate)")
    }
    #expect(RateLimitPolicy(10, per: .zero).problems.count == 1)
    #expect(RateLimitPolicy(0).problems.count == 2)
    #expect(RateLimitPolicy(-5).problems.count == 2)
    var policy = RateLimitPolicy(.max)
    policy.maximumWait = .seconds(Int64.max)
    policy.maximumPause = .seconds(-1)
    policy.maximumWaiting = -1
    let faulty = policy
    let error = #expect(throws: UnusableSettings.self) { try RateLimitMiddleware(faulty) }
    #expect(error?.problems.count == 5)
  }

  @Test("a clock that jumps back stops no call, and one that jumps ahead fills the bucket once")
  func jumps() async throws {
    let jumping = JumpingClock()
    let clock = CallClock(jumping)
    var policy = RateLimitPolicy(2, per: .seconds(1))
    policy.maximumWait = .seconds(5)
    let limit = try RateLimitMiddleware(policy, clock: clock)
    let next = Next([limit], transport: StubTransport(.status(200)))
    for jump in [Duration.zero, .seconds(-3_600), .seconds(-3_600), .seconds(86_400 * 3_650)] {
      jumping.jump(by: jump)
      let started = clock.now
      for _ in 0..<4 { _ = try await next(personRequest(clock: clock)) }
      #expect(clock.now - started >= .seconds(1) && clock.now - started <= .seconds(2))
    }
  }

  @Test("the number of buckets in memory is bounded")
  func boundedMemory() {
    let manual = ManualClock()
    let store = MemoryRateLimitStore(clock: CallClock(manual))
    for number in 0..<5_000 {
      _ = store.take(from: "bucket \(number)", by: RateLimitPolicy(1))
      manual.advance(by: .seconds(1))
    }
    #expect(store.count <= 1_025)
  }
}
