import RefineryCore
import RefineryParts

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
    let turn: OneShotContinuation<Void>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var lastID = 0
    var sleepers: [Sleeper] = []
    var slept: [Duration] = []

    /// Removes and returns the sleepers whose deadline has passed, the earliest first. Does not go back.
    mutating func advance(to instant: Instant) -> [Sleeper] {
      now = max(now, instant)
      let due = sleepers.filter { $0.until <= now }
      sleepers.removeAll { $0.until <= now }
      return due.sorted { ($0.until, $0.id) < ($1.until, $1.id) }
    }
  }

  private let state = Observed(State())
  private let advancesByItself: Bool

  /// A clock at zero.
  ///
  /// - Parameter advancesByItself: whether a sleep advances the clock at once instead of waiting, for tests that only check how
  ///   long was slept: see ``slept``. A time limit, such as `timeout`, does not advance it: the limit is reached when other
  ///   sleeps or ``advance(by:)`` have moved the clock that far. So a call to ``StubTransport/StubResponse/never`` ends by its
  ///   limit only after ``advance(by:)``.
  public init(advancesByItself: Bool = false) { self.advancesByItself = advancesByItself }

  /// The current time.
  public var now: Instant { state.peek { $0.now } }
  /// The smallest step.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// The requested length of every sleep so far, in order. If the clock advances automatically, the waits for the end of a time
  /// limit are left out.
  public var slept: [Duration] { state.peek { $0.slept } }

  /// Waits until the clock reaches `deadline`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let isAdvancing = advancesByItself && !CallClock.isSleepingUntilLimit
    try Task.checkCancellation()
    let turn = OneShotContinuation<Void>()
    let (id, due) = state.change { state -> (Int, [Sleeper]) in
      if isAdvancing || !advancesByItself { state.slept.append(state.now.duration(to: deadline)) }
      state.lastID += 1
      let sleeper = Sleeper(id: state.lastID, until: deadline, turn: turn)
      if isAdvancing { return (sleeper.id, state.advance(to: deadline) + [sleeper]) }
      guard deadline > state.now else { return (sleeper.id, [sleeper]) }
      state.sleepers.append(sleeper)
      return (sleeper.id, [])
    }
    due.forEach { $0.turn.resume(with: .success(())) }
    try await turn.value {
      state.change { state in
        let place = state.sleepers.firstIndex { $0.id == id }
        if let place { state.sleepers.remove(at: place) }
        return place != nil
      }
    }
  }

  /// Waits until at least `count` tasks sleep on this clock. Returns early when the waiting task is cancelled.
  public func sleepers(_ count: Int) async { _ = await state.first { $0.sleepers.count >= count ? () : nil } }

  /// Advances the clock and wakes every sleeper whose deadline has passed, the earliest first. A negative `duration` has no
  /// effect.
  public func advance(by duration: Duration) {
    let due = state.change { $0.advance(to: $0.now.advanced(by: duration)) }
    due.forEach { $0.turn.resume(with: .success(())) }
  }
}
