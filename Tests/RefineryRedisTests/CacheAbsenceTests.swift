#if Redis
  import Foundation
  import RefineryAuth
  import RefineryCache
  import RefineryCore
  import RefineryTesting
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite(
    "Redis: the cache without its server", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"),
    .timeLimit(.minutes(5)))
  struct CacheAbsenceTests {
    @Test("T05: a removal that failed is repeated; until then this instance does not return the responses", arguments: 0..<3)
    func failedRemoval(_ kind: Int) async throws {
      let scene = try await CacheScene()
      let (store, other) = (try scene.store(limit: .milliseconds(500), silence: .milliseconds(100)), try scene.store())
      let (key, unrelated) = (CacheScene.key("a"), CacheScene.key("b"))
      for key in [key, unrelated] { try await store.store(CacheScene.response(), for: key) }
      scene.server.pause()
      // Once the server counts as away, commands are not sent, so only a repetition can remove anything.
      try await until {
        do { _ = try await store.byteCount() } catch RedisError.away { return true } catch {}
        return false
      }
      await #expect(throws: RedisError.self) {
        switch kind {
        case 0: try await store.remove(key)
        case 1: try await store.removeAll(target: "a")
        default: try await store.removeAll()
        }
      }
      if kind < 2 {
        await #expect(throws: RedisError.self) { try await store.store(CacheScene.response(), for: unrelated) }
      }
      scene.server.resume()
      #expect(try await other.responses(for: key).count == 1)
      try await until {
        let found = try await store.responses(for: key)
        #expect(found.isEmpty)
        return (try? await store.byteCount()) != nil
      }
      try await until {
        #expect((try? await store.responses(for: key))?.isEmpty ?? true)
        return try await other.responses(for: key).isEmpty
      }
      #expect(try await other.responses(for: unrelated).count == (kind == 2 ? 0 : 1))
      // The instance uses the target again.
      try await until {
        try? await store.store(CacheScene.response(), for: key)
        return (try? await store.responses(for: key))?.count == 1
      }
    }

    @Test("T05: without a server, calls go on; when it is back, the cache is used again, although it has lost everything")
    func away() async throws {
      let scene = try await CacheScene()
      let store = try scene.store()
      let stub = StubTransport(.json(#"{"name":"Ann"}"#, headers: [.cacheControl: "max-age=600"]))
      let api = Client(
        baseURL: "https://api.example",
        middleware: [CacheMiddleware(for: .each { _ in "ann" }, store: store, storeLimit: .seconds(60))],
        transport: stub)
      let read = Call<Okay>(Endpoint("Person.read", .get, "people/5"))
      for _ in 0..<2 { try await api.send(read) }
      #expect(stub.requests.count == 1)
      scene.server.stop()
      for _ in 0..<2 { try await api.send(read) }
      #expect(stub.requests.count == 3)
      try await scene.server.start()
      try await until { (try? await store.byteCount()) != nil }
      for _ in 0..<2 { try await api.send(read) }
      #expect(stub.requests.count == 4)
    }

    @Test("a full server refuses to store, but reads and removals work")
    func fullServer() async throws {
      let scene = try await CacheScene("--maxmemory-policy", "noeviction")
      let store = try scene.store()
      for target in ["a", "b", "c"] { try await store.store(CacheScene.response(), for: CacheScene.key(target)) }
      _ = try await scene.redis.send(RedisCommand("CONFIG", "SET", "maxmemory", "1"))
      #expect(try await store.responses(for: CacheScene.key("a")).count == 1)
      let error = await #expect(throws: RedisError.self) {
        try await store.store(CacheScene.response(), for: CacheScene.key("d"))
      }
      #expect(error?.description.contains("memory is full") == true)
      let old = CacheScene.response()
      try await store.removeAll(target: "a")
      try await store.remove(CacheScene.key("b"))
      #expect(try await store.responses(for: CacheScene.key("a")).isEmpty)
      #expect(try await store.responses(for: CacheScene.key("b")).isEmpty)
      _ = try await scene.redis.send(RedisCommand("CONFIG", "SET", "maxmemory", "0"))
      // The removal is remembered.
      try await store.store(old, for: CacheScene.key("a"))
      #expect(try await store.responses(for: CacheScene.key("a")).isEmpty)
      #expect(try await scene.faults() == [])
    }

    @Test("removals beyond 10,000 concern all targets, and each is repeated once")
    func pendingRemovals() {
      let removals = PendingRemovals()
      #expect(!removals.begin() && !removals.concern("a"))
      removals.add("a")
      removals.add("é")
      #expect(removals.concern("a") && removals.concern("é") && !removals.concern("e\u{301}") && !removals.concern("b"))
      #expect(removals.begin() && !removals.begin())
      var repeated: [String?] = []
      while let next = removals.next() {
        // One that fails again in the meantime is repeated again.
        if next.target == "a", !repeated.contains("a") { removals.add("a") }
        repeated.append(next.target)
        removals.end(next)
      }
      #expect(repeated.count == 3)
      #expect(!removals.concern("a") && !removals.concern("é") && !removals.begin())
      for number in 0...10_000 { removals.add("\(number)") }
      #expect(removals.concern("b") && removals.begin())
      let all = removals.next()
      #expect(all != nil && all?.target == nil)
      removals.pause()
      #expect(removals.begin())
      if let all { removals.end(all) }
      #expect(removals.next() == nil && !removals.concern("b"))
    }

    @Test("only a connection with a short limit makes the store prompt")
    func prompt() throws {
      for (limit, isPrompt) in [(1, true), (20, true), (21, false), (1_000, false)] {
        let redis = try RedisConnection("redis://127.0.0.1:1", limit: .milliseconds(limit))
        #expect(RedisCacheStore(redis, sealing: .plainText).returnsPromptly == isPrompt)
      }
    }
  }
#endif
