public import RefineryCore

extension TransportContract {
  /// One check of transports with particular configurations, named by a sentence.
  public struct ConfiguredCheck: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let demands: TransportCapabilities
    let body: @Sendable (Bench, Context) async throws -> Void

    init(
      _ description: String, demands: TransportCapabilities = [],
      _ body: @escaping @Sendable (_ bench: Bench, _ context: Context) async throws -> Void
    ) {
      self.description = description
      self.demands = demands
      self.body = body
    }

    /// Runs the check on transports made by `make`. The caller shuts them down afterwards.
    ///
    /// - Throws: `ContractViolation` if the transport behaves otherwise, or the check takes longer than `patience`; an
    ///   unexpected error of the transport.
    public func run(
      on server: LoopbackServer, patience: Duration = TransportContract.patience, make: @escaping Maker
    ) async throws {
      let bench = Bench(check: description, server: server, make: make)
      let context = try bench.context()
      try await context.losingPatience(after: patience) { try await body(bench, context) }
    }
  }

  /// The checks that need configurations, for a transport with these capabilities.
  public static func configuredChecks(for capabilities: TransportCapabilities) -> [ConfiguredCheck] {
    (refusals(for: capabilities) + reuse + connections + proxies).filter { capabilities.isSuperset(of: $0.demands) }
  }
}

/// Makes the transports of a check.
struct Bench: Sendable {
  let check: String
  let server: LoopbackServer
  let make: TransportContract.Maker

  /// A context with a transport of its own configuration.
  ///
  /// The limit of waiting requests is unique, so that the transport does not share an engine with an equal configuration.
  func context(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> Context {
    var configuration = TransportConfiguration()
    configuration.maximumWaitingPerOrigin = Int.random(in: 100_001...1_000_000_000)
    change(&configuration)
    return Context(check: check, transport: try make(configuration), server: server)
  }
}
