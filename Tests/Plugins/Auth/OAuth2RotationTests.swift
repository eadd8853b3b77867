import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OAuth2RotationTests {
  private final class Vault: Sendable {
    private let state = Mutex(["r0"])
    var tokens: [String] { state.withLock { $0 } }
    var last: Secret<String> { Secret(tokens.last ?? "") }
    func save(_ token: Secret<String>) { state.withLock { $0.append(token.exposed) } }
  }

  private struct Full: Error {}

  private func form(_ token: String) -> String { "grant_type=refresh_token&refresh_token=\(token)&client_id=app" }

  @Test("Q11, K10: a refresh token that the server replaces is saved and used; one that it keeps is not saved again")
  func rotation() async throws {
    let stub = StubTransport(
      .json(#"{"access_token":"a1","token_type":"Bearer","refresh_token":"r1"}"#),
      .json(#"{"access_token":"a2","token_type":"Bearer","refresh_token":"r1"}"#),
      .json(#"{"access_token":"a3","token_type":"Bearer"}"#))
    let vault = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(stub, .none, id: "app"), refreshToken: "r0") { vault.save($0) }
    for number in 1...3 { #expect(try await provider.credential(for: CredentialContext()) == .bearer("a\(number)")) }
    #expect(try await stub.forms == [form("r0"), form("r1"), form("r1")])
    #expect(vault.tokens == ["r0", "r1"] && stub.authorizations == [nil, nil, nil])
    #expect(stub.requests.allSatisfy { !$0.isIdempotent }, "a repeated refresh token may withdraw all tokens")
  }

  @Test("Q11: an empty refresh token in a response does not replace the one that was sent (RFC 6749 appendix A.17)")
  func emptyToken() async throws {
    let stub = StubTransport(
      .json(#"{"access_token":"a1","token_type":"Bearer","refresh_token":""}"#),
      .json(#"{"access_token":"a2","token_type":"Bearer"}"#))
    let vault = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(stub, .none, id: "app"), refreshToken: "r0") { vault.save($0) }
    for number in 1...2 { #expect(try await provider.credential(for: CredentialContext()) == .bearer("a\(number)")) }
    #expect(try await stub.forms == [form("r0"), form("r0")] && vault.tokens == ["r0"])
  }

  @Test("Q11: a refresh may narrow scopes and name resources")
  func target() async throws {
    let stub = StubTransport(.json(#"{"access_token":"a","token_type":"Bearer"}"#))
    let provider = try OAuth2RefreshToken(
      .stubbed(stub), refreshToken: "r0", for: OAuth2Target(scopes: ["read"], resources: ["https://h"]))
    _ = try await provider.credential(for: CredentialContext())
    #expect(try await stub.forms == ["grant_type=refresh_token&refresh_token=r0&scope=read&resource=https%3A%2F%2Fh"])
  }

  @Test("Q11: the new refresh token is saved before any waiting call runs")
  func savedFirst() async throws {
    let vault = Vault()
    let saving = Latch()
    let started = Atomic(0)
    let provider = try OAuth2RefreshToken(.stubbed(RotatingServer().transport, .none), refreshToken: "r0") { token in
      started.add(1, ordering: .sequentiallyConsistent)
      await saving.wait()
      vault.save(token)
    }
    let early = Atomic(0)
    let api = StubTransport { request in
      if vault.tokens != ["r0", "r1"] { early.add(1, ordering: .sequentiallyConsistent) }
      return Response(status: request.head.headerFields[.authorization] == "Bearer t1" ? .ok : .unauthorized)
    }
    let next = Next([AuthMiddleware(provider)], transport: api)
    let calls = (0..<20).map { _ in Task { try await next(personRequest()).head.status } }
    try await until { started.load(ordering: .sequentiallyConsistent) == 1 }
    #expect(api.requests.isEmpty)
    saving.open()
    for call in calls { #expect(try await call.value == .ok) }
    #expect(early.load(ordering: .sequentiallyConsistent) == 0 && started.load(ordering: .sequentiallyConsistent) == 1)
  }

  @Test("Q11: a refresh token that could not be saved is saved first at the next refresh, before a request")
  func failedSaving() async throws {
    let server = RotatingServer()
    let vault = Vault()
    let calls = Atomic(0)
    let provider = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0") { token in
      guard calls.add(1, ordering: .sequentiallyConsistent).newValue > 2 else { throw Full() }
      vault.save(token)
    }
    await #expect(throws: Full.self) { try await provider.credential(for: CredentialContext()) }
    await #expect(throws: Full.self) { try await provider.credential(for: CredentialContext()) }
    #expect(server.seen.requests == 1 && vault.tokens == ["r0"])
    _ = try await provider.credential(for: CredentialContext())
    #expect(server.seen.requests == 2 && vault.tokens == ["r0", "r1", "r2"])
  }

  @Test("Q11: a response without a usable access token does not lose the refresh token in it")
  func unusableAccessToken() async throws {
    let stub = StubTransport(.json(#"{"access_token":"a","token_type":"mac","refresh_token":"r1"}"#))
    let vault = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(stub, .none), refreshToken: "r0") { vault.save($0) }
    await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(vault.tokens == ["r0", "r1"])
  }

  @Test("Q11: refreshes at the same time, from two stores too, never send a used token")
  func parallel() async throws {
    let gate = Latch()
    let server = RotatingServer(gate: gate)
    let vault = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0") { vault.save($0) }
    let stores = (0..<2).map { _ in CredentialStore(provider) }
    let started = Counter()
    let tasks = (0..<40).map { number in
      Task {
        started.add()
        return try await stores[number % 2].credential(for: "key\(number)")
      }
    }
    try await until { started.count == 40 && server.seen.requests > 0 }
    gate.open()
    for task in tasks { _ = try await task.value }
    #expect(server.seen.mostUnderway == 1 && !server.seen.isWithdrawn)
    #expect(vault.tokens.count == server.seen.requests + 1)
  }

  @Test("Q11: a response that comes after the store's limit is not lost, and its lifetime began with its request")
  func late() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let server = RotatingServer(gate: gate)
    let vault = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0") { vault.save($0) }
    let callClock = CallClock(clock)
    let store = CredentialStore(provider, clock: callClock)
    let first = Task { try await store.credential() }
    try await until { server.seen.requests == 1 }
    // The timer of the store, and that of the request.
    await clock.sleepers(2)
    clock.advance(by: .seconds(30))
    await #expect(throws: CredentialError.self) { try await first.value }
    clock.advance(by: .seconds(1))
    let second = Task { try await provider.credential(for: CredentialContext(clock: callClock)) }
    gate.open()
    let credential = try await second.value
    // The second fetch joins the request, or comes after it and makes its own.
    let isJoined = server.seen.requests == 1
    #expect(credential == .bearer(isJoined ? "t1" : "t2").lasting(.seconds(isJoined ? 3569 : 3600)))
    #expect(vault.tokens == (isJoined ? ["r0", "r1"] : ["r0", "r1", "r2"]) && !server.seen.isWithdrawn)
  }

  @Test("Q11: a late response is not lost over a transport that ends by the request's deadline, as each one here does")
  func lateOverTransport() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let server = RotatingServer(gate: gate)
    let transport = StubTransport { request in
      let response = try await server.respond(to: request)
      if request.deadline?.hasPassed == true { throw TimedOut(.total) }
      return response
    }
    let vault = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(transport, .none), refreshToken: "r0") { vault.save($0) }
    let refresh = Task { try await provider.credential(for: CredentialContext(clock: CallClock(clock))) }
    try await until { server.seen.requests == 1 }
    clock.advance(by: .seconds(31))
    gate.open()
    #expect(try await refresh.value == .bearer("t1").lasting(.seconds(3600)))
    #expect(vault.tokens == ["r0", "r1"])
  }

  @Test("Q11: a server that never responds does not hold back later refreshes, even if the transport has no deadline")
  func neverResponds() async throws {
    let clock = ManualClock()
    let callClock = CallClock(clock)
    let stub = StubTransport(.never, .json(Self.token(#""a""#)))
    let provider = try OAuth2RefreshToken(.stubbed(stub, .none), refreshToken: "r0")
    let first = Task { try await provider.credential(for: CredentialContext(clock: callClock)) }
    // The clock is asked for the limit in a task of its own, which may run before the one that sends the request.
    try await until { stub.requests.count == 1 }
    await clock.sleepers(1)
    clock.advance(by: .seconds(90))
    await #expect(throws: TimedOut.self) { try await first.value }
    #expect(try await provider.credential(for: CredentialContext(clock: callClock)) == .bearer("a"))
  }

  @Test("Q11: a token that the app passes while a refresh is under way is not replaced by that of the response")
  func usedMeanwhile() async throws {
    let gate = Latch()
    let stub = StubTransport { request in
      let form = String(decoding: try await (request.body ?? .empty).collect(), as: UTF8.self)
      guard form.contains("refresh_token=r0&") else { return Response(status: .ok, body: Body(Self.token(#""a2""#))) }
      await gate.wait()
      return Response(status: .ok, body: Body(Self.token(#""a1","refresh_token":"r1""#)))
    }
    let vault = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(stub, .none, id: "app"), refreshToken: "r0") { vault.save($0) }
    let first = Task { try await provider.credential(for: CredentialContext()) }
    try await until { stub.requests.count == 1 }
    provider.use("fresh")
    gate.open()
    #expect(try await first.value == .bearer("a1"))
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("a2"))
    #expect(try await stub.forms == [form("r0"), form("fresh")] && vault.tokens == ["r0"])
  }

  @Test("Q11: a token that the app passes is not handed to it to be saved, even if an earlier one could not be saved")
  func usedAfterFailedSaving() async throws {
    let stub = StubTransport(
      .json(Self.token(#""a1","refresh_token":"r1""#)), .json(Self.token(#""a2""#)))
    let handed = Vault()
    let provider = try OAuth2RefreshToken(.stubbed(stub, .none, id: "app"), refreshToken: "r0") { token in
      handed.save(token)
      throw Full()
    }
    await #expect(throws: Full.self) { try await provider.credential(for: CredentialContext()) }
    provider.use("fresh")
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("a2"))
    #expect(try await stub.forms == [form("r0"), form("fresh")] && handed.tokens == ["r0", "r1"])
  }

  private static func token(_ members: String) -> String { #"{"token_type":"Bearer","access_token":\#(members)}"# }

  @Test("Q11: an app that ends at any time goes on with the token that it saved")
  func restarts() async throws {
    let server = RotatingServer()
    let vault = Vault()
    for number in 1...20 {
      let provider = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: vault.last) { vault.save($0) }
      let next = Next([AuthMiddleware(provider)], transport: StubTransport.accepting("t\(number)"))
      #expect(try await next(personRequest()).head.status == .ok)
    }
    #expect(vault.tokens.count == 21 && !server.seen.isWithdrawn)
  }

  @Test("Q11: an error with the status 200 is that error: a refused refresh token is not sent again")
  func refusedWithSuccess() async throws {
    let bodies = [
      #"{"error":"invalid_grant","error_description":"expired"}"#, #"{"access_token":"","error":"invalid_grant"}"#,
      #"{"access_token":null,"error":"invalid_grant"}"#,
    ]
    for body in bodies {
      let stub = StubTransport(.json(body))
      let provider = try OAuth2RefreshToken(.stubbed(stub), refreshToken: "r0") { _ in }
      for _ in 1...2 {
        let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
        #expect(error?.code == "invalid_grant" && error?.isFinal == true && error?.status == 200)
      }
      #expect(stub.requests.count == 1)
    }
    for code in ["bad_refresh_token", "invalid_refresh_token"] {
      let stub = StubTransport(.json(#"{"error":"\#(code)"}"#))
      let provider = try OAuth2RefreshToken(.stubbed(stub), refreshToken: "r0") { _ in }
      let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
      #expect(error?.code == code && error?.isFinal == true)
    }
    let other = StubTransport(.json(#"{"ok":true}"#))
    let provider = try OAuth2RefreshToken(.stubbed(other), refreshToken: "r0") { _ in }
    let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(error?.code == "the response is not a token of RFC 6749 section 5.1" && error?.isFinal == false)
  }

  @Test("Q11: invalid_grant is final: nothing is sent until there is a new refresh token, and the error says what to do")
  func finalRefusal() async throws {
    let clock = ManualClock()
    let server = RotatingServer()
    let provider = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "stolen")
    let store = CredentialStore(provider, clock: CallClock(clock))
    for _ in 0..<20 {
      let error = await #expect(throws: CredentialError.self) { try await store.credential() }
      guard case .refreshFailed(let cause as OAuth2Error) = error else {
        Issue.record("not the server's refusal: \(String(describing: error))")
        return
      }
      #expect(cause.isFinal && cause.code == "invalid_grant" && cause.status == 400)
      #expect(cause.description.contains("log in again") && !cause.description.contains("stolen"))
      clock.advance(by: .seconds(2))
    }
    #expect(server.seen.requests == 1)
    server.logIn("fresh")
    provider.use("fresh")
    store.forget()
    #expect(try await store.gives(1) && server.seen.requests == 2)
  }

  @Test("Q11: another refusal is not final")
  func passingRefusal() async throws {
    let stub = StubTransport(
      .json(#"{"error":"temporarily_unavailable"}"#, status: 503), .json(#"{"access_token":"a","token_type":"Bearer"}"#))
    let provider = try OAuth2RefreshToken(.stubbed(stub, .none), refreshToken: "r0")
    let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(error?.isFinal == false)
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("a"))
  }
}
