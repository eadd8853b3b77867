#if AsyncHTTPClient || Curl
  import RefineryCore
  import RefineryTesting
  import Testing

  /// The part of the contract that needs servers of TLS: those are made of SwiftNIO, which only comes with a trait. With one,
  /// every transport is tried, URLSession too.
  @Suite struct SecureContractTests {
    @Test(
      "L02, L03: every transport keeps the contract of TLS, proxies and HTTP/2", .timeLimit(.minutes(3)),
      arguments: Trial<TransportContract.SecureCheck>.all)
    func secure(trial: Trial<TransportContract.SecureCheck>) async throws {
      try await withServer { server in
        try await SecureHouse.open(behind: server) { servers in
          try await trial.engine.makingTransports { try await trial.check.run(on: server, behind: servers, make: $0) }
        }
      }
    }
  }

  extension Trial<TransportContract.SecureCheck> {
    static var all: [Trial] { all(TransportContract.secureChecks) }
  }
#endif
