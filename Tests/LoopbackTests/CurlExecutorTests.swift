#if Curl
  import Foundation
  import HTTPTypes
  import RefineryCore
  @testable import RefineryCurl
  import RefineryContracts
  import TestSupport
  import Testing

  /// Tasks on the loop's own thread.
  extension Sockets.CurlExecutorTests {
    @Test("L02: tasks that prefer the transport's thread run there, before a call and after it")
    func thread() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        try await withTaskExecutorPreference(transport.executor) {
          #expect(threadName() == "refinery-curl")
          for _ in 0..<3 {
            let response = try await transport.send(server.request(.get, "/bytes/100000"))
            #expect(try await response.body.collect().count == 100_000)
            #expect(threadName() == "refinery-curl")
          }
          let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
              group.addTask {
                let response = try await transport.send(server.request(.put, "/echo", body: Body("hello")))
                return threadName() == "refinery-curl" ? try await response.body.collect().count : 0
              }
            }
            return try await group.reduce(0, +)
          }
          #expect(counts == 500)
        }
        #expect(threadName() != "refinery-curl")
      }
    }

    @Test("L02: a stream is read, and another is produced, by tasks on the thread that carries it")
    func streams() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        try await withTaskExecutorPreference(transport.executor) {
          let options = Options { $0.delivery = .streamed(buffer: 10_000) }
          let response = try await transport.send(server.request(.get, "/bytes/5000000", options: options))
          var count = 0
          for try await chunk in response.body { count += chunk.count }
          #expect(count == 5_000_000)
          let (chunks, source) = AsyncStream<Data>.makeStream()
          async let sent = transport.send(server.request(.put, "/echo", body: Body(chunks)))
          for _ in 0..<100 {
            source.yield(Data(count: 10_000))
            await Task.yield()
          }
          source.finish()
          let status = try await sent.head.status
          #expect(status == .ok && server.received.last?.bodyLength == 1_000_000)
        }
      }
    }

    @Test(
      "L02: a transport whose calls are sent from its own thread keeps the contract",
      arguments: TransportContract.checks(for: CurlTransport.capabilities))
    func contract(check: TransportContract.Check) async throws {
      try await withServer { server in
        let transport = CurlTransport()
        try await check.run(on: server) { _ in SentFromItsThread(base: transport) }
        await transport.shutdown(grace: .zero)
      }
    }

    @Test("L02: cancelled and late calls of tasks on the thread end there")
    func ends() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        try await withTaskExecutorPreference(transport.executor) {
          await #expect(throws: TimedOut.self) {
            try await transport.send(server.request(.get, "/silent", timeout: .milliseconds(50)))
          }
          try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await transport.send(server.request(.get, "/silent")).head.status.code }
            try await until { server.received.count >= 2 }
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
          }
        }
      }
    }

    @Test("L02: the time that a task takes on the thread is not the server's silence")
    func silence() async throws {
      let permits = Permits()
      try await withServer(permits.answer) { server in
        let transport = CurlTransport()
        let options = Options { $0.idleTimeout = .seconds(1) }
        let statuses = try await withTaskExecutorPreference(transport.executor) {
          try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await transport.send(server.request(.get, "/1", options: options)).head.status.code }
            try await until { !server.received.isEmpty }
            // One answer has come, and one request has not gone out, when the thread is free again.
            permits.give(2)
            group.addTask { try await transport.send(server.request(.get, "/2", options: options)).head.status.code }
            let end = ContinuousClock.now + .milliseconds(1200)
            while ContinuousClock.now < end {}
            return try await group.reduce(into: []) { $0.append($1) }
          }
        }
        #expect(statuses == [200, 200])
      }
    }

    @Test("L02: after a task has held the thread for longer than the idle timeout, calls that still wait go on")
    func silenceAfterwards() async throws {
      let permits = Permits()
      try await withServer({ request, connection in
        if request.target == "/late" { permits.take() }
        connection.answer(200)
        return .keepAlive
      }) { server in
        let transport = CurlTransport()
        let options = Options { $0.idleTimeout = .seconds(1) }
        let status = try await withTaskExecutorPreference(transport.executor) {
          async let late = transport.send(server.request(.get, "/late", options: options)).head.status
          try await until { !server.received.isEmpty }
          let end = ContinuousClock.now + .milliseconds(1200)
          while ContinuousClock.now < end {}
          // The loop checks the limits of all calls meanwhile.
          _ = try await transport.send(server.request(.get, "/other"))
          permits.give(1)
          return try await late
        }
        #expect(status == .ok)
      }
    }

    @Test("L02: tasks whose thread has ended go on elsewhere: after a shutdown, a fault, or the last copy of the transport")
    func afterwards() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        try await withTaskExecutorPreference(transport.executor) {
          _ = try await transport.send(server.request(.get, "/head"))
          await transport.shutdown()
          #expect(threadName() != "refinery-curl")
          let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/head")) }
          #expect(error?.code == .closed)
        }
        #expect(await withTaskExecutorPreference(transport.executor) { threadName() } != "refinery-curl")

        let failing = CurlTransport()
        try await withTaskExecutorPreference(failing.executor) {
          let loop = try failing.engine.runningLoop()
          async let call = failing.send(server.request(.get, "/silent"))
          try await until { server.received.contains(where: { $0.target == "/silent" }) }
          loop.fail()
          do {
            Issue.record("\(try await call.head.status)")
          } catch {
            #expect((error as? TransportError)?.code == .other)
          }
          // The next loop is another thread's.
          #expect(try await failing.send(server.request(.get, "/head")).head.status == .ok)
        }

        var forgotten: CurlTransport? = CurlTransport()
        let executor = try #require(forgotten).executor
        forgotten = nil
        let sum = await withTaskExecutorPreference(executor) {
          await withTaskGroup(of: Int.self) { group in
            for number in 1...1000 {
              group.addTask {
                await Task.yield()
                return number
              }
            }
            return await group.reduce(0, +)
          }
        }
        #expect(sum == 500_500)
      }
    }
  }

  /// Begins every request on the transport's thread.
  private struct SentFromItsThread: Transport {
    let base: CurlTransport
    var capabilities: TransportCapabilities { base.capabilities }
    var enforcesDeadline: Bool { base.enforcesDeadline }

    func send(_ request: Request) async throws -> Response {
      try await withTaskExecutorPreference(base.executor) { try await base.send(request) }
    }
  }

  /// The calling thread's, of the system.
  private func threadName() -> String {
    ((try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? "").trimmingCharacters(in: .newlines)
  }
#endif
