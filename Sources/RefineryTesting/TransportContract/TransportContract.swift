public import RefineryCore

/// The behaviour of every transport, as checks that any test framework can run.
///
/// There are three lists: checks that need a transport; checks that need transports of any configuration; and checks that need
/// TLS servers. A transport of your own runs each list in three lines:
///
/// ```swift
/// let server = try LoopbackServer()
/// defer { server.stop() }
/// for check in TransportContract.checks(for: transport.capabilities) {
///   try await check.run(transport, on: server)
/// }
/// for check in TransportContract.configuredChecks(for: transport.capabilities) {
///   try await check.run(on: server) { try MyTransport(configuration: $0) }
/// }
/// for check in TransportContract.secureChecks(for: transport.capabilities) {
///   try await check.run(on: server, behind: servers) { try MyTransport(configuration: $0) }
/// }
/// ```
/// Each check needs a server with the routes of ``LoopbackRoutes/misbehaving``. Checks may share one, one after another.
///
/// The declared capabilities decide which checks apply. When a transport is made, it must refuse an option that it does not
/// declare. There is a configured check for each option.
public enum TransportContract {
  /// Makes a transport with a configuration, or throws `UnusableConfiguration`.
  public typealias Maker = @Sendable (TransportConfiguration) throws -> any Transport

  /// The time after which a check counts as violated. With it, a transport that hangs cannot block the tests.
  public static let patience = Duration.seconds(90)

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

    /// Runs the check.
    ///
    /// - Throws: ``ContractViolation`` if the transport behaves otherwise, or the check takes longer than `patience`; an
    ///   unexpected error of the transport.
    public func run(
      _ transport: any Transport, on server: LoopbackServer, patience: Duration = TransportContract.patience
    ) async throws {
      let context = Context(check: description, transport: transport, server: server)
      try await context.losingPatience(after: patience) { try await body(context) }
    }
  }

  /// The checks for a transport with these capabilities.
  public static func checks(for capabilities: TransportCapabilities) -> [Check] {
    (messages + heads + failures + deadlines + cancellations + limits + redirects + streams + uploads).filter {
      capabilities.isSuperset(of: $0.demands) && capabilities.isDisjoint(with: $0.excludes)
    }
  }
}
