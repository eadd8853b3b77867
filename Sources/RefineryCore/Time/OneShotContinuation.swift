import Synchronization

/// The wait of one task for one result, such as its turn in a queue. The first result ends it. A result that arrives before the
/// wait is stored.
package final class OneShotContinuation<Value: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case over(Result<Value, any Error>)
  }

  private let state = Mutex(State.new)

  /// Creates a wait without a result.
  package init() {}

  /// Ends the wait. Results after the first have no effect.
  package func resume(with result: Result<Value, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .new:
        state = .over(result)
        return nil
      case .waiting(let continuation):
        state = .over(result)
        return continuation
      case .over:
        return nil
      }
    }
    continuation?.resume(with: result)
  }

  /// Waits for the first result. Only one task may wait, and not again before the result has arrived.
  ///
  /// - Parameter leave: called at once when the task is cancelled. Returns whether the wait ends with `CancellationError`, for
  ///   example because the task has left its queue; false if a result will come.
  package func value(onCancel leave: @Sendable () -> Bool) async throws -> Value {
    try await withTaskCancellationHandler {
      try await value()
    } onCancel: {
      if leave() { resume(with: .failure(CancellationError())) }
    }
  }

  /// Waits for the first result. Cancellation does not end the wait.
  package func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state -> Result<Value, any Error>? in
        if case .over(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }
}
