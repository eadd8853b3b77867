public import FoundationEssentials

/// The time, the date and the chance of a call: real ones in production, those of a test in tests.
///
/// It wraps any `Clock` whose durations are `Duration`, so that no code needs to be generic over the clock.
///
/// ```swift
/// let clock = CallClock(ContinuousClock(), random: { 0 })  // retries do not wait
/// let api = Client(baseURL: url, middleware: [RetryMiddleware()], clock: clock)
/// ```
public struct CallClock: Sendable {
  /// What a clock of your own does. It is an object, so that a copy of the clock is cheap.
  private final class Functions: Sendable {
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    let random: @Sendable () -> Double
    let date: @Sendable () -> Date

    init<C: Clock>(_ clock: C, random: @escaping @Sendable () -> Double, date: @escaping @Sendable () -> Date)
    where C.Duration == Duration {
      let origin = clock.now
      now = { origin.duration(to: clock.now) }
      sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
      self.random = random
      self.date = date
    }
  }

  private enum Source: Sendable {
    case continuous
    case other(Functions)
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
  ///
  /// - Parameters:
  ///   - clock: measures and waits.
  ///   - random: returns numbers from 0 up to but not including 1. Default: those of the system's generator.
  ///   - date: returns the current date. Default: the date of this machine.
  public init<C: Clock>(
    _ clock: C, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    date: @escaping @Sendable () -> Date = { Date() }
  ) where C.Duration == Duration {
    source = .other(Functions(clock, random: random, date: date))
  }

  /// The time since this clock was made.
  public var now: Duration {
    switch source {
    case .continuous: Self.origin.duration(to: ContinuousClock().now)
    case .other(let functions): functions.now()
    }
  }

  /// The current date.
  public var date: Date {
    switch source {
    case .continuous: Date()
    case .other(let functions): functions.date()
    }
  }

  /// Returns a number from 0 up to but not including 1, for waits of random length and for faults that tests inject.
  public func random() -> Double {
    switch source {
    case .continuous: .random(in: 0..<1)
    case .other(let functions): functions.random()
    }
  }

  /// Waits for a duration.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    switch source {
    case .continuous: try await AlarmClock.ofSleepers.sleep(until: AlarmClock.instant(after: duration))
    case .other(let functions): try await functions.sleep(min(duration, Self.longestSleep))
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
