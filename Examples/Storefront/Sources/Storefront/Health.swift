import Hummingbird
import Refinery
import RefineryConfiguration

/// The response of `/health`.
struct Health: ResponseCodable {
  /// The state of one upstream's client.
  struct Upstream: Codable {
    var report: Client.Report
    /// How many changes of the configuration were taken and refused.
    var changesTaken: Int
    var changesRefused: Int
  }

  var isHealthy: Bool
  var clients: [Upstream]

  init(of upstreams: [UpstreamClient]) {
    clients = upstreams.map { upstream in
      let counts = upstream.watcher.counts
      return Upstream(report: upstream.client.report, changesTaken: counts.taken, changesRefused: counts.refused)
    }
    isHealthy = clients.allSatisfy(\.report.problems.isEmpty)
  }
}
