#if AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import RefineryAsyncHTTPClient
  import RefineryCore
  import RefineryContracts
  import Synchronization
  import Testing

  /// AsyncHTTPClient over HTTP/2 against a server that does what servers should not.
  extension Sockets.HTTP2GuardTests {
    private func using<Output>(
      _ script: @escaping RawHTTP2Server.Script, _ body: (RawHTTP2Server, any Transport) async throws -> Output
    ) async throws -> Output {
      try await RawHTTP2Server.with(script) { server in
        try await Engine.asyncHTTPClient.using({
          $0.trustRoots = SecureHouse.certificate("authority")
          $0.version = .http2
        }) { try await body(server, $0) }
      }
    }

    private func error(_ transport: any Transport, _ request: Request) async -> TransportError? {
      await #expect(throws: TransportError.self) { try await transport.send(request).body.collect() }
    }

    private func expectHello(_ transport: any Transport, _ server: RawHTTP2Server) async throws {
      let response = try await transport.send(server.request("/hello"))
      #expect(try await response.body.collect() == Data("hello".utf8))
    }

    @Test("L03: calls that are cancelled before they are written leave the connection to later ones")
    func cancelled() async throws {
      let connections = Mutex(0)
      try await using { event, connection in
        connections.withLock { $0 = max($0, connection.number) }
        if case .request(_, let path) = event, path != "/hello" { return }
        connection.behaves(at: event)
      } _: { server, transport in
        try await expectHello(transport, server)
        for _ in 0..<5 {
          let calls = (0..<100).map { _ in Task { try await transport.send(server.request("/silent")) } }
          await Task.yield()
          for call in calls { call.cancel() }
          for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
        }
        try await expectHello(transport, server)
        #expect(connections.withLock { $0 } == 1)
      }
    }

    @Test("L03: responses that come too late for their calls do not end the connection")
    func late() async throws {
      let late = Mutex<[Int]>([])
      let connections = Mutex(0)
      try await using { event, connection in
        connections.withLock { $0 = max($0, connection.number) }
        switch event {
        case .request(let stream, "/late"): late.withLock { $0.append(stream) }
        case .reset(let first):
          // The responses to all others are on their way when the server learns of the first reset.
          let streams = late.withLock { late in
            defer { late = [] }
            return late
          }
          for stream in streams where stream != first { connection.hello(stream) }
        default: connection.behaves(at: event)
        }
      } _: { server, transport in
        var timeouts = 0
        for _ in 0..<5 {
          timeouts += await withTaskGroup(of: Int.self) { group in
            for _ in 0..<60 {
              group.addTask {
                do {
                  _ = try await transport.send(server.request("/late", timeout: .milliseconds(300)))
                  return 0
                } catch {
                  return error is TimedOut ? 1 : 0
                }
              }
            }
            return await group.reduce(0, +)
          }
        }
        // The response to a call that began late may come in time.
        #expect(timeouts > 200)
        try await expectHello(transport, server)
        #expect(connections.withLock { $0 } == 1)
      }
    }

    @Test(
      "L03: a frame that breaks the connection, or a flood, ends the call at once and not by its deadline",
      arguments: [
        RawFrame.data(0, [1, 2, 3]), RawFrame.frame(8, stream: 0, RawFrame.number(0)), RawFrame.settings([(5, 1)]),
        RawFrame.frame(1, flags: 4, stream: 1, [0xFF, 0xFF, 0xFF]), RawFrame.frame(5, flags: 4, stream: 1, RawFrame.number(2)),
        Array(repeatElement(RawFrame.ping(), count: 1000).joined()),
        Array(repeatElement(RawFrame.data(1, [], ends: false), count: 1000).joined()),
        Array(repeatElement(RawFrame.settings(), count: 1000).joined()),
        Array(repeatElement(RawFrame.frame(2, stream: 1, [0, 0, 0, 0, 7]), count: 10_000).joined()),
        Array(repeatElement(RawFrame.frame(10, [0, 1, 65] + Array("h2=\":1\"".utf8)), count: 10_000).joined()),
      ])
    func badFrame(frame: [UInt8]) async throws {
      try await using { event, connection in
        if case .request(let stream, "/bad") = event {
          return connection.write(RawFrame.head(stream, status: "200") + frame)
        }
        connection.behaves(at: event)
      } _: { server, transport in
        let failure = await error(transport, server.request("/bad", .post, body: Body("x")))
        #expect(failure?.code == .connectionLost)
        try await expectHello(transport, server)
      }
    }

    @Test(
      "L03: a flood of frames that are valid one by one ends the connection, and the error says so",
      arguments: [
        RawFrame.frame(8, stream: 0, RawFrame.number(1)), RawFrame.frame(8, stream: 1, RawFrame.number(1)),
        RawFrame.frame(200, stream: 0),
      ])
    func flood(frame: [UInt8]) async throws {
      try await using { event, connection in
        if case .request(let stream, "/bad") = event {
          return connection.write(RawFrame.head(stream, status: "200") + repeatElement(frame, count: 10_000).joined())
        }
        connection.behaves(at: event)
      } _: { server, transport in
        let failure = await error(transport, server.request("/bad", .post, body: Body("x")))
        #expect(failure?.code == .connectionLost && failure?.description.contains("flooded") == true)
        try await expectHello(transport, server)
      }
    }

    @Test("L03: a window that a server opens too far ends an upload at once and not by its deadline", arguments: [0, 1])
    func overflow(stream: Int) async throws {
      try await using { event, connection in
        if case .request(_, "/bad") = event {
          return connection.write(
            RawFrame.frame(8, stream: stream, RawFrame.number(0x7FFF_FFFF))
              + RawFrame.frame(8, stream: stream, RawFrame.number(0x7FFF_FFFF)))
        }
        connection.behaves(at: event)
      } _: { server, transport in
        let (chunks, source) = AsyncStream<Data>.makeStream()
        source.yield(Data("x".utf8))
        let failure = await error(transport, server.request("/bad", .post, body: Body(chunks)))
        source.finish()
        #expect(failure?.code == .connectionLost)
        try await expectHello(transport, server)
      }
    }

    @Test("L03: a few thousand frames without content are no flood")
    func noFlood() async throws {
      try await using { event, connection in
        if case .request(let stream, "/much") = event {
          let updates = repeatElement(RawFrame.frame(8, stream: 0, RawFrame.number(1)), count: 3_000).joined()
          return connection.write(updates + RawFrame.head(stream, status: "200", ends: true))
        }
        connection.behaves(at: event)
      } _: { server, transport in
        #expect(try await transport.send(server.request("/much")).head.status == .ok)
        try await expectHello(transport, server)
      }
    }

    @Test(
      "L03: a status that HTTP does not have is a malformed response, and the connection goes on",
      arguments: ["0", "00", "001", "99", "-1", "1", "1000", "2x0", "101", ""])
    func status(status: String) async throws {
      try await using { event, connection in
        if case .request(let stream, "/bad") = event {
          return connection.write(RawFrame.head(stream, status: status) + RawFrame.data(stream, [1]))
        }
        connection.behaves(at: event)
      } _: { server, transport in
        let failure = await error(transport, server.request("/bad"))
        #expect(failure?.code == .malformedResponse || status.isEmpty)
        try await expectHello(transport, server)
      }
    }

    @Test("L03: a request is not sent again if its stream is refused after the response began", arguments: [false, true])
    func refusedLate(isStreamed: Bool) async throws {
      let requests = Mutex(0)
      try await using { event, connection in
        if case .request(let stream, "/bad") = event {
          requests.withLock { $0 += 1 }
          let part = RawFrame.data(stream, [1], ends: false)
          return connection.write(RawFrame.head(stream, status: "200") + part + RawFrame.reset(stream, 7))
        }
        connection.behaves(at: event)
      } _: { server, transport in
        var request = server.request("/bad")
        if isStreamed { request.options = Options { $0.delivery = .streamed(buffer: 1000) } }
        let failure = await error(transport, request)
        #expect(failure?.code == .connectionLost && failure?.phase == .receiving)
        #expect(requests.withLock { $0 } == 1)
        try await expectHello(transport, server)
      }
    }

    @Test("L03: an interim response that ends its stream is a malformed response, and does not wait for the deadline")
    func interim() async throws {
      try await using { event, connection in
        if case .request(let stream, "/bad") = event {
          return connection.write(RawFrame.head(stream, status: "103", ends: true))
        }
        connection.behaves(at: event)
      } _: { server, transport in
        #expect(await error(transport, server.request("/bad"))?.code == .malformedResponse)
        try await expectHello(transport, server)
      }
    }

    @Test("L03: a limit of streams that goes from 100 to 1 to 3 serves the calls that wait")
    func limits() async throws {
      try await using { event, connection in
        switch event {
        case .opened: connection.write(RawFrame.streams(100))
        case .request(_, "/one"):
          connection.write(RawFrame.streams(1))
          connection.behaves(at: event)
        case .request(_, "/three"):
          connection.write(RawFrame.streams(3))
          connection.behaves(at: event)
        default: connection.behaves(at: event)
        }
      } _: { server, transport in
        _ = try await transport.send(server.request("/one"))
        for path in ["/hello", "/three", "/hello", "/one", "/hello"] {
          try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await transport.send(server.request(path)).head.status.code } }
            for try await status in group { #expect(status == 200) }
          }
        }
      }
    }

    @Test("L03: a connection on which the server allows no more streams is given up by the call that times out on it")
    func noStreams() async throws {
      try await using { event, connection in
        if connection.number == 1, case .request(_, "/none") = event { connection.write(RawFrame.streams(0)) }
        connection.behaves(at: event)
      } _: { server, transport in
        _ = try await transport.send(server.request("/none"))
        await #expect(throws: TimedOut.self) {
          try await transport.send(server.request("/hello", timeout: .seconds(2)))
        }
        try await expectHello(transport, server)
      }
    }

    @Test("L03: calls shorter than a second give up a connection without streams, too")
    func noStreamsForShortCalls() async throws {
      try await using { event, connection in
        if connection.number == 1, case .request(_, "/none") = event { connection.write(RawFrame.streams(0)) }
        connection.behaves(at: event)
      } _: { server, transport in
        _ = try await transport.send(server.request("/none"))
        var calls = 0
        while (try? await transport.send(server.request("/hello", timeout: .milliseconds(300)))) == nil, calls < 20 {
          calls += 1
        }
        #expect(calls < 20)
      }
    }

    @Test(
      "L03: an origin that sends no SETTINGS, or none that allow a stream, is not lost: later calls use a new connection",
      arguments: [nil, 0] as [UInt32?])
    func unready(streams: UInt32?) async throws {
      try await using { event, connection in
        guard connection.number == 1 else { return connection.behaves(at: event) }
        if case .opened = event, let streams { connection.write(RawFrame.streams(streams)) }
      } _: { server, transport in
        var calls = 0
        while (try? await transport.send(server.request("/hello", timeout: .seconds(3)))) == nil, calls < 6 { calls += 1 }
        #expect(calls > 0 && calls < 6)
      }
    }

    @Test("L03: a request above GOAWAY's last stream is sent again, a POST too; one below is not")
    func goAway() async throws {
      let seen = Mutex<[String]>([])
      try await using { event, connection in
        if case .request(let stream, let path) = event, path != "/hello" {
          let isFirst = seen.withLock { seen in
            seen.append(path)
            return seen.count { $0 == path } == 1
          }
          if isFirst {
            connection.write(RawFrame.goAway(path == "/above" ? stream - 2 : stream))
            return connection.close()
          }
          return connection.hello(stream)
        }
        connection.behaves(at: event)
      } _: { server, transport in
        try await expectHello(transport, server)
        let again = try await transport.send(server.request("/above", .post, body: Body("x")))
        #expect(again.head.status.code == 200)
        #expect(seen.withLock { $0 } == ["/above", "/above"])
        try await expectHello(transport, server)
        let failure = await error(transport, server.request("/below", .post, body: Body("x")))
        #expect(failure?.code == .connectionLost && failure?.isUnsent == false)
        #expect(seen.withLock { $0.count { $0 == "/below" } } == 1)
      }
    }

    @Test("L03: a server that closes gracefully under load fails no call")
    func reload() async throws {
      let counts = Mutex<[Int: Int]>([:])
      try await using { event, connection in
        if case .request(let stream, _) = event {
          let count = counts.withLock { counts in
            counts[connection.number, default: 0] += 1
            return counts[connection.number] ?? 0
          }
          // The server takes 20 requests on a connection and disowns those that come after its GOAWAY.
          guard count <= 20 else { return }
          connection.hello(stream)
          if count == 20 {
            connection.write(RawFrame.goAway(stream))
            connection.close()
          }
          return
        }
        connection.behaves(at: event)
      } _: { server, transport in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask {
              for _ in 0..<100 {
                let response = try await transport.send(server.request("/hello", .post, body: Body("x")))
                #expect(response.head.status.code == 200)
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }

    @Test("L03: a connection that has gone silent is given up by the call that times out on it")
    func silent() async throws {
      try await using { event, connection in
        if connection.number == 1, case .request(_, "/silent") = event { connection.write(RawFrame.frame(250, length: 9_000)) }
        connection.behaves(at: event)
      } _: { server, transport in
        try await expectHello(transport, server)
        // From here on the first connection takes every byte for the content of one frame.
        await #expect(throws: TimedOut.self) {
          try await transport.send(server.request("/silent", timeout: .seconds(2)))
        }
        try await expectHello(transport, server)
      }
    }
  }
#endif
