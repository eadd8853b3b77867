#if PostgreSQL
  import Foundation
  import RefineryContracts
  import RefineryCore
  import RefineryPostgreSQL
  import RefineryStore
  import RefineryTesting
  import Synchronization
  import Testing

  extension PostgreSQLTests {
    /// Processes that share an outbox, and are killed with SIGKILL.
    @Suite("Outbox of several processes", .serialized, .timeLimit(.minutes(15))) struct OutboxWorkerTests {
      private static let count = 10
      private static let revisions = 3

      /// How many processes are killed for each style: `REFINERY_KILLS`, by default 10 in all.
      private static let kills = ProcessInfo.processInfo.environment["REFINERY_KILLS"].flatMap { Int($0) } ?? 10

      @Test("T04: another process drains the outbox of a killed one: each change reaches the server once, in order")
      func killed() async throws {
        let database = try DatabaseServer.shared()
        var killed = 0
        var replays = 0
        for trial in 0..<Self.kills {
          let style = ["one", "many", "batch"][trial % 3]
          let outcome = try await self.trial(database, style, withOther: trial % 2 == 1)
          killed += outcome.isKilled ? 1 : 0
          replays += outcome.replays
        }
        // Without another process at the same time, the process is always killed while it works.
        #expect(killed >= Self.kills / 2)
        print("killed \(killed) of \(Self.kills) processes; the server got \(replays) repeated requests")
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
        let repository = SyncedRepository<JSONValue>(
          Client(baseURL: "http://127.0.0.1:\(server.port)", transport: StubTransport()), store: store,
          resource: DictionaryResource("Item", path: "items"), settings: SyncSettings { $0.sendsAtOnce = false })
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
        for revision in 1..<Self.revisions {
          for (number, key) in keys.enumerated() where number % 2 == 0 {
            let record = try await repository.record(key: key)
            var object = record?.value.object ?? [:]
            object["revision"] = .number(revision)
            try await repository.update(.object(object), key: key)
          }
        }
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

  /// A process that drains an outbox.
  private final class Worker: Sendable {
    private let arguments: [String]
    private let file = "/tmp/refinery-outbox-\(UUID().uuidString)"
    private let started = Mutex<pid_t>(0)

    init(_ port: Int, _ url: String, _ schema: String, _ style: String) {
      arguments = [Self.program, "http://127.0.0.1:\(port)", url, schema, style, "300"]
    }

    deinit { unlink(file) }

    private static var program: String {
      let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      return [own, Bundle.main.bundleURL].map { $0.appendingPathComponent("OutboxWorker").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "OutboxWorker"
    }

    var pid: pid_t { started.withLock { $0 } }
    var output: String { String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self) }

    func start() {
      let script = "exec \"$0\" \"$@\" >\(file) 2>&1 </dev/null"
      var words = (["/bin/sh", "-c", script] + arguments).map { strdup($0) } + [nil]
      defer { words.forEach { free($0) } }
      var child: pid_t = 0
      guard posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0 else { return }
      started.withLock { [child] in $0 = child }
    }

    /// Waits for its end. Returns its status, or the signal that ended it.
    func end() async -> Int32 {
      let pid = pid
      guard pid > 0 else { return -1 }
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var status: Int32 = 0
          while waitpid(pid, &status, 0) < 0, errno == EINTR {}
          continuation.resume(returning: status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F)
        }
      }
    }
  }
#endif
