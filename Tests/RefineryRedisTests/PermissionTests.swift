#if Redis
  import Foundation
  import RefineryAuth
  import RefineryCache
  import RefineryCircuitBreaker
  import RefineryCore
  import RefineryRateLimit
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite("Redis: permissions", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"), .timeLimit(.minutes(2)))
  struct PermissionTests {
    /// The rules that the module's page shows.
    private static var rules: [String] {
      get throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appending(path: "Sources/RefineryRedis/RefineryRedis.docc/RefineryRedis.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let block = try #require(text.components(separatedBy: "ACL SETUSER app ").dropFirst().first)
        return block.components(separatedBy: "\n```")[0].split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }

    @Test("T05: with the permissions that the page lists, every store works")
    func documented() async throws {
      let server = try await RedisServer()
      #expect(try server.ask(["ACL", "SETUSER", "app"] + Self.rules.map { $0 == ">PASSWORD" ? ">secret" : $0 }) == "OK")
      let redis = try RedisConnection(server.url.replacing("unix://", with: "unix://app:secret@"), limit: .seconds(5))
      try await until { redis.state == .available }

      let limits = RedisRateLimitStore(redis)
      var hint = RateLimitHint()
      hint.remaining = 5
      hint.window = .seconds(60)
      await limits.apply(hint, to: "bucket", by: RateLimitPolicy(10))
      _ = await limits.take(from: "bucket", by: RateLimitPolicy(10))
      #expect(try server.ask("HGET", "{refinery}:limit:bucket", "left") == "4")

      let vault = RedisCredentialVault(redis)
      guard case .leased(let lease, nil) = try await vault.checkOut("a", seen: nil, lease: .seconds(3)) else {
        Issue.record("no lease")
        return
      }
      #expect(try await vault.extend(lease, by: .seconds(3)))
      #expect(try await vault.save(Data([1]), lifetime: .seconds(9), retention: .seconds(9), under: lease))
      guard case .leased(let next, _) = try await vault.checkOut("a", seen: lease.token, lease: .seconds(3)) else {
        Issue.record("no second lease")
        return
      }
      try await vault.fail(next, because: "test", pause: .zero)

      let cache = RedisCacheStore(redis, sealing: .plainText)
      let key = CacheKey(target: "https://api.example.com/", identity: "app")
      let response = StoredResponse(
        requestTime: Date(), responseTime: Date(), head: .init(status: .ok), body: Data(count: 100), variant: [:])
      for _ in 0..<2 { try await cache.store(response, for: key) }
      _ = try await cache.responses(for: key)
      try await cache.remove(key)
      try await cache.removeAll(target: key.target)
      try await cache.removeAll()
      _ = try await cache.byteCount()

      let circuits = try [RedisCircuitStore(redis), RedisCircuitStore(redis)]
      for store in circuits { try await until { store.subscription == .available } }
      circuits[0].isolate("api")
      try await until { circuits[1].state(of: "api") == .isolated }
      circuits[1].close("api")
      try await until { circuits[0].state(of: "api") == .closed }
      #expect(circuits.map(\.droppedMessages) == [0, 0])
    }

    @Test("T05: a command that the user may not run is an error that says so")
    func refused() async throws {
      let server = try await RedisServer()
      let rules = "on >secret ~* &* +ping +client|setname +evalsha +script|load +time".split(separator: " ").map(String.init)
      _ = try server.ask(["ACL", "SETUSER", "app"] + rules)
      let redis = try RedisConnection(server.url.replacing("unix://", with: "unix://app:secret@"), limit: .seconds(5))
      let vault = RedisCredentialVault(redis)
      let error = await #expect(throws: RedisError.self) { _ = try await vault.checkOut("a", seen: nil, lease: .seconds(3)) }
      #expect(error?.description.hasPrefix("Redis refused a command: NOPERM, the user needs permission") == true)
    }

    @Test("T05: a host that is not known is away, and no command waits for its look-up longer than its limit")
    func unknownHost() async throws {
      let redis = try RedisConnection("redis://no-such-host.invalid:6379", limit: .milliseconds(20))
      await #expect(throws: RedisError.self) { try await redis.send(RedisCommand("PING")) }
      try await until { if case .away = redis.state { true } else { false } }
      await redis.shutdown()
      #expect(redis.state == .away("the connection was shut down"))
    }

    @Test("T05: a server that ends while the process writes does not end the process")
    func brokenPipe() async throws {
      let server = try await RedisServer()
      let redis = try RedisConnection(server.url, limit: .milliseconds(50))
      try await until { redis.state == .available }
      for _ in 0..<5 {
        await withTaskGroup(of: Void.self) { group in
          for index in 0..<200 {
            group.addTask { _ = try? await redis.send(RedisCommand("ECHO", "\(index)")) }
            if index == 100 { server.stop() }
          }
        }
        try await server.start()
        try await until { redis.state == .available }
      }
    }
  }
#endif
