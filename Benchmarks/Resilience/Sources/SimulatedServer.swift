import Foundation
import RefineryCore
import Synchronization

/// How a server works, and when it does not.
struct ServerPlan: Sendable {
  /// How long the work for one request takes.
  enum Work: Sendable {
    /// An exponential distribution.
    case exponential(mean: Duration)
    /// 10 to 20 ms, and for 4 % of the requests 200 ms to 1 s.
    case longTail
  }

  /// How a server misbehaves for a while.
  enum Trouble: Sendable, Equatable {
    /// Responds to every request with status 503, at once.
    case outage
    /// All work takes five times as long.
    case slowdown
  }

  /// How many requests are worked on at once.
  var workers = 10
  var work = Work.exponential(mean: .milliseconds(50))
  /// How many more requests wait. A further one gets status 503.
  var queue = 1_000
  var trouble: (kind: Trouble, time: Range<Duration>)?

  /// Requests a second.
  var capacity: Double {
    switch work {
    case .exponential(let mean): Double(workers) / (mean / .seconds(1))
    case .longTail: Double(workers) / (0.96 * 0.015 + 0.04 * 0.6)
    }
  }
}

/// A server with workers and a queue: first come, first served. It does not notice that a client has left, as most servers do
/// not, and does its work anyway.
final class SimulatedServer: Transport {
  /// What has reached the server in one second.
  struct Second: Sendable, Equatable {
    var requests = 0
    var retries = 0
    var successes = 0
  }

  private struct State {
    var random: SeededNumbers
    /// When each worker has done all work that it has accepted.
    var free: [Duration]
    /// When the work on the waiting requests begins, in order.
    var starts: ArraySlice<Duration> = []
    var seconds: [Second] = []

    mutating func count(at time: Duration, _ change: (inout Second) -> Void) {
      let second = Int(time / .seconds(1))
      while seconds.count <= second { seconds.append(Second()) }
      change(&seconds[second])
    }
  }

  private let plan: ServerPlan
  private let state: Mutex<State>
  let enforcesDeadline = true

  init(_ plan: ServerPlan, seed: UInt64) {
    self.plan = plan
    state = Mutex(State(random: SeededNumbers(seed: seed), free: Array(repeating: .zero, count: plan.workers)))
  }

  var seconds: [Second] { state.withLock { $0.seconds } }

  func send(_ request: Request) async throws -> Response {
    let clock = request.context.clock
    let now = clock.now
    let (isAccepted, end) = state.withLock { state in
      state.count(at: now) {
        $0.requests += 1
        if case .retry? = request.resendReason { $0.retries += 1 }
      }
      return accept(at: now, &state)
    }
    try await request.context.sleep(for: end - now)
    guard isAccepted else { return Response(status: .serviceUnavailable) }
    state.withLock { state in state.count(at: end) { $0.successes += 1 } }
    return Response(status: .noContent)
  }

  /// Returns whether the server accepts a request, and when it responds.
  private func accept(at now: Duration, _ state: inout State) -> (isAccepted: Bool, end: Duration) {
    let refusal = now + .milliseconds(2)
    if let trouble = plan.trouble, trouble.kind == .outage, trouble.time.contains(now) { return (false, refusal) }
    while let first = state.starts.first, first <= now { state.starts.removeFirst() }
    guard state.starts.count < plan.queue else { return (false, refusal) }
    guard let worker = state.free.indices.min(by: { state.free[$0] < state.free[$1] }) else { return (false, refusal) }
    let start = max(now, state.free[worker])
    var duration = duration(&state.random)
    if let trouble = plan.trouble, trouble.kind == .slowdown, trouble.time.contains(start) { duration = duration * 5 }
    state.free[worker] = start + duration
    if start > now { state.starts.append(start) }
    return (true, start + duration)
  }

  private func duration(_ random: inout SeededNumbers) -> Duration {
    switch plan.work {
    case .exponential(let mean): mean * random.exponential()
    case .longTail:
      .microseconds(
        Int.random(in: 0..<100, using: &random) < 4
          ? Int.random(in: 200_000...1_000_000, using: &random) : Int.random(in: 10_000...20_000, using: &random))
    }
  }
}

extension SeededNumbers {
  /// Returns a number from an exponential distribution with a mean of 1.
  mutating func exponential() -> Double { -log(1 - Double.random(in: 0..<1, using: &self)) }
}
