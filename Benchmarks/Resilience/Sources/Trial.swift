import RefineryCore

/// One client, one server and a stream of calls that does not depend on how they end.
struct Trial: Sendable, Codable {
  var client: ClientKind
  var plan = ServerPlan()
  /// Calls a second, as a multiple of the server's capacity.
  var load: Double
  var length = Duration.seconds(90)
  /// Calls before this instant are sent, but not counted: links have to learn first.
  var warmUp = Duration.seconds(30)
  /// The time limit of an attempt, for every client but the naive one.
  var attemptTimeout = Duration.milliseconds(500)
  var seed: UInt64 = 1

  /// Runs the trial in simulation.
  func run() throws -> Outcome {
    let simulation = Simulation()
    let clock = CallClock(simulation, random: SeededNumbers.source(seed: seed &+ 1))
    let server = SimulatedServer(plan, seed: seed)
    let api = try client.client(server, clock: clock, attemptTimeout: attemptTimeout)
    let log = simulation.run { await sendCalls(api, load * plan.capacity, clock: clock, seed: seed &+ 2) }
    return Outcome(trial: self, seconds: log.seconds, server: server.seconds, times: log.times.sorted())
  }

  /// Sends `rate` calls a second at random instants from `origin` to the end of the trial, and returns when all have ended.
  func sendCalls(
    _ api: Client, _ rate: Double, clock: CallClock, from origin: Duration = .zero, seed: UInt64
  ) async -> CallLog {
    let log = Shared(CallLog())
    let warmUp = warmUp
    let call = Call<Okay>(Endpoint("Person.read", .get, "people/5"))
    await withDiscardingTaskGroup { group in
      var random = SeededNumbers(seed: seed)
      var next = Duration.zero
      while true {
        next += .seconds(random.exponential() / rate)
        guard next < length else { break }
        try? await clock.sleep(for: origin + next - clock.now)
        group.addTask {
          let started = clock.now - origin
          let isSuccess = (try? await api.send(call)) != nil
          let took = clock.now - origin - started
          log.withLock { log in
            log.seconds.count(at: started, isGood: isSuccess && took <= ClientKind.patience)
            if isSuccess, started >= warmUp { log.times.append(took) }
          }
        }
      }
    }
    return log.withLock { $0 }
  }
}

/// What happened to the calls of one client.
struct CallLog: Sendable, Codable {
  var seconds: [Outcome.Second] = []
  /// How long each successful call took that began after the warm-up.
  var times: [Duration] = []
}

/// What a trial measured, second by second.
struct Outcome: Sendable {
  /// The calls that began in one second.
  struct Second: Sendable, Equatable, Codable {
    var calls = 0
    var good = 0
  }

  let trial: Trial
  let seconds: [Second]
  let server: [ServerSecond]
  /// How long the successful calls took, sorted.
  let times: [Duration]

  private var counted: Range<Int> { Int(trial.warmUp / .seconds(1))..<Int(trial.length / .seconds(1)) }

  /// Successes within the callers' patience, a second.
  var goodput: Double { Double(sum(of: seconds, in: counted, \.good)) / Double(counted.count) }
  /// Good calls as a fraction of all.
  var share: Double { Double(sum(of: seconds, in: counted, \.good)) / Double(max(1, sum(of: seconds, in: counted, \.calls))) }
  /// Requests that reached the server, for each call.
  var extraLoad: Double { extraLoad(in: counted) }

  func extraLoad(in range: Range<Int>) -> Double {
    Double(sum(of: server, in: range, \.requests)) / Double(max(1, sum(of: seconds, in: range, \.calls)))
  }

  func retries(in range: Range<Int>) -> Int { sum(of: server, in: range, \.retries) }
  func successes(in range: Range<Int>) -> Int { sum(of: server, in: range, \.successes) }

  /// A percentile of the times of successful calls, in seconds; nil if there are fewer than 100.
  func percentile(_ share: Double) -> Double? {
    guard times.count >= 100 else { return nil }
    return times[min(times.count - 1, Int(Double(times.count) * share))] / .seconds(1)
  }

  /// How long after an instant 90 % of the calls were good again for 5 seconds; nil if that never happened.
  func recovery(after end: Duration) -> Int? {
    let first = Int(end / .seconds(1))
    guard seconds.count >= first + 5 else { return nil }
    return (first...(seconds.count - 5)).first { start in
      (start..<(start + 5)).allSatisfy { Double(seconds[$0].good) >= 0.9 * Double(seconds[$0].calls) }
    }.map { $0 - first }
  }

  private func sum<Element>(of seconds: [Element], in range: Range<Int>, _ value: (Element) -> Int) -> Int {
    seconds[range.clamped(to: 0..<seconds.count)].reduce(0) { $0 + value($1) }
  }
}

extension [Outcome.Second] {
  fileprivate mutating func count(at time: Duration, isGood: Bool) {
    let second = Swift.max(0, Int(time / .seconds(1)))
    while count <= second { append(Outcome.Second()) }
    self[second].calls += 1
    if isGood { self[second].good += 1 }
  }
}
