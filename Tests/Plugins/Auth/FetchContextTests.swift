import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

private enum Trace {
  @TaskLocal static var id = "none"
}

/// A credential serves all calls, so its request must not depend on the call that happens to need it first.
@Suite(.timeLimit(.minutes(5))) struct FetchContextTests {
  @Test("Q11: a fetch takes no task-local value, no cancellation and no deadline of the call that starts it")
  func firstCaller() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let seen = Mutex<[String]>([])
    let login = StubTransport { request in
      seen.withLock { $0.append("\(Trace.id) \(request.deadline?.remaining ?? .zero)") }
      await gate.wait()
      try Task.checkCancellation()
      return Response(status: .ok, body: Body(#"{"access_token":"t","token_type":"Bearer"}"#))
    }
    let store = CredentialStore(try OAuth2Grant.clientCredentials(.stubbed(login)), clock: CallClock(clock))
    let next = Next([AuthMiddleware(store: store)], transport: StubTransport.accepting("t"))
    let context = CallContext(clock: CallClock(clock), timeout: .seconds(1))
    let first = Trace.$id.withValue("first") {
      Task {
        #expect(Trace.id == "first")
        return try await next(personRequest(context: context)).head.status
      }
    }
    try await until { login.requests.count == 1 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    clock.advance(by: .seconds(5))
    let second = Task { try await next(personRequest()).head.status }
    gate.open()
    #expect(try await second.value == .ok)
    #expect(seen.withLock { $0 } == ["none \(Duration.seconds(30))"] && login.requests.count == 1)
  }

  @Test("Q11: a refresh in the background, too, takes no task-local value of the call that starts it")
  func background() async throws {
    let clock = ManualClock()
    let seen = Mutex<[String]>([])
    let provider = CountingProvider { number, _ in
      seen.withLock { $0.append(Trace.id) }
      return .bearer("t\(number)").lasting(.seconds(3600))
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    #expect(try await store.gives(1))
    clock.advance(by: .seconds(3500))
    let isFirst = try await Trace.$id.withValue("call") { try await store.gives(1) }
    #expect(isFirst)
    try await until { seen.withLock { $0.count } == 2 }
    #expect(seen.withLock { $0 } == ["none", "none"])
  }

  @Test("Q11: what a provider was made in does not matter: neither its task, which has ended, nor a task-local value")
  func setUp() async throws {
    let seen = Mutex<[String]>([])
    let login = StubTransport { _ in
      seen.withLock { $0.append(Trace.id) }
      try Task.checkCancellation()
      return Response(status: .ok, body: Body(#"{"access_token":"t","token_type":"Bearer"}"#))
    }
    let making = Trace.$id.withValue("set-up") {
      Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return CredentialStore(try OAuth2RefreshToken(.stubbed(login), refreshToken: "r0"))
      }
    }
    let store = try await making.value
    #expect(try await store.credential() == .bearer("t"))
    #expect(seen.withLock { $0 } == ["none"])
  }
}
