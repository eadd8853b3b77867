public import RefineryCore

/// How many calls may be under way at once, and how many more may wait.
///
/// ```swift
/// var policy = ConcurrencyPolicy(64)
/// policy.maximumWaiting = 0  // a call without a place fails at once
/// ```
public struct ConcurrencyPolicy: Sendable, Equatable {
  /// How many calls may be under way at once.
  package enum Limit: Sendable, Equatable {
    /// Always this number.
    case fixed(Int)
    /// A number that follows the server's response times.
    case adaptive(Adaptation)
  }

  /// The limit. A call starts only while fewer calls are under way.
  package var limit: Limit
  /// How many calls may wait for a place. A further call fails at once. Default 100. A call with a deadline also fails at once
  /// if the wait would take more than half of its remaining time.
  public var maximumWaiting = 100

  /// Creates a policy with a fixed limit, from 1 to 1,000,000.
  public init(_ limit: Int) { self.limit = .fixed(limit) }

  /// Creates a policy with a limit that follows the server's response times.
  public init(_ adaptation: Adaptation) { limit = .adaptive(adaptation) }

  /// How a limit adapts. It grows while responses take about as long as at low load. It shrinks when they take longer or when
  /// the server refuses calls.
  public struct Adaptation: Sendable, Equatable {
    /// The limit at the start. Default 20.
    public var initial = 20
    /// The smallest limit, from 1 to 1,000,000. Default 1. A server that can process fewer calls at once than this is not
    /// protected.
    public var floor = 1
    /// The largest limit, at most 1,000,000. Default 200.
    public var ceiling = 200
    /// Which fraction of each correction is applied, from 0.01 to 1. Default 0.2.
    public var smoothing = 0.2
    /// The limit shrinks when responses take more than this many times as long as at low load. From 1 to 100, default 1.5.
    public var tolerance = 1.5

    /// Creates the default values.
    public init() {}
  }

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  package var problems: [String] {
    var problems: [String] = []
    if maximumWaiting < 0 { problems.append("maximumWaiting must not be negative, but is \(maximumWaiting)") }
    switch limit {
    case .fixed(let limit):
      if !(1...1_000_000).contains(limit) { problems.append("limit must be from 1 to 1,000,000, not \(limit)") }
    case .adaptive(let adaptation):
      let (floor, ceiling) = (adaptation.floor, adaptation.ceiling)
      if !(1...1_000_000).contains(floor) { problems.append("floor must be from 1 to 1,000,000, not \(floor)") }
      if ceiling < floor || ceiling > 1_000_000 {
        problems.append("ceiling must be from the floor of \(floor) to 1,000,000, not \(ceiling)")
      }
      if adaptation.initial < floor || adaptation.initial > ceiling {
        problems.append("initial must be from the floor of \(floor) to the ceiling of \(ceiling), not \(adaptation.initial)")
      }
      // A NaN is in no range.
      if !(0.01...1).contains(adaptation.smoothing) {
        problems.append("smoothing must be from 0.01 to 1, not \(adaptation.smoothing)")
      }
      if !(1...100).contains(adaptation.tolerance) {
        problems.append("tolerance must be from 1 to 100, not \(adaptation.tolerance)")
      }
    }
    return problems
  }
}

/// The calls under way have reached the limit, and the call may not wait: too many calls wait, or it has too little time left.
/// Nothing was sent.
public struct ConcurrencyExceeded: Refusal, SafelyDescribed, Equatable {
  /// The group of calls, by default the origin.
  public let group: String
  /// How many calls may be under way.
  public let limit: Int
  /// The estimated time until there is a place, from the durations of recent calls; nil if no call has been measured.
  public let retryAfter: Duration?

  /// One line, safe to log.
  public var description: String {
    "\(limit) calls are under way for \(Redaction.escaped(group)), and this call cannot wait for a place"
      + (retryAfter.map { ": one may be free after \($0)" } ?? "")
  }
}

/// A limit and what it has measured. Times are in seconds.
///
/// The time of a call at low load is measured at the start, after 100 more calls, and then after each 1,000 calls. Each
/// measurement except the first lowers the limit to a quarter for a short time. It ends without a result if a call would be
/// refused only because of the lower limit.
///
/// Between measurements, the limit is corrected after each round of calls. A correction moves it towards a target: the limit
/// times a ratio, plus the square root of the limit. The ratio is the time at low load, times the tolerance, divided by the
/// recent time. It is at least 0.5 and at most 1.
struct LimitState: Sendable {
  private static let (period, drop) = (1_000, 0.9)
  private let adaptation: ConcurrencyPolicy.Adaptation?
  private var value: Double
  /// The mean time of a call.
  private var recent: Double?
  private var lowLoad: Double?
  // The first measurement is repeated after 100 calls, because the limit at the start may be far too high.
  private var calls = period - 100
  /// The calls since the last correction.
  private var pending = 0
  /// The measurement at low load: how many calls to skip, because they began before the measurement, and the number and sum of
  /// the times so far.
  private var probe: (skip: Int, count: Int, sum: Double)?
  /// Whether calls were already refused before the measurement began. If none was, the measurement must not cause a refusal.
  private var isOverloaded = false
  /// How many calls have ended since the last refusal. A full queue is an overload only if a further call arrives.
  private var callsSinceRefusal = period
  private var resume = 0.0
  /// How many more calls must end before a refusal by the server can reduce the limit again: the calls that were under way at
  /// the last reduction.
  private var forgiven = 0

  init(_ limit: ConcurrencyPolicy.Limit) {
    switch limit {
    case .fixed(let limit): (adaptation, value) = (nil, Double(limit))
    case .adaptive(let adaptation):
      (self.adaptation, value) = (adaptation, Double(adaptation.initial))
      (probe, resume) = ((0, 0, 0), value)
    }
  }

  var limit: Int { Int(value) }

  /// Records that a call was refused.
  mutating func refuse() { callsSinceRefusal = 0 }

  /// Records a call that took `seconds` while `active` calls, including this one, were under way. `isCutShort` says whether the
  /// call reached its deadline after it had waited for its place.
  mutating func record(_ seconds: Double, active: Int, isRefused: Bool, isCutShort: Bool = false) {
    callsSinceRefusal += 1
    if !isRefused { recent = recent.map { $0 + 0.1 * (seconds - $0) } ?? seconds }
    guard let adaptation else { return }
    // This call had too little time for a usual response, so its end says nothing about the server. Behind a long queue, most
    // calls have little time left: if they counted, a low limit would never grow again.
    if isCutShort, let usual = lowLoad ?? recent, seconds <= usual * adaptation.tolerance { return }
    forgiven = max(0, forgiven - 1)
    if isRefused {
      guard forgiven == 0 else { return }
      forgiven = active
      if probe != nil { resume = within(resume * Self.drop, adaptation) }
      set(value * Self.drop, adaptation)
    } else if probe != nil {
      measure(seconds, active, adaptation)
    } else if let lowLoad, let recent {
      calls += 1
      // If less than half of the limit is used, response times say nothing about the limit.
      guard Double(active) >= value / 2 else { return }
      pending += 1
      // Times below a nanosecond count as equal.
      let ratio = adaptation.tolerance * max(lowLoad, 1e-9) / max(recent, 1e-9)
      // A correction changes response times only after all calls under way have ended. More frequent corrections would make the
      // limit oscillate. The mean needs about ten calls to show that a limit is too high, so a low limit shrinks less often
      // than it grows.
      guard pending >= (ratio < 1 ? max(10, active) : active) || calls >= Self.period else { return }
      pending = 0
      let gradient = max(0.5, min(1, ratio))
      let target = value * gradient + value.squareRoot()
      set(value + (target - value) * adaptation.smoothing, adaptation)
      guard calls >= Self.period else { return }
      (calls, resume, probe, isOverloaded) = (0, value, (active, 0, 0), callsSinceRefusal <= 100)
      set(value / 4, adaptation)
    }
  }

  private mutating func measure(_ seconds: Double, _ active: Int, _ adaptation: ConcurrencyPolicy.Adaptation) {
    guard var probe else { return }
    if probe.skip > 0 {
      probe.skip -= 1
    } else {
      probe.count += 1
      probe.sum += seconds
    }
    self.probe = probe
    guard probe.count >= 20 else { return }
    lowLoad = probe.sum / Double(probe.count)
    recent = lowLoad
    self.probe = nil
    set(resume, adaptation)
  }

  /// The estimated time in seconds until there is a place for a call behind `waiting` others: the mean time of a call, times
  /// the number of calls up to this one, divided by the number of places. Nil if no call has been measured.
  func wait(behind waiting: Int) -> Double? {
    // During a measurement at low load, the limit is low only for a short time.
    let usual = probe == nil || lowLoad == nil ? value : max(value, resume)
    return recent.map { $0 * Double(waiting + 1) / usual.rounded(.down) }
  }

  /// Whether a call with this much time left may wait behind `waiting` others. The wait must take at most half of this time,
  /// and leave enough time for a response. True if no call has been measured.
  func mayWait(behind waiting: Int, left: Duration?) -> Bool {
    guard let left, let recent, let wait = wait(behind: waiting) else { return true }
    return wait + max(wait, recent) <= left / .seconds(1)
  }

  /// Whether a response can arrive in time for a call with this much time left. True if no call has been measured.
  func canRespond(within left: Duration?) -> Bool {
    guard let left, let recent else { return true }
    return recent <= left / .seconds(1)
  }

  /// Ends a measurement if a call would be refused only because of its low limit: fewer calls are under way than the limit
  /// before the measurement.
  mutating func makeRoom(active: Int) {
    guard let adaptation, probe != nil, lowLoad != nil, !isOverloaded, active < Int(resume) else { return }
    probe = nil
    set(resume, adaptation)
  }

  private mutating func set(_ limit: Double, _ adaptation: ConcurrencyPolicy.Adaptation) { value = within(limit, adaptation) }

  private func within(_ limit: Double, _ adaptation: ConcurrencyPolicy.Adaptation) -> Double {
    min(max(limit, Double(adaptation.floor)), Double(adaptation.ceiling))
  }
}
