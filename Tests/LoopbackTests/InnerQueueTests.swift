#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import HTTPTypes
  import RefineryCore
  import RefineryTesting
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
