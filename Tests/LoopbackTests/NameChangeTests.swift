import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import TestSupport
import Testing

#if AsyncHTTPClient || Curl
  import NIOCore
  import NIOPosix
#endif

/// The file that the system reads as `/etc/hosts`, and that these tests may change; see `.ci/names`.
let hostsFile = ProcessInfo.processInfo.environment["REFINERY_HOSTS"]

/// A name has several addresses, or its address changes while a transport uses it.
extension Sockets.NameChangeTests {
  private static let engines = Sockets.ConnectionLifetimeTests.engines
  private static let name = "moves.refinery.test"

  private func point(to addresses: String...) throws {
    let lines = ["127.0.0.1 localhost"] + addresses.map { "\($0) \(Self.name)" }
    try lines.map { $0 + "\n" }.joined().write(toFile: #require(hostsFile), atomically: false, encoding: .utf8)
  }

  private func request(_ server: LoopbackServer) -> Request { request(server.port) }

  private func request(_ port: Int) -> Request {
    Request(
      endpoint: Endpoint("Names", .get, "head"),
      head: HTTPRequest(method: .get, scheme: "http", authority: "\(Self.name):\(port)", path: "/head"), body: nil,
      options: Options(), context: CallContext(timeout: .seconds(5)))
  }

  /// Sends requests until one gets a response of this server.
  private func moves(_ transport: any Transport, to server: LoopbackServer, since start: ContinuousClock.Instant) async throws
    -> String
  {
    var failed = 0
    try await until {
      do { _ = try await transport.send(request(server)) } catch { failed += 1 }
      return !server.received.isEmpty
    }
    return "\(ContinuousClock.now - start), \(failed) failed calls"
  }

  @Test("L02, L03: after a refused connection, the next attempt looks the name up again", arguments: engines)
  func refused(engine: Engine) async throws {
    let server = try LoopbackServer(LoopbackRoutes.misbehaving)
    defer { server.stop() }
    try await engine.using { transport in
      try point(to: "127.0.0.2")
      await #expect(throws: TransportError.self) { try await transport.send(request(server)) }
      try point(to: "127.0.0.1")
      let start = ContinuousClock.now
      #expect((try? await transport.send(request(server)))?.head.status == .ok)
      print(engine, "reaches the new address after", try await moves(transport, to: server, since: start))
    }
  }

  @Test("L02, L03: with the old server alive, requests move when the connection's lifetime is over", arguments: engines)
  func alive(engine: Engine) async throws {
    let old = try LoopbackServer(LoopbackRoutes.misbehaving)
    defer { old.stop() }
    let new = try LoopbackServer(on: .ipv6(port: old.port), LoopbackRoutes.misbehaving)
    defer { new.stop() }
    try await engine.using({ $0.connectionLifetime = .seconds(2) }) { transport in
      try point(to: "127.0.0.1")
      _ = try await transport.send(request(old))
      try point(to: "::1")
      print(engine, "moves after", try await moves(transport, to: new, since: .now), "with a lifetime of 1 to 2 s")
      #expect(old.connectionCount == 1)
    }
  }

  @Test(
    "L02, L03: of a dead and a refusing address, AsyncHTTPClient names the connect timeout, and libcurl the refusal",
    arguments: Engine.having(.connectTimeout))
  func severalAddresses(engine: Engine) async throws {
    let dead = try LoopbackDeadEnd()
    try await engine.using({ $0.connectTimeout = .milliseconds(500) }) { transport in
      try point(to: "127.0.0.1", "127.0.0.2")
      let error = await #expect(throws: (any Error).self) { try await transport.send(request(dead.port)) }
      #expect((error as? any SendingFailure)?.isUnsent == true)
      if engine.rawValue == "libcurl" {
        #expect((error as? TransportError)?.code == .cannotConnect)
      } else {
        #expect(error as? TimedOut == TimedOut(.connect))
      }
    }
    withExtendedLifetime(dead) {}
  }

  #if AsyncHTTPClient || Curl
    @Test(
      "L02, L03: where the first of two addresses is dead, a call uses the second one within its time",
      arguments: Engine.having(.connectTimeout), [nil, .seconds(2)] as [Duration?])
    func deadFirstAddress(engine: Engine, connectTimeout: Duration?) async throws {
      let dead = try LoopbackDeadEnd()
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let server = try await ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(EmptyResponse()) }
        }
        .bind(host: "127.0.0.2", port: dead.port).get()
      let result = await Result {
        try await engine.using({ $0.connectTimeout = connectTimeout }) { transport in
          try point(to: "127.0.0.1", "127.0.0.2")
          for _ in 0..<2 { #expect(try await transport.send(request(dead.port)).head.status == .noContent) }
        }
      }
      try await server.close()
      try await group.shutdownGracefully()
      try result.get()
      withExtendedLifetime(dead) {}
    }
  #endif
}

#if AsyncHTTPClient || Curl
  /// Responds to each request without reading it.
  private final class EmptyResponse: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let text = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
      context.writeAndFlush(NIOAny(context.channel.allocator.buffer(string: text)), promise: nil)
      context.close(promise: nil)
    }
  }
#endif
