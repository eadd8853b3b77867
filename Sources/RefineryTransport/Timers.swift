package import RefineryCore

/// The time limits of one exchange on the alarm clock's scale: its deadline and its idle timeout. The deadline of a stream ends
/// with the head.
package struct Timers: Sendable {
  private let deadline: UInt64?
  private let totalLimit: Duration?
  private let endsWithHead: Bool
  private let idle: UInt64?
  private let idleLimit: Duration?

  package init(_ request: Request) {
    deadline = request.deadline.map { AlarmClock.instant(after: $0.remaining) }
    endsWithHead = request.context.limitsOnlyHead
    totalLimit = request.options.explicit(TimeoutKey.self) ?? nil
    idleLimit = request.options.idleTimeout
    idle = idleLimit.map { AlarmClock.nanoseconds($0) }
  }

  /// Whether a limit depends on the time of the last byte.
  package var needsActivity: Bool { idle != nil }

  private func deadline(hasHead: Bool) -> UInt64? { hasHead && endsWithHead ? nil : deadline }

  /// Returns when to check again; nil for never.
  package func next(lastActivity: UInt64, hasHead: Bool = false) -> UInt64? {
    let silence = idle.map { lastActivity &+ $0 }
    guard let deadline = deadline(hasHead: hasHead) else { return silence }
    return silence.map { min($0, deadline) } ?? deadline
  }

  /// Returns the limit that has been reached, if any, with the phase that it interrupts.
  package func expired(lastActivity: UInt64, hasHead: Bool, during phase: AttemptPhase) -> TimedOut? {
    let now = AlarmClock.now
    if let deadline = deadline(hasHead: hasHead), deadline <= now {
      return TimedOut(.total, limit: totalLimit, during: phase)
    }
    if let idle, lastActivity &+ idle <= now { return TimedOut(.idle, limit: idleLimit, during: phase) }
    return nil
  }
}
