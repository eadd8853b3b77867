import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport

/// Holds tasks until a test opens it, and counts the tasks that have arrived.
final class Gate: Sendable {
  private let arrived = Counter()
  private let isOpen = Atomic(false)

  var arrivals: Int { arrived.count }

  func pass() async throws {
    arrived.add()
    try await until { isOpen.load(ordering: .acquiring) }
    try Task.checkCancellation()
  }

  func open() { isOpen.store(true, ordering: .releasing) }
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
