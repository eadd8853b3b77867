import Synchronization

/// A value whose changes tasks can wait for. Changes are not queued: a task that reads late gets the latest value.
final class Observed<Value: Sendable>: Sendable {
  private struct Contents: Sendable {
    var value: Value
    var version = 0
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let contents: Mutex<Contents>

  init(_ value: Value) {
    contents = Mutex(Contents(value: value))
  }

  /// The current value.
  var value: Value { contents.withLock { $0.value } }

  /// Returns a part of the current value, without copying the rest.
  func peek<Output: Sendable>(_ body: (Value) -> Output) -> Output { contents.withLock { body($0.value) } }

  /// Changes the value, and then wakes all waiting tasks outside the lock.
  @discardableResult
  func change<Output: Sendable>(_ body: (inout Value) -> Output) -> Output {
    let (output, waiters) = contents.withLock { contents in
      let output = body(&contents.value)
      contents.version += 1
      defer { contents.waiters = [:] }
      return (output, contents.waiters)
    }
    for waiter in waiters.values { waiter.resume() }
    return output
  }

  /// Calls `pick` with the current value and each later one, and returns its first result that is not nil. Returns nil if the
  /// waiting task is cancelled first.
  func first<Picked: Sendable>(_ pick: (Value) -> Picked?) async -> Picked? {
    while true {
      let (picked, version) = contents.withLock { (pick($0.value), $0.version) }
      if let picked { return picked }
      guard !Task.isCancelled else { return nil }
      await wait(after: version)
    }
  }

  private func wait(after version: Int) async {
    let id = contents.withLock { contents in
      contents.lastWaiter += 1
      return contents.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = contents.withLock { contents in
          // A task is marked as cancelled before its handler runs. So this check sees it, or else the handler finds the waiter.
          guard contents.version == version, !Task.isCancelled else { return true }
          contents.waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}

/// A sequence of the current value, and then of later values until the end.
///
/// Values are not queued: a slow reader may miss values in between, but never misses the last one. There may be any number of
/// readers, and each starts with the current value. The sequence also ends when the reading task is cancelled.
public struct Updates<Element: Sendable & Equatable>: AsyncSequence, Sendable {
  /// The sequence never throws.
  public typealias Failure = Never

  let following: @Sendable (Element?) async -> Element?

  /// Creates a reader.
  public func makeAsyncIterator() -> Iterator { Iterator(following: following) }

  /// One reader.
  public struct Iterator: AsyncIteratorProtocol {
    let following: @Sendable (Element?) async -> Element?
    private var last: Element?

    init(following: @escaping @Sendable (Element?) async -> Element?) { self.following = following }

    /// Returns the current value first, and then the latest value that differs from the one before; nil after the end.
    public mutating func next() async -> Element? { await next(isolation: #isolation) }

    /// Does the same as `next()`, on the actor of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let next = await following(last) else { return nil }
      last = next
      return next
    }
  }
}
