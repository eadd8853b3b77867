#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOSSL
  import RefineryCore

  /// A handler between the engine's HTTP/1.1 parser and its state machine.
  ///
  /// It rejects a status below 100, which would end the process. It also distinguishes a kept connection that the server has
  /// closed from a lost connection, because it counts the requests of the connection.
  final class HTTP1Guard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var requests = 0
    /// A request has been written, and no part of its response has arrived.
    private var isWaiting = false
    private var isBroken = false

    static func install(in channel: any Channel) throws {
      let pipeline = channel.pipeline.syncOperations
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(HTTP1Guard(), position: .after(parser))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .head = unwrapOutboundIn(data) {
        requests += 1
        isWaiting = true
      }
      context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isBroken else { return }
      isWaiting = false
      if case .head(let head) = unwrapInboundIn(data), !(100...999).contains(head.status.code) {
        isBroken = true
        context.fireErrorCaught(
          TransportError(.malformedResponse, phase: .receiving, reason: "\(head.status.code) is not an HTTP status"))
        return context.close(promise: nil)
      }
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
