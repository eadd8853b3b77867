/// A request failed below HTTP: there is no response, or not all of it.
public struct TransportError: Error, Equatable, CustomStringConvertible {
  /// What happened.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of what happened.
    public let description: String
    /// A code of your own.
    public init(_ description: String) { self.description = description }

    /// The host name has no address.
    public static let cannotFindHost = Code("cannot find host")
    /// No connection was made: refused, unreachable.
    public static let cannotConnect = Code("cannot connect")
    /// The connection ended before the response did.
    public static let connectionLost = Code("connection lost")
    /// TLS failed: certificate, host name or handshake. Never retried.
    public static let tlsFailed = Code("TLS failed")
    /// The response is not HTTP, or breaks its rules.
    public static let malformedResponse = Code("malformed response")
    /// The request breaks a rule of HTTP and was not sent.
    public static let invalidRequest = Code("invalid request")
    /// A stream's reader was too slow, and the transport cannot slow the sender.
    public static let bufferOverflow = Code("buffer overflow")
    /// The transport cannot do what was asked.
    public static let unsupported = Code("unsupported")
    /// Too many requests to one origin wait for their turn.
    public static let queueFull = Code("queue full")
    /// The transport was shut down.
    public static let closed = Code("closed")
    /// Something else; the reason says what.
    public static let other = Code("failed")
  }

  /// How far the request had come.
  public enum Phase: String, Sendable {
    /// Nothing was sent, so any method may be sent again.
    case beforeSending = "before sending"
    /// Something may have been sent; the server may have acted on it.
    case waiting = "waiting for the response"
    /// The head of the response has arrived, but not the whole body.
    case receiving = "receiving the body"
  }

  /// What happened.
  public let code: Code
  /// How far the request had come.
  public let phase: Phase
  /// More, in a few words without any secret.
  public let reason: String

  /// A failure below HTTP. `reason` must be safe to log.
  public init(_ code: Code, phase: Phase, reason: String = "") {
    self.code = code
    self.phase = phase
    self.reason = reason
  }

  /// Whether the server certainly did not see the request.
  public var isUnsent: Bool { phase == .beforeSending }

  /// One line, safe to log.
  public var description: String {
    "\(code) \(phase == .beforeSending ? "" : "while ")\(phase.rawValue)\(reason.isEmpty ? "" : ": \(reason)")"
  }
}

/// An error whose `description` is one line without a secret: it may be logged, and another error's text may contain it.
public protocol SafelyDescribed: Error, Redacted {}

extension TransportError: SafelyDescribed {}
extension TimedOut: SafelyDescribed {}

/// The one place that puts an error into words for logs and other errors.
public enum ErrorSummary {
  /// The description of a ``SafelyDescribed`` error, and only the name of the type of any other.
  public static func text(of error: any Error) -> String {
    switch error {
    case let safe as any SafelyDescribed: safe.description
    case is CancellationError: "cancelled"
    default: String(describing: type(of: error))
    }
  }
}
