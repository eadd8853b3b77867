import Synchronization

/// One run of a controlled call: sends the call and keeps its result.
final class ControlledRun<Output: Sendable>: Sendable {
  let gate: Gate
  private let client: Client
  private let call: Call<Output>
  private let stopsClock: Bool
  private let ending = Mutex<Result<Reply<Output>, any Error>?>(nil)

  init(_ client: Client, _ call: Call<Output>, stopsClock: Bool) {
    self.client = client
    self.call = call
    self.stopsClock = stopsClock
    gate = Gate(clock: client.clock)
  }

  /// Returns a new run of the same call, which is not started.
  func renewed() -> ControlledRun { ControlledRun(client, call, stopsClock: stopsClock) }

  /// The row, with the changes of operators applied.
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
    // A pause that comes after the last byte also holds back the result.
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
    client.clock = CallClock(PausingClock(gate: gate))
    return try await client.replyByOwnClock(to: call)
  }
}

extension Client {
  /// Enforces the call's time limit only by the client's own clock, because the timers of a transport do not stop in a pause.
  fileprivate func replyByOwnClock<Output>(to call: Call<Output>) async throws -> Reply<Output> {
    let dated = try request(for: call)
    let request = Request(
      endpoint: dated.endpoint, head: dated.head, body: dated.body, options: dated.options,
      context: CallContext(number: dated.context.number, client: dated.context.client, clock: clock))
    let own = dated.options[Timeout.self].map { Deadline(after: $0, on: clock) }
    return try await answer(to: request, of: call, by: own).reply
  }
}
