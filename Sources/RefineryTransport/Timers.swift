package import RefineryCore

/// The time limits of one exchange on the alarm clock's scale: its deadline and its idle timeout.
package struct Timers: Sendable {
  private let deadline: UInt64?
  private let totalLimit: Duration?
  private let idle: UInt64?
  private let idleLimit: Duration?

  package init(_ request: Request) {
    deadline = request.deadline.map { AlarmClock.instant(after: $0.remaining) }
    totalLimit = request.options.explicit(Timeout.self) ?? nil
    idleLimit = request.options[IdleTimeout.self]
    idle = idleLimit.map { AlarmClock.nanoseconds($0) }
  }

  /// Whether a limit depends on the time of the last byte.
  package var needsActivity: Bool { idle != nil }

  /// Returns when to check again; nil for never.
  package func next(lastActivity: UInt64) -> UInt64? {
    let silence = idle.map { lastActivity &+ $0 }
    guard let deadline else { return silence }
    return silence.map { min($0, deadline) } ?? deadline
  }

  /// Returns the limit that has been reached, if any, with the phase that it interrupts.
  package func expired(lastActivity: UInt64, during phase: AttemptPhase? = nil) -> TimedOut? {
    let now = AlarmClock.now
    if let deadline, deadline <= now { return TimedOut(.total, limit: totalLimit, during: phase) }
    if let idle, lastActivity &+ idle <= now { return TimedOut(.idle, limit: idleLimit, during: phase) }
    return nil
  }
}
