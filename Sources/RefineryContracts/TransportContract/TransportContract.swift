public import RefineryCore
import RefineryTesting

/// The behaviour of every transport, as checks that any test framework can run.
///
/// There are three lists: checks of any transport; checks of transports that can be configured; and checks that need TLS
/// servers. A transport of your own runs each list in three lines:
///
/// ```swift
/// let server = try LoopbackServer()
/// defer { server.stop() }
/// for check in TransportContract.checks(for: capabilities) {
///   try await check.run(on: server) { _ in transport }
/// }
/// for check in TransportContract.configuredChecks(for: capabilities) {
///   try await check.run(on: server) { try MyTransport(configuration: $0) }
/// }
/// for check in TransportContract.secureChecks(for: capabilities) {
///   try await check.run(on: server, behind: servers) { try MyTransport(configuration: $0) }
/// }
/// ```
/// Each check needs a server with its standard handler. Checks may share one, one after another.
///
/// The declared capabilities decide which checks apply. A transport must refuse an option that it does not declare when it is
/// made; there is a configured check for each option.
public enum TransportContract {
  /// Makes a transport with a configuration, or throws `UnusableSettings`.
  package typealias Maker = @Sendable (TransportConfiguration) throws -> any Transport

  /// One check of a transport, named by a sentence.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let demands: TransportCapabilities
    let excludes: TransportCapabilities
    let body: @Sendable (Context) async throws -> Void

    init(
      _ description: String, demands: TransportCapabilities = [], excludes: TransportCapabilities = [],
      _ body: @escaping @Sendable (Context) async throws -> Void
    ) {
      self.description = description
      self.demands = demands
      self.excludes = excludes
      self.body = body
    }

    /// Runs the check on transports made by `make`. The caller shuts them down afterwards.
    ///
    /// - Parameters:
    ///   - server: the server that responds; the secure servers pass their bytes to it.
    ///   - servers: the addresses of TLS servers. Only ``TransportContract/secureChecks(for:)`` need them.
    ///   - patience: the time after which the check counts as violated, so that a transport that hangs does not hang the tests.
    ///   - make: makes a transport with a configuration, or throws `UnusableSettings`.
    /// - Throws: `ContractViolation` if the transport behaves otherwise, or the check takes longer than `patience`; an
    ///   unexpected error of the transport.
    public func run(
      on server: LoopbackServer, behind servers: SecureServers? = nil, patience: Duration = .seconds(90),
      make: @escaping @Sendable (TransportConfiguration) throws -> any Transport
    ) async throws {
      let context = try Context(check: description, server: server, servers: servers, make: make)
      do { try await bounded(by: patience) { try await body(context) } } catch is RanTooLong {
        throw ContractViolation(rule: description, expected: "an end within \(patience)", seen: "none")
      }
    }
  }

  /// The checks for a transport with these capabilities.
  public static func checks(for capabilities: TransportCapabilities) -> [Check] {
    (messages + heads + failures + deadlines + cancellations + limits + redirects + streams + uploads)
      .filter { $0.applies(to: capabilities) }
  }

  /// The checks that need configurations, for a transport with these capabilities.
  public static func configuredChecks(for capabilities: TransportCapabilities) -> [Check] {
    (refusals(for: capabilities) + reuse + connections + proxies).filter { $0.applies(to: capabilities) }
  }

  /// The checks that need TLS, for a transport with these capabilities.
  ///
  /// A transport without custom trust roots must only refuse servers that are not to be trusted.
  public static func secureChecks(for capabilities: TransportCapabilities) -> [Check] {
    (certificates + secureProxies + http2).filter { $0.applies(to: capabilities) }
  }
}

extension TransportContract.Check {
  /// A check that needs TLS servers.
  static func secure(
    _ description: String, demands: TransportCapabilities = .customTrust,
    _ body: @escaping @Sendable (Context, SecureServers) async throws -> Void
  ) -> Self {
    Self(description, demands: demands) { context in
      guard let servers = context.servers else {
        throw ContractViolation(rule: description, expected: "the addresses of TLS servers", seen: "none")
      }
      try await body(context, servers)
    }
  }

  fileprivate func applies(to capabilities: TransportCapabilities) -> Bool {
    capabilities.isSuperset(of: demands) && capabilities.isDisjoint(with: excludes)
  }
}
