import Synchronization

extension AlarmClock {
  /// The clock that all sleeping tasks share.
  static let ofSleepers = AlarmClock()

  /// Waits until an instant. A cancelled sleep removes its alarm at once. The standard library's clocks keep the timer of a
  /// cancelled sleep until its deadline. With one timer for each chunk of a long stream, memory would grow.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until instant: UInt64) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard sleeper.begins(continuation) else { return continuation.resume(throwing: CancellationError()) }
        let alarm = schedule(at: instant) { sleeper.wakes() }
        if !sleeper.isSet(alarm) { cancel(alarm) }
      }
    } onCancel: {
      if let alarm = sleeper.isCancelled() { cancel(alarm) }
    }
  }
}

/// A sleeping task, resumed once: by the alarm or by cancellation.
private final class Sleeper: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var alarm: AlarmClock.ID?
    var isOver = false
  }

  private let state = Mutex(State())

  /// False if the task is already cancelled.
  func begins(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return !state.isOver
    }
  }

  /// False if the alarm is not needed any more.
  func isSet(_ alarm: AlarmClock.ID) -> Bool {
    state.withLock { state in
      if !state.isOver { state.alarm = alarm }
      return !state.isOver
    }
  }

  func wakes() { end().continuation?.resume() }

  /// The alarm that is no longer needed.
  func isCancelled() -> AlarmClock.ID? {
    let last = end()
    last.continuation?.resume(throwing: CancellationError())
    return last.alarm
  }

  private func end() -> State {
    state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
  }
}
