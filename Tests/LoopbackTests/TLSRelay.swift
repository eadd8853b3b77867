#if AsyncHTTPClient || Curl
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import RefineryCore
  import RefineryContracts

  /// Ends TLS in front of a server and passes every byte on.
  struct TLSRelay {
    let port: Int
    var authority: String { "localhost:\(port)" }
    private let listener: any Channel

    /// - Parameter cuts: ends connections without close_notify where the server behind it closes.
    init(_ tls: TLSConfiguration, to target: Int, on group: any EventLoopGroup, cuts: Bool = false) async throws {
      let context = try NIOSSLContext(configuration: tls)
      listener = try await ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { front in
          ClientBootstrap(group: front.eventLoop)
            .channelInitializer { back in
              back.eventLoop.makeCompletedFuture {
                try back.pipeline.syncOperations.addHandler(Glue(to: front, cuts: cuts))
              }
            }
            .connect(host: "127.0.0.1", port: target)
            .flatMapThrowing { back in
              try front.pipeline.syncOperations.addHandlers([
                NIOSSLServerHandler(context: context), Glue(to: back, cuts: false),
              ])
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      port = listener.localAddress?.port ?? 0
    }

    func stop() async throws { try await listener.close() }
  }

  /// Passes what comes on one channel to another of the same event loop, and its end.
  private final class Glue: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let other: any Channel
    private let cuts: Bool
    private var last: EventLoopFuture<Void>?

    init(to other: any Channel, cuts: Bool) {
      self.other = other
      self.cuts = cuts
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      last = other.writeAndFlush(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
      let end = { @Sendable [other, cuts] in
        guard cuts else { return other.close(promise: nil) }
        // From below the handler of TLS, which would say goodbye first.
        try? other.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self).close(promise: nil)
      }
      if let last { last.whenComplete { _ in end() } } else { end() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  /// All servers of TLS that the contract knows, in front of one server.
  enum SecureHouse {
    static func certificate(_ name: String) -> String {
      (Bundle.module.resourcePath ?? "") + "/Certificates/\(name).pem"
    }

    static func open<Output>(
      behind server: LoopbackServer, _ body: (SecureServers) async throws -> Output
    ) async throws -> Output {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      do {
        let output = try await body(servers(behind: server, on: group))
        try await group.shutdownGracefully()
        return output
      } catch {
        try await group.shutdownGracefully()
        throw error
      }
    }

    /// The configuration of a server with one of our certificates.
    static func tls(_ name: String) throws -> TLSConfiguration {
      let chain = try NIOSSLCertificate.fromPEMFile(certificate(name)).map { NIOSSLCertificateSource.certificate($0) }
      let key = try NIOSSLPrivateKey(file: certificate(name + ".key"), format: .pem)
      var tls = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
      tls.applicationProtocols = ["http/1.1"]
      return tls
    }

    private static func servers(behind server: LoopbackServer, on group: any EventLoopGroup) async throws -> SecureServers {
      func relay(_ name: String, cuts: Bool = false, _ change: (inout TLSConfiguration) -> Void = { _ in }) async throws
        -> String
      {
        var tls = try tls(name)
        change(&tls)
        return try await TLSRelay(tls, to: server.port, on: group, cuts: cuts).authority
      }
      func client(_ name: String) -> TransportConfiguration.ClientCertificate {
        .init(chain: certificate(name), key: certificate(name + ".key"))
      }
      let trusted = try await relay("server")
      var servers = SecureServers(
        trusted: trusted, trustRoots: certificate("authority"), clientCertificate: client("client"),
        strangeCertificate: client("intruder"))
      for name in ["expired", "elsewhere", "unknown"] { servers.untrusted.append(try await relay(name)) }
      servers.demanding = try await relay("server") {
        $0.certificateVerification = .noHostnameVerification
        $0.trustRoots = .file(certificate("authority"))
      }
      servers.trustedByOneVersion = [
        try await relay("server") { $0.maximumTLSVersion = .tlsv12 },
        try await relay("server") { $0.minimumTLSVersion = .tlsv13 },
      ]
      servers.cutting = try await relay("server", cuts: true)
      servers.http2 = try await HTTP2Server.start(tls("server"), on: group)
      return servers
    }
  }
#endif
