#if Redis
  import FoundationEssentials
  import Synchronization

  /// When a request began, on the clock of the server.
  ///
  /// Each reply says when the server sent it. From then on, this machine measures how much time has passed. So neither its
  /// clock nor the time that a command takes to the server matters: a command that a slow server runs late says the same.
  final class ServerClock: Sendable {
    private struct Sample {
      let time: Int64
      let received: ContinuousClock.Instant
    }

    private let last = Mutex<Sample?>(nil)
    private let date: @Sendable () -> Date

    init(date: @escaping @Sendable () -> Date = { Date() }) { self.date = date }

    /// A reply that has just arrived has this time, in microseconds.
    func learn(_ time: Int64) {
      let time = min(max(0, time), 1 << 53)
      last.withLock { $0 = Sample(time: time, received: .now) }
    }

    /// The earliest time at which a request may have begun, in microseconds; zero if that is not known. And whether the request
    /// has taken too long.
    func time(of request: Date) -> (began: Int64, isLong: Bool) {
      // The passed time is measured first: a pause between the two makes the result earlier, not later.
      let sample = last.withLock { $0 }
      let passed = sample.map { $0.received.duration(to: .now) / .microseconds(1) } ?? 0
      let age = date().timeIntervalSince(request) * 1_000_000
      guard age < RedisCacheStore.longestRequest / .microseconds(1) else { return (0, true) }
      // If the clock was set back during the request, its age is not known.
      guard age >= 0, let sample else { return (0, false) }
      // The two clocks may differ in speed.
      let slack = 1_000 + max(passed, age) / 1_000
      return (sample.time + Int64(max(-1e15, min(passed - age - slack, 1e15))), false)
    }
  }
#endif
