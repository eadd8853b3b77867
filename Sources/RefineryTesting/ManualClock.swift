import Synchronization

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// async let done: Void = clock.sleep(until: clock.now.advanced(by: .seconds(60)))
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(60))
/// try await done
/// ```
public final class ManualClock: Clock, Sendable {
  /// A point on the clock.
  public struct Instant: InstantProtocol {
    let offset: Duration
    /// This point moved.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How far away another point is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Earlier before later.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let until: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var slept: [Duration] = []
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let advancesByItself: Bool

  /// A clock at zero.
  ///
  /// - Parameter advancesByItself: whether a sleep moves the clock at once in place of waiting, for tests that only care
  ///   how long was slept: see ``slept``.
  public init(advancesByItself: Bool = false) { self.advancesByItself = advancesByItself }

  /// The point the clock stands at.
  public var now: Instant { state.withLock { $0.now } }
  /// The smallest step.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// How long every sleep so far was asked to last, in order.
  public var slept: [Duration] { state.withLock { $0.slept } }

  /// Waits until the clock has been moved to `deadline`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let (result, watchers): (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) = state.withLock { state in
          if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
          state.slept.append(state.now.duration(to: deadline))
          if advancesByItself, deadline > state.now { state.now = deadline }
          guard deadline > state.now else { return (.success(()), []) }
          state.sleepers.append(Sleeper(id: id, until: deadline, continuation: continuation))
          let ready = state.watchers.filter { $0.count <= state.sleepers.count }.map(\.continuation)
          state.watchers.removeAll { $0.count <= state.sleepers.count }
          return (nil, ready)
        }
        watchers.forEach { $0.resume() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelled.remove(id) }
  }

  /// Waits until at least `count` tasks are asleep on this clock.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard state.sleepers.count < count else { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Moves the clock and wakes everyone whose time has come, the earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.until <= state.now }.sorted { $0.until < $1.until }
      state.sleepers.removeAll { $0.until <= state.now }
      return due
    }
    due.forEach { $0.continuation.resume() }
  }
}
