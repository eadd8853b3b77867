extension AlarmClock {
  /// The clock that all sleeping tasks share.
  static let ofSleepers = AlarmClock()

  /// Waits until an instant. A cancelled sleep removes its alarm at once. The standard library's clocks keep the timer of a
  /// cancelled sleep until its deadline. With one timer for each chunk of a long stream, memory would grow.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until instant: UInt64) async throws {
    try Task.checkCancellation()
    let sleep = OneShotContinuation<Void>()
    let alarm = schedule(at: instant) { sleep.resume(with: .success(())) }
    defer { cancel(alarm) }
    try await sleep.value { true }
  }
}
