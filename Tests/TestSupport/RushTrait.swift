public import Testing

/// Starts a test or a suite when tasks no longer wait long for a thread.
///
/// All other tests compute on the same few threads, and where their number is not limited, they start together. A call that
/// waits for one of these threads could reach its time limit before the server receives anything. So the tests that open
/// sockets wait, and so do those that compute for long without a pause.
public struct RushTrait: SuiteTrait, TestTrait, TestScoping {
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The wait has a limit, so that the tests also run on a machine that is always busy.
    let limit = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < limit {
      let start = ContinuousClock.now
      for _ in 0..<100 { await Task.yield() }
      if start.duration(to: .now) < .milliseconds(500) { break }
    }
    try await function()
  }
}

extension Trait where Self == RushTrait {
  /// Waits until tasks no longer wait long for a thread.
  public static var afterTheRush: Self { Self() }
}
