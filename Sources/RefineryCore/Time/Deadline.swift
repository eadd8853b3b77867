/// The instant by which something must have ended.
public struct Deadline: Sendable {
  /// The instant, as ``CallClock/now`` counts.
  public let instant: Duration
  /// The clock that counts.
  public let clock: CallClock

  /// The instant `limit` from now.
  public init(after limit: Duration, on clock: CallClock = .continuous) {
    self.init(at: clock.now + limit, on: clock)
  }

  init(at instant: Duration, on clock: CallClock) {
    self.instant = instant
    self.clock = clock
  }

  /// How much time is left; negative once it has passed.
  public var remaining: Duration { instant - clock.now }

  /// Whether the instant has passed.
  public var hasPassed: Bool { remaining <= .zero }

  /// Runs `work` and ends it when the instant comes.
  ///
  /// The work is cancelled then, and awaited: it must let cancellation through.
  ///
  /// - Throws: ``TimedOut`` naming `timer`, or what `work` throws.
  public func enforce<Output: Sendable>(
    _ timer: TimedOut.Timer, limit: Duration? = nil, _ work: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    guard !hasPassed else { throw TimedOut(timer, limit: limit) }
    return try await withThrowingTaskGroup(of: Output?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        // By what is left now: this task may have waited for a thread.
        try await clock.sleep(for: remaining)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let output = first else { throw TimedOut(timer, limit: limit) }
      return output
    }
  }
}

/// A time limit was reached; ``timer`` says which.
public struct TimedOut: Error, Equatable, CustomStringConvertible {
  /// The limits a call can run into.
  public struct Timer: Sendable, Hashable, CustomStringConvertible {
    /// The name of the limit.
    public let description: String
    /// A limit of your own.
    public init(_ description: String) { self.description = description }

    /// The whole call, by ``Timeout``.
    public static let total = Timer("total")
    /// One attempt, by ``AttemptTimeout``.
    public static let attempt = Timer("attempt")
    /// The wait for the next byte, by ``IdleTimeout``.
    public static let idle = Timer("idle")
    /// The wait for a free place among the requests under way.
    public static let queue = Timer("queue")
    /// The wait for fresh credentials.
    public static let refresh = Timer("refresh")
    /// The wait for a connection.
    public static let connect = Timer("connect")
  }

  /// Which limit it was.
  public let timer: Timer
  /// How long the limit was, where that is known.
  public let limit: Duration?
  /// What the attempt was doing when the limit was reached, where that is known.
  public let phase: AttemptPhase?

  /// A limit that was reached.
  public init(_ timer: Timer, limit: Duration? = nil, during phase: AttemptPhase? = nil) {
    self.timer = timer
    self.limit = limit
    self.phase = phase
  }

  /// One line, safe to log.
  public var description: String {
    "timed out: the \(timer) limit\(limit.map { " of \($0)" } ?? "") was reached\(phase.map { " while \($0.rawValue)" } ?? "")"
  }
}
