import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

/// How many credentials stay, and which.
@Suite(.timeLimit(.minutes(5))) struct CredentialLimitTests {
  private func store(_ provider: some CredentialProvider, limit: Int, _ clock: ManualClock = ManualClock()) -> CredentialStore {
    var policy = RefreshPolicy()
    policy.maximumCredentials = limit
    return CredentialStore(provider, policy: policy, clock: CallClock(clock))
  }

  @Test("K10: with 100,000 keys a store keeps at most 10,000 credentials, those that were used last", .afterTheRush)
  func manyKeys() async throws {
    let provider = CountingProvider()
    let store = CredentialStore(provider)
    for number in 0..<100_000 { _ = try await store.credential(for: "user\(number)") }
    #expect(provider.count == 100_000)
    // Newest first: the fetch for a key that is not kept removes only keys that were used before.
    for number in (80_000..<100_000).reversed() { _ = try await store.credential(for: "user\(number)") }
    let kept = 120_000 - provider.count
    #expect(kept <= 10_000 && kept >= 8_750)
  }

  @Test("K10: beyond the limit, the credential that was not used for the longest time is removed")
  func leastRecentlyUsed() async throws {
    let provider = CountingProvider()
    let store = store(provider, limit: 3)
    for key in ["a", "b", "c", "a", "d"] { _ = try await store.credential(for: key) }
    #expect(provider.count == 4)
    for key in ["a", "c", "d"] { _ = try await store.credential(for: key) }
    #expect(provider.count == 4)
    _ = try await store.credential(for: "b")
    #expect(provider.count == 5)
  }

  @Test("K10: users whose names have different bytes have their own credentials, also if the names are equal strings")
  func usersInBytes() async throws {
    let names = ["\u{F900}", "\u{8C48}"]
    #expect(names[0] == names[1] && Authentication.named(names[0]) != .named(names[1]))
    let provider = CountingProvider()
    let stub = StubTransport(.status(200))
    let next = Next([AuthMiddleware(provider)], transport: stub)
    for _ in 1...2 {
      for name in names { _ = try await next(personRequest(options: Options { $0.authentication = .named(name) })) }
    }
    #expect(stub.authorizations == ["Bearer t1", "Bearer t2", "Bearer t1", "Bearer t2"] && provider.count == 2)
  }

  @Test("K10: a limit below one counts as one", arguments: [0, -1, Int.min])
  func smallestLimit(limit: Int) async throws {
    let provider = CountingProvider()
    let store = store(provider, limit: limit)
    for key in ["a", "a", "b", "b", "a"] { _ = try await store.credential(for: key) }
    #expect(provider.count == 3)
  }

  @Test("K10: an entry with a fetch under way is never removed: all that wait get the one credential")
  func underway() async throws {
    let gate = Latch()
    let provider = CountingProvider { number, context in
      if context.key == "slow" { await gate.wait() }
      return .bearer("\(context.key)\(number)")
    }
    let store = store(provider, limit: 1)
    let first = Task { try await store.credential(for: "slow") }
    try await until { provider.count == 1 }
    for key in ["b", "c", "d"] { _ = try await store.credential(for: key) }
    let started = Counter()
    let second = Task {
      started.add()
      return try await store.credential(for: "slow")
    }
    try await until { started.count == 1 }
    gate.open()
    #expect(try await first.value == .bearer("slow1"))
    #expect(try await second.value == .bearer("slow1") && provider.count == 4)
  }

  @Test("K10: a 401 for a credential whose entry was removed does not count against its successor")
  func refusedPredecessor() async throws {
    let provider = CountingProvider()
    let store = store(provider, limit: 1)
    let gate = Latch()
    let stub = StubTransport { request in
      if request.head.headerFields[.authorization] == "Bearer t1" {
        await gate.wait()
        return Response(status: .unauthorized)
      }
      return Response(status: .ok)
    }
    let next = Next([AuthMiddleware(store: store)], transport: stub)
    let call = Task { try await next(personRequest()).head.status }
    try await until { stub.requests.count == 1 }
    _ = try await store.credential(for: "other")
    #expect(try await store.gives(3))
    gate.open()
    #expect(try await call.value == .ok)
    #expect(stub.authorizations == ["Bearer t1", "Bearer t3"] && provider.count == 3)
  }

  @Test("K10: an entry whose credential, failure and window are over goes when another credential arrives")
  func spentEntries() async throws {
    final class Trace: Sendable {}
    struct Traced: Error { let trace: Trace }
    let clock = ManualClock()
    let (traces, tracing) = AsyncStream.makeStream(of: WeakReference<Trace>.self)
    let provider = CountingProvider { number, context in
      if context.key == "a", number > 1 {
        let trace = Trace()
        tracing.yield(WeakReference(trace))
        throw Traced(trace: trace)
      }
      return .bearer("t\(number)").lasting(.seconds(context.key == "a" ? 3600 : 10))
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    _ = try await store.credential(for: "a")
    clock.advance(by: .seconds(3500))
    // The refresh in the background fails: the entry has a credential and a failure.
    _ = try await store.credential(for: "a")
    var iterator = traces.makeAsyncIterator()
    let trace = try #require(await iterator.next())
    try await until { await (try? store.renewIfDue("a")) == nil }
    clock.advance(by: .seconds(70))
    _ = try await store.credential(for: "b")
    #expect(trace.value != nil, "the credential is still valid")
    clock.advance(by: .seconds(70))
    _ = try await store.credential(for: "c")
    try await until { trace.value == nil }
  }

  @Test("K10: a login per key keeps at most 10,000 of the last outputs", .afterTheRush)
  func logins() async throws {
    struct Session: Decodable, Sendable { let token: String }
    let logins = Counter()
    let renewals = Counter()
    let stub = StubTransport { request in
      (request.head.path == "/login" ? logins : renewals).add()
      return Response(status: .ok, headers: [.contentType: "application/json"], body: Body(#"{"token":"t"}"#))
    }
    let login = LoginCredentials(to: Client(baseURL: "https://api.example", transport: stub)) { _ in
      Call<Session>(Endpoint("Session.create", .post, "login"))
    } renewal: { _ in
      Call<Session>(Endpoint("Session.renew", .post, "renew"))
    } credential: {
      .bearer($0.token)
    }
    for number in 0...10_000 { _ = try await login.credential(for: CredentialContext(key: "\(number)")) }
    #expect(logins.count == 10_001 && renewals.count == 0)
    _ = try await login.credential(for: CredentialContext(key: "0"))
    _ = try await login.credential(for: CredentialContext(key: "10000"))
    #expect(logins.count == 10_002 && renewals.count == 1)
  }
}

/// Refers to an object without keeping it.
private final class WeakReference<Object: AnyObject & Sendable>: Sendable {
  private let object: Mutex<Weak>
  private struct Weak: Sendable { weak var object: Object? }
  var value: Object? { object.withLock { $0.object } }
  init(_ object: Object) { self.object = Mutex(Weak(object: object)) }
}
