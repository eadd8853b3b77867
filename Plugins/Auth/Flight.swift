import Synchronization

/// One fetch and the calls that wait for it. It uses a lock, because the cancellation handler itself resumes a cancelled call.
final class Flight<Output: Sendable>: Sendable {
  private struct State {
    var outcome: Result<Output, any Error>?
    var nextID = 0
    var waiters: [Int: CheckedContinuation<Output, any Error>] = [:]
    var timer: Task<Void, any Error>?
  }

  private let state = Mutex(State())

  var timer: Task<Void, any Error>? {
    get { state.withLock { $0.timer } }
    set { state.withLock { $0.timer = newValue } }
  }

  /// Waits for the outcome. If the task is cancelled, only this wait ends, at once.
  func landing() async throws -> Output {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known: Result<Output, any Error>? = state.withLock { state in
          // If the task is cancelled after this check, the cancellation handler finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          if let outcome = state.outcome { return outcome }
          state.waiters[id] = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
  }

  func land(_ outcome: Result<Output, any Error>) {
    let (waiters, timer) = state.withLock { state in
      state.outcome = outcome
      let waiters = state.waiters.values
      state.waiters = [:]
      return (waiters, state.timer)
    }
    timer?.cancel()
    waiters.forEach { $0.resume(with: outcome) }
  }
}
