#if AsyncHTTPClient
  import NIOCore
  import NIOPosix
  import RefineryTransport

  /// Counts the requests of a connection. Used only on its event loop.
  ///
  /// The engine does not say which connection a request uses. But it tells the request's delegate as soon as it has written the
  /// head, in the same turn of the event loop. So at that moment, the connection of the last head is the connection of the
  /// delegate's request.
  final class RequestCount {
    // Each thread has its own value.
    nonisolated(unsafe) private static let last = ThreadSpecificVariable<RequestCount>()

    /// The connection on which this event loop wrote the last head. Only a delegate that is told that its head was sent may use
    /// this, for a request on a connection of this transport.
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
