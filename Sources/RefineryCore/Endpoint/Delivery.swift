/// How a response body is delivered: see ``Options/delivery``.
public enum Delivery: Sendable, Equatable {
  /// The body is complete when the transport returns.
  case whole
  /// The transport returns with the head. Up to `buffer` bytes are kept for a slow reader. On a transport without
  /// back-pressure, more bytes than that end the transfer with an error.
  case streamed(buffer: Int)
}
