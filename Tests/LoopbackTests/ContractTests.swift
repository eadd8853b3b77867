import RefineryContracts
import RefineryCore
import Testing

/// Every check of the contract on every transport of ours. Those of TLS need a server that only a trait brings: see
/// `SecureContractTests`.
extension Sockets.ContractTests {
  @Test(
    "L02, L12, L13: every transport keeps the contract", .timeLimit(.minutes(3)), arguments: Trial.all(TransportContract.checks)
  )
  func contract(trial: Trial) async throws { try await run(trial) }

  @Test(
    "L03, L13: every transport keeps the contract of what can be configured, and refuses what it does not declare",
    .timeLimit(.minutes(3)), arguments: Trial.all(TransportContract.configuredChecks))
  func configured(trial: Trial) async throws { try await run(trial) }

  private func run(_ trial: Trial) async throws {
    try await withServer { server in
      try await trial.engine.makingTransports { try await trial.check.run(on: server, make: $0) }
    }
  }

  @Test("L13: what is declared decides what is demanded, and something is demanded for every capability")
  func demands() {
    let every = TransportCapabilities(rawValue: .max)
    func count(_ capabilities: TransportCapabilities) -> Set<String> {
      Set(TransportContract.checks(for: capabilities).map(\.description))
        .union(TransportContract.configuredChecks(for: capabilities).map(\.description))
        .union(TransportContract.secureChecks(for: capabilities).map(\.description))
    }
    for bit in 0..<13 {
      let without = every.subtracting(TransportCapabilities(rawValue: 1 << bit))
      #expect(!count(every).subtracting(count(without)).isEmpty, "\(TransportCapabilities(rawValue: 1 << bit))")
    }
  }
}

/// One check on one engine.
struct Trial: Sendable, CustomTestStringConvertible {
  let engine: Engine
  let check: TransportContract.Check
  var testDescription: String { "\(engine.rawValue): \(check)" }

  /// What URLSession does not do by its documented interface only: see `FoundationInternals.swift`.
  private static let needingInternals: Set<String> = [
    "a gzip bomb ends at the limit of decoded bytes, and other calls go on",
    "calls that end together leave their connections to those that follow",
  ]

  static func all(_ checks: (TransportCapabilities) -> [TransportContract.Check]) -> [Trial] {
    Engine.allCases.flatMap { engine in checks(engine.capabilities).map { Trial(engine: engine, check: $0) } }
      .filter { $0.engine != .urlSession || Engine.usesFoundationInternals || !needingInternals.contains("\($0.check)") }
  }
}
