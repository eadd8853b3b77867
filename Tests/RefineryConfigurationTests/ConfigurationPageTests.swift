#if Configuration
  import Configuration
  import Foundation
  import RefineryCore
  import RefineryLogging
  import Testing

  @testable import RefineryConfiguration

  @Suite struct ConfigurationPageTests {
    private static let keys = ConfigurationKey.all(ClientSettings.standardKeys)
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/RefineryConfiguration/RefineryConfiguration.docc/RefineryConfiguration.md")

    @Test("P10: the page's table of keys is that of the code")
    func table() throws {
      let rows = Self.keys.map { key in
        "| `\(key.name)` | \(key.expectation)\(key.isSecret ? ", secret" : "") | \(key.standard) | `\(key.example)` "
          + "| \(key.isLive ? "at run time" : "at the start") |"
      }
      let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n").map(String.init)
      let shown = lines.filter { $0.hasPrefix("| `") && ($0.hasSuffix("at run time |") || $0.hasSuffix("at the start |")) }
      #expect(shown == rows, "The table is:\n\(rows.joined(separator: "\n"))")
    }

    @Test("P10: the example of each key is a sound value, and it changes a setting", arguments: keys.map(\.name))
    func example(name: String) throws {
      let key = try #require(Self.keys.first { $0.name == name })
      let placeholder = name.contains("<row>") ? "Person.read" : "X-Tenant"
      var variables = ["CRM_BASE_URL": "https://first.example.com"]
      let companions = [
        "headerNames": ["CRM_HEADERS_X_TENANT": "south"], "headers.<name>": ["CRM_HEADER_NAMES": "X-Tenant"],
        "transport.clientCertificate.chain": ["CRM_TRANSPORT_CLIENT_CERTIFICATE_KEY": "/key.pem"],
        "transport.clientCertificate.key": ["CRM_TRANSPORT_CLIENT_CERTIFICATE_CHAIN": "/chain.pem"],
        "circuitBreaker.slowRatio": ["CRM_CIRCUIT_BREAKER_SLOW_DURATION": "2"],
      ]
      if name.hasPrefix("rateLimit.") { variables["CRM_RATE_LIMIT_RATE"] = "5" }
      if name.hasPrefix("cache.") { variables["CRM_CACHE_IDENTITY"] = "fields" }
      variables.merge(companions[name] ?? [:]) { $1 }
      let variable = ConfigurationKey.variable(["crm"] + key.components(placeholder))
      // Nil if the companions of the key are a fault without it.
      let before = try? read(variables)
      variables[variable] = key.example
      let after = try read(variables)

      let isChanged =
        after.baseURL != before?.baseURL || after.name != before?.name || after.headers != before?.headers
        || after.retry != before?.retry || after.transport != before?.transport || after.linkSettings != before?.linkSettings
        || after.logging.policy != before?.logging.policy || !after.options.isEmpty || !after.overrides.overrides.names.isEmpty
      #expect(isChanged, "\(variable)=\(key.example)")
    }

    @Test("P10: each key that accepts null reads the text null as null", arguments: keys.filter(\.acceptsNull).map(\.name))
    func null(name: String) throws {
      let key = try #require(Self.keys.first { $0.name == name })
      let components = key.components("Person.read")
      let variable = ConfigurationKey.variable(["crm"] + components)
      let settings = try read(["CRM_BASE_URL": "https://a.example", variable: "null"])
      #expect(settings.values[components.joined(separator: ".")] == .null)
    }

    private func read(_ variables: [String: String]) throws -> ClientSettings {
      try ClientSettings(config: environment(variables), table: RefineryConfigurationTests.table)
    }
  }
#endif
