import Synchronization

/// What all attempts of one call share: its number, clock and deadline, and a record of everything that was sent.
public final class CallRecord: Sendable {
  /// The number of the call within its client, from 1; the same in every log line of the call.
  public let number: UInt64
  /// The name of the client that sends the call, if it has one.
  public let client: String?
  /// The time of this call.
  public let clock: CallClock
  /// The instant by which the call must have ended, if it has one.
  public let deadline: Deadline?
  private let started: Duration
  private let history = Mutex(History())

  private struct History {
    var attempts: [Attempt] = []
    var onResend: (@Sendable (Attempt, Duration) -> Void)?
    /// How many attempts have been reported as followed by another one.
    var reported = 0

    /// The report of a sending that follows the last one, unless it was reported already.
    mutating func nextReport(at now: Duration) -> (@Sendable () -> Void)? {
      guard let last = attempts.last, reported < attempts.count else { return nil }
      reported = attempts.count
      guard let onResend else { return nil }
      return { onResend(last, now - last.started - last.duration) }
    }
  }

  /// A record of a call that begins now.
  public init(
    number: UInt64 = 0, client: String? = nil, clock: CallClock = .continuous, timeout: Duration? = nil
  ) {
    self.number = number
    self.client = client
    self.clock = clock
    let now = clock.now
    started = now
    deadline = timeout.map { Deadline(at: now + $0, on: clock) }
  }

  /// How long the call has taken so far.
  public var elapsed: Duration { clock.now - started }

  /// Everything that was sent for this call, in order: retries, replays after a 401, redirects that middleware follows.
  public var attempts: [Attempt] { history.withLock { $0.attempts } }

  /// How many times something was sent.
  public var sends: Int { history.withLock { $0.attempts.count } }

  /// Notes why something else will be sent after the last attempt, such as `retry in 0.2 s: status 503`.
  public func annotate(_ note: String) {
    history.withLock { history in
      guard !history.attempts.isEmpty else { return }
      history.attempts[history.attempts.count - 1].note = note
    }
  }

  /// Calls `report` whenever something is sent again for this call: at the moment of the sending, with the attempt before it
  /// and the wait between both. The first report that is set stays; later ones are ignored.
  /// The record keeps `report` as long as it lives, so `report` must not hold the record or a request of it.
  public func onResend(_ report: @escaping @Sendable (_ previous: Attempt, _ delay: Duration) -> Void) {
    history.withLock { if $0.onResend == nil { $0.onResend = report } }
  }

  /// Reports now that something is about to be sent again, so that the report precedes what the caller writes of the new
  /// attempt. Does nothing before the first sending. Each further sending is reported once.
  public func reportResend() {
    history.withLock { $0.nextReport(at: elapsed) }?()
  }

  /// Notes that the running sending got a redirect of this status, and that its target is requested next, as another sending of
  /// the same attempt. For transports that follow redirects.
  public func redirected(by status: Int, note: String) {
    let report = history.withLock { history -> (@Sendable () -> Void)? in
      guard let index = history.attempts.lastIndex(where: { $0.outcome == nil }) else { return nil }
      let now = elapsed
      history.attempts[index].outcome = .status(status)
      history.attempts[index].duration = now - history.attempts[index].started
      history.attempts[index].note = note
      let report = history.nextReport(at: now)
      history.attempts.append(Attempt(number: history.attempts.count + 1, started: now))
      return report
    }
    report?()
  }

  func attemptStarts() -> Int {
    let (index, report) = history.withLock { history in
      let now = elapsed
      let report = history.nextReport(at: now)
      history.attempts.append(Attempt(number: history.attempts.count + 1, started: now))
      return (history.attempts.count - 1, report)
    }
    report?()
    return index
  }

  func attemptEnds(started index: Int, outcome: Attempt.Outcome) {
    history.withLock { history in
      // Redirects have made further sendings of it; the last of them is what ends.
      let last = history.attempts[index...].firstIndex { $0.outcome == nil } ?? index
      history.attempts[last].outcome = outcome
      history.attempts[last].duration = elapsed - history.attempts[last].started
    }
  }
}

/// One sending of a request.
public struct Attempt: Sendable, Equatable {
  /// How a sending ended.
  public enum Outcome: Sendable, Equatable {
    /// With a response of this status.
    case status(Int)
    /// Without a response; one line, safe to log.
    case failure(String)
  }

  /// Which sending of the call this was, from 1.
  public let number: Int
  /// When it began, from the start of the call.
  public let started: Duration
  /// How long it took; zero while it is under way.
  public internal(set) var duration: Duration = .zero
  /// How it ended; nil while it is under way.
  public internal(set) var outcome: Outcome?
  /// Why another one followed, if one did.
  public internal(set) var note: String?
}
