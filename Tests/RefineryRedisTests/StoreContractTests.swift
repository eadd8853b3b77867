#if Redis
  import RefineryCircuitBreaker
  import RefineryContracts
  import RefineryCore
  import RefineryRateLimit
  import RefineryTesting
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite(
    "Redis: the contracts of stores", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"),
    .timeLimit(.minutes(5)))
  struct StoreContractTests {
    /// A server, and a connection that counts how often the server was away.
    struct Setup: Sendable {
      let server: RedisServer
      let redis: RedisConnection
      let absences: Counter

      init() async throws {
        server = try await RedisServer()
        let absences = Counter()
        redis = try RedisConnection(server.url, limit: .seconds(10)) { state in
          if case .away = state { absences.add() }
        }
        self.absences = absences
        try await available()
      }

      func available() async throws {
        try await until { [redis] in redis.state == .available }
      }

      /// Runs a check again if the server was away meanwhile, because the machine is slow: a store then goes on without it.
      func undisturbed(_ check: () async throws -> Void) async throws {
        while true {
          let before = absences.count
          do { return try await check() } catch {
            guard absences.count > before else { throw error }
            try await available()
          }
        }
      }
    }

    @Test("T02: rate limits in Redis hold every check, by a time that the test moves")
    func rateLimits() async throws {
      let setup = try await Setup()
      for check in RateLimitStoreContract.checks {
        try await setup.undisturbed {
          let manual = ManualClock()
          let clock = CallClock(manual)
          try await check.run(advance: { manual.advance(by: $0) }) {
            RedisRateLimitStore(setup.redis, clock: clock, time: { .seconds(1_000_000) + clock.now })
          }
        }
      }
    }

    @Test("T02: rate limits in Redis hold every check, by the time of the server")
    func rateLimitsOfServer() async throws {
      let setup = try await Setup()
      let store = RedisRateLimitStore(setup.redis)
      for check in RateLimitStoreContract.checks {
        try await setup.undisturbed {
          try await check.run(advance: { try await Task.sleep(for: $0) }) { store }
        }
      }
    }

    @Test("T02: 50 simultaneous takes of five instances get exactly the capacity")
    func instances() async throws {
      let setup = try await Setup()
      try await setup.undisturbed {
        let bucket = "shared \(UInt64.random(in: 0 ... .max))"
        let stores = (0..<5).map { _ in RedisRateLimitStore(setup.redis) }
        let policy = RateLimitPolicy(20, per: .seconds(20 * 3_600))
        let tokens = await withTaskGroup(of: Bool.self) { group in
          for index in 0..<50 { group.addTask { await stores[index % 5].take(from: bucket, by: policy).wait <= .zero } }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try #require(tokens == 20)
      }
    }

    @Test("T05: circuits that instances share hold every check")
    func circuits() async throws {
      let setup = try await Setup()
      for check in CircuitStoreContract.checks {
        let manual = ManualClock()
        try await check.run(advance: { manual.advance(by: $0) }) {
          try RedisCircuitStore(setup.redis, clock: CallClock(manual))
        }
      }
    }

    @Test("T05: circuits that instances share hold every check, by the clock of the machine")
    func circuitsOfMachine() async throws {
      let setup = try await Setup()
      let store = try RedisCircuitStore(setup.redis)
      for check in CircuitStoreContract.checks {
        try await check.run(advance: { try await Task.sleep(for: $0) }) { store }
      }
    }
  }
#endif
