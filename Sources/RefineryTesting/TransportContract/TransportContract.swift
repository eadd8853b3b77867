public import RefineryCore

/// What every transport must do, as checks that any test framework can run.
///
/// ```swift
/// let server = try LoopbackServer()
/// defer { server.stop() }
/// for check in TransportContract.checks(for: transport.capabilities) {
///   try await check.run(transport, on: server)
/// }
/// ```
/// Each check needs a server with the routes of ``LoopbackRoutes/misbehaving``. Checks may share one, one after another.
public enum TransportContract {
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
    /// - Throws: ``ContractViolation`` where the transport does something else; what it throws where it should not.
    public func run(_ transport: any Transport, on server: LoopbackServer) async throws {
      try await body(Context(check: description, transport: transport, server: server))
    }
  }

  /// The checks that a transport of these capabilities must pass.
  public static func checks(for capabilities: TransportCapabilities) -> [Check] {
    (messages + failures + limits + redirects + streams).filter {
      capabilities.isSuperset(of: $0.demands) && capabilities.isDisjoint(with: $0.excludes)
    }
  }
}
