#if AsyncHTTPClient
  import NIOCore
  import NIOSSL

  /// A handler below the engine's HTTP/2 handler that closes a connection after a connection error or a flood of frames.
  ///
  /// The HTTP/2 handler writes GOAWAY after every connection error. It then neither closes the connection nor continues to
  /// read: calls would wait for their deadlines, and bytes would pile up. It notices floods of only some frames. A flood of
  /// other frames, such as WINDOW_UPDATE or unknown ones, would keep the event loop from its other calls, so frames are counted
  /// here.
  final class HTTP2WireGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private static let headerLength = 9
    private static let goAway: UInt32 = 7

    /// How many bytes of the current frame's payload are not written yet.
    private var payload = 0
    private var isEnding = false
    private var allowance = FrameAllowance()
    /// Whether the server sent so many frames without content that the connection is closed.
    private(set) var isFlooded = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isEnding else { return }
      if !allowance.admits(unwrapInboundIn(data)) {
        isFlooded = true
        isEnding = true
        return end(context)
      }
      context.fireChannelRead(data)
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

    /// Tracks frame boundaries. The handler writes complete frame headers (RFC 9113 section 4.1), and each payload with or
    /// after its header.
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
        allowance.sends(type: UInt8(truncatingIfNeeded: start))
        index += Self.headerLength
      }
    }

    /// Closes the connection in a later turn, because the handler is still running. It sends no close_notify of TLS, because
    /// that would wait for the server.
    private func end(_ context: ChannelHandlerContext) {
      let channel = context.channel
      context.eventLoop.execute {
        let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
        if let tls { tls.close(promise: nil) } else { channel.close(promise: nil) }
      }
    }
  }
#endif
