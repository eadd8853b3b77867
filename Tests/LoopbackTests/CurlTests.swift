#if Curl
  import CCurl
  import Foundation
  import HTTPTypes
  import RefineryCore
  @testable import RefineryCurl
  import RefineryContracts
  import RefineryTesting
  import RefineryTransport
  import TestSupport
  import Testing

  extension Sockets.CurlTests {
    @Test("L02: libcurl's handles carry nothing of one request into the next")
    func handles() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let bytes = Data(LoopbackRoutes.pattern(1000))
        let much = Data(LoopbackRoutes.pattern(200_000))
        let stream = {
          Body(
            AsyncStream<Data> { source in
              [much, bytes].forEach { source.yield($0) }; source.finish()
            })
        }
        let sequence: [(HTTPRequest.Method, Body?, Int)] = [
          (.get, nil, 0), (.post, Body(bytes), 1000), (.get, nil, 0), (.head, nil, 0), (.get, nil, 0),
          (.put, stream(), 201_000),
          (.delete, nil, 0), (.post, nil, 0), (.get, nil, 0), (.patch, Body(much), 200_000), (.head, nil, 0),
          (.post, Body("x"), 1),
          (.put, Body(AsyncStream<Data> { $0.finish() }), 0), (.get, nil, 0), (.options, nil, 0),
        ]
        for (method, body, count) in sequence {
          let marked = HTTPField(name: .ifMatch, value: "\(count)")
          let headers: HTTPFields = body == nil ? [:] : HTTPFields([marked])
          let response = try await transport.send(server.request(method, "/echo", headers: headers, body: body))
          #expect(response.head.headerFields[.init("X-Method") ?? .via] == method.rawValue)
          let seen = try #require(server.received.last)
          #expect(seen.method == method.rawValue && seen.bodyLength == count)
          #expect(seen.fields[.ifMatch] == (body == nil ? nil : "\(count)"))
          #expect(seen.fields[.expect] == nil && seen.fields[.acceptEncoding] == nil && seen.fields[.userAgent] == "Refinery")
          if method == .post { #expect(seen.fields[.contentLength] == "\(count)") }
          if body == nil { #expect(seen.fields[.contentType] == nil && seen.fields[.transferEncoding] == nil) }
        }
        #expect(server.connectionCount == 1)
      }
    }

    @Test(
      "L02: where a kept connection ends, what is idempotent is sent again, and nothing else is, however often that happens")
    func staleConnections() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        for _ in 0..<10 { #expect(try await transport.send(server.request(.get, "/stale")).head.status == .ok) }
        let much = Data(count: 200_000)
        #expect(try await transport.send(server.request(.put, "/stale", body: Body(much))).head.status == .ok)
        for body in [
          nil, Body("x"), Body(much),
          Body(
            AsyncStream<Data> { source in
              source.yield(much); source.finish()
            }),
        ] {
          _ = try await transport.send(server.request(.get, "/stale"))
          let before = server.received.filter { $0.method == "POST" }.count
          let error = await #expect(throws: TransportError.self) {
            try await transport.send(server.request(.post, "/stale", body: body))
          }
          #expect(error?.code == .connectionLost && error?.isUnsent == false)
          #expect(server.received.filter { $0.method == "POST" }.count == before + 1)
        }
      }
    }

    @Test("L02: a source that is closed before its last chunk is sent ends the transfer, and not the body")
    func closedSource() async throws {
      let source = UploadSource(
        Body(
          AsyncStream<Data> { chunks in
            chunks.yield(Data(count: 1000)); chunks.finish()
          }))
      try await source.pump { _ in }
      source.close()
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = bytes.withUnsafeMutableBytes { room in room.baseAddress.map { source.provide($0, room.count) } }
      #expect(count == Int(REFINERY_ABORT))
    }

    @Test("L02: a transport that was shut down refuses calls, and those under way end, typed", arguments: [false, true])
    func shutdown(isStreamed: Bool) async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let options = isStreamed ? Options { $0.delivery = .streamed(buffer: 1000) } : Options()
        let call = Task { try await transport.send(server.request(.get, "/stall", options: options)).body.collect() }
        try await until { !server.received.isEmpty }
        await transport.shutdown(grace: .zero)
        let ended = await #expect(throws: TransportError.self) { try await call.value }
        #expect(ended?.code == .closed)
        let refused = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/head")) }
        #expect(refused?.code == .closed && refused?.isUnsent == true)
        await transport.shutdown()
        await server.hangUps(1)
      }
    }

    @Test("L02: who is cancelled while being started is neither sent nor heard twice")
    func cancelledAtStart() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let limiter = OriginLimiter(active: 1000, waiting: 0)
        let alarms = AlarmClock()
        for round in 0..<200 {
          let request = server.request(.get, "/head")
          let origin = try #require(Origin(request.head))
          let slot = try await limiter.admit(to: origin, deadline: nil, alarms: alarms)
          let transfer = try Transfer.make(of: request, left: nil, on: transport.engine.runningLoop(), slot: slot)
          transfer.post(REFINERY_CANCEL)
          // Sometimes the loop has heard the signal before the start, sometimes not.
          if round % 2 == 0 { _ = try await transport.send(server.request(.get, "/status/200")) }
          await #expect(throws: CancellationError.self) { try await withUnsafeThrowingContinuation { transfer.start($0) } }
        }
        #expect(!server.received.contains { $0.target == "/head" })
        let response = try await transport.send(server.request(.get, "/head"))
        #expect(response.head.status == .ok)
      }
    }

    @Test("L02: a call that is cancelled before it begins gives its place back")
    func cancelledBeforeStart() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let limiter = OriginLimiter(active: 1, waiting: 0)
        let alarms = AlarmClock()
        for _ in 0..<3 {
          let request = server.request(.get, "/head")
          let origin = try #require(Origin(request.head))
          let slot = try await limiter.admit(to: origin, deadline: nil, alarms: alarms)
          let transfer = try Transfer.make(of: request, left: nil, on: transport.engine.runningLoop(), slot: slot)
          transfer.end(with: CancellationError())
          await #expect(throws: CancellationError.self) { try await withUnsafeThrowingContinuation { transfer.start($0) } }
        }
        #expect(server.received.isEmpty)
      }
    }

    @Test("L02: a connect timeout of less than a millisecond is not read as none")
    func shortConnectTimeout() {
      var configuration = TransportConfiguration()
      let limits: [(Duration, Int)] = [
        (.microseconds(500), 1), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1001), 2),
      ]
      for (limit, milliseconds) in limits {
        configuration.connectTimeout = limit
        #expect(configuration.withSettings { $0.pointee.connect_timeout_ms } == milliseconds)
      }
    }

    @Test("L02: a shutdown with some grace lets what is under way end by itself")
    func grace() async throws {
      let permits = Permits()
      try await withServer({ _, connection in
        permits.take()
        connection.answer(200, [], Array("late".utf8))
        return .keepAlive
      }) { server in
        let transport = CurlTransport()
        let call = Task { try await transport.send(server.request(.get, "/")).body.collect() }
        try await until { !server.received.isEmpty }
        async let end: Void = transport.shutdown(grace: .seconds(60))
        permits.give(1)
        let content = try await call.value
        #expect(content == Data("late".utf8))
        await end
      }
    }

    @Test("L02: who is tired of waiting for a shutdown ends the calls under way by cancelling it")
    func forcedShutdown() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let call = Task { try await transport.send(server.request(.get, "/silent")) }
        try await until { !server.received.isEmpty }
        let shutdown = Task { await transport.shutdown(grace: .seconds(3600)) }
        shutdown.cancel()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .closed)
        await shutdown.value
      }
    }

    @Test("L02: a forgotten transport ends its thread, its last stream read to the end before")
    func forgotten() async throws {
      try await withServer { server in
        let options = Options { $0.delivery = .streamed(buffer: 10_000) }
        var transport: CurlTransport? = CurlTransport()
        let loop = try #require(try transport?.engine.runningLoop())
        let response = try await transport?.send(server.request(.get, "/bytes/1000000", options: options))
        transport = nil
        #expect(try await response?.body.collect().count == 1_000_000)
        await loop.waitForEnd()
        #expect(loop.hasEnded)
      }
    }

    @Test("L02: a loop that dies under load fails its calls with typed errors, and the next call works")
    func death() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let calls = (0..<50).map { _ in Task { try await transport.send(server.request(.get, "/silent")) } }
        try await until { server.received.count >= 50 }
        let loop = try transport.engine.runningLoop()
        loop.fail()
        for call in calls {
          let error = await #expect(throws: TransportError.self) { try await call.value }
          #expect(error?.code == .other && error?.isUnsent == false)
        }
        await loop.waitForEnd()
        #expect(try await transport.send(server.request(.get, "/head")).head.status == .ok)
        #expect(server.requestCount == 51)
      }
    }

    @Test("L02: a head without end is cut, and a field line that is folded is one field")
    func heads() async throws {
      try await withServer({ request, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Folded: one\r\n two\r\nX-Name: gr\u{FC}n\r\n")
        guard request.path == "/endless" else {
          connection.send("\r\n")
          return .keepAlive
        }
        var number = 0
        while connection.send("X-Field-\(number): \(String(repeating: "x", count: 4000))\r\n") { number += 1 }
        return .close
      }) { server in
        let transport = CurlTransport()
        let fields = try await transport.send(server.request(.get, "/")).head.headerFields
        #expect(fields[.init("X-Folded") ?? .via] == "one two" && fields[.init("X-Name") ?? .via] == "gr\u{FC}n")
        let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/endless")) }
        #expect(error?.code == .malformedResponse)
      }
    }

    @Test("L02: heads that are nearly those of the answer before are read as they came", arguments: 1...4)
    func nearlyKnownHeads(seed: UInt64) async throws {
      // What differs: a status, a value of the same length, a name's case, a field more, a repetition, a fold, a short line.
      let statuses = ["200 OK", "201 Created", "404 Not Found", "200 Fine"]
      let lines = [
        ["X-Same: always"], ["X-Tick: 1", "X-Tick: 2", "X-Tick: 2"], ["X-Name: a", "x-name: a"], [], ["X-More: 1"],
        ["X-Twice: 1", "X-Twice: 2", "X-Twice: 1\r\nX-Twice: 1"], ["X-Folded: one\r\n two", "X-Folded: one two"], ["X-End:"],
      ]
      var random = SeededRandom(seed: seed)
      let heads = (0..<120).map { _ in
        // Half of them as the one before, mostly.
        let isPlain = Bool.random(using: &random)
        return (
          isPlain ? statuses[0] : statuses.randomElement(using: &random) ?? "",
          lines.compactMap { isPlain ? $0.first : $0.randomElement(using: &random) }
        )
      }
      try await withServer({ request, connection in
        let (status, lines) = heads[Int(request.path.dropFirst()) ?? 0]
        connection.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\(lines.map { $0 + "\r\n" }.joined())\r\n")
        return .keepAlive
      }) { server in
        let transport = CurlTransport()
        for (index, (status, lines)) in heads.enumerated() {
          let head = try await transport.send(server.request(.get, "/\(index)")).head
          #expect("\(head.status.code) \(head.status.reasonPhrase)" == status)
          let expected = lines.joined(separator: "\n").replacing("\r\n two", with: " two").replacing("\r\n", with: "\n")
          let seen = head.headerFields.dropFirst().map { "\($0.name.rawName):\($0.value.isEmpty ? "" : " \($0.value)")" }
          #expect(seen.joined(separator: "\n") == expected)
        }
      }
    }

    @Test("L03: a fault of a certificate is a TLS failure, even after the reset of an earlier connection")
    func certificateAfterReset() throws {
      guard let wire = refinery_transfer_make() else { throw Transfer.outOfMemory }
      defer { refinery_transfer_free(wire) }
      wire.pointee.os_error = Int(ECONNRESET)
      // CURLE_PEER_FAILED_VERIFICATION, and CURLE_SSL_CONNECT_ERROR for the handshake.
      let meanings: [(Int32, TransportError.Code)] = [(60, .tlsFailed), (35, .connectionLost)]
      for (code, meaning) in meanings {
        wire.pointee.code = code
        let error = try #require(wire.failure(Options()) as? TransportError)
        #expect(error.code == meaning && error.isUnsent)
      }
    }

    @Test("L02: the environment's proxies are left alone")
    func environment() async {
      await #expect(processExitsWith: .success) {
        for name in ["http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"] { setenv(name, "http://127.0.0.1:1", 1) }
        let server = try LoopbackServer()
        guard try await CurlTransport().send(server.request(.get, "/head")).head.status == .ok else { exit(1) }
      }
    }
  }
#endif
