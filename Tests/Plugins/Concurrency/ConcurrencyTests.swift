import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@testable import RefineryConcurrency

let origin = "https://api.example"

func personRequest(
  _ row: String = "Person.read", host: String = "api.example", timeout: Duration? = nil, clock: CallClock = .continuous
) -> Request {
  Request(
    endpoint: Endpoint(row, .get, "people/{id}"),
    head: HTTPRequest(method: .get, scheme: "https", authority: host, path: "/people/5"),
    context: CallContext(number: 1, clock: clock, timeout: timeout))
}

/// A server that holds every request until the test releases it, in any order.
final class HoldingServer: Transport {
  private struct State {
    var held: [(name: String, task: CheckedContinuation<Void, Never>)] = []
    var active = 0
    var most = 0
    var order: [String] = []
  }

  private let state = Mutex(State())
  var held: [String] { state.withLock { $0.held.map(\.name) } }
  var most: Int { state.withLock { $0.most } }
  var order: [String] { state.withLock { $0.order } }

  func send(_ request: Request) async throws -> Response {
    await withCheckedContinuation { task in
      state.withLock { state in
        state.held.append((request.endpoint.name, task))
        state.order.append(request.endpoint.name)
        state.active += 1
        state.most = max(state.most, state.active)
      }
    }
    try Task.checkCancellation()
    return Response(status: .ok)
  }

  func release() {
    let first = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.held.isEmpty else { return nil }
      state.active -= 1
      return state.held.removeFirst().task
    }
    first?.resume()
  }
}

@Suite("ConcurrencyMiddleware", .timeLimit(.minutes(5)))
struct ConcurrencyTests {
  @Test("it keeps the contract of every middleware")
  func contract() async throws {
    try await MiddlewareContract.verify { try ConcurrencyMiddleware(ConcurrencyPolicy(64)) }
    try await MiddlewareContract.verify { try ConcurrencyMiddleware(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation())) }
  }

  @Test("Q05: the limit is hard, the queue is bounded and in order, and a further call fails at once")
  func hardLimit() async throws {
    let server = HoldingServer()
    var policy = ConcurrencyPolicy(3)
    policy.maximumWaiting = 5
    let link = try ConcurrencyMiddleware(policy)
    var calls: [Task<Response, any Error>] = []
    for number in 0..<8 {
      calls.append(Task { try await Next([link], transport: server)(personRequest("call \(number)")) })
      try await until { link.counts(of: origin) == (3, min(number + 1, 3), max(0, number - 2)) }
      try await until { server.held.count == min(number + 1, 3) }
    }
    #expect(
      link.explanation(for: personRequest()) == "calls to https://api.example: 3 of at most 3 under way, 5 waiting")
    let error = await #expect(throws: ConcurrencyExceeded.self) {
      try await Next([RetryMiddleware(), link], transport: server)(personRequest())
    }
    #expect(error == ConcurrencyExceeded(group: origin, limit: 3, retryAfter: nil))
    for number in 0..<8 {
      server.release()
      try await until { server.order.count == min(8, number + 4) }
    }
    for call in calls { _ = try await call.value }
    #expect(server.most == 3 && server.order == (0..<8).map { "call \($0)" })
    #expect(link.counts(of: origin) == (3, 0, 0))
  }

  @Test("Q05: names that are equal strings with different bytes belong to different groups")
  func groupsInBytes() throws {
    let gate = ConcurrencyGate(ConcurrencyPolicy(1))
    let (first, _) = try gate.enter("\u{E9}", deadline: nil)
    let (second, _) = try gate.enter("e\u{301}", deadline: nil)
    #expect(first != nil && second != nil)
    #expect(gate.counts(of: "\u{E9}") == (1, 1, 0) && gate.counts(of: "e\u{301}") == (1, 1, 0))
    first?.leave()
    second?.leave()
  }

  @Test("Q05: a cancelled call gives its turn away, and a deadline ends the wait; no place is lost")
  func leaving() async throws {
    let server = HoldingServer()
    let manual = ManualClock()
    let clock = CallClock(manual)
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1))
    let next = Next([link], transport: server)
    let first = Task { try await next(personRequest("first")) }
    try await until { server.held.count == 1 }
    let cancelled = Task { try await next(personRequest("cancelled")) }
    try await until { link.counts(of: origin).waiting == 1 }
    let request = personRequest("late", timeout: .seconds(2), clock: clock)
    let late = Task { try await next(request) }
    try await until { link.counts(of: origin).waiting == 2 }
    let last = Task { try await next(personRequest("last")) }
    try await until { link.counts(of: origin).waiting == 3 }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    await manual.sleepers(1)
    manual.advance(by: .seconds(2))
    let error = await #expect(throws: TimedOut.self) { try await late.value }
    #expect(error?.timer == .queue && request.context.waits == ["concurrency": .seconds(2)])
    server.release()
    try await until { server.order == ["first", "last"] }
    server.release()
    _ = try await (first.value, last.value)
    #expect(link.counts(of: origin) == (1, 0, 0))
  }

  @Test(
    "Q05: a call whose deadline is now is not sent and does not enter the queue, whether a place is free or not",
    arguments: [-1, 0])
  func deadlineNow(left: Int) async throws {
    let clock = CallClock(ManualClock())
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1))
    let stub = StubTransport { _ in Response(status: .ok, body: Body("x").mapChunks { $0 }) }
    let next = Next([link], transport: stub)
    func late() -> Request { personRequest(timeout: .nanoseconds(left), clock: clock) }
    await #expect(throws: TimedOut(.queue)) { try await next(late()) }
    #expect(link.counts(of: origin) == (1, 0, 0) && stub.requests.isEmpty)
    // The unread body of another call keeps the only place.
    let other = try await next(personRequest(clock: clock))
    await #expect(throws: TimedOut(.queue)) { try await next(late()) }
    #expect(link.counts(of: origin) == (1, 1, 0) && stub.requests.count == 1)
    withExtendedLifetime(other) {}
  }

  @Test("Q05: a call that has a nanosecond left is sent if a place is free")
  func nanosecondLeft() async throws {
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1))
    let request = personRequest(timeout: .nanoseconds(1), clock: CallClock(ManualClock()))
    #expect(try await Next([link], transport: StubTransport(.status(200)))(request).head.status == .ok)
  }

  @Test("3,000 calls that are cancelled, fail or succeed in random order lose no place")
  func neverLost() async throws {
    var policy = ConcurrencyPolicy(7)
    policy.maximumWaiting = 10_000
    let link = try ConcurrencyMiddleware(policy)
    let random = Mutex(SeededRandom(seed: 285))
    let active = Mutex((now: 0, most: 0))
    let stub = StubTransport { _ in
      active.withLock { active in
        active.now += 1
        active.most = max(active.most, active.now)
      }
      defer { active.withLock { $0.now -= 1 } }
      for _ in 0..<random.withLock({ Int.random(in: 0..<5, using: &$0) }) { await Task.yield() }
      try Task.checkCancellation()
      if random.withLock({ Int.random(in: 0..<3, using: &$0) }) == 0 { throw TransportError(.connectionLost, phase: .waiting) }
      return Response(status: .ok)
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3_000 {
        let isCancelled = random.withLock { Bool.random(using: &$0) }
        let yields = random.withLock { Int.random(in: 0..<20, using: &$0) }
        group.addTask {
          let call = Task { try await Next([link], transport: stub)(personRequest()) }
          for _ in 0..<yields { await Task.yield() }
          if isCancelled { call.cancel() }
          _ = await call.result
        }
      }
    }
    #expect(link.counts(of: origin) == (7, 0, 0))
    #expect(active.withLock { $0.most } <= 7)
  }

  @Test("a stream keeps its place until its end, its failure or its release, also if it is never read")
  func streams() async throws {
    struct Chunks: AsyncSequence, Sendable {
      let fails: Bool
      func makeAsyncIterator() -> Iterator { Iterator(fails: fails) }
      struct Iterator: AsyncIteratorProtocol {
        let fails: Bool
        var left = 2
        mutating func next() async throws -> Data? {
          left -= 1
          if left == 0, fails { throw TransportError(.connectionLost, phase: .receiving) }
          return left >= 0 ? Data("x".utf8) : nil
        }
      }
    }
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(4))
    func open(fails: Bool = false) async throws -> Response {
      let stub = StubTransport { _ in Response(status: .ok, body: Body(Chunks(fails: fails), length: 2)) }
      return try await Next([link], transport: stub)(personRequest())
    }
    func active() -> Int { link.counts(of: origin).active }
    let whole = try await open()
    #expect(active() == 1 && whole.body.length == 2)
    #expect(try await whole.body.collect() == Data("xx".utf8))
    #expect(active() == 0)
    let failing = try await open(fails: true)
    await #expect(throws: TransportError.self) { try await failing.body.collect() }
    #expect(active() == 0)
    var unread: Response? = try await open()
    #expect(active() == 1 && unread != nil)
    unread = nil
    #expect(active() == 0)
  }

  @Test("a stream gives its place back when its reader stops, even if the response is kept")
  func readInPart() async throws {
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1))
    let stub = StubTransport { _ in Response(status: .ok, body: Body("xx").mapChunks { $0 }) }
    let response = try await Next([link], transport: stub)(personRequest())
    var reading: Body.Iterator? = response.body.makeAsyncIterator()
    let first = try await reading?.next()
    #expect(first == Data("xx".utf8) && link.counts(of: origin).active == 1)
    reading = nil
    #expect(link.counts(of: origin).active == 0)
    #expect(response.head.status == .ok)
  }

  @Test("a body in a file gives the place back at once, and is still a file")
  func files() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "concurrency-\(UInt64.random(in: 0 ... .max))")
    try Data("x".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1))
    let stub = StubTransport { _ in Response(status: .ok, body: try Body(contentsOf: file)) }
    let response = try await Next([link], transport: stub)(personRequest())
    #expect(response.body.file == file && link.counts(of: origin).active == 0)
  }

  @Test("429 and 503 lower the adaptive limit", arguments: [(429, 18), (503, 18), (404, 20)])
  func refusalStatuses(status: Int, limit: Int) async throws {
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation()))
    _ = try await Next([link], transport: StubTransport(.status(status)))(personRequest())
    #expect(link.counts(of: origin).limit == limit)
  }

  @Test("request-dl#285: each origin has its own places; a closure chooses groups, or none")
  func groups() async throws {
    let server = HoldingServer()
    let link = try ConcurrencyMiddleware(
      ConcurrencyPolicy(1), group: { $0.endpoint.name == "Health.read" ? nil : $0.endpoint.name })
    let next = Next([link], transport: server)
    let calls = ["Person.read", "House.read", "Health.read", "Health.read"].map { row in
      Task { try await next(personRequest(row)) }
    }
    try await until { server.held.count == 4 }
    for _ in 0..<4 { server.release() }
    for call in calls { _ = try await call.value }
    #expect(link.explanation(for: personRequest("Health.read")) == "no limit")
  }

  @Test("limits of zero and factors that are NaN are refused, with every fault")
  func badPolicies() {
    #expect(ConcurrencyPolicy(0).problems.count == 1 && ConcurrencyPolicy(-3).problems.count == 1)
    // An endless limit would trap: it has no exact Double.
    #expect(throws: UnusableSettings.self) { try ConcurrencyMiddleware(ConcurrencyPolicy(.max)) }
    #expect(ConcurrencyPolicy(1_000_000).problems.isEmpty && ConcurrencyPolicy(1_000_001).problems.count == 1)
    var adaptation = ConcurrencyPolicy.Adaptation()
    #expect(ConcurrencyPolicy(adaptation).problems.isEmpty)
    (adaptation.floor, adaptation.ceiling, adaptation.initial) = (0, -1, 5)
    (adaptation.smoothing, adaptation.tolerance) = (.nan, .infinity)
    var policy = ConcurrencyPolicy(adaptation)
    policy.maximumWaiting = -1
    let faulty = policy
    let error = #expect(throws: UnusableSettings.self) { try ConcurrencyMiddleware(faulty) }
    #expect(error?.problems.count == 6)
  }

  /// The calls a second that end within ten times the time of a service, when twice as many are offered as the server can do.
  private func goodput(_ policy: ConcurrencyPolicy, workers: Int, seed: UInt64) -> (goodput: Double, limit: Int) {
    var random = SeededRandom(seed: seed)
    func exponential(_ mean: Double) -> Double { -log(1 - Double.random(in: 0..<1, using: &random)) * mean }
    let service = 0.05
    var limit = LimitState(policy.limit)
    var free = Array(repeating: 0.0, count: workers)
    var ends: [(end: Double, took: Double)] = []
    var (now, good, active) = (0.0, 0, 0)
    // 20,000 calls that the server could do, of which the first quarter is not counted.
    let end = 20_000 * service / Double(workers)
    while now < end {
      now += exponential(service / Double(workers) / 2)
      while let first = ends.first, first.end <= now {
        ends.removeFirst()
        limit.record(first.took, active: active, isRefused: false)
        active -= 1
        if first.took <= service * 10, first.end > end / 4 { good += 1 }
      }
      guard active < limit.limit else {
        limit.refuse()
        continue
      }
      active += 1
      let worker = free.indices.min { free[$0] < free[$1] } ?? 0
      let done = max(now, free[worker]) + exponential(service)
      free[worker] = done
      let index = ends.lastIndex { $0.end <= done }.map { $0 + 1 } ?? 0
      ends.insert((done, done - now), at: index)
    }
    return (Double(good) / (end * 0.75), limit.limit)
  }

  @Test(
    "Q05: in simulation, the adaptive limit is within 20 % of the best fixed one, for servers of 2 to 32 workers",
    .afterTheRush,
    arguments: [2, 8, 32])
  func adaptive(workers: Int) {
    let fixed = [1, 2, 4, 8, 16, 32, 64, 128, 1_000].map {
      (limit: $0, goodput: goodput(ConcurrencyPolicy($0), workers: workers, seed: 5).goodput)
    }
    let best = fixed.map(\.goodput).max() ?? 0
    let adaptive = goodput(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation()), workers: workers, seed: 5)
    #expect(adaptive.goodput >= 0.8 * best, "\(adaptive), fixed: \(fixed)")
    #expect(fixed.last.map { $0.goodput < 0.5 * best } == true, "without a limit, most calls are too late")
    print("adaptive, \(workers) workers: \(Int(adaptive.goodput)) of \(Int(best)) a second, limit \(adaptive.limit)")
  }

  @Test(
    "a steady load at 75 % or all of the adaptive limit, or of limit and queue, is never refused, also not while low load is measured",
    arguments: [(15, 0), (20, 0), (25, 5)])
  func steadyLoad(load: Int, waiting: Int) async throws {
    let server = HoldingServer()
    var adaptation = ConcurrencyPolicy.Adaptation()
    (adaptation.initial, adaptation.ceiling) = (20, 20)
    var policy = ConcurrencyPolicy(adaptation)
    policy.maximumWaiting = waiting
    let link = try ConcurrencyMiddleware(policy)
    let clock = CallClock(ManualClock())
    func underWay() -> Int { link.counts(of: origin).active + link.counts(of: origin).waiting }
    let refused = Counter()
    var calls: [Task<Void, Never>] = []
    for number in 0..<2_500 {
      calls.append(
        Task {
          do { _ = try await Next([link], transport: server)(personRequest(clock: clock)) } catch {
            refused.add()
          }
        })
      try await until { server.order.count + refused.count + link.counts(of: origin).waiting == number + 1 }
      guard underWay() >= load else { continue }
      try await until { server.held.count > 0 }
      server.release()
      try await until { underWay() < load }
    }
    while underWay() > 0 {
      if !server.held.isEmpty { server.release() }
      await Task.yield()
    }
    for call in calls { await call.value }
    #expect(refused.count == 0)
  }

  @Test("a refusal while low load is measured lowers the limit after it, too")
  func refusalInMeasurement() {
    var state = LimitState(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation()).limit)
    state.record(0.05, active: 20, isRefused: true)
    for _ in 0..<20 { state.record(0.05, active: 18, isRefused: false) }
    #expect(state.limit == 18)
  }

  @Test("failures and other time-outs do not change the adaptive limit; a deadline that the client enforces lowers it")
  func outcomes() async throws {
    let manual = ManualClock()
    let clock = CallClock(manual)
    func limit(_ respond: @escaping @Sendable (Request) async throws -> Response) async throws -> Int {
      let link = try ConcurrencyMiddleware(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation()))
      let request = personRequest(timeout: .seconds(1), clock: clock)
      _ = try? await Next([link], transport: StubTransport { try await respond($0) })(request)
      return link.counts(of: origin).limit
    }
    #expect(try await limit { _ in throw TimedOut(.total) } == 18)
    #expect(try await limit { _ in throw TimedOut(.refresh) } == 20)
    #expect(try await limit { _ in throw CancellationError() } == 20)
    #expect(
      try await limit { _ in
        manual.advance(by: .seconds(2))
        throw CancellationError()
      } == 18)
  }

  @Test("what another origin does after a redirect does not change the adaptive limit")
  func elsewhere() async throws {
    func limit(_ respond: @escaping @Sendable () throws -> Response) async throws -> Int {
      let link = try ConcurrencyMiddleware(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation()))
      let stub = StubTransport { request in
        guard request.head.authority == "api.example" else { return try respond() }
        return Response(status: .found, headers: [.location: "https://other.example/"])
      }
      var request = personRequest()
      request.options = request.options.merging(Options { $0.redirects = .anyOrigin })
      _ = try? await Next([link, RedirectMiddleware()], transport: stub)(request)
      #expect(stub.requests.count == 2)
      return link.counts(of: origin).limit
    }
    #expect(try await limit { Response(status: .tooManyRequests) } == 20)
    #expect(try await limit { Response(status: .serviceUnavailable) } == 20)
    #expect(try await limit { throw TimedOut(.attempt) } == 20)
  }

  @Test(
    "Q05: a deadline lowers the adaptive limit, but not if the wait for a place has left the call no time",
    arguments: [(left: 200, limit: 2), (left: 500, limit: 1)])
  func cutShort(left: Int, limit: Int) async throws {
    let server = HoldingServer()
    let manual = ManualClock()
    let clock = CallClock(manual)
    var adaptation = ConcurrencyPolicy.Adaptation()
    (adaptation.initial, adaptation.ceiling) = (2, 2)
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(adaptation))
    let next = Next([link], transport: server)
    let usual = Task { try await next(personRequest("usual", clock: clock)) }
    try await until { server.held == ["usual"] }
    manual.advance(by: .milliseconds(100))
    server.release()
    _ = try await usual.value

    let first = Task { try await next(personRequest("first", clock: clock)) }
    try await until { server.held == ["first"] }
    let second = Task { try await next(personRequest("second", clock: clock)) }
    try await until { server.held == ["first", "second"] }
    let late = Task { try await next(personRequest("late", timeout: .seconds(1), clock: clock)) }
    await manual.sleepers(1)
    try await until { link.counts(of: origin).waiting == 1 }
    manual.advance(by: .milliseconds(1_000 - left))
    server.release()
    try await until { server.held == ["second", "late"] }
    manual.advance(by: .milliseconds(left))
    late.cancel()
    server.release()
    server.release()
    await #expect(throws: CancellationError.self) { try await late.value }
    _ = try await (first.value, second.value)

    #expect(link.counts(of: origin).limit == limit)
  }

  @Test("Q05: a deadline without a wait for a place lowers the adaptive limit, also if it is short")
  func shortDeadline() async throws {
    let server = HoldingServer()
    let manual = ManualClock()
    let clock = CallClock(manual)
    var adaptation = ConcurrencyPolicy.Adaptation()
    (adaptation.initial, adaptation.ceiling) = (2, 2)
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(adaptation))
    let next = Next([link], transport: server)
    let usual = Task { try await next(personRequest("usual", clock: clock)) }
    try await until { server.held == ["usual"] }
    manual.advance(by: .milliseconds(100))
    server.release()
    _ = try await usual.value

    let late = Task { try await next(personRequest("late", timeout: .milliseconds(100), clock: clock)) }
    try await until { server.held == ["late"] }
    manual.advance(by: .milliseconds(100))
    late.cancel()
    server.release()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(link.counts(of: origin).limit == 1)
  }

  @Test("the adaptive limit falls when the server refuses, to its floor of 1, and rises again")
  func refusals() {
    var state = LimitState(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation()).limit)
    for _ in 0..<2_000 { state.record(0.05, active: state.limit, isRefused: true) }
    #expect(state.limit == 1)
    for _ in 0..<2_000 { state.record(0.05, active: state.limit, isRefused: false) }
    #expect(state.limit > 50)
  }

  @Test("refusals of calls that were under way together lower the adaptive limit once")
  func refusedTogether() {
    var state = LimitState(ConcurrencyPolicy(ConcurrencyPolicy.Adaptation()).limit)
    for active in (1...20).reversed() { state.record(0.05, active: active, isRefused: true) }
    #expect(state.limit == 18)
  }

  @Test("responses with 500 say nothing about how much the server can do, so they do not change the adaptive limit")
  func serverErrors() async throws {
    var adaptation = ConcurrencyPolicy.Adaptation()
    // One call at a time uses half of a limit of 2.
    adaptation.initial = 1
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(adaptation))
    for _ in 0..<300 { _ = try await Next([link], transport: StubTransport(.status(500)))(personRequest()) }
    #expect(link.counts(of: origin).limit == 1)
    for _ in 0..<300 { _ = try await Next([link], transport: StubTransport(.status(200)))(personRequest()) }
    #expect(link.counts(of: origin).limit == 2)
  }

  @Test("the number of groups in memory is bounded, and a group with a call under way stays")
  func manyGroups() async throws {
    let link = try ConcurrencyMiddleware(ConcurrencyPolicy(1), group: { $0.head.authority })
    let latch = Latch()
    let stub = StubTransport { request in
      if request.head.authority == "held.example" { await latch.wait() }
      return Response(status: .ok)
    }
    let next = Next([link], transport: stub)
    let held = Task { try await next(personRequest(host: "held.example")).head.status }
    try await until { stub.requests.count == 1 }
    for number in 0..<1_100 { _ = try await next(personRequest(host: "\(number).example")) }
    #expect(link.counts(of: "held.example").active == 1)
    latch.open()
    #expect(try await held.value == .ok)
    #expect(link.counts(of: "held.example").active == 0)
  }

  @Test("the floor and the ceiling of the adaptive limit are settings", arguments: [1, 7, 20])
  func bounds(floor: Int) {
    var adaptation = ConcurrencyPolicy.Adaptation()
    (adaptation.floor, adaptation.ceiling) = (floor, 30)
    var state = LimitState(ConcurrencyPolicy(adaptation).limit)
    for _ in 0..<2_000 { state.record(0.05, active: state.limit, isRefused: true) }
    #expect(state.limit == floor)
    for _ in 0..<950 { state.record(0.05, active: state.limit, isRefused: false) }
    #expect(state.limit == 30)
  }
}

/// The natural logarithm, because Foundation is not imported whole.
private func log(_ value: Double) -> Double {
  var (value, twos) = (value, 0.0)
  while value < 0.5, value > 0 { (value, twos) = (value * 2, twos + 1) }
  let ratio = (value - 1) / (value + 1)
  var (power, sum) = (ratio, 0.0)
  for index in stride(from: 1.0, to: 40, by: 2) {
    sum += power / index
    power *= ratio * ratio
  }
  return 2 * sum - twos * 0.693_147_180_559_945_3
}
