import Synchronization

/// A continuation that is resumed by the first result. A result before the wait is stored.
package final class OneShotContinuation<Value: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case over(Result<Value, any Error>)
  }

  private let state = Mutex(State.new)

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

  /// Waits for the first result. May be called once. Cancellation does not end the wait; a cancellation handler has to call
  /// ``resume(with:)``.
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
