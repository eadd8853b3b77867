import HTTPTypes
public import RefineryCore

extension TransportContract {
  /// One thing a transport must do where there is TLS, named by a sentence.
  public struct SecureCheck: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let demands: TransportCapabilities
    let excludes: TransportCapabilities
    let body: @Sendable (SecureBench) async throws -> Void

    init(
      _ description: String, demands: TransportCapabilities = [], excludes: TransportCapabilities = [],
      _ body: @escaping @Sendable (SecureBench) async throws -> Void
    ) {
      self.description = description
      self.demands = demands
      self.excludes = excludes
      self.body = body
    }

    /// Runs the check on transports that it makes by `make`; shutting them down afterwards is the caller's part.
    ///
    /// - Parameters:
    ///   - server: the server behind the relays.
    ///   - servers: where those are that speak TLS.
    ///   - patience: how long the check may take.
    ///   - make: makes a transport with a configuration.
    /// - Throws: ``ContractViolation`` where the transport does something else, or nothing within `patience`; what it throws
    ///   where it should not.
    public func run(
      on server: LoopbackServer, behind servers: SecureServers, patience: Duration = TransportContract.patience,
      make: @escaping Maker
    ) async throws {
      let bench = Bench(check: description, server: server, make: make)
      let secure = SecureBench(bench: bench, servers: servers)
      try await bench.context().losingPatience(after: patience) { try await body(secure) }
    }
  }

  /// The checks that need TLS, for a transport of these capabilities.
  ///
  /// One that cannot be given trust roots is asked for no more than to refuse what is not to be trusted.
  public static func secureChecks(for capabilities: TransportCapabilities) -> [SecureCheck] {
    (certificates + secureProxies + http2).filter { capabilities.demand($0.demands, not: $0.excludes) }
  }
}

/// A check that makes its transports and sends to servers of TLS.
struct SecureBench: Sendable {
  let bench: Bench
  let servers: SecureServers

  /// A context whose transport trusts the test's authority.
  func trusting(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> Context {
    try bench.context { configuration in
      configuration.trustRoots = servers.trustRoots
      change(&configuration)
    }
  }
}

extension Context {
  /// A request over TLS.
  func secure(_ method: HTTPRequest.Method = .get, _ target: String, at authority: String, body: Body? = nil) -> Request {
    var request = server.request(method, target, body: body)
    request.head.scheme = "https"
    request.head.authority = authority
    return request
  }

  /// Sends a request over TLS.
  func send(
    _ method: HTTPRequest.Method = .get, _ target: String, at authority: String, body: Body? = nil
  ) async throws -> Response {
    try await transport.send(secure(method, target, at: authority, body: body))
  }
}
