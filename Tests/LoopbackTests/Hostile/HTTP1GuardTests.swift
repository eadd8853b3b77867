#if AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryContracts
  import Testing

  /// AsyncHTTPClient over HTTP/1.1 where the engine needs a guard.
  extension Sockets.HTTP1GuardTests {
    @Test("L03: a status below 100 is a malformed response and does not end the process", arguments: ["000", "001", "099"])
    func status(status: String) async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 \(status) X\r\nContent-Length: 1\r\n\r\nx")
        return .close
      }) { server in
        try await Engine.asyncHTTPClient.using { transport in
          let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/")) }
          #expect(error?.code == .malformedResponse)
        }
      }
    }

    @Test("L03: a switch of protocols that no request asked for is a malformed response")
    func upgraded() async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
        return .close
      }) { server in
        try await Engine.asyncHTTPClient.using { transport in
          let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/")) }
          #expect(error?.code == .malformedResponse)
        }
      }
    }

    @Test("L03: a request on a kept connection that the server has closed is sent once more where it is idempotent")
    func kept() async throws {
      // The server reads the second request of a connection and closes without a byte, as if the two had crossed.
      try await withServer({ _, connection in
        guard connection.requests == 1 else { return .close }
        connection.answer(200, [], Array("hello".utf8))
        return .keepAlive
      }) { server in
        try await Engine.asyncHTTPClient.using { transport in
          for call in 0..<20 {
            let response = try await transport.send(server.request(.get, "/\(call)"))
            #expect(response.head.status.code == 200)
          }
          let first = try? await transport.send(server.request(.post, "/post", body: Body("x")))
          let second = try? await transport.send(server.request(.post, "/post", body: Body("x")))
          #expect(first == nil || second == nil)
          #expect(server.received.count { $0.target == "/post" } == 2)
        }
      }
    }
  }
#endif
