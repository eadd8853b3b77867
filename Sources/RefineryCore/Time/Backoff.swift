/// Random waits between attempts, from zero to a bound that doubles with each attempt (full jitter). Because they are random,
/// clients that lose a server together do not all come back at the same moment.
package struct Backoff: Sendable {
  private let delay: Duration
  private let maximum: Duration

  /// Creates waits.
  ///
  /// - Parameters:
  ///   - delay: the upper bound of the first wait.
  ///   - maximum: the maximum of the bound.
  package init(from delay: Duration, to maximum: Duration) {
    self.delay = delay
    self.maximum = maximum
  }

  /// Returns a wait after `count` earlier waits. `random` is a number from 0 up to but not including 1.
  package func wait(after count: Int, random: Double) -> Duration {
    var bound = max(delay, .zero)
    for _ in 0..<count {
      guard bound > .zero, bound < maximum else { break }
      bound = bound * 2
    }
    return min(bound, max(maximum, .zero)) * Self.fraction(random)
  }

  /// Returns the number, limited to the range from 0 to 1, because it may come from an app.
  package static func fraction(_ random: Double) -> Double {
    // A NaN is not above zero.
    random > 0 ? min(random, 1) : 0
  }
}
