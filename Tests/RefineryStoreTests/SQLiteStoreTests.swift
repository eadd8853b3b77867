#if SQLite
  import Foundation
  import GRDB
  import RefineryCore
  import Testing

  @testable import RefineryStore

  /// Files, and what can be wrong with them.
  @Suite("SQLite store", .timeLimit(.minutes(5))) struct SQLiteStoreTests {
    private func fill(_ store: SQLiteStore, _ count: Int, text: String = "x") async throws {
      try await store.write { store in
        for number in 1...count {
          try store.save(
            StoredRecord(
              collection: "c", key: "\(number)", id: "\(number)", content: ["n": .number(number), "t": .string(text)]))
        }
      }
    }

    @Test("H01: what was committed is there when the file is opened again")
    func reopening() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let store = try SQLiteStore(path)
      try await fill(store, 50)
      try await store.write { try $0.setValue("token", for: "t", in: "c") }
      let before = try await store.all("c")
      try store.close()
      for waitsForDisk in [false, true] {
        let again = try SQLiteStore(path, waitsForDisk: waitsForDisk)
        #expect(try await again.all("c") == before)
        #expect(try await again.read { try $0.value(for: "t", in: "c") } == "token")
        try again.close()
      }
    }

    @Test("H01: a file has a write-ahead log; two stores of one file see each other")
    func log() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let first = try SQLiteStore(path)
      let second = try SQLiteStore(path)
      try await fill(first, 3)
      #expect(try await second.all("c").count == 3)
      try await second.write { try $0.removeRecord("1", in: "c") }
      #expect(try await first.all("c").count == 2)
      #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test("H01: a store accepts every time to wait for locks", arguments: [Duration.seconds(Int64.max), .seconds(-1), .zero])
    func patience(_ patience: Duration) async throws {
      let store = try SQLiteStore(TemporaryFolder().path("a.sqlite"), waitingForLocks: patience)
      try await fill(store, 1)
      #expect(try await store.all("c").count == 1)
    }

    @Test("H01: a path that cannot be used is a clear error")
    func unusablePath() throws {
      let folder = try TemporaryFolder()
      for path in [folder.path("missing/a.sqlite"), folder.url.path] {
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path) }
        #expect(error?.kind == .cannotOpen)
        #expect(error?.description.hasPrefix("the store cannot be opened: SQLite result code 14 at /") == true)
      }
    }

    @Test("H01: a file that is no database, or one of something else, is refused and left as it is")
    func foreignFiles() throws {
      let folder = try TemporaryFolder()
      let text = folder.path("text.sqlite")
      let content = Data(String(repeating: "this is no database. ", count: 400).utf8)
      try content.write(to: URL(fileURLWithPath: text))
      #expect(#expect(throws: StoreError.self) { try SQLiteStore(text) }?.kind == .notADatabase)
      #expect(try Data(contentsOf: URL(fileURLWithPath: text)) == content)

      let other = folder.path("other.sqlite")
      let queue = try DatabaseQueue(path: other)
      try queue.write { try $0.execute(sql: "CREATE TABLE songs (title TEXT)") }
      try queue.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: other))
      #expect(#expect(throws: StoreError.self) { try SQLiteStore(other) }?.kind == .foreign)
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
    }

    @Test("H01: an empty file becomes a store")
    func emptyFile() async throws {
      let path = try TemporaryFolder().path("empty.sqlite")
      try Data().write(to: URL(fileURLWithPath: path))
      try await fill(try SQLiteStore(path), 1)
    }

    @Test("H01: a database of a later version is refused and left as it is")
    func newerSchema() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let store = try SQLiteStore(path)
      try await fill(store, 3)
      try await store.database.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')")
      }
      try store.close()
      let error = #expect(throws: StoreError.self) { try SQLiteStore(path) }
      #expect(error?.kind == .newerSchema)
      let queue = try DatabaseQueue(path: path)
      #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM records") } == 3)
    }

    @Test("H01: a damaged file is a clear error, not a trap")
    func corrupt() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let store = try SQLiteStore(path)
      try await fill(store, 2_000, text: String(repeating: "y", count: 200))
      try store.close()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let start = 4096 * 3
      for index in start..<bytes.count where index % 4096 < 64 { bytes[index] = 0xFF }
      try bytes.write(to: URL(fileURLWithPath: path))
      let error = await #expect(throws: StoreError.self) {
        let damaged = try SQLiteStore(path)
        _ = try await damaged.all("c")
      }
      #expect(error?.kind == .corrupt)
      #expect(error?.description.contains(" at \(path)") == true)
    }

    @Test("H01: after close(), the database file alone has everything, also if the store was read; close() may be called again")
    func closedFile() async throws {
      let folder = try TemporaryFolder()
      let store = try SQLiteStore(folder.path("a.sqlite"))
      try await fill(store, 10)
      #expect(try await store.all("c").count == 10)
      try store.close()
      try store.close()
      try FileManager.default.copyItem(atPath: folder.path("a.sqlite"), toPath: folder.path("b.sqlite"))
      let copy = try SQLiteStore(folder.path("b.sqlite"))
      #expect(try await copy.all("c").count == 10)
    }

    @Test(
      "H01: a file whose creation was cut short is completed",
      arguments: [
        "", "PRAGMA application_id = \(SQLiteSchema.applicationID);",
        "PRAGMA application_id = \(SQLiteSchema.applicationID); CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY);",
      ])
    func cutShort(statements: String) async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let unfinished = try DatabaseQueue(path: path)
      try await unfinished.write { try $0.execute(sql: statements) }
      try unfinished.close()
      let store = try SQLiteStore(path)
      try await fill(store, 1)
      #expect(try await store.all("c").count == 1)
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
        let store = try SQLiteStore("\(path).\(index)")
        try await store.write { store in
          try store.save(StoredRecord(collection: "c", key: "\(own)", content: ["n": 1]))
        }
      }
    }

    @Test("H01: two processes create the same file at the same moment, and both use it")
    func createdAtOnce() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      async let first = #expect(processExitsWith: .success) { [path = path as String] in
        try await Self.create(path, as: 0)
      }
      async let second = #expect(processExitsWith: .success) { [path = path as String] in
        try await Self.create(path, as: 1)
      }
      _ = await (first, second)
      for index in 0..<20 {
        let store = try SQLiteStore("\(path).\(index)")
        #expect(try await store.all("c").count == 2)
      }
    }

    @Test("H01: a database that another process holds is a clear error, and works again afterwards")
    func locked() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let store = try SQLiteStore(path, waitingForLocks: .zero)
      try await fill(store, 3)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let error = await #expect(throws: StoreError.self) { try await store.write { try $0.removeRecord("1", in: "c") } }
      #expect(error?.kind == .locked)
      #expect(try await store.all("c").count == 3)
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try await store.write { try $0.removeRecord("1", in: "c") }
      #expect(try await store.all("c").count == 2)
    }

    @Test("H01: when the disk is full the transaction is undone, and what was there stays")
    func full() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let store = try SQLiteStore(path)
      try await fill(store, 10)
      let pages = try await store.database.write { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
      try await store.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 2)") }
      let error = await #expect(throws: StoreError.self) {
        try await store.write { store in
          for number in 100...200 {
            try store.save(
              StoredRecord(collection: "c", key: "\(number)", content: ["t": .string(String(repeating: "z", count: 5_000))]))
          }
        }
      }
      #expect(error?.kind == .full)
      #expect(error?.description == "the disk is full: SQLite result code 13 at \(path): DatabaseError")
      #expect(try await store.all("c").count == 10)
      try await store.write { try $0.removeRecord("1", in: "c") }
      #expect(try await store.all("c").count == 9)
    }

    @Test("H02: comparisons are done by SQLite, by an index where there is one")
    func pushDown() async throws {
      let store = try SQLiteStore.inMemory()
      try await fill(store, 10)
      try await store.addIndex(on: "n", in: "c")
      try await store.addIndex(on: "n", in: "c")
      let select = SQLiteSelect("c", RecordQuery(where: Member("n") == 7 && Member("t") != "y", sort: [.ascending("n")]))
      #expect(select.isExact && select.isSorted)
      let sql = "EXPLAIN QUERY PLAN SELECT * FROM records \(select.conditions) \(select.order)"
      let arguments = select.arguments
      let plan = try await store.database.read { database in
        try Row.fetchAll(database, sql: sql, arguments: arguments).map { $0["detail"] as String }.joined()
      }
      #expect(plan.contains("index on c.n"))
      #expect(!SQLiteSelect("c", RecordQuery(where: RecordFilter { _ in true })).isExact)
      #expect(!SQLiteSelect("c", RecordQuery(where: Member("n.0") == 1)).isExact)
      #expect(!SQLiteSelect("c", RecordQuery(sort: [.ascending("n.0")])).isSorted)
      let error = await #expect(throws: StoreError.self) { try await store.addIndex(on: "n.0", in: "c") }
      #expect(error?.kind == .failed)
    }

    @Test("H09: going through a collection or its outbox in parts sorts nothing and passes over no other collection")
    func plans() async throws {
      let store = try SQLiteStore.inMemory()
      try await fill(store, 10)
      var everything = RecordQuery(limit: 5)
      everything.deleted = .included
      let selects = [SQLiteSelect("c", RecordQuery(limit: 5)), SQLiteSelect("c", everything)]
      let statements =
        selects.map { ("SELECT * FROM records \($0.conditions) \($0.order) LIMIT 5", $0.arguments) } + [
          ("SELECT * FROM outbox WHERE collection = ? AND sequence > ? ORDER BY sequence LIMIT ?", ["c", 1, 5])
        ]
      for (sql, arguments) in statements {
        let plan = try await store.database.read { database in
          try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] as String }
            .joined()
        }
        #expect(plan.contains("collection=? AND rowid>?"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
      }
    }

    @Test("H02: a record whose content is no JSON is an error that says so, and the others can be read")
    func badContent() async throws {
      let store = try SQLiteStore.inMemory()
      try await fill(store, 3)
      // A row of an earlier version has no checksum.
      let damage = "UPDATE records SET content = '{', checksum = NULL WHERE key = '2'"
      try await store.database.write { try $0.execute(sql: damage) }
      let error = await #expect(throws: StoreError.self) { try await store.all("c") }
      #expect(error?.kind == .badRecord)
      #expect(
        error?.description
          == "the record cannot be read: id 2, key 2: malformed JSON at line 1, column 2: unexpected end")
      #expect(try await store.read { try $0.record("3", in: "c")?.content["n"] } == 3)
    }

    @Test("H01: a store that was closed says so, and may be closed again")
    func closed() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      for (store, place) in [(try SQLiteStore(path), ": at \(path)"), (try SQLiteStore.inMemory(), "")] {
        try store.close()
        var error = await #expect(throws: StoreError.self) { try await store.all("c") }
        #expect(error?.description == "the store is closed\(place)")
        error = await #expect(throws: StoreError.self) { try await store.write { try $0.removeRecord("1", in: "c") } }
        #expect(error?.description == "the store is closed\(place)")
        error = await #expect(throws: StoreError.self) { try await store.addIndex(on: "n", in: "c") }
        #expect(error?.description == "the store is closed\(place)")
        try store.close()
      }
    }

    @Test("H01: a path that is no file names the way to a store in memory", arguments: ["", ":memory:"])
    func noFile(_ path: String) throws {
      let error = #expect(throws: StoreError.self) { try SQLiteStore(path) }
      #expect(error?.kind == .cannotOpen)
      #expect(
        error?.description
          == "the store cannot be opened: it needs the path of a file; MemoryStore is a store without one")
    }

    @Test("H01: a transaction of a cancelled task does not begin")
    func cancelled() async throws {
      for store in [try SQLiteStore.inMemory(), MemoryStore()] as [any Store] {
        let task = Task {
          while !Task.isCancelled { await Task.yield() }
          try await store.write { try $0.setValue("x", for: "x", in: "c") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.read { try $0.value(for: "x", in: "c") } == nil)
      }
    }
  }
#else
  import Testing

  @Test("H01: SQLite stores", .disabled("they need the trait SQLite")) func storesOnDisk() {}
#endif
