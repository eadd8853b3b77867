package import Configuration
import Logging
package import Refinery
package import RefineryConfiguration
import RefineryLifecycle
import RefineryMetrics
import RefineryTracing
package import ServiceLifecycle

/// The client of one upstream, with the services that it needs while the app runs.
package struct UpstreamClient: Sendable {
  /// Sends the calls.
  package let client: Client
  /// Applies changes of the overrides and of the logging policy.
  package let watcher: SettingsWatcher
  /// The services that the app runs for the client. List them before the server, so that they end after it.
  package let services: [any Service]

  /// Creates a client from a configuration.
  ///
  /// - Parameters:
  ///   - config: the configuration, in the scope of the upstream.
  ///   - table: the rows of the upstream.
  ///   - telemetry: the backends for metrics and spans.
  ///   - check: finds misspelled keys of the upstream, which are faults.
  ///   - usesOAuth: whether the upstream needs an access token. If true, the keys under `oauth` are required.
  ///   - onChange: called after each change of the configuration.
  ///   - transport: makes the transport.
  /// - Throws: `ConfigurationFaults` with every fault; other errors of the transport.
  package init(
    config: ConfigReader, table: EndpointTable, telemetry: Telemetry, check: ConfigurationCheck? = nil,
    usesOAuth: Bool = false,
    onChange: @escaping @Sendable (SettingsWatcher.Outcome) -> Void = { _ in },
    transport: (TransportConfiguration) throws -> any Transport
  ) throws {
    var faults: [String] = []
    let oauth = usesOAuth ? OAuthSettings(config: config, faults: &faults) : nil
    let settings = try Self.settings(config, table, check, faults)
    let transport = try Self.makeTransport(transport, settings.transport)
    let retry = try RetryMiddleware(settings.retry)
    let metrics = MetricsMiddleware(
      factory: telemetry.metrics,
      gauges: ["refinery.client.retry.budget": { Double(retry.remainingBudget) }])
    // The middleware that observes each attempt, including attempts to the token endpoint.
    let observers: [any Middleware] = [
      TracingMiddleware(telemetry.tracer),
      LoggingMiddleware(policies: settings.logging, label: "attempt").at(.observe),
      metrics,
    ]
    let tokens = try oauth.map { try Self.tokens($0, via: Next(observers, transport: transport), metrics) }
    var calls: [any Middleware] = [
      CallTracingMiddleware(telemetry.tracer), LoggingMiddleware(policies: settings.logging), RequestIDMiddleware(), retry,
    ]
    if let tokens { calls.append(AuthMiddleware(store: tokens)) }
    client = Client(settings: settings, middleware: calls + observers, transport: transport, observers: [metrics])
    let logger = Logger(label: "upstream")
    watcher = SettingsWatcher(config: config, settings: settings, logger: logger, onChange: onChange)
    // Services end in reverse order. The client ends before the credentials, because its last calls need them.
    var services: [any Service] = [SettingsService(watcher)]
    if let tokens {
      services.append(CredentialService(tokens) { logger.warning("no fresh credential: \(ErrorSummary.text(of: $0))") })
    }
    services.append(ClientService(client, grace: .seconds(10)))
    self.services = services
  }

  /// Reads the settings. The error lists their faults and those in `earlier`.
  private static func settings(
    _ config: ConfigReader, _ table: EndpointTable, _ check: ConfigurationCheck?, _ earlier: [String]
  ) throws(ConfigurationFaults) -> ClientSettings {
    let settings: ClientSettings
    do throws(ConfigurationFaults) {
      settings = try ClientSettings(config: config, table: table, check: check)
    } catch {
      throw ConfigurationFaults(faults: error.faults + earlier)
    }
    guard earlier.isEmpty else { throw ConfigurationFaults(faults: earlier) }
    return settings
  }

  /// Makes the transport. Settings that it does not support are faults of the configuration.
  private static func makeTransport(
    _ make: (TransportConfiguration) throws -> any Transport, _ configuration: TransportConfiguration
  ) throws -> any Transport {
    do {
      return try make(configuration)
    } catch let error as UnusableSettings {
      throw ConfigurationFaults(faults: error.problems.map { "transport.\($0)" })
    }
  }

  /// Returns a store for the client credentials of OAuth 2.
  private static func tokens(
    _ oauth: OAuthSettings, via next: Next, _ metrics: MetricsMiddleware
  ) throws -> CredentialStore {
    do {
      let client = try OAuth2Client(oauth.clientID, .basic(oauth.clientSecret), tokenURL: oauth.tokenURL, via: next)
      return CredentialStore(try OAuth2Grant.clientCredentials(client)) { _, duration, problem in
        metrics.recordRefresh(duration, isFailure: problem != nil)
      }
    } catch let error as CredentialError {
      throw ConfigurationFaults(faults: ["oauth: \(error)"])
    }
  }
}
