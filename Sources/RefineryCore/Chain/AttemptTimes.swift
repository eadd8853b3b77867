/// When the phases of an attempt ended, measured from its start. A phase is nil if it did not happen, has not ended, or is not
/// reported by the transport.
///
/// A phase begins when the one before it ends. A connection that is already open has no lookup, connect and TLS phases.
/// CurlTransport reports all phases; AsyncHTTPClientTransport and URLSessionTransport report those that their engines measure.
public struct AttemptTimes: Sendable, Equatable {
  /// The end of the wait for a place among the requests under way to the origin; nil if it did not wait.
  public var admitted: Duration?
  /// The host name was resolved.
  public var resolved: Duration?
  /// The connection was made.
  public var connected: Duration?
  /// The TLS handshake was complete.
  public var secured: Duration?
  /// The request was sent.
  public var sent: Duration?
  /// The first byte of the response arrived.
  public var firstByte: Duration?
  /// The last byte of the response arrived.
  public var lastByte: Duration?
  /// Whether the connection was already open; nil if the transport does not report that.
  public var isConnectionReused: Bool?
  /// The phase that was under way when the attempt ended without a whole response; nil if the transport does not report that.
  public var interrupted: AttemptPhase?
  /// The IP address at the other end of the connection, or the path of a Unix domain socket (`network.peer.address` of
  /// OpenTelemetry). The address may be that of a proxy. Nil if there was no connection or the transport does not report it.
  /// AsyncHTTPClientTransport reports it once the head of the request was sent, unless an app gave it a client.
  /// URLSessionTransport on Linux reports it once the head of the response has arrived.
  public var peerAddress: String?
  /// The port at the other end of the connection; nil as for ``peerAddress``.
  public var peerPort: Int?

  /// No phase has ended.
  public init() {}

  /// A phase with its start and its end, measured from the start of the attempt.
  package struct Span {
    /// The phase.
    package let phase: AttemptPhase
    /// When it began.
    package let start: Duration
    /// When it ended.
    package let end: Duration
  }

  /// The phases that are known to have ended, in order.
  package var spans: [Span] {
    let ends: [(AttemptPhase, Duration?)] = [
      (.queue, admitted), (.lookup, resolved), (.connect, connected), (.handshake, secured), (.sending, sent),
      (.waiting, firstByte), (.receiving, lastByte),
    ]
    var start = Duration.zero
    return ends.compactMap { phase, end in
      guard let end else { return nil }
      defer { start = end }
      return Span(phase: phase, start: start, end: end)
    }
  }
}
