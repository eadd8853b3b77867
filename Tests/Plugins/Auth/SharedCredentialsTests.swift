import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SharedCredentialsTests {
  @Test("T01: 50 instances that need a credential at the same time make one request")
  func once() async throws {
    let (fleet, gate) = (Fleet(), Latch())
    let issuer = Issuer(gate: gate)
    let instances = (0..<50).map { _ in fleet.instance(issuer.provider) }
    let ended = Tally()
    let calls = instances.map { store in
      Task {
        defer { ended.add() }
        return try await store.gives(1)
      }
    }
    try await fleet.waits(49)
    gate.open()
    // An instance may begin another wait after any step of the clock.
    try await until {
      fleet.clock.advance(by: .milliseconds(1))
      return ended.count == instances.count
    }
    for call in calls { #expect(try await call.value) }
    #expect(issuer.count == 1 && fleet.problems.all.isEmpty)
  }

  @Test("T01: an instance that ends during a renewal blocks the others for one lease, and a late response changes nothing")
  func holder() async throws {
    let (fleet, gate) = (Fleet(), Latch())
    let (late, issuer) = (Issuer(gate: gate), Issuer())
    // A stopped process: its clock does not advance.
    let stopped = CredentialStore(fleet.shared(late.provider), clock: CallClock(ManualClock()))
    let first = Task { try await stopped.credential() }
    try await until { late.count == 1 }
    let second = Task { try await fleet.instance(issuer.provider).gives(1) }
    try await fleet.waits(1)
    fleet.clock.advance(by: .milliseconds(2_999))
    try await until { fleet.clock.slept.contains(.milliseconds(1)) }
    #expect(issuer.count == 0)
    fleet.clock.advance(by: .milliseconds(1))
    #expect(try await second.value && issuer.count == 1)

    let before = fleet.vault.memory.contents
    gate.open()
    #expect(try await first.value == .bearer("t1").lasting(.seconds(3_600)))
    #expect(fleet.vault.memory.contents == before && late.count == 1)
  }

  @Test("T01: a renewal that takes longer than a lease extends it")
  func slowRenewal() async throws {
    let (fleet, gate) = (Fleet(), Latch())
    let issuer = Issuer(gate: gate)
    let holder = Task { try await fleet.instance(issuer.provider).gives(1) }
    try await until { issuer.count == 1 }
    for count in 1...20 {
      // The next extension is due after a third of the lease.
      try await until { fleet.clock.slept.filter { $0 == .seconds(1) }.count == count }
      fleet.clock.advance(by: .seconds(1))
    }
    try await until { fleet.clock.slept.filter { $0 == .seconds(1) }.count == 21 }
    let other = Task { try await fleet.instance(issuer.provider).gives(1) }
    try await fleet.waits(1)
    gate.open()
    #expect(try await holder.value)
    fleet.clock.advance(by: .milliseconds(3))
    #expect(try await other.value && issuer.count == 1)
  }

  @Test("T01: an extension that fails is repeated soon, so that the lease does not end")
  func lostExtension() async throws {
    let (fleet, gate) = (Fleet(), Latch())
    let issuer = Issuer(gate: gate)
    let holder = Task { try await fleet.instance(issuer.provider).gives(1) }
    try await until { issuer.count == 1 && fleet.clock.slept.contains(.seconds(1)) }
    fleet.vault.set(.away)
    fleet.clock.advance(by: .seconds(1))
    try await until { fleet.clock.slept.contains(.milliseconds(50)) }
    fleet.vault.set(nil)
    fleet.clock.advance(by: .milliseconds(50))
    try await until { fleet.clock.slept.filter { $0 == .seconds(1) }.count == 2 }
    gate.open()
    #expect(try await holder.value)
  }

  @Test("T01: after a 401 for an old version an instance takes the newer credential and renews nothing")
  func refused() async throws {
    let (fleet, issuer) = (Fleet(), Issuer())
    let stores = (0..<2).map { _ in fleet.instance(issuer.provider) }
    for store in stores { #expect(try await store.gives(1)) }
    for store in stores {
      let stub = StubTransport.accepting("t2")
      let response = try await Next([AuthMiddleware(store: store)], transport: stub)(personRequest())
      #expect(response.head.status == .ok && stub.authorizations == ["Bearer t1", "Bearer t2"])
    }
    #expect(issuer.count == 2)
  }

  @Test("T01: an instance that starts later takes the credential with the rest of its lifetime")
  func later() async throws {
    let (fleet, issuer) = (Fleet(), Issuer())
    #expect(try await fleet.instance(issuer.provider).gives(1))
    fleet.clock.advance(by: .seconds(3_000))
    let credential = try await fleet.instance(issuer.provider).credential()
    #expect(credential == .bearer("t1").lasting(.seconds(600)) && issuer.count == 1)
    fleet.clock.advance(by: .seconds(590))
    #expect(try await fleet.instance(issuer.provider).gives(2))
  }

  @Test("T01: a credential without a lifetime is kept without one")
  func forever() async throws {
    let fleet = Fleet()
    let issuer = Issuer(lifetime: nil)
    #expect(try await fleet.instance(issuer.provider).gives(1))
    fleet.clock.advance(by: .seconds(1_000_000))
    #expect(try await fleet.instance(issuer.provider).credential() == .bearer("t1"))
  }

  @Test("T01: every form of a credential is the same in another instance")
  func forms() async throws {
    let credential = Credential.header("X-Key", "a b").and(.apiKey("ü&=", query: "key name")).and(
      .basic(user: "u", password: "é"))
    let fleet = Fleet()
    let provider = CountingProvider { _, _ in credential.lasting(.seconds(60)) }
    for _ in 0..<2 { #expect(try await fleet.instance(provider).credential() == credential.lasting(.seconds(60))) }
    #expect(provider.count == 1)
  }

  @Test("T01: credentials with different names, and keys with different identities, are independent")
  func names() async throws {
    let (fleet, issuer) = (Fleet(), Issuer())
    #expect(try await fleet.instance(issuer.provider, named: "a&b").gives(1))
    #expect(try await fleet.instance(issuer.provider, named: "a").gives(2))
    #expect(try await fleet.instance(issuer.provider, named: "a").credential(for: "b").sent() == "Bearer t3")
    #expect(try await fleet.instance(issuer.provider, named: "a&b").gives(1))
  }

  @Test("T01: an entry that cannot be read is replaced, and reported without its content")
  func unreadable() async throws {
    let (fleet, issuer) = (Fleet(), Issuer())
    let store = fleet.instance(issuer.provider)
    let damaging = Sealing(seal: { data, _ in Data(data.dropLast(2)) }, open: { data, _ in data }, name: { $0 })
    #expect(try await fleet.instance(issuer.provider, sealing: damaging).gives(1))
    #expect(try await store.gives(2))
    #expect(try await fleet.instance(issuer.provider).gives(2))
    #expect(fleet.problems.all == ["an entry of the vault cannot be used and is replaced: it is not a credential"])
  }

  @Test(
    "T01: an entry in another form, or with a credential that cannot be sent, is replaced",
    arguments: [
      "", "{}", "[]", #"{"form":2,"name":"n","parts":[{"field":"Authorization","value":"Bearer bad"}]}"#,
      #"{"form":1,"name":"n","parts":[]}"#, #"{"form":1,"name":"n","parts":[{"value":"bad"}]}"#,
      #"{"form":1,"name":"n","parts":[{"field":"a b","value":"bad"}]}"#,
      #"{"form":1,"name":"n","parts":[{"field":"Authorization","value":"bad\r\nX: y"}]}"#,
      #"{"form":1,"name":"n","parts":[{"query":"key&x","value":"bad"}]}"#,
      #"{"form":1,"name":"n","parts":[],"secret":{"current":"r0","origin":"r0"}}"#,
    ])
  func otherForms(document: String) async throws {
    let (fleet, issuer) = (Fleet(), Issuer())
    guard case .leased(let lease, _) = try await fleet.vault.memory.checkOut("name=app&", seen: nil, lease: .seconds(3)) else {
      Issue.record("no lease")
      return
    }
    _ = try await fleet.vault.memory.save(Data(document.utf8), lifetime: nil, retention: nil, under: lease)
    #expect(try await fleet.instance(issuer.provider).gives(1) && issuer.count == 1)
    #expect(try await fleet.instance(issuer.provider).gives(1) && issuer.count == 1)
    #expect(fleet.problems.all.allSatisfy { $0?.contains("bad") == false })
  }

  @Test("T01: a failed renewal is tried by one instance a second, and the others fail with its reason")
  func failures() async throws {
    let fleet = Fleet()
    let provider = CountingProvider { _, _ in throw TransportError(.cannotFindHost, phase: .beforeSending) }
    let stores = (0..<10).map { _ in fleet.instance(provider) }
    for second in 1...8 {
      for index in stores.indices {
        // Another instance is the first each time.
        let store = stores[(index + second) % stores.count]
        let error = await #expect(throws: CredentialError.self) { try await store.credential() }
        let text = error?.description ?? ""
        #expect(text.hasSuffix("cannot find host before sending"))
        #expect(text.contains("another instance") == (index > 0))
      }
      #expect(provider.count == second)
      fleet.clock.advance(by: .seconds(1))
    }
  }

  @Test("T01: an instance that waits asks the vault after 5 ms, then half as often each time, down to once in 100 ms")
  func waits() async throws {
    for (random, waits) in [(0.0, [2.5, 5, 10, 20, 40, 50, 50, 22.5]), (0.5, [3.75, 7.5, 15, 30, 60, 75, 8.75])] {
      let vault = MemoryCredentialVault(clock: CallClock(ManualClock()))
      _ = try await vault.checkOut("name=app&", seen: nil, lease: .seconds(60))
      let clock = ManualClock(advancesByItself: true)
      let shared = SharedCredentials(Issuer().provider, named: "app", in: vault, sealing: .plainText)
      let context = CredentialContext(clock: CallClock(clock, random: { random }), limit: .milliseconds(200))
      await #expect(throws: TimedOut(.refresh)) { try await shared.credential(for: context) }
      #expect(clock.slept.map { $0 / .milliseconds(1) } == waits)
    }
  }

  @Test("T01: a wait for another instance ends at the limit of the store")
  func deadline() async throws {
    let (fleet, gate) = (Fleet(), Latch())
    let shared = fleet.shared(Issuer(gate: gate).provider)
    let holder = Task { try await shared.credential(for: CredentialContext(clock: CallClock(ManualClock()))) }
    try await until { fleet.vault.steps.count == 1 }
    let waiting = Task {
      try await fleet.shared(Issuer().provider).credential(for: CredentialContext(clock: fleet.time, limit: .seconds(1)))
    }
    try await fleet.waits(1)
    fleet.clock.advance(by: .seconds(1))
    await #expect(throws: TimedOut(.refresh)) { try await waiting.value }
    gate.open()
    _ = try await holder.value
  }
}

extension MemoryCredentialVault {
  /// Whether an entry contains a text.
  func holds(_ text: String) async throws -> Bool { contents.contains { $0.firstRange(of: Data(text.utf8)) != nil } }
}
