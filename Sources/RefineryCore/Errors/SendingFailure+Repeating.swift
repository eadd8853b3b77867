extension Error {
  /// This error, except that it no longer says that nothing was sent. For a link that has sent another request of the same
  /// call: see ``SendingFailure/followingSentRequest()``.
  package var asSent: any Error {
    guard let failure = self as? any SendingFailure, failure.isUnsent else { return self }
    return failure.followingSentRequest()
  }
}

extension TransportError {
  /// Whether the same request may be sent again, and can succeed then. If something may have been sent, only an idempotent
  /// request may be sent again.
  package func canBeRepeated(isIdempotent: Bool) -> Bool {
    switch code {
    case .tlsFailed, .malformedResponse, .invalidRequest, .bufferOverflow, .unsupported, .closed: false
    case .cannotFindHost, .cannotConnect, .connectionLost: isIdempotent || isUnsent
    default: isUnsent
    }
  }
}
