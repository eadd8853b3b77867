#if AsyncHTTPClient
  import AsyncHTTPClient
  import NIOCore
  import NIOSSL
  import RefineryCore
  import RefineryTransport

  /// A configuration converted to the engine's types.
  struct ClientSettings {
    private(set) var client = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
    private(set) var unixSocket: String?
    private(set) var connectionsPerOrigin: Int
    private(set) var waitingPerOrigin: Int
    let speaksHTTP2: Bool
    /// Nil if the configuration names no files of certificates.
    let files: CertificateFiles?

    /// Settings for the default configuration.
    init() { self.init(checked: TransportConfiguration()) }

    /// - Throws: `UnusableSettings` listing every option that cannot be used.
    init(_ configuration: TransportConfiguration) throws(UnusableSettings) {
      var problems = configuration.problems(for: AsyncHTTPClientTransport.capabilities)
      self.init(checked: configuration)
      do {
        if let proxy = configuration.proxy { client.proxy = try ProxyAddress(proxy).proxy }
      } catch {
        problems.append("proxy \(error.reason)")
      }
      if let problem = configuration.unixSocketProblem(longest: 103) { problems.append(problem) }
      unixSocket = configuration.unixSocket?.utf8.map(Self.escaped).joined()
      useTLS(configuration, &problems)
      guard problems.isEmpty else { throw UnusableSettings(of: TransportConfiguration.self, problems: problems) }
    }

    private init(checked configuration: TransportConfiguration) {
      connectionsPerOrigin = max(1, configuration.maximumConnectionsPerOrigin)
      waitingPerOrigin = max(0, configuration.maximumWaitingPerOrigin)
      speaksHTTP2 = configuration.version == .http2
      files = CertificateFiles(of: configuration)
      client.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerOrigin
      // If a connection fails, its call fails at once. Middleware decides whether to retry.
      client.connectionPool.retryConnectionEstablishment = false
      // Middleware creates the spans. The engine would create further ones, at a twentieth of the cost of a small request.
      client.tracing.tracer = nil
      // If no connect timeout is set, connecting may take until the call's deadline instead of the engine's ten seconds. A
      // limit is still needed: the engine continues to connect after the call has ended, so a silent server would occupy more
      // and more sockets.
      client.timeout.connect = configuration.connectTimeout.map { Self.amount($0) } ?? .minutes(5)
      client.tlsConfiguration = Self.tls
      let longest = configuration.connectionLifetime.map { Self.amount($0) }
      switch configuration.version {
      case nil, .http1:
        client.httpVersion = .http1Only
        client.http1_1ConnectionDebugInitializer = { channel in
          Self.prepare(channel) { try HTTP1Guard.install(in: channel, for: longest.map { ConnectionLifetime(atMost: $0) }) }
        }
      case .http2:
        client.http1_1ConnectionDebugInitializer = { channel in
          Self.prepare(channel) {
            throw TransportError(.unsupported, phase: .beforeSending, reason: "the server does not speak HTTP/2 over TLS")
          }
        }
        client.http2ConnectionDebugInitializer = { channel in
          Self.prepare(channel) { try HTTP2Guard.install(in: channel, for: longest.map { ConnectionLifetime(atMost: $0) }) }
        }
        client.http2StreamChannelDebugInitializer = { stream in
          stream.eventLoop.makeCompletedFuture { try HTTP2StreamGuard.install(in: stream) }
        }
      }
    }

    private static var tls: TLSConfiguration {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.minimumTLSVersion = .tlsv12
      return tls
    }

    private static func amount(_ duration: Duration) -> TimeAmount {
      // The conversion must not trap for negative limits, because they are refused only later.
      let (seconds, attoseconds) = min(max(duration, .nanoseconds(1)), .seconds(1_000_000_000)).components
      return .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// Checks a new connection and adds our handlers before the engine sends a request on it. If this fails, the connection is
    /// closed, and the request fails unsent.
    private static func prepare(_ channel: any Channel, _ change: () throws -> Void) -> EventLoopFuture<Void> {
      do {
        try PeerNames.check(channel)
        try change()
        return channel.eventLoop.makeSucceededVoidFuture()
      } catch {
        channel.eventLoop.execute { channel.close(promise: nil) }
        return channel.eventLoop.makeFailedFuture(error)
      }
    }

    private static func escaped(_ byte: UInt8) -> String {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }

    private mutating func useTLS(_ configuration: TransportConfiguration, _ problems: inout [String]) {
      guard configuration.trustRoots != nil || configuration.clientCertificate != nil else { return }
      var tls = Self.tls
      // The problems do not repeat the values: one may be the text of a key instead of its path.
      if let roots = configuration.trustRoots {
        if let certificates = try? NIOSSLCertificate.fromPEMFile(roots), !certificates.isEmpty {
          tls.trustRoots = .certificates(certificates)
        } else {
          problems.append("trustRoots is not the path of a readable file of PEM certificates")
        }
      }
      if let files = configuration.clientCertificate {
        if let chain = try? NIOSSLCertificate.fromPEMFile(files.chain), !chain.isEmpty {
          tls.certificateChain = chain.map { .certificate($0) }
        } else {
          problems.append("clientCertificate's chain is not the path of a readable file of PEM certificates")
        }
        if let key = Self.key(in: files.key) {
          tls.privateKey = .privateKey(key)
        } else {
          problems.append("clientCertificate's key is not the path of a readable file of an unencrypted PEM key")
        }
      }
      if problems.isEmpty, (try? NIOSSLContext(configuration: tls)) == nil {
        problems.append("clientCertificate's key does not belong to its chain")
      }
      client.tlsConfiguration = tls
    }

    /// Passes an empty passphrase. Otherwise NIOSSL would ask at the terminal for the passphrase of an encrypted key.
    private static func key(in file: String) -> NIOSSLPrivateKey? {
      try? NIOSSLPrivateKey(file: file, format: .pem) { provide in provide([UInt8]()) }
    }
  }
#endif
