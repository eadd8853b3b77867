import RefineryCore
import Synchronization

/// A clock that advances only when a test moves it.
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
    /// This point, moved by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The duration to another point.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Earlier before later.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let until: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var lastID = 0
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
    var slept: [Duration] = []

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }

    /// Removes and returns the sleepers whose deadline has passed, the earliest first. Does not go back.
    mutating func advance(to instant: Instant) -> [Sleeper] {
      now = max(now, instant)
      let due = sleepers.filter { $0.until <= now }
      sleepers.removeAll { $0.until <= now }
      return due.sorted { ($0.until, $0.id) < ($1.until, $1.id) }
    }
  }

  private let state = Mutex(State())
  private let advancesByItself: Bool

  /// A clock at zero.
  ///
  /// - Parameter advancesByItself: whether a sleep advances the clock at once instead of waiting, for tests that only check how
  ///   long was slept: see ``slept``. A time limit, such as `timeout`, does not advance it: the limit is reached when other
  ///   sleeps or ``advance(by:)`` have moved the clock that far. So a call to ``StubTransport/StubResponse/never`` ends by its
  ///   limit only after ``advance(by:)``.
  public init(advancesByItself: Bool = false) { self.advancesByItself = advancesByItself }

  /// The current time.
  public var now: Instant { state.withLock { $0.now } }
  /// The smallest step.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// The requested length of every sleep so far, in order. If the clock advances automatically, the waits for the end of a time
  /// limit are left out.
  public var slept: [Duration] { state.withLock { $0.slept } }

  /// Waits until the clock reaches `deadline`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.nextID() }
    let isAdvancing = advancesByItself && !CallClock.isSleepingUntilLimit
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let (result, due, ready) = state.withLock { state -> (Result<Void, any Error>?, [Sleeper], [Watcher]) in
          // The task's flag is set before its cancellation handler runs. So a cancellation is seen here, or else the handler
          // runs later and finds the sleeper.
          if Task.isCancelled { return (.failure(CancellationError()), [], []) }
          if isAdvancing || !advancesByItself { state.slept.append(state.now.duration(to: deadline)) }
          if isAdvancing { return (.success(()), state.advance(to: deadline), []) }
          guard deadline > state.now else { return (.success(()), [], []) }
          state.sleepers.append(Sleeper(id: id, until: deadline, continuation: continuation))
          let ready = state.watchers.filter { $0.count <= state.sleepers.count }
          state.watchers.removeAll { $0.count <= state.sleepers.count }
          return (nil, [], ready)
        }
        due.forEach { $0.continuation.resume() }
        ready.forEach { $0.continuation.resume() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until at least `count` tasks sleep on this clock. Returns early when the waiting task is cancelled.
  public func sleepers(_ count: Int) async {
    let id = state.withLock { $0.nextID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          guard state.sleepers.count < count, !Task.isCancelled else { return true }
          state.watchers.append(Watcher(id: id, count: count, continuation: continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let watcher = state.withLock { state in
        state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
      }
      watcher?.continuation.resume()
    }
  }

  /// Advances the clock and wakes every sleeper whose deadline has passed, the earliest first. A negative `duration` has no
  /// effect.
  public func advance(by duration: Duration) {
    let due = state.withLock { $0.advance(to: $0.now.advanced(by: duration)) }
    due.forEach { $0.continuation.resume() }
  }
}
