#if AsyncHTTPClient
  import NIOCore

  /// The end of the time in which a connection gets new requests. The time is random: between half of the longest lifetime and
  /// all of it.
  struct ConnectionLifetime {
    private let time: TimeAmount

    init(atMost longest: TimeAmount) {
      time = .nanoseconds(.random(in: max(1, longest.nanoseconds / 2)...max(1, longest.nanoseconds)))
    }

    /// Calls `action` on the channel's event loop at the end.
    func schedule(on context: ChannelHandlerContext, _ action: @escaping () -> Void) -> Scheduled<Void> {
      context.eventLoop.assumeIsolated().scheduleTask(in: time) { action() }
    }
  }
#endif
