import HTTPTypes
import RefineryCircuitBreaker
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite("Probes of a half-open circuit", .timeLimit(.minutes(5)))
struct ProbeTests {
  private static func policy() -> CircuitBreakerPolicy {
    var policy = CircuitBreakerPolicy()
    (policy.minimumCalls, policy.failureRatio, policy.probes) = (1, 1, 3)
    return policy
  }

  @Test(
    "Q04: resilience4j#544, #935: 100,000 probes cancelled, ignored, failed, late or never settled lose no permit",
    .afterTheRush)
  func neverStuck() throws {
    var eager = Self.policy()
    // Otherwise a closed circuit would hardly open again.
    eager.failureRatio = 0.1
    let policy = eager
    let set = JumpingClock()
    let clock = CallClock(set)
    let closings = Counter()
    let store = MemoryCircuitStore(clock: clock) { change in
      if change.old == .halfOpen, change.new == .closed { closings.add() }
    }
    var random = SeededRandom(seed: 544)
    var held: [Int] = []
    var probes = 0, refusals = 0
    while probes < 100_000 {
      if let permit = try? store.admit(to: "a", by: policy) {
        refusals = 0
        if store.state(of: "a") == .halfOpen { probes += 1 }
        held.append(permit)
      } else {
        refusals += 1
        // Nothing that a probe does can refuse requests for longer than the time of a probe and of an open circuit.
        try #require(refusals < 200)
      }
      set.jump(by: .milliseconds(Int.random(in: 0...1_000, using: &random)))
      if Int.random(in: 0..<2_000, using: &random) == 0 { set.jump(by: .seconds(-3_600)) }
      if held.count > 8 || Bool.random(using: &random), let index = held.indices.randomElement(using: &random) {
        let permit = held.remove(at: index)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: store.settle(permit, of: "a", as: .failure, after: .zero, by: policy)
        case 1...3: store.settle(permit, of: "a", as: .success, after: .zero, by: policy)
        case 4...6: store.settle(permit, of: "a", as: .ignored, after: .zero, by: policy)
        // Never settled.
        default: break
        }
      }
    }
    #expect(closings.count > 0)
    // Afterwards a server that works closes the circuit.
    for _ in 0..<10 {
      set.jump(by: .seconds(36))
      for _ in 0..<3 {
        guard let permit = try? store.admit(to: "a", by: policy) else { continue }
        store.settle(permit, of: "a", as: .success, after: .zero, by: policy)
      }
    }
    #expect(store.state(of: "a") == .closed)
  }

  /// Ends each request in the next of several ways.
  private struct Ending: Transport {
    let next: @Sendable () -> Int

    func send(_ request: Request) async throws -> Response {
      switch next() {
      case 0: throw CancellationError()
      case 1: throw TimedOut(.queue)
      case 2: throw TransportError(.invalidRequest, phase: .beforeSending)
      default: return Response(status: .ok)
      }
    }
  }

  @Test(
    "Q04: through the link: 10,000 probes whose outcomes are ignored leave the circuit ready for one that succeeds",
    .afterTheRush)
  func throughTheLink() async throws {
    let manual = ManualClock()
    let clock = CallClock(manual)
    let store = MemoryCircuitStore(clock: clock)
    let breaker = try CircuitBreakerMiddleware(Self.policy(), store: store)
    store.settle(
      try store.admit(to: "https://api.example", by: Self.policy()), of: "https://api.example", as: .failure, after: .zero,
      by: Self.policy())
    manual.advance(by: .seconds(5))
    func request() -> Request {
      Request(
        endpoint: Endpoint("Person.read", .get, "people/{id}"),
        head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/people/5"),
        context: CallContext(clock: clock))
    }
    let random = Mutex(SeededRandom(seed: 935))
    let ignoring = Next([breaker], transport: Ending { random.withLock { Int.random(in: 0..<3, using: &$0) } })
    for _ in 0..<10_000 {
      do {
        _ = try await ignoring(request())
        Issue.record("it was to fail")
      } catch {
        #expect(!(error is CircuitOpen))
      }
    }
    #expect(breaker.state(of: "https://api.example") == .halfOpen)
    for _ in 0..<3 { _ = try await Next([breaker], transport: Ending { 9 })(request()) }
    #expect(breaker.state(of: "https://api.example") == .closed)
  }

  @Test("a half-open circuit admits a bounded number of probes; one that never ends is a failure when its time is over")
  func bounded() throws {
    let policy = Self.policy()
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    manual.advance(by: .seconds(5))
    let probes = try (0..<3).map { _ in try store.admit(to: "a", by: policy) }
    #expect(Set(probes).count == 3 && store.state(of: "a") == .halfOpen)
    manual.advance(by: .seconds(10))
    let error = #expect(throws: CircuitOpen.self) { try store.admit(to: "a", by: policy) }
    #expect(error == CircuitOpen(circuit: "a", retryAfter: .zero))
    #expect(error?.description == "the circuit of a is half-open: all its probes are under way")
    manual.advance(by: .seconds(20))
    #expect(throws: CircuitOpen(circuit: "a", retryAfter: .seconds(5))) { try store.admit(to: "a", by: policy) }
    #expect(store.state(of: "a") == .open)
  }

  @Test("a probe that succeeds when its time is over opens the circuit again")
  func late() throws {
    let policy = Self.policy()
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    manual.advance(by: .seconds(5))
    let probe = try store.admit(to: "a", by: policy)
    manual.advance(by: .seconds(30))
    store.settle(probe, of: "a", as: .success, after: .zero, by: policy)
    #expect(store.state(of: "a") == .open)
  }

  @Test("a half-open circuit admits no more probes than it needs, and counts successes anew after it has opened again")
  func enough() throws {
    let policy = Self.policy()
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    manual.advance(by: .seconds(5))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .success, after: .zero, by: policy)
    let probes = try (0..<2).map { _ in try store.admit(to: "a", by: policy) }
    #expect(throws: CircuitOpen(circuit: "a", retryAfter: .zero)) { try store.admit(to: "a", by: policy) }
    store.settle(probes[0], of: "a", as: .success, after: .zero, by: policy)
    store.settle(probes[1], of: "a", as: .failure, after: .zero, by: policy)
    manual.advance(by: .seconds(5))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .success, after: .zero, by: policy)
    #expect(store.state(of: "a") == .halfOpen)
  }

  @Test("the outcome of a call that an earlier state admitted is not counted")
  func lateOutcome() throws {
    let policy = Self.policy()
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    let early = try (0..<2).map { _ in try store.admit(to: "a", by: policy) }
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    manual.advance(by: .seconds(5))
    let probe = try store.admit(to: "a", by: policy)
    store.settle(early[0], of: "a", as: .failure, after: .zero, by: policy)
    #expect(store.state(of: "a") == .halfOpen)
    store.settle(probe, of: "a", as: .success, after: .zero, by: policy)
    for _ in 0..<2 { store.settle(try store.admit(to: "a", by: policy), of: "a", as: .success, after: .zero, by: policy) }
    store.settle(early[1], of: "a", as: .failure, after: .zero, by: policy)
    #expect(store.state(of: "a") == .closed)
  }

  @Test("a probe that succeeds slowly opens the circuit again")
  func slowProbe() throws {
    var policy = Self.policy()
    policy.slowDuration = .seconds(2)
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    manual.advance(by: .seconds(5))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .success, after: .milliseconds(1_999), by: policy)
    #expect(store.state(of: "a") == .halfOpen)
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .success, after: .seconds(2), by: policy)
    #expect(store.state(of: "a") == .open)
  }

  @Test("a probe whose redirect leads to another origin is a success, whatever happens there", arguments: [true, false])
  func redirectedProbe(fails: Bool) async throws {
    var policy = Self.policy()
    policy.probes = 1
    let manual = ManualClock()
    let clock = CallClock(manual)
    let breaker = try CircuitBreakerMiddleware(policy, clock: clock)
    let stub = StubTransport { request in
      guard request.head.authority == "api.example" else {
        if fails { throw TransportError(.connectionLost, phase: .waiting) }
        return Response(status: .internalServerError)
      }
      return Response(status: .found, headers: [.location: "https://other.example/"])
    }
    func request() -> Request {
      Request(
        endpoint: Endpoint("Person.read", .get, "people/{id}"),
        head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/people/5"),
        options: Options { $0.redirects = .anyOrigin }, context: CallContext(clock: clock))
    }
    _ = try await Next([breaker], transport: StubTransport(.status(500)))(request())
    manual.advance(by: .seconds(5))
    #expect(breaker.state(of: "https://api.example") == .halfOpen)
    _ = try? await Next([breaker, RedirectMiddleware()], transport: stub)(request())
    #expect(stub.requests.count == 2 && breaker.state(of: "https://api.example") == .closed)
  }

  @Test("a circuit that has closed has forgotten the failures before")
  func forgotten() throws {
    var policy = Self.policy()
    (policy.minimumCalls, policy.probes) = (2, 1)
    let manual = ManualClock()
    let store = MemoryCircuitStore(clock: CallClock(manual))
    for _ in 0..<2 { store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy) }
    manual.advance(by: .seconds(5))
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .success, after: .zero, by: policy)
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    #expect(store.state(of: "a") == .closed)
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    #expect(store.state(of: "a") == .open)
    store.close("a")
    store.settle(try store.admit(to: "a", by: policy), of: "a", as: .failure, after: .zero, by: policy)
    #expect(store.state(of: "a") == .closed)
  }
}
