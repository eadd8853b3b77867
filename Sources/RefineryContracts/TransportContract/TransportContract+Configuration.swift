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

  private static let values: [(name: String, set: @Sendable (inout TransportConfiguration) -> Void)] = [
    ("maximumConnectionsPerOrigin", { $0.maximumConnectionsPerOrigin = 0 }),
    ("connectionLifetime", { $0.connectionLifetime = .zero }),
    ("maximumWaitingPerOrigin", { $0.maximumWaitingPerOrigin = -1 }),
  ]

  /// One check per option: an option that is not declared is refused, and so is a declared option with an unusable value.
  static func refusals(for capabilities: TransportCapabilities) -> [ConfiguredCheck] {
    let undeclared = settings.filter { !capabilities.contains($0.capability) }.map { setting in
      ConfiguredCheck("\(setting.name) is refused when the transport is made, since it is not declared") { bench, _ in
        try bench.expectRefusal(of: setting.name, setting.set)
      }
    }
    let unusable = values.map { value in
      ConfiguredCheck("an invalid \(value.name) is refused when the transport is made") { bench, _ in
        try bench.expectRefusal(of: value.name, value.set)
      }
    }
    return undeclared + unusable + unreadable
  }

  private static let unreadable: [ConfiguredCheck] = [
    ConfiguredCheck("a connectTimeout that is not positive is refused", demands: .connectTimeout) { bench, _ in
      try bench.expectRefusal(of: "connectTimeout") { $0.connectTimeout = .zero }
    },
    ConfiguredCheck("a maximumConnections below one is refused", demands: .connectionLimit) { bench, _ in
      try bench.expectRefusal(of: "maximumConnections") { $0.maximumConnections = 0 }
    },
    ConfiguredCheck("trust roots that cannot be read or hold none are refused", demands: .customTrust) { bench, _ in
      try bench.expectRefusal(of: "trustRoots") { $0.trustRoots = "/nowhere/roots.pem" }
      try bench.expectRefusal(of: "trustRoots") { $0.trustRoots = "/dev/null" }
    },
    ConfiguredCheck("a client certificate that cannot be read is refused", demands: .clientCertificates) { bench, _ in
      try bench.expectRefusal(of: "clientCertificate") {
        $0.clientCertificate = .init(chain: "/nowhere/chain.pem", key: "/nowhere/key.pem")
      }
    },
    ConfiguredCheck("a proxy URL that is not valid is refused, and its password is not shown", demands: .proxies) { bench, _ in
      for proxy in ["", "canary", "ftp://user:canary@host:1", "http://", "http://user:canary@host:99999"] {
        try bench.expectRefusal(of: "proxy") { $0.proxy = proxy }
      }
    },
    ConfiguredCheck("a Unix socket's path that no system takes is refused", demands: .unixSockets) { bench, _ in
      try bench.expectRefusal(of: "unixSocket") { $0.unixSocket = "" }
      try bench.expectRefusal(of: "unixSocket") { $0.unixSocket = "/" + String(repeating: "long", count: 100) }
    },
  ]
}

extension Bench {
  func expectRefusal(of option: String, _ change: (inout TransportConfiguration) -> Void) throws {
    do {
      _ = try context(change)
    } catch let error as UnusableSettings {
      let isNamed = error.problems.contains { $0.contains(option) }
      guard isNamed, !error.description.contains("canary") else {
        throw ContractViolation(rule: check, expected: "a problem that names \(option) and no secret", seen: error.description)
      }
      return
    }
    throw ContractViolation(rule: check, expected: "UnusableSettings for \(option)", seen: "a transport")
  }
}
