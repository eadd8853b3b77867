public import RefineryCore

/// How many calls may be under way at once, and how many more may wait.
///
/// ```swift
/// var policy = ConcurrencyPolicy(64)
/// policy.maximumWaiting = 0  // a call without a place fails at once
/// ```
public struct ConcurrencyPolicy: Sendable, Equatable {
  /// How many calls may be under way at once.
  public enum Limit: Sendable, Equatable {
    /// Always this many.
    case fixed(Int)
    /// As many as the server works on without delay.
    case adaptive(Adaptation)
  }

  /// The limit. It is hard: there are never more calls under way.
  public var limit: Limit
  /// How many calls may wait for a place. A further call fails at once. Default 100.
  public var maximumWaiting = 100

  /// Creates a policy with a fixed limit, from 1 to 1,000,000.
  public init(_ limit: Int) { self.limit = .fixed(limit) }

  /// Creates a policy with a limit that follows the server's response times.
  public init(_ adaptation: Adaptation) { limit = .adaptive(adaptation) }

  /// How a limit adapts: it grows while responses take about as long as at low load, and shrinks when they take longer or when the
  /// server refuses calls.
  public struct Adaptation: Sendable, Equatable {
    /// The limit at the start. Default 20.
    public var initial = 20
    /// The smallest limit, from 1 to 1,000,000. Default 1. A larger floor defeats the purpose for a server that can do less.
    public var floor = 1
    /// The largest limit, at most 1,000,000. Default 200.
    public var ceiling = 200
    /// How much of each correction is applied. Default 0.2.
    public var smoothing = 0.2
    /// By which factor responses may take longer than at low load before the limit shrinks. Default 1.5.
    public var tolerance = 1.5

    /// Creates the default values.
    public init() {}
  }

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  public var problems: [String] {
    var problems: [String] = []
    if maximumWaiting < 0 { problems.append("maximumWaiting must not be negative, not \(maximumWaiting)") }
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

/// A concurrency limit that cannot be used. Every fault is listed.
public struct UnusableConcurrencyLimit: SafelyDescribed, Equatable {
  /// A sentence for each fault.
  public let problems: [String]

  /// One line, safe to log.
  public var description: String { "unusable concurrency limit: \(problems.joined(separator: "; "))" }
}

/// Too many calls were under way and waiting. Nothing was sent.
public struct ConcurrencyExceeded: SafelyDescribed, Equatable {
  /// The group of calls, by default the origin.
  public let group: String
  /// How many calls may be under way.
  public let limit: Int
  /// After which time there may be a place, by the duration of recent calls; nil if none has ended.
  public let retryAfter: Duration?

  /// One line, safe to log.
  public var description: String {
    "\(limit) calls are under way for \(Redaction.escaped(group)), and no further call may wait"
      + (retryAfter.map { ": there may be a place after \($0)" } ?? "")
  }
}

extension WaitReason {
  /// The wait for a place among the calls under way.
  public static let concurrency = WaitReason("concurrency")
}

/// A limit and what it has measured. Times are in seconds.
///
/// The time of a call at low load is measured at the start, and again after each 1,000 calls: the limit falls to a quarter for
/// that. In between, the limit is multiplied by the ratio of that time to the recent time, and grows by its square root. If calls
/// would be refused because of a measurement, it ends without a result.
struct LimitState: Sendable {
  private static let (period, drop) = (1_000, 0.9)
  private let adaptation: ConcurrencyPolicy.Adaptation?
  private var value: Double
  /// The mean time of a call.
  private(set) var recent: Double?
  private var lowLoad: Double?
  // The first measurement is soon repeated: the limit at the start may be far too high.
  private var calls = period - 100
  /// The calls since the last correction.
  private var pending = 0
  /// The measurement at low load: how many calls to skip, because they began before it, and the sum of the times so far.
  private var probe: (skip: Int, count: Int, sum: Double)?
  /// Whether calls were refused before the measurement, too. Otherwise it refuses none.
  private var isOverloaded = false
  private var resume = 0.0
  /// How many further refusals belong to the last reduction.
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

  /// Records a call that took `seconds` while `active` calls were under way, itself included.
  /// `isFull` says that a further call is refused at present.
  mutating func record(_ seconds: Double, active: Int, isRefused: Bool, isFull: Bool = false) {
    if !isRefused { recent = recent.map { $0 + 0.1 * (seconds - $0) } ?? seconds }
    guard let adaptation else { return }
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
      // While half of the limit is not used, it says nothing about the server.
      guard Double(active) >= value / 2 else { return }
      // A correction shows in the times only after as many calls as are under way. Faster ones would swing.
      pending += 1
      guard pending >= max(10, active) || calls >= Self.period else { return }
      pending = 0
      // Below a nanosecond, times are equal.
      let gradient = max(0.5, min(1, adaptation.tolerance * max(lowLoad, 1e-9) / max(recent, 1e-9)))
      let target = value * gradient + value.squareRoot()
      set(value + (target - value) * adaptation.smoothing, adaptation)
      guard calls >= Self.period else { return }
      (calls, resume, probe, isOverloaded) = (0, value, (active, 0, 0), isFull)
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

  /// Ends a measurement that would refuse a call while fewer calls are under way than the limit before it.
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
