import FoundationEssentials
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct VaultFailureTests {
  private let away = "the vault of shared credentials cannot be used: away"

  @Test("T01: without the vault an instance renews without it, reports that once a minute, and reports when it is back")
  func alone() async throws {
    let (fleet, issuer) = (Fleet(), Issuer())
    let store = fleet.instance(issuer.provider)
    fleet.vault.set(.away)
    #expect(try await store.gives(1))
    store.forget()
    #expect(try await store.gives(2) && fleet.problems.all == [away])
    fleet.clock.advance(by: .seconds(60))
    store.forget()
    #expect(try await store.gives(3) && fleet.problems.all == [away, away])

    fleet.vault.set(nil)
    store.forget()
    #expect(try await store.gives(4) && fleet.problems.all == [away, away, nil])
    #expect(try await fleet.instance(issuer.provider).gives(4))
    #expect(fleet.problems.all.count == 3)
  }

  @Test("T01: without the vault an instance does not renew while its credential is valid for calls")
  func postponed() async throws {
    let (fleet, issuer) = (Fleet(), Issuer())
    let store = fleet.instance(issuer.provider)
    #expect(try await store.gives(1))
    fleet.vault.set(.away)
    // 180 s before its end, the credential is renewed in the background; 15 s before it, calls wait.
    fleet.clock.advance(by: .seconds(3_500))
    await #expect(throws: CredentialError.self) { _ = try await store.renewIfDue() }
    #expect(try await store.gives(1) && issuer.count == 1)
    fleet.clock.advance(by: .seconds(80))
    await #expect(throws: CredentialError.self) { _ = try await store.renewIfDue() }
    #expect(try await store.gives(1) && issuer.count == 1)

    fleet.clock.advance(by: .seconds(6))
    #expect(try await store.gives(2) && issuer.count == 2)
  }

  @Test("T01: an instance waits 250 ms for the vault, and a lease that it grants later blocks no instance")
  func slow() async throws {
    let (fleet, issuer, gate) = (Fleet(), Issuer(), Latch())
    fleet.vault.set(.slow(gate))
    let call = Task { try await fleet.instance(issuer.provider).gives(1) }
    try await until { fleet.vault.steps.count == 1 }
    await fleet.clock.sleepers(2)
    fleet.clock.advance(by: .milliseconds(250))
    #expect(try await call.value)
    #expect(fleet.problems.all.first??.hasSuffix("the vault limit of 0.25 seconds was reached") == true)

    fleet.vault.set(nil)
    gate.open()
    // The late lease is given back: a step to grant it, and one to end it.
    try await until { fleet.vault.steps.count == 2 }
    #expect(try await fleet.instance(issuer.provider).gives(2))
  }

  @Test("T01: if the vault is lost during a renewal, the credential is used")
  func lostDuringRenewal() async throws {
    let fleet = Fleet()
    let provider = CountingProvider { _, _ in
      fleet.vault.set(.away)
      return .bearer("t1")
    }
    #expect(try await fleet.instance(provider).gives(1) && fleet.problems.all == [away])
  }

  @Test("T01: a refresh token is not sent without the vault, and the current credential remains in use")
  func rotating() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let tokens = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0")
    let store = fleet.instance(tokens)
    fleet.vault.set(.away)
    for _ in 0..<10 {
      let error = await #expect(throws: CredentialError.self) { try await store.credential() }
      #expect(error?.description.contains("is not sent without it") == true)
      fleet.clock.advance(by: .seconds(1))
    }
    #expect(server.seen.requests == 0)

    fleet.vault.set(nil)
    #expect(try await store.gives(1))
    fleet.vault.set(.away)
    fleet.clock.advance(by: .seconds(3_590))
    #expect(try await store.gives(1) && server.seen.requests == 1)
    fleet.clock.advance(by: .seconds(10))
    await #expect(throws: CredentialError.self) { try await store.credential() }
    #expect(server.seen.requests == 1)
  }

  @Test("T01: for a refresh token an instance waits for a slow vault")
  func slowRotation() async throws {
    let (fleet, server, gate) = (Fleet(), RotatingServer(), Latch())
    fleet.vault.set(.slow(gate))
    let tokens = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0")
    let call = Task { try await fleet.instance(tokens).gives(1) }
    try await until { fleet.vault.steps.count == 1 }
    // The limits of the store and of the vault.
    await fleet.clock.sleepers(2)
    fleet.clock.advance(by: .milliseconds(999))
    fleet.vault.set(nil)
    gate.open()
    #expect(try await call.value && fleet.problems.all.isEmpty)
  }

  @Test("T01: a new refresh token is saved again until the vault has it, before any call gets the access token")
  func unsaved() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let tokens = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0")
    let store = fleet.instance(tokens)
    fleet.vault.set(.unsaved)
    let call = Task { try await store.gives(1) }
    try await until { fleet.clock.slept.contains(.milliseconds(100)) }
    #expect(try await !fleet.vault.memory.holds("r1"))
    fleet.vault.set(nil)
    fleet.clock.advance(by: .milliseconds(100))
    #expect(try await call.value && server.seen.requests == 1)
    #expect(try await fleet.vault.memory.holds("r1"))
  }

  @Test("T01: a refresh token that could not be saved is saved by the next call, and not sent before")
  func unsavedForLong() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let tokens = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0")
    let store = fleet.instance(tokens)
    fleet.vault.set(.unsaved)
    let call = Task { try await store.credential() }
    try await until { fleet.clock.slept.contains(.milliseconds(100)) }
    fleet.clock.advance(by: .seconds(30))
    await #expect(throws: CredentialError.self) { try await call.value }
    // The renewal goes on for a minute.
    try await until { fleet.clock.slept.filter { $0 == .milliseconds(100) }.count > 1 }
    // Then it tries for the last time. Its lease is extended at the same moment.
    let ended = fleet.vault.endedSteps.count
    fleet.clock.advance(by: .seconds(61))
    try await until { fleet.vault.endedSteps.count == ended + 2 }
    fleet.vault.set(nil)
    fleet.clock.advance(by: .seconds(3))
    #expect(try await store.credential().sent() == "Bearer t1")
    #expect(server.seen.requests == 1)
    #expect(try await fleet.vault.memory.holds("r1"))
  }

  @Test("T01: a refresh token that the vault has saved without a response is not sent again")
  func lostResponse() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let store = fleet.instance(try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0"))
    fleet.vault.set(.lostResponse)
    let call = Task { try await store.gives(1) }
    try await until { fleet.clock.slept.contains(.milliseconds(100)) }
    fleet.clock.advance(by: .milliseconds(100))
    #expect(try await call.value && server.seen.requests == 1)
    store.forget()
    #expect(try await store.gives(2) && !server.seen.isWithdrawn)
  }

  @Test("T01: if one in five steps of the vault fails, no used refresh token is sent", arguments: [1, 2, 3] as [UInt64])
  func flaky(seed: UInt64) async throws {
    let server = RotatingServer()
    let vault = FlakyVault(seed: seed)
    let clock = CallClock(ManualClock(advancesByItself: true))
    var policy = RefreshPolicy()
    (policy.maximumRefreshes, policy.backOff) = (.max, .zero)
    let stores = try (0..<4).map { _ in
      let tokens = try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: "r0")
      let shared = SharedCredentials(tokens, named: "user", in: vault, sealing: .plainText, limit: .seconds(600))
      return CredentialStore(shared, policy: policy, clock: clock)
    }
    var failures = 0
    for round in 0..<200 {
      let store = stores[round * 7 % 4]
      store.forget()
      do { _ = try await store.credential() } catch is CredentialError { failures += 1 }
    }
    #expect(failures < 100 && !server.seen.isWithdrawn && server.seen.number > 20)
  }
}

/// A vault whose steps often fail: before they take place, or after an entry was saved. Its leases do not end by time.
private final class FlakyVault: CredentialVault {
  private let memory = MemoryCredentialVault(clock: CallClock(ManualClock()))
  private let random: Mutex<SeededRandom>

  init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

  private func mayFail() throws {
    if random.withLock({ $0.next() % 10 == 0 }) { throw FaultyVault.Away() }
  }

  func checkOut(_ identity: String, seen: Int64?, lease: Duration) async throws -> CredentialCheckout {
    try mayFail()
    try mayFail()
    return try await memory.checkOut(identity, seen: seen, lease: lease)
  }
  func extend(_ lease: CredentialLease, by duration: Duration) async throws -> Bool {
    try mayFail()
    return try await memory.extend(lease, by: duration)
  }
  func save(_ data: Data, lifetime: Duration?, retention: Duration?, under lease: CredentialLease) async throws -> Bool {
    try mayFail()
    let isSaved = try await memory.save(data, lifetime: lifetime, retention: retention, under: lease)
    try mayFail()
    return isSaved
  }
  func fail(_ lease: CredentialLease, because reason: String, pause: Duration) async throws {
    try await memory.fail(lease, because: reason, pause: pause)
  }
}
