#if AsyncHTTPClient || Curl
  import NIOCore
  import NIOHTTP1
  import NIOHTTP2
  import NIOPosix
  import NIOSSL
  import RefineryContracts
  import Synchronization

  /// The server of HTTP/2 that the contract asks for; see `SecureServers.http2`.
  enum HTTP2Server {
    static func start(_ configuration: TLSConfiguration, on group: any EventLoopGroup) async throws
      -> (authority: String, connections: @Sendable () -> Int, requests: @Sendable (String) -> Int)
    {
      var configuration = configuration
      configuration.applicationProtocols = ["h2", "http/1.1"]
      let context = try NIOSSLContext(configuration: configuration)
      let log = HTTP2Log()
      let listener = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          log.connects()
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
          }.flatMap {
            channel.configureHTTP2SecureUpgrade { channel in
              channel.configureHTTP2Pipeline(mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()) {
                stream in
                stream.eventLoop.makeCompletedFuture {
                  try stream.pipeline.syncOperations.addHandlers([
                    HTTP2FramePayloadToHTTP1ServerCodec(), HTTP2Answerer(log, connection: channel),
                  ])
                }
              }.map { _ in }
            } http1ChannelConfigurator: { channel in
              channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                try channel.pipeline.syncOperations.addHandler(HTTP2Answerer(log, connection: nil))
              }
            }
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return ("localhost:\(listener.localAddress?.port ?? 0)", { log.connections }, { log.count(of: $0) })
    }
  }

  /// What has come to the server.
  private final class HTTP2Log: Sendable {
    private struct State {
      var connections = 0
      var requests: [String: Int] = [:]
      var gathered: [ObjectIdentifier: [any Channel]] = [:]
    }

    private let state = Mutex(State())
    var connections: Int { state.withLock { $0.connections } }
    func count(of path: String) -> Int { state.withLock { $0.requests[path] ?? 0 } }
    func connects() { state.withLock { $0.connections += 1 } }

    /// Notes a request; how many there have been for its path.
    func notes(_ path: String) -> Int {
      state.withLock { state in
        state.requests[path, default: 0] += 1
        return state.requests[path] ?? 0
      }
    }

    /// Keeps a stream until there are enough on its connection, and gives them all then.
    func gathers(_ stream: any Channel, on connection: any Channel, upTo count: Int) -> [any Channel] {
      state.withLock { state in
        let id = ObjectIdentifier(connection)
        state.gathered[id, default: []].append(stream)
        guard let streams = state.gathered[id], streams.count >= count else { return [] }
        state.gathered[id] = nil
        return streams
      }
    }
  }

  private final class HTTP2Answerer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    private let log: HTTP2Log
    private let connection: (any Channel)?
    private var path = ""

    /// - Parameter connection: nil for HTTP/1.1.
    init(_ log: HTTP2Log, connection: (any Channel)?) {
      self.log = log
      self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): path = head.uri
      case .body: break
      case .end: answer(context.channel)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {}

    private func answer(_ stream: any Channel) {
      let isFirst = log.notes(path) == 1
      guard let connection else { return Self.answer(stream, path == "/hello" ? .ok : .notFound) }
      switch path {
      case "/silent": break
      case "/reset": reset(stream, .internalError)
      case "/refused" where isFirst: reset(stream, .refusedStream)
      case "/go-away" where isFirst:
        let goAway = HTTP2Frame.FramePayload.goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil)
        connection.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: goAway), promise: nil)
      case "/cut":
        stream.write(
          HTTPServerResponsePart.head(.init(version: .http2, status: .ok, headers: ["content-length": "100"])), promise: nil)
        stream.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(repeating: 0x78, count: 20))), promise: nil)
        reset(stream, .internalError)
      case _ where path.hasPrefix("/gather/"):
        let count = Int(path.dropFirst("/gather/".count)) ?? 1
        for stream in log.gathers(stream, on: connection, upTo: count) { Self.answer(stream, .ok) }
      case _: Self.answer(stream, ["/hello", "/refused", "/go-away"].contains(path) ? .ok : .notFound)
      }
    }

    private static func answer(_ channel: any Channel, _ status: HTTPResponseStatus) {
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["content-length": "5"])
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "hello"))), promise: nil)
      channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }

    /// From below the codec, which knows no resets.
    private func reset(_ stream: any Channel, _ code: HTTP2ErrorCode) {
      let codec = try? stream.pipeline.syncOperations.context(handlerType: HTTP2FramePayloadToHTTP1ServerCodec.self)
      codec?.writeAndFlush(NIOAny(HTTP2Frame.FramePayload.rstStream(code)), promise: nil)
    }
  }
#endif
