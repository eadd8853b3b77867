import Synchronization

/// A value that changes, and those who wait for it to. Nothing is queued: whoever comes late sees the latest.
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

  /// The value now.
  var value: Value { contents.withLock { $0.value } }

  /// A part of the value now, without a copy of the rest.
  func peek<Output: Sendable>(_ body: (Value) -> Output) -> Output { contents.withLock { body($0.value) } }

  /// Changes the value and then, outside the lock, wakes whoever waits.
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

  /// What `pick` makes of the first value that it makes something of, this one or a later one; nil when the waiting task is
  /// cancelled before there is one.
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
          // The task's flag is up before its handler runs: it is seen here, or the handler finds the waiter.
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

/// The present value of something, and then its later values until its end.
///
/// Values are not queued: a slow reader misses values in between, but never the last. There may be any number of readers; each
/// begins with the present value. The sequence also ends when the reading task is cancelled.
public struct Updates<Element: Sendable & Equatable>: AsyncSequence, Sendable {
  /// Nothing is thrown.
  public typealias Failure = Never

  let following: @Sendable (Element?) async -> Element?

  /// Starts to follow.
  public func makeAsyncIterator() -> Iterator { Iterator(following: following) }

  /// One reader.
  public struct Iterator: AsyncIteratorProtocol {
    let following: @Sendable (Element?) async -> Element?
    private var last: Element?

    init(following: @escaping @Sendable (Element?) async -> Element?) { self.following = following }

    /// The present value at first, then the latest that differs from the one before; nil after the end.
    public mutating func next() async -> Element? { await next(isolation: #isolation) }

    /// The same without leaving the caller's actor for longer than it has to wait.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let next = await following(last) else { return nil }
      last = next
      return next
    }
  }
}
