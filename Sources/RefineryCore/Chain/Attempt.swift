/// One transmission of a request. Retries, replays with fresh credentials, redirects and hedged requests are attempts of the
/// same call; their ``reason`` tells them apart.
public struct Attempt: Sendable, Equatable {
  /// How an attempt ended.
  public enum Outcome: Sendable, Equatable, CustomStringConvertible {
    /// With a response of this status.
    case status(Int)
    /// Without a response; one line, safe to log.
    case failure(String)

    /// `status 503`, or the failure.
    public var description: String {
      switch self {
      case .status(let code): "status \(code)"
      case .failure(let text): text
      }
    }
  }

  /// The number of the attempt within the call, from 1, in the order of sending.
  public let number: Int
  /// The pass through the chain that the attempt belongs to.
  let pass: Int
  let scheme: String?
  let authority: String?
  /// When the attempt began, measured from the start of the call.
  public let started: Duration
  /// How long the attempt took until it returned a response or failed; zero while it is under way.
  public internal(set) var duration: Duration = .zero
  /// How it ended; nil while it is under way.
  public internal(set) var outcome: Outcome?
  /// The kind of the failure, as in ``CallError/errorType``. Nil for an attempt with a response.
  public internal(set) var errorType: String?
  /// Why the request was sent again; nil for the first attempt.
  public let reason: ResendReason?
  /// When its phases ended; nil if the transport does not report that.
  public internal(set) var times: AttemptTimes?
  /// How long the attempt has waited for a place among the requests under way to its origin; the current wait is not included.
  var queued: Duration = .zero
  /// When the current wait began, measured from the start of the call. It stays set if the attempt ends while it waits.
  var queuedSince: Duration?

  /// The origin that the request was sent to. It differs from the origin of the call after a redirect to another origin, or if
  /// a middleware changed the request.
  public var origin: Origin? { Origin(scheme: scheme, authority: authority) }

  /// What the attempt was doing when it ended without a whole response, or ``AttemptPhase/queue`` while it waits for a place.
  /// Nil if the transport does not report it.
  public var phase: AttemptPhase? { queuedSince == nil ? times?.interrupted : .queue }

  /// How much of a limit is left after `elapsed`, measured from the start of the call. Waits for a place do not count.
  func left(of limit: Duration, at elapsed: Duration) -> Duration {
    started + queued + limit + (queuedSince.map { elapsed - $0 } ?? .zero) - elapsed
  }
}

/// Why a request is sent again.
public enum ResendReason: Sendable, Equatable, CustomStringConvertible {
  /// An attempt ended this way, and the request was sent again after a wait of `delay`.
  case retry(after: Attempt.Outcome, delay: Duration)
  /// The server refused the credentials with this status, and the request was sent with fresh ones.
  case replay(status: Int)
  /// A response of this status named a target at this origin.
  case redirect(status: Int, to: String)
  /// There was no response within `delay`, so the request was sent a second time while the first was still under way.
  case hedge(delay: Duration)
  /// Something else, in one line that is safe to log.
  case other(String)

  /// The kind of reason in one word, as a label of metrics: `retry`, `replay`, `redirect`, `hedge` or `other`.
  package var kind: String {
    switch self {
    case .retry: "retry"
    case .replay: "replay"
    case .redirect: "redirect"
    case .hedge: "hedge"
    case .other: "other"
    }
  }

  /// One line, safe to log: `retry after 0.2 s: status 503`.
  public var description: String {
    switch self {
    case .retry(let outcome, let delay): "retry after \(ErrorSummary.text(of: delay)): \(outcome)"
    case .replay(let status): "replay with fresh credentials: status \(status)"
    case .redirect(let status, let target): "redirect \(status) to \(target)"
    case .hedge(let delay): "no response within \(ErrorSummary.text(of: delay))"
    case .other(let text): text
    }
  }
}

/// A request that is about to be sent again.
package struct Resend: Sendable {
  /// Why it is sent again.
  package let reason: ResendReason
  /// The attempt before: the attempt whose response is the cause, or else the attempt that ended last. Nil if no attempt has
  /// ended.
  package let previous: Attempt?
  /// How many attempts the call has made so far.
  package let sends: Int
  /// When it is sent again, measured from the start of the call.
  package let time: Duration
  /// The origin that it is sent to.
  package let origin: Origin?
}
