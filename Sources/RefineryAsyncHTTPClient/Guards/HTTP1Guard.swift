#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOSSL
  import RefineryCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A handler between the engine's HTTP/1.1 parser and its state machine.
  ///
  /// It rejects a status below 100, which would end the process. It counts the requests of the connection, so it can tell a
  /// kept connection that the server has closed from a lost connection. If the server has written something on a kept
  /// connection, it sends no request on it: those bytes would be read as the response (RFC 9112 section 9.2).
  ///
  /// At the end of the connection's lifetime, it closes the connection. The request under way, and requests that the engine has
  /// already assigned to the connection, end first.
  final class HTTP1Guard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let count: RequestCount
    private var requests: Int { count.requests }
    /// A request has been written, and no part of its response has arrived.
    private var isWaiting = false
    /// A request or its response is not complete.
    private var isSending = false
    private var isReceiving = false
    private var isBroken = false
    private var isOutlived = false
    private let lifetime: ConnectionLifetime?
    private var end: Scheduled<Void>?

    private init(_ lifetime: ConnectionLifetime?, _ count: RequestCount) {
      self.lifetime = lifetime
      self.count = count
    }

    static func install(in channel: any Channel, for lifetime: ConnectionLifetime?) throws {
      let pipeline = channel.pipeline.syncOperations
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(HTTP1Guard(lifetime, RequestCount(channel.remoteAddress)), position: .after(parser))
    }

    func handlerAdded(context: ChannelHandlerContext) {
      end = lifetime?.schedule(on: context) {
        self.isOutlived = true
        self.closeIfOutlived(context)
      }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

    private func closeIfOutlived(_ context: ChannelHandlerContext) {
      // A new connection must still get the request that it was opened for.
      if isOutlived, requests > 0, !isSending, !isReceiving { context.close(promise: nil) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      let part = unwrapOutboundIn(data)
      if case .head = part {
        if requests > 0, !isBroken, hasUnreadInput(context) { breaks(context) }
        count.add()
        isWaiting = !isBroken
        isSending = true
        isReceiving = true
      }
      if isBroken {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return
      }
      context.write(data, promise: promise)
      if case .end = part {
        isSending = false
        // This runs in a later turn, because the engine knows only after this function that the request is complete.
        if !isReceiving { context.eventLoop.assumeIsolated().execute { self.closeIfOutlived(context) } }
      }
    }

    /// Whether the system has received bytes that the event loop has not read yet. The loop runs its callers' tasks before it
    /// reads. Costs one system call.
    private func hasUnreadInput(_ context: ChannelHandlerContext) -> Bool {
      let pipeline = context.pipeline.syncOperations
      let isFound = try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
      }
      return isFound ?? false
    }

    /// The state machine gets the error later, because it is about to write.
    private func breaks(_ context: ChannelHandlerContext) {
      isBroken = true
      context.eventLoop.assumeIsolated().execute {
        context.fireErrorCaught(Resendable.unsent("the server wrote on the kept connection before the request"))
        context.close(promise: nil)
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isBroken else { return }
      isWaiting = false
      if case .end = unwrapInboundIn(data) {
        isReceiving = false
        context.fireChannelRead(data)
        return closeIfOutlived(context)
      }
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
