#if Curl
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOPosix
  import NIOSSL
  import RefineryCore
  import RefineryCurl
  import Synchronization
  import Testing

  @testable import RefineryContracts

  /// What a server of HTTP/2 can do to those who share the loop with its connection.
  extension Sockets.CurlFloodTests {
    private func request(
      _ authority: String, scheme: String = "http", _ method: HTTPRequest.Method = .get, timeout: Duration = .seconds(30)
    ) -> Request {
      Request(
        endpoint: Endpoint("Loopback", method, "loopback"),
        head: HTTPRequest(method: method, scheme: scheme, authority: authority, path: "/"),
        body: nil, options: Options(), context: CallContext(timeout: timeout))
    }

    private func withTransport<Output>(
      _ change: (inout TransportConfiguration) -> Void = { _ in }, _ body: (CurlTransport) async throws -> Output
    ) async throws -> Output {
      var configuration = TransportConfiguration()
      configuration.version = .http2
      configuration.trustRoots = SecureHouse.certificate("authority")
      change(&configuration)
      let transport = try CurlTransport(configuration: configuration)
      do {
        let output = try await body(transport)
        await transport.shutdown(grace: .zero)
        return output
      } catch {
        await transport.shutdown(grace: .zero)
        throw error
      }
    }

    enum Flood: String, CaseIterable {
      case emptyData
      case priority

      /// As many as fill some blocks of the network.
      func frames(_ stream: UInt32) -> [UInt8] {
        let one =
          switch self {
          case .emptyData: FrameServer.frame(0, stream: stream)
          case .priority: FrameServer.frame(2, stream: stream, [0, 0, 0, 0, 7])
          }
        return (0..<40_000).flatMap { _ in one }
      }
    }

    @Test(
      "L02: a server that sends HTTP/2 frames without end loses its connection, and calls to another go on",
      arguments: Flood.allCases)
    func floods(flood: Flood) async throws {
      let (begins, begun) = AsyncStream<Void>.makeStream()
      let (ends, ended) = AsyncStream<Bool>.makeStream()
      try await withFrames { stream, connection in
        connection.begin(stream)
        let frames = flood.frames(stream)
        begun.yield()
        // Ends after some time, so that a broken transport fails the test and does not hang it. On a busy machine the transport
        // needs more time to notice the flood, because each thread gets only a part of a processor.
        let end = ContinuousClock.now.advanced(by: .seconds(100))
        while connection.send(frames) {
          if ContinuousClock.now > end {
            ended.yield(false)
            return
          }
        }
        ended.yield(true)
      } _: { flooding in
        try await withFrames { stream, connection in
          connection.respond(stream)
        } _: { other in
          try await withTransport { transport in
            let flooded = Task { try await transport.send(request(flooding.authority, timeout: .seconds(120))).body.collect() }
            for await _ in begins { break }
            for _ in 0..<5 {
              let response = try await transport.send(request(other.authority, timeout: .seconds(4)))
              #expect(response.head.status == .ok)
            }
            let error = await #expect(throws: TransportError.self) { try await flooded.value }
            #expect(error?.code == .connectionLost)
            for await isHungUp in ends {
              #expect(isHungUp)
              break
            }
          }
        }
      }
    }

    @Test(
      "L02: a server on a Unix socket that sends HTTP/2 frames without end loses its connection, and other calls go on",
      arguments: Flood.allCases)
    func floodsUnixSocket(flood: Flood) async throws {
      let path = FileManager.default.temporaryDirectory.path + "/refinery-\(UInt32.random(in: .min ... .max)).socket"
      defer { LoopbackSocket.remove(path) }
      let (begins, begun) = AsyncStream<Void>.makeStream()
      try await withFrames(on: .unix(path: path)) { stream, connection in
        guard connection.number == 0 else { return connection.respond(stream) }
        connection.begin(stream)
        let frames = flood.frames(stream)
        begun.yield()
        let end = ContinuousClock.now.advanced(by: .seconds(100))
        while connection.send(frames), ContinuousClock.now < end {}
      } _: { _ in
        try await withTransport({ $0.unixSocket = path }) { transport in
          let flooded = Task { try await transport.send(request("service.invalid", timeout: .seconds(120))).body.collect() }
          for await _ in begins { break }
          for _ in 0..<5 {
            // Another host, because libcurl from 8.0.0 on shares the connection of the first.
            let response = try await transport.send(request("other.invalid", timeout: .seconds(4)))
            #expect(response.head.status == .ok)
          }
          let error = await #expect(throws: TransportError.self) { try await flooded.value }
          #expect(error?.code == .connectionLost)
        }
      }
    }

    @Test(
      "L02: calls made at once to a cold origin share one connection if there are as many places as streams",
      arguments: [HTTPRequest.Method.get, .post])
    func cold(method: HTTPRequest.Method) async throws {
      try await withFrames(streams: 100) { stream, connection in
        connection.respond(stream)
      } _: { server in
        try await withRelay(to: server, { $0.maximumConnectionsPerOrigin = 100 }) { transport, relay in
          try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
            for _ in 0..<200 {
              group.addTask { try await transport.send(request(relay.authority, scheme: "https", method)).head.status }
            }
            for try await status in group { #expect(status == .ok) }
          }
          #expect(server.connectionCount == 1 && server.requestCount == 200)
        }
      }
    }

    @Test("L02: a stream that the server refuses is sent twice at most, and then is a lost connection")
    func refused() async throws {
      try await withFrames { stream, connection in
        connection.refuse(stream)
      } _: { server in
        try await withTransport { transport in
          let error = await #expect(throws: TransportError.self) { try await transport.send(request(server.authority)) }
          #expect(error?.code == .connectionLost)
          #expect(server.requestCount == 2)
        }
      }
    }

    /// TLS in front of a server.
    private func withRelay<Output>(
      to server: FrameServer, _ change: (inout TransportConfiguration) -> Void = { _ in },
      _ body: (CurlTransport, TLSRelay) async throws -> Output
    ) async throws -> Output {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      var tls = try SecureHouse.tls("server")
      tls.applicationProtocols = ["h2"]
      let relay = try await TLSRelay(tls, to: server.port, on: group)
      let output = try await withTransport(change) { try await body($0, relay) }
      try await group.shutdownGracefully()
      return output
    }

    @Test("L02: HTTP/2 without TLS serves one request after another")
    func priorKnowledge() async throws {
      try await withFrames { stream, connection in
        connection.respond(stream)
      } _: { server in
        try await withTransport { transport in
          for _ in 0..<10 {
            let response = try await transport.send(request(server.authority))
            #expect(response.head.status == .ok && response.version == .http2)
          }
        }
      }
    }

    @Test("L02: a call that times out without a byte does not hand its connection on")
    func silent() async throws {
      try await withFrames { stream, connection in
        if connection.number > 0 { connection.respond(stream) }
      } _: { server in
        try await withRelay(to: server) { transport, relay in
          await #expect(throws: TimedOut(.total, during: .waiting)) {
            try await transport.send(request(relay.authority, scheme: "https", timeout: .milliseconds(500)))
          }
          let response = try await transport.send(request(relay.authority, scheme: "https"))
          #expect(response.head.status == .ok && server.connectionCount == 2)
        }
      }
    }

    @Test("L02: where nothing reaches the server, a call that times out closes the connection for the others, too")
    func unreachable() async throws {
      try await withFrames { stream, connection in
        connection.respond(stream)
      } _: { server in
        try await withRelay(to: server) { transport, relay in
          let first = try await transport.send(request(relay.authority, scheme: "https"))
          #expect(first.head.status == .ok)
          dropEverything(to: relay.port)
          let patient = Task { try await transport.send(request(relay.authority, scheme: "https")) }
          await #expect(throws: TimedOut(.total, during: .waiting)) {
            try await transport.send(request(relay.authority, scheme: "https", timeout: .seconds(2)))
          }
          // The patient call would keep the connection in use.
          let next = try await transport.send(request(relay.authority, scheme: "https", timeout: .seconds(10)))
          #expect(next.head.status == .ok)
          patient.cancel()
          _ = await patient.result
        }
      }
    }

    /// Lets no packet through to the connections that a port has accepted, as a network that has forgotten them does.
    private func dropEverything(to port: Int) {
      var count = 0
      for descriptor in Int32(0)..<1024 {
        var (own, peer) = (sockaddr_in(), sockaddr_in())
        var (ownSize, peerSize) = (socklen_t(MemoryLayout<sockaddr_in>.size), socklen_t(MemoryLayout<sockaddr_in>.size))
        let isConnected = withUnsafeMutableBytes(of: &own) { own in
          withUnsafeMutableBytes(of: &peer) { peer in
            guard let own = own.assumingMemoryBound(to: sockaddr.self).baseAddress,
              let peer = peer.assumingMemoryBound(to: sockaddr.self).baseAddress
            else { return false }
            return getsockname(descriptor, own, &ownSize) == 0 && getpeername(descriptor, peer, &peerSize) == 0
          }
        }
        guard isConnected, Int(UInt16(bigEndian: own.sin_port)) == port else { continue }
        // One instruction of BPF: return 0.
        var instruction: UInt64 = 0x06
        withUnsafeMutablePointer(to: &instruction) { pointer in
          var program: (UInt64, UnsafeMutablePointer<UInt64>) = (1, pointer)
          let attachFilter: Int32 = 26
          if setsockopt(descriptor, SOL_SOCKET, attachFilter, &program, 16) == 0 { count += 1 }
        }
      }
      #expect(count == 1)
    }
  }
#endif
