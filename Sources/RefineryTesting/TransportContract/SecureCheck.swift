import HTTPTypes
public import RefineryCore

extension TransportContract {
  /// One check of a transport with TLS, named by a sentence.
  public struct SecureCheck: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let demands: TransportCapabilities
    let body: @Sendable (SecureBench) async throws -> Void

    init(
      _ description: String, demands: TransportCapabilities = [],
      _ body: @escaping @Sendable (SecureBench) async throws -> Void
    ) {
      self.description = description
      self.demands = demands
      self.body = body
    }

    /// Runs the check on transports made by `make`. The caller shuts them down afterwards.
    ///
    /// - Parameters:
    ///   - server: the server behind the relays.
    ///   - servers: the addresses of the TLS servers.
    ///   - patience: the time limit of the check.
    ///   - make: makes a transport with a configuration.
    /// - Throws: ``ContractViolation`` if the transport behaves otherwise, or the check takes longer than `patience`; an
    ///   unexpected error of the transport.
    public func run(
      on server: LoopbackServer, behind servers: SecureServers, patience: Duration = TransportContract.patience,
      make: @escaping Maker
    ) async throws {
      let bench = Bench(check: description, server: server, make: make)
      let secure = SecureBench(bench: bench, servers: servers)
      try await bench.context().losingPatience(after: patience) { try await body(secure) }
    }
  }

  /// The checks that need TLS, for a transport with these capabilities.
  ///
  /// A transport without custom trust roots must only refuse servers that are not to be trusted.
  public static func secureChecks(for capabilities: TransportCapabilities) -> [SecureCheck] {
    (certificates + secureProxies + http2).filter { capabilities.isSuperset(of: $0.demands) }
  }
}

/// Makes the transports of a check, and sends to TLS servers.
struct SecureBench: Sendable {
  let bench: Bench
  let servers: SecureServers

  /// A context whose transport trusts the test's certificate authority.
  func trusting(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> Context {
    try bench.context { configuration in
      configuration.trustRoots = servers.trustRoots
      change(&configuration)
    }
  }
}

extension Context {
  /// A request to an address other than the server's.
  func request(
    _ method: HTTPRequest.Method = .get, _ target: String = "/", to authority: String, scheme: String = "http",
    body: Body? = nil, timeout: Duration = .seconds(30)
  ) -> Request {
    var request = server.request(method, target, body: body, timeout: timeout)
    request.head.scheme = scheme
    request.head.authority = authority
    return request
  }

  /// Sends a request over TLS.
  func send(
    _ method: HTTPRequest.Method = .get, _ target: String, at authority: String, body: Body? = nil
  ) async throws -> Response {
    try await transport.send(request(method, target, to: authority, scheme: "https", body: body))
  }
}
