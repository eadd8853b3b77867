#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import HTTPTypes
  import RefineryCore
  import RefineryContracts
  import RefineryTransport
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryURLSession

  extension Sockets.InnerQueueTests {
    @Test("the check finds that this Foundation's private queue can be suspended, and each session uses it")
    func found() throws {
      let session = PersistentSession(maximumConnectionsPerOrigin: 6, usesInternals: true)
      session.starts.sync {}
      #expect(session.innerQueue != nil)
    }

    @Test("where a session's two queues are one, the check says no, and the session goes on")
    func merged() async throws {
      try await withServer { server in
        let session = URLSession(configuration: .ephemeral)
        let outer = try #require(Mirror(reflecting: session).descendant("workQueue") as? DispatchQueue)
        let merged = InnerQueue(outer, of: session)
        let helper = DispatchQueue(label: "test")
        #expect(!merged.isIndependent(checkingOn: helper, limit: .milliseconds(100)))
        helper.sync {}
        let url = try #require(URL(string: "http://\(server.authority)/head"))
        #expect(try await session.data(from: url).0 == Data("hello".utf8))
      }
    }

    @Test("the progress of an upload is activity, so the idle limit begins again", arguments: [true, false])
    func uploadProgress(usesInternals: Bool) async throws {
      let permits = Permits()
      let responses = Counter()
      try await withServer({ _, connection in
        connection.readBody()
        permits.take()
        responses.add()
        connection.answer(200)
        return .keepAlive
      }) { server in
        let session = PersistentSession(maximumConnectionsPerOrigin: 6, usesInternals: usesInternals)
        let options = Options { $0.idleTimeout = .seconds(600) }
        let request = server.request(.put, "/", body: Body(Data(count: 100_000)), options: options)
        let slot = try await OriginLimiter(active: 1, waiting: 1).admit(
          request, to: #require(Origin(request.head)), alarms: AlarmClock())
        var wire = try URLRequest(request.head, hasBody: true, timeout: 600)
        let hasBytes = try await wire.takeBody(of: request)
        let exchange = SessionExchange(request, hasBytes: hasBytes, session: session, alarms: AlarmClock(), slot: slot)
        let start = exchange.lastActivity
        async let response = withCheckedThrowingContinuation { continuation in
          if exchange.starts(with: continuation) { session.start(wire, for: exchange) }
        }
        defer { permits.give(1) }
        try await until { exchange.lastActivity > start }
        #expect(responses.count == 0)
        permits.give(1)
        #expect(try await response.head.status == .ok)
      }
    }

    @Test("callbacks keep their order; those of a single call, of a large body and after 16 others run at once")
    func callbacks() async throws {
      let queue = DelegateQueue()
      let ran = Gathered<Int>()
      func add(_ number: Int) { queue.addOperation { ran.add(number) } }
      add(0)
      #expect(ran.all == [0], "a single call")
      queue.hasCalls(2)
      let gate = DispatchSemaphore(value: 0)
      queue.addOperation { gate.wait() }
      for number in 1...15 { add(number) }
      #expect(ran.all == [0])
      let returned = Latch()
      Thread.detachNewThread {
        queue.addOperation { ran.add(16) }
        ran.add(17)
        returned.open()
      }
      try await until { queue.waiting.load(ordering: .relaxed) == 17 }
      gate.signal()
      await returned.wait()
      #expect(ran.all == Array(0...17))
      queue.hasMoved(1_000_000)
      add(18)
      #expect(ran.all == Array(0...18), "a large body")
    }

    @Test("the switch leaves Foundation's internals alone, and calls are sent and cancelled all the same")
    func switchedOff() async throws {
      let session = PersistentSession(maximumConnectionsPerOrigin: 6, usesInternals: false)
      session.starts.sync {}
      #expect(session.innerQueue == nil)
      let transport = try URLSessionTransport(usesFoundationInternals: false)
      try await withServer { server in
        let before = try await transport.text(server.request(.get, "/head"))
        #expect(before == "hello")
        let call = Task { try await transport.send(server.request(.get, "/silent")) }
        try await until { server.received.count >= 2 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.hangUps(1)
        let after = try await transport.text(server.request(.get, "/head"))
        #expect(after == "hello")
      }
    }
  }
#endif
