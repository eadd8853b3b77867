#if AsyncHTTPClient
  import NIOCore
  import NIOHPACK
  import NIOHTTP2
  import RefineryCore

  /// A handler in front of the engine's handlers of one HTTP/2 stream.
  ///
  /// It rejects an invalid `:status`, which would end the process, and an interim response that ends the stream, which would
  /// leave the call without an end. It also tells a request that the server has not processed from a lost request.
  final class HTTP2StreamGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let connection: HTTP2Guard
    private let start = NIODeadline.now()
    private var isCounted = false
    private var isAnswered = false
    private var hasHead = false
    private var isBroken = false
    private var hasFailed = false

    init(_ connection: HTTP2Guard) { self.connection = connection }

    static func install(in stream: any Channel) throws {
      guard let parent = stream.parent else { return }
      let connection = try parent.pipeline.syncOperations.handler(type: HTTP2Guard.self)
      try stream.pipeline.syncOperations.addHandler(HTTP2StreamGuard(connection), position: .first)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      if !isAnswered { connection.streamEndsUnanswered(id(context), since: start) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if !isCounted {
        isCounted = true
        connection.requests.add()
      }
      context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isBroken else { return }
      isAnswered = true
      if case .headers(let block) = unwrapInboundIn(data), !hasHead {
        if let fault = fault(in: block) {
          isBroken = true
          context.fireErrorCaught(TransportError(.malformedResponse, phase: .receiving, reason: fault))
          return
        }
      }
      context.fireChannelRead(data)
    }

    private func fault(in block: HTTP2Frame.FramePayload.Headers) -> String? {
      // Three bytes that form a number of at least 100 are three digits.
      guard let text = block.headers.first(name: ":status"), text.utf8.count == 3, let status = Int(text), status >= 100 else {
        return "the status is not a valid HTTP status"
      }
      guard status < 200 else {
        hasHead = true
        return nil
      }
      if status == 101 { return "HTTP/2 has no status 101" }
      return block.endStream ? "the stream ended with an interim response" : nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if let closed = error as? NIOHTTP2Errors.StreamClosed {
        if closed.errorCode == .refusedStream { return fail(context, .unsent("the server refused the stream")) }
        if connection.hasDisowned(closed.streamID) { return fail(context, .unsent("the server closes the connection")) }
      }
      hasFailed = true
      context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
      if !hasFailed, connection.isFlooded {
        hasFailed = true
        context.fireErrorCaught(
          TransportError(
            .connectionLost, phase: isAnswered ? .receiving : .waiting,
            reason: "the server flooded the HTTP/2 connection with frames without content"))
      } else if !hasFailed, !isAnswered, !context.channel.isActive {
        if let id = id(context) {
          if connection.hasDisowned(id) {
            fail(context, .unsent("the server closes the connection"))
          } else if id > 1, connection.isSilent(since: start) {
            fail(context, .unanswered("the server had closed the kept connection"))
          }
        } else {
          fail(context, .unsent("the connection was closing"))
        }
      }
      context.fireChannelInactive()
    }

    /// The engine uses the first error as the request's failure, and ignores errors of a request that it ended itself.
    private func fail(_ context: ChannelHandlerContext, _ error: Resendable) {
      hasFailed = true
      context.fireErrorCaught(error)
    }

    /// Returns nil until the request has been written.
    private func id(_ context: ChannelHandlerContext) -> HTTP2StreamID? {
      (try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)) ?? nil
    }
  }
#endif
