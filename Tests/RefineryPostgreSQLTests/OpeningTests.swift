#if PostgreSQL
  import Foundation
  import RefineryCore
  import RefineryStore
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryPostgreSQL

  extension PostgreSQLTests {
    /// Schemas, encodings and passwords.
    @Suite("Opening", .timeLimit(.minutes(5))) struct OpeningTests {
      @Test("T04: many stores that open a new database at the same time all find its tables")
      func openedAtOnce() async throws {
        let database = try DatabaseServer.shared()
        for _ in 0..<5 {
          let schema = database.newSchema()
          let stores = try await withThrowingTaskGroup(of: PostgreSQLStore.self) { group in
            for _ in 0..<8 { group.addTask { try await database.store(schema: schema, connections: 1) } }
            return try await group.reduce(into: []) { $0.append($1) }
          }
          for (index, store) in stores.enumerated() { try await store.write { try $0.setValue("\(index)", for: "v", in: "c") } }
          #expect(try await stores[0].read { try $0.value(for: "v", in: "c") } == "7")
        }
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
        let pool = ConnectionPool(try Address(url), size: 4, replyWithin: .seconds(60))
        for _ in 0..<20 {
          let refused = await #expect(throws: StoreError.self) { try await pool.take(asWriter: false, within: .seconds(60)) }
          #expect(refused?.kind == .cannotOpen)
        }
        #expect(pool.failures < 10)
      }
    }
  }
#endif
