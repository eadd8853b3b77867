#if AsyncHTTPClient || Curl
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryContracts
  import Testing

  /// The part of the contract that needs servers of TLS: those are made of SwiftNIO, which only comes with a trait. With one,
  /// every transport is tried, URLSession too.
  extension Sockets.SecureContractTests {
    @Test(
      "L02, L03: every transport keeps the contract of TLS, proxies and HTTP/2", .timeLimit(.minutes(3)),
      arguments: Trial.all(TransportContract.secureChecks))
    func secure(trial: Trial) async throws {
      try await withServer { server in
        try await SecureHouse.open(behind: server) { servers in
          var servers = servers
          if !trial.engine.speaksHTTP2 { servers.http2 = nil }
          try await trial.engine.makingTransports { [servers] in
            try await trial.check.run(on: server, behind: servers, make: $0)
          }
        }
      }
    }
  }

  extension Sockets.SecureContractTests {
    @Test(
      "L02: content that ends with its connection, and that without TLS's own end, is an error",
      arguments: Engine.having(.customTrust))
    func cut(engine: Engine) async throws {
      try await withServer { server in
        try await SecureHouse.open(behind: server) { servers in
          try await engine.using({ $0.trustRoots = servers.trustRoots }) { transport in
            let cutting = try #require(servers.cutting)
            let request = server.request(.get, "/until-close").redirected(to: cutting, scheme: "https")
            let result = await Result { try await transport.send(request).body.collect() }
            let error = #expect(throws: TransportError.self) { try result.get() }
            #expect(error?.code == .connectionLost && error?.phase == .receiving)
          }
        }
      }
    }
  }
#endif
