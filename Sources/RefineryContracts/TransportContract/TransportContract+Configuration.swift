import HTTPTypes
import RefineryCore
import RefineryTesting

extension TransportContract {
  private typealias Setting = (
    name: String, capability: TransportCapabilities, set: @Sendable (inout TransportConfiguration) -> Void
  )

  private static let settings: [Setting] = [
    ("connectTimeout", .connectTimeout, { $0.connectTimeout = .seconds(5) }),
    ("proxy", .proxies, { $0.proxy = "http://127.0.0.1:3128" }),
    ("trustRoots", .customTrust, { $0.trustRoots = "/nowhere/roots.pem" }),
    (
      "clientCertificate", .clientCertificates, { $0.clientCertificate = .init(chain: "/nowhere/c.pem", key: "/nowhere/k.pem") }
    ),
    ("version", .versionControl, { $0.version = .http1 }),
    ("maximumConnections", .connectionLimit, { $0.maximumConnections = 8 }),
    ("unixSocket", .unixSockets, { $0.unixSocket = "/nowhere/socket" }),
  ]

  /// One check per option: an option that is not declared is refused, and so is a declared option with an unusable value.
  static func refusals(for capabilities: TransportCapabilities) -> [Check] {
    let undeclared = settings.filter { !capabilities.contains($0.capability) }.map { setting in
      refusal("\(setting.name) is refused when the transport is made, since it is not declared", of: setting.name, setting.set)
    }
    return undeclared + unusable
  }

  private static let unusable: [Check] = [
    refusal("an invalid maximumConnectionsPerOrigin is refused when the transport is made", of: "maximumConnectionsPerOrigin") {
      $0.maximumConnectionsPerOrigin = 0
    },
    refusal("an invalid connectionLifetime is refused when the transport is made", of: "connectionLifetime") {
      $0.connectionLifetime = .zero
    },
    refusal("an invalid maximumWaitingPerOrigin is refused when the transport is made", of: "maximumWaitingPerOrigin") {
      $0.maximumWaitingPerOrigin = -1
    },
    refusal("a connectTimeout that is not positive is refused", of: "connectTimeout", demands: .connectTimeout) {
      $0.connectTimeout = .zero
    },
    refusal("a maximumConnections below one is refused", of: "maximumConnections", demands: .connectionLimit) {
      $0.maximumConnections = 0
    },
    refusal(
      "trust roots that cannot be read or hold none are refused", of: "trustRoots", demands: .customTrust,
      { $0.trustRoots = "/nowhere/roots.pem" }, { $0.trustRoots = "/dev/null" }),
    refusal("a client certificate that cannot be read is refused", of: "clientCertificate", demands: .clientCertificates) {
      $0.clientCertificate = .init(chain: "/nowhere/chain.pem", key: "/nowhere/key.pem")
    },
    refusal(
      "a proxy URL that is not valid is refused, and its password is not shown", of: "proxy", demands: .proxies,
      { $0.proxy = "" }, { $0.proxy = "canary" }, { $0.proxy = "ftp://user:canary@host:1" }, { $0.proxy = "http://" },
      { $0.proxy = "http://user:canary@host:99999" }),
    refusal(
      "a Unix socket's path that no system takes is refused", of: "unixSocket", demands: .unixSockets,
      { $0.unixSocket = "" }, { $0.unixSocket = "/" + String(repeating: "long", count: 100) }),
  ]

  /// A check that each of these changes of a configuration is refused, with a problem that names the option.
  private static func refusal(
    _ description: String, of option: String, demands: TransportCapabilities = [],
    _ changes: @Sendable (inout TransportConfiguration) -> Void...
  ) -> Check {
    Check(description, demands: demands) { context in
      for change in changes {
        do {
          _ = try context.configured(change)
        } catch let error as UnusableSettings {
          let isNamed = error.problems.contains { $0.contains(option) } && !error.description.contains("canary")
          try context.expect(isNamed, "a problem that names \(option) and no secret", saw: error.description)
          continue
        }
        throw ContractViolation(rule: description, expected: "UnusableSettings for \(option)", seen: "a transport")
      }
    }
  }
}
