public import RefineryCore

extension TransportContract {
  /// One thing that transports of particular configurations must do, named by a sentence.
  public struct ConfiguredCheck: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    let demands: TransportCapabilities
    let excludes: TransportCapabilities
    let body: @Sendable (Bench) async throws -> Void

    init(
      _ description: String, demands: TransportCapabilities = [], excludes: TransportCapabilities = [],
      _ body: @escaping @Sendable (Bench) async throws -> Void
    ) {
      self.description = description
      self.demands = demands
      self.excludes = excludes
      self.body = body
    }

    /// Runs the check on transports that it makes by `make`; shutting them down afterwards is the caller's part.
    ///
    /// - Throws: ``ContractViolation`` where the transport does something else, or nothing within `patience`; what it throws
    ///   where it should not.
    public func run(
      on server: LoopbackServer, patience: Duration = TransportContract.patience, make: @escaping Maker
    ) async throws {
      let bench = Bench(check: description, server: server, make: make)
      try await bench.context().losingPatience(after: patience) { try await body(bench) }
    }
  }

  /// The checks that need configurations, for a transport of these capabilities.
  public static func configuredChecks(for capabilities: TransportCapabilities) -> [ConfiguredCheck] {
    (refusals(for: capabilities) + reuse + connections + proxies).filter {
      capabilities.demand($0.demands, not: $0.excludes)
    }
  }
}

/// A check that makes its transports.
struct Bench: Sendable {
  let check: String
  let server: LoopbackServer
  let make: TransportContract.Maker

  /// A context with a transport of its own configuration.
  ///
  /// The limit of waiting requests is like no other's, so that an engine which equal configurations share is not shared.
  func context(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> Context {
    var configuration = TransportConfiguration()
    configuration.maximumWaitingPerOrigin = Int.random(in: 100_001...1_000_000_000)
    change(&configuration)
    return Context(check: check, transport: try make(configuration), server: server)
  }
}
