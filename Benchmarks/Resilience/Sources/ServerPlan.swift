import Foundation

/// How a server works, and when it does not.
struct ServerPlan: Sendable, Codable {
  /// How long the work for one request takes.
  enum Work: Sendable, Codable {
    /// An exponential distribution.
    case exponential(mean: Duration)
    /// 10 to 20 ms, and for some percent of the requests 200 ms to 1 s.
    case longTail(percent: Int)
  }

  /// How a server misbehaves for a while.
  struct Trouble: Sendable, Codable {
    enum Kind: String, Sendable, Codable {
      /// Responds to every request with status 503, at once.
      case outage
      /// All work takes five times as long.
      case slowdown
    }

    let kind: Kind
    let time: Range<Duration>

    init(_ kind: Kind, _ time: Range<Duration>) {
      self.kind = kind
      self.time = time
    }
  }

  /// How many requests are worked on at once.
  var workers = 10
  var work = Work.exponential(mean: .milliseconds(50))
  /// How many more requests wait. A further one gets status 503.
  var queue = 1_000
  var trouble: Trouble?

  /// Requests a second.
  var capacity: Double {
    switch work {
    case .exponential(let mean): Double(workers) / (mean / .seconds(1))
    case .longTail(let percent):
      Double(workers) / ((1 - Double(percent) / 100) * 0.015 + Double(percent) / 100 * 0.6)
    }
  }
}

/// The workers of a server and its queue: first come, first served. The server does not notice that a client has left, as most
/// servers do not, and does its work anyway.
struct WorkQueue: Sendable {
  private let plan: ServerPlan
  private var random: SeededNumbers
  /// When each worker has done all work that it has accepted.
  private var free: [Duration]
  /// When the work on the waiting requests begins, in order.
  private var starts: ArraySlice<Duration> = []

  init(_ plan: ServerPlan, seed: UInt64) {
    self.plan = plan
    random = SeededNumbers(seed: seed)
    free = Array(repeating: .zero, count: plan.workers)
  }

  /// Returns whether the server accepts a request, and when it responds.
  mutating func accept(at now: Duration) -> (isAccepted: Bool, end: Duration) {
    let refusal = now + .milliseconds(2)
    if let trouble = plan.trouble, trouble.kind == .outage, trouble.time.contains(now) { return (false, refusal) }
    while let first = starts.first, first <= now { starts.removeFirst() }
    guard starts.count < plan.queue else { return (false, refusal) }
    guard let worker = free.indices.min(by: { free[$0] < free[$1] }) else { return (false, refusal) }
    let start = max(now, free[worker])
    var duration = nextDuration()
    if let trouble = plan.trouble, trouble.kind == .slowdown, trouble.time.contains(start) { duration = duration * 5 }
    free[worker] = start + duration
    if start > now { starts.append(start) }
    return (true, start + duration)
  }

  private mutating func nextDuration() -> Duration {
    switch plan.work {
    case .exponential(let mean): mean * random.exponential()
    case .longTail(let percent):
      .microseconds(
        Int.random(in: 0..<100, using: &random) < percent
          ? Int.random(in: 200_000...1_000_000, using: &random) : Int.random(in: 10_000...20_000, using: &random))
    }
  }
}

/// What has reached a server in one second.
struct ServerSecond: Sendable, Equatable, Codable {
  var requests = 0
  var retries = 0
  var successes = 0
}

extension [ServerSecond] {
  /// Changes the counts of the second that `time` is in.
  mutating func count(at time: Duration, _ change: (inout ServerSecond) -> Void) {
    let second = Swift.max(0, Int(time / .seconds(1)))
    while count <= second { append(ServerSecond()) }
    change(&self[second])
  }
}

extension SeededNumbers {
  /// Returns a number from an exponential distribution with a mean of 1.
  mutating func exponential() -> Double { -log(1 - Double.random(in: 0..<1, using: &self)) }
}
