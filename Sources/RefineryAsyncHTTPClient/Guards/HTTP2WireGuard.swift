#if AsyncHTTPClient
  import NIOCore
  import NIOSSL

  /// A handler below the engine's HTTP/2 handler, which closes a connection on which that handler has written GOAWAY.
  ///
  /// The handler writes GOAWAY after every error of a connection, a flood of frames among them, and then neither closes the
  /// connection nor reads on: calls would wait for their deadlines and bytes would pile up.
  final class HTTP2WireGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private static let headerLength = 9
    private static let goAway: UInt32 = 7

    /// How much of the current frame's payload is still to be written.
    private var payload = 0
    private var isEnding = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if !isEnding { context.fireChannelRead(data) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      let part = unwrapOutboundIn(data)
      let wasEnding = isEnding
      switch part {
      case .byteBuffer(let bytes): follow(bytes)
      case .fileRegion(let region): payload = max(0, payload - region.readableBytes)
      }
      context.write(data, promise: promise)
      if isEnding, !wasEnding { end(context) }
    }

    /// The handler writes whole headers of frames (RFC 9113 section 4.1), and a payload with its header or after it.
    private func follow(_ bytes: ByteBuffer) {
      var index = bytes.readerIndex
      while index < bytes.writerIndex {
        guard payload == 0 else {
          let step = min(payload, bytes.writerIndex - index)
          index += step
          payload -= step
          continue
        }
        guard let start = bytes.getInteger(at: index, as: UInt32.self) else { return }
        payload = Int(start >> 8)
        if start & 0xFF == Self.goAway { isEnding = true }
        index += Self.headerLength
      }
    }

    /// In a later turn, since the handler is at work; and without TLS's own goodbye, which would wait for the server.
    private func end(_ context: ChannelHandlerContext) {
      let channel = context.channel
      context.eventLoop.execute {
        let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
        if let tls { tls.close(promise: nil) } else { channel.close(promise: nil) }
      }
    }
  }
#endif
