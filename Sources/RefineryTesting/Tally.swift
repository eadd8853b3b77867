import Synchronization

/// A counter that tasks can wait for.
package final class Tally: Sendable {
  private struct State {
    var count = 0
    var isOver = false
    var lastID = 0
    var watchers: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var count: Int { state.withLock { $0.count } }

  package func add() {
    let reached = state.withLock { state in
      state.count += 1
      defer { state.watchers.removeAll { $0.count <= state.count } }
      return state.watchers.filter { $0.count <= state.count }
    }
    for watcher in reached { watcher.continuation.resume() }
  }

  /// Waits until the count is reached, ``end()`` is called, or the waiting task is cancelled.
  package func reaches(_ count: Int) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // A cancellation is seen here, or its handler runs later and finds the watcher.
          let isOver = state.count >= count || state.isOver || Task.isCancelled
          if !isOver { state.watchers.append((id, count, continuation)) }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let watcher = state.withLock { state in
        state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
      }
      watcher?.continuation.resume()
    }
  }

  /// Resumes all waiting tasks.
  package func end() {
    let watchers = state.withLock { state in
      state.isOver = true
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.continuation.resume() }
  }
}
