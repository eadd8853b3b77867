import Foundation

extension Trial {
  struct FailedProcess: Error, CustomStringConvertible {
    var description: String { "a process of the trial ended with a failure" }
  }

  /// Runs the trial on sockets of this machine: one server process and `clients` client processes, which share the calls.
  func runOnSockets(clients: Int) throws -> Outcome {
    let server = try ChildProcess("server", self)
    let port = try server.next(Int.self)
    let processes = try (0..<clients).map { number in
      try ChildProcess(
        "client",
        ClientAssignment(
          trial: self, port: port, rate: load * plan.capacity / Double(clients),
          seed: seed &+ UInt64(number + 1) &* 1_000))
    }
    for process in processes { _ = try process.next(Bool.self) }
    let start = Date().timeIntervalSinceReferenceDate + 0.2
    for process in [server] + processes { try process.send(start) }
    let reports = try processes.map { try $0.next(ClientReport.self) }
    try server.endInput()
    var arrived = try server.next([ServerSecond].self)
    guard (processes + [server]).allSatisfy({ $0.waitForEnd() }) else { throw FailedProcess() }

    var seconds: [Outcome.Second] = []
    for report in reports {
      for (second, counts) in report.calls.seconds.enumerated() {
        while seconds.count <= second { seconds.append(Outcome.Second()) }
        seconds[second].calls += counts.calls
        seconds[second].good += counts.good
      }
      for (second, counts) in report.attempts.enumerated() {
        arrived.count(at: .seconds(second)) {
          $0.retries += counts.retries
          $0.successes += counts.successes
        }
      }
    }
    return Outcome(trial: self, seconds: seconds, server: arrived, times: reports.flatMap(\.calls.times).sorted())
  }
}
