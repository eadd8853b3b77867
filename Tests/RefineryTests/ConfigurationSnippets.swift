#if Configuration
  import Configuration
  import Logging
  import Refinery
  import RefineryConfiguration
  import SystemPackage

  // The Swift blocks of RefineryConfiguration.md. DocumentationTests compares them, imports included.

  func configured(_ table: EndpointTable, _ logger: Logger) async throws -> Client {
    let file = try await FileProvider<JSONSnapshot>(filePath: "/etc/app.json")
    let config = ConfigReader(providers: [EnvironmentVariablesProvider(), file])
    return try Client(config: config.scoped(to: "crm"), table: table) { settings in
      [LoggingMiddleware(logger, policies: settings.logging), try RetryMiddleware(settings.retry)]
    } transport: {
      try URLSessionTransport(configuration: $0)
    }
  }

  func clientSettings(
    _ config: ConfigReader, people: EndpointTable, invoices: EndpointTable
  ) throws -> (crm: ClientSettings, billing: ClientSettings) {
    let crm = ConfigurationScope("crm") { try ClientSettings(config: $0, table: people) }
    let billing = ConfigurationScope("billing") { try ClientSettings(config: $0, table: invoices) }
    return try config.read(crm, billing)
  }

  func reloading(_ table: EndpointTable, _ logger: Logger, app: (Client) async throws -> Void) async throws {
    let file = try await ReloadingFileProvider<JSONSnapshot>(filePath: "/etc/app.json", pollInterval: .milliseconds(500))
    let config = ConfigReader(providers: [EnvironmentVariablesProvider(), file]).scoped(to: "crm")
    let check = ConfigurationCheck(scope: "crm", files: ["/etc/app.json"])
    let settings = try ClientSettings(config: config, table: table, check: check)
    let links: [any Middleware] = [
      LoggingMiddleware(logger, policies: settings.logging), try RetryMiddleware(settings.retry),
    ]
    let transport = try URLSessionTransport(configuration: settings.transport)
    let watcher = SettingsWatcher(config: config, settings: settings, logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await file.run() }
      group.addTask { try await watcher.run() }
      try await app(Client(settings: settings, middleware: links, transport: transport))
      group.cancelAll()
    }
  }

  func checked(_ config: ConfigReader, _ table: EndpointTable) throws -> ClientSettings {
    let check = ConfigurationCheck(scope: "crm", files: ["/etc/app.json"], own: ["oauth"])
    return try ClientSettings(config: config.scoped(to: "crm"), table: table, check: check)
  }
#endif
