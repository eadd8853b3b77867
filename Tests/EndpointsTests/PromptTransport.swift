import RefineryCore
import RefineryTesting

/// A stub that responds at once, so that no timer of a deadline sleeps on a clock that advances by itself.
struct PromptTransport: Transport {
  let stub: StubTransport
  var enforcesDeadline: Bool { true }
  func send(_ request: Request) async throws -> Response { try await stub.send(request) }
}
