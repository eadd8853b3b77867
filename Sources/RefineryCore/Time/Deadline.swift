/// The instant at which work must end.
public struct Deadline: Sendable {
  /// The instant, in the time of ``CallClock/now``.
  package let instant: Duration
  /// The clock of the instant.
  package let clock: CallClock

  /// The instant `limit` from now.
  public init(after limit: Duration, on clock: CallClock = .continuous) {
    self.init(at: clock.now + limit, on: clock)
  }

  init(at instant: Duration, on clock: CallClock) {
    self.instant = instant
    self.clock = clock
  }

  /// The time that is left; negative after the deadline.
  public var remaining: Duration { instant - clock.now }

  /// Whether the instant has passed.
  package var hasPassed: Bool { remaining <= .zero }

  /// Runs `work` and cancels it at the deadline.
  ///
  /// The cancelled work is awaited, so it must respond to cancellation. The work begins at once, before the clock's sleep, and
  /// runs on the caller's thread until it first waits. On Apple's systems before version 26, it begins in a task of its own.
  ///
  /// - Throws: ``TimedOut`` naming `timer`; errors of `work`.
  public func enforce<Output: Sendable>(
    _ timer: TimedOut.Timer, limit: Duration? = nil, _ work: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    guard !hasPassed else { throw TimedOut(timer, limit: limit) }
    // The remaining time is read when the timer starts, because its task may have waited for a thread.
    let output = try await Self.race(work) { try await clock.sleep(untilEndOfLimit: remaining) }
    guard let output else { throw TimedOut(timer, limit: limit) }
    return output
  }

  /// Runs `work` and `timer` at the same time. When one ends, the other is cancelled. Returns nil if the timer ends first. Both
  /// have ended when this function returns.
  static func race<Output: Sendable>(
    _ work: @escaping @Sendable () async throws -> Output, against timer: @escaping @Sendable () async throws -> Void
  ) async throws -> Output? {
    try await withThrowingTaskGroup(of: Output?.self) { group in
      // The work begins before the timer. So when a test sees that a task sleeps on its clock, the work has begun.
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        group.addImmediateTask { try await work() }
      } else {
        group.addTask { try await work() }
      }
      group.addTask {
        try await timer()
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}

/// A time limit was reached; ``timer`` says which.
public struct TimedOut: Error, Equatable, CustomStringConvertible {
  /// The limits of a call.
  public struct Timer: Sendable, Hashable, CustomStringConvertible {
    /// The name of the limit.
    public let description: String
    /// A limit of your own.
    public init(_ description: String) { self.description = description }

    /// The whole call, by ``Options/timeout``.
    public static let total = Timer("total")
    /// One attempt, by ``Options/attemptTimeout``.
    public static let attempt = Timer("attempt")
    /// The wait for the next byte, by ``Options/idleTimeout``.
    public static let idle = Timer("idle")
    /// The wait for a place among the permitted requests.
    public static let queue = Timer("queue")
    /// The wait for fresh credentials.
    public static let refresh = Timer("refresh")
    /// The wait for a connection.
    public static let connect = Timer("connect")
  }

  /// The limit that was reached.
  public let timer: Timer
  /// The length of the limit, if known.
  public let limit: Duration?
  /// What the attempt was doing when the limit was reached, if that is known.
  public let phase: AttemptPhase?
  /// Whether another request of the same call may have reached the server: see ``SendingFailure/followingSentRequest()``.
  private var followsSentRequest = false

  /// An error for a limit.
  public init(_ timer: Timer, limit: Duration? = nil, during phase: AttemptPhase? = nil) {
    self.timer = timer
    self.limit = limit
    self.phase = phase
  }

  /// Whether it is certain that the server saw neither the request nor another request of the same call, because the limit
  /// ended the wait for a place or for a connection.
  public var isUnsent: Bool {
    let isBeforeSending = phase.map { [.queue, .lookup, .connect, .handshake].contains($0) } ?? false
    return !followsSentRequest && (isBeforeSending || timer == .queue || timer == .connect)
  }

  /// The same error with a false ``isUnsent``.
  public func followingSentRequest() -> TimedOut {
    var error = self
    error.followsSentRequest = true
    return error
  }

  /// One line, safe to log.
  public var description: String {
    "timed out: the \(timer) limit\(limit.map { " of \($0)" } ?? "") was reached\(phase.map { " while \($0.rawValue)" } ?? "")"
  }
}
