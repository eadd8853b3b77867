#if PostgreSQL
  import RefineryContracts
  import RefineryPostgreSQL
  import RefineryStore
  import Testing

  /// The tests that need a PostgreSQL server.
  @Suite("PostgreSQL", .enabled(if: DatabaseServer.isAvailable, "initdb is missing: install postgresql"))
  enum PostgreSQLTests {}

  /// The contract of all stores.
  extension PostgreSQLTests {
    @Suite("Contract", .timeLimit(.minutes(5))) struct ContractTests {
      @Test("T04: PostgreSQLStore keeps the contract of stores", arguments: StoreContract.checks)
      func contract(check: StoreContract.Check) async throws {
        let server = try DatabaseServer.shared()
        try await check.run { try await server.store() }
      }

      @Test("T04: PostgreSQLStore keeps the contract of leases", arguments: StoreContract.leaseChecks)
      func leases(check: StoreContract.LeaseCheck) async throws {
        let server = try DatabaseServer.shared()
        let schema = server.newSchema()
        try await check.run { (try await server.store(schema: schema), try await server.store(schema: schema)) }
      }
    }
  }
#endif
