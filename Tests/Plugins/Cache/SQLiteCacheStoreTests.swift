#if SQLite
  import Foundation
  import GRDB
  import HTTPTypes
  import RefineryCache
  import RefineryCore
  import RefineryTesting
  import Testing

  /// Calls `body` with the path of a file that does not exist yet, in a folder that is removed afterwards.
  func withCacheFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "refinery-cache-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "responses.sqlite").path)
  }

  /// What SQLiteCacheStore has beyond the contract of all stores.
  @Suite("SQLiteCacheStore", .timeLimit(.minutes(5)))
  struct SQLiteCacheStoreTests {
    private func key(_ target: String) -> CacheKey { CacheStoreTests.key(target, "ann") }

    private func scene(_ store: SQLiteCacheStore, _ stub: StubTransport) -> (Request) async throws -> Response {
      let next = Next(
        [CacheMiddleware(for: .each { _ in "ann" }, store: store, storeLimit: .seconds(60))], transport: stub)
      return { try await next($0.on(.midnight)) }
    }

    @Test("Q15: responses survive a restart, and two clients with the same file share them")
    func shared() async throws {
      try await withCacheFile { path in
        let stub = StubTransport(.answer("one", .control("max-age=60")))
        let first = try SQLiteCacheStore(path)
        #expect(try await scene(first, stub)(CacheScene.request()).source == .network)
        let second = try SQLiteCacheStore(path)
        let third = try SQLiteCacheStore(path)
        for store in [first, second, third] {
          let response = try await scene(store, stub)(CacheScene.request())
          #expect(response.source == .freshCache && response.text == "one")
        }
        try await second.removeAll(target: "https://api.example/people/5")
        #expect(try await first.count() == 0 && stub.requests.count == 1)
      }
    }

    @Test("8 stores open a new file at once; 400 writes and reads through all of them fail never, and the bytes stay exact")
    func concurrent() async throws {
      try await withCacheFile { path in
        let stores = try await withThrowingTaskGroup(of: SQLiteCacheStore.self) { group in
          for _ in 0..<8 {
            group.addTask { try SQLiteCacheStore(path, byteLimit: 100_000, waitingForLocks: .seconds(60)) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (number, store) in stores.enumerated() {
            group.addTask {
              for index in 0..<50 {
                try await store.store(CacheStoreTests.response(1_000 + index), for: key("\((index * 7 + number) % 100)"))
                _ = try await store.responses(for: key("\(index)"))
              }
            }
          }
          try await group.waitForAll()
        }
        var bytes = 0
        for index in 0..<100 {
          for response in try await stores[index % 8].responses(for: key("\(index)")) {
            bytes += response.size + "\(index)ann".utf8.count
          }
        }
        #expect(try await stores[0].byteCount() == bytes)
        #expect(bytes <= 100_000 && bytes > 50_000)
      }
    }

    @Test("only the owner can read the files, also those that were readable before; their names say nothing of the responses")
    func permissions() async throws {
      func modes(_ path: String) throws -> [String: UInt32] {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { modes, name in
          let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? NSNumber
          modes[name] = mode?.uint32Value ?? 0
        }
      }
      try await withCacheFile { path in
        let store = try SQLiteCacheStore(path)
        try await store.store(CacheStoreTests.response(10), for: key("https://a.example/canary"))
        let names = ["responses.sqlite", "responses.sqlite-shm", "responses.sqlite-wal"]
        #expect(try modes(path) == Dictionary(uniqueKeysWithValues: names.map { ($0, 0o600) }))
        for name in names {
          let file = URL(filePath: path).deletingLastPathComponent().appending(path: name).path
          try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0o644)], ofItemAtPath: file)
        }
        let again = try SQLiteCacheStore(path)
        #expect(try modes(path) == Dictionary(uniqueKeysWithValues: names.map { ($0, 0o600) }))
        #expect(try await again.count() == 1)
        #expect(try await store.count() == 1)
      }
    }

    @Test("a missing folder, a text file, another application's database and a later version are refused and not changed")
    func refused() async throws {
      func refusal(of path: String) -> String? {
        do throws(CacheStoreError) {
          _ = try SQLiteCacheStore(path)
          return nil
        } catch {
          return error.description
        }
      }
      for path in ["", ":memory:", "/dev/null/x"] {
        #expect(refusal(of: path)?.hasPrefix("the cache file cannot be opened: ") == true)
      }
      try await withCacheFile { path in
        let text = Data("This is not a database, and it is long enough for a header of one hundred bytes. \(path)\n".utf8)
        try text.write(to: URL(filePath: path))
        #expect(refusal(of: path)?.hasPrefix("the file is not a cache: ") == true)
        #expect(try Data(contentsOf: URL(filePath: path)) == text)
      }
      for (pragma, expected) in [
        ("application_id = 5", "the file is not a cache: "),
        ("user_version = 2", "the cache file was made by a later version: "),
      ] {
        try await withCacheFile { path in
          if pragma.hasPrefix("user_version") { _ = try SQLiteCacheStore(path) }
          let queue = try DatabaseQueue(path: path)
          try await queue.write { try $0.execute(sql: "PRAGMA \(pragma); CREATE TABLE own (id INTEGER)") }
          try queue.close()
          #expect(refusal(of: path)?.hasPrefix(expected) == true)
        }
      }
    }

    @Test("a store with a relative path keeps its file if the working directory changes")
    func workingDirectory() async throws {
      try await withCacheFile { path in
        let folder = URL(filePath: path).deletingLastPathComponent().path
        await #expect(processExitsWith: .success) { [folder = folder as String] in
          try #require(FileManager.default.changeCurrentDirectoryPath(folder))
          let store = try SQLiteCacheStore("responses.sqlite")
          try #require(FileManager.default.changeCurrentDirectoryPath("/"))
          // The first read opens a connection.
          let count = try await store.count()
          try #require(count == 0)
        }
      }
    }

    @Test("a damaged file is a clear error, when it is opened or in use; calls go to the server and nothing traps")
    func damaged() async throws {
      var random = SeededRandom(seed: 77)
      for round in 0..<20 {
        try await withCacheFile { path in
          do {
            let store = try SQLiteCacheStore(path)
            for index in 0..<40 { try await store.store(CacheStoreTests.response(3_000), for: key("\(index)")) }
          }
          let url = URL(filePath: path)
          var bytes = try Data(contentsOf: url)
          // The first 100 bytes mark the file as a database of this library.
          for _ in 0..<200 {
            bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
          }
          if round % 2 == 1 { bytes = bytes.prefix(bytes.count / 2) }
          try bytes.write(to: url)
          do throws(CacheStoreError) {
            let store = try SQLiteCacheStore(path)
            for index in 0..<40 {
              let stub = StubTransport(.answer("one", .control("max-age=60")))
              let response = try? await scene(store, stub)(CacheScene.request(.get, "/\(index)"))
              #expect(response?.text == "one", "round \(round)")
              _ = try? await store.responses(for: key("\(index)"))
            }
          } catch {
            switch error {
            case .corrupt, .foreign, .failed: break
            case .cannotOpen, .newerSchema: Issue.record("round \(round): \(error)")
            }
          }
        }
      }
    }

    @Test("overwritten bytes in the file: a response is returned whole, or not at all")
    func overwritten() async throws {
      func stored(_ index: Int) -> StoredResponse {
        var random = SeededRandom(seed: UInt64(index))
        let time = Date(timeIntervalSince1970: Double(RuleCase.midnight))
        let body = Data((0..<2_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        return StoredResponse(
          requestTime: time, responseTime: time, head: HTTPResponse(status: .ok, headerFields: [.eTag: "\"tag \(index)\""]),
          body: body, variant: ["accept": "text/plain"])
      }
      var random = SeededRandom(seed: 47)
      var (whole, damaged) = (0, 0)
      for _ in 0..<5 {
        try await withCacheFile { path in
          do {
            let store = try SQLiteCacheStore(path)
            for index in 0..<100 { try await store.store(stored(index), for: key("\(index)")) }
          }
          let url = URL(filePath: path)
          var bytes = try Data(contentsOf: url)
          // Beyond the pages of the schema, so that the file can be opened.
          for _ in 0..<50 {
            bytes[Int.random(in: 40_000..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
          }
          try bytes.write(to: url)
          let store = try SQLiteCacheStore(path)
          for index in 0..<100 {
            guard let found = try? await store.responses(for: key("\(index)")), let response = found.first else {
              damaged += 1
              continue
            }
            whole += 1
            let expected = stored(index)
            #expect(response.body == expected.body && response.head == expected.head && response.variant == expected.variant)
          }
          guard case .corrupt? = store.lastError else { throw try #require(store.lastError) }
        }
      }
      #expect(whole > 100 && damaged > 50)
    }

    @Test("a row that another version of the library made is left out, and replaced by the next response")
    func otherForm() async throws {
      try await withCacheFile { path in
        let store = try SQLiteCacheStore(path)
        try await store.store(CacheStoreTests.response(10), for: key("a"))
        let queue = try DatabaseQueue(path: path)
        // Without the form and the checksum, as the first versions stored it.
        try await queue.write { try $0.execute(sql: "UPDATE responses SET head = substr(head, 10)") }
        #expect(try await store.responses(for: key("a")).isEmpty && store.lastError == nil)
        try await store.store(CacheStoreTests.response(10), for: key("a"))
        #expect(try await store.responses(for: key("a")).count == 1)
        #expect(try await store.count() == 1)
      }
    }

    @Test("the last error is kept for a log line, with the path and without content")
    func lastError() async throws {
      try await withCacheFile { path in
        let store = try SQLiteCacheStore(path)
        #expect(store.lastError == nil)
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "DROP TABLE responses") }
        await #expect(throws: CacheStoreError.self) { try await store.responses(for: key("canary")) }
        let error = try #require(store.lastError)
        #expect(
          error.description.hasPrefix("the cache file cannot be read or written: ") && error.description.contains(path)
            && !error.description.contains("canary"))
        let stub = StubTransport(.answer("one", .control("max-age=60")))
        let response = try await scene(store, stub)(CacheScene.request())
        #expect(response.text == "one")
        #expect(CacheStatus.members(of: response.head.headerFields).last?.isStored == false)
      }
    }
  }
#endif
