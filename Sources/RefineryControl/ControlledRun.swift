import RefineryCore
import RefineryParts
import Synchronization

/// One run of a controlled call: sends the call and keeps its result.
final class ControlledRun<Output: Sendable>: Sendable {
  let gate: PauseGate
  private let client: Client
  private let call: Call<Output>
  private let stopsClock: Bool
  private let ending = Mutex<Result<Reply<Output>, any Error>?>(nil)

  init(_ client: Client, _ call: Call<Output>, stopsClock: Bool) {
    self.client = client
    self.call = call
    self.stopsClock = stopsClock
    gate = PauseGate(clock: client.clock)
  }

  /// The row, with the operators' overrides applied.
  var endpoint: Endpoint { client.overrides.applied(to: call.endpoint) }

  /// Returns the reply, or throws the error of the call.
  func outcome() throws -> Reply<Output> {
    guard let ending = ending.withLock({ $0 }) else { throw CancellationError() }
    return try ending.get()
  }

  /// Runs the call to its end, or until it is cancelled.
  func runs() async {
    let result: Result<Reply<Output>, any Error>
    do { result = .success(try await reply()) } catch { result = .failure(error) }
    // A pause after the last byte holds back the result, too.
    while !ends(with: result) {
      do { try await gate.pass() } catch { break }
    }
    gate.closeProgress()
  }

  private func ends(with result: Result<Reply<Output>, any Error>) -> Bool {
    gate.flow.change { flow in
      guard flow.phase == .running else { return true }
      switch result {
      case .success where flow.isPaused: return false
      case .failure(is CancellationError): flow.phase = .cancelled
      default: flow.phase = .finished
      }
      ending.withLock { $0 = result }
      return true
    }
  }

  private func reply() async throws -> Reply<Output> {
    try await gate.pass()
    var client = client
    client.transport = ControlledTransport(inner: client.transport, gate: gate)
    guard stopsClock else { return try await client.reply(to: call) }
    client.clock = CallClock(PausingClock(gate: gate), random: gate.clock.random, date: { [clock = gate.clock] in clock.date })
    let limit = client.options(of: call).timeout
    if let limit { client.middleware.insert(PausableTimeout(limit: limit, clock: client.clock), at: 0) }
    return try await client.reply(to: call.timeout(nil))
  }
}

/// The time limit of the whole call, measured by a clock that stops during a pause. The request then has no deadline, because
/// the timers of a transport do not stop.
private struct PausableTimeout: Middleware {
  let limit: Duration
  let clock: CallClock

  func respond(to request: Request, next: Next) async throws -> Response {
    let deadline = Deadline(after: limit, on: clock)
    var response = try await deadline.enforce(.total, limit: limit) { try await next(request) }
    response.body = response.body.ending(by: deadline, limit: limit)
    return response
  }
}
