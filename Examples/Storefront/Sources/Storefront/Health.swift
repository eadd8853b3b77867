import Foundation
import Hummingbird
import Refinery
import RefineryConfiguration

/// The response of `/health`.
struct Health: ResponseCodable {
  /// The state of one upstream's client.
  struct Report: Codable {
    var name: String?
    var baseURL: String?
    var chain: [String]
    var transport: String
    var overrides: [String]
    var problems: [String]
    /// How many changes of the configuration were taken and refused.
    var changesTaken: Int
    var changesRefused: Int
  }

  var isHealthy: Bool
  var clients: [Report]

  init(of upstreams: [UpstreamClient]) {
    clients = upstreams.map { Report($0.client, $0.watcher.counts) }
    isHealthy = clients.allSatisfy(\.problems.isEmpty)
  }
}

extension Health.Report {
  fileprivate init(_ client: Client, _ counts: SettingsWatcher.Counts) {
    name = client.name
    if let url = client.baseURL, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) {
      // These may contain a secret.
      parts.user = nil
      parts.password = nil
      parts.query = nil
      baseURL = parts.string
    }
    chain = client.middleware.map(\.name)
    transport = "\(client.transport.name) (\(client.transport.capabilities))"
    overrides = client.overrides.names
    problems = client.problems
    changesTaken = counts.taken
    changesRefused = counts.refused
  }
}
