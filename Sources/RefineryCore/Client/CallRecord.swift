import Synchronization

/// What all attempts of one call share: its number, clock and deadline, and a record of everything that was sent.
public final class CallRecord: Sendable {
  /// The number of the call within its client, from 1; the same in every log line of the call.
  public let number: UInt64
  /// The time of this call.
  public let clock: CallClock
  /// The instant by which the call must have ended, if it has one.
  public let deadline: Deadline?
  private let started: Duration
  private let history = Mutex<[Attempt]>([])
  private let claimed = Mutex(0)

  /// A record of a call that begins now.
  public init(number: UInt64 = 0, clock: CallClock = .continuous, timeout: Duration? = nil) {
    self.number = number
    self.clock = clock
    let now = clock.now
    started = now
    deadline = timeout.map { Deadline(at: now + $0, on: clock) }
  }

  /// How long the call has taken so far.
  public var elapsed: Duration { clock.now - started }

  /// Everything that was sent for this call, in order: retries, replays after a 401, redirects that middleware follows.
  public var attempts: [Attempt] { history.withLock { $0 } }

  /// How many times something was sent.
  public var sends: Int { history.withLock { $0.count } }

  /// Notes why something else will be sent after the last attempt, such as `retry in 0.2 s: status 503`.
  public func annotate(_ note: String) {
    history.withLock { attempts in
      guard !attempts.isEmpty else { return }
      attempts[attempts.count - 1].note = note
    }
  }

  /// Returns each sending that was followed by another one, to one caller only. Several logging links of a chain use it, so that
  /// each re-send is logged once.
  ///
  /// - Parameter isSending: whether the caller is about to send again. Then the last sending counts as followed.
  public func claimResends(isSending: Bool = false) -> [Attempt] {
    let attempts = self.attempts
    let end = isSending ? attempts.count : attempts.count - 1
    return claimed.withLock { claimed in
      guard end > claimed else { return [] }
      defer { claimed = end }
      return Array(attempts[claimed..<end])
    }
  }

  /// Notes that the running sending got a redirect of this status, and that its target is requested next, as another sending of
  /// the same attempt. For transports that follow redirects.
  public func redirected(by status: Int, note: String) {
    history.withLock { attempts in
      guard let index = attempts.lastIndex(where: { $0.outcome == nil }) else { return }
      attempts[index].outcome = .status(status)
      attempts[index].duration = clock.now - started - attempts[index].started
      attempts[index].note = note
      attempts.append(Attempt(number: attempts.count + 1, started: clock.now - started))
    }
  }

  func attemptStarts() -> Int {
    history.withLock { attempts in
      attempts.append(Attempt(number: attempts.count + 1, started: clock.now - started))
      return attempts.count - 1
    }
  }

  func attemptEnds(started index: Int, outcome: Attempt.Outcome) {
    history.withLock { attempts in
      // Redirects have made further sendings of it; the last of them is what ends.
      let last = attempts[index...].firstIndex { $0.outcome == nil } ?? index
      attempts[last].outcome = outcome
      attempts[last].duration = clock.now - started - attempts[last].started
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
