#if PostgreSQL
  import Foundation
  import RefineryCore
  import RefineryStore
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryPostgreSQL

  extension PostgreSQLTests {
    /// Connections and statements that fail.
    @Suite("Lost server", .timeLimit(.minutes(5))) struct LostServerTests {
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
        // One attempt at a time, after pauses of 100, 200 and 400 ms.
        #expect((1...5).contains(store.pool.failures))
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

      @Test("T04: a body that ignores the loss of its connection has no result, and a lost write has stored nothing")
      func ignoredLoss() async throws {
        let store = try await DatabaseServer.shared().store()
        let runs = Counter()
        let read = try await store.read { transaction in
          runs.add()
          if runs.count == 1 {
            try? (transaction as? PostgreSQLTransaction)?.session.run("SELECT pg_terminate_backend(pg_backend_pid())")
          }
          return try? transaction.stamp
        }
        #expect(read == 0 && runs.count == 2)
        let error = await #expect(throws: StoreError.self) {
          try await store.write { transaction in
            try transaction.setValue("1", for: "v", in: "c")
            try? (transaction as? PostgreSQLTransaction)?.session.run("SELECT pg_terminate_backend(pg_backend_pid())")
          }
        }
        #expect(error?.kind == .unreachable)
        #expect(try await store.read { try $0.value(for: "v", in: "c") } == nil)
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
    }
  }
#endif
