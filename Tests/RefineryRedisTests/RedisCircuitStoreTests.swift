#if Redis
  import FoundationEssentials
  import HTTPTypes
  import RefineryCircuitBreaker
  import RefineryCore
  import RefineryTesting
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite(
    "Redis: circuits that instances share", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"),
    .timeLimit(.minutes(2)))
  struct RedisCircuitStoreTests {
    /// One instance of an app.
    private final class Instance: Sendable {
      let redis: RedisConnection
      let clock = ManualClock()
      let changes = Gathered<String>()
      let store: RedisCircuitStore

      init(_ server: RedisServer) async throws {
        redis = try RedisConnection(server.url, limit: .seconds(10))
        try await until { [redis] in redis.state == .available }
        store = try RedisCircuitStore(redis, clock: CallClock(clock)) { [changes] change in
          changes.add("\(change.circuit): \(change.old) to \(change.new)")
        }
        try await ready()
      }

      func ready() async throws {
        try await until { [redis, store] in redis.state == .available && store.isSubscribed }
      }

      func ends(_ outcome: CircuitOutcome, _ circuit: String = "a", times: Int = 1) throws {
        for _ in 0..<times {
          let permit = try store.admit(to: circuit, by: policy)
          store.settle(permit, of: circuit, as: outcome, after: .zero, by: policy, because: "status 503")
        }
      }

      func publish(_ data: Data) async throws {
        var command = RedisCommand("PUBLISH", "refinery:circuits")
        command.add(data)
        _ = try await redis.send(command)
      }

      /// What the server keeps of a circuit; empty if nothing.
      func kept(_ circuit: String) async throws -> String {
        try await redis.send(RedisCommand("HGET", "{refinery}:isolated", circuit)).string ?? ""
      }
    }

    private static let policy: CircuitBreakerPolicy = {
      var policy = CircuitBreakerPolicy()
      (policy.minimumCalls, policy.failureRatio, policy.probes, policy.openDuration) = (10, 0.5, 2, .seconds(5))
      return policy
    }()

    @Test("T05: if a circuit opens, it opens in the instances that also saw failures, and a probe of one closes it in all")
    func openAndClose() async throws {
      let server = try await RedisServer()
      let (first, second, healthy, idle) = (
        try await Instance(server), try await Instance(server), try await Instance(server), try await Instance(server)
      )
      try second.ends(.success, times: 5)
      try second.ends(.failure)
      try healthy.ends(.success, times: 5)
      let messages = Gathered<String>()
      let watcher = try #require(
        first.redis.subscribe(to: "refinery:circuits") { reply in
          if let text = reply.array?.last?.string { messages.add(text) }
        })
      defer { watcher.end() }
      try await until { watcher.state == .available }

      try first.ends(.failure, times: 10)
      try await until { second.store.state(of: "a") == .open }
      let refusal = #expect(throws: CircuitOpen.self) { try second.store.admit(to: "a", by: Self.policy) }
      #expect(refusal?.cause == "another instance: status 503")
      #expect((.seconds(5) ... .seconds(6)).contains(refusal?.retryAfter ?? .zero))
      // Changes are told after they have taken place.
      try await until { !second.changes.all.isEmpty }
      #expect(second.changes.all == ["a: closed to open"])

      // The first instance probes first.
      first.clock.advance(by: .seconds(5))
      try first.ends(.success, times: 2)
      try await until { second.store.state(of: "a") == .closed }
      try await until { second.changes.all.count > 1 }
      #expect(second.changes.all.last == "a: open to closed")
      #expect(second.changes.all.count == 2)
      // These circuits never changed.
      #expect(healthy.changes.all == [] && idle.changes.all == [])
      #expect(idle.store.circuitCount == 0)

      // A hint causes no hint: only this is published after those of the first instance.
      try second.ends(.failure, "fence", times: 10)
      try await until { messages.all.contains { $0.contains("fence") } }
      #expect(messages.all.filter { $0.contains(#""circuit":"a""#) }.count == 2)
    }

    @Test("T05: isolation and its end reach all instances, also one that starts later")
    func isolation() async throws {
      let server = try await RedisServer()
      let (first, second) = (try await Instance(server), try await Instance(server))
      first.store.isolate("a")
      try await until { second.store.state(of: "a") == .isolated }
      let third = try await Instance(server)
      try await until { third.store.state(of: "a") == .isolated }
      third.store.close("a")
      try await until { first.store.state(of: "a") == .closed && second.store.state(of: "a") == .closed }
      second.store.isolate("b")
      let fourth = try await Instance(server)
      try await until { fourth.store.state(of: "b") == .isolated }
      #expect(fourth.store.state(of: "a") == .closed)
      // An operator also closes open circuits.
      try first.ends(.failure, times: 10)
      #expect(first.store.state(of: "a") == .open)
      fourth.store.close("a")
      try await until { first.store.state(of: "a") == .closed }
    }

    @Test("T05: an instance that has lost the connection learns that a circuit was closed meanwhile")
    func missed() async throws {
      let server = try await RedisServer()
      let (first, second) = (try await Instance(server), try await Instance(server))
      for _ in 0..<5 {
        first.store.isolate("a")
        try await until { second.store.state(of: "a") == .isolated }
        _ = try await first.redis.send(RedisCommand("CLIENT", "KILL", "TYPE", "pubsub"))
        first.store.close("a")
        try await until { second.store.state(of: "a") == .closed }
      }
    }

    @Test("T05: while the server is away, circuits work, and acts are sent when it is back, even if it has lost its data")
    func absence() async throws {
      let server = try await RedisServer()
      let (first, second) = (try await Instance(server), try await Instance(server))
      second.store.isolate("before")
      try await until { first.store.state(of: "before") == .isolated }
      server.stop()
      try await until { if case .away = first.redis.state { true } else { false } }
      try first.ends(.failure, times: 10)
      #expect(first.store.state(of: "a") == .open)
      #expect(first.store.droppedMessages == 1)
      first.clock.advance(by: .seconds(5))
      try first.ends(.success, times: 2)
      #expect(first.store.state(of: "a") == .closed)
      first.store.isolate("during")
      #expect(first.store.state(of: "during") == .isolated)

      try await server.start()
      try await first.ready()
      try await second.ready()
      try await until { second.store.state(of: "during") == .isolated }
      try await until { try await first.kept("before").isEmpty == false }
      let third = try await Instance(server)
      try await until { third.store.state(of: "before") == .isolated && third.store.state(of: "during") == .isolated }
      #expect(first.store.state(of: "before") == .isolated)
    }

    @Test("T05: messages that are malformed, false or too long change nothing")
    func garbage() async throws {
      let server = try await RedisServer()
      let (first, second) = (try await Instance(server), try await Instance(server))
      try second.ends(.failure)
      let valid = #"{"v":1,"from":"x","event":"opened","circuit":"a","ms":5000,"cause":"c"}"#
      var texts = ["", "{}", "[]", "null", "1", #""a""#, valid + "x", String(repeating: "[", count: 9_000)]
      texts += [
        (#""v":1"#, #""v":2"#), ("5000", "-1"), ("5000", "1e99"), ("5000", "99999999999999999999"), ("5000", "null"),
        ("opened", "exploded"), ("opened", "isolated"), (#""from":"x""#, #""from":3"#), (#""from":"x","#, ""),
      ]
      .map { valid.replacing($0.0, with: $0.1) }
      texts.append(valid.replacing(#""a""#, with: "\"\(String(repeating: "a", count: 1_025))\""))
      texts.append(valid.replacing(#""x""#, with: "\"\(String(repeating: "x", count: 65))\""))
      texts.append(#"{"v":1,"from":"x","event":"isolated","circuit":"a","number":-5}"#)
      texts.append(#"{"v":1,"from":"x","event":"isolated","circuit":"a","number":0}"#)
      for text in texts { try await first.publish(Data(text.utf8)) }
      var random = SeededRandom(seed: 5)
      for _ in 0..<500 {
        var bytes = Array(valid.utf8)
        for _ in 0..<Int.random(in: 1..<20, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        // A change of the name or the cause alone leaves a message.
        if CircuitMessage(Data(bytes))?.circuit != "a" { try await first.publish(Data(bytes)) }
      }
      // Hints for circuits that were never used.
      for index in 0..<3_000 {
        let other = valid.replacing(#""a""#, with: "\"b\(index)\"")
        try await first.publish(Data(other.utf8))
      }
      first.store.isolate("fence")
      try await until { second.store.state(of: "fence") == .isolated }
      #expect(second.store.state(of: "a") == .closed)
      #expect(second.store.circuitCount == 2)
      // The valid message does.
      try await first.publish(Data(valid.utf8))
      try await until { second.store.state(of: "a") == .open }
    }

    @Test("T05: of two acts the one with the higher number applies, in any order")
    func order() async throws {
      let server = try await RedisServer()
      let (first, second) = (try await Instance(server), try await Instance(server))
      // Later than the times of the server, which writes isolated circuits again that it does not have.
      let act = { (event: String, number: Int) in
        Data(#"{"v":1,"from":"x","event":"\#(event)","circuit":"a","number":\#(4_000_000_000_000_000 + number)}"#.utf8)
      }
      try await first.publish(act("isolated", 5))
      try await first.publish(act("released", 4))
      try await first.publish(act("isolated", 5))
      first.store.isolate("fence")
      try await until { second.store.state(of: "fence") == .isolated }
      #expect(second.store.state(of: "a") == .isolated)
      try await first.publish(act("released", 6))
      try await until { second.store.state(of: "a") == .closed }
    }

    @Test("T05: after acts of several operators at once, all instances agree with the server")
    func agreement() async throws {
      let server = try await RedisServer()
      var instances: [Instance] = []
      for _ in 0..<4 { instances.append(try await Instance(server)) }
      let names = ["a", "b", "c", "\u{E9}", "e\u{301}"]
      for round in 0..<5 {
        await withTaskGroup(of: Void.self) { group in
          for (index, instance) in instances.enumerated() {
            group.addTask {
              var random = SeededRandom(seed: UInt64(10 * round + index))
              for _ in 0..<40 {
                let name = names[Int.random(in: 0..<names.count, using: &random)]
                if Bool.random(using: &random) { instance.store.isolate(name) } else { instance.store.close(name) }
                if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
              }
            }
          }
        }
        for name in names {
          try await until {
            let kept = try await instances[0].kept(name)
            let states = Set(instances.map { $0.store.state(of: name) })
            return states == [kept.hasPrefix("-") || kept.isEmpty ? .closed : .isolated]
          }
        }
      }
    }

    @Test("T05: circuit breakers of two instances that share circuits refuse together")
    func middleware() async throws {
      let server = try await RedisServer()
      let (first, second) = (try await Instance(server), try await Instance(server))
      let request = Request(
        endpoint: Endpoint("Person.read", .get, "people/{id}"),
        head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/people/5"),
        context: CallContext(number: 1, clock: .continuous, timeout: nil))
      let call = { (instance: Instance) in
        let breaker = try CircuitBreakerMiddleware(Self.policy, store: instance.store)
        return try await Next([breaker], transport: StubTransport(.status(503)))(request).head.status.code
      }
      #expect(try await call(second) == 503)
      for _ in 0..<10 { #expect(try await call(first) == 503) }
      await #expect(throws: CircuitOpen.self) { try await call(first) }
      try await until { second.changes.all == ["https://api.example: closed to open"] }
      await #expect(throws: CircuitOpen.self) { try await call(second) }
    }

    @Test("T05: the server keeps a limited number of circuits, and no long names")
    func limits() async throws {
      let server = try await RedisServer()
      let first = try await Instance(server)
      let long = String(repeating: "n", count: 1_025)
      first.store.isolate(long)
      for index in 0..<1_024 {
        first.store.close("closed \(index)")
        if index % 100 == 0 { try await until { try await first.kept("closed \(index)").hasPrefix("-") } }
      }
      try await until { try await first.redis.send(RedisCommand("HLEN", "{refinery}:isolated")).integer == 1_024 }
      // The closed ones give way.
      first.store.isolate("a")
      try await until { try await first.kept("a").isEmpty == false }
      for index in 1..<1_024 {
        first.store.isolate("isolated \(index)")
        if index % 100 == 0 { try await until { try await first.kept("isolated \(index)").isEmpty == false } }
      }
      try await until { try await first.redis.send(RedisCommand("HLEN", "{refinery}:isolated")).integer == 1_024 }
      #expect(first.store.droppedMessages == 0)
      first.store.isolate("one too many")
      try await until { first.store.droppedMessages == 1 }
      #expect(first.store.state(of: "one too many") == .isolated)
      #expect(try await first.kept("one too many").isEmpty)
      #expect(first.store.state(of: long) == .isolated)
      #expect(try await first.kept(long).isEmpty)
    }

    @Test("T05: the subscription ends with the store, or by its shutdown")
    func end() async throws {
      let server = try await RedisServer()
      let redis = try RedisConnection(server.url, limit: .seconds(10))
      let subscribers = {
        try await redis.send(RedisCommand("PUBSUB", "NUMSUB", "refinery:circuits")).array?.last?.integer
      }
      var store: RedisCircuitStore? = try RedisCircuitStore(redis)
      try await until { try await subscribers() == 1 }
      #expect(store?.state(of: "a") == .closed)
      store = nil
      try await until { try await subscribers() == 0 }
      let other = try RedisCircuitStore(redis)
      try await until { try await subscribers() == 1 }
      await other.shutdown()
      try await until { try await subscribers() == 0 }
      other.isolate("a")
      #expect(other.state(of: "a") == .isolated)
      await redis.shutdown()
    }
  }
#endif
