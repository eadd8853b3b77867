#if Configuration
  import Configuration
  import Foundation
  import RefineryCore
  import RefineryLogging
  import RefineryRetry
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
      ]
      variables.merge(companions[name] ?? [:]) { $1 }
      let variable = ConfigurationKey.variable(["crm"] + key.components(placeholder))
      variables[variable] = key.example

      let settings = try ClientSettings(config: environment(variables), table: RefineryConfigurationTests.table)
      let isChanged =
        settings.baseURL != "https://first.example.com" || settings.name != nil || !settings.headers.isEmpty
        || !settings.options.isEmpty || settings.retry != RetryPolicy() || settings.transport != TransportConfiguration()
        || settings.logging.policy != LoggingPolicy() || !settings.overrides.overrides.isEmpty
      #expect(isChanged, "\(variable)=\(key.example)")
    }
  }
#endif
