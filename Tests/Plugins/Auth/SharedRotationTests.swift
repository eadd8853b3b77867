import FoundationEssentials
import RefineryAuth
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SharedRotationTests {
  private func tokens(_ server: RotatingServer, _ first: Secret<String> = "r0") throws -> OAuth2RefreshToken {
    try OAuth2RefreshToken(.stubbed(server.transport, .none), refreshToken: first)
  }

  @Test("T01: 1,000 renewals by 8 instances never send a used refresh token")
  func renewals() async throws {
    let server = RotatingServer()
    // Leases do not end: no instance stops.
    let vault = MemoryCredentialVault(clock: CallClock(ManualClock()))
    var policy = RefreshPolicy()
    policy.maximumRefreshes = .max
    let stores = try (0..<8).map { _ in
      let shared = SharedCredentials(try tokens(server), named: "user", in: vault, sealing: .plainText)
      return CredentialStore(shared, policy: policy, clock: CallClock(ManualClock(advancesByItself: true)))
    }
    var round = 0
    while server.seen.number < 1_000 {
      // The first of two instances has the latest credential, and the second usually has not. Both replace theirs.
      let pair = [stores[round % 8], stores[(round * 3 + 1) % 8]]
      round += 1
      pair[0].forget()
      _ = try await pair[0].credential()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for store in pair {
          store.forget()
          group.addTask { _ = try await store.credential() }
        }
        try await group.waitForAll()
      }
    }
    let seen = server.seen
    #expect(!seen.isWithdrawn && seen.number >= 1_000 && seen.number == seen.requests && seen.mostUnderway == 1)
  }

  @Test("T01: an instance that starts with an old refresh token uses that of the vault")
  func restart() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let store = fleet.instance(try tokens(server))
    #expect(try await store.gives(1))
    let restarted = fleet.instance(try tokens(server))
    #expect(try await restarted.gives(1))
    restarted.forget()
    #expect(try await restarted.gives(2))
    // The refresh token is kept beyond the lifetime of the access token.
    fleet.clock.advance(by: .seconds(1_000_000))
    #expect(try await fleet.instance(try tokens(server)).gives(3))
    #expect(!server.seen.isWithdrawn && server.seen.requests == 3)
  }

  @Test("T01: a refresh token of a new login replaces that of the vault, for all instances")
  func login() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let providers = try (0..<3).map { _ in try tokens(server) }
    let stores = providers.map { fleet.instance($0) }
    for store in stores { #expect(try await store.gives(1)) }
    server.logIn("s0")
    // Two instances are told of the login.
    for index in [1, 2] {
      providers[index].use("s0")
      stores[index].forget()
      #expect(try await stores[index].gives(2))
    }
    #expect(server.seen.requests == 2)
    stores[0].forget()
    #expect(try await stores[0].gives(2))
    stores[0].forget()
    #expect(try await stores[0].gives(3))
    stores[1].forget()
    #expect(try await stores[1].gives(3))
    #expect(!server.seen.isWithdrawn && server.seen.requests == 3)
  }

  @Test("T01: of two logins in different instances, the later one remains in use")
  func twoLogins() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let providers = try (0..<2).map { _ in try tokens(server) }
    let stores = providers.map { fleet.instance($0) }
    for (number, token) in ["s0", "u0"].enumerated() {
      server.logIn(token)
      providers[number].use(Secret(token))
      stores[number].forget()
      #expect(try await stores[number].gives(number + 1))
    }
    stores[0].forget()
    #expect(try await stores[0].gives(2))
    #expect(!server.seen.isWithdrawn && server.seen.requests == 2)
  }

  @Test("T01: if the vault loses its entries, an instance sends the refresh token of the credential that it uses")
  func lostEntries() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let stores = try (0..<2).map { _ in fleet.instance(try tokens(server)) }
    for store in stores { #expect(try await store.gives(1)) }
    fleet.vault.clear()
    stores[1].forget()
    #expect(try await stores[1].gives(2))
    #expect(!server.seen.isWithdrawn && server.seen.requests == 2)
  }

  @Test("T01: a refresh token of a new login that comes during a renewal is the next one, in all instances")
  func loginDuringRenewal() async throws {
    let (fleet, gate) = (Fleet(), Latch())
    let server = RotatingServer(gate: gate)
    let providers = try (0..<2).map { _ in try tokens(server) }
    let stores = providers.map { fleet.instance($0) }
    let call = Task { try await stores[0].gives(1) }
    try await until { server.seen.requests == 1 }
    server.logIn("s0")
    providers[0].use("s0")
    gate.open()
    #expect(try await call.value)
    #expect(try await fleet.vault.memory.holds("s0"))
    #expect(try await stores[1].gives(1))
    for (number, store) in zip(2..., [stores[1], stores[0]]) {
      store.forget()
      #expect(try await store.gives(number))
      store.forget()
      _ = try await store.credential()
    }
    #expect(!server.seen.isWithdrawn)
  }

  @Test("T01: an instance with the refresh token of a new login waits for the end of a pause, and then ends the failures")
  func loginDuringFailures() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let providers = try (0..<2).map { _ in try tokens(server) }
    let stores = providers.map { fleet.instance($0) }
    for store in stores { #expect(try await store.gives(1)) }
    server.logIn("s0")
    stores[0].forget()
    let error = await #expect(throws: CredentialError.self) { try await stores[0].credential() }
    #expect(error?.description.contains("invalid_grant") == true)

    server.logIn("s0")
    providers[1].use("s0")
    stores[1].forget()
    let call = Task { try await stores[1].gives(2) }
    try await until { fleet.clock.slept.contains(.seconds(1)) }
    fleet.clock.advance(by: .seconds(1))
    #expect(try await call.value)
    stores[0].forget()
    #expect(try await stores[0].gives(2))
    #expect(!server.seen.isWithdrawn && server.seen.requests == 3)
  }

  @Test("T01: a response without a usable access token does not lose the refresh token in it")
  func unusableAccessToken() async throws {
    let fleet = Fleet()
    let stub = StubTransport(
      .json(#"{"access_token":"a","token_type":"mac","refresh_token":"r1"}"#),
      .json(#"{"access_token":"b","token_type":"Bearer","refresh_token":"r2"}"#))
    let providers = try (0..<2).map { _ in try OAuth2RefreshToken(.stubbed(stub, .none), refreshToken: "r0") }
    await #expect(throws: CredentialError.self) { try await fleet.instance(providers[0]).credential() }
    let other = fleet.instance(providers[1])
    let error = await #expect(throws: CredentialError.self) { try await other.credential() }
    #expect(error?.description.contains("another instance") == true)
    fleet.clock.advance(by: .seconds(1))
    #expect(try await other.credential().sent() == "Bearer b")
    #expect(try await stub.forms.map { $0.contains("refresh_token=r1&") } == [false, true])
  }

  @Test("T01: an instance that cannot open the entry with the refresh token sends nothing")
  func unreadableSecret() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    let reversed = Sealing(seal: { data, _ in Data(data.reversed()) }, open: { data, _ in Data(data.reversed()) }, name: { $0 })
    #expect(try await fleet.instance(try tokens(server)).gives(1))
    let wrong = try tokens(server)
    let store = fleet.instance(wrong, sealing: reversed)
    let error = await #expect(throws: CredentialError.self) { try await store.credential() }
    #expect(error?.description.contains("check its key") == true)
    #expect(server.seen.requests == 1)
    #expect(try await fleet.instance(try tokens(server)).gives(1))

    server.logIn("s0")
    wrong.use("s0")
    store.forget()
    #expect(try await store.gives(2) && !server.seen.isWithdrawn)
  }

  @Test("T01: every instance fails at once with a refresh token that the server has refused, and sends it once")
  func refusedGrant() async throws {
    let (fleet, server) = (Fleet(), RotatingServer())
    server.logIn("other")
    let stores = try (0..<2).map { _ in fleet.instance(try tokens(server)) }
    for _ in 0..<6 {
      for store in stores { await #expect(throws: CredentialError.self) { try await store.credential() } }
      fleet.clock.advance(by: .seconds(1))
    }
    #expect(server.seen.requests == 2)
  }
}
