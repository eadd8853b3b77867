#if AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOPosix
  import NIOSSL
  import RefineryCore
  import RefineryRetry
  import RefineryContracts
  import Synchronization
  import Testing

  /// TLS rules that the engines do not enforce.
  extension Sockets.CertificateRuleTests {
    private func failure(
      _ certificate: String, by engine: Engine, links: [any Middleware] = [],
      _ change: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> TransportError? {
      try await withServer { server in
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var tls = try SecureHouse.tls(certificate)
        change(&tls)
        let relay = try await TLSRelay(tls, to: server.port, on: group)
        let result = await Result {
          try await engine.using({ $0.trustRoots = SecureHouse.certificate("authority") }) { transport in
            let request = server.request(.get, "/head").redirected(to: relay.authority, scheme: "https")
            return try await Next(links, transport: transport)(request)
          }
        }
        #expect(server.received.isEmpty)
        try await group.shutdownGracefully()
        return #expect(throws: TransportError.self) { try result.get() }
      }
    }

    @Test("L03: TLS 1.0 and 1.1 are refused", arguments: [Engine.asyncHTTPClient], [TLSVersion.tlsv1, .tlsv11])
    func oldVersions(engine: Engine, version: TLSVersion) async throws {
      let error = try await failure("server", by: engine) {
        $0.minimumTLSVersion = .tlsv1
        $0.maximumTLSVersion = version
      }
      #expect(error?.code == .tlsFailed && error?.isUnsent == true)
    }

    @Test(
      "L03: replaced files of trust roots and of a client certificate apply to new connections", arguments: Engine.readingFiles)
    func replacedFiles(engine: Engine) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "refinery-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      func write(_ name: String, as file: String) throws {
        let content = try Data(contentsOf: URL(fileURLWithPath: SecureHouse.certificate(name)))
        try content.write(to: folder.appending(path: file), options: .atomic)
      }
      func replace(roots: String, client: String) throws {
        try write(roots, as: "roots.pem")
        try write(client, as: "client.pem")
        try write(client + ".key", as: "client.key.pem")
      }
      func path(_ file: String) -> String { folder.appending(path: file).path }
      try replace(roots: "stranger", client: "intruder")
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      try await withServer { server in
        var tls = try SecureHouse.tls("server")
        tls.certificateVerification = .noHostnameVerification
        tls.trustRoots = .file(SecureHouse.certificate("authority"))
        let relay = try await TLSRelay(tls, to: server.port, on: group)
        let request = server.request(.get, "/head").redirected(to: relay.authority, scheme: "https")
        try await engine.using({
          $0.trustRoots = path("roots.pem")
          $0.clientCertificate = .init(chain: path("client.pem"), key: path("client.key.pem"))
        }) { transport in
          let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
          #expect(error?.code == .tlsFailed)
          try replace(roots: "authority", client: "client")
          // AsyncHTTPClient's files are looked at once in a second.
          var status = 0
          while status == 0, !Task.isCancelled { status = (try? await transport.send(request).head.status.code) ?? 0 }
          #expect(status == 200)
        }
      }
      try await group.shutdownGracefully()
    }

    @Test(
      "L03: a certificate that is only for the name *, or that has the host as its common name only, is refused",
      arguments: [Engine.asyncHTTPClient], ["everyhost", "nameless", "mailbox"])
    func names(engine: Engine, certificate: String) async throws {
      let error = try await failure(certificate, by: engine)
      #expect(error?.code == .tlsFailed && error?.isUnsent == true)
    }

    @Test(
      "L03, L05: a client without the certificate that the server demands is told so over TLS 1.3, and nothing is sent again",
      arguments: [Engine.asyncHTTPClient])
    func refusedClient(engine: Engine) async throws {
      let retries = Mutex(0)
      let retry = RetryMiddleware(onRetry: { _ in retries.withLock { $0 += 1 } })
      for _ in 0..<20 {
        let error = try await failure("server", by: engine, links: [retry]) {
          $0.minimumTLSVersion = .tlsv13
          $0.certificateVerification = .noHostnameVerification
          $0.trustRoots = .file(SecureHouse.certificate("authority"))
        }
        #expect(error?.code == .tlsFailed)
        #expect(error?.reason.contains("client certificate") == true, "\(String(describing: error))")
      }
      #expect(retries.withLock { $0 } == 0)
    }
  }

  extension Engine {
    /// Those that can use files of certificates.
    fileprivate static var readingFiles: [Engine] { allCases.filter { $0.capabilities.contains(.clientCertificates) } }
  }
#endif
