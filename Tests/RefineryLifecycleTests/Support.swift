import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport

/// Holds tasks back until a test lets them go, and says how many have come.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrived = 0
    var lastID = 0
    var held: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state = Mutex(State())

  var arrivals: Int { state.withLock { $0.arrived } }

  func pass() async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isHeld = state.withLock { state in
          state.arrived += 1
          if state.isOpen || Task.isCancelled { return false }
          state.held[id] = continuation
          return true
        }
        if !isHeld { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.held.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
    try Task.checkCancellation()
  }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [:] }
      return state.held.values
    }
    held.forEach { $0.resume() }
  }
}

struct Refusal: SafelyDescribed, Equatable {
  var description: String { "refused" }
}

/// Waits until the client refuses calls. Before that, `Probe.read` gets its response at once.
func untilClosed(_ client: Client) async throws {
  try await until { await outcome(of: probe, client) != "answered" }
}

let probe = Call<Okay>(Endpoint("Probe.read", .get, "probe"))
let held = Call<Okay>(Endpoint("Held.read", .get, "held"))

/// `answered`, `cancelled`, or the code and phase of the error.
func outcome(of call: Call<Okay>, _ client: Client) async -> String {
  await outcome { try await client.send(call) }
}

func outcome(of work: () async throws -> Void) async -> String {
  do {
    try await work()
    return "answered"
  } catch let error as CallError {
    return (error.underlying as? TransportError).map { "\($0.code) \($0.phase.rawValue)" } ?? error.description
  } catch {
    return ErrorSummary.text(of: error)
  }
}

extension StubTransport {
  /// Responds to `probe` at once, and `held` when the gate is open.
  static func holding(_ gate: Gate) -> StubTransport {
    StubTransport { request in
      if request.endpoint.name == "Held.read" { try await gate.pass() }
      return Response(status: .ok)
    }
  }
}
