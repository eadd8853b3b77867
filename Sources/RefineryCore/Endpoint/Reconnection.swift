/// When an event stream or the transfer of a file connects again, and after which wait.
///
/// A wait has a random part, between zero and a bound (full jitter). The bound doubles with each connection without progress:
/// without an event, or without a further byte of the file. The time that the server asks for is added: the last `retry` of an
/// event stream or the `Retry-After` of a failed response, whichever is longer. Because of the random part, clients that lose a
/// server together do not all connect again at the same moment.
///
/// ```swift
/// let options = Options { $0.reconnection = Reconnection(retries: 3) }
/// ```
/// Middleware that retries, such as `RetryMiddleware`, applies within each connection until its response is there.
public struct Reconnection: Sendable, Equatable {
  /// How many connections in a row may fail before the last error is thrown; nil for no limit. Default 10. 0 switches
  /// reconnecting off.
  ///
  /// A connection of an event stream fails if it gets no successful response. It also fails if it brings no event and is lost
  /// before it has lasted for ``maximumDelay``, is silent from its beginning until a time limit, or is ended by the server at
  /// once and without a byte. A connection of a transfer fails if it brings no further byte.
  public var retries: Int?
  /// The upper bound of the first wait; it doubles with each further one until there is progress. Default 1 s.
  public var delay: Duration
  /// The maximum of that bound. Default 20 s.
  public var maximumDelay: Duration
  /// The maximum wait that the server can ask for. A longer `retry` of an event stream is shortened to it; after a longer
  /// `Retry-After`, the error of that response is thrown. Default 60 s.
  public var retryAfterCap: Duration
  /// The statuses after which another connection is made. Default ``StatusSet/temporary``: 408, 429, 500, 502, 503 and 504. Any
  /// other status that is not a success is thrown.
  public var statuses: StatusSet

  /// A policy; by default the default one.
  public init(
    retries: Int? = 10, delay: Duration = .seconds(1), maximumDelay: Duration = .seconds(20),
    retryAfterCap: Duration = .seconds(60), statuses: StatusSet = .temporary
  ) {
    self.retries = retries
    self.delay = delay
    self.maximumDelay = maximumDelay
    self.retryAfterCap = retryAfterCap
    self.statuses = statuses
  }

  /// No other connection is made.
  public static let never = Reconnection(retries: 0)

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  package var problems: [String] {
    var problems: [String] = []
    if let retries, retries < 0 { problems.append("retries must not be negative, but is \(retries)") }
    for (name, value) in [("delay", delay), ("maximumDelay", maximumDelay), ("retryAfterCap", retryAfterCap)]
    where value < .zero {
      problems.append("\(name) must not be negative, but is \(value)")
    }
    if delay > maximumDelay { problems.append("delay of \(delay) is above maximumDelay of \(maximumDelay)") }
    return problems
  }

  /// Returns the random part of the wait before the next connection. Add the time that the server asks for.
  ///
  /// - Parameters:
  ///   - count: how many connections in a row brought no progress.
  ///   - random: a number from 0 up to but not including 1.
  package func wait(after count: Int, random: Double) -> Duration {
    Backoff(from: delay, to: maximumDelay).wait(after: count, random: random)
  }
}

extension Reconnection: CustomStringConvertible {
  /// `10 retries, 1.0 seconds to 20.0 seconds`.
  public var description: String {
    retries == 0 ? "never" : "\(retries.map { "\($0) retries" } ?? "no limit"), \(delay) to \(maximumDelay)"
  }
}
