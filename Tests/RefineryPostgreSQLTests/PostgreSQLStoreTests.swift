#if PostgreSQL
  import Foundation
  import RefineryCore
  import RefineryStore
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryPostgreSQL

  extension PostgreSQLTests {
    /// Connections, schemas and limits of the store.
    @Suite("Store", .timeLimit(.minutes(5))) struct StoreTests {
      // MARK: Opening

      @Test("T04: many stores that open a new database at the same time all find its tables")
      func openedAtOnce() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        let stores = try await withThrowingTaskGroup(of: PostgreSQLStore.self) { group in
          for _ in 0..<8 { group.addTask { try await database.store(schema: schema, connections: 1) } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, store) in stores.enumerated() { try await store.write { try $0.setValue("\(index)", for: "v", in: "c") } }
        #expect(try await stores[0].read { try $0.value(for: "v", in: "c") } == "7")
      }

      @Test("T04: a newer schema is refused and not changed")
      func newer() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        try await database.store(schema: schema).close()
        try database.psql("UPDATE \(schema).refinery_schema SET version = 99")
        let error = await #expect(throws: StoreError.self) { try await database.store(schema: schema) }
        #expect(error?.kind == .newerSchema)
        #expect(try database.psql("SELECT version FROM \(schema).refinery_schema") == "99")
      }

      @Test("T04: a schema with tables of another application is refused and not changed")
      func foreign() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        try database.psql("CREATE SCHEMA \(schema); CREATE TABLE \(schema).records (a int)")
        let error = await #expect(throws: StoreError.self) { try await database.store(schema: schema) }
        #expect(error?.kind == .foreign)
        #expect(try database.psql("SELECT count(*) FROM pg_tables WHERE schemaname = '\(schema)'") == "1")
      }

      @Test("T04: a schema may have any name that PostgreSQL permits", arguments: ["Ä \"x\" 'y' \\z", "select"])
      func oddSchema(name: String) async throws {
        let store = try await DatabaseServer.shared().store(schema: name)
        try await store.write { try $0.save(StoredRecord(collection: "c", key: "k", content: ["n": "a"])) }
        try await store.addIndex(on: "n", in: "c'\\\u{e9}")
        let query = RecordQuery(where: Member("n") == "a")
        #expect(try await store.read { try $0.count(in: "c", query) } == 1)
        #expect("\(store)" == "PostgreSQLStore(\(name))")
      }

      @Test("T04: names that PostgreSQL would change are refused")
      func badSchema() async throws {
        for name in ["", "pg_x", String(repeating: "x", count: 64), "a\u{0}"] {
          let error = await #expect(throws: StoreError.self) { try await DatabaseServer.shared().store(schema: name) }
          #expect(error?.kind == .cannotOpen)
        }
      }

      @Test("T04: a database whose encoding is not UTF8 is refused")
      func encoding() async throws {
        let database = try DatabaseServer.shared()
        try database.psql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let url = database.url.replacingOccurrences(of: "/postgres?", with: "/latin?")
        let error = await #expect(throws: StoreError.self) { try await PostgreSQLStore(url) }
        #expect(error?.kind == .cannotOpen && error?.reason.contains("UTF8") == true)
      }

      @Test(
        "T04: no error contains the password",
        arguments: [
          "postgresql://app:hunter2@127.0.0.1:1/postgres", "postgresql://app:hunter2%@127.0.0.1/x",
          "host=127.0.0.1 port=1 password=hunter2", "password=hunter2 nonsense", "postgresql://app:hunter2@[::1/x",
        ])
      func password(url: String) async throws {
        let error = await #expect(throws: StoreError.self) { try await PostgreSQLStore(url, patience: .milliseconds(300)) }
        let text = error.map { "\($0) \($0.reason)" } ?? ""
        #expect(!text.contains("hunter2"))
        #expect(error?.kind == .unreachable || error?.kind == .cannotOpen)
      }

      @Test("T04: a wrong password fails at once, and further calls do not try it again and again")
      func wrongPassword() async throws {
        let database = try DatabaseServer()
        defer { database.stop() }
        try database.psql("CREATE ROLE guest LOGIN PASSWORD 'right'")
        try database.authenticate()
        let url = "postgresql://guest:wrong@/postgres?host=\(database.folder)"
        let error = await #expect(throws: StoreError.self) { try await PostgreSQLStore(url, patience: .seconds(60)) }
        #expect(error?.kind == .cannotOpen)
        #expect(error.map { "\($0)" }?.contains("wrong") == false)
      }

      // MARK: The pool

      @Test("T04: when all connections are in use, a call fails with an error that says so")
      func exhausted() async throws {
        let store = try await DatabaseServer.shared().store(connections: 2, patience: .milliseconds(300))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let readers = (0..<2).map { _ in
          Task {
            try await store.read { _ in
              entered.add()
              held.wait()
            }
          }
        }
        try await until { entered.count == 2 }
        let error = await #expect(throws: StoreError.self) { try await store.read { try $0.stamp } }
        #expect(error?.kind == .busy)
        #expect(error.map { "\($0)" }?.contains("all 2 connections") == true)
        for _ in readers { held.signal() }
        for reader in readers { try await reader.value }
        #expect(try await store.read { try $0.stamp } == 0)
      }

      @Test("T04: a write that waits for another write of the process says so, and reads go on")
      func waitingWrite() async throws {
        let store = try await DatabaseServer.shared().store(connections: 2, patience: .milliseconds(300))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let writer = Task {
          try await store.write { _ in
            entered.add()
            held.wait()
          }
        }
        try await until { entered.count == 1 }
        #expect(try await store.read { try $0.stamp } == 0)
        let error = await #expect(throws: StoreError.self) { try await store.write { try $0.setValue("1", for: "v", in: "c") } }
        #expect(error?.kind == .locked)
        held.signal()
        try await writer.value
      }

      @Test("T04: a write that waits for another process's write fails when its patience ends")
      func lockedByOther() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        let first = try await database.store(schema: schema)
        let second = try await database.store(schema: schema, patience: .milliseconds(300))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let writer = Task {
          try await first.write { store in
            try store.setValue("1", for: "v", in: "c")
            entered.add()
            held.wait()
          }
        }
        try await until { entered.count == 1 }
        let error = await #expect(throws: StoreError.self) { try await second.write { try $0.setValue("2", for: "v", in: "c") } }
        #expect(error?.kind == .locked)
        #expect(try await second.read { try $0.value(for: "v", in: "c") } == nil)
        held.signal()
        try await writer.value
        #expect(try await second.read { try $0.value(for: "v", in: "c") } == "1")
      }

      @Test("T04: a cancelled task leaves the line")
      func cancelled() async throws {
        let store = try await DatabaseServer.shared().store(connections: 1, patience: .seconds(600))
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let reader = Task {
          try await store.read { _ in
            entered.add()
            held.wait()
          }
        }
        try await until { entered.count == 1 }
        let waiting = Task { try await store.read { try $0.stamp } }
        try await until { store.pool.waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(store.pool.waiting == 0)
        held.signal()
        try await reader.value
      }

      @Test("T04: a closed store refuses calls, also those in line, and lets a transaction end")
      func closed() async throws {
        let store = try await DatabaseServer.shared().store(connections: 1)
        let (entered, held) = (Counter(), DispatchSemaphore(value: 0))
        let writer = Task {
          try await store.write { store in
            entered.add()
            held.wait()
            try store.setValue("1", for: "v", in: "c")
          }
        }
        try await until { entered.count == 1 }
        let waiting = Task { try await store.read { try $0.stamp } }
        try await until { store.pool.waiting == 1 }
        store.close()
        let inLine = await #expect(throws: StoreError.self) { try await waiting.value }
        let later = await #expect(throws: StoreError.self) { try await store.read { try $0.stamp } }
        #expect(inLine?.kind == .closed && later?.kind == .closed)
        held.signal()
        try await writer.value
      }

      // MARK: The server

      @Test("T04: after a restart of the server, calls work again, and a write that was under way stored nothing")
      func restarted() async throws {
        let database = try DatabaseServer()
        defer { database.stop() }
        let store = try await database.store(schema: "app", connections: 3)
        // Several connections, all of which the server closes.
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<12 { group.addTask { _ = try await store.read { try $0.stamp } } }
          try await group.waitForAll()
        }
        let error = await #expect(throws: StoreError.self) {
          try await store.write { store in
            try store.setValue("lost", for: "v", in: "c")
            database.halt()
            try store.setValue("lost too", for: "w", in: "c")
          }
        }
        #expect(error?.kind == .unreachable)
        try database.start()
        #expect(try await store.read { try $0.value(for: "v", in: "c") } == nil)
        try await store.write { try $0.setValue("kept", for: "v", in: "c") }
        for _ in 0..<5 { #expect(try await store.read { try $0.value(for: "v", in: "c") } == "kept") }
      }

      @Test("T04: a read whose connection is lost runs again on another one, once")
      func readAgain() async throws {
        let database = try DatabaseServer.shared()
        let store = try await database.store(connections: 2)
        let runs = Counter()
        let stamp = try await store.read { transaction in
          runs.add()
          if runs.count == 1 { try Self.terminate(transaction) }
          return try transaction.stamp
        }
        #expect(stamp == 0 && runs.count == 2)
        let error = await #expect(throws: StoreError.self) {
          try await store.read { transaction in
            runs.add()
            try Self.terminate(transaction)
            _ = try transaction.stamp
          }
        }
        #expect(error?.kind == .unreachable && runs.count == 4)
      }

      /// Ends the connection of a transaction, as an administrator does.
      private static func terminate(_ transaction: any StoreReading) throws {
        guard let session = (transaction as? PostgreSQLTransaction)?.session else { return }
        let process = try session.first("SELECT pg_backend_pid()") { $0.number(0) } ?? nil
        try DatabaseServer.shared().psql("SELECT pg_terminate_backend(\(process ?? 0), 10000)")
      }

      @Test("T04: a COMMIT without a reply is an error that says that the outcome is unknown")
      func unknownOutcome() async throws {
        let database = try DatabaseServer.shared()
        let store = try await database.store()
        let error = await #expect(throws: StoreError.self) {
          try await store.write { transaction in
            try transaction.setValue("1", for: "v", in: "c")
            try Self.terminate(transaction)
          }
        }
        #expect(error?.kind == .outcomeUnknown)
        #expect(try await store.read { try $0.value(for: "v", in: "c") } == nil)
      }

      @Test("T04: while the server is away, each call fails in time and says why, with few attempts to connect")
      func away() async throws {
        let database = try DatabaseServer()
        let store = try await database.store(schema: "app", connections: 4, patience: .milliseconds(400))
        database.stop()
        let errors = await withTaskGroup(of: StoreError?.self) { group in
          for _ in 0..<30 {
            group.addTask {
              do {
                _ = try await store.read { try $0.stamp }
                return nil
              } catch { return error as? StoreError }
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.allSatisfy { $0?.kind == .unreachable })
        #expect(errors.allSatisfy { $0?.reason.contains(database.folder) == true })
      }

      @Test("T04: a statement that takes too long is an error of the store, and the connection can be used afterwards")
      func slowStatement() async throws {
        let database = try DatabaseServer.shared()
        let store = try await PostgreSQLStore(
          database.url, schema: database.newSchema(), connections: 1, statementTimeout: .milliseconds(200))
        let error = await #expect(throws: StoreError.self) {
          try await store.read { try ($0 as? PostgreSQLTransaction)?.session.run("SELECT pg_sleep(60)") }
        }
        #expect(error?.reason.contains("SQLSTATE 57014") == true)
        #expect(try await store.read { try $0.stamp } == 0)
      }

      @Test("T04: a transaction whose statement failed stores nothing, even if its body goes on")
      func swallowed() async throws {
        let store = try await DatabaseServer.shared().store()
        let error = await #expect(throws: StoreError.self) {
          try await store.write { transaction in
            try transaction.setValue("1", for: "v", in: "c")
            try? (transaction as? PostgreSQLTransaction)?.session.run("SELECT 1 / 0")
          }
        }
        #expect(error?.kind == .failed)
        #expect(try await store.read { try $0.value(for: "v", in: "c") } == nil)
      }

      // MARK: Queries

      @Test("T04: an index does not change what a filter selects, and long texts can still be stored")
      func indexes() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        let store = try await database.store(schema: schema)
        let long = String((0..<20_000).map { _ in Character(UnicodeScalar(UInt8.random(in: 97...122))) })
        func fill() async throws {
          try await store.write { store in
            for number in 0..<300 {
              let text = number % 7 == 0 ? long + "\(number)" : "t\(number)"
              let content: JSONValue = ["t": .string(text), "n": .number(number), "x": number == 5 ? "a\u{0}" : "a"]
              try store.save(StoredRecord(collection: "c", key: "\(number)", content: content))
            }
          }
        }
        try await fill()
        for member in ["t", "n", "t"] as [MemberPath] { try await store.addIndex(on: member, in: "c") }
        try await fill()
        let count = "SELECT count(*) FROM pg_indexes WHERE schemaname = '\(schema)' AND indexname ~ '_(text|number)_'"
        #expect(try database.psql(count) == "4")
        let filters: [RecordFilter] = [
          Member("t") == .string(long + "7"), Member("n") == 9, Member("n") >= 290, Member("t") >= "t98",
          Member("t").hasPrefix(long), Member("n") < 10 && Member("t").contains("t"), Member("t") == "absent",
        ]
        for filter in filters {
          let found = try await store.read { try $0.records(in: "c", RecordQuery(where: filter)) }
          let expected = try await store.read { store in
            try store.records(in: "c", RecordQuery(where: RecordFilter { try filter.matches($0) }))
          }
          #expect(found == expected)
        }
        await #expect(throws: StoreError.self) { try await store.addIndex(on: "tags.0", in: "c") }
      }

      @Test("T04: a large collection is searched without holding it in memory")
      func streamed() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        let store = try await database.store(schema: schema)
        // 120 MB of JSON.
        try database.psql(
          """
          INSERT INTO \(schema).records (collection, key, content, state, is_deleted, stamp, members)
          SELECT 'c', n::text::bytea, ('{"n":' || n || ',"t":"' || repeat('x', 400000) || '"}')::bytea, 'synchronized', false, 1,
            jsonb_build_object('n', n)
          FROM generate_series(1, 300) AS n
          """)
        let before = Self.residentBytes
        let most = Mutex(0)
        let query = RecordQuery(
          where: RecordFilter { content in
            most.withLock { $0 = max($0, Self.residentBytes - before) }
            return (content["n"]?.int ?? 0) % 100 == 0
          }, sort: [.descending("n")], limit: 2)
        let found = try await store.read { try $0.records(in: "c", query).map { $0.content["n"]?.int } }
        #expect(found == [300, 200])
        #expect(try await store.read { try $0.count(in: "c", query) } == 3)
        // Other tests run at the same time and need memory, too.
        #expect(most.withLock { $0 } < 80_000_000)
      }

      private static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4_096 } ?? 0
      }
    }
  }
#endif
