import Foundation
import RefineryContracts
import RefineryCore
import RefineryURLSession

/// The work of a client process.
struct ClientAssignment: Codable {
  let trial: Trial
  let port: Int
  /// Calls a second of this client.
  let rate: Double
  let seed: UInt64
}

/// The measurements of a client process.
struct ClientReport: Codable {
  let calls: CallLog
  /// The retries that it sent and the successful responses that it got.
  let attempts: [ServerSecond]
}

/// Runs the server of a trial until the input ends. Its workers and its queue are those of the simulation, on the real clock.
/// Work takes time but no CPU.
func runServer() throws -> Never {
  let trial = try ParentProcess.next(Trial.self)
  endSoon(after: trial)
  let origin = Shared(Duration.zero)
  let state = Shared((queue: WorkQueue(trial.plan, seed: trial.seed), seconds: [ServerSecond]()))
  let server = try LoopbackServer(keepsLog: false) { _, connection in
    connection.readBody()
    let now = CallClock.continuous.now - origin.withLock { $0 }
    let (isAccepted, end) = state.withLock { state in
      state.seconds.count(at: now) { $0.requests += 1 }
      return state.queue.accept(at: now)
    }
    // It sleeps to the end even if the client leaves.
    Thread.sleep(forTimeInterval: max(0, (end - now) / .seconds(1)))
    connection.answer(isAccepted ? 204 : 503)
    return .keepAlive
  }
  try ParentProcess.send(server.port)
  let start = try instant(ParentProcess.next(Double.self))
  origin.withLock { $0 = start }
  ParentProcess.waitForEnd()
  ParentProcess.end(sending: state.withLock { $0.seconds })
}

/// Runs a client of a trial until its last call has ended.
func runClient() throws -> Never {
  let assignment = try ParentProcess.next(ClientAssignment.self)
  let trial = assignment.trial
  endSoon(after: trial)
  try ParentProcess.send(true)
  let origin = try instant(ParentProcess.next(Double.self))
  let transport = CountingTransport(origin: origin)
  let clock = CallClock(ContinuousClock(), random: SeededNumbers.source(seed: assignment.seed))
  let api = try trial.client.client(
    transport, at: "http://127.0.0.1:\(assignment.port)", clock: clock, attemptTimeout: trial.attemptTimeout)
  Task {
    let calls = await trial.sendCalls(api, assignment.rate, clock: .continuous, from: origin, seed: assignment.seed &+ 1)
    ParentProcess.end(sending: ClientReport(calls: calls, attempts: transport.seconds.withLock { $0 }))
  }
  ParentProcess.waitForEnd()
  _exit(1)
}

/// The instant of the continuous clock for a time since the reference date, which all processes share.
private func instant(_ start: Double) -> Duration {
  CallClock.continuous.now + .seconds(start - Date().timeIntervalSinceReferenceDate)
}

/// Lets the system end this process if the trial takes far too long.
private func endSoon(after trial: Trial) { alarm(UInt32(trial.length / .seconds(1)) + 60) }

/// The default transport. It counts the retries and the successful responses.
private struct CountingTransport: Transport {
  let origin: Duration
  let seconds = Shared<[ServerSecond]>([])
  private let transport = URLSessionTransport()

  init(origin: Duration) { self.origin = origin }

  var capabilities: TransportCapabilities { transport.capabilities }
  var enforcesDeadline: Bool { transport.enforcesDeadline }

  func send(_ request: Request) async throws -> Response {
    if case .retry? = request.resendReason { count { $0.retries += 1 } }
    let response = try await transport.send(request)
    if response.head.status.code == 204 { count { $0.successes += 1 } }
    return response
  }

  private func count(_ change: @Sendable (inout ServerSecond) -> Void) {
    let time = CallClock.continuous.now - origin
    seconds.withLock { $0.count(at: time, change) }
  }
}
