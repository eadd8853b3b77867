#if Curl
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOPosix
  import NIOSSL
  import RefineryCore
  import RefineryCurl
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryTesting

  /// A connection of HTTP/1.1 on which a server sends a response that nobody asked for (RFC 9112 section 9.2).
  extension Sockets.CurlReuseTests {
    /// The response that is followed by another one.
    enum First: String, CaseIterable {
      case small, large, empty, chunked, head, noContent, notModified

      var method: HTTPRequest.Method { self == .head ? .head : .get }

      var bytes: [UInt8] {
        let text =
          switch self {
          case .small: "200 OK\r\nContent-Length: 5\r\n\r\nfirst"
          case .large: "200 OK\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 1_000_000)
          case .empty: "200 OK\r\nContent-Length: 0\r\n\r\n"
          case .chunked: "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n"
          case .head: "200 OK\r\nContent-Length: 1000\r\n\r\n"
          case .noContent: "204 No Content\r\n\r\n"
          case .notModified: "304 Not Modified\r\nETag: \"1\"\r\n\r\n"
          }
        return Array("HTTP/1.1 \(text)".utf8)
      }
    }

    /// When the other response comes.
    enum Order: String, CaseIterable {
      /// In one write with the first response.
      case together
      /// When the first call is over.
      case later
      /// When the first call is over. The loop then handles the event before the next call.
      case long
      /// Some bytes come with the first response, the others when the next request has arrived on the connection.
      case cut
    }

    private static let unasked = Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nothers".utf8)

    private func server(
      on address: LoopbackServer.Address, _ first: First, _ order: Order, _ permits: Permits, _ sent: Permits
    ) throws -> LoopbackServer {
      try LoopbackServer(on: address) { request, connection in
        if request.target == "/first" {
          let rest: [UInt8] = order == .together ? Self.unasked : order == .cut ? Array("some bytes".utf8) : []
          connection.send(first.bytes + rest)
          if order == .later || order == .long {
            permits.take()
            connection.send(Self.unasked)
            sent.give(1)
          }
          return .keepAlive
        }
        if order == .cut, request.connection == 0 { connection.send(Self.unasked) }
        connection.answer(200, [], Array(request.target.utf8))
        return .keepAlive
      }
    }

    @Test(
      "L02: a response that nobody asked for reaches no call, whenever it comes", arguments: First.allCases, Order.allCases)
    func unasked(first: First, order: Order) async throws {
      let path = FileManager.default.temporaryDirectory.path + "/refinery-\(UInt32.random(in: .min ... .max)).socket"
      for address in [LoopbackServer.Address.ipv4(), .ipv6(), .unix(path: path)] {
        let (permits, sent) = (Permits(), Permits())
        let server = try server(on: address, first, order, permits, sent)
        defer { server.stop() }
        try await Engine.curl.using({ if case .unix = address { $0.unixSocket = path } }) { transport in
          _ = try await transport.send(server.request(first.method, "/first")).body.collect()
          if order == .later || order == .long {
            permits.give(1)
            sent.take()
          }
          // All calls of a transport with a Unix socket go to this server.
          if order == .long, server.port > 0 { try await letTheLoopTurn(transport) }
          for method in [HTTPRequest.Method.post, .get, .get] {
            let response = try await transport.send(server.request(method, "/\(method)"))
            #expect(try await response.body.collect() == Data("/\(method)".utf8), "\(address)")
          }
          #expect(server.connectionCount == 2, "\(address)")
        }
      }
    }

    /// Any call to another server. The events of a turn are handled before a request of that turn is sent.
    private func letTheLoopTurn(_ transport: any Transport) async throws {
      _ = try? await transport.send(
        Request(
          endpoint: Endpoint("Loopback", .get, "loopback"),
          head: HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: "/"), body: nil, options: Options(),
          context: CallContext(timeout: .seconds(30))))
    }

    @Test("L02: a POST is sent on a new connection if the server has ended the kept one with a 408")
    func requestTimeout() async throws {
      let (permits, sent) = (Permits(), Permits())
      try await withServer({ request, connection in
        connection.answer(200, [], Array(request.target.utf8))
        guard request.target == "/first" else { return .keepAlive }
        permits.take()
        connection.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        LoopbackSocket.shutDown(connection.descriptor)
        sent.give(1)
        return .close
      }) { server in
        let transport = CurlTransport()
        _ = try await transport.send(server.request(.get, "/first"))
        permits.give(1)
        sent.take()
        let response = try await transport.send(server.request(.post, "/second", body: Body("x")))
        #expect(response.head.status == .ok && server.connectionCount == 2)
      }
    }

    @Test("L02: a stream whose reader paused leaves its connection to the next call")
    func paused() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        let options = Options().setting(Delivery.self, .streamed(buffer: 1000))
        for _ in 0..<5 {
          let response = try await transport.send(server.request(.get, "/bytes/1000000", options: options))
          // The loop sees the bytes that the reader does not want yet.
          try await letTheLoopTurn(transport)
          #expect(try await response.body.collect().count == 1_000_000)
        }
        #expect(server.connectionCount == 1)
      }
    }

    @Test("L02: over TLS, a response that came in one record with the last content reaches no call")
    func record() async throws {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let connections = Mutex(0)
      let context = try NIOSSLContext(configuration: SecureHouse.tls("server"))
      let listener = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          let number = connections.withLock { count in
            count += 1
            return count
          }
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers([
              NIOSSLServerHandler(context: context), UnaskedWriter(isFirst: number == 1, Self.unasked),
            ])
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      let authority = "localhost:\(listener.localAddress?.port ?? 0)"
      try await Engine.curl.using({ $0.trustRoots = SecureHouse.certificate("authority") }) { transport in
        for _ in 0..<3 {
          let request = Request(
            endpoint: Endpoint("Loopback", .post, "loopback"),
            head: HTTPRequest(method: .post, scheme: "https", authority: authority, path: "/"), body: nil, options: Options(),
            context: CallContext(timeout: .seconds(30)))
          let content = try await transport.send(request).body.collect()
          #expect(content == Data("hello".utf8))
        }
      }
      #expect(connections.withLock { $0 } == 2)
      try await group.shutdownGracefully()
    }
  }

  /// Responds with one record for the head and one for the content, which on the first connection ends with another response.
  private final class UnaskedWriter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let extra: [UInt8]

    init(isFirst: Bool, _ unasked: [UInt8]) { extra = isFirst ? unasked : [] }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")), promise: nil)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: Array("hello".utf8) + extra)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
