/// The time of a call: the real clock in production, a manual one in tests.
///
/// It wraps any `Clock` whose durations are `Duration`, so that no code needs to be generic over the clock.
public struct CallClock: Sendable {
  private enum Source: Sendable {
    case continuous
    case other(now: @Sendable () -> Duration, sleep: @Sendable (Duration) async throws -> Void)
  }

  private let source: Source

  /// Whether the current task sleeps until a time limit. Some clocks for tests treat such sleeps differently.
  @TaskLocal package static var isSleepingUntilLimit = false

  /// The machine's continuous clock.
  public static let continuous = CallClock(source: .continuous)
  // Not a stored property: the layout of the instant is known only at run time, which would make each copy of a client slow.
  private static let origin = ContinuousClock().now
  /// The longest sleep: more than a century. A clock of the standard library traps if a sleep ends too far in the future, as
  /// with a time limit of `.seconds(Int64.max)`.
  private static let longestSleep = Duration.seconds(4_000_000_000)

  private init(source: Source) { self.source = source }

  /// A clock of your own.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    source = .other(
      now: { origin.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
  }

  /// The time since this clock was made.
  public var now: Duration {
    switch source {
    case .continuous: Self.origin.duration(to: ContinuousClock().now)
    case .other(let now, _): now()
    }
  }

  /// Waits for a duration.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    switch source {
    case .continuous: try await AlarmClock.ofSleepers.sleep(until: AlarmClock.instant(after: duration))
    case .other(_, let sleep): try await sleep(min(duration, Self.longestSleep))
    }
  }

  /// Waits for the end of a time limit, while the work with this limit runs. A clock for tests that advances automatically does
  /// not advance for this wait.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func sleep(untilEndOfLimit duration: Duration) async throws {
    guard case .other = source else { return try await sleep(for: duration) }
    try await Self.$isSleepingUntilLimit.withValue(true) { try await sleep(for: duration) }
  }
}
