import Synchronization

extension AlarmClock {
  /// The one for whoever sleeps.
  static let ofSleepers = AlarmClock()

  /// Waits until an instant. Who is cancelled leaves nothing behind, unlike a sleep of the standard library's clocks, whose timer
  /// stays until its time: one for each chunk of a long stream would fill the memory.
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

/// One who sleeps, and is woken once: by the alarm or by cancellation.
private final class Sleeper: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var alarm: AlarmClock.ID?
    var isOver = false
  }

  private let state = Mutex(State())

  /// False where it has been cancelled.
  func begins(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return !state.isOver
    }
  }

  /// False where the alarm is not needed any more.
  func isSet(_ alarm: AlarmClock.ID) -> Bool {
    state.withLock { state in
      if !state.isOver { state.alarm = alarm }
      return !state.isOver
    }
  }

  func wakes() { end().continuation?.resume() }

  /// The alarm that will not be needed.
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
