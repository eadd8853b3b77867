#if ServiceLifecycle
  import RefineryAuth
  import RefineryCore
  import RefineryLifecycle
  import RefineryTesting
  import ServiceLifecycle
  import ServiceLifecycleTestKit
  import Synchronization
  import TestSupport
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct CredentialServiceTests {
    private let clock = ManualClock()
    private let reports = Gathered<String>()

    /// Gives `t1`, `t2` and so on, each for an hour, and fails where the script says so.
    private final class Provider: CredentialProvider {
      private let made = Mutex(0)
      private let failing: ClosedRange<Int>?
      init(failing: ClosedRange<Int>? = nil) { self.failing = failing }
      var count: Int { made.withLock { $0 } }

      func credential(for context: CredentialContext) async throws -> Credential {
        let number = made.withLock { made in
          made += 1
          return made
        }
        if failing?.contains(number) == true { throw Refusal() }
        return .bearer("\(context.key)t\(number)").lasting(.seconds(3600))
      }
    }

    private func store(_ provider: Provider) -> CredentialStore {
      CredentialStore(provider, clock: CallClock(clock, random: { 1 }))
    }

    private func service(
      _ store: CredentialStore, keys: [String] = [""], failures: FailurePolicy = FailurePolicy()
    ) -> CredentialService {
      CredentialService(
        store, keys: keys, failures: failures, onFailure: { [reports] in reports.add(ErrorSummary.text(of: $0)) })
    }

    /// Waits until the service sleeps for the given time. The store's own time limits are sleeps of 30 s.
    private func asleep(_ durations: Duration...) async throws {
      try await until { clock.slept.filter { $0 != .seconds(30) } == durations }
    }

    @Test("P12: the credential is fetched at the start and before it expires, so that no call waits")
    func keepsFresh() async throws {
      let provider = Provider()
      let store = store(provider)
      let service = service(store)
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        try await asleep(.seconds(3420))
        #expect(provider.count == 1)
        clock.advance(by: .seconds(3420))
        try await asleep(.seconds(3420), .seconds(3420))
        #expect(provider.count == 2)
        #expect(try await store.credential() == Credential.bearer("t2").lasting(.seconds(3600)))
        #expect(provider.count == 2)

        trigger.triggerGracefulShutdown()
        try await running
      }
      #expect(reports.all.isEmpty)
    }

    @Test("P12: after a failure the service tries again with waits that double; calls use the credential while it is valid")
    func failures() async throws {
      let provider = Provider(failing: 2...4)
      let store = store(provider)
      let service = service(store)
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        try await asleep(.seconds(3420))
        clock.advance(by: .seconds(3420))
        try await asleep(.seconds(3420), .seconds(1))
        #expect(try await store.credential() == Credential.bearer("t1").lasting(.seconds(3600)))
        clock.advance(by: .seconds(1))
        try await asleep(.seconds(3420), .seconds(1), .seconds(2))
        clock.advance(by: .seconds(2))
        try await asleep(.seconds(3420), .seconds(1), .seconds(2), .seconds(4))
        clock.advance(by: .seconds(4))
        try await asleep(.seconds(3420), .seconds(1), .seconds(2), .seconds(4), .seconds(3420))
        #expect(try await store.credential() == Credential.bearer("t5").lasting(.seconds(3600)))
        #expect(reports.all == Array(repeating: "fetching credentials failed: refused", count: 3))
        trigger.triggerGracefulShutdown()
        try await running
      }
    }

    @Test("P12: a service that may fail only so often throws the last error")
    func tooManyFailures() async throws {
      var policy = FailurePolicy()
      policy.maximumFailures = 2
      let service = service(store(Provider(failing: 1...9)), failures: policy)
      let running = Task { try await service.run() }
      try await asleep(.seconds(1))
      clock.advance(by: .seconds(1))
      let error = try await #require(throws: CredentialError.self) { try await running.value }
      #expect("\(error)" == "fetching credentials failed: refused")
      #expect(reports.all.count == 2)
    }

    @Test("P12: a wait never exceeds the maximum, and the number of failures has no limit by default")
    func maximumDelay() async throws {
      var policy = FailurePolicy()
      policy.maximumDelay = .seconds(3)
      let service = service(store(Provider(failing: 1...99)), failures: policy)
      let running = Task { try await service.run() }
      var waits: [Duration] = []
      for wait in [1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3] {
        waits.append(.seconds(wait))
        try await until { clock.slept.filter { $0 != .seconds(30) } == waits }
        clock.advance(by: .seconds(wait))
      }
      running.cancel()
      try await running.value
    }

    @Test("P12: after a failure the service waits at least for the back-off of the store, whose refusal is no failure")
    func backOff() async throws {
      var policy = RefreshPolicy()
      policy.backOff = .seconds(5)
      let provider = Provider(failing: 1...2)
      let service = service(CredentialStore(provider, policy: policy, clock: CallClock(clock, random: { 1 })))
      let running = Task { try await service.run() }
      try await asleep(.seconds(5))
      clock.advance(by: .seconds(5))
      try await asleep(.seconds(5), .seconds(5))
      #expect(provider.count == 2)
      clock.advance(by: .seconds(5))
      try await asleep(.seconds(5), .seconds(5), .seconds(3420))
      #expect(provider.count == 3 && reports.all.count == 2)
      running.cancel()
      try await running.value
    }

    @Test("P12: each key is kept fresh, and a credential that a call replaced after a 401 is not fetched again")
    func keys() async throws {
      let provider = Provider()
      let store = store(provider)
      let service = service(store, keys: ["a", "b"])
      let running = Task { try await service.run() }
      try await asleep(.seconds(3420), .seconds(3420))
      #expect(provider.count == 2)
      clock.advance(by: .seconds(1000))
      store.forget("a")
      _ = try await store.credential(for: "a")
      #expect(provider.count == 3)
      clock.advance(by: .seconds(2420))
      try await until { clock.slept.filter { $0 != .seconds(30) }.count == 4 }
      #expect(Set(clock.slept.filter { $0 != .seconds(30) }.suffix(2)) == [.seconds(1000), .seconds(3420)])
      #expect(provider.count == 4)
      running.cancel()
      try await running.value
    }

    @Test("P12: a service without work still runs until the shutdown")
    func noKeys() async throws {
      let service = service(store(Provider()), keys: [])
      try await testGracefulShutdown { trigger in
        let running = Task {
          try await service.run()
          reports.add("ended")
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(reports.all.isEmpty)
        trigger.triggerGracefulShutdown()
        try await running.value
      }
    }

    @Test("P12: the shutdown does not wait for a provider")
    func shutdownWhileFetching() async throws {
      struct Silent: CredentialProvider {
        let gate: Gate
        func credential(for context: CredentialContext) async throws -> Credential {
          try await gate.pass()
          return .bearer("t")
        }
      }
      let gate = Gate()
      let service = CredentialService(CredentialStore(Silent(gate: gate), clock: CallClock(clock)))
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        try await until { gate.arrivals == 1 }
        trigger.triggerGracefulShutdown()
        try await running
      }
      gate.open()
    }
  }
#endif
