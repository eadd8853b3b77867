/// The state of a ``ControlledCall``.
public enum CallState: Sendable, Equatable {
  /// Not started; nothing has been sent.
  case idle
  /// Started, and neither paused nor ended.
  case running
  /// Paused until it is resumed. `isStarted`: the call was started. If it was already paused at that time, nothing has been
  /// sent yet.
  case paused(isStarted: Bool)
  /// Ended, with a value or an error.
  case finished
  /// Ended, because it was cancelled.
  case cancelled

  /// Whether the call has ended.
  public var isOver: Bool { self == .finished || self == .cancelled }
}

/// How many bytes of content a call has transferred. If the call is sent again, the count starts at zero again.
public struct TransferProgress: Sendable, Equatable {
  /// The number of bytes of the request's content that the transport has taken.
  ///
  /// A transport that cannot stream uploads takes content in memory or in a file at once, and collects a stream before it
  /// sends it.
  public internal(set) var sent = 0
  /// The number of bytes to send; nil if the length is not known.
  public internal(set) var toSend: Int?
  /// The number of bytes of the response's content that were delivered to the reader. It does not change during a pause.
  public internal(set) var received = 0
  /// The number of bytes to receive; nil if the server does not say.
  public internal(set) var toReceive: Int?
}
