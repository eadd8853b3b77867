#if AsyncHTTPClient
  import RefineryCore

  /// A failure after which the request may go out once more, on a new connection: nothing of a response was received.
  ///
  /// A request that was not sent, or that the server says it has not processed, may go again whatever its method (RFC 9113
  /// section 8.7). One that was sent on a kept connection that the server then closed may go again when it is idempotent
  /// (RFC 9110 section 9.2.2).
  struct Resendable: Error {
    let failure: TransportError

    static func unsent(_ reason: String) -> Resendable {
      Resendable(failure: TransportError(.connectionLost, phase: .beforeSending, reason: reason))
    }

    static func unanswered(_ reason: String) -> Resendable {
      Resendable(failure: TransportError(.connectionLost, phase: .waiting, reason: reason))
    }

    func allows(_ request: Request) -> Bool {
      request.isReplayable && (failure.isUnsent || request.isIdempotent)
    }
  }
#endif
