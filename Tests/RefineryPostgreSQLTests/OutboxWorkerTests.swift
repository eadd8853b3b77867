#if PostgreSQL
  import Foundation
  import RefineryContracts
  import RefineryCore
  import RefineryPostgreSQL
  import RefineryStore
  import RefineryTesting
  import Synchronization
  import TestSupport
  import Testing

  extension PostgreSQLTests {
    /// Processes that share an outbox, and are killed with SIGKILL.
    @Suite("Outbox of several processes", .serialized, .timeLimit(.minutes(15))) struct OutboxWorkerTests {
      private static let count = 10
      private static let revisions = 3

      /// How many processes are killed: `REFINERY_KILLS`, by default 10.
      private static let kills = ProcessInfo.processInfo.environment["REFINERY_KILLS"].flatMap { Int($0) } ?? 10

      @Test("T04: another process drains the outbox of a killed one: each change reaches the server once, in order")
      func killed() async throws {
        let database = try DatabaseServer.shared()
        var (trials, killed, replays) = (0, 0, 0)
        // A process may end before its moment comes, if the other one is faster.
        while killed < Self.kills, trials < Self.kills * 2 + 5 {
          let style = ["one", "many", "batch"][trials % 3]
          let outcome = try await trial(database, style, withOther: trials % 2 == 1)
          trials += 1
          killed += outcome.isKilled ? 1 : 0
          replays += outcome.replays
        }
        #expect(killed == Self.kills)
        print("killed \(killed) processes in \(trials) trials; the server got \(replays) repeated requests")
      }

      @Test("T04: several processes may open a new database at the same time")
      func openedAtOnce() async throws {
        let database = try DatabaseServer.shared()
        let schema = database.newSchema()
        let workers = (0..<4).map { _ in Worker(1, database.url, schema, "one") }
        for worker in workers { worker.start() }
        for worker in workers {
          #expect(await worker.end() == 0)
          #expect(worker.output == "drained after 1 runs\n")
        }
      }

      @Test("T04: a process that was suspended while it sent does no harm when it goes on", arguments: ["one", "batch"])
      func suspended(_ style: String) async throws {
        let database = try DatabaseServer.shared()
        let items = ItemServer()
        let server = try LoopbackServer(keepsLog: false) { items.answer($0, $1) }
        defer { server.stop() }
        let schema = database.newSchema()
        let store = try await database.store(schema: schema)
        defer { store.close() }
        let repository = Self.repository(server.port, store)
        let keys = try await repository.create((0..<Self.count).map { ["number": .number($0), "revision": 0] })
        // The server has acted, and the process has not read the response.
        items.state.withLock { $0.kill = (1, .beforeResponse) }
        items.signal.withLock { $0 = SIGSTOP }
        let worker = Worker(server.port, database.url, schema, style)
        items.state.withLock { state in
          worker.start()
          state.victim = worker.pid
        }
        try await until { items.state.withLock { $0.victim } == nil }
        // Another process goes on when the lease has ended, and sends a further change.
        let other = Worker(server.port, database.url, schema, style)
        other.start()
        #expect(await other.end() == 0, "\(other.output)")
        try await Self.revise(repository, keys, 1)
        let last = Worker(server.port, database.url, schema, style)
        last.start()
        #expect(await last.end() == 0, "\(last.output)")
        let before = items.state.withLock { $0 }

        kill(worker.pid, SIGCONT)
        #expect(await worker.end() == 0, "\(worker.output)")
        let after = items.state.withLock { $0 }
        #expect(after.revisions == before.revisions)
        #expect(after.creates.values.allSatisfy { $0 == 1 } && after.keyless == 0 && after.reusedKeys == 0)
        #expect(try await repository.unsentCount() == 0)
        #expect(try await repository.search().allSatisfy { $0["revision"] == ($0["number"]?.int.map { $0 % 2 } == 0 ? 1 : 0) })
        #expect(try await repository.records().allSatisfy(\.isSynchronized))
      }

      private static func repository(_ port: Int, _ store: any Store) -> SyncedRepository<JSONValue> {
        SyncedRepository<JSONValue>(
          Client(baseURL: "http://127.0.0.1:\(port)", transport: StubTransport()), store: store,
          resource: DictionaryResource("Item", path: "items"), settings: SyncSettings { $0.sendsAtOnce = false })
      }

      /// Changes every second record.
      private static func revise(_ repository: SyncedRepository<JSONValue>, _ keys: [String], _ revision: Int) async throws {
        for (number, key) in keys.enumerated() where number % 2 == 0 {
          let record = try await repository.record(key: key)
          var object = record?.value.object ?? [:]
          object["revision"] = .number(revision)
          try await repository.update(.object(object), key: key)
        }
      }

      /// Kills a process at a random moment, while records are changed, and drains the outbox with another one.
      private func trial(
        _ database: DatabaseServer, _ style: String, withOther: Bool
      ) async throws -> (isKilled: Bool, replays: Int) {
        let items = ItemServer()
        let server = try LoopbackServer(keepsLog: false) { items.answer($0, $1) }
        defer { server.stop() }
        let schema = database.newSchema()
        let store = try await database.store(schema: schema)
        defer { store.close() }
        let repository = Self.repository(server.port, store)
        let keys = try await repository.create((0..<Self.count).map { ["number": .number($0), "revision": 0] })
        let moment = ItemServer.Moment.allCases.randomElement() ?? .later
        let most = style == "batch" ? 2 : Self.count
        items.state.withLock { $0.kill = (Int.random(in: 1...most), moment) }
        func worker() -> Worker { Worker(server.port, database.url, schema, style) }

        let victim = worker()
        items.state.withLock { state in
          victim.start()
          state.victim = victim.pid
        }
        let other = withOther ? worker() : nil
        other?.start()
        // Changes while the processes send, some of which find an entry that was sent.
        for revision in 1..<Self.revisions { try await Self.revise(repository, keys, revision) }
        let status = await victim.end()
        items.state.withLock { $0.victim = nil }
        if let other { #expect(await other.end() == 0, "\(other.output)") }
        let last = worker()
        last.start()
        #expect(await last.end() == 0, "\(last.output)")

        let state = items.state.withLock { $0 }
        #expect(state.keyless == 0)
        #expect(state.reusedKeys == 0)
        #expect(state.creates == Dictionary(uniqueKeysWithValues: (0..<Self.count).map { ($0, 1) }))
        for number in 0..<Self.count {
          let revisions = state.revisions[number] ?? []
          #expect(revisions == Set(revisions).sorted(), "\(number): \(revisions), \(style), \(moment)")
          #expect(revisions.last == (number % 2 == 0 ? Self.revisions - 1 : 0), "\(number): \(revisions), \(style), \(moment)")
        }
        #expect(try await repository.unsentCount() == 0)
        #expect(try await repository.records().allSatisfy(\.isSynchronized))
        #expect(status == 0 || status == SIGKILL, "\(victim.output)")
        return (status == SIGKILL, state.replays)
      }
    }
  }
#endif
