/// A failure below HTTP: the response is missing or incomplete.
public struct TransportError: SafelyDescribed, SendingFailure, Equatable {
  /// The kind of failure.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the failure.
    public let description: String
    /// A code of your own.
    public init(_ description: String) { self.description = description }

    /// The host name has no address.
    public static let cannotFindHost = Code("cannot find host")
    /// No connection was made: it was refused, or the host is unreachable.
    public static let cannotConnect = Code("cannot connect")
    /// The connection ended before the response did.
    public static let connectionLost = Code("connection lost")
    /// TLS failed: certificate, host name or handshake. Never retried.
    public static let tlsFailed = Code("TLS failed")
    /// The response is not HTTP, or breaks a rule of HTTP.
    public static let malformedResponse = Code("malformed response")
    /// The request breaks a rule of HTTP and was not sent.
    public static let invalidRequest = Code("invalid request")
    /// The reader of a stream was too slow, and the transport cannot slow down the sender.
    public static let bufferOverflow = Code("buffer overflow")
    /// The transport does not support what the request needs.
    public static let unsupported = Code("unsupported")
    /// Too many requests are waiting for one origin.
    public static let queueFull = Code("queue full")
    /// The transport was shut down.
    public static let closed = Code("closed")
    /// Any other failure; the reason describes it.
    public static let other = Code("failed")
  }

  /// The step at which a request failed.
  public enum Phase: String, Sendable {
    /// Nothing was sent, so any method may be sent again.
    case beforeSending = "before sending"
    /// Something may have been sent; the server may have acted on it.
    case waiting = "waiting for the response"
    /// The head of the response has arrived, but not the whole body.
    case receiving = "receiving the body"
  }

  /// The kind of failure.
  public let code: Code
  /// The step at which the request failed.
  public let phase: Phase
  /// Details, in a few words without secrets.
  public let reason: String
  /// Whether another request of the same call may have reached the server: see ``SendingFailure/followingSentRequest()``.
  private var followsSentRequest = false

  /// Creates an error. `reason` must be safe to log.
  public init(_ code: Code, phase: Phase, reason: String = "") {
    self.code = code
    self.phase = phase
    self.reason = reason
  }

  /// Whether it is certain that the server saw neither the request nor another request of the same call.
  public var isUnsent: Bool { phase == .beforeSending && !followsSentRequest }

  /// The same error with a false ``isUnsent``.
  public func followingSentRequest() -> TransportError {
    var error = self
    error.followsSentRequest = true
    return error
  }

  /// One line, safe to log.
  public var description: String {
    "\(code) \(phase == .beforeSending ? "" : "while ")\(phase.rawValue)\(reason.isEmpty ? "" : ": \(reason)")"
  }
}

/// An error whose `description` is one line without secrets. Logs and the texts of other errors may contain it.
public protocol SafelyDescribed: Error, Redacted {}

/// An error that knows whether the server can have seen the request: ``TransportError`` and ``TimedOut``.
public protocol SendingFailure: Error {
  /// Whether it is certain that the server did not see the request. Any request may then be sent again.
  var isUnsent: Bool { get }

  /// Returns the same error with a false ``isUnsent`` and an unchanged description. A middleware that sends several requests
  /// for one call, such as retry middleware, throws it if another of these requests may have reached the server.
  func followingSentRequest() -> Self
}

extension TimedOut: SafelyDescribed, SendingFailure {}

/// Describes errors for logs and for the texts of other errors.
public enum ErrorSummary {
  /// Returns the description of a ``SafelyDescribed`` error; for any other error, only the name of its type.
  public static func text(of error: any Error) -> String {
    switch error {
    case let safe as any SafelyDescribed: safe.description
    case is CancellationError: "cancelled"
    default: String(describing: Swift.type(of: error))
    }
  }

  /// Returns a duration in seconds as text: to a tenth of a second, or to a millisecond if it is shorter than a second. Exact
  /// times would keep logs from grouping lines.
  package static func text(of duration: Duration) -> String {
    let step = duration < .seconds(1) ? Duration.milliseconds(1) : .milliseconds(100)
    let steps = (duration / step).rounded()
    let seconds = steps / (step == .milliseconds(1) ? 1_000 : 10)
    return seconds == seconds.rounded() ? "\(Int64(exactly: seconds) ?? .max) s" : "\(seconds) s"
  }

  /// Returns a short name of the kind of error, for `error.type` in logs, metrics and spans (OpenTelemetry). The name does not
  /// depend on the request, so there are few names.
  ///
  /// It is the code of a ``TransportError`` in one word, such as `cannot_find_host`, `cannot_connect` or `connection_lost`, and
  /// the limit of a ``TimedOut``, such as `timeout_attempt`. For any other error, it is the name of its type.
  package static func type(of error: any Error) -> String {
    switch error {
    case let error as TransportError: word(error.code.description)
    case let error as TimedOut: "timeout_" + word(error.timer.description)
    default: String(describing: Swift.type(of: error))
    }
  }

  private static func word(_ text: String) -> String {
    String(text.lowercased().map { $0 == " " ? "_" : $0 })
  }
}
