public import RefineryCore

/// What every transport must do, as checks that any test framework can run.
///
/// Three lists, by what a check needs: a transport; a way to make transports of any configuration; and servers that speak
/// TLS. A transport of your own runs the first in three lines, and the others as easily:
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
/// Declared capabilities decide what is demanded. What a transport does not declare it must refuse when it is made: a
/// configured check demands that, option by option.
public enum TransportContract {
  /// Makes a transport of a configuration, or throws `UnusableConfiguration`.
  public typealias Maker = @Sendable (TransportConfiguration) throws -> any Transport

  /// How long a check may take before it counts as violated, so that a transport which hangs does not hang the tests.
  public static let patience = Duration.seconds(90)

  /// One thing a transport must do, named by a sentence.
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
    /// - Throws: ``ContractViolation`` where the transport does something else, or nothing within `patience`; what it throws
    ///   where it should not.
    public func run(
      _ transport: any Transport, on server: LoopbackServer, patience: Duration = TransportContract.patience
    ) async throws {
      let context = Context(check: description, transport: transport, server: server)
      try await context.losingPatience(after: patience) { try await body(context) }
    }
  }

  /// The checks that a transport of these capabilities must pass.
  public static func checks(for capabilities: TransportCapabilities) -> [Check] {
    (messages + heads + failures + deadlines + cancellations + limits + redirects + streams + uploads).filter {
      capabilities.demand($0.demands, not: $0.excludes)
    }
  }
}

extension TransportCapabilities {
  func demand(_ demands: Self, not excludes: Self) -> Bool { isSuperset(of: demands) && isDisjoint(with: excludes) }
}
