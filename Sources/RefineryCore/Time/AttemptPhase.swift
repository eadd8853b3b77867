/// The phase that an attempt is in.
public enum AttemptPhase: String, Sendable, CaseIterable {
  /// Waiting for a place among the requests under way to the origin.
  case queue = "waiting for a place"
  /// Resolving the host name.
  case lookup = "looking up the host"
  /// Making the connection. If the transport cannot tell them apart, this includes the lookup before it and the TLS handshake
  /// after it.
  case connect = "connecting"
  /// The TLS handshake.
  case handshake = "negotiating TLS"
  /// Sending the request.
  case sending = "sending the request"
  /// Waiting for the first byte of the response. If the transport cannot tell them apart, this includes the phases before it.
  case waiting = "waiting for the response"
  /// Receiving the response.
  case receiving = "receiving the response"
}
