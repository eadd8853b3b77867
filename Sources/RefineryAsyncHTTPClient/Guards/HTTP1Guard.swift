#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOSSL
  import RefineryCore

  /// A handler between the engine's HTTP/1.1 parser and its state machine.
  ///
  /// It rejects a status below 100, which would end the process. It distinguishes a kept connection that the server has closed
  /// from a lost connection, because it counts the requests of the connection. It also reports the end of a response that is
  /// complete before its upload: if the engine got that end first, it would neither close the connection nor use it again.
  final class HTTP1Guard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var requests = 0
    /// A request has been written, and no part of its response has arrived.
    private var isWaiting = false
    /// The end of the last request has been written.
    private var isRequestWhole = false
    private var isBroken = false

    static func install(in channel: any Channel) throws {
      let pipeline = channel.pipeline.syncOperations
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(HTTP1Guard(), position: .after(parser))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head:
        requests += 1
        isWaiting = true
        isRequestWhole = false
      case .body: break
      case .end: isRequestWhole = true
      }
      context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isBroken else { return }
      isWaiting = false
      let part = unwrapInboundIn(data)
      if case .head(let head) = part, !(100...999).contains(head.status.code) {
        isBroken = true
        context.fireErrorCaught(
          TransportError(.malformedResponse, phase: .receiving, reason: "\(head.status.code) is not an HTTP status"))
        return context.close(promise: nil)
      }
      // The parser sends no empty part, so the delegate takes one for the end.
      if case .end = part, !isRequestWhole { context.fireChannelRead(wrapInboundOut(.body(ByteBuffer()))) }
      context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if error is HTTPParserError { isWaiting = false }
      failsKept(context)
      context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
      failsKept(context)
      context.fireChannelInactive()
    }

    /// Reports a closed kept connection first, because the state machine uses the first error of a request as its failure.
    private func failsKept(_ context: ChannelHandlerContext) {
      guard isWaiting, requests > 1 else { return }
      isWaiting = false
      context.fireErrorCaught(Resendable.unanswered("the server had closed the kept connection"))
    }
  }
#endif
