#if AsyncHTTPClient
  import RefineryCore

  /// A failure after which the request may be sent once more, on a new connection: no part of a response was received.
  ///
  /// A request that was not sent, or that the server has not processed, may be sent again whatever its method (RFC 9113 section
  /// 8.7). A request that was sent on a kept connection that the server then closed may be sent again if it is idempotent (RFC
  /// 9110 section 9.2.2).
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

    /// Returns the failure of the call after its second attempt. Its `isUnsent` is false if the first attempt was sent.
    func followed(by second: TransportError) -> TransportError {
      guard second.isUnsent, !failure.isUnsent else { return second }
      // The second attempt had no place. A full queue is retried only if nothing was sent; a lost connection also later.
      if second.code == .queueFull { return failure }
      return TransportError(second.code, phase: failure.phase, reason: second.reason)
    }
  }
#endif
