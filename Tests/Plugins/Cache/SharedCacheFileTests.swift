#if SQLite
  import Foundation
  import GRDB
  import HTTPTypes
  import RefineryCache
  import RefineryCore
  import RefineryTesting
  import Testing

  /// One file, several processes.
  @Suite("A cache file of several processes", .timeLimit(.minutes(5)))
  struct SharedCacheFileTests {
    /// A response whose body shows whether it is whole: a number, and as many bytes of one value as the number says.
    private static func response(_ number: Int) -> StoredResponse {
      let time = Date(timeIntervalSince1970: Double(RuleCase.midnight))
      let body = Data("\(number) ".utf8) + Data(repeating: UInt8(number % 200), count: 500 + number)
      return StoredResponse(requestTime: time, responseTime: time, head: HTTPResponse(status: .ok), body: body, variant: [:])
    }

    /// The number of a whole response; nil for a damaged one.
    private static func number(of response: StoredResponse) -> Int? {
      let digits = response.body.prefix { (0x30...0x39).contains($0) }
      guard let number = Int(String(decoding: digits, as: UTF8.self)), response.body == Self.response(number).body else {
        return nil
      }
      return number
    }

    /// What a program needs to hold a transaction open.
    private static var locking: Configuration {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      return configuration
    }

    private static func key(_ path: String) -> CacheKey { CacheKey(target: "https://api.example/\(path)", identity: "ann") }

    /// Writes and reads until this process and the other one have both written 300 times, so that each sees the last of the
    /// other. Ends after some time, so that a process whose partner has failed does not wait for it.
    private static func work(_ path: String, as own: Int) async throws {
      let store = try SQLiteCacheStore(path, waitingForLocks: .seconds(60))
      let other = 1 - own
      var seen = -1
      var index = 0
      while index < 300 || seen < 299 {
        try await store.store(response(index), for: key("counter/\(own)"))
        try await store.store(response(index), for: key("shared/\(index % 10)"))
        let mine = try #require(try await store.responses(for: key("counter/\(own)")).first)
        #expect(number(of: mine) == index, "a write of this process is lost or damaged")
        if let theirs = try await store.responses(for: key("counter/\(other)")).first {
          let count = try #require(number(of: theirs), "a response of the other process is damaged")
          #expect(count >= seen, "an older response came back")
          seen = count
        }
        for shared in try await store.responses(for: key("shared/\(index % 7)")) { #expect(number(of: shared) != nil) }
        index += 1
        try #require(index < 30_000, "the other process has ended early")
      }
      #expect(store.lastError == nil)
    }

    @Test("two processes write and read one file at the same time: nothing fails, and no response is lost or damaged")
    func twoProcesses() async throws {
      try await withCacheFile { path in
        async let first = #expect(processExitsWith: .success) { [path = path as String] in
          try await Self.work(path, as: 0)
        }
        async let second = #expect(processExitsWith: .success) { [path = path as String] in
          try await Self.work(path, as: 1)
        }
        _ = await (first, second)
        let store = try SQLiteCacheStore(path)
        #expect(try await store.count() == 12)
        var bytes = 0
        for name in ["counter/0", "counter/1"] + (0..<10).map({ "shared/\($0)" }) {
          let found = try await store.responses(for: Self.key(name))
          let response = try #require(found.first)
          #expect(found.count == 1 && Self.number(of: response) != nil)
          bytes += response.size + Self.key(name).target.utf8.count + "ann".utf8.count
        }
        #expect(try await store.byteCount() == bytes)
        let queue = try DatabaseQueue(path: path)
        let (integrity, mode) = try await queue.read { database in
          (
            try String.fetchOne(database, sql: "PRAGMA integrity_check"),
            try String.fetchOne(database, sql: "PRAGMA journal_mode")
          )
        }
        #expect(integrity == "ok" && mode == "wal")
      }
    }

    /// Creates 20 files, each at the moment at which the other process does so.
    private static func create(_ path: String, as own: Int) async throws {
      for index in 0..<20 {
        try Data().write(to: URL(fileURLWithPath: "\(path).\(index).\(own)"))
        // Ends after some time, so that a process whose partner has failed does not wait for it.
        for _ in 0..<1_000_000 {
          if FileManager.default.fileExists(atPath: "\(path).\(index).\(1 - own)") { break }
          await Task.yield()
        }
        let store = try SQLiteCacheStore("\(path).\(index)")
        try await store.store(response(own), for: key("\(own)"))
      }
    }

    @Test("two processes create the same file at the same moment, and both use it")
    func createdAtOnce() async throws {
      try await withCacheFile { path in
        async let first = #expect(processExitsWith: .success) { [path = path as String] in
          try await Self.create(path, as: 0)
        }
        async let second = #expect(processExitsWith: .success) { [path = path as String] in
          try await Self.create(path, as: 1)
        }
        _ = await (first, second)
        for index in 0..<20 {
          let store = try SQLiteCacheStore("\(path).\(index)")
          #expect(try await store.count() == 2)
        }
      }
    }

    @Test("while another program locks the file, stored responses are used, new ones are not stored, and no call fails")
    func locked() async throws {
      try await withCacheFile { path in
        let store = try SQLiteCacheStore(path, waitingForLocks: .zero)
        let stub = StubTransport { request in
          let isRead = request.head.method == .get
          return isRead
            ? Response(status: .ok, headers: .control("max-age=60"), body: Body("one")) : Response(status: .noContent)
        }
        let cache = CacheMiddleware(for: .each { _ in "ann" }, store: store, storeLimit: .seconds(60))
        let next = Next([cache], transport: stub)
        func send(_ request: Request) async throws -> Response { try await next(request.on(.midnight)) }
        _ = try await send(CacheScene.request(.get, "/old"))
        let other = try DatabaseQueue(path: path, configuration: Self.locking)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(try await send(CacheScene.request(.get, "/old")).source == .freshCache)
        for _ in 0..<2 {
          let response = try await send(CacheScene.request(.get, "/new"))
          #expect(response.source == .network && response.text == "one")
          #expect(CacheStatus.members(of: response.head.headerFields).last?.isStored == false)
        }
        // The change makes the stored response invalid, though it cannot be removed from the file yet.
        #expect(try await send(CacheScene.request(.delete, "/old")).head.status == .noContent)
        #expect(try await send(CacheScene.request(.get, "/old")).source == .network)
        guard case .failed? = store.lastError else { throw try #require(store.lastError) }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try await send(CacheScene.request(.get, "/new")).source == .network)
        #expect(try await send(CacheScene.request(.get, "/new")).source == .freshCache)
        #expect(try await store.count() == 1, "the response that the change made invalid is removed by the next write")
        #expect(try await send(CacheScene.request(.get, "/old")).source == .network)
        #expect(try await send(CacheScene.request(.get, "/old")).source == .freshCache)
      }
    }

    @Test("writes that wait for one lock fail together, not one after the other", .timeLimit(.minutes(1)))
    func manyWriters() async throws {
      try await withCacheFile { path in
        let store = try SQLiteCacheStore(path, waitingForLocks: .seconds(1))
        let other = try DatabaseQueue(path: path, configuration: Self.locking)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        // One after the other, they would take five minutes.
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<300 {
            group.addTask {
              await #expect(throws: CacheStoreError.self) {
                try await store.store(Self.response(number), for: Self.key("\(number)"))
              }
            }
          }
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await store.store(Self.response(1), for: Self.key("new"))
        #expect(try await store.count() == 1)
      }
    }

    @Test("if too many removals fail, no response of the file is returned until a write has removed all of them")
    func manyFailedRemovals() async throws {
      try await withCacheFile { path in
        let store = try SQLiteCacheStore(path, waitingForLocks: .zero)
        try await store.store(Self.response(1), for: Self.key("kept"))
        let other = try DatabaseQueue(path: path, configuration: Self.locking)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        for number in 0..<10_000 { try? await store.removeAll(target: "https://api.example/\(number)") }
        #expect(try await store.responses(for: Self.key("kept")).count == 1)
        try? await store.removeAll(target: "https://api.example/one-more")
        #expect(try await store.responses(for: Self.key("kept")).isEmpty)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await store.store(Self.response(2), for: Self.key("new"))
        #expect(try await store.count() == 1)
        #expect(try await store.responses(for: Self.key("new")).count == 1)
      }
    }
  }
#endif
