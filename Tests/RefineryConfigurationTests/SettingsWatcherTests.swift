#if Configuration
  import Configuration
  import Foundation
  import HTTPTypes
  import Logging
  import MetricsTestKit
  import RefineryConfiguration
  import RefineryCore
  import RefineryLogging
  import RefineryRetry
  import RefineryTesting
  import SystemPackage
  import TestSupport
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct SettingsWatcherTests {
    private let provider = MutableInMemoryProvider(initialValues: absolute(["timeout": 9]))
    private var config: ConfigReader { ConfigReader(provider: provider).scoped(to: "crm") }

    private func set(_ value: ConfigContent?, _ name: String) {
      let components = ["crm"] + name.split(separator: ".").map(String.init)
      provider.setValue(value.map { ConfigValue($0, isSecret: false) }, forKey: key(components))
    }

    @Test("P11: a changed snapshot is in force from the next call on; it is logged once and counted once")
    func taken() throws {
      let lines = Lines()
      let settings = try ClientSettings(config: config, table: table)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: lines.logger)
      let api = Client(settings: settings, middleware: [], transport: StubTransport(.status(200)))
      #expect(watcher.reload() == nil && watcher.counts == (0, 0) && lines.all.isEmpty)

      set(2, "rows.Person.read.timeout")
      set("info", "logging.level")
      #expect(watcher.reload() == .taken)
      #expect(watcher.reload() == nil)

      #expect(api.options(of: Person.read(5)).timeout == .seconds(2))
      #expect(settings.logging.policy.level == .info)
      #expect(watcher.counts.taken == 1 && watcher.counts.refused == 0)
      #expect(lines.all == ["notice changed configuration applied config.keys=logging.level, rows.Person.read.timeout"])

      set(nil, "rows.Person.read.timeout")
      #expect(watcher.reload() == .taken)
      #expect(api.options(of: Person.read(5)).timeout == .seconds(9))
    }

    @Test("P11: a snapshot with a fault changes nothing, names every fault and is logged once; what is sound later is taken")
    func refused() throws {
      let lines = Lines()
      let settings = try ClientSettings(config: config, table: table)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: lines.logger)

      set("info", "logging.level")
      set(3, "rows.Person.read.timeout")
      set(-1, "rows.Person.create.responseLimit")
      set(7, "logging.sampleRate")
      let expected = ConfigurationFaults(faults: [
        "logging.sampleRate must be from 0 to 1, not 7.0", "rows.Person.create.responseLimit: must be a number of bytes",
      ])
      #expect(watcher.reload() == .refused(expected))
      #expect(watcher.reload() == nil)
      #expect(settings.logging.policy == LoggingPolicy() && settings.overrides.overrides.names.isEmpty)
      #expect(watcher.counts.taken == 0 && watcher.counts.refused == 1)
      #expect(lines.all == ["warning changed configuration refused error.message=\(expected)"])

      set(nil, "rows.Person.create.responseLimit")
      set(0.5, "logging.sampleRate")
      #expect(watcher.reload() == .taken)
      #expect(settings.logging.policy.level == .info && settings.logging.policy.sampleRate == 0.5)
      #expect(settings.overrides.overrides.names == ["Person.read"])
      #expect(watcher.counts.taken == 1 && watcher.counts.refused == 1)
    }

    @Test("P11: a refused change that is reverted is not taken, and what is taken later names each key that changed")
    func reverted() throws {
      let lines = Lines()
      let settings = try ClientSettings(config: config, table: table)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: lines.logger)
      set(7, "logging.sampleRate")
      let faults = ConfigurationFaults(faults: ["logging.sampleRate must be from 0 to 1, not 7.0"])
      #expect(watcher.reload() == .refused(faults))
      set(nil, "logging.sampleRate")
      #expect(watcher.reload() == nil)
      #expect(watcher.counts.taken == 0 && watcher.counts.refused == 1)

      set("info", "logging.level")
      set(7, "logging.sampleRate")
      #expect(watcher.reload() == .refused(faults))
      set(nil, "logging.sampleRate")
      #expect(watcher.reload() == .taken)
      #expect(lines.all.last == "notice changed configuration applied config.keys=logging.level")
    }

    @Test("P11: a changed setting of the start waits for a restart by name, and the others apply")
    func fixed() throws {
      let lines = Lines()
      let settings = try ClientSettings(config: config, table: table)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: lines.logger)

      set("https://other.example.com", "baseURL")
      set(nil, "timeout")
      set("info", "logging.level")
      #expect(watcher.reload() == .taken)
      #expect(settings.logging.policy.level == .info && watcher.pending == ["baseURL", "timeout"])

      // The same keys still wait, so they are not named again.
      set(2, "rows.Person.read.timeout")
      #expect(watcher.reload() == .taken)
      #expect(settings.overrides.overrides.names == ["Person.read"])
      #expect(watcher.counts.taken == 2 && watcher.counts.refused == 0)

      set(9, "timeout")
      #expect(watcher.reload() == .taken)
      #expect(watcher.pending == ["baseURL"])
      set("https://api.example.com", "baseURL")
      #expect(watcher.reload() == .taken)
      #expect(watcher.pending == [])
      #expect(
        lines.all == [
          "notice changed configuration applied config.keys=logging.level",
          "warning changed configuration needs a restart config.keys=baseURL, timeout",
          "notice changed configuration applied config.keys=rows.Person.read.timeout",
          "notice changed configuration applied config.keys=timeout",
          "warning changed configuration needs a restart config.keys=baseURL",
          "notice changed configuration applied config.keys=baseURL",
        ])

      set("soon", "timeout")
      set("error", "logging.level")
      guard case .refused? = watcher.reload() else {
        Issue.record("a snapshot with a fault is taken")
        return
      }
      #expect(settings.logging.policy.level == .info && watcher.pending == [])
    }

    @Test("P10, P11: a misspelled key and a file that cannot be read get one warning each while the app runs")
    func findings() async throws {
      func json(_ rest: String) -> String { #"{"crm": {"timeout": 9\#(rest)}, "other": {"x": 1}}"# }
      let url = try temporaryFile(json(""))
      defer { try? FileManager.default.removeItem(at: url) }
      let lines = Lines()
      let check = ConfigurationCheck(scope: "crm", files: [url.path], variables: ["CRM_OAUTH_TOKEN", "PATH"], own: ["oauth"])
      let settings = try ClientSettings(config: config, table: table, check: check)
      let clock = ManualClock()
      let watcher = SettingsWatcher(
        config: config, settings: settings, logger: lines.logger, checkInterval: .seconds(5), clock: CallClock(clock))
      watcher.reload()
      #expect(lines.all == [])

      let warning = "warning configuration not used error.message="
      let misspelled = "retry.retires: there is no such key; did you mean retry.retries? (in \(url.path))"
      let texts = [
        json(#", "retry": {"retires": 1}"#), json(#", "retry": {"retires": 1}"#), nil, "", "{",
        json(#", "retry": {"retries": 1}"#), json(#", "retry": {"retires": 1}"#),
      ]
      for (date, text) in texts.enumerated() {
        if let text { try replace(url, with: text, date: date) } else { try FileManager.default.removeItem(at: url) }
        watcher.reload()
        watcher.reload()
      }
      #expect(lines.all.count == 5)
      #expect(lines.all.first == warning + misspelled && lines.all.last == warning + misspelled)
      #expect(lines.all.dropFirst().first == warning + "\(url.path): the file cannot be read")
      #expect(lines.all.dropFirst(2).prefix(2).allSatisfy { $0.hasPrefix(warning + "the file cannot be read: ") })

      // A running watcher checks by itself: a file that cannot be read changes no snapshot.
      let running = Task { try await watcher.run() }
      for (count, text) in [(6, "{}}"), (7, #"{"crm": {"tiemout": 1}}"#)] {
        await clock.sleepers(1)
        try replace(url, with: text, date: 100 + count)
        clock.advance(by: .seconds(5))
        try await until { lines.all.count >= count }
      }
      #expect(lines.all.count == 7)
      running.cancel()
      try await running.value
    }

    @Test("P11: a running watcher applies each change that a provider reports, and ends when it is cancelled")
    func running() async throws {
      let settings = try ClientSettings(config: config, table: table)
      let (outcomes, continuation) = AsyncStream.makeStream(of: SettingsWatcher.Outcome.self)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: nil) { continuation.yield($0) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await watcher.run() }
        var next = outcomes.makeAsyncIterator()

        set(2, "rows.Person.read.timeout")
        let first = await next.next()
        #expect(first == .taken)
        set("soon", "rows.Person.read.timeout")
        let second = await next.next()
        #expect(second == .refused(.init(faults: ["rows.Person.read.timeout: must be a number of seconds, or null"])))
        set(4, "rows.Person.read.timeout")
        let third = await next.next()
        #expect(third == .taken)
        group.cancelAll()
        try await group.waitForAll()
      }
      #expect(watcher.counts.taken == 2 && watcher.counts.refused == 1)
    }

    @Test(
      "P11: each change of a file is in force from the next call on, in order; a faulty file is refused; one that is no JSON changes nothing"
    )
    func file() async throws {
      func json(_ rest: String) -> String { #"{"crm": {"baseURL": "https://api.example.com"\#(rest)}}"# }
      let url = try temporaryFile(json(""))
      defer { try? FileManager.default.removeItem(at: url) }
      var date = 0
      func write(_ text: String) throws {
        date += 1
        try replace(url, with: text, date: date)
      }
      let (failures, failed) = AsyncStream.makeStream(of: Void.self)
      let lines = Lines { if $0.contains("Reload check failed") { failed.yield() } }
      // The interval that the page recommends.
      let metrics = TestMetrics()
      let file = try await ReloadingFileProvider<JSONSnapshot>(
        filePath: FilePath(url.path), pollInterval: .milliseconds(500), logger: lines.logger, metrics: metrics)
      let variables = EnvironmentVariablesProvider(environmentVariables: ["CRM_NAME": "crm"])
      let config = ConfigReader(providers: [variables, file]).scoped(to: "crm")
      let settings = try ClientSettings(config: config, table: table)
      let (outcomes, continuation) = AsyncStream.makeStream(of: SettingsWatcher.Outcome.self)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: nil) { continuation.yield($0) }
      let stub = StubTransport(.status(200))
      let api = Client(settings: settings, middleware: [], transport: stub)

      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await file.run() }
        group.addTask { try await watcher.run() }
        var next = outcomes.makeAsyncIterator()
        do {
          try write(json(#", "logging": {"level": "info"}"#))
          let first = await next.next()
          #expect(first == .taken)
          #expect(settings.logging.policy.level == .info)

          try write(json(#", "logging": {"level": "notice", "bodyCap": -1}"#))
          let second = await next.next()
          #expect(second == .refused(.init(faults: ["logging.bodyCap must be from 0 to 65536 bytes, not -1"])))
          #expect(settings.logging.policy.level == .info)

          try write("{")
          var failure = failures.makeAsyncIterator()
          await failure.next()
          #expect(settings.logging.policy.level == .info)
          try write(json(#", "logging": {"level": "trace"}"#))
          let third = await next.next()
          #expect(third == .taken)
          #expect(settings.logging.policy.level == .trace)
          // The provider counts each failed check, as the page says.
          let count = try metrics.expectCounter("reloadingfileprovider<jsonsnapshot>_poll_errors_total").totalValue
          #expect(count >= 1)

          for version in ["v2", "v3", "v4"] {
            try write(json(#", "rows": {"Person.read": {"path": "\#(version)/people/{id}"}}"#))
            let outcome = await next.next()
            #expect(outcome == .taken)
            _ = try await api.respond(to: Person.read(5))
          }
          #expect(stub.requests.map(\.head.path) == ["/v2/people/5", "/v3/people/5", "/v4/people/5"])
        } catch {
          Issue.record(error)
        }
        group.cancelAll()
      }
      #expect(watcher.counts.taken == 5 && watcher.counts.refused == 1)
    }

    @Test("P11: SIGHUP puts a changed file in force without a wait")
    func signal() async throws {
      func json(_ level: String) -> String { #"{"baseURL": "https://api.example.com", "logging": {"level": "\#(level)"}}"# }
      let url = try temporaryFile(json("debug"))
      defer { try? FileManager.default.removeItem(at: url) }
      let (starts, started) = AsyncStream.makeStream(of: Void.self)
      let lines = Lines { if $0.contains("File monitoring starting") { started.yield() } }
      let file = try await ReloadingFileProvider<JSONSnapshot>(config: location(url, seconds: 86_400), logger: lines.logger)
      let config = ConfigReader(provider: file)
      let settings = try ClientSettings(config: config, table: table)
      let (outcomes, continuation) = AsyncStream.makeStream(of: SettingsWatcher.Outcome.self)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: nil) { continuation.yield($0) }

      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await file.run() }
        group.addTask { try await watcher.run() }
        var start = starts.makeAsyncIterator()
        // From here on the signal does not end the process.
        await start.next()
        try replace(url, with: json("info"), date: 1)
        kill(getpid(), SIGHUP)
        var next = outcomes.makeAsyncIterator()
        let outcome = await next.next()
        #expect(outcome == .taken)
        #expect(settings.logging.policy.level == .info)
        group.cancelAll()
      }
    }

    @Test("P11: a call under way keeps what it began with through all its attempts; the next call has the change")
    func underWay() async throws {
      set("v1/people/{id}", "rows.Person.read.path")
      for name in ["retry.delay", "retry.throttledDelay"] { set(0, name) }
      let settings = try ClientSettings(config: config, table: table)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: nil)
      let provider = provider
      let stub = StubTransport(
        .init { _ in
          let path = ["crm", "rows", "Person", "read", "path"]
          provider.setValue(ConfigValue(.string("v2/people/{id}"), isSecret: false), forKey: key(path))
          #expect(watcher.reload() == .taken)
          return Response(status: .serviceUnavailable)
        },
        .status(200))
      let api = Client(settings: settings, middleware: [try RetryMiddleware(settings.retry)], transport: stub)

      _ = try await api.respond(to: Person.read(5))
      _ = try await api.respond(to: Person.read(5))
      #expect(stub.requests.map(\.head.path) == ["/v1/people/5", "/v1/people/5", "/v2/people/5"])
    }
  }
#endif
