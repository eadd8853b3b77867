/// When a slow request is sent a second time, and how often that may happen.
///
/// ```swift
/// var policy = HedgingPolicy()
/// policy.percentile = 0.99
/// policy.budget = 0.02
/// ```
public struct HedgingPolicy: Sendable, Equatable {
  /// A request is sent a second time if it takes longer than this percentile of the recent response times of its row. Above 0
  /// and below 1. Default 0.95.
  public var percentile = 0.95
  /// The delay while fewer than ``minimumSamples`` requests of the row have been measured. Default 2 s.
  public var delay = Duration.seconds(2)
  /// The shortest delay. Default 1 ms.
  public var minimumDelay = Duration.milliseconds(1)
  /// How many requests of a row are measured before the percentile applies. Default 100. It is computed from the last 512
  /// requests.
  public var minimumSamples = 100
  /// The number of second requests, as a fraction of the requests that may be hedged. Default 0.05.
  public var budget = 0.05
  /// How many unused second requests the budget keeps for later. Default 10.
  public var burst = 10
  /// How long no second request is sent after a response of status 429 or 503. Default 5 s. A longer `Retry-After` extends this
  /// time, to at most one hour.
  public var pause = Duration.seconds(5)

  /// Whether all idempotent requests are hedged, instead of only GET, HEAD and OPTIONS. Default false.
  ///
  /// The server does the work of a hedged PUT or DELETE twice. It may then refuse one of the two requests because of the other:
  /// a DELETE with status 404, or a PUT with `If-Match` with status 412. So a response of status 400 or above to such a request
  /// is used only after the other request has also ended.
  public var hedgesWrites = false

  /// Creates the default policy.
  public init() {}

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  package var problems: [String] {
    var problems: [String] = []
    // A NaN is neither above zero nor below one.
    if !(percentile > 0 && percentile < 1) { problems.append("percentile must be above 0 and below 1, not \(percentile)") }
    if !(budget > 0 && budget <= 1) { problems.append("budget must be above 0 and at most 1, not \(budget)") }
    if !(1...1_000_000).contains(burst) { problems.append("burst must be from 1 to 1,000,000, not \(burst)") }
    if !(1...LatencySamples.kept).contains(minimumSamples) {
      problems.append("minimumSamples must be from 1 to \(LatencySamples.kept), not \(minimumSamples)")
    }
    for (name, value) in [("delay", delay), ("minimumDelay", minimumDelay), ("pause", pause)]
    where value < .zero || value > .seconds(86_400) {
      problems.append("\(name) must be from 0 seconds to a day, not \(value)")
    }
    return problems
  }
}

/// The times of the last requests of a row.
struct LatencySamples: Sendable {
  static let kept = 512
  private static let step = 16
  private var times: [Duration] = []
  private var next = 0
  private var fresh = 0
  private var delay: Duration?

  mutating func add(_ time: Duration) {
    if times.count < Self.kept { times.append(time) } else { times[next] = time }
    next = (next + 1) % Self.kept
    fresh += 1
  }

  /// Returns the percentile; nil if there are too few samples. It is computed again after each 16 samples.
  mutating func delay(_ policy: HedgingPolicy) -> Duration? {
    guard times.count >= policy.minimumSamples else { return nil }
    if delay == nil || fresh >= Self.step {
      fresh = 0
      let index = Int((Double(times.count) * policy.percentile).rounded(.down))
      delay = times.sorted()[min(index, times.count - 1)]
    }
    return delay.map { max($0, policy.minimumDelay) }
  }
}
