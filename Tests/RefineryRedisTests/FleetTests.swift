#if Redis
  import Foundation
  import RefineryContracts
  import RefineryCore
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryRedis

  /// Several processes of one app, real servers between them.
  @Suite(
    "A fleet", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"), .serialized, .timeLimit(.minutes(10)))
  struct FleetTests {
    /// A number from the environment, for longer runs by hand.
    private static func setting(_ name: String, _ standard: Int) -> Int {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    private func serving(
      _ fleet: FleetServer, _ body: (_ base: String, _ redis: RedisServer) async throws -> Void
    ) async throws {
      let redis = try await RedisServer()
      let server = try LoopbackServer(keepsLog: false) { fleet.answer($0, $1) }
      defer { server.stop() }
      try await body("http://127.0.0.1:\(server.port)", redis)
    }

    @Test(
      "T01, O11: eight processes, tokens of one second: one renewal at a time, no call fails", arguments: ["grant", "rotating"])
    func tokens(_ kind: String) async throws {
      let calls = Self.setting("REFINERY_FLEET_CALLS", 200)
      let server = FleetServer()
      try await serving(server) { base, redis in
        let results = try await fleet(8) { _ in try FleetProcess("tokens", redis.url, base, "\(calls)", kind, "3000") }
        let state = server.state.withLock { $0 }
        print("\(kind): \(results), \(state.renewals) renewals, \(state.data) requests")
        #expect(results.map { $0["calls"] } == Array(repeating: calls, count: 8))
        #expect(results.allSatisfy { $0["failures"] == nil })
        #expect(state.mostRenewing == 1)
        #expect(state.reused == 0)
        #expect(state.expired == 0)
      }
    }

    @Test(
      "T01: a process that is killed in the middle of a renewal blocks the others for one lease only",
      arguments: ["grant", "rotating"])
    func killed(_ kind: String) async throws {
      let kills = Self.setting("REFINERY_FLEET_KILLS", 3)
      let server = FleetServer()
      try await serving(server) { base, redis in
        var survivors: [FleetProcess] = []
        for _ in 0..<2 { survivors.append(try FleetProcess("tokens", redis.url, base, "\(kills * 1_500)", kind, "500")) }
        for _ in 0..<kills {
          server.state.withLock { $0.kills = 1 }
          try await until { server.state.withLock { $0.kills } == 0 }
          // The killed process is replaced.
          survivors.append(try FleetProcess("tokens", redis.url, base, "1500", kind, "500"))
        }
        var deaths = 0
        for process in survivors {
          guard let result = try await process.result() else {
            deaths += 1
            continue
          }
          #expect(result["failures"] == nil)
        }
        #expect(deaths == kills)
        let state = server.state.withLock { $0 }
        print(
          "\(kind): \(kills) killed, \(state.renewals) renewals, \(state.reused) used refresh tokens, \(state.data) requests"
        )
        #expect(state.mostRenewing == 1)
        // The response of a renewal that ended with the process is lost, and so is the refresh token in it.
        #expect(state.reused <= kills)
      }
    }

    @Test("T02, O11: four processes keep one limit, counted at the server")
    func limit() async throws {
      let (rate, seconds) = (Self.setting("REFINERY_FLEET_RATE", 500), Self.setting("REFINERY_FLEET_SECONDS", 3))
      let server = FleetServer()
      try await serving(server) { base, redis in
        let results = try await fleet(4) { _ in try FleetProcess("limit", redis.url, base, "\(seconds)", "\(rate)") }
        let state = server.state.withLock { $0 }
        let first = try #require(state.firstData)
        let length = try #require(state.lastData) - first
        let measured = Double(state.data - rate / 50) / (length / .seconds(1))
        print("limit: \(state.data) requests in \(length): \(measured) a second of \(rate); \(results)")
        #expect(results.allSatisfy { $0["failures"] == nil && $0["absences"] == nil })
        // Never more than the limit allows; how few there are depends on the machine.
        #expect(Double(state.data) <= Double(rate) * (length / .seconds(1)) * 1.02 + Double(rate / 50))
        #expect(results.allSatisfy { $0["calls", default: 0] > 0 })
      }
    }

    @Test("T02, T05: while Redis is away, each process keeps its share of the limit")
    func limitWithoutServer() async throws {
      let (rate, seconds) = (200, Self.setting("REFINERY_FLEET_SECONDS", 3) * 2)
      let server = FleetServer()
      try await serving(server) { base, redis in
        let processes = try (0..<4).map { _ in try FleetProcess("limit", redis.url, base, "\(seconds)", "\(rate)") }
        // The share of each process is known only when all have taken tokens.
        while try redis.ask("ZCARD", "{refinery}:instances") != "4" { try Task.checkCancellation() }
        let data = server.state.withLock { $0.data }
        try await until { server.state.withLock { $0.data } > data + rate / 2 }
        redis.stop()
        let begin = (ContinuousClock.now, server.state.withLock { $0.data })
        try await until { ContinuousClock.now - begin.0 >= .seconds(seconds) / 3 }
        try await redis.start()
        let (length, count) = (ContinuousClock.now - begin.0, server.state.withLock { $0.data } - begin.1)
        print("without Redis: \(count) requests in \(length)")
        #expect(Double(count) <= Double(rate) * (length / .seconds(1)) * 1.02 + Double(rate / 50) + 16)
        for process in processes {
          let result = try #require(await process.result())
          #expect(result["failures"] == nil)
        }
        let state = server.state.withLock { $0 }
        // While the processes come back, one after the other within 1.5 s, the others still use their share.
        let whole = try #require(state.lastData) - #require(state.firstData)
        print("with an absence: \(state.data) requests in \(whole)")
        #expect(Double(state.data) <= Double(rate) * (whole / .seconds(1)) * 1.02 + 3 * Double(rate / 50) + Double(rate) * 1.5)
      }
    }

    @Test("T03, O11: a response that one process fetched is served by the others, never for another identity")
    func cache() async throws {
      let count = Self.setting("REFINERY_FLEET_ANSWERS", 300)
      let server = FleetServer()
      try await serving(server) { base, redis in
        let first = try await fleet(1) { _ in try FleetProcess("cache", redis.url, base, "0", "\(count)", "ann") }
        #expect(server.state.withLock { $0.answers } == count)
        let others = try await fleet(3) { _ in try FleetProcess("cache", redis.url, base, "0", "\(count)", "ann") }
        let fetched = server.state.withLock { $0.answers } - count
        print("cache: \(first), then \(others): \(fetched) of \(3 * count) fetched again")
        // A slow machine may keep Redis from replying within the limit now and then.
        #expect(fetched <= count / 10)
        let before = server.state.withLock { $0.answers }
        _ = try await fleet(1) { _ in try FleetProcess("cache", redis.url, base, "0", "\(count)", "bob") }
        #expect(server.state.withLock { $0.answers } - before == count)
        #expect((first + others).allSatisfy { $0["failures"] == nil && $0["calls"] == count })
      }
    }

    @Test("T05: Redis is stopped, started and paused under load: no call fails, and the processes end")
    func absences() async throws {
      let times = Self.setting("REFINERY_FLEET_ABSENCES", 2)
      let server = FleetServer()
      try await serving(server) { base, redis in
        let processes = try (0..<2).map { _ in try FleetProcess("all", redis.url, base, "\(2 * times + 1)") }
        for _ in 0..<times {
          try await Self.requests(30, at: server)
          redis.stop()
          try await Self.requests(30, at: server)
          try await redis.start()
          try await Self.requests(30, at: server)
          redis.pause()
          try await Self.requests(30, at: server)
          redis.resume()
        }
        for process in processes {
          let result = try #require(await process.result())
          print("\(times) stops and pauses: \(result)")
          #expect(result["failures"] == nil)
          #expect(result["calls", default: 0] > 0)
          #expect(result["absences", default: 0] > 0)
        }
      }
    }

    @Test(
      "T05: behind a link that loses packets, no call fails, and the processes end",
      .enabled(if: LossyLink.isPossible, "it needs root, ip and nft (Debian's packages iproute2 and nftables)"))
    func lossyLink() async throws {
      let seconds = Self.setting("REFINERY_FLEET_SECONDS", 3)
      let server = FleetServer()
      let web = try LoopbackServer(keepsLog: false) { server.answer($0, $1) }
      defer { web.stop() }
      let link = try LossyLink()
      let processes = try (0..<2).map { _ in
        try FleetProcess("all", link.url, "http://127.0.0.1:\(web.port)", "\(4 * seconds)")
      }
      for percent in [0, 10, 40, 100] {
        try link.lose(percent: percent)
        try await Self.requests(100, at: server)
      }
      for process in processes {
        let result = try #require(await process.result())
        print("a link that loses packets: \(result)")
        #expect(result["failures"] == nil)
        #expect(result["calls", default: 0] > 0)
      }
    }

    /// Waits until the server has received further requests, or no process sends any more.
    private static func requests(_ count: Int, at server: FleetServer) async throws {
      let start = server.state.withLock { $0.data + $0.answers }
      let end = ContinuousClock.now + .seconds(5)
      try await until { server.state.withLock { $0.data + $0.answers } >= start + count || ContinuousClock.now > end }
    }
  }
#endif
