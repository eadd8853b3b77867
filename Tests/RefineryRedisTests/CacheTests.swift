#if Redis
  import Foundation
  import HTTPTypes
  import RefineryAuth
  import RefineryCache
  import RefineryContracts
  import RefineryCore
  import RefineryTesting
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite("Redis: the cache", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"), .timeLimit(.minutes(5)))
  struct CacheTests {
    @Test("T03: the store keeps the contract", arguments: TestedSealing.allCases, CacheStoreContract.checks)
    func contract(_ sealing: TestedSealing, _ check: CacheStoreContract.Check) async throws {
      let scene = try await CacheScene()
      let store = try scene.store(sealing: sealing.sealing())
      try await check.run { store }
      #expect(try await scene.faults() == [])
    }

    private struct Person: Decodable, Sendable { let name: String }
    private static let read = Endpoint("Person.read", .get, "people/5")
    private static let update = Endpoint("Person.update", .put, "people/5")

    /// A server that responds with the user and the version, and its requests through one instance.
    private final class Origin: Sendable {
      let version = Mutex(1)

      func stub(for user: String) -> StubTransport {
        StubTransport { [self] request in
          guard request.head.method == .get else {
            version.withLock { $0 += 1 }
            return Response(status: .noContent)
          }
          let text = version.withLock { #"{"name":"\#(user) \#($0)"}"# }
          return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "max-age=600"], body: Body(text))
        }
      }
    }

    private func client(_ store: RedisCacheStore, as user: String, _ stub: StubTransport) -> Client {
      Client(
        baseURL: "https://api.example",
        middleware: [CacheMiddleware(for: .each { _ in user }, store: store, storeLimit: .seconds(60))], transport: stub)
    }

    @Test(
      "T03: a response that one instance fetched is served by another, never for another identity, until it is changed",
      arguments: TestedSealing.allCases)
    func shared(_ sealing: TestedSealing) async throws {
      let scene = try await CacheScene()
      let origin = Origin()
      let stubs = [origin.stub(for: "ann"), origin.stub(for: "ann"), origin.stub(for: "bob")]
      let clients = try zip(["ann", "ann", "bob"], stubs).map { user, stub in
        client(try scene.store(sealing: try sealing.sealing()), as: user, stub)
      }
      let read = Call<Person>(Self.read)
      for _ in 0..<2 {
        var names: [String] = []
        for client in clients { names.append(try await client.send(read).name) }
        #expect(names == ["ann 1", "ann 1", "bob 1"])
      }
      #expect(stubs.map(\.requests.count) == [1, 0, 1])

      // A change by one instance is seen by all, and the new response is shared again.
      _ = try await clients[2].send(Call<Okay>(Self.update))
      try await until {
        let count = stubs[0].requests.count
        let (first, second) = (try await clients[1].send(read).name, try await clients[0].send(read).name)
        #expect(first == "ann 2" && second == "ann 2")
        return stubs[0].requests.count == count
      }
      #expect(try await scene.faults() == [])
    }

    @Test("T03: credentials as identity: another token finds nothing, the same one does")
    func fields() async throws {
      let scene = try await CacheScene()
      func client(_ token: String, _ stub: StubTransport) throws -> Client {
        Client(
          baseURL: "https://api.example",
          middleware: [
            AuthMiddleware(.bearer(token)), CacheMiddleware(for: .fields, store: try scene.store(), storeLimit: .seconds(60)),
          ],
          transport: stub)
      }
      let read = Call<Person>(Self.read)
      let origin = Origin()
      #expect(try await client("a", origin.stub(for: "first")).send(read).name == "first 1")
      #expect(try await client("a", origin.stub(for: "second")).send(read).name == "first 1")
      #expect(try await client("b", origin.stub(for: "third")).send(read).name == "third 1")
    }

    @Test(
      "T03: neither a key nor a value contains what is stored, unless the sealing is plain", arguments: TestedSealing.allCases)
    func sealed(_ sealing: TestedSealing) async throws {
      let scene = try await CacheScene("--rdbcompression", "no")
      let store = try scene.store(sealing: sealing.sealing())
      let planted = ["planted-target", "planted-identity", "planted-body", "planted-field", "planted-variant"]
      let key = CacheScene.key("https://api.example/planted-target", "planted-identity")
      let response = CacheScene.response("planted-body", [.setCookie: "planted-field"], variant: ["cookie": "planted-variant"])
      try await store.store(response, for: key)
      #expect(try await store.responses(for: key).map(\.body) == [response.body])
      try await store.remove(CacheScene.key("https://api.example/planted-target", "planted-identity 2"))
      try await store.removeAll(target: "https://api.example/planted-target/2")

      // The file of the server has every key and every value.
      #expect(try scene.server.ask("SAVE") == "OK")
      let folder = try #require(try scene.server.ask("CONFIG", "GET", "dir").split(whereSeparator: \.isNewline).last)
      let file = try Data(contentsOf: URL(filePath: "\(folder)/dump.rdb"))
      let keys = try scene.server.ask("--scan").split(whereSeparator: \.isNewline)
      #expect(keys.count == 6 && keys.allSatisfy { $0.hasPrefix("{refinery:cache}:") })
      for text in planted {
        let isFound = file.range(of: Data(text.utf8)) != nil
        #expect(isFound == (sealing == .plainText), "\(text)")
      }
    }

    @Test(
      "T03: a response with changed bytes, of another key, or sealed with another key is not returned, and is replaced",
      arguments: TestedSealing.allCases)
    func damaged(_ sealing: TestedSealing) async throws {
      let scene = try await CacheScene()
      let store = try scene.store(sealing: sealing.sealing())
      let keys = [CacheScene.key("a"), CacheScene.key("b")]
      for key in keys { try await store.store(CacheScene.response("text of \(key.target)"), for: key) }
      let names = try keys.map { CacheNames($0, try sealing.sealing(), CacheRedisKeys("refinery")).responses }
      let fields = try await scene.redis.send(RedisCommand("HGETALL", names[0])).array ?? []
      let (field, value) = (try #require(fields.first?.data), try #require(fields.last?.data))
      var random = SeededRandom(seed: 3)
      for round in 0..<60 {
        var bytes = value
        if round < 40 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        } else {
          bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
        }
        var command = RedisCommand("HSET", names[0])
        command.add(field)
        command.add(bytes)
        _ = try await scene.redis.send(command)
        #expect(try await store.responses(for: keys[0]).isEmpty, "round \(round)")
      }
      #expect(store.unreadableCount == 60)
      // The response of another key.
      let own = try #require(try await scene.redis.send(RedisCommand("HKEYS", names[1])).array?.first?.data)
      var command = RedisCommand("HSET", names[1])
      command.add(own)
      command.add(value)
      _ = try await scene.redis.send(command)
      #expect(try await store.responses(for: keys[1]).isEmpty)

      try await store.store(CacheScene.response("new"), for: keys[0])
      #expect(try await store.responses(for: keys[0]).map(\.body) == [Data("new".utf8)])
    }

    @Test("T03: a removal beats a response of another instance whose request began before it", arguments: [true, false])
    func slowResponse(_ isWhole: Bool) async throws {
      let scene = try await CacheScene()
      let (fast, slow) = (try scene.store(), try scene.store())
      let (key, other) = (CacheScene.key("a"), CacheScene.key("b"))
      #expect(try await slow.responses(for: key).isEmpty)
      let (late, unrelated) = (CacheScene.response("old"), CacheScene.response("unrelated"))
      if isWhole { try await fast.removeAll(target: "a") } else { try await fast.remove(key) }
      try await slow.store(late, for: key)
      try await slow.store(unrelated, for: other)
      for store in [fast, slow] {
        #expect(try await store.responses(for: key).isEmpty)
        #expect(try await store.responses(for: other).count == 1)
      }
      // A removal of its own does not excuse the one before.
      try await slow.remove(key)
      try await slow.store(late, for: key)
      #expect(try await fast.responses(for: key).isEmpty)
      // A later request is stored, also by an instance that has not yet heard of the server.
      try await until {
        try await slow.store(CacheScene.response("new"), for: key)
        return try await !fast.responses(for: key).isEmpty
      }
      let new = try scene.store()
      try await fast.removeAll(target: "c")
      try await new.store(CacheScene.response(), for: CacheScene.key("c"))
      #expect(try await fast.responses(for: CacheScene.key("c")).isEmpty)
      try await fast.removeAll()
      try await slow.store(late, for: other)
      #expect(try await fast.responses(for: other).isEmpty)
    }

    @Test("T03: a user of Redis who may use only the keys of the cache, and the documented commands, is enough")
    func permissions() async throws {
      let scene = try await CacheScene()
      let rules = "ACL SETUSER app on >word ~{refinery:cache}:* +@scripting +@hash +@sortedset +@string +@keyspace +time +ping"
      var command = RedisCommand()
      for word in rules.split(separator: " ") { command.add(String(word)) }
      #expect(try await scene.redis.send(command).string == "OK")
      let url = scene.server.url.replacing("unix://", with: "unix://app:word@")
      let redis = try RedisConnection(url, limit: .seconds(10), silence: .seconds(10))
      let store = RedisCacheStore(redis, byteLimit: 20_000, sealing: .plainText)
      for number in 0..<30 { try await store.store(CacheScene.response(1_000), for: CacheScene.key("\(number)")) }
      #expect(try await store.responses(for: CacheScene.key("29")).count == 1)
      try await store.store(CacheScene.response(15_000), for: CacheScene.key("a"))
      try await store.remove(CacheScene.key("a"))
      try await store.removeAll(target: "29")
      try await store.removeAll()
      #expect(try await store.byteCount() == 0)
      #expect(try await store.count() == 0)
    }

    @Test("T03: in a Cluster, all keys are in one slot")
    func cluster() async throws {
      let scene = try await CacheScene("--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf")
      #expect(try scene.server.ask("CLUSTER", "ADDSLOTSRANGE", "0", "16383") == "OK")
      try await until { try scene.server.ask("CLUSTER", "INFO").contains("cluster_state:ok") }
      let store = try scene.store(byteLimit: 20_000)
      for number in 0..<30 { try await store.store(CacheScene.response(1_000), for: CacheScene.key("\(number)")) }
      #expect(try await store.responses(for: CacheScene.key("29")).count == 1)
      try await store.remove(CacheScene.key("28"))
      try await store.removeAll(target: "29")
      #expect(try await store.responses(for: CacheScene.key("29")).isEmpty)
      try await store.removeAll()
      #expect(try await store.count() == 0)
    }

    @Test("an instance may replace at once what it has removed itself, as after a change of Vary")
    func ownRemoval() async throws {
      let scene = try await CacheScene()
      let store = try scene.store()
      let response = CacheScene.response()
      try await store.store(response, for: CacheScene.key("a"))
      try await store.remove(CacheScene.key("a"))
      try await store.store(response, for: CacheScene.key("a"))
      #expect(try await store.responses(for: CacheScene.key("a")).count == 1)
    }

    @Test("a request's begin is known on the clock of the server, however late the response is stored")
    func serverClock() async throws {
      let date = Mutex(Date())
      let clock = ServerClock(date: { date.withLock { $0 } })
      let start = date.withLock { $0 }
      #expect(clock.time(of: start).began == 0)
      clock.learn(1_000_000_000_000)
      for _ in 0..<100 {
        let (began, isLong) = clock.time(of: start.addingTimeInterval(-1))
        // One second before the reply, less the slack, and the time since the reply, which a busy machine makes longer.
        #expect(!isLong && began >= 1_000_000_000_000 - 1_010_000)
        await Task.yield()
      }
      #expect(clock.time(of: start.addingTimeInterval(5)).began == 0, "a clock that was set back")
      #expect(clock.time(of: start.addingTimeInterval(-60)).isLong)
      #expect(clock.time(of: Date(timeIntervalSince1970: -.infinity)).isLong)
      #expect(clock.time(of: Date(timeIntervalSince1970: .infinity)).began == 0)
      #expect(clock.time(of: Date(timeIntervalSince1970: .nan)).isLong)
      clock.learn(.max)
      _ = clock.time(of: start)
      clock.learn(.min)
      _ = clock.time(of: start)
    }

    @Test("T03: a store that the server runs after the mark has ended is refused")
    func lateStore() async throws {
      let scene = try await CacheScene()
      let store = try scene.store()
      let time = try #require(try await scene.redis.send(RedisCommand("TIME")).array?.first?.string.flatMap { Int64($0) })
      for (age, outcome) in [(Int64(60), CacheScripts.Outcome.done), (91, .refused)] {
        let names = CacheNames(CacheScene.key("\(age)"), .plainText, CacheRedisKeys("refinery"))
        #expect(try await store.store(Data([1]), "variant", (time - age) * 1_000_000, names) == outcome)
      }
    }

    @Test("T03: a response whose request took longer than a minute is not stored")
    func longRequest() async throws {
      let scene = try await CacheScene()
      let store = try scene.store()
      for (age, count) in [(59.0, 1), (61.0, 0)] {
        let began = Date().addingTimeInterval(-age)
        let response = StoredResponse(
          requestTime: began, responseTime: Date(), head: HTTPResponse(status: .ok), body: Data(), variant: [:])
        try await store.store(response, for: CacheScene.key("a"))
        #expect(try await store.count() == count)
      }
    }
  }
#endif
