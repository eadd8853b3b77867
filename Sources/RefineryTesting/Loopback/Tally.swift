import Synchronization

/// A counter that tasks can wait for.
final class Tally: Sendable {
  private struct State {
    var count = 0
    var isOver = false
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  func add() {
    let reached = state.withLock { state in
      state.count += 1
      defer { state.watchers.removeAll { $0.count <= state.count } }
      return state.watchers.filter { $0.count <= state.count }
    }
    for watcher in reached { watcher.continuation.resume() }
  }

  /// Waits until the count is reached, or ``end()`` is called.
  func reaches(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        let isReached = state.count >= count || state.isOver
        if !isReached { state.watchers.append((count, continuation)) }
        return isReached
      }
      if isReached { continuation.resume() }
    }
  }

  /// Resumes all waiting tasks.
  func end() {
    let watchers = state.withLock { state in
      state.isOver = true
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.continuation.resume() }
  }
}
