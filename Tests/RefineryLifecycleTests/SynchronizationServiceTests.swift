#if ServiceLifecycle
  import HTTPTypes
  import RefineryCore
  import RefineryLifecycle
  import RefineryStore
  import RefineryTesting
  import ServiceLifecycle
  import ServiceLifecycleTestKit
  import Synchronization
  import TestSupport
  import Testing

  /// Counts the sleeps on a clock that have not ended.
  private final class PendingClock: Clock {
    private let clock: ManualClock
    private let count = Mutex(0)

    init(_ clock: ManualClock) { self.clock = clock }

    var pending: Int { count.withLock { $0 } }
    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      count.withLock { $0 += 1 }
      defer { count.withLock { $0 -= 1 } }
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Suite(.timeLimit(.minutes(5))) struct SynchronizationServiceTests {
    private let clock = ManualClock()
    private let reports = Gathered<String>()
    private let gate = Gate()

    /// A server that accepts items and returns empty lists. A POST waits for the gate. Requests for a list with a number in
    /// `failing` fail: with status 503 and `retryAfter`, or without it by a lost connection.
    private func items(
      failing: ClosedRange<Int>? = nil, retryAfter: String? = nil
    ) -> (SyncedRepository<JSONValue>, StubTransport) {
      let gate = gate
      let lists = Mutex(0)
      let ids = Mutex(0)
      let stub = StubTransport { request in
        if request.head.method == .post {
          try await gate.pass()
          let id = ids.withLock { ids in
            ids += 1
            return ids
          }
          return Response(status: .created, headers: [.contentType: "application/json"], body: Body(#"{"id":\#(id)}"#))
        }
        let number = lists.withLock { lists in
          lists += 1
          return lists
        }
        if failing?.contains(number) == true {
          guard let retryAfter else { throw TransportError(.cannotConnect, phase: .beforeSending) }
          return Response(status: .serviceUnavailable, headers: [.retryAfter: retryAfter])
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: Body("[]"))
      }
      let repository = SyncedRepository<JSONValue>(
        Client(baseURL: "https://api.example", transport: stub), store: MemoryStore(),
        resource: DictionaryResource("Item", path: "items"), settings: SyncSettings { $0.sendsAtOnce = false })
      return (repository, stub)
    }

    private func service(
      _ items: SyncedRepository<JSONValue>, every interval: Duration? = .seconds(60), failures: FailurePolicy = FailurePolicy()
    ) -> SynchronizationService {
      SynchronizationService(
        items, every: interval, failures: failures, clock: CallClock(clock, random: { 1 }),
        onResult: { [reports] result in
          switch result {
          case .success(let report): reports.add("\(report.pushed.total)")
          case .failure(let error): reports.add(ErrorSummary.text(of: error))
          }
        })
    }

    @Test("P12: a store is synchronized at the start, after each interval, and when asked to")
    func runs() async throws {
      gate.open()
      let (items, _) = items()
      try await items.create(attributes: ["number": 1])
      let service = service(items)
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        await clock.sleepers(1)
        #expect(reports.all == ["1"])
        clock.advance(by: .seconds(60))
        try await until { clock.slept.count == 2 }
        #expect(reports.all == ["1", "0"])
        try await items.create(attributes: ["number": 2])
        service.synchronizeSoon()
        try await until { clock.slept.count == 3 }
        #expect(reports.all == ["1", "0", "1"])
        #expect(clock.slept == Array(repeating: .seconds(60), count: 3))
        trigger.triggerGracefulShutdown()
        try await running
      }
      #expect(try await items.unsentCount() == 0)
    }

    @Test("P12: a requested synchronization moves the next one and adds none")
    func movesNext() async throws {
      gate.open()
      let (items, _) = items()
      let timers = PendingClock(clock)
      let service = SynchronizationService(
        items, every: .seconds(60), clock: CallClock(timers), onResult: { [reports] _ in reports.add("") })
      let running = Task { try await service.run() }
      try await until { clock.slept.count == 1 }
      clock.advance(by: .seconds(30))
      service.synchronizeSoon()
      try await until { clock.slept.count == 2 }
      // The first timer has ended, so that only the second one can start a synchronization.
      try await until { timers.pending == 1 }
      #expect(reports.all.count == 2)
      clock.advance(by: .seconds(60))
      try await until { clock.slept.count == 3 }
      #expect(reports.all.count == 3 && clock.slept == Array(repeating: .seconds(60), count: 3))
      running.cancel()
      try await running.value
    }

    @Test("P12: without an interval a store is synchronized at the start and when asked to")
    func onlyWhenAsked() async throws {
      gate.open()
      let (items, _) = items()
      let service = service(items, every: nil)
      let running = Task { try await service.run() }
      try await until { reports.all.count == 1 }
      service.synchronizeSoon()
      try await until { reports.all.count == 2 }
      #expect(clock.slept.isEmpty)
      running.cancel()
      try await running.value
    }

    @Test("P12: while the server cannot be reached, the service tries again with waits that double")
    func failures() async throws {
      gate.open()
      let (items, _) = items(failing: 1...2)
      let service = service(items)
      let running = Task { try await service.run() }
      try await until { clock.slept.count == 1 }
      clock.advance(by: .seconds(1))
      try await until { clock.slept.count == 2 }
      clock.advance(by: .seconds(2))
      try await until { clock.slept.count == 3 }
      #expect(clock.slept == [.seconds(1), .seconds(2), .seconds(60)])
      #expect(reports.all.count == 3 && reports.all[2] == "0")
      #expect(reports.all[0].hasPrefix("the synchronization ended in the phase pull: "))
      running.cancel()
      try await running.value
    }

    @Test(
      "P12: after a failure, Retry-After, up to an hour, is added to the random wait",
      arguments: [("120", 121), ("999999", 3601), ("soon", 1)])
    func retryAfter(field: String, seconds: Int) async throws {
      gate.open()
      let (items, stub) = items(failing: 1...1, retryAfter: field)
      let service = service(items)
      let running = Task { try await service.run() }
      try await until { clock.slept.count == 1 }
      #expect(clock.slept == [.seconds(seconds)] && stub.requests.count == 1)
      clock.advance(by: .seconds(seconds))
      try await until { reports.all.count == 2 }
      #expect(reports.all[1] == "0")
      running.cancel()
      try await running.value
    }

    @Test("P12: a service that may fail only so often throws the last error")
    func tooManyFailures() async throws {
      var policy = FailurePolicy()
      policy.maximumFailures = 1
      let service = service(items(failing: 1...9).0, failures: policy)
      await #expect(throws: SynchronizationError.self) { try await service.run() }
    }

    @Test("P12: at graceful shutdown a running synchronization, and one that was asked for, end within the grace")
    func graceful() async throws {
      let (items, stub) = items()
      try await items.create(attributes: ["number": 1])
      let service = service(items)
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        try await until { gate.arrivals == 1 }
        try await items.create(attributes: ["number": 2])
        service.synchronizeSoon()
        trigger.triggerGracefulShutdown()
        // The grace has begun.
        await clock.sleepers(1)
        gate.open()
        try await running
      }
      #expect(clock.slept.contains(.seconds(10)))
      #expect(try await items.unsentCount() == 0)
      #expect(stub.requests.filter { $0.head.method == .post }.count == 2)
    }

    @Test("P12: when the grace is over the synchronization is cancelled, and the outbox keeps what was not sent, with its key")
    func graceIsOver() async throws {
      let (items, stub) = items()
      try await items.create(attributes: ["number": 1])
      let first = service(items)
      try await testGracefulShutdown { trigger in
        async let running: Void = first.run()
        try await until { gate.arrivals == 1 }
        trigger.triggerGracefulShutdown()
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        try await running
      }
      #expect(reports.all.isEmpty)
      #expect(try await items.unsentCount() == 1)

      gate.open()
      let second = service(items)
      let running = Task { try await second.run() }
      try await until { reports.all == ["1"] }
      running.cancel()
      try await running.value
      #expect(try await items.unsentCount() == 0)
      let keys = stub.requests.filter { $0.head.method == .post }.map { $0.head.headerFields[.idempotencyKeyField] }
      #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    }

    @Test("P12: a cancelled service cancels its synchronization at once")
    func cancelled() async throws {
      let (items, _) = items()
      try await items.create(attributes: ["number": 1])
      let service = service(items)
      let running = Task { try await service.run() }
      try await until { gate.arrivals == 1 }
      running.cancel()
      try await running.value
      #expect(try await items.unsentCount() == 1)
    }
  }
#endif
