#if Configuration
  import Configuration
  import HTTPTypes
  import RefineryCache
  import RefineryCircuitBreaker
  import RefineryConcurrency
  import RefineryConfiguration
  import RefineryCore
  import RefineryHedging
  import RefineryLogging
  import RefineryRateLimit
  import RefineryRetry
  import RefineryTesting
  import Synchronization
  import Testing

  @Suite struct ConfiguredLinkTests {
    private static let json = """
      {"crm": {
        "baseURL": "https://api.example.com",
        "rateLimit": {
          "rate": 2.5, "capacity": 20, "maximumWait": 5, "maximumWaiting": 500, "hints": ["legacyFields"], "maximumPause": 600,
          "adaptive": true
        },
        "circuitBreaker": {
          "window": 60, "failureRatio": 0.5, "slowDuration": 2, "slowRatio": 0.8, "minimumCalls": 20, "openDuration": 10,
          "probes": 1, "probeTimeout": 5
        },
        "concurrency": {
          "initial": 40, "floor": 4, "ceiling": 400, "smoothing": 0.5, "tolerance": 2, "maximumWaiting": 10
        },
        "hedging": {
          "percentile": 0.99, "delay": 0.5, "minimumDelay": 0.01, "minimumSamples": 50, "budget": 0.02, "burst": 5, "pause": 30,
          "writes": true
        },
        "idempotencyKey": {"form": "raw", "methods": ["POST"]},
        "cache": {
          "identity": "fields", "byteLimit": 2048, "targets": ["Surrogate-Control"], "revalidations": 2,
          "maximumHeuristicLifetime": 3600, "staleWhileRevalidate": 30, "staleIfError": 600
        }
      }}
      """
    private static let variables = [
      "BASE_URL": "https://api.example.com", "RATE_LIMIT_RATE": "2.5", "RATE_LIMIT_CAPACITY": "20",
      "RATE_LIMIT_MAXIMUM_WAIT": "5", "RATE_LIMIT_MAXIMUM_WAITING": "500", "RATE_LIMIT_HINTS": "legacyFields",
      "RATE_LIMIT_MAXIMUM_PAUSE": "600", "RATE_LIMIT_ADAPTIVE": "true", "CIRCUIT_BREAKER_WINDOW": "60",
      "CIRCUIT_BREAKER_FAILURE_RATIO": "0.5", "CIRCUIT_BREAKER_SLOW_DURATION": "2", "CIRCUIT_BREAKER_SLOW_RATIO": "0.8",
      "CIRCUIT_BREAKER_MINIMUM_CALLS": "20", "CIRCUIT_BREAKER_OPEN_DURATION": "10", "CIRCUIT_BREAKER_PROBES": "1",
      "CIRCUIT_BREAKER_PROBE_TIMEOUT": "5", "CONCURRENCY_INITIAL": "40", "CONCURRENCY_FLOOR": "4",
      "CONCURRENCY_CEILING": "400", "CONCURRENCY_SMOOTHING": "0.5", "CONCURRENCY_TOLERANCE": "2",
      "CONCURRENCY_MAXIMUM_WAITING": "10", "HEDGING_PERCENTILE": "0.99", "HEDGING_DELAY": "0.5",
      "HEDGING_MINIMUM_DELAY": "0.01", "HEDGING_MINIMUM_SAMPLES": "50", "HEDGING_BUDGET": "0.02", "HEDGING_BURST": "5",
      "HEDGING_PAUSE": "30", "HEDGING_WRITES": "true", "IDEMPOTENCY_KEY_FORM": "raw", "IDEMPOTENCY_KEY_METHODS": "POST",
      "CACHE_IDENTITY": "fields", "CACHE_BYTE_LIMIT": "2048", "CACHE_TARGETS": "Surrogate-Control",
      "CACHE_REVALIDATIONS": "2", "CACHE_MAXIMUM_HEURISTIC_LIFETIME": "3600", "CACHE_STALE_WHILE_REVALIDATE": "30",
      "CACHE_STALE_IF_ERROR": "600",
    ]

    @Test("P10: the environment and a JSON file set each key of a link alike", arguments: ["environment", "JSON"])
    func everyKey(source: String) async throws {
      let reader =
        source == "JSON"
        ? ConfigReader(provider: try await file(Self.json, as: JSONSnapshot.self)).scoped(to: "crm")
        : environment(Dictionary(uniqueKeysWithValues: Self.variables.map { ("CRM_\($0.key)", $0.value) }))
      let settings = try ClientSettings(config: reader, table: table)

      var rate = RateLimitPolicy(20)
      rate.rate = 2.5
      rate.maximumWait = .seconds(5)
      rate.maximumWaiting = 500
      rate.hints = [.legacyFields]
      rate.maximumPause = .seconds(600)
      rate.isAdaptive = true
      #expect(settings.rateLimit == rate)

      var breaker = CircuitBreakerPolicy()
      breaker.window = .seconds(60)
      breaker.failureRatio = 0.5
      breaker.slowDuration = .seconds(2)
      breaker.slowRatio = 0.8
      breaker.minimumCalls = 20
      breaker.openDuration = .seconds(10)
      breaker.probes = 1
      breaker.probeTimeout = .seconds(5)
      #expect(settings.circuitBreaker == breaker)

      var adaptation = ConcurrencyPolicy.Adaptation()
      adaptation.initial = 40
      adaptation.floor = 4
      adaptation.ceiling = 400
      adaptation.smoothing = 0.5
      adaptation.tolerance = 2
      var concurrency = ConcurrencyPolicy(adaptation)
      concurrency.maximumWaiting = 10
      #expect(settings.concurrency == concurrency)

      var hedging = HedgingPolicy()
      hedging.percentile = 0.99
      hedging.delay = .milliseconds(500)
      hedging.minimumDelay = .milliseconds(10)
      hedging.minimumSamples = 50
      hedging.budget = 0.02
      hedging.burst = 5
      hedging.pause = .seconds(30)
      hedging.hedgesWrites = true
      #expect(settings.hedging == hedging)

      #expect(settings.links.idempotencyKey != nil && settings.links.cache != nil)
      let caching = CachePolicy {
        $0.maximumHeuristicLifetime = .seconds(3600)
        $0.staleWhileRevalidate = .seconds(30)
        $0.staleIfError = .seconds(600)
      }
      #expect(settings.options.caching == caching)
    }

    /// The names of the links of a client with the given settings and links.
    private func chain(_ values: [String: ConfigContent], _ middleware: [any Middleware]) throws -> [String] {
      let settings = try ClientSettings(config: memory(values), table: table)
      let api = Client(settings: settings, middleware: middleware, transport: StubTransport(.status(200)))
      #expect(api.problems == [])
      return api.middleware.map(\.name)
    }

    private let all: [String: ConfigContent] = [
      "rateLimit.rate": 10, "circuitBreaker.enabled": true, "concurrency.limit": 8, "hedging.enabled": true,
      "idempotencyKey.enabled": true, "cache.identity": "client",
    ]

    @Test("P10: each link is added at its stage if one of its keys is set, and no link is added without a key")
    func stages() throws {
      let links: [any Middleware] = [
        LoggingMiddleware(), try RetryMiddleware(RetryPolicy()), LoggingMiddleware().at(.observe),
      ]
      let own = try chain([:], links)
      #expect(own.filter { $0 != "RedirectMiddleware" } == ["LoggingMiddleware", "RetryMiddleware", "LoggingMiddleware"])

      let expected = [
        "LoggingMiddleware", "CacheMiddleware", "IdempotencyMiddleware", "ConcurrencyMiddleware", "RetryMiddleware",
        "HedgingMiddleware", "RateLimitMiddleware", "CircuitBreakerMiddleware", "LoggingMiddleware",
      ]
      #expect(try chain(all, links).filter { $0 != "RedirectMiddleware" } == expected)

      // With this identity, the cache comes after credentials.
      var perCredential = all
      perCredential["cache.identity"] = "fields"
      let names = try chain(perCredential, links)
      #expect(names.firstIndex(of: "HedgingMiddleware")! < names.firstIndex(of: "CacheMiddleware")!)
      #expect(names.firstIndex(of: "CacheMiddleware")! < names.firstIndex(of: "CircuitBreakerMiddleware")!)
    }

    @Test("P10: a link that the app has itself is not added twice")
    func ownLink() throws {
      let breaker = try CircuitBreakerMiddleware()
      let names = try chain(all, [breaker])
      #expect(names.count { $0 == "CircuitBreakerMiddleware" } == 1 && names.contains("RateLimitMiddleware"))
    }

    @Test("P10: a provider switches off a link of a provider after it")
    func off() throws {
      let switches = all.keys.map { String($0.prefix { $0 != "." }) + ".enabled" }
      let values = all.merging(switches.map { ($0, false) }) { $1 }
      #expect(try chain(values, []).filter { $0 != "RedirectMiddleware" } == [])

      let variables = EnvironmentVariablesProvider(environmentVariables: ["CRM_RATE_LIMIT_ENABLED": "false"])
      let config = ConfigReader(providers: [variables, InMemoryProvider(values: absolute(all))]).scoped(to: "crm")
      let settings = try ClientSettings(config: config, table: table)
      #expect(settings.rateLimit == nil && settings.links.rateLimit == nil && settings.links.circuitBreaker != nil)
    }

    @Test("P10: configured links protect: a rate limit, a circuit, a key for each creation, a stored response")
    func behaviour() async throws {
      let limited = try ClientSettings(
        config: memory(["rateLimit.rate": 0.001, "rateLimit.maximumWait": 0]), table: table)
      let slow = Client(settings: limited, middleware: [], transport: StubTransport(.json(#"{"id":5,"name":"Ann"}"#)))
      _ = try await slow.send(Person.read(5))
      let excess = await #expect(throws: CallError.self) { try await slow.send(Person.read(5)) }
      #expect(excess?.underlying is RateLimitExceeded && excess?.kind == .refused)

      let guarded = try ClientSettings(config: memory(["circuitBreaker.minimumCalls": 1]), table: table)
      let broken = Client(settings: guarded, middleware: [], transport: StubTransport(.status(500)))
      await #expect(throws: CallError.self) { try await broken.send(Person.read(5)) }
      let refusal = await #expect(throws: CallError.self) { try await broken.send(Person.read(5)) }
      #expect(refusal?.underlying is CircuitOpen && refusal?.kind == .refused)
      #expect(guarded.links.circuitBreaker?.state(of: "https://api.example.com") == .open)

      let stub = StubTransport(.json(#"{"id":5,"name":"Ann"}"#, headers: [.cacheControl: "max-age=60"]))
      let values: [String: ConfigContent] = ["idempotencyKey.form": "raw", "cache.identity": "client"]
      let kept = try ClientSettings(config: memory(values), table: table)
      let api = Client(settings: kept, middleware: [], transport: stub)
      _ = try await api.send(Person.read(5))
      _ = try await api.send(Person.read(5))
      #expect(stub.requests.count == 1)
      _ = try await api.send(Person.create(Person(id: 5)))
      let key = try #require(stub.requests.last?.head.headerFields[.idempotencyKeyField])
      #expect(key.count == 36)
    }

    /// Adds a credential after a cache with the identity `client`.
    private struct Credential: Middleware {
      let token: String
      var stage: ChainStage? { .credentials }

      func respond(to request: Request, next: Next) async throws -> Response {
        var signed = request
        signed.head.headerFields[.authorization] = "Bearer \(token)"
        return try await next(signed)
      }
    }

    @Test("Q15, P10: two clients with the same settings do not get each other's stored responses")
    func cacheOfEachClient() async throws {
      let stub = StubTransport { request in
        let name = request.head.headerFields[.authorization] ?? "none"
        return Response(
          status: .ok, headers: [.cacheControl: "max-age=60", .contentType: "application/json"],
          body: Body(#"{"id":5,"name":"\#(name)"}"#))
      }
      let settings = try ClientSettings(config: memory(["cache.identity": "client"]), table: table)
      let clients = ["A", "B"].map { Client(settings: settings, middleware: [Credential(token: $0)], transport: stub) }
      for _ in 1...2 {
        #expect(try await clients[0].send(Person.read(5)).name == "Bearer A")
        #expect(try await clients[1].send(Person.read(5)).name == "Bearer B")
      }
      #expect(stub.requests.count == 2)
    }

    /// A server that is slower than the delay of hedging. Time goes on only while it has a request.
    private final class SlowServer: Transport {
      static let origin = "https://api.example.com"
      let clock = ManualClock()
      /// Whether each request opens the circuit, before any time goes by.
      let opensCircuit = Atomic(false)
      private let breaker: CircuitBreakerMiddleware
      private let hedging: HedgingMiddleware

      init(_ breaker: CircuitBreakerMiddleware, _ hedging: HedgingMiddleware) {
        (self.breaker, self.hedging) = (breaker, hedging)
      }

      func send(_ request: Request) async throws -> Response {
        if opensCircuit.load(ordering: .relaxed) { breaker.isolate(Self.origin) }
        let hedges = hedging.counts.hedges
        // Two tasks wait: for the limit of the call, and for the delay before a second request.
        await clock.sleepers(2)
        for _ in 0..<1_000 {
          if Task.isCancelled || hedging.counts.hedges != hedges { break }
          clock.advance(by: .milliseconds(1))
          await Task.yield()
        }
        return Response(status: .ok)
      }
    }

    @Test("P10: a slow request is hedged only while its circuit is closed", .timeLimit(.minutes(5)))
    func hedging() async throws {
      let values: [String: ConfigContent] = ["hedging.delay": 0.001, "hedging.budget": 1, "circuitBreaker.enabled": true]
      let links = try ClientSettings(config: memory(values), table: table).links
      let (breaker, hedging) = (try #require(links.circuitBreaker), try #require(links.hedging))
      let server = SlowServer(breaker, hedging)
      var api = Client(baseURL: SlowServer.origin, middleware: [hedging, breaker], transport: server)
      api.clock = CallClock(server.clock)
      // With a closed circuit, a call is hedged sooner or later.
      while hedging.counts.hedges == 0 { _ = try await api.respond(to: Person.read(5)) }

      server.opensCircuit.store(true, ordering: .relaxed)
      let before = hedging.counts
      for _ in 0..<20 {
        breaker.close(SlowServer.origin)
        _ = try await api.respond(to: Person.read(5))
      }
      #expect(hedging.counts.hedges == before.hedges && hedging.counts.requests == before.requests + 20)
    }

    @Test(
      "P10: the rate limit comes before the app's own circuit breaker, and hedging asks this one",
      .timeLimit(.minutes(5)), arguments: [true, false])
    func ownCircuitBreaker(isAlsoConfigured: Bool) async throws {
      let values: [String: ConfigContent] = [
        "rateLimit.rate": 1_000_000, "hedging.delay": 0.001, "hedging.budget": 1,
        "circuitBreaker.enabled": .bool(isAlsoConfigured),
      ]
      let settings = try ClientSettings(config: memory(values), table: table)
      let hedging = try #require(settings.links.hedging)
      let breaker = try CircuitBreakerMiddleware()
      let server = SlowServer(breaker, hedging)
      var api = Client(settings: settings, middleware: [breaker], transport: server)
      api.clock = CallClock(server.clock)
      let names = api.middleware.map(\.name).filter { $0 != "RedirectMiddleware" }
      #expect(names == ["HedgingMiddleware", "RateLimitMiddleware", "CircuitBreakerMiddleware"])
      // With a closed circuit, a call is hedged sooner or later.
      while hedging.counts.hedges == 0 { _ = try await api.respond(to: Person.read(5)) }

      server.opensCircuit.store(true, ordering: .relaxed)
      let before = hedging.counts
      for _ in 0..<20 {
        breaker.close(SlowServer.origin)
        _ = try await api.respond(to: Person.read(5))
      }
      #expect(hedging.counts.hedges == before.hedges && hedging.counts.requests == before.requests + 20)
    }

    @Test("P11: a reload keeps buckets and circuits, and a changed key of a link waits for a restart")
    func reload() async throws {
      let initial = absolute(["rateLimit.rate": 0.001, "rateLimit.maximumWait": 0])
      let provider = MutableInMemoryProvider(initialValues: initial)
      let config = ConfigReader(provider: provider).scoped(to: "crm")
      let settings = try ClientSettings(config: config, table: table)
      let watcher = SettingsWatcher(config: config, settings: settings, logger: nil)
      let api = Client(settings: settings, middleware: [], transport: StubTransport(.status(200)))
      _ = try await api.respond(to: Person.read(5))

      provider.setValue("info", forKey: key(["crm", "logging", "level"]))
      #expect(watcher.reload() == .taken)
      await #expect(throws: CallError.self) { try await api.respond(to: Person.read(5)) }

      provider.setValue(1000, forKey: key(["crm", "rateLimit", "rate"]))
      #expect(watcher.reload() == .taken)
      #expect(watcher.pending == ["rateLimit.rate"])
      await #expect(throws: CallError.self) { try await api.respond(to: Person.read(5)) }
    }
  }
#endif
