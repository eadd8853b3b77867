#if Redis
  import RefineryCore
  import RefineryRateLimit
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite("Redis: rate limits", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"), .timeLimit(.minutes(2)))
  struct RateLimitTests {
    private static let origin = "https://api.example.com"

    @Test("T02: instances take from one bucket, and know how many they are")
    func together() async throws {
      let server = try await RedisServer()
      // An hour for a token, so that none comes during the test.
      var policy = RateLimitPolicy(1, per: .seconds(3_600))
      policy.capacity = 10
      let stores = try (0..<4).map { _ in RedisRateLimitStore(try RedisConnection(server.url, limit: .seconds(5))) }
      var taken = 0
      for _ in 0..<10 {
        for store in stores where await store.take(from: Self.origin, by: policy).wait == .zero { taken += 1 }
      }
      #expect(taken == 10)
      #expect(stores.allSatisfy { $0.instances == 4 })
      let other = await stores[0].take(from: "https://other.example", by: policy)
      #expect(other.wait == .zero)
    }

    @Test("T02: each waiting instance is told a turn of its own, and one that gives up takes none from the others")
    func turns() async throws {
      let server = try await RedisServer()
      let stores = try (0..<5).map { _ in RedisRateLimitStore(try RedisConnection(server.url, limit: .seconds(5))) }
      var policy = RateLimitPolicy(1, per: .seconds(10))
      policy.capacity = 1
      policy.maximumWait = .seconds(3_600)
      _ = await stores[0].take(from: Self.origin, by: policy)
      // The turns are at most half a second after the first, which is in ten seconds.
      for _ in 0..<3 {
        var waits: [Duration] = []
        for store in stores { waits.append(await store.take(from: Self.origin, by: policy).wait) }
        #expect(Set(waits).count == 5)
        #expect(waits.allSatisfy { $0 <= .milliseconds(10_500) })
      }
      #expect(try server.ask("ZCARD", "{refinery}:turns:\(Self.origin)") == "5")
      policy.maximumWait = .seconds(1)
      let first = await stores[1].take(from: Self.origin, by: policy)
      #expect(first.wait <= .seconds(10))
      #expect(try server.ask("ZCARD", "{refinery}:turns:\(Self.origin)") == "4")
    }

    @Test("T02: a hint of one instance slows all of them down")
    func hints() async throws {
      let server = try await RedisServer()
      let stores = try (0..<2).map { _ in RedisRateLimitStore(try RedisConnection(server.url, limit: .seconds(5))) }
      let policy = RateLimitPolicy(100)
      var hint = RateLimitHint()
      hint.pause = .seconds(600)
      await stores[0].apply(hint, to: Self.origin, by: policy)
      let turn = await stores[1].take(from: Self.origin, by: policy)
      #expect(turn.wait > .seconds(500) && turn.wait <= .seconds(600))
    }

    @Test("T02, T05: without the server, an instance keeps its share, and begins with an empty bucket")
    func share() async throws {
      let server = try await RedisServer()
      let redis = try (0..<4).map { _ in try RedisConnection(server.url, limit: .seconds(5)) }
      let stores = redis.map { RedisRateLimitStore($0) }
      let policy = RateLimitPolicy(100)
      for store in stores { _ = await store.take(from: Self.origin, by: policy) }
      server.stop()
      for connection in redis { try await until { connection.state != .available } }
      let turn = await stores[3].take(from: Self.origin, by: policy)
      // Four instances were there, so this one gets a token in 40 ms.
      #expect(turn.interval == .milliseconds(40))
      #expect(turn.wait > .zero)
    }

    @Test("T02: a bucket of a full limit leaves the server after a while")
    func expiry() async throws {
      let server = try await RedisServer()
      let store = RedisRateLimitStore(try RedisConnection(server.url, limit: .seconds(5)))
      _ = await store.take(from: Self.origin, by: RateLimitPolicy(1_000))
      #expect(try server.ask("PTTL", "{refinery}:limit:\(Self.origin)") != "-1")
    }

    @Test("T02: a server that loses its scripts gets them again")
    func scripts() async throws {
      let server = try await RedisServer()
      let store = RedisRateLimitStore(try RedisConnection(server.url, limit: .seconds(5)))
      _ = await store.take(from: Self.origin, by: RateLimitPolicy(2))
      _ = try server.ask("SCRIPT", "FLUSH")
      _ = await store.take(from: Self.origin, by: RateLimitPolicy(2))
      #expect(try server.ask("HGET", "{refinery}:limit:\(Self.origin)", "interval") == "500000")
    }
  }
#endif
