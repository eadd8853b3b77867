#if ServiceLifecycle && AsyncHTTPClient && Curl
  import Foundation
  import RefineryContracts
  import Synchronization
  import Testing

  /// An app in a process of its own that SIGTERM ends while calls are under way.
  @Suite("SIGTERM", .serialized, .timeLimit(.minutes(10))) struct TerminationTests {
    /// Holds requests for `/held` until the test says what happens to them.
    private final class HoldingServer: Sendable {
      private let condition = NSCondition()
      private let state = Mutex((held: 0, isReleased: false, isLost: false))

      func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) -> LoopbackConnection.Ending {
        if request.path == "/held" { hold() }
        connection.answer(204)
        return .keepAlive
      }

      private func hold() {
        condition.lock()
        state.withLock { $0.held += 1 }
        condition.broadcast()
        while !state.withLock({ $0.isReleased }) { condition.wait() }
        condition.unlock()
      }

      /// Waits until so many requests are held, or until the worker has ended, or for five minutes. Returns whether they are
      /// held.
      func holds(_ count: Int) async -> Bool {
        await withCheckedContinuation { continuation in
          Thread { [self] in
            condition.lock()
            let limit = Date(timeIntervalSinceNow: 300)
            while state.withLock({ $0.held < count && !$0.isLost }), condition.wait(until: limit) {}
            condition.unlock()
            continuation.resume(returning: state.withLock { $0.held } >= count)
          }.start()
        }
      }

      func release() { change { $0.isReleased = true } }

      /// The worker has ended.
      func lose() { change { $0.isLost = true } }

      private func change(_ change: (inout (held: Int, isReleased: Bool, isLost: Bool)) -> Void) {
        condition.lock()
        state.withLock { change(&$0) }
        condition.broadcast()
        condition.unlock()
      }
    }

    /// The worker, its exit status, and the lines that it prints.
    private struct Worker {
      let process = Process()
      let lines: AsyncStream<String>
      private let ended: AsyncStream<Void>

      init(_ port: Int, _ transport: String, calls: Int, grace: Int, onEnd: @escaping @Sendable () -> Void) throws {
        process.executableURL = Self.program
        process.arguments = ["http://127.0.0.1:\(port)", transport, "\(calls)", "\(grace)"]
        let output = Pipe()
        process.standardOutput = output
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let process = process
        ended = AsyncStream { stream in
          process.terminationHandler = { _ in
            onEnd()
            stream.finish()
          }
        }
        try process.run()
        let reading = output.fileHandleForReading
        Thread {
          var text = ""
          while case let data = reading.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            while let end = text.firstIndex(of: "\n") {
              line.yield(String(text[..<end]))
              text.removeSubrange(...end)
            }
          }
          line.finish()
        }.start()
      }

      private static var program: URL {
        // Beside the tests: on Linux they are a program, elsewhere a bundle.
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        return [folder, own, Bundle.main.bundleURL].map { $0.appendingPathComponent("LifecycleWorker") }
          .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? own.appendingPathComponent("LifecycleWorker")
      }

      /// Sends SIGTERM.
      func terminate() { process.terminate() }

      /// Ends the process at once, if it runs.
      func kill() { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

      /// The exit status; negative for a signal.
      func status() async -> Int32 {
        for await _ in ended {}
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
      }
    }

    static let transports = ["URLSession", "AsyncHTTPClient", "Curl"]

    @Test(
      "P12: SIGTERM at 1,000 calls under way: all are answered, later calls throw a typed error, and the app ends with status 0",
      arguments: transports)
    func answered(_ transport: String) async throws {
      let holding = HoldingServer()
      let server = try LoopbackServer(keepsLog: false) { holding.answer($0, $1) }
      let worker = try Worker(server.port, transport, calls: 1_000, grace: 600_000) { holding.lose() }
      defer {
        worker.kill()
        holding.release()
        server.stop()
      }
      try #require(await holding.holds(1_000))
      worker.terminate()
      var lines = worker.lines.makeAsyncIterator()
      // The calls under way have no response yet.
      let later = await lines.next()
      #expect(later == "later: closed before sending")
      holding.release()
      let outcome = await lines.next()
      #expect(outcome == "1000 answered")
      let end = await lines.next()
      #expect(end == nil)
      #expect(await worker.status() == 0)
    }

    @Test(
      "P12: SIGTERM while a server never responds: the calls end with the grace, by a typed error, and the app with status 0",
      arguments: transports)
    func neverAnswered(_ transport: String) async throws {
      let holding = HoldingServer()
      let server = try LoopbackServer(keepsLog: false) { holding.answer($0, $1) }
      let worker = try Worker(server.port, transport, calls: 1_000, grace: 100) { holding.lose() }
      defer {
        worker.kill()
        holding.release()
        server.stop()
      }
      try #require(await holding.holds(1_000))
      worker.terminate()
      let lines = await worker.lines.reduce(into: []) { $0.append($1) }
      #expect(Set(lines) == ["later: closed before sending", "1000 closed waiting for the response"])
      #expect(await worker.status() == 0)
    }
  }
#endif
