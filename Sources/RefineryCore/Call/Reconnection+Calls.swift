import HTTPTypes

extension Reconnection {
  /// Whether a request may be sent again: a GET, or a request that is declared safe to repeat by ``Options/idempotent`` or by
  /// an `Idempotency-Key`.
  package func permits(_ request: Request) -> Bool {
    guard retries != 0, request.isIdempotent, request.isReplayable else { return false }
    // A PUT or DELETE is idempotent, but its effect is not the events. So it must be declared.
    return request.head.method == .get || request.options.idempotent == true
      || request.head.headerFields.contains { $0.name == HTTPField.Name.idempotencyKeyField }
  }

  /// Whether another connection can help after this error: one of ``statuses``, a lost connection, a time limit, or a
  /// ``Refusal``.
  package func covers(_ error: CallError) -> Bool {
    switch (error.stage, error.underlying) {
    case (.status, _):
      return error.status.map(statuses.contains) ?? false
    case (.sending, is any Refusal), (.sending, is TimedOut):
      return true
    case (.sending, let failure as TransportError):
      // Whether the request may be repeated at all is decided by `permits`.
      return failure.canBeRepeated(isIdempotent: true)
    default:
      return false
    }
  }

  /// Returns how long to wait after this error (``CallError/retryAfter``); nil if it does not say.
  ///
  /// - Throws: the error, if the wait is longer than ``retryAfterCap``.
  package func retryAfter(_ error: CallError) throws(CallError) -> Duration? {
    guard let asked = error.retryAfter else { return nil }
    guard asked <= retryAfterCap else { throw error }
    return asked
  }
}
