#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP2

  /// A handler between NIO's HTTP/2 handler and the engine. It keeps their stream counts consistent.
  ///
  /// - If a stream ends before its request is written, the engine's pool never gets it back. After a hundred such streams, the
  ///   connection gets no more calls. The guard returns each of these streams to the pool.
  /// - NIO remembers the last 32 streams that it has reset. A frame for an older stream is a connection error for NIO, although
  ///   a late response is legal. So the guard delays a reset until the server has acknowledged the earlier resets, with a PING.
  /// - The engine's pool cannot handle a stream limit that changes. The guard hides the change from the pool; NIO applies it.
  /// - A server may forbid new streams and keep the connection open. The engine continues to assign calls to this connection,
  ///   and NIO delays them. If a call ends unsent more than a second after the server forbade streams, the connection gets no
  ///   more calls.
  /// - At the end of the connection's lifetime, the connection gets no more calls.
  /// - If a call ends without a byte of a response, the guard tests the connection with a PING. If the server does not
  ///   acknowledge it, the connection gets no more calls.
  final class HTTP2Guard: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// Fewer than NIO remembers, because NIO also resets streams on its own.
    private static let mostResets = 24
    private static let lastStream = HTTP2StreamID(1 << 30)
    /// The time limit for the acknowledgement of a PING, and for a call without a byte of a response. Beyond it, the connection
    /// gets no more calls.
    private static let patience = TimeAmount.seconds(1)
    /// The id of a stream opened by the server. No such stream exists, because the engine accepts none. So events about it
    /// change only the engine's count.
    private static let nobody = HTTP2StreamID(2)

    private var context: ChannelHandlerContext?
    private var open: Set<HTTP2StreamID> = []
    private var lastCreated = HTTP2StreamID.rootStream
    private var lastProcessed: HTTP2StreamID?
    private var lastRead = NIODeadline.now()
    /// When the server set its stream limit to 0; nil unless the limit is 0 now.
    private var forbiddenSince: NIODeadline?
    private var isRetired = false
    private var isOutlived = false
    private let lifetime: ConnectionLifetime?
    let requests: RequestCount
    private let wire: HTTP2WireGuard
    private var end: Scheduled<Void>?

    /// The number of resets that the server has not acknowledged, the number of those that the current PING covers, and the
    /// delayed resets.
    private var resets = 0
    private var covered = 0
    private var held: [(frame: HTTP2Frame, promise: EventLoopPromise<Void>?)] = []
    private var pings: UInt64 = 0
    private var alarm: Scheduled<Void>?

    private init(_ lifetime: ConnectionLifetime?, _ requests: RequestCount, _ wire: HTTP2WireGuard) {
      self.lifetime = lifetime
      self.requests = requests
      self.wire = wire
    }

    static func install(in channel: any Channel, for lifetime: ConnectionLifetime?) throws {
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: NIOHTTP2Handler.self)
      let wire = HTTP2WireGuard()
      try pipeline.addHandler(wire, position: .before(codec))
      try pipeline.addHandler(HTTP2Guard(lifetime, RequestCount(channel.remoteAddress), wire), position: .after(codec))
    }

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      end = lifetime?.schedule(on: context) {
        self.isOutlived = true
        // A new connection must still get the call that it was opened for.
        if self.lastCreated != .rootStream { self.retire() }
      }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
      alarm?.cancel()
      end?.cancel()
      for reset in held { reset.promise?.fail(ChannelError.ioOnClosedChannel) }
      held = []
    }

    // MARK: What streams ask

    /// Whether the server has declared that it does not process the stream (RFC 9113 section 6.8).
    func hasDisowned(_ id: HTTP2StreamID) -> Bool { lastProcessed.map { id > $0 } ?? false }

    /// Whether the connection ends because the server floods it with frames.
    var isFlooded: Bool { wire.isFlooded }

    func isSilent(since start: NIODeadline) -> Bool { lastRead < start }

    /// Called when the channel of a stream without any received frame is closed.
    func streamEndsUnanswered(_ id: HTTP2StreamID?, since start: NIODeadline) {
      guard let context, context.channel.isActive else { return }
      guard let id, id <= lastCreated else {
        // NIO may hold the request until the server allows one more stream. A reset removes it.
        if let id {
          context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: id, payload: .rstStream(.cancel))), promise: nil)
        }
        context.fireUserInboundEventTriggered(
          NIOHTTP2StreamCreatedEvent(streamID: Self.nobody, localInitialWindowSize: nil, remoteInitialWindowSize: nil))
        context.fireUserInboundEventTriggered(StreamClosedEvent(streamID: Self.nobody, reason: nil))
        if let forbiddenSince, NIODeadline.now() - forbiddenSince >= Self.patience { retire() }
        return
      }
      guard isSilent(since: start) else { return }
      if NIODeadline.now() - start >= Self.patience { retire() } else { ping() }
    }

    // MARK: From the server

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      lastRead = .now()
      switch frame.payload {
      case .settings(.settings(let settings)):
        if let limit = settings.last(where: { $0.parameter == .maxConcurrentStreams })?.value {
          forbiddenSince = limit == 0 ? forbiddenSince ?? lastRead : nil
        }
        let rest = settings.filter { $0.parameter != .maxConcurrentStreams }
        return context.fireChannelRead(
          wrapInboundOut(HTTP2Frame(streamID: frame.streamID, payload: .settings(.settings(rest)))))
      case .goAway(let last, _, _):
        lastProcessed = min(last, lastProcessed ?? last)
        isRetired = true
      case .ping(let data, ack: true):
        if data == HTTP2PingData(withInteger: pings) { acknowledged() }
      default: break
      }
      context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      switch event {
      case let event as NIOHTTP2StreamCreatedEvent:
        open.insert(event.streamID)
        lastCreated = max(lastCreated, event.streamID)
        context.fireUserInboundEventTriggered(event)
        if isOutlived || event.streamID > Self.lastStream { retire() }
      case let event as StreamClosedEvent:
        open.remove(event.streamID)
        if let index = held.firstIndex(where: { $0.frame.streamID == event.streamID }) {
          held.remove(at: index).promise?.succeed(())
        }
        context.fireUserInboundEventTriggered(event)
      default: context.fireUserInboundEventTriggered(event)
      }
    }

    // MARK: To the server

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      let frame = unwrapOutboundIn(data)
      guard case .rstStream = frame.payload, open.contains(frame.streamID) else {
        return context.write(data, promise: promise)
      }
      guard resets < Self.mostResets else {
        held.append((frame, promise))
        return ping()
      }
      resets += 1
      context.write(data, promise: promise)
      if resets >= Self.mostResets / 2 { ping() }
    }

    private func ping() {
      guard let context, alarm == nil else { return }
      pings += 1
      covered = resets
      let data = HTTP2PingData(withInteger: pings)
      context.writeAndFlush(
        wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .ping(data, ack: false))), promise: nil)
      alarm = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { self.isOverdue() }
    }

    private func acknowledged() {
      alarm?.cancel()
      alarm = nil
      resets -= covered
      covered = 0
      release(upTo: Self.mostResets)
      if !held.isEmpty { ping() }
    }

    private func isOverdue() {
      alarm = nil
      retire()
      release(upTo: .max)
    }

    private func release(upTo limit: Int) {
      guard let context, !held.isEmpty else { return }
      while resets < limit, !held.isEmpty {
        let next = held.removeFirst()
        resets += 1
        context.write(wrapOutboundOut(next.frame), promise: next.promise)
      }
      context.flush()
    }

    /// Makes the engine send no more calls on this connection. The engine then opens another connection for them, and closes
    /// this one after its last stream. It has no API for this, but a GOAWAY from the server has this effect.
    private func retire() {
      guard let context, context.channel.isActive, !isRetired else { return }
      isRetired = true
      let goAway = HTTP2Frame.FramePayload.goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
      context.fireChannelRead(wrapInboundOut(HTTP2Frame(streamID: .rootStream, payload: goAway)))
      // Streams flush only when a read is complete.
      context.fireChannelReadComplete()
      if open.isEmpty { context.channel.close(promise: nil) }
    }
  }
#endif
