#if Curl
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryCurl
  import RefineryContracts
  import TestSupport
  import Testing

  /// Several event loops, and the handover between a task's thread and a loop that falls asleep.
  extension Sockets.CurlLoopTests {
    @Test(
      "L02: a transport with several loops keeps the contract",
      arguments: TransportContract.checks(for: CurlTransport.capabilities))
    func contract(check: TransportContract.Check) async throws {
      try await withServer { server in
        let transport = try CurlTransport(configuration: TransportConfiguration(), loops: 3)
        try await check.run(on: server) { _ in transport }
        await transport.shutdown(grace: .zero)
      }
    }

    @Test("L02: the limit of connections to an origin holds for all loops together, and every loop reuses its own")
    func limit() async throws {
      let permits = Permits()
      try await withServer(permits.answer) { server in
        var configuration = TransportConfiguration()
        configuration.maximumConnectionsPerOrigin = 40
        let transport = try CurlTransport(configuration: configuration, loops: 3)
        for round in 1...3 {
          let calls = (0..<100).map { _ in Task { try await transport.send(server.request(.get, "/")).head.status } }
          try await until { server.received.count >= 100 * (round - 1) + 40 }
          #expect(server.connectionCount == 40)
          permits.give(100)
          for call in calls { #expect(try await call.value == .ok) }
        }
        #expect(server.connectionCount == 40)
        #expect(server.requestCount == 300)
        await transport.shutdown()
        let refused = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/")) }
        #expect(refused?.code == .closed)
      }
    }

    @Test("L02: a loop starts when more calls are under way than the loops before it take, and ends with the transport")
    func threads() async throws {
      await #expect(processExitsWith: .success) {
        let permits = Permits()
        let server = try LoopbackServer(permits.answer)
        let transport = try CurlTransport(configuration: TransportConfiguration(), loops: 3)
        for (count, loops) in [(1, 1), (16, 1), (17, 2), (100, 3)] {
          let before = server.received.count
          let calls = (0..<count).map { _ in Task { try await transport.send(server.request(.get, "/")).head.status } }
          try await until { server.received.count >= before + count }
          guard loopThreads() == loops else { exit(Int32(count)) }
          permits.give(count)
          for call in calls { guard try await call.value == .ok else { exit(2) } }
        }
        await transport.shutdown()
        // A thread is in the list until the system has removed it, which is soon after its last call.
        try await until { loopThreads() == 0 }
      }
    }

    @Test("L02: from the first use of the executor on, one loop sends everything")
    func executor() async throws {
      await #expect(processExitsWith: .success) {
        let permits = Permits()
        let server = try LoopbackServer(permits.answer)
        let transport = try CurlTransport(configuration: TransportConfiguration(), loops: 3)
        _ = transport.executor
        let calls = (0..<100).map { _ in Task { try await transport.send(server.request(.get, "/")).head.status } }
        try await until { server.received.count >= 100 }
        guard loopThreads() == 1 else { exit(3) }
        permits.give(100)
        for call in calls { guard try await call.value == .ok else { exit(2) } }
      }
    }

    @Test("L02: a transport needs a loop")
    func noLoops() {
      #expect(throws: UnusableSettings(of: TransportConfiguration.self, problems: ["loops must be at least 1, not 0"])) {
        _ = try CurlTransport(configuration: TransportConfiguration(), loops: 0)
      }
    }

    /// The loop sleeps between most of these requests, so it often falls asleep, or wakes up, while a task posts one.
    @Test("L02: no request is lost between a task's thread and a loop that falls asleep", arguments: [1, 2, 3, 8])
    func handovers(tasks: Int) async throws {
      try await withServer(
        keepsLog: false,
        { _, connection in
          connection.answer(200)
          return .keepAlive
        }
      ) { server in
        let transport = CurlTransport()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<tasks {
            group.addTask {
              for _ in 0..<3000 / tasks {
                let response = try await transport.send(server.request(.get, "/", timeout: .seconds(60)))
                #expect(response.head.status == .ok)
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(server.requestCount == 3000 / tasks * tasks)
        #expect(server.connectionCount <= tasks)
      }
    }

    @Test("L02: calls that are cancelled while they are sent end, and the others are sent")
    func cancellations() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let calls = (0..<600).map { number in
          let call = Task { try await transport.send(server.request(.get, "/status/200", timeout: .seconds(60))).head.status }
          if number % 3 == 0 { call.cancel() }
          return call
        }
        for (number, call) in calls.enumerated() {
          switch await call.result {
          case .success(let status): #expect(status == .ok)
          case .failure(let error): #expect(error is CancellationError && number % 3 == 0)
          }
        }
      }
    }
  }

  /// How many loops of libcurl's transport this process runs.
  private func loopThreads() -> Int {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.count { thread in
      let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
      return name?.hasPrefix("refinery-curl") == true
    }
  }
#endif
