#if AsyncHTTPClient
  import RefineryCore

  /// A failure after which the request may be sent once more, on a new connection: no part of a response was received.
  ///
  /// A request of any method may be sent again if it was not sent, or the server did not process it (RFC 9113 section 8.7). If
  /// the server closed a kept connection after the request was sent on it, only an idempotent request may be sent again (RFC
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
      // If the queue was full at the second attempt, the first failure is reported: middleware can retry a lost connection even
      // if something was sent, but a full queue only if nothing was sent.
      if second.code == .queueFull { return failure }
      return TransportError(second.code, phase: failure.phase, reason: second.reason)
    }
  }
#endif
