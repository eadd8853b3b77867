#if Redis
  import Foundation
  import RefineryCache
  import RefineryCore
  import RefineryTesting
  import TestSupport
  import Testing

  @testable import RefineryRedis

  @Suite(
    "Redis: the limits of the cache", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"),
    .timeLimit(.minutes(5)))
  struct CacheLimitTests {
    private func fill(_ store: RedisCacheStore, _ numbers: Range<Int>, bytes: Int) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, number) in numbers.enumerated() {
          if index >= 50 { try await group.next() }
          group.addTask {
            try await store.store(CacheScene.response(bytes), for: CacheScene.key("https://api.example/\(number)"))
          }
        }
        try await group.waitForAll()
      }
    }

    @Test(
      "T03: 10,000 responses of 1 KB use as many bytes of the server as are counted, at most a tenth more",
      arguments: TestedSealing.allCases)
    func memory(_ sealing: TestedSealing) async throws {
      let scene = try await CacheScene()
      let store = try scene.store(limit: .seconds(10), sealing: sealing.sealing())
      try await store.store(CacheScene.response(), for: CacheScene.key("first"))
      let start = try await scene.memory()
      try await fill(store, 0..<10_000, bytes: 1_000)
      let used = try await scene.memory() - start
      let counted = try await store.byteCount()
      #expect(try await store.count() == 10_001)
      #expect(
        Double(used) <= 1.1 * Double(counted) && Double(used) >= 0.7 * Double(counted), "\(used) bytes, counted \(counted)")
    }

    @Test("T03: the bytes stay within the limit, and those of the server with them")
    func bound() async throws {
      let scene = try await CacheScene()
      let limit = 2_000_000
      let store = try scene.store(byteLimit: limit, limit: .seconds(10))
      let start = try await scene.memory()
      for round in 0..<5 {
        try await fill(store, (round * 1_000)..<(round * 1_000 + 1_000), bytes: 1_000)
        #expect(try await store.byteCount() <= limit)
      }
      #expect(try await store.byteCount() > limit * 9 / 10)
      #expect(try await scene.memory() - start < limit * 13 / 10)
      #expect(try await scene.faults() == [])
    }

    @Test("T03: the least recently used responses go first")
    func leastRecentlyUsed() async throws {
      let scene = try await CacheScene()
      let store = try scene.store(byteLimit: 3 * 3_000)
      for target in ["a", "b", "c"] { try await store.store(CacheScene.response(1_500), for: CacheScene.key(target)) }
      #expect(try await store.count() == 3)
      // Another instance uses it.
      #expect(try await scene.store(byteLimit: 3 * 3_000).responses(for: CacheScene.key("a")).count == 1)
      try await store.store(CacheScene.response(1_500), for: CacheScene.key("d"))
      var counts: [Int] = []
      for target in ["a", "b", "c", "d"] { counts.append(try await store.responses(for: CacheScene.key(target)).count) }
      #expect(counts == [1, 0, 1, 1])
    }

    @Test("a large response gets the room of hundreds of small ones; what is too large only removes what it would replace")
    func large() async throws {
      let scene = try await CacheScene()
      let store = try scene.store(byteLimit: 2_000_000, largestResponse: 1_000_000)
      try await fill(store, 0..<1_200, bytes: 500)
      #expect(try await store.byteCount() > 1_500_000)
      try await store.store(CacheScene.response(900_000), for: CacheScene.key("a"))
      #expect(try await store.responses(for: CacheScene.key("a")).first?.body.count == 900_000)
      #expect(try await store.byteCount() <= 2_000_000)
      for bytes in [1_000_000, 3_000_000] {
        try await store.store(CacheScene.response(1), for: CacheScene.key("b"))
        try await store.store(CacheScene.response(bytes), for: CacheScene.key("b"))
        #expect(try await store.responses(for: CacheScene.key("b")).isEmpty)
      }
      #expect(try await store.responses(for: CacheScene.key("a")).count == 1)
      #expect(try await scene.faults() == [])
      let empty = try await CacheScene()
      for limit in [0, -1, Int.min] {
        let none = try empty.store(byteLimit: limit)
        try await none.store(CacheScene.response(0), for: CacheScene.key("c"))
        #expect(try await none.responses(for: CacheScene.key("c")).isEmpty)
      }
      #expect(try await empty.faults() == [])
    }

    @Test("a key keeps its last 32 variants, and no more bytes than four large responses")
    func variants() async throws {
      let scene = try await CacheScene()
      let store = try scene.store(largestResponse: 10_000)
      for number in 0..<100 {
        try await store.store(CacheScene.response("\(number)", variant: ["x": "\(number)"]), for: CacheScene.key("a"))
      }
      let kept = try await store.responses(for: CacheScene.key("a")).map { String(decoding: $0.body, as: UTF8.self) }
      #expect(Set(kept) == Set((68..<100).map { "\($0)" }))
      for number in 0..<100 {
        try await store.store(CacheScene.response(5_000, variant: ["x": "\(number)"]), for: CacheScene.key("b"))
      }
      let found = try await store.responses(for: CacheScene.key("b"))
      #expect(found.compactMap { $0.variant["x"] ?? nil }.sorted() == (94..<100).map { "\($0)" })
      #expect(try await scene.faults() == [])
    }

    @Test("random actions of three instances keep the bookkeeping exact", .afterTheRush)
    func random() async throws {
      let scene = try await CacheScene()
      let stores = try (0..<3).map { _ in try scene.store(byteLimit: 60_000, largestResponse: 8_000) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (seed, store) in stores.enumerated() {
          group.addTask {
            var random = SeededRandom(seed: UInt64(seed))
            for _ in 0..<1_000 {
              let key = CacheScene.key("\(Int.random(in: 0..<12, using: &random))", "\(Int.random(in: 0..<3, using: &random))")
              switch Int.random(in: 0..<40, using: &random) {
              case 0..<24:
                let variant = ["x": "\(Int.random(in: 0..<4, using: &random))"]
                try await store.store(
                  CacheScene.response(Int.random(in: 0..<9_000, using: &random), variant: variant), for: key)
              case 24..<37: _ = try await store.responses(for: key)
              case 37: try await store.remove(key)
              case 38: try await store.removeAll(target: key.target)
              default: if Int.random(in: 0..<20, using: &random) == 0 { try await store.removeAll() }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await scene.faults() == [])
      #expect(try await stores[0].byteCount() <= 60_000)
    }

    @Test("a response that is not stored again goes after its time, with what is counted for it")
    func maximumAge() async throws {
      let scene = try await CacheScene()
      let store = try scene.store(maximumAge: .seconds(1))
      for number in 0..<20 { try await store.store(CacheScene.response(), for: CacheScene.key("\(number)")) }
      try await until { try await store.responses(for: CacheScene.key("0")).isEmpty }
      // Each store examines four others.
      try await until {
        try await store.store(CacheScene.response(), for: CacheScene.key("new"))
        return try await store.count() == 1
      }
      #expect(try await scene.faults() == [])
      // An abandoned cache leaves nothing: also the bookkeeping ends.
      #expect(
        try await scene.lua("return redis.call('PTTL', '{refinery:cache}:uses')").integer.map { (1...61_000).contains($0) }
          == true)
    }

    @Test(
      "if the server evicts keys, nothing wrong is returned, and the bookkeeping becomes exact again",
      arguments: ["r", "t", "uses", "sizes"])
    func evictedKeys(_ kind: String) async throws {
      let scene = try await CacheScene()
      let store = try scene.store()
      for number in 0..<100 { try await store.store(CacheScene.response(), for: CacheScene.key("\(number)")) }
      _ = try await scene.lua(
        "for _, key in ipairs(redis.call('KEYS', '{refinery:cache}:\(kind)*')) do redis.call('UNLINK', key) end")
      if kind == "t" { try await store.removeAll(target: "0") }
      for number in 0..<100 where kind != "sizes" || number == 0 {
        let isKept = kind == "sizes"
        #expect(try await store.responses(for: CacheScene.key("\(number)")).count == (isKept ? 1 : 0))
      }
      for number in 0..<60 { try await store.store(CacheScene.response(), for: CacheScene.key("new \(number)")) }
      for number in 0..<100 { #expect(try await store.responses(for: CacheScene.key("\(number)")).isEmpty) }
      #expect(try await store.count() == 60)
      #expect(try await scene.faults() == [])
    }

    @Test("a target with many identities is removed at once; the rest is deleted little by little, and never returned again")
    func manyIdentities() async throws {
      let scene = try await CacheScene()
      let store = try scene.store()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<1_000 {
          group.addTask { try await store.store(CacheScene.response(), for: CacheScene.key("a", "\(number)")) }
        }
        try await group.waitForAll()
      }
      let count = try await scene.commands { try await store.removeAll(target: "a") }
      #expect(count < 1_000)
      #expect(try await store.count() >= 850)
      for number in 0..<500 { #expect(try await store.responses(for: CacheScene.key("a", "\(number)")).isEmpty) }
      // Another variant does not bring the old one back.
      try await until {
        try await store.store(CacheScene.response("new", variant: ["x": "new"]), for: CacheScene.key("a", "999"))
        return try await !store.responses(for: CacheScene.key("a", "999")).isEmpty
      }
      #expect(try await store.responses(for: CacheScene.key("a", "999")).map(\.body) == [Data("new".utf8)])
      for number in 0..<150 { try await store.store(CacheScene.response(), for: CacheScene.key("\(number)")) }
      #expect(try await store.count() == 151)
      #expect(try await scene.faults() == [])
    }

    @Test("removing everything leaves only a mark")
    func removeAll() async throws {
      let scene = try await CacheScene()
      let store = try scene.store()
      for number in 0..<350 { try await store.store(CacheScene.response(), for: CacheScene.key("\(number)")) }
      try await store.removeAll()
      #expect(try await store.byteCount() == 0)
      #expect(try await store.count() == 0)
      #expect(try scene.server.ask("--scan") == "{refinery:cache}:m")
      try await store.removeAll()
      try await until {
        try await store.store(CacheScene.response(), for: CacheScene.key("a"))
        return try await !store.responses(for: CacheScene.key("a")).isEmpty
      }
      #expect(try await scene.faults() == [])
    }

    @Test("the number of commands for a step does not grow with the number of responses")
    func growth() async throws {
      func counts(_ stored: Int) async throws -> [Int] {
        let scene = try await CacheScene()
        let store = try scene.store(byteLimit: 1 << 30, limit: .seconds(10))
        try await fill(store, 0..<stored, bytes: 10)
        let key = CacheScene.key("https://api.example/5")
        var counts: [Int] = []
        counts.append(try await scene.commands { try await store.store(CacheScene.response(), for: CacheScene.key("new")) })
        counts.append(try await scene.commands { try await store.store(CacheScene.response(), for: key) })
        counts.append(try await scene.commands { _ = try await store.responses(for: key) })
        counts.append(try await scene.commands { _ = try await store.responses(for: CacheScene.key("missing")) })
        // The cache is full: one goes for each that comes.
        let full = try scene.store(byteLimit: try await store.byteCount())
        counts.append(
          try await scene.commands {
            try await full.store(CacheScene.response(10), for: CacheScene.key("https://api.example/x"))
          })
        // A step removes a hundred, however many there are beyond the limit.
        let before = try await store.count()
        counts.append(
          try await scene.commands {
            let keys = CacheRedisKeys("refinery").books
            _ = try await CacheScripts.makeRoom.run(on: scene.redis, keys: keys) { $0.add(0) }
          })
        #expect(try await store.count() == before - 100)
        counts.append(try await scene.commands { try await store.remove(key) })
        counts.append(try await scene.commands { try await store.removeAll(target: "https://api.example/6") })
        return counts
      }
      let (few, many) = (try await counts(300), try await counts(6_000))
      // The last of the four examined members may not exist.
      for (few, many) in zip(few, many) { #expect(many <= few + 12, "\(many) commands, not \(few)") }
      #expect(many.max() ?? 0 <= 1_000, "\(many)")
    }
  }
#endif
