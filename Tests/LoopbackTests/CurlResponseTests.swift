#if Curl
  import Foundation
  import HTTPTypes
  import RefineryCore
  @testable import RefineryCurl
  import RefineryContracts
  import TestSupport
  import Testing

  extension Sockets.CurlResponseTests {
    @Test(
      "L02: lengths that differ, or are no numbers, are a malformed response",
      arguments: [
        "Content-Length: 5\r\nContent-Length: 3\r\n", "Content-Length: 3\r\ncontent-length: 5\r\n", "Content-Length: 5, 3\r\n",
        "Content-Length: 5x\r\n", "Content-Length: +5\r\n", "Content-Length: 5,\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n",
      ], [false, true])
    func twoLengths(fields: String, isStreamed: Bool) async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\nhello")
        return .close
      }) { server in
        let options = isStreamed ? Options { $0.delivery = .streamed(buffer: 1000) } : Options()
        let error = await #expect(throws: TransportError.self) {
          try await CurlTransport().send(server.request(.get, "/", options: options)).body.collect()
        }
        #expect(error?.code == .malformedResponse)
      }
    }

    @Test(
      "L02: the same length twice is one length",
      arguments: [
        "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5, 5\r\n",
        "Content-Length: 5 \r\nContent-Length: 05\r\n",
      ])
    func sameLengths(fields: String) async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\nhello")
        return .close
      }) { server in
        let content = try await CurlTransport().send(server.request(.get, "/")).body.collect()
        #expect(content == Data("hello".utf8))
      }
    }

    @Test("L02: chunked content ends with its last chunk, even if Content-Length differs", arguments: [false, true])
    func chunksWithLength(isStreamed: Bool) async throws {
      try await withServer({ request, connection in
        let isCut = request.target == "/cut"
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(isCut ? 5 : 5000)\r\nTransfer-Encoding: chunked\r\n\r\n")
        connection.send("5\r\nhello\r\n" + (isCut ? "" : "0\r\n\r\n"))
        return .close
      }) { server in
        let limited = Options { $0.responseLimit = 1000 }
        let options = isStreamed ? limited.merging(Options { $0.delivery = .streamed(buffer: 1000) }) : limited
        let whole = try await CurlTransport().send(server.request(.get, "/whole", options: options)).body.collect()
        #expect(whole == Data("hello".utf8))
        let error = await #expect(throws: TransportError.self) {
          try await CurlTransport().send(server.request(.get, "/cut", options: options)).body.collect()
        }
        #expect(error?.code == .connectionLost && error?.phase == .receiving)
      }
    }

    @Test(
      "L02: a head that its connection cuts is a lost connection, which may be tried again",
      arguments: ["", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 103 Early Hints\r\n\r\n"])
    func cutHead(head: String) async throws {
      try await withServer({ _, connection in
        connection.send(head)
        return .close
      }) { server in
        let error = await #expect(throws: TransportError.self) { try await CurlTransport().send(server.request(.get, "/")) }
        #expect(error?.code == .connectionLost && error?.phase == .waiting && error?.isUnsent == false)
      }
    }

    @Test("L02: a head of more lines than HTTPFields can hold is a malformed response", arguments: [false, true])
    func manyLines(isStreamed: Bool) async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\n" + String(repeating: "a:\n", count: 65_535) + "\n")
        return .close
      }) { server in
        let options = isStreamed ? Options { $0.delivery = .streamed(buffer: 1000) } : Options()
        let error = await #expect(throws: TransportError.self) {
          try await CurlTransport().send(server.request(.get, "/", options: options))
        }
        #expect(error?.code == .malformedResponse)
      }
    }

    @Test("L02: a field may have thousands of folded lines, in UTF-8 or ISO 8859-1")
    func manyFolds() async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Folded: caf\u{E9}\r\n")
        connection.send(Array(" gr".utf8) + [0xFC] + Array("n\r\n".utf8))
        connection.send(String(repeating: " x\r\n", count: 20_000) + "X-End: yes\r\n\r\n")
        return .close
      }) { server in
        let fields = try await CurlTransport().send(server.request(.get, "/")).head.headerFields
        let expected = "caf\u{E9} gr\u{FC}n" + String(repeating: " x", count: 20_000)
        #expect(fields[.init("X-Folded") ?? .via] == expected)
        #expect(fields[.init("X-End") ?? .via] == "yes")
      }
    }

    @Test("L02: lines that continue a line that is no field are dropped with it")
    func foldsOfADroppedLine() async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-First: one\r\n")
        connection.send("X First: two\r\n three\r\n\tfour\r\nX-End: yes\r\n\r\n")
        return .close
      }) { server in
        let fields = try await CurlTransport().send(server.request(.get, "/")).head.headerFields
        #expect(fields[.init("X-First") ?? .via] == "one")
        #expect(fields[.init("X-End") ?? .via] == "yes")
      }
    }

    @Test("L02: content beyond the limit ends a stream also if it arrived while the reader paused, and nothing follows it")
    func limitAfterPause() async throws {
      try await withServer({ request, connection in
        guard request.target == "/stream" else {
          connection.answer(200)
          return .keepAlive
        }
        // libcurl reads 16 KiB at once: the first part fills the buffer, and the second waits in libcurl.
        connection.send("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 30_000))
        connection.waitForHangUp()
        return .close
      }) { server in
        let options = Options {
          $0.delivery = .streamed(buffer: 1)
          $0.responseLimit = 20_000
        }
        let transport = CurlTransport()
        let body = try await transport.send(server.request(.get, "/stream", options: options)).body
        // The loop reads the second part meanwhile.
        for _ in 0..<10 { _ = try await transport.send(server.request(.get, "/")) }
        await #expect(throws: BodyError.self) { try await body.collect() }
      }
    }

    @Test("L02: protocols that are switched unasked are a malformed response")
    func upgraded() async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
        return .close
      }) { server in
        let error = await #expect(throws: TransportError.self) { try await CurlTransport().send(server.request(.get, "/")) }
        #expect(error?.code == .malformedResponse)
      }
    }

    @Test(
      "L02: a response that is whole before its upload is returned, though the server then closes", arguments: [false, true])
    func earlyResponse(isStreamed: Bool) async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        connection.takePartOfUpload()
        return .reset
      }) { server in
        let options = isStreamed ? Options { $0.delivery = .streamed(buffer: 1000) } : Options()
        let request = server.request(.put, "/", body: Body(Data(count: 96_000_000)), options: options)
        let content = try await CurlTransport().send(request).body.collect()
        #expect(content == Data("hello".utf8))
      }
    }

    @Test("L02: a response that is cut before its upload ends is an error")
    func cutEarlyResponse() async throws {
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
        connection.waitForHangUp(milliseconds: 100)
        return .reset
      }) { server in
        let request = server.request(.put, "/", body: Body(Data(count: 20_000_000)))
        let error = await #expect(throws: TransportError.self) { try await CurlTransport().send(request).body.collect() }
        #expect(error?.code == .connectionLost)
      }
    }

    @Test("L02, L03: what a proxy that opens no tunnel responds is named", arguments: [407, 502])
    func refusedTunnel(status: Int) async throws {
      try await withServer({ _, connection in
        connection.answer(status, ["Proxy-Authenticate: Basic realm=\"proxy\""])
        return .close
      }) { proxy in
        var configuration = TransportConfiguration()
        configuration.proxy = "http://\(proxy.authority)"
        let request = proxy.request(.get, "/").redirected(to: "nobody.invalid", scheme: "https")
        let transport = try CurlTransport(configuration: configuration)
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(error?.code == .cannotConnect && error?.isUnsent == true)
        #expect(error?.reason.contains("the proxy responded to CONNECT with \(status)") == true)
      }
    }

    @Test("L02: a shutdown with some grace lets calls that wait for a place have their turn")
    func waitingCalls() async throws {
      let permits = Permits()
      try await withServer(permits.answer) { server in
        var configuration = TransportConfiguration()
        configuration.maximumConnectionsPerOrigin = 5
        let transport = try CurlTransport(configuration: configuration)
        let calls = (0..<50).map { _ in Task { try await transport.send(server.request(.get, "/")).head.status } }
        try await until { server.received.count >= 5 && transport.engine.calls.underWay >= 50 }
        async let end: Void = transport.shutdown(grace: .seconds(60))
        while await (try? transport.send(server.request(.get, "/", timeout: .milliseconds(1)))) != nil {}
        permits.give(50)
        for call in calls { #expect(try await call.value == .ok) }
        await end
        let late = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/")) }
        #expect(late?.code == .closed)
        #expect(server.received.count == 50)
      }
    }

    @Test("L02: after several shutdowns, the earliest limit ends the calls under way")
    func severalShutdowns() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let options = Options { $0.delivery = .streamed(buffer: 1000) }
        let body = try await transport.send(server.request(.get, "/stall", options: options)).body
        let loop = try transport.engine.runningLoop()
        loop.close(grace: .milliseconds(50))
        loop.close(grace: .seconds(3600))
        let error = await #expect(throws: TransportError.self) { try await body.collect() }
        #expect(error?.code == .closed)
      }
    }

    @Test("L02: when the grace is over, calls that wait for a place end, too, and nothing of theirs is sent")
    func waitingCallsAtTheEnd() async throws {
      try await withServer { server in
        var configuration = TransportConfiguration()
        configuration.maximumConnectionsPerOrigin = 5
        let transport = try CurlTransport(configuration: configuration)
        let calls = (0..<50).map { _ in Task { try await transport.send(server.request(.get, "/silent")) } }
        try await until { server.received.count >= 5 && transport.engine.calls.underWay >= 50 }
        await transport.shutdown(grace: .milliseconds(50))
        for call in calls {
          let error = await #expect(throws: TransportError.self) { try await call.value }
          #expect(error?.code == .closed)
        }
        #expect(server.received.count == 5)
      }
    }
  }
#endif
