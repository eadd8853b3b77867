#if AsyncHTTPClient
  import NIOCore
  import NIOPosix
  import RefineryTransport

  /// Counts the requests of a connection. Used only on its event loop.
  ///
  /// The engine does not say which connection a request uses. But it tells the request's delegate as soon as it has written the
  /// head, in the same turn of the event loop. So the connection of the last head is that of the delegate's request.
  final class RequestCount {
    // Each thread has its own value.
    nonisolated(unsafe) private static let last = ThreadSpecificVariable<RequestCount>()

    /// The connection on which this event loop has written a head last. Only for the delegate of a request on a connection of
    /// our own, when it is told that its head was sent.
    static var connectionOfLastHead: UsedConnection? {
      last.currentValue.map { UsedConnection(address: $0.address, port: $0.port, isReused: $0.requests > 1) }
    }

    private let address: String?
    private let port: Int?
    private(set) var requests = 0

    init(_ peer: SocketAddress?) {
      address = peer.flatMap { $0.ipAddress ?? $0.pathname }
      port = peer?.port
    }

    /// A request's head is about to be written.
    func add() {
      requests += 1
      Self.last.currentValue = self
    }
  }
#endif
