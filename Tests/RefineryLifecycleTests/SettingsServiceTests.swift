#if ServiceLifecycle && Configuration
  import Configuration
  import HTTPTypes
  import RefineryConfiguration
  import RefineryCore
  import RefineryLifecycle
  import RefineryTesting
  import ServiceLifecycle
  import ServiceLifecycleTestKit
  import Synchronization
  import TestSupport
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct SettingsServiceTests {
    private static let table = EndpointTable("Probes", rows: [Endpoint("Probe.read", .get, "probe")])

    /// A provider whose first watches fail.
    private final class Failing: ConfigProvider {
      let values = MutableInMemoryProvider(initialValues: [AbsoluteConfigKey(["baseURL"]): "https://api.example"])
      private let failures: Mutex<Int>
      private let error: any Error
      /// How long each watch lasts before it fails.
      private let lengths: Mutex<[Duration]>
      private let clock: ManualClock
      init(
        _ failures: Int, _ error: any Error = Refusal(), lengths: [Duration] = [], on clock: ManualClock = ManualClock()
      ) {
        self.failures = Mutex(failures)
        self.error = error
        self.lengths = Mutex(lengths)
        self.clock = clock
      }

      var providerName: String { "failing" }
      func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try values.value(forKey: key, type: type)
      }
      func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try await values.fetchValue(forKey: key, type: type)
      }
      func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler: (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws -> Return
      ) async throws -> Return {
        try await values.watchValue(forKey: key, type: type, updatesHandler: updatesHandler)
      }
      func snapshot() -> any ConfigSnapshot { values.snapshot() }
      func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
      ) async throws -> Return {
        let isFailing = failures.withLock { failures in
          failures -= 1
          return failures >= 0
        }
        let length = lengths.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let length { try await clock.sleep(until: clock.now.advanced(by: length), tolerance: nil) }
        if isFailing { throw error }
        return try await values.watchSnapshot(updatesHandler: updatesHandler)
      }
    }

    private let clock = ManualClock()
    private let reports = Gathered<String>()

    private func service(
      _ provider: Failing, failures: FailurePolicy = FailurePolicy(),
      onChange: @escaping @Sendable (SettingsWatcher.Outcome) -> Void = { _ in }
    ) throws -> SettingsService {
      let config = ConfigReader(provider: provider)
      let settings = try ClientSettings(config: config, table: Self.table)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: nil, onChange: onChange)
      return SettingsService(
        watcher, failures: failures, clock: CallClock(clock, random: { 1 }),
        onFailure: { [reports] in reports.add(ErrorSummary.text(of: $0)) })
    }

    @Test("P12: a change is applied while the app runs, and the service ends at graceful shutdown")
    func watches() async throws {
      let provider = Failing(0)
      let (outcomes, told) = AsyncStream.makeStream(of: SettingsWatcher.Outcome.self)
      let service = try service(provider) { told.yield($0) }
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        provider.values.setValue("info", forKey: AbsoluteConfigKey(["logging", "level"]))
        var next = outcomes.makeAsyncIterator()
        let first = await next.next()
        #expect(first == .taken)
        trigger.triggerGracefulShutdown()
        try await running
      }
      #expect(reports.all.isEmpty)
    }

    @Test("P12: a cancelled service ends without an error")
    func cancelled() async throws {
      let service = try service(Failing(0))
      let running = Task { try await service.run() }
      running.cancel()
      try await running.value
    }

    @Test("P12: after a failure of a provider the service watches again, with waits that double")
    func failures() async throws {
      let provider = Failing(2)
      let (outcomes, told) = AsyncStream.makeStream(of: SettingsWatcher.Outcome.self)
      let service = try service(provider) { told.yield($0) }
      let running = Task { try await service.run() }
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      try await until { clock.slept.count == 2 }
      clock.advance(by: .seconds(2))
      provider.values.setValue("info", forKey: AbsoluteConfigKey(["logging", "level"]))
      var next = outcomes.makeAsyncIterator()
      let first = await next.next()
      #expect(first == .taken)
      #expect(clock.slept == [.seconds(1), .seconds(2)])
      #expect(reports.all == ["refused", "refused"])
      running.cancel()
      try await running.value
    }

    @Test("P12: a failure after a watch that lasted longer than the maximum delay is the first in a row")
    func failuresFarApart() async throws {
      let lengths: [Duration] = [.zero, .seconds(61), .seconds(60), .seconds(61)]
      let service = try service(Failing(9, lengths: lengths, on: clock))
      let running = Task { try await service.run() }
      // Each watch, and the wait after it.
      let waits: [Duration] = [.seconds(1), .seconds(1), .seconds(2), .seconds(1)]
      let expected = zip(lengths, waits).flatMap { [$0, $1] }
      for (index, duration) in expected.enumerated() {
        try await until { clock.slept.count > index }
        clock.advance(by: duration)
      }
      #expect(Array(clock.slept.prefix(expected.count)) == expected)
      running.cancel()
      try await running.value
    }

    @Test("P12: a service that may fail only so often throws the last error")
    func tooManyFailures() async throws {
      var policy = FailurePolicy()
      policy.maximumFailures = 1
      let service = try service(Failing(9), failures: policy)
      await #expect(throws: Refusal.self) { try await service.run() }
    }

    @Test("P12: a provider's own CancellationError is a failure, not the end of the service")
    func uncancelled() async throws {
      var policy = FailurePolicy()
      policy.maximumFailures = 1
      let service = try service(Failing(9, CancellationError()), failures: policy)
      await #expect(throws: CancellationError.self) { try await service.run() }
      #expect(reports.all == ["cancelled"])
    }
  }
#endif
