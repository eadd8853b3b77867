#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOPosix
  import RefineryAsyncHTTPClient
  import RefineryCore
  import RefineryContracts
  import TestSupport
  import Testing

  /// Tests of AsyncHTTPClient's transport only; the contract has the rest.
  extension Sockets.AsyncHTTPClientTests {
    private func withClient<Output>(
      _ change: (inout HTTPClient.Configuration) -> Void = { _ in }, _ body: (HTTPClient) async throws -> Output
    ) async throws -> Output {
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      configuration.connectionPool.retryConnectionEstablishment = false
      change(&configuration)
      let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
      do {
        let output = try await body(client)
        try await client.shutdown()
        return output
      } catch {
        try? await client.shutdown()
        throw error
      }
    }

    private func problems(_ change: (inout TransportConfiguration) -> Void) -> [String] {
      var configuration = TransportConfiguration()
      change(&configuration)
      do {
        _ = try AsyncHTTPClientTransport(configuration: configuration)
        return []
      } catch {
        return error.problems
      }
    }

    @Test(
      "L02, L03: the app's own client keeps the contract too",
      arguments: TransportContract.checks(for: [.streamsDownloads, .streamsUploads, .backPressure, .separateFields, .trailers]))
    func ownClient(check: TransportContract.Check) async throws {
      try await withServer { server in
        try await withClient { client in
          let transport = AsyncHTTPClientTransport(client: client)
          try await check.run(on: server) { _ in transport }
        }
      }
    }

    @Test("L03: the event loops of a transport keep one limit of connections together, and calls in turn use one connection")
    func connections() async throws {
      var configuration = TransportConfiguration()
      configuration.maximumConnectionsPerOrigin = 3
      let transport = try AsyncHTTPClientTransport(configuration: configuration)
      try await withServer { server in
        for _ in 0..<20 { _ = try await transport.send(server.request(.get, "/")) }
        #expect(server.connectionCount == 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<200 { group.addTask { _ = try await transport.send(server.request(.get, "/")) } }
          try await group.waitForAll()
        }
        #expect(server.connectionCount <= 3)
      }
      await transport.shutdown(grace: .seconds(10))
    }

    @Test("L03: a client that decodes says so, and what it decoded comes without the fields of the code")
    func decoding() async throws {
      try await withServer { server in
        try await withClient {
          $0 = .singletonConfiguration
          $0.redirectConfiguration = .disallow
        } _: { client in
          let transport = AsyncHTTPClientTransport(client: client, decodesContent: true)
          #expect(transport.capabilities.contains(.decodesContent))
          let response = try await transport.send(server.request(.get, "/gzip"))
          #expect(response.body.data == Data(#"{"hello":"gzip"}"#.utf8))
          #expect(response.head.headerFields[.contentEncoding] == nil)
          #expect(response.head.headerFields[.contentLength] == nil)
        }
      }
    }

    @Test("L03: a client that follows redirects itself does not get to")
    func redirects() async throws {
      try await withServer { server in
        try await withClient {
          $0.redirectConfiguration = .follow(max: 5, allowCycles: false)
        } _: { client in
          let transport = AsyncHTTPClientTransport(client: client)
          let response = try await transport.send(server.request(.get, "/redirect/302?to=/head"))
          #expect(response.head.status.code == 302)
          #expect(server.received.count == 1)
          let refused = await #expect(throws: RedirectRefused.self) {
            try await transport.following(server.request(.get, "/redirect/302?to=http://localhost:\(server.port)/head"))
          }
          #expect(refused?.reason == .leavesOrigin)
          #expect(server.received.count == 2)
          _ = try await transport.following(server.request(.get, "/redirect/302?to=/head"))
          #expect(server.received.last?.target == "/head")
        }
      }
    }

    @Test("L03: a redirect that arrives before the engine's task is known is not followed either")
    func earlyRedirects() async throws {
      try await withServer { server in
        try await withClient {
          $0.redirectConfiguration = .follow(max: 5, allowCycles: false)
        } _: { client in
          let transport = AsyncHTTPClientTransport(client: client)
          try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<500 {
              group.addTask { try await transport.send(server.request(.get, "/redirect/302?to=/head")).head.status.code }
            }
            for try await status in group { #expect(status == 302) }
          }
          #expect(server.received.allSatisfy { $0.target != "/head" })
        }
      }
    }

    @Test("L03: a client that the app has shut down fails a call as closed")
    func deadClient() async throws {
      try await withServer { server in
        let transport = try await withClient { AsyncHTTPClientTransport(client: $0) }
        let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/head")) }
        #expect(error?.code == .closed)
        #expect(error?.isUnsent == true)
      }
    }

    @Test("L03: shutting down lets the calls under way end, and fails the next")
    func shutdown() async throws {
      try await withServer { server in
        let transport = AsyncHTTPClientTransport()
        let call = Task { try await transport.send(server.request(.get, "/drip/20?ms=10")).body.collect().count }
        try await until { !server.received.isEmpty }
        await transport.shutdown()
        let count = try await call.value
        #expect(count == 20)
        let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/head")) }
        #expect(error?.code == .closed)
        #expect(error?.isUnsent == true)
        await transport.shutdown()
      }
    }

    @Test("L03: a shutdown waits for an open stream, and ends it when its grace is over", arguments: [true, false])
    func streamAtShutdown(isGraceful: Bool) async throws {
      try await withServer { server in
        let transport = AsyncHTTPClientTransport()
        let options = Options { $0.delivery = .streamed(buffer: 1 << 16) }
        let request = server.request(.get, isGraceful ? "/drip/20?ms=10" : "/stall", options: options)
        let body = try await transport.send(request).body
        async let shutdown: Void = transport.shutdown(grace: isGraceful ? .seconds(3600) : .milliseconds(5))
        if isGraceful {
          #expect(try await body.collect().count == 20)
        } else {
          let error = await #expect(throws: TransportError.self) { try await body.collect() }
          #expect(error?.code == .closed)
        }
        await shutdown
      }
    }

    @Test("L03: a shutdown ends the calls under way when its grace is over")
    func graceIsOver() async throws {
      try await withServer { server in
        let transport = AsyncHTTPClientTransport()
        let call = Task { try await transport.send(server.request(.get, "/silent")) }
        try await until { !server.received.isEmpty }
        await transport.shutdown(grace: .milliseconds(5))
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .closed)
      }
    }

    @Test("L03: a shutdown ends, however early calls were cancelled")
    func earlyCancellations() async throws {
      try await withServer { server in
        let transport = AsyncHTTPClientTransport()
        let request = server.request(.get, "/")
        await withTaskGroup(of: Void.self) { group in
          for yields in 0..<2_000 {
            group.addTask {
              let call = Task { _ = try? await transport.send(request) }
              for _ in 0..<yields % 8 { await Task.yield() }
              call.cancel()
              await call.value
            }
          }
        }
        await transport.shutdown(grace: .seconds(3600))
      }
    }

    @Test("L03: who is tired of waiting for a shutdown ends the calls under way by cancelling it")
    func forcedShutdown() async throws {
      try await withServer { server in
        let transport = AsyncHTTPClientTransport()
        let call = Task { try await transport.send(server.request(.get, "/silent")) }
        try await until { !server.received.isEmpty }
        let shutdown = Task { await transport.shutdown() }
        shutdown.cancel()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .closed)
        await shutdown.value
      }
    }

    @Test("L03: a transport that is forgotten does not end the process, and lets go of its connections")
    func forgotten() async throws {
      await #expect(processExitsWith: .success) {
        let server = try LoopbackServer()
        for _ in 0..<20 {
          let transport = AsyncHTTPClientTransport()
          _ = try await transport.send(server.request(.get, "/head"))
        }
        let options = Options { $0.delivery = .streamed(buffer: 1 << 16) }
        // A stream outlives its transport, and an unread one is given up.
        let stream = try await AsyncHTTPClientTransport().send(server.request(.get, "/bytes/3000000", options: options))
        let count = try await stream.body.collect().count
        #expect(count == 3_000_000)
        _ = try await AsyncHTTPClientTransport().send(server.request(.get, "/bytes/30000000", options: options))
        try await until { server.openConnections == 0 }
        exit(0)
      }
    }

    @Test("L03: files, proxies and sockets that cannot be used are refused at once, every one, and no secret is shown")
    func badInput() {
      let many = problems {
        $0.trustRoots = "/nowhere/roots.pem"
        $0.clientCertificate = .init(chain: "/dev/null", key: "/nowhere/key.pem")
        $0.proxy = "http://user:canary@proxy:1/path"
        $0.connectTimeout = .zero
      }
      #expect(many.count == 5)
      #expect(!many.joined().contains("canary"))
      for proxy in ["https://proxy:1", "socks5://user:canary@proxy:1", "http://:1", "proxy:1", "http://proxy:0"] {
        #expect(problems { $0.proxy = proxy }.count == 1, "\(proxy)")
      }
      for proxy in ["http://proxy", "http://user:secret@[::1]:3128/", "socks5://proxy"] {
        #expect(problems { $0.proxy = proxy } == [], "\(proxy)")
      }
      #expect(problems { $0.unixSocket = "/dev/null" }.count == 1)
      #expect(problems { $0.maximumConnections = 5 }.count == 1)
      #expect(problems { $0.connectTimeout = .seconds(Int64.min) }.count == 1)
    }

    @Test("L03: the text of a key or of certificates in place of the path of a file is refused, and not repeated")
    func textForPath() {
      let text = "-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n"
      let faults = problems {
        $0.trustRoots = text
        $0.clientCertificate = .init(chain: text, key: text)
      }
      #expect(faults.count == 3)
      #expect(faults.allSatisfy { !$0.contains("canary") && !$0.contains("\n") })
    }

    @Test("L03: if only HTTP/2 is allowed, plain http is refused before anything is sent")
    func plainHTTP2() async throws {
      try await withServer { server in
        var configuration = TransportConfiguration()
        configuration.version = .http2
        let transport = try AsyncHTTPClientTransport(configuration: configuration)
        for _ in 0..<3 {
          let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.post, "/echo")) }
          #expect(error?.code == .unsupported)
          #expect(error?.isUnsent == true)
        }
        #expect(server.received.isEmpty)
        await transport.shutdown()
      }
    }

    @Test("L03: https over a Unix domain socket is refused when it is sent")
    func secureSocket() async throws {
      var configuration = TransportConfiguration()
      configuration.unixSocket = FileManager.default.temporaryDirectory.path + "/refinery-no-such.socket"
      let transport = try AsyncHTTPClientTransport(configuration: configuration)
      let head = HTTPRequest(method: .get, scheme: "https", authority: "service.invalid", path: "/")
      let error = await #expect(throws: TransportError.self) {
        try await transport.send(Request(endpoint: Endpoint("Any.read", .get, "/"), head: head))
      }
      #expect(error?.code == .unsupported)
      await transport.shutdown()
    }

    @Test(
      "L03: a response that is whole before its upload is returned, though the server then resets the connection",
      arguments: [false, true], ["taken", ""])
    func earlyResponse(isStreamed: Bool, content: String) async throws {
      try await withServer(
        keepsLog: false,
        { _, connection in
          connection.answer(200, [], Array(content.utf8))
          connection.takePartOfUpload()
          return .reset
        }
      ) { server in
        try await Engine.asyncHTTPClient.using { transport in
          let options = isStreamed ? Options { $0.delivery = .streamed(buffer: 1000) } : Options()
          let request = server.request(.put, "/", body: Body(Data(count: 96_000_000)), options: options)
          let response = try await transport.send(request)
          #expect(response.head.status == .ok)
          #expect(try await response.body.collect() == Data(content.utf8))
        }
      }
    }

    @Test("L03: a response that is whole before its upload ends the connection", arguments: [true, false])
    func connectionOfEarlyResponse(isSized: Bool) async throws {
      let (ends, ended) = AsyncStream<Void>.makeStream()
      try await withServer(
        keepsLog: false,
        { _, connection in
          connection.answer(200, [], Array("taken".utf8))
          connection.discardInput()
          ended.yield()
          return .close
        }
      ) { server in
        let (chunks, source) = AsyncStream<Data>.makeStream()
        source.yield(Data(count: 1000))
        try await Engine.asyncHTTPClient.using { transport in
          let body = Body(chunks, length: isSized ? 2000 : nil)
          let content = try await transport.send(server.request(.put, "/", body: body)).body.collect()
          #expect(content == Data("taken".utf8))
          for await _ in ends { break }
        }
        source.finish()
      }
    }

    @Test("L03: an upload that the server has read whole leaves its connection to the next call")
    func connectionOfUpload() async throws {
      try await withServer(keepsLog: false) { server in
        try await Engine.asyncHTTPClient.using({ $0.maximumConnectionsPerOrigin = 1 }) { transport in
          for _ in 0..<20 {
            let request = server.request(.put, "/sink", body: Body(Data(count: 2_000_000)))
            let status = try await transport.send(request).head.status
            #expect(status == .ok)
          }
        }
      }
    }

    @Test("L03: an early refusal without content ends an upload whose source still gives")
    func earlyRefusal() async throws {
      try await withServer(
        keepsLog: false,
        { _, connection in
          connection.answer(403, ["Connection: close"], [])
          connection.discardInput()
          return .close
        }
      ) { server in
        let (chunks, source) = AsyncStream<Data>.makeStream()
        source.yield(Data(count: 1000))
        let transport = AsyncHTTPClientTransport()
        let response = try await transport.send(server.request(.put, "/", body: Body(chunks)))
        #expect(response.head.status.code == 403)
        source.finish()
        await transport.shutdown()
      }
    }
  }
#endif
