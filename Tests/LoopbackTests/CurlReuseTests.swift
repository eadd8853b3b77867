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

  @testable import RefineryContracts

  /// Connections that are used again, where libcurl differs: see also `UnaskedResponseTests`.
  extension Sockets.CurlReuseTests {
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
        let options = Options { $0.delivery = .streamed(buffer: 1000) }
        for _ in 0..<5 {
          let response = try await transport.send(server.request(.get, "/bytes/1000000", options: options))
          // The loop sees the bytes that the reader does not want yet.
          await letTheLoopTurn(transport)
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
              NIOSSLServerHandler(context: context), UnaskedWriter(isFirst: number == 1, unaskedResponse),
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
