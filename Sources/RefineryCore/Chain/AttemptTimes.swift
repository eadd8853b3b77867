/// When the phases of an attempt ended, from its start; nil for a phase that did not happen, did not end, or that the transport
/// cannot tell.
///
/// A phase begins when the one before it ends. Over a connection that was open already there is no lookup, connect and TLS phase.
/// CurlTransport reports all of these, AsyncHTTPClientTransport and URLSessionTransport what their engines tell.
public struct AttemptTimes: Sendable, Equatable {
  /// The end of the wait for a place among the requests under way to the origin; nil if it did not wait.
  public var admitted: Duration?
  /// The host name was resolved.
  public var resolved: Duration?
  /// The connection was made. AsyncHTTPClient does not tell a new connection from one that was open: there, one was chosen.
  public var connected: Duration?
  /// The TLS handshake was complete.
  public var secured: Duration?
  /// The request was sent.
  public var sent: Duration?
  /// The first byte of the response arrived.
  public var firstByte: Duration?
  /// The last byte of the response arrived.
  public var lastByte: Duration?
  /// Whether it was sent over a connection that was open already; nil where the transport cannot tell.
  public var isConnectionReused: Bool?

  /// No phase has ended.
  public init() {}

  /// A phase with its begin and its end, from the start of the attempt.
  public struct Span: Sendable, Equatable {
    /// The phase.
    public let phase: AttemptPhase
    /// When it began.
    public let start: Duration
    /// When it ended.
    public let end: Duration
  }

  /// The phases that are known to have ended, in order.
  public var spans: [Span] {
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
