package import RefineryCore

/// Counts the connections in a row that were of no use, for an event stream or a transfer that connects again, and decides how
/// long to wait before the next one.
package struct ConnectionCount: Sendable {
  private let policy: Reconnection
  /// The number of connections in a row that could not be made, or that were of no use: see `Reconnection.retries`.
  package private(set) var failures = 0
  /// The number of waits since the last progress.
  private var waits: Int
  /// The position after the last byte that any connection has transferred.
  private var furthest: Int

  /// Creates a count.
  ///
  /// - Parameters:
  ///   - policy: when to connect again.
  ///   - waits: how many waits there were since the last progress.
  ///   - position: the position of the next byte of a transfer.
  package init(_ policy: Reconnection, waits: Int = 0, at position: Int = 0) {
    self.policy = policy
    self.waits = waits
    furthest = position
  }

  /// Whether another connection is permitted after these failures.
  package var mayContinue: Bool { failures <= policy.retries ?? .max }

  /// Counts a connection that made progress.
  package mutating func progressed() { (failures, waits) = (0, 0) }

  /// Counts a connection that made no progress. `isUseful`: it does not count as a failure.
  package mutating func ended(isUseful: Bool = false) { failures = isUseful ? 0 : failures + 1 }

  /// Counts a connection of a transfer. It made progress if its position is beyond that of all earlier connections.
  package mutating func ended(at position: Int) {
    guard position > furthest else { return ended() }
    furthest = position
    progressed()
  }

  /// Returns how long to wait before the next connection: a random time, and then the longer of the two times that the server
  /// asks for.
  ///
  /// - Parameters:
  ///   - error: the error that ended the last connection.
  ///   - asked: a time that the server asked for before that error.
  ///   - random: a number from 0 up to but not including 1.
  /// - Throws: the error if no further connection is permitted, or if the server asks for a longer wait than the policy
  ///   permits.
  package mutating func wait(
    after error: CallError? = nil, atLeast asked: Duration? = nil, random: Double
  ) throws(CallError) -> Duration {
    if let error, !mayContinue { throw error }
    let stated = if let error { try policy.retryAfter(error) } else { Duration?.none }
    defer { waits += 1 }
    return policy.wait(after: waits, random: random) + max(asked ?? .zero, stated ?? .zero, .zero)
  }
}
