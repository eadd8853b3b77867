#if Redis
  import FoundationEssentials
  import RefineryAuth
  import RefineryContracts
  import Testing

  @testable import RefineryRedis

  @Suite("Redis: the vault", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"), .timeLimit(.minutes(5)))
  struct VaultTests {
    @Test("T01: a vault in Redis keeps the contract", arguments: CredentialVaultContract.checks)
    func contract(_ check: CredentialVaultContract.Check) async throws {
      let server = try await RedisServer()
      let vault = RedisCredentialVault(try RedisConnection(server.url, limit: .seconds(5)))
      try await check.run(on: vault)
    }

    @Test("T01: fencing tokens grow, also after the server has lost its data")
    func tokens() async throws {
      let server = try await RedisServer()
      let vault = RedisCredentialVault(try RedisConnection(server.url, limit: .seconds(5)))
      guard case .leased(let first, nil) = try await vault.checkOut("a", seen: nil, lease: .seconds(60)) else {
        Issue.record("no lease")
        return
      }
      _ = try server.ask("FLUSHALL")
      guard case .leased(let second, nil) = try await vault.checkOut("a", seen: nil, lease: .seconds(60)) else {
        Issue.record("no lease")
        return
      }
      #expect(second.token > first.token)
      #expect(try await !vault.save(Data([1, 2]), lifetime: nil, retention: nil, under: first))
    }
  }
#endif
