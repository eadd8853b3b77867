#if SQLite
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryStore
  import RefineryContracts
  import RefineryTesting
  import Synchronization
  import Testing

  /// A synchronization in a process of its own, killed with SIGKILL and run again.
  @Suite("Crashes", .timeLimit(.minutes(10))) struct CrashTests {
    /// Records at `/items`; kills the worker at chosen requests.
    private final class ItemServer: Sendable {
      struct State: Sendable {
        var items: [JSONValue] = []
        var answers: [String: String] = [:]
        var writes = 0
        var replays = 0
        var executed = 0
        var keyless = 0
        /// At which writes the worker dies, and whether before or after the server has acted on it.
        var kills: [(at: Int, acts: Bool)] = []
        var worker: Int32?
      }

      let state = Mutex(State())
      private let started = NSCondition()

      func workerIs(_ pid: Int32) {
        started.lock()
        state.withLock { $0.worker = pid }
        started.broadcast()
        started.unlock()
      }

      func kill() {
        started.lock()
        let end = Date(timeIntervalSinceNow: 60)
        while state.withLock({ $0.worker }) == nil, started.wait(until: end) {}
        if let worker = state.withLock({ $0.worker }) { Foundation.kill(worker, SIGKILL) }
        state.withLock { $0.worker = nil }
        started.unlock()
      }

      func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) -> LoopbackConnection.Ending {
        let read = connection.readBody()
        if request.method == "GET" {
          connection.answer(200, [], Array(JSONValue.array(state.withLock { $0.items }).text().utf8))
          return .keepAlive
        }
        // A worker that dies while it sends leaves half a body.
        guard let body = try? JSONValue(parsing: Data(read.bodyPrefix)) else { return .close }
        let death = state.withLock { state -> (at: Int, acts: Bool)? in
          state.writes += 1
          return state.kills.first?.at == state.writes ? state.kills.removeFirst() : nil
        }
        if death?.acts == false {
          kill()
          return .close
        }
        let answer = act(body, key: request.fields[.idempotencyKey])
        if death != nil {
          kill()
          return .close
        }
        connection.answer(201, ["Content-Type: application/json"], Array(answer.utf8))
        return .keepAlive
      }

      private func act(_ body: JSONValue, key: String?) -> String {
        state.withLock { state in
          if let key, let known = state.answers[key] {
            state.replays += 1
            return known
          }
          if key == nil { state.keyless += 1 }
          let created = (body["data"]?.array ?? [body]).map { item -> JSONValue in
            var object = item.object ?? [:]
            state.executed += 1
            object["id"] = .number(state.executed)
            return .object(object)
          }
          state.items += created
          let answer = body["data"] == nil ? created[0].text() : JSONValue.array(created).text()
          if let key { state.answers[key] = answer }
          return answer
        }
      }
    }

    private static var worker: URL {
      // Beside the tests: on Linux they are a program, elsewhere a bundle.
      let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
      let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
      let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      return [folder, own, Bundle.main.bundleURL].map { $0.appendingPathComponent("StoreWorker") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? own.appendingPathComponent("StoreWorker")
    }

    /// Runs the worker to its end, whichever that is.
    private func run(_ server: ItemServer, _ port: Int, _ path: String, _ style: String) async throws -> (Int32, String) {
      let process = Process()
      process.executableURL = Self.worker
      process.arguments = ["http://127.0.0.1:\(port)", path, style]
      let output = Pipe()
      process.standardOutput = output
      let ended = AsyncStream<Void> { stream in
        process.terminationHandler = { _ in stream.finish() }
      }
      try process.run()
      server.workerIs(process.processIdentifier)
      for await _ in ended {}
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return (process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus, text)
    }

    private func items(_ path: String, _ port: Int) throws -> SyncedRepository<JSONValue> {
      SyncedRepository(
        Client(baseURL: "http://127.0.0.1:\(port)", transport: StubTransport()), store: try SQLiteStore(path),
        resource: DictionaryResource("Item", path: "items"), settings: SyncSettings { $0.sendsAtOnce = false })
    }

    @Test(
      "H14, H08: 5,000 records, SIGKILL in the middle and again: the server ends with exactly 5,000, the store equal to it",
      arguments: ["one", "many", "batch"])
    func killed(_ style: String) async throws {
      let path = try TemporaryFolder().path("items.sqlite")
      let items = ItemServer()
      let server = try LoopbackServer(keepsLog: false) { items.answer($0, $1) }
      defer { server.stop() }
      let count = style == "many" ? 2_000 : 5_000
      let store = try self.items(path, server.port)
      try await store.create((1...count).map { ["number": .number($0)] })
      try (store.store as? SQLiteStore)?.close()

      let requests = style == "batch" ? count / 20 : count
      let kills = [(1, true), (requests / 10, false), (requests / 2, true), (requests / 2 + 2, false), (requests, true)]
      items.state.withLock { $0.kills = kills.map { (at: $0.0, acts: $0.1) } }
      for _ in kills {
        let (status, _) = try await run(items, server.port, path, style)
        #expect(status == -SIGKILL)
      }
      let (status, output) = try await run(items, server.port, path, style)
      #expect(status == 0)
      #expect(output.contains("0 failures"))

      let state = items.state.withLock { $0 }
      #expect(state.items.count == count)
      let isEach = Set(state.items.compactMap { $0["number"]?.int }) == Set(1...count)
      #expect(isEach)
      #expect(state.executed == count)
      #expect(state.keyless == 0)
      #expect(state.replays >= 3)
      let after = try self.items(path, server.port)
      let isEqual = Set(try await after.search()) == Set(state.items)
      #expect(isEqual)
      #expect(try await after.count() == count)
      #expect(try await after.unsentCount() == 0)
      #expect(try await after.records().allSatisfy(\.isSynchronized))
    }

    @Test("H14: killed while it pulls: the next one has all, and no record twice")
    func killedWhilePulling() async throws {
      let path = try TemporaryFolder().path("items.sqlite")
      let kills = Mutex([2, 3])
      let items = ItemServer()
      let all = (1...3_000).map { number -> JSONValue in ["id": .number(number), "number": .number(number)] }
      let pages = Mutex(0)
      let server = try LoopbackServer(keepsLog: false) { request, connection in
        connection.readBody()
        let from = request.query("from").flatMap { Int($0) } ?? 0
        let page = pages.withLock { page in
          page = from == 0 ? 1 : page + 1
          return page
        }
        if kills.withLock({ $0.first == page }) {
          kills.withLock { _ = $0.removeFirst() }
          items.kill()
          return .close
        }
        let part = Array(all[from..<min(from + 1_000, all.count)])
        let link = from + 1_000 < all.count ? ["Link: </items?from=\(from + 1_000)>; rel=\"next\""] : []
        connection.answer(200, link + ["X-Total: \(all.count)"], Array(JSONValue.array(part).text().utf8))
        return .keepAlive
      }
      defer { server.stop() }
      for _ in 1...2 { #expect(try await run(items, server.port, path, "one").0 == -SIGKILL) }
      let (status, output) = try await run(items, server.port, path, "one")
      #expect(status == 0)
      #expect(output.contains("0 deleted; 0 conflicts, 0 failures"))
      let store = try self.items(path, server.port)
      let isEqual = try await store.search(sort: [.ascending("number")]) == all
      #expect(isEqual)
    }
  }
#else
  import Testing

  @Test("H14: 5,000 records, SIGKILL in the middle and again", .disabled("a store on disk needs the trait SQLite"))
  func killed() {}
#endif
