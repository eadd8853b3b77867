#if Curl
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryCurl
  import Synchronization
  import Testing

  @testable import RefineryContracts

  /// How streams of HTTP/2 end. libcurl tells most of it only by its messages, so these tests fail if the messages change.
  extension Sockets.CurlHTTP2Tests {
    private func request(
      _ authority: String, _ method: HTTPRequest.Method = .get, body: Body? = nil, options: Options = Options(),
      timeout: Duration = .seconds(30)
    ) -> Request {
      Request(
        endpoint: Endpoint("Loopback", method, "loopback"),
        head: HTTPRequest(method: method, scheme: "http", authority: authority, path: "/"),
        body: body, options: options, context: CallContext(timeout: timeout))
    }

    private func using<Output>(_ body: (any Transport) async throws -> Output) async throws -> Output {
      try await Engine.curl.using({ $0.version = .http2 }, body)
    }

    /// What a server sends after a head without END_STREAM.
    enum Ending: String, CaseIterable {
      case content, nothing, trailers, cutContent, cutNothing, cutWithLength

      var isCut: Bool { self == .cutContent || self == .cutNothing }
      var text: String { [.nothing, .cutNothing].contains(self) ? "" : "hello" }

      func send(_ stream: UInt32, _ connection: FrameServer.Connection) {
        // Content-Length: 5, by the static table's name 28.
        connection.send(1, flags: 4, stream: stream, [0x88] + (self == .cutWithLength ? [0x0F, 0x0D, 0x01, 0x35] : []))
        let ends: UInt8 = self == .content || self == .nothing ? 1 : 0
        if !text.isEmpty || self == .nothing { connection.send(0, flags: ends, stream: stream, Array(text.utf8)) }
        // A field x: y.
        if self == .trailers { connection.send(1, flags: 5, stream: stream, [0x00, 0x01, 0x78, 0x01, 0x79]) }
        connection.send(3, stream: stream, [0, 0, 0, 0])
      }
    }

    @Test(
      "L02: content without a length that ends by RST_STREAM(NO_ERROR) without END_STREAM is a lost connection",
      arguments: Ending.allCases, [false, true])
    func ending(ending: Ending, isUploading: Bool) async throws {
      try await withFrames { stream, connection in
        ending.send(stream, connection)
      } _: { server in
        try await using { transport in
          // More than the server's window, so that END_STREAM does not end the stream.
          let body = isUploading ? Body(Data(repeating: 0x78, count: 200_000)) : nil
          for options in [Options(), Options { $0.delivery = .streamed(buffer: 1 << 20) }] {
            let call = request(server.authority, isUploading ? .post : .get, body: body, options: options)
            if ending.isCut {
              let error = await #expect(throws: TransportError.self) { try await transport.send(call).body.collect() }
              #expect(error?.code == .connectionLost && error?.phase == .receiving)
            } else {
              let content = try await transport.send(call).body.collect()
              #expect(content == Data(ending.text.utf8))
            }
          }
        }
      }
    }

    @Test("L02: of the streams of a connection that end at once, only the cut ones are lost connections")
    func together() async throws {
      let count = 40
      let endings: [Ending] = [.content, .cutContent, .trailers]
      try await withFrames { stream, connection in
        // libcurl shares a connection without TLS once it has had a response. The streams of a client have odd numbers.
        if stream == 1 { return connection.respond(stream) }
        guard stream == 2 * UInt32(count) + 1 else { return }
        for number in 0..<count { endings[number % 3].send(UInt32(2 * number + 3), connection) }
      } _: { server in
        try await using { transport in
          _ = try await transport.send(request(server.authority))
          let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
              group.addTask { (try? await transport.send(request(server.authority)).body.collect()) == Data("hello".utf8) }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
          }
          #expect(results.count { !$0 } == count / 3 && server.connectionCount == 1)
        }
      }
    }

    enum Refusal: String, CaseIterable { case stream, goAway }

    @Test(
      "L02: a POST that the server refuses to process is sent once more, on a new connection",
      arguments: Refusal.allCases, [false, true])
    func refusal(refusal: Refusal, isLarge: Bool) async throws {
      for isKept in [false, true] {
        try await withFrames { stream, connection in
          if connection.number > 0 || (isKept && stream == 1) {
            // Takes all of the content.
            for stream in [0, stream] { connection.send(8, stream: stream, [0, 1, 0, 0]) }
            return connection.respond(stream)
          }
          switch refusal {
          case .stream: connection.refuse(stream)
          case .goAway: connection.goAway(last: isKept ? 1 : 0)
          }
        } _: { server in
          try await using { transport in
            if isKept { _ = try await transport.send(request(server.authority)) }
            let body = Body(Data(repeating: 0x78, count: isLarge ? 70_000 : 5))
            let response = try await transport.send(request(server.authority, .post, body: body))
            #expect(response.head.status == .ok)
            #expect(server.connectionCount == 2 && server.requestCount == (isKept ? 3 : 2))
          }
        }
      }
    }

    @Test("L02: a POST that the server may have processed, or refuses twice, is a lost connection", arguments: [false, true])
    func processed(isRefused: Bool) async throws {
      try await withFrames { stream, connection in
        if stream == 1, connection.number == 0 { return connection.respond(stream) }
        if isRefused { return connection.refuse(stream) }
        connection.goAway(last: UInt8(stream))
        LoopbackSocket.shutDown(connection.descriptor)
      } _: { server in
        try await using { transport in
          _ = try await transport.send(request(server.authority))
          let error = await #expect(throws: TransportError.self) {
            try await transport.send(request(server.authority, .post, body: Body("x")))
          }
          #expect(error?.code == .connectionLost && server.requestCount == (isRefused ? 3 : 2))
        }
      }
    }

    /// Why a call ends before its response.
    enum Cause: String, CaseIterable { case cancellation, deadline, tooLarge, dropped }

    @Test(
      "L02: the server learns at once that a call has ended early, and other calls on the connection go on",
      arguments: Cause.allCases, [false, true])
    func early(cause: Cause, isShared: Bool) async throws {
      let (arrivals, arrived) = AsyncStream<Void>.makeStream()
      let kept = Mutex<FrameServer.Connection?>(nil)
      let early: UInt32 = isShared ? 5 : 1
      try await withFrames { stream, connection in
        kept.withLock { $0 = connection }
        // libcurl shares a connection without TLS once it has had a response.
        if isShared, stream == 1 { return connection.respond(stream) }
        if stream == early, cause == .tooLarge || cause == .dropped {
          // Content-Length: 9.
          connection.send(1, flags: 4, stream: stream, [0x88, 0x0F, 0x0D, 0x01, 0x39])
        }
        arrived.yield()
      } _: { server in
        try await using { transport in
          let patient = request(server.authority)
          if isShared { _ = try await transport.send(patient) }
          let other = isShared ? Task { try await transport.send(patient).head.status } : nil
          if isShared { for await _ in arrivals { break } }
          var options = Options()
          if cause == .tooLarge { options = options.merging(Options { $0.responseLimit = 5 }) }
          if cause == .dropped { options = options.merging(Options { $0.delivery = .streamed(buffer: 1 << 20) }) }
          let call = request(server.authority, options: options, timeout: .seconds(cause == .deadline ? 1 : 60))
          let task = Task { _ = try await transport.send(call) }
          for await _ in arrivals { break }
          if cause == .cancellation { task.cancel() }
          let result = await task.result
          #expect((try? result.get()) != nil || cause != .dropped)
          for await stream in server.ends {
            #expect(stream == (isShared ? early : 0))
            break
          }
          if isShared { kept.withLock { $0 }?.respond(3) }
          let status = try await other?.value ?? .ok
          #expect(status == .ok)
          #expect(server.connectionCount == 1)
        }
      }
    }
  }
#endif
