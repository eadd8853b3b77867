#if Curl
  import RefineryCore
  import RefineryCurl
  import RefineryTesting
  import Testing

  @Suite struct CurlContractTests {
    @Test("L02: libcurl keeps the contract of transports", arguments: TransportContract.checks(for: CurlTransport.capabilities))
    func contract(check: TransportContract.Check) async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      try await check.run(CurlTransport(), on: server)
    }
  }
#endif
