#if Curl
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOPosix
  import NIOSSL
  import RefineryCore
  import RefineryCurl
  import RefineryContracts
  import Testing

  extension Sockets.CurlSecurityTests {
    /// The error of a call by TLS to a server of that configuration, and how many requests have reached it.
    private func error(
      _ tls: TLSConfiguration, _ change: (inout TransportConfiguration) -> Void
    ) async throws -> (TransportError?, requests: Int) {
      var configuration = TransportConfiguration()
      configuration.trustRoots = SecureHouse.certificate("authority")
      change(&configuration)
      let transport = try CurlTransport(configuration: configuration)
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let outcome = try await withServer { server in
        let relay = try await TLSRelay(tls, to: server.port, on: group)
        let request = server.request(.get, "/head").redirected(to: relay.authority, scheme: "https")
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        return (error, server.requestCount)
      }
      await transport.shutdown(grace: .zero)
      try await group.shutdownGracefully()
      return outcome
    }

    @Test(
      "L03: a name that stands only in a certificate's common name does not count, and nothing is sent",
      arguments: ["nameless", "mailbox"])
    func commonName(certificate: String) async throws {
      let (error, requests) = try await error(SecureHouse.tls(certificate)) { _ in }
      #expect(error?.code == .tlsFailed && error?.isUnsent == true && requests == 0)
    }

    @Test("L03: TLS before 1.2 is not spoken")
    func oldVersions() async throws {
      var tls = try SecureHouse.tls("server")
      tls.minimumTLSVersion = .tlsv1
      tls.maximumTLSVersion = .tlsv11
      let (error, requests) = try await error(tls) { _ in }
      #expect(error?.code == .tlsFailed && error?.isUnsent == true && requests == 0)
    }

    @Test("L03: a client certificate that the server refuses is named, also where TLS 1.3 tells after the handshake")
    func refusedCertificate() async throws {
      for version in [TLSVersion.tlsv12, .tlsv13] {
        for name in ["intruder", nil] {
          var tls = try SecureHouse.tls("server")
          tls.minimumTLSVersion = version
          tls.maximumTLSVersion = version
          tls.certificateVerification = .noHostnameVerification
          tls.trustRoots = .file(SecureHouse.certificate("authority"))
          let (error, requests) = try await error(tls) { configuration in
            configuration.clientCertificate = name.map {
              .init(chain: SecureHouse.certificate($0), key: SecureHouse.certificate($0 + ".key"))
            }
          }
          #expect(error?.code == .tlsFailed && requests == 0, "\(version), \(name ?? "none")")
          // A handshake of TLS 1.2 that fails for want of a certificate says no more than that it fails.
          guard version == .tlsv13 || name != nil else { continue }
          #expect(error?.reason.contains("client certificate") == true, "\(version), \(name ?? "none")")
        }
      }
    }
  }
#endif
