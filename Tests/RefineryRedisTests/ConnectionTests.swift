#if Redis
  import RefineryCore
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite("Redis: the connection", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"), .timeLimit(.minutes(2)))
  struct ConnectionTests {
    @Test("T05: commands are pipelined, and each gets its own reply")
    func pipelining() async throws {
      let server = try await RedisServer()
      let redis = try RedisConnection(server.url, limit: .seconds(10))
      try await until { redis.state == .available }
      try await withThrowingTaskGroup(of: (Int, RedisReply).self) { group in
        for index in 0..<5_000 {
          group.addTask { (index, try await redis.send(RedisCommand("ECHO", "\(index)"))) }
        }
        for try await (index, reply) in group { #expect(reply.string == "\(index)") }
      }
      #expect(try await redis.send(RedisCommand("ECHO", "")).data?.isEmpty == true)
      await redis.shutdown()
      await #expect(throws: RedisError.closed) { try await redis.send(RedisCommand("PING")) }
    }

    @Test("T05: a command before the connection exists waits for it")
    func early() async throws {
      let server = try await RedisServer()
      let redis = try RedisConnection(server.url, limit: .seconds(10))
      #expect(try await redis.send(RedisCommand("PING")).string == "PONG")
    }

    @Test("T05: a server that is stopped is away, told once, and used again when it is back", arguments: [1, 3])
    func absence(_ times: Int) async throws {
      let server = try await RedisServer()
      let changes = Mutex<[RedisState]>([])
      let redis = try RedisConnection(server.url, limit: .seconds(5)) { state in changes.withLock { $0.append(state) } }
      try await until { redis.state == .available }
      for _ in 0..<times {
        server.stop()
        try await until { if case .away = redis.state { true } else { false } }
        await #expect(throws: RedisError.self) { try await redis.send(RedisCommand("PING")) }
        try await server.start()
        try await until { redis.state == .available }
        #expect(try await redis.send(RedisCommand("PING")).string == "PONG")
      }
      let told = changes.withLock { $0 }
      #expect(told.first == .available)
      #expect(told.filter { $0 == .available }.count == times + 1)
      #expect(told.contains { if case .away(let reason) = $0 { reason.contains("redis.sock") } else { false } })
      // Further failures to connect may have other reasons, which are told.
      #expect(told.count <= times * 4 + 1)
    }

    @Test("T05: a paused server is away after a short silence, and a command costs its limit at most")
    func pause() async throws {
      let server = try await RedisServer()
      let redis = try RedisConnection(server.url, limit: .milliseconds(20))
      try await until { redis.state == .available }
      server.pause()
      await #expect(throws: RedisError.late(limit: .milliseconds(20))) { try await redis.send(RedisCommand("PING")) }
      try await until { if case .away = redis.state { true } else { false } }
      await #expect(throws: RedisError.away("no reply for 0.1 seconds")) { try await redis.send(RedisCommand("PING")) }
      server.resume()
      try await until { redis.state == .available }
    }

    @Test("T05: user and password of the URL are sent, and never shown")
    func authentication() async throws {
      let server = try await RedisServer(
        "--user", "app", "on", ">p@ss:word", "~*", "&*", "+@all", "--user", "default", "off")
      let url = server.url.replacing("unix://", with: "unix://app:p%40ss%3Aword@")
      let redis = try RedisConnection(url, limit: .seconds(5))
      #expect(try await redis.send(RedisCommand("ACL", "WHOAMI")).string == "app")
      #expect(!"\(redis)".contains("word"))

      let wrong = try RedisConnection(server.url.replacing("unix://", with: "unix://app:guess@"), limit: .seconds(5))
      try await until { if case .away = wrong.state { true } else { false } }
      #expect(wrong.state == .away("Redis refused a command: WRONGPASS, the user or the password is wrong"))
    }

    @Test(
      "T05: a URL that cannot be used is refused with every fault",
      arguments: [
        ("http://h", "the URL must begin with redis:// or unix://"), ("rediss://h", "rediss (TLS)"),
        ("redis://", "the URL names no host"), ("redis://h:0", "the port"), ("redis://h/x", "the database must be a number"),
        ("unix://relative", "absolute path"), ("redis://user@h", "without a password"), ("redis://h?x=1", "query key"),
        ("redis+sentinel://h", "Sentinel"), ("redis://u:%zz@h", "percent"),
      ])
    func urls(_ url: String, _ problem: String) {
      let error = #expect(throws: UnusableSettings.self) { try RedisConnection(url) }
      #expect(error?.description.contains(problem) == true)
    }
  }
#endif
