import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RefreshFailureTests {
  final class Boom: Error {}

  @Test("K10: all waiters of a failed refresh get the same error, which stands for the back-off and no longer")
  func failedRefresh() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let boom = Boom()
    let provider = CountingProvider { number, _ in
      await gate.wait()
      guard number > 1 else { throw boom }
      return .bearer("t\(number)")
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    func cause() async throws -> Bool {
      let error = await #expect(throws: CredentialError.self) { try await store.credential() }
      guard case .refreshFailed(let cause as Boom) = error else { return false }
      return cause === boom
    }
    let waiters = (0..<3).map { _ in Task { try await cause() } }
    try await until { provider.count == 1 }
    gate.open()
    for waiter in waiters { #expect(try await waiter.value) }
    clock.advance(by: .milliseconds(999))
    #expect(try await cause() && provider.count == 1)
    clock.advance(by: .milliseconds(1))
    #expect(try await store.gives(2))
  }

  @Test("K10: a failure that is forgotten does not stop the next call")
  func forgottenFailure() async throws {
    let provider = CountingProvider { number, _ in
      guard number > 1 else { throw Boom() }
      return .bearer("t\(number)")
    }
    let store = CredentialStore(provider, clock: CallClock(ManualClock()))
    await #expect(throws: CredentialError.self) { try await store.credential() }
    store.forget()
    #expect(try await store.gives(2))
  }

  @Test("K10: while refreshing fails, a credential that has not ended stays in use")
  func failedRenewal() async throws {
    let clock = ManualClock()
    let provider = CountingProvider { number, _ in
      guard number == 1 else { throw Boom() }
      return .bearer("t1").lasting(.seconds(3600))
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    #expect(try await store.gives(1))
    clock.advance(by: .seconds(3590))
    #expect(try await store.gives(1) && provider.count == 2)
    #expect(try await store.gives(1) && provider.count == 2, "within the back-off")
    clock.advance(by: .seconds(11))
    await #expect(throws: CredentialError.self) { try await store.credential() }
    #expect(provider.count == 3)
  }

  @Test("K10: if the renewal after another call's 401 fails, a call that waited for it uses the credential that has not ended")
  func failedRenewalForAnother() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let provider = CountingProvider { number, _ in
      guard number > 1 else { return .bearer("t1").lasting(.seconds(3600)) }
      await gate.wait()
      throw Boom()
    }
    let stub = StubTransport { Response(status: $0.head.path == "/forbidden" ? .unauthorized : .ok) }
    let next = Next([AuthMiddleware(provider, clock: CallClock(clock))], transport: stub)
    #expect(try await next(personRequest()).head.status == .ok)
    let refused = Task { try await next(personRequest(path: "/forbidden")) }
    try await until { provider.count == 2 }
    let other = Task {
      try await next(personRequest(context: CallContext(clock: CallClock(clock), timeout: .seconds(60)))).head.status
    }
    // The timer of the store, and that of the call that waits.
    await clock.sleepers(2)
    gate.open()
    #expect(try await other.value == .ok)
    await #expect(throws: CredentialError.self) { try await refused.value }
    #expect(stub.authorizations == ["Bearer t1", "Bearer t1", "Bearer t1"] && provider.count == 2)
  }

  @Test("K10: a renewal in the background that failed is not begun again within the back-off")
  func failedBackgroundRenewal() async throws {
    let clock = ManualClock()
    let (told, telling) = AsyncStream.makeStream(of: Refresh.self)
    let provider = CountingProvider { number, _ in
      if number == 2 { throw Boom() }
      return .bearer("t\(number)").lasting(.seconds(3600))
    }
    let store = CredentialStore(provider, clock: CallClock(clock)) { telling.yield(($0, $1, $2)) }
    var refreshes = told.makeAsyncIterator()
    #expect(try await store.gives(1))
    #expect(await refreshes.next()?.problem == nil)
    clock.advance(by: .seconds(3500))
    #expect(try await store.gives(1))
    #expect(await refreshes.next()?.problem != nil)
    #expect(try await store.gives(1))
    // Where that had begun another renewal, this call would wait for it and get its credential.
    await #expect(throws: CredentialError.self) {
      try await Next([AuthMiddleware(store: store)], transport: StubTransport.accepting("t3"))(personRequest())
    }
    #expect(provider.count == 2)
  }

  @Test("K10: a call whose 401 cannot be mended fails with the refresh's error, one line without secrets")
  func failedAfter401() async throws {
    let provider = CountingProvider { number, _ in
      if number == 1 { return .bearer("t1") }
      throw TransportError(.cannotConnect, phase: .beforeSending)
    }
    let stub = StubTransport(.status(401))
    let error = await #expect(throws: CredentialError.self) {
      try await Next([AuthMiddleware(provider)], transport: stub)(personRequest())
    }
    #expect(error?.description == "fetching credentials failed: cannot connect before sending")
    #expect(stub.requests.count == 1)
  }

  @Test("K10: credentials with a short life are renewed as often as they end; a refusal among them still counts")
  func shortLife() async throws {
    let clock = ManualClock()
    let provider = CountingProvider { number, _ in .bearer("t\(number)").lasting(.seconds(1)) }
    let store = CredentialStore(provider, clock: CallClock(clock))
    for number in 1...40 {
      #expect(try await store.gives(number))
      clock.advance(by: .seconds(1))
    }
    let stub = StubTransport(.status(401))
    let next = Next([AuthMiddleware(store: store)], transport: stub)
    // The first fetch of the store and four renewals after a 401 are five.
    for _ in 0..<5 { #expect(try await next(personRequest()).head.status == .unauthorized) }
    let error = await #expect(throws: CredentialError.self) { try await next(personRequest()) }
    guard case .refreshThrottled = error else { return _ = Issue.record("not throttled: \(String(describing: error))") }
    #expect(error?.description.contains("5 refreshes within 30.0 seconds failed, or gave credentials") == true)
  }

  @Test("K10: five refreshes within 30 s are enough: the next fails at once, until the window has moved on")
  func throttle() async throws {
    let clock = ManualClock()
    let provider = CountingProvider()
    let store = CredentialStore(provider, clock: CallClock(clock))
    let stub = StubTransport.accepting("t6")
    let next = Next([AuthMiddleware(store: store)], transport: stub)
    for _ in 0..<4 { #expect(try await next(personRequest()).head.status == .unauthorized) }
    #expect(provider.count == 5)
    for _ in 0..<3 {
      let error = await #expect(throws: CredentialError.self) { try await next(personRequest()) }
      guard case .refreshThrottled(refreshes: 5, window: .seconds(30)) = error else {
        Issue.record("not throttled: \(String(describing: error))")
        continue
      }
    }
    #expect(provider.count == 5)
    #expect(try await store.gives(5), "what has not ended may still be good for other rows")
    clock.advance(by: .seconds(30))
    #expect(try await next(personRequest()).head.status == .ok)
    #expect(provider.count == 6)
  }

  @Test("K10: the wait for fresh credentials ends with the call's deadline, and the error names it")
  func deadline() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let provider = CountingProvider { number, _ in
      await gate.wait()
      return .bearer("t\(number)")
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    let stub = StubTransport.accepting("t1")
    let next = Next([AuthMiddleware(store: store)], transport: stub)
    let call = Task {
      try await next(personRequest(context: CallContext(clock: CallClock(clock), timeout: .seconds(5))))
    }
    await clock.sleepers(2)
    #expect(clock.slept.contains(.milliseconds(4_980)), "the wait ends shortly before the call")
    clock.advance(by: .seconds(5))
    await #expect(throws: TimedOut(.refresh)) { try await call.value }
    #expect(stub.requests.isEmpty)
    gate.open()
    #expect(try await next(personRequest()).head.status == .ok && provider.count == 1)
  }

  @Test("K10: a provider that hangs is given up at the policy's limit, even one that is deaf to cancellation")
  func hangingProvider() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let provider = CountingProvider { number, _ in
      if number == 1 { await gate.wait() }
      return .bearer("t\(number)")
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    let waiter = Task { try await store.credential() }
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: CredentialError.self) { try await waiter.value }
    #expect(error?.description == "fetching credentials failed: timed out: the refresh limit of 30.0 seconds was reached")
    clock.advance(by: .seconds(1))
    #expect(try await store.gives(2))
    gate.open()
    #expect(try await store.gives(2), "what comes too late is not taken")
  }

  @Test(
    "K10: what a provider gives is checked like any credential",
    arguments: [Credential.bearer("with space"), Credential.bearer("t").lasting(.zero), .bearer("t").lasting(.seconds(-5))])
  func malformed(credential: Credential) async throws {
    let store = CredentialStore(CountingProvider { _, _ in credential })
    let error = await #expect(throws: CredentialError.self) { try await store.credential() }
    guard case .refreshFailed(CredentialError.malformed) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
