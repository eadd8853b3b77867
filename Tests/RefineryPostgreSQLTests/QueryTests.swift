#if PostgreSQL
  import Foundation
  import RefineryCore
  import RefineryStore
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryPostgreSQL

  extension PostgreSQLTests {
    /// Indexes and large collections.
    @Suite("Queries", .timeLimit(.minutes(5))) struct QueryTests {
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

      @Test("T04: a filter uses the index of its member")
      func usedIndexes() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        let store = try await database.store(schema: schema)
        try database.psql(
          """
          INSERT INTO \(schema).records (collection, key, content, state, is_deleted, stamp, members)
          SELECT 'c', n::text::bytea, ('{"n":' || n || ',"t":"t' || n || '"}')::bytea, 'synchronized', false, 1,
            jsonb_build_object('n', n, 't', 't' || n)
          FROM generate_series(1, 20000) AS n
          """)
        for member in ["t", "n"] as [MemberPath] { try await store.addIndex(on: member, in: "c") }
        try database.psql("ANALYZE \(schema).records")
        let filters: [(RecordFilter, String, Int)] = [
          (Member("t") == "t77", "records_text_", 1), (Member("n") == 77, "records_number_", 1),
          (Member("n") > 19_998.5, "records_number_", 2), (Member("t").hasPrefix("t1999"), "records_text_", 11),
        ]
        for (filter, index, count) in filters {
          let query = RecordQuery(where: filter)
          let select = RecordSelect("c", query, hasOpaque: false)
          let plan = try await store.read { transaction in
            try (transaction as? PostgreSQLTransaction)?.session.rows("EXPLAIN \(select.sql)", select.values) {
              $0.text(0) ?? ""
            }
          }
          #expect(plan?.joined().contains(index) == true, "\(plan ?? [])")
          #expect(try await store.read { try $0.records(in: "c", query).count } == count)
        }
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
          SELECT 'c', n::text::bytea, ('{"n":' || n || ',"t":"' || repeat('x', 400000) || '"}')::bytea, 'synchronized',
            false, 1, jsonb_build_object('n', n)
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
        // Other tests run at the same time and need memory, too. A sanitizer keeps memory that was freed.
        let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
        #expect(isSanitized || most.withLock { $0 } < 80_000_000)
      }

      private static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4_096 } ?? 0
      }
    }
  }
#endif
