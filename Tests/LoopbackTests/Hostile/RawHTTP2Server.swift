#if AsyncHTTPClient || Curl
  import NIOCore
  import NIOHPACK
  import NIOPosix
  import NIOSSL
  import NIOTLS
  import Synchronization

  /// A server of HTTP/2 over TLS whose every byte is the test's: it reads frames and writes nothing by itself.
  struct RawHTTP2Server {
    enum Event {
      /// The handshake of TLS is over.
      case opened
      /// The client's settings, which the server has to acknowledge.
      case settings
      case request(stream: Int, path: String)
      case ping([UInt8], isAcknowledged: Bool)
      case reset(stream: Int)
      case other(type: UInt8)
    }

    struct Connection: Sendable {
      /// From 1 on, in the order of arrival.
      let number: Int
      fileprivate let channel: any Channel

      func write(_ bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

      func close() { channel.close(promise: nil) }

      /// What a good server does, with `hello` for every request.
      func behaves(at event: Event) {
        switch event {
        case .opened: write(RawFrame.settings())
        case .settings: write(RawFrame.settingsAcknowledged)
        case .request(let stream, _): hello(stream)
        case .ping(let data, isAcknowledged: false): write(RawFrame.ping(data, isAcknowledged: true))
        default: break
        }
      }

      func hello(_ stream: Int) {
        write(RawFrame.head(stream, status: "200") + RawFrame.data(stream, Array("hello".utf8)))
      }
    }

    typealias Script = @Sendable (Event, Connection) -> Void

    let authority: String

    /// A server for one test, stopped when the test is over.
    static func with<Output>(_ script: @escaping Script, _ body: (RawHTTP2Server) async throws -> Output) async throws -> Output
    {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      do {
        let output = try await body(RawHTTP2Server(on: group, script))
        try await group.shutdownGracefully()
        return output
      } catch {
        try await group.shutdownGracefully()
        throw error
      }
    }

    private init(on group: any EventLoopGroup, _ script: @escaping Script) async throws {
      var tls = try SecureHouse.tls("server")
      tls.applicationProtocols = ["h2"]
      let context = try NIOSSLContext(configuration: tls)
      let counter = Counter()
      let listener = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 1024)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers([
              NIOSSLServerHandler(context: context),
              RawFrameReader(script, Connection(number: counter.next(), channel: channel)),
            ])
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      authority = "localhost:\(listener.localAddress?.port ?? 0)"
    }
  }

  private final class Counter: Sendable {
    private let last = Mutex(0)
    func next() -> Int {
      last.withLock { last in
        last += 1
        return last
      }
    }
  }

  /// Cuts what a client sends into frames.
  private final class RawFrameReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let script: RawHTTP2Server.Script
    private let connection: RawHTTP2Server.Connection
    private var buffer = ByteBuffer()
    private var preface = 24
    private var fields = HPACKDecoder(allocator: ByteBufferAllocator())

    init(_ script: @escaping RawHTTP2Server.Script, _ connection: RawHTTP2Server.Connection) {
      self.script = script
      self.connection = connection
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { script(.opened, connection) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      buffer.writeImmutableBuffer(unwrapInboundIn(data))
      if preface > 0 {
        let step = min(preface, buffer.readableBytes)
        buffer.moveReaderIndex(forwardBy: step)
        preface -= step
      }
      while preface == 0, let event = nextEvent() { script(event, connection) }
      buffer.discardReadBytes()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func nextEvent() -> RawHTTP2Server.Event? {
      guard let start = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self), buffer.readableBytes >= 9 + Int(start >> 8),
        let header = buffer.readBytes(length: 9), var payload = buffer.readSlice(length: Int(start >> 8))
      else { return nil }
      let (type, flags) = (header[3], header[4])
      let stream = header[5...8].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
      switch type {
      case 1:
        if flags & 8 != 0 { payload.moveReaderIndex(forwardBy: 1) }
        if flags & 32 != 0 { payload.moveReaderIndex(forwardBy: 5) }
        let head = try? fields.decodeHeaders(from: &payload)
        return .request(stream: stream, path: head?.first(name: ":path") ?? "")
      case 3: return .reset(stream: stream)
      case 4 where flags & 1 == 0: return .settings
      case 6: return .ping(Array(payload.readableBytesView), isAcknowledged: flags & 1 != 0)
      default: return .other(type: type)
      }
    }
  }
#endif
