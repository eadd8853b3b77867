import Synchronization

/// A lock per key: one task at a time holds a key; the others wait in line.
final class KeyedLock: Sendable {
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var lines: [String: [Waiter]] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  /// Runs `body` while holding the key.
  ///
  /// - Throws: what `body` throws; `CancellationError` when the task is cancelled while it waits.
  func pass<Output>(_ key: String, _ body: () async throws -> Output) async throws -> Output {
    try await enter(key)
    defer { leave(key) }
    return try await body()
  }

  /// Takes a key if it is free.
  func enterIfFree(_ key: String) -> Bool {
    state.withLock { state in
      guard state.lines[key] == nil else { return false }
      state.lines[key] = []
      return true
    }
  }

  /// How many tasks wait for a key.
  func waiting(for key: String) -> Int { state.withLock { $0.lines[key]?.count ?? 0 } }

  private func enter(_ key: String) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let result = state.withLock { state -> Result<Void, any Error>? in
          // A cancellation is seen here, or else its handler runs later and finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.lines[key] == nil {
            state.lines[key] = []
            return .success(())
          }
          state.lines[key]?.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.lines[key]?.firstIndex { $0.number == number }.flatMap { state.lines[key]?.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Passes the key to the next waiter, or frees it.
  func leave(_ key: String) {
    let next = state.withLock { state -> Waiter? in
      guard let line = state.lines[key] else { return nil }
      if line.isEmpty {
        state.lines[key] = nil
        return nil
      }
      return state.lines[key]?.removeFirst()
    }
    next?.continuation.resume()
  }
}
