import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CredentialStoreTests {
  private func hourly(_ clock: ManualClock, lifetime: Duration = .seconds(3600)) -> (CountingProvider, CredentialStore) {
    let provider = CountingProvider { number, _ in .bearer("t\(number)").lasting(lifetime) }
    return (provider, CredentialStore(provider, clock: CallClock(clock)))
  }

  @Test("K10: 100 concurrent calls that get 401 cause one token request and 100 replays")
  func singleFlight() async throws {
    let provider = CountingProvider()
    let rush = Rush(100)
    let stub = StubTransport { await rush.answer($0) }
    let next = Next([AuthMiddleware(provider)], transport: stub)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await next(personRequest()).head.status.code } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 100))
    #expect(provider.count == 2, "one to begin with, one after the 401s")
    #expect(stub.requests.count == 200)
    #expect(stub.authorizations.filter { $0 == "Bearer t2" }.count == 100)
  }

  @Test("K10: cancelling any one waiter ends that one at once and harms nobody else", arguments: [0, 57, 99])
  func cancelledWaiter(victim: Int) async throws {
    let gate = Latch()
    let provider = CountingProvider { number, _ in
      if number == 2 { await gate.wait() }
      try Task.checkCancellation()
      return .bearer("t\(number)")
    }
    let rush = Rush(100)
    let stub = StubTransport { await rush.answer($0) }
    let next = Next([AuthMiddleware(provider)], transport: stub)
    let contexts = (0..<100).map { _ in CallContext() }
    let calls = contexts.map { context in Task { try await next(personRequest(context: context)) } }
    try await until { contexts.allSatisfy { $0.attempts.first?.outcome == .status(401) } }

    calls[victim].cancel()
    await #expect(throws: CancellationError.self) { try await calls[victim].value }
    #expect(contexts[victim].attemptCount == 1)

    gate.open()
    for (index, call) in calls.enumerated() where index != victim { #expect(try await call.value.head.status == .ok) }
    #expect(provider.count == 2 && stub.requests.count == 199)
  }

  @Test("K10: a call that was cancelled before it waits ends with that, and the refresh goes on")
  func cancelledBefore() async throws {
    let gate = Latch()
    let provider = CountingProvider { number, _ in
      await gate.wait()
      try Task.checkCancellation()
      return .bearer("t\(number)")
    }
    let store = CredentialStore(provider)
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.credential()
    }
    try await until { provider.count == 1 }
    gate.open()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(try await store.gives(1) && provider.count == 1)
  }

  @Test("K10: the refresh goes on when the call that began it is cancelled")
  func cancelledBeginner() async throws {
    let gate = Latch()
    let provider = CountingProvider { number, _ in
      await gate.wait()
      try Task.checkCancellation()
      return .bearer("t\(number)")
    }
    let store = CredentialStore(provider)
    let beginner = Task { try await store.credential() }
    try await until { provider.count == 1 }
    beginner.cancel()
    await #expect(throws: CancellationError.self) { try await beginner.value }
    let follower = Task { try await store.gives(1) }
    gate.open()
    #expect(try await follower.value && provider.count == 1)
  }

  @Test("K10: a 401 for an older version takes the newer credential and refreshes nothing")
  func versions() async throws {
    let provider = CountingProvider()
    let late = Latch()
    let store = CredentialStore(provider)
    let stub = StubTransport { request in
      if request.head.path == "/late" && request.head.headerFields[.authorization] == "Bearer t1" { await late.wait() }
      return Response(status: request.head.headerFields[.authorization] == "Bearer t2" ? .ok : .unauthorized)
    }
    let next = Next([AuthMiddleware(store: store)], transport: stub)
    let slow = Task { try await next(personRequest(path: "/late")) }
    try await until { stub.requests.count == 1 }
    #expect(try await next(personRequest()).head.status == .ok)
    late.open()
    #expect(try await slow.value.head.status == .ok)
    #expect(provider.count == 2 && stub.requests.count == 4)
  }

  @Test("K10: within 180 s of its end a credential is renewed in the background, within 15 s calls wait")
  func skews() async throws {
    let clock = ManualClock()
    let (provider, store) = hourly(clock)
    #expect(try await store.gives(1))
    clock.advance(by: .seconds(3600 - 180))
    #expect(try await store.gives(1) && provider.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await store.gives(1))
    try await until { provider.count == 2 }
    try await until { try await store.gives(2) }

    clock.advance(by: .seconds(3600 - 15))
    #expect(try await store.gives(2))
    try await until { provider.count == 3 }
    try await until { try await store.gives(3) }
    clock.advance(by: .seconds(3600 - 14))
    #expect(try await store.gives(4) && provider.count == 4)
  }

  @Test("K10: a lifetime counts from when the credential was asked for, not from when it arrived")
  func lifetimeStart() async throws {
    let clock = ManualClock()
    let provider = CountingProvider { number, _ in
      if number == 1 { clock.advance(by: .seconds(20)) }
      return .bearer("t\(number)").lasting(.seconds(60))
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    #expect(try await store.gives(1))
    // 58 of 60 s are over since it was asked for, 38 s since it arrived: less than a twentieth is left.
    clock.advance(by: .seconds(38))
    #expect(try await store.gives(2))
  }

  @Test("K10: the skews of a short-lived credential are a tenth and a twentieth of its lifetime")
  func shortLifetime() async throws {
    let clock = ManualClock()
    let (provider, store) = hourly(clock, lifetime: .seconds(60))
    #expect(try await store.gives(1))
    clock.advance(by: .seconds(54))
    #expect(try await store.gives(1) && provider.count == 1)
    clock.advance(by: .milliseconds(3001))
    #expect(try await store.gives(2) && provider.count == 2)
  }

  @Test("K10: a credential without a lifetime is kept until a 401, or until it is forgotten")
  func forever() async throws {
    let clock = ManualClock()
    let provider = CountingProvider()
    let store = CredentialStore(provider, clock: CallClock(clock))
    #expect(try await store.gives(1))
    clock.advance(by: .seconds(1_000_000))
    #expect(try await store.gives(1))
    store.forget()
    #expect(try await store.gives(2))
  }

  @Test("K10: every refresh is told, for logs and metrics, without secrets")
  func observed() async throws {
    let clock = ManualClock()
    let (told, telling) = AsyncStream.makeStream(of: Refresh.self)
    let provider = CountingProvider { number, context in
      clock.advance(by: .seconds(2))
      guard number > 1 else { throw TransportError(.cannotFindHost, phase: .beforeSending) }
      return .bearer("canary")
    }
    let store = CredentialStore(provider, clock: CallClock(clock)) { telling.yield(($0, $1, $2)) }
    await #expect(throws: CredentialError.self) { try await store.credential(for: "north") }
    clock.advance(by: .seconds(1))
    _ = try await store.credential(for: "north")
    var refreshes = told.makeAsyncIterator()
    let failed = try #require(await refreshes.next())
    #expect(failed.key == "north" && failed.duration == .seconds(2))
    #expect(failed.problem == "cannot find host before sending")
    #expect(await refreshes.next()?.problem == nil)
  }

  @Test("K10: what a provider started keeps its exemption no longer than the fetch")
  func exemptionEnds() async throws {
    let stub = StubTransport(.status(200))
    let chain = Chain()
    let gate = Latch()
    let left = AsyncStream.makeStream(of: Task<Response, any Error>.self)
    let provider = CountingProvider { _, _ in
      left.continuation.yield(
        Task {
          await gate.wait()
          return try await chain.next(personRequest())
        })
      return .bearer("t")
    }
    let store = CredentialStore(provider)
    chain.set(Next([AuthMiddleware(store: store)], transport: stub))
    _ = try await store.credential()
    gate.open()
    var tasks = left.stream.makeAsyncIterator()
    _ = try await tasks.next()?.value
    #expect(stub.authorizations == ["Bearer t"])
  }

  @Test("K10: clients that share a store share its refresh")
  func shared() async throws {
    let provider = CountingProvider()
    let store = CredentialStore(provider)
    for _ in 0..<3 {
      let stub = StubTransport(.status(200))
      _ = try await Next([AuthMiddleware(store: store)], transport: stub)(personRequest())
      #expect(stub.authorizations == ["Bearer t1"])
    }
    #expect(provider.count == 1)
  }

  @Test("K10: a provider that asks its own store is told so in place of waiting for itself")
  func selfReference() async throws {
    let chain = Chain()
    let provider = CountingProvider { _, _ in
      let answer = try await chain.next(personRequest())
      return .bearer("from\(answer.head.status.code)")
    }
    let store = CredentialStore(provider)
    let stub = StubTransport(.status(204))
    chain.set(Next([AuthMiddleware(store: store)], transport: stub))
    #expect(try await store.credential().sent() == "Bearer from204")
    #expect(stub.authorizations == [nil])
  }
}
