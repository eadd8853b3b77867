#if AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryTesting
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

    @Test(
      "L03: a response in chunks that is whole before its upload ends the call and the connection", arguments: [200, 403],
      [true, false])
    func earlyChunks(status: Int, hasLatePacket: Bool) async throws {
      let (ends, ended) = AsyncStream<Void>.makeStream()
      let permits = Permits()
      try await withServer(
        keepsLog: false,
        { _, connection in
          let last = "0\r\n\r\n"
          let start = "HTTP/1.1 \(status) Status\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ntaken\r\n"
          connection.send(hasLatePacket ? start : start + last)
          if hasLatePacket {
            permits.take()
            connection.send(last)
          }
          connection.discardInput()
          ended.yield()
          return .close
        }
      ) { server in
        let (chunks, source) = AsyncStream<Data>.makeStream()
        source.yield(Data(count: 1000))
        try await Engine.asyncHTTPClient.using { transport in
          let options = Options().setting(Delivery.self, .streamed(buffer: 1000))
          let request = server.request(.put, "/", body: Body(chunks), options: options)
          var content = try await transport.send(request).body.makeAsyncIterator()
          let first = try await content.next()
          #expect(first == Data("taken".utf8))
          permits.give(1)
          let end = try await content.next()
          #expect(end == nil)
          for await _ in ends { break }
        }
        source.finish()
      }
    }
  }
#endif
