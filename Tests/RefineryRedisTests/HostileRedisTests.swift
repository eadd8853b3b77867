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

  /// What a server that breaks the protocol can do.
  @Suite("Redis: a hostile server", .timeLimit(.minutes(2))) struct HostileRedisTests {
    private static func text(_ reply: String) -> [UInt8] { Array(reply.utf8) }

    /// A reply that ends the connection, and a part of the reason.
    private static let broken: [(reply: [UInt8], reason: String)] = [
      (text("+one\r\n+two\r\n"), "a reply that no command waits for"),
      (text("+one\r\n*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n"), "a reply that no command waits for"),
      (text("+one\r\n-ERR max number of clients reached\r\n"), "a reply that no command waits for"),
      (text("?what\r\n"), "Protocol error"), (text("HTTP/1.1 400 Bad Request\r\n\r\n"), "Protocol error"),
      (text(String(repeating: "*1\r\n", count: 40) + ":1\r\n"), "nested"),
      (text("*2147483647\r\n"), "an array of too many elements"), (text("*65537\r\n"), "an array of too many elements"),
      (text("*-7\r\n"), "out of range"),
      (text("*3\r\n:1\r\n*1000000000\r\n:1\r\n"), "an array of too many elements"),
      (text("+" + String(repeating: "x", count: 100_000)), "a line that is too long"),
      (text("$" + String(repeating: "1", count: 100_000)), "a line that is too long"),
      (text(String(repeating: "*1\r\n", count: 8) + ":1\r\n"), "nested"),
      (text("*2\r\n:1\r\n-" + String(repeating: "x", count: 100_000)), "a line that is too long"),
    ]

    @Test("T05: a reply that breaks the protocol ends its connection, and the next one works", arguments: broken.indices)
    func endsConnection(index: Int) async throws {
      let (reply, reason) = Self.broken[index]
      let server = try ScriptedRedis { command, connection in
        connection == 1 ? reply : Self.text("$\(command[1].utf8.count)\r\n\(command[1])\r\n")
      }
      let told = Gathered<String>()
      let redis = try RedisConnection(server.url, limit: .seconds(10), silence: .seconds(10)) { told.add("\($0)") }
      try await until { redis.state == .available }
      // The first reply is that of the command, if it is one.
      do {
        #expect(try await redis.send(RedisCommand("ECHO", "a")).string == "one")
      } catch {
        #expect("\(error)".contains(reason))
      }
      try await until { server.connections == 2 && redis.state == .available }
      #expect(told.all.contains { $0.contains(reason) }, "\(told.all)")
      #expect(try await redis.send(RedisCommand("ECHO", "b")).string == "b")
      await redis.shutdown()
      server.stop()
    }

    @Test("T05: long replies are read, up to the limits of lines and arrays")
    func limits() async throws {
      let line = String(repeating: "x", count: 16_000)
      let server = try ScriptedRedis { command, _ in
        switch command[1] {
        case "line": Self.text("+\(line)\r\n")
        case "array": Self.text("*65536\r\n" + String(repeating: ":7\r\n", count: 65_536))
        default: Self.text("$1000000\r\n") + [UInt8](repeating: 0x0D, count: 1_000_000) + Self.text("\r\n")
        }
      }
      let redis = try RedisConnection(server.url, limit: .seconds(10), silence: .seconds(10))
      try await until { redis.state == .available }
      #expect(try await redis.send(RedisCommand("ECHO", "line")).string == line)
      #expect(try await redis.send(RedisCommand("ECHO", "array")).array?.count == 65_536)
      #expect(try await redis.send(RedisCommand("ECHO", "text")).data == Data(repeating: 0x0D, count: 1_000_000))
      await redis.shutdown()
      server.stop()
    }

    @Test("T02: a server that refuses the script costs a call nothing, and its reason is kept for a health check")
    func refusal() async throws {
      let server = try ScriptedRedis { _, _ in
        Self.text("-NOPERM this user has no permissions to run the 'evalsha' command\r\n")
      }
      let redis = try RedisConnection(server.url, limit: .seconds(10), silence: .seconds(10))
      try await until { redis.state == .available }
      #expect(redis.lastRefusal == nil)
      let store = RedisRateLimitStore(redis)
      let policy = RateLimitPolicy(1, per: .seconds(3_600))
      // The bucket of this instance begins empty, as in an absence.
      #expect(await store.take(from: "bucket", by: policy).wait > .seconds(1_000))
      #expect("\(redis.lastRefusal.map { "\($0)" } ?? "")".contains("NOPERM, the user needs permission"))
      await redis.shutdown()
      server.stop()
    }

    @Test("T05: a database that the user may not select is not replaced by the first one")
    func database() async throws {
      let server = try ScriptedRedis { _, _ in Self.text("-NOPERM this user has no permissions to run the 'select' command\r\n")
      }
      let told = Gathered<String>()
      let redis = try RedisConnection("\(server.url)/3", limit: .seconds(10), silence: .seconds(10)) { told.add("\($0)") }
      try await until { told.all.contains { $0.contains("NOPERM") } }
      #expect(redis.state != .available && !told.all.contains("\(RedisState.available)"))
      await redis.shutdown()
      server.stop()
    }

    @Test("T05: a server names only the scripts that run on itself")
    func digests() async throws {
      let commands = Gathered<[String]>()
      let servers = try ["first", "second"].map { name in
        try ScriptedRedis { command, _ in
          commands.add([name] + command.prefix(2))
          return command[0] == "SCRIPT" ? Self.text("+digest-of-\(name)\r\n") : Self.text("+OK\r\n")
        }
      }
      for server in servers {
        let redis = try RedisConnection(server.url, limit: .seconds(10), silence: .seconds(10))
        try await until { redis.state == .available }
        _ = await RedisRateLimitStore(redis).take(from: "bucket", by: RateLimitPolicy(500))
        await redis.shutdown()
      }
      #expect(commands.all.contains(["second", "EVALSHA", "digest-of-second"]))
      #expect(!commands.all.contains(["second", "EVALSHA", "digest-of-first"]))
      for server in servers { server.stop() }
    }

    private static let odd = [
      "+OK\r\n", "$-1\r\n", "$0\r\n\r\n", "*-1\r\n", "*0\r\n", ":0\r\n", ":-9223372036854775808\r\n",
      "-ERR no\r\n", "-NOSCRIPT no\r\n", "-\r\n", "*1\r\n*-1\r\n",
      "*1\r\n:9223372036854775807\r\n", "*3\r\n:9223372036854775807\r\n:9223372036854775807\r\n:9223372036854775807\r\n",
      "*3\r\n:-9223372036854775808\r\n:-9223372036854775808\r\n:-9223372036854775808\r\n",
      "*2\r\n+held\r\n:9223372036854775807\r\n", "*2\r\n+held\r\n:-9223372036854775808\r\n",
      "*3\r\n+failed\r\n+no\r\n:-9223372036854775808\r\n",
      "*4\r\n+entry\r\n+9223372036854775807\r\n+x\r\n+-9223372036854775808\r\n",
      "*5\r\n+leased\r\n+-9223372036854775808\r\n+1\r\n+x\r\n+9223372036854775807\r\n",
      "*3\r\n+message\r\n+refinery:circuits\r\n+{}\r\n", "*3\r\n:1\r\n$3\r\nabc\r\n-ERR x\r\n",
    ]

    @Test("T05: no store ends the process or hangs when scripts return what they never return", arguments: odd)
    func unexpected(reply: String) async throws {
      let server = try ScriptedRedis { _, _ in Self.text(reply) }
      let redis = try RedisConnection(server.url, limit: .seconds(1), silence: .seconds(10))
      try await until { redis.state == .available }
      let limits = RedisRateLimitStore(redis)
      let policy = RateLimitPolicy(500)
      for _ in 0..<2 {
        _ = await limits.take(from: "bucket", by: policy)
        var hint = RateLimitHint()
        hint.isThrottled = true
        await limits.apply(hint, to: "bucket", by: policy)
      }
      let cache = RedisCacheStore(redis, sealing: .plainText)
      let key = CacheScene.key("http://a/")
      for _ in 0..<2 {
        _ = try? await cache.responses(for: key)
        try? await cache.store(CacheScene.response(), for: key)
        try? await cache.remove(key)
        try? await cache.removeAll(target: "http://a/")
      }
      let vault = RedisCredentialVault(redis)
      _ = try? await vault.checkOut("ann", seen: nil, lease: .seconds(1))
      let lease = CredentialLease(identity: "ann", token: 1)
      _ = try? await vault.extend(lease, by: .seconds(1))
      _ = try? await vault.save(Data(), lifetime: .seconds(1), retention: nil, under: lease)
      try? await vault.fail(lease, because: "no", pause: .seconds(1))
      let circuits = try RedisCircuitStore(redis)
      circuits.isolate("a")
      circuits.close("a")
      await circuits.shutdown()
      await redis.shutdown()
      server.stop()
    }
  }
#endif
