#if PostgreSQL
  import FoundationEssentials
  import RefineryCore
  @testable import RefineryPostgreSQL
  import RefineryStore
  import RefineryTesting
  import Synchronization
  import TestSupport
  import Testing

  extension PostgreSQLTests {
    /// Two stores on one database stand for two processes.
    @Suite("Shared outbox", .timeLimit(.minutes(5))) struct SharedOutboxTests {
      private let server = ItemStub()

      private func stores() async throws -> (PostgreSQLStore, PostgreSQLStore) {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        return (try await database.store(schema: schema), try await database.store(schema: schema))
      }

      private func numbers(_ range: Range<Int>) -> [JSONValue] { range.map { ["number": .number($0)] } }

      @Test(
        "T04: several processes drain one outbox at the same time, and each change is sent in one request", arguments: [1, 4])
      func drain(concurrency: Int) async throws {
        let (first, second) = try await stores()
        let repositories = [first, second, first, second].map { store in
          server.repository(store) { $0.concurrency = concurrency }
        }
        try await repositories[0].create(numbers(0..<60))
        server.onRequest.withLock { hook in
          hook = { _ in for _ in 0..<20 { await Task.yield() } }
        }
        let pushed = try await withThrowingTaskGroup(of: Int.self) { group in
          for repository in repositories { group.addTask { try await repository.synchronize(.nothing).pushed.created } }
          return try await group.reduce(0, +)
        }
        #expect(pushed == 60)
        #expect(server.lines.count == 60)
        #expect(Set(server.state.withLock { $0.log.compactMap(\.key) }).count == 60)
        #expect(try await repositories[1].unsentCount() == 0)
        #expect(try await repositories[1].records().allSatisfy(\.isSynchronized))
      }

      @Test("T04: several processes with batches send each change once")
      func batches() async throws {
        let (first, second) = try await stores()
        let repositories = [first, second].map { store in server.repository(store) { $0.batch = .init(size: 7) } }
        try await repositories[0].create(numbers(0..<50))
        let arrived = Counter()
        server.onRequest.withLock { hook in
          hook = { _ in
            arrived.add()
            // As long as the other one needs to begin.
            for _ in 0..<20 { _ = try await second.read { try $0.stamp } }
          }
        }
        let early = Task { try await repositories[0].synchronize(.nothing) }
        try await until { arrived.count > 0 }
        let late = try await repositories[1].synchronize(.nothing)
        #expect(late.failures.isEmpty)
        let pushed = try await early.value.pushed.created + late.pushed.created
        #expect(pushed == 50)
        let sent = server.state.withLock { $0.log.compactMap { $0.body?["data"]?.array?.count ?? 1 } }
        #expect(sent.reduce(0, +) == 50)
        #expect(try await repositories[1].unsentCount() == 0)
      }

      @Test("T04: a record that another process sends is passed over, and the others are sent")
      func passedOver() async throws {
        let (first, second) = try await stores()
        let repository = server.repository(first)
        let keys = try await repository.create(numbers(0..<3))
        let lease = try await second.lease(["record \(keys[1])"], in: "Item", lasting: .seconds(600))
        let report = try await repository.synchronize(.nothing)
        #expect(report.pushed.created == 2)
        #expect(report.failures.isEmpty)
        #expect(try await repository.unsentCount() == 1)
        try await second.release(lease)
        #expect(try await repository.synchronize(.nothing).pushed.created == 1)
      }

      @Test("T04: a write that is sent at once says that another process is sending the record")
      func sentAtOnce() async throws {
        let (first, second) = try await stores()
        let repository = server.repository(first) {
          $0.sendsAtOnce = true
          $0.deletesOnServerFirst = true
          $0.leaseDuration = .milliseconds(50)
        }
        let record = try await repository.create(["number": 1])
        _ = try await second.lease(["record \(record.key)"], in: "Item", lasting: .seconds(600))
        let error = await #expect(throws: Unsynchronized.self) {
          try await repository.update(["id": 1, "number": 2], key: record.key)
        }
        #expect(error.map { "\($0)" }?.contains("another process is sending this record") == true)
        let refused = await #expect(throws: StoreError.self) { try await repository.delete(key: record.key) }
        #expect(refused?.kind == .locked)
        #expect(server.lines == ["POST /items"])
      }

      @Test(
        "T04: a process that lost its lease while it sent changes nothing, whatever the response",
        arguments: [201, 422, 412, 404])
      func lostLease(status: Int) async throws {
        let (first, second) = try await stores()
        let repository = server.repository(first)
        let key = try await repository.create(numbers(0..<1))[0]
        if status != 201 { server.state.withLock { $0.statuses = [status] } }
        server.onRequest.withLock { hook in
          hook = { _ in try await Self.takeOver("record \(key)", of: first, by: second) }
        }
        let report = try await repository.synchronize(.nothing)
        #expect(report.failures.isEmpty && report.pushed.created == 0)
        let entry = try #require(try await first.read { try $0.outbox(of: key, in: "Item").first })
        // It is still frozen, so the other process repeats it with the same key.
        #expect(entry.isSent && entry.failure == nil)
        #expect(server.state.withLock { $0.log.map(\.key) } == ["\"\(entry.idempotencyKey)\""])
      }

      /// Does what another process does after the lease has ended.
      private static func takeOver(_ name: String, of first: PostgreSQLStore, by second: PostgreSQLStore) async throws {
        let database = try DatabaseServer.shared()
        try database.psql(
          "UPDATE \(first.names.schema).leases SET token = nextval('\(first.names.schema).lease_tokens'), holder = 'other'")
        #expect(try await second.lease([name], in: "Item", lasting: .seconds(600)).isEmpty)
      }

      @Test("T04: one process at a time pulls, and the next one waits")
      func pulls() async throws {
        let (first, second) = try await stores()
        let (held, waiting) = (Latch(), Counter())
        server.state.withLock { $0.items = [["id": 1, "number": 1]] }
        server.onRequest.withLock { hook in
          hook = { _ in
            waiting.add()
            await held.wait()
          }
        }
        let repositories = [server.repository(first), server.repository(second)]
        let tasks = repositories.map { repository in Task { try await repository.synchronize() } }
        try await until { waiting.count > 0 }
        // The other one cannot take the lease now.
        #expect(try await second.lease(["pull"], in: "Item", lasting: .zero).isEmpty)
        #expect(waiting.count == 1)
        held.open()
        var pulled: [Int] = []
        for task in tasks { pulled.append(try await task.value.pulled.created) }
        #expect(pulled.sorted() == [0, 1])
      }

      @Test("T04: a record that another process deletes during a pull is not restored by the listing")
      func deletedWhilePulled() async throws {
        let (first, second) = try await stores()
        server.state.withLock { $0.items = [["id": 1, "number": 1]] }
        let (pulling, deleting) = (server.repository(first), server.repository(second) { $0.sendsAtOnce = true })
        try await pulling.synchronize()
        // The listing is made before the delete, and arrives after it.
        let listing = Pull.pages(missing: .kept) { _, take in
          try await deleting.delete(1)
          try await take([["id": 1, "number": 1]])
        }
        try await pulling.synchronize(listing)
        #expect(try await deleting.search().isEmpty)
        #expect(server.lines.contains("DELETE /items/1"))
        try await pulling.synchronize()
        #expect(try await pulling.count() == 0)
      }

      @Test("T04: without its database, a synchronization fails with an error of the store, and later nothing is sent twice")
      func away() async throws {
        let database = try DatabaseServer()
        defer { database.stop() }
        let store = try await database.store(schema: "app", patience: .milliseconds(500))
        let repository = server.repository(store) { $0.leaseDuration = .milliseconds(300) }
        try await repository.create(numbers(0..<2))
        server.onRequest.withLock { hook in hook = { _ in database.halt() } }
        let error = await #expect(throws: SynchronizationError.self) { try await repository.synchronize(.nothing) }
        #expect((error?.underlying as? StoreError)?.kind == .unreachable)
        server.onRequest.withLock { $0 = nil }
        await #expect(throws: SynchronizationError.self) { try await repository.synchronize(.nothing) }
        #expect(server.lines.count == 1)
        try database.start()
        let other = server.repository(try await database.store(schema: "app")) { $0.leaseDuration = .milliseconds(100) }
        try await until {
          try await other.synchronize(.nothing)
          return try await other.unsentCount() == 0
        }
        let keys = server.state.withLock { $0.log.compactMap(\.key) }
        #expect(keys.count == 3 && Set(keys).count == 2)
        #expect(server.state.withLock { $0.items.count } == 2)
      }

      @Test("T04: the stream of changes yields when another process has added to the outbox, and after a reconnection")
      func changes() async throws {
        let (first, second) = try await stores()
        var changes = try first.changes(in: "Item").makeAsyncIterator()
        await changes.next()
        try await server.repository(second).create(numbers(0..<1))
        await changes.next()
        try DatabaseServer.shared().psql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN \(first.names.channel)'")
        await changes.next()
        first.close()
        #expect(await changes.next() == nil)
      }
    }
  }
#endif
