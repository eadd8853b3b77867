import Synchronization

/// A clock that advances at each sleep. A test can also move it, forward or back.
public final class JumpingClock: Clock, Sendable {
  public struct Instant: InstantProtocol {
    let offset: Duration
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex(Instant(offset: .seconds(86_400)))

  public init() {}

  public var now: Instant { state.withLock { $0 } }
  public var minimumResolution: Duration { .nanoseconds(1) }
  public func jump(by duration: Duration) { state.withLock { $0 = $0.advanced(by: duration) } }
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { $0 = max($0, deadline) }
  }
}
