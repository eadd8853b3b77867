import RefineryCore
import Synchronization

/// A value whose changes tasks can wait for. Changes are not queued: a task that reads late gets the latest value.
package final class Observed<Value: Sendable>: Sendable {
  private struct Contents: Sendable {
    var value: Value
    var version = 0
    var lastWaiter = 0
    var waiters: [Int: OneShotContinuation<Void>] = [:]
  }

  private let contents: Mutex<Contents>

  /// Creates a value that tasks can wait for.
  package init(_ value: Value) { contents = Mutex(Contents(value: value)) }

  /// The current value.
  package var value: Value { contents.withLock { $0.value } }

  /// Returns a part of the current value, without copying the rest.
  package func peek<Output: Sendable>(_ body: (Value) -> Output) -> Output { contents.withLock { body($0.value) } }

  /// Changes the value, and then wakes all waiting tasks outside the lock.
  @discardableResult
  package func change<Output: Sendable>(_ body: (inout Value) -> Output) -> Output {
    let (output, waiters) = contents.withLock { contents in
      let output = body(&contents.value)
      contents.version += 1
      defer { contents.waiters = [:] }
      return (output, contents.waiters)
    }
    for waiter in waiters.values { waiter.resume(with: .success(())) }
    return output
  }

  /// Calls `pick` with the current value and each later one, and returns its first result that is not nil. Returns nil if the
  /// waiting task is cancelled first.
  package func first<Picked: Sendable>(_ pick: (Value) -> Picked?) async -> Picked? {
    while true {
      let (picked, version) = contents.withLock { (pick($0.value), $0.version) }
      if let picked { return picked }
      guard !Task.isCancelled else { return nil }
      await wait(after: version)
    }
  }

  private func wait(after version: Int) async {
    let turn = OneShotContinuation<Void>()
    let id = contents.withLock { contents -> Int? in
      guard contents.version == version else { return nil }
      contents.lastWaiter += 1
      contents.waiters[contents.lastWaiter] = turn
      return contents.lastWaiter
    }
    guard let id else { return }
    // A cancelled task stops waiting. `first` then sees its cancellation.
    try? await turn.value { contents.withLock { $0.waiters.removeValue(forKey: id) } != nil }
  }
}

extension Observed {
  /// A sequence of the current value of a part, and then of its later values until the end. A slow reader may miss values in
  /// between, but never misses the last one.
  package func updates<Part: Sendable & Equatable>(
    of part: @escaping @Sendable (Value) -> Part, until isOver: @escaping @Sendable (Value) -> Bool
  ) -> AsyncStream<Part> {
    let last = Observed<Part?>(nil)
    return AsyncStream { [self] in
      let previous = last.value
      let next = await first { value -> Part?? in
        let now = part(value)
        return now != previous ? now : isOver(value) ? .some(nil) : nil
      }
      last.change { $0 = next ?? nil }
      return next ?? nil
    }
  }
}
