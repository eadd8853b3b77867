import HTTPTypes
import RefineryCircuitBreaker
import RefineryCore
import RefineryResilience
import RefineryTesting
import RefineryTransport
import Synchronization
import TestSupport
import Testing

private let row = Endpoint("Person.read", .get, "people/5")

/// A server that works for 1.5 s on each request, behind a limit on the requests under way, as all our transports have it.
private struct LimitedTransport: Transport {
  let limiter: OriginLimiter
  let alarms = AlarmClock()
  let served = Counter()
  var enforcesDeadline: Bool { true }

  init(places: Int) { limiter = OriginLimiter(active: places, waiting: 100_000) }

  func send(_ request: Request) async throws -> Response {
    let origin = try #require(Origin(request.head))
    let slot = try await limiter.admit(request, to: origin, alarms: alarms)
    defer { slot.leave() }
    try await request.context.clock.sleep(for: .milliseconds(1_500))
    served.add()
    return Response(status: .ok)
  }
}

@Suite(.timeLimit(.minutes(5))) struct QueueTests {
  @Test("Q09: a thousand callers of a healthy server all get their response, though most of them wait for a place")
  func thousandCallers() async throws {
    let manual = ManualClock()
    let transport = LimitedTransport(places: 256)
    let changes = Gathered<CircuitChange>()
    var policy = ResiliencePolicy()
    (policy.timeout, policy.attemptTimeout) = (.seconds(60), .seconds(2))
    let api = try Client(baseURL: "https://api.example", transport: transport, clock: CallClock(manual))
      .resilient(policy, onCircuitChange: { changes.add($0) })
    try await withThrowingTaskGroup(of: Reply<Okay>.self) { group in
      for _ in 0..<1_000 { group.addTask { try await api.reply(to: Call<Okay>(row)) } }
      var left = 1_000
      while left > 0 {
        // The timer of each attempt, and the work on those that have a place.
        let working = min(256, left)
        await manual.sleepers(left + working)
        manual.advance(by: .milliseconds(1_500))
        for _ in 0..<working {
          let reply = try #require(try await group.next())
          #expect(reply.attempts.count == 1)
        }
        left -= working
      }
    }
    #expect(transport.served.count == 1_000)
    #expect(changes.all.isEmpty)
  }

  @Test("M07: the limit of an attempt begins when it has a place, and the error says what it was doing then")
  func limitAfterQueue() async throws {
    let manual = ManualClock()
    let transport = LimitedTransport(places: 1)
    let api = Client(baseURL: "https://api.example", transport: transport, clock: CallClock(manual))
    let first = Task { try await api.send(Call<Okay>(row)) }
    await manual.sleepers(1)
    let call = Call<Okay>(row).options { $0.attemptTimeout = .seconds(1) }
    let second = Task { try await api.send(call) }
    await manual.sleepers(2)
    // The timer of the second attempt wakes, and begins again, because the attempt still waits.
    manual.advance(by: .seconds(1))
    await manual.sleepers(2)
    manual.advance(by: .milliseconds(500))
    _ = try await first.value
    await manual.sleepers(2)
    // The work takes 1.5 s, and the limit is 1 s.
    manual.advance(by: .milliseconds(500))
    await manual.sleepers(2)
    manual.advance(by: .milliseconds(500))
    let error = try #require(await #expect(throws: CallError.self) { try await second.value })
    #expect(error.kind == .timedOut(.attempt))
    #expect(error.elapsed == .milliseconds(2_500))
    #expect(error.request?.context.waits["queue"] == .milliseconds(1_500))
  }

  @Test("M07: a call whose deadline comes while it waits for a place fails by `queue`, opens no circuit and is unsent")
  func deadlineInQueue() async throws {
    let transport = LimitedTransport(places: 0)
    var policy = ResiliencePolicy()
    (policy.timeout, policy.attemptTimeout) = (.milliseconds(20), .milliseconds(5))
    policy.circuitBreaker?.minimumCalls = 1
    policy.retry = nil
    let changes = Gathered<CircuitChange>()
    let api = try Client(baseURL: "https://api.example", transport: transport)
      .resilient(policy, onCircuitChange: { changes.add($0) })
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Call<Okay>(row)) })
    #expect(error.kind == .timedOut(.queue))
    #expect((error.underlying as? TimedOut)?.isUnsent == true)
    #expect(error.attempts.map(\.phase) == [.queue])
    #expect(changes.all.isEmpty && transport.served.count == 0)
  }
}
