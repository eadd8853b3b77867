import RefineryCore
import Synchronization

/// A server on the clock of a simulation.
final class SimulatedServer: Transport {
  private let state: Mutex<(queue: WorkQueue, seconds: [ServerSecond])>
  let enforcesDeadline = true

  init(_ plan: ServerPlan, seed: UInt64) { state = Mutex((WorkQueue(plan, seed: seed), [])) }

  var seconds: [ServerSecond] { state.withLock { $0.seconds } }

  func send(_ request: Request) async throws -> Response {
    let clock = request.context.clock
    let now = clock.now
    let (isAccepted, end) = state.withLock { state in
      state.seconds.count(at: now) {
        $0.requests += 1
        if case .retry? = request.resendReason { $0.retries += 1 }
      }
      return state.queue.accept(at: now)
    }
    try await request.context.sleep(for: end - now)
    guard isAccepted else { return Response(status: .serviceUnavailable) }
    state.withLock { state in state.seconds.count(at: end) { $0.successes += 1 } }
    return Response(status: .noContent)
  }
}
