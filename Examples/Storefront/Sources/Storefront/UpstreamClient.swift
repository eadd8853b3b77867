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
  ///   - onChange: called after each change of the configuration.
  ///   - transport: makes the transport.
  /// - Throws: `ConfigurationFaults` with every fault; the errors of the transport and of the credentials.
  package init(
    config: ConfigReader, table: EndpointTable, telemetry: Telemetry,
    onChange: @escaping @Sendable (SettingsWatcher.Outcome) -> Void = { _ in },
    transport: (TransportConfiguration) throws -> any Transport
  ) throws {
    let settings = try ClientSettings(config: config, table: table)
    let transport = try transport(settings.transport)
    let retry = try RetryMiddleware(settings.retry)
    let metrics = MetricsMiddleware(
      factory: telemetry.metrics,
      gauges: ["refinery.client.retry.budget": { Double(retry.remainingBudget) }])
    // The links that observe each attempt, including attempts to the token endpoint.
    let observers: [any Middleware] = [
      TracingMiddleware(telemetry.tracer),
      LoggingMiddleware(policies: settings.logging, label: "attempt").at(.observe),
      metrics,
    ]
    let tokens = try Self.tokens(config.scoped(to: "oauth"), via: Next(observers, transport: transport), metrics)
    var calls: [any Middleware] = [
      CallTracingMiddleware(telemetry.tracer), LoggingMiddleware(policies: settings.logging), RequestIDMiddleware(), retry,
    ]
    if let tokens { calls.append(AuthMiddleware(store: tokens)) }
    client = Client(settings: settings, middleware: calls + observers, transport: transport, observers: [metrics])
    watcher = SettingsWatcher(config: config, settings: settings, logger: Logger(label: "settings"), onChange: onChange)
    var services: [any Service] = [SettingsService(watcher), ClientService(client, grace: .seconds(10))]
    if let tokens { services.append(CredentialService(tokens)) }
    self.services = services
  }

  /// Returns a store for the client credentials of OAuth 2 (RFC 6749 section 4.4); nil if the configuration has no `tokenURL`.
  private static func tokens(
    _ config: ConfigReader, via next: Next, _ metrics: MetricsMiddleware
  ) throws -> CredentialStore? {
    guard let tokenURL = config.string(forKey: "tokenURL") else { return nil }
    let secret = Secret(try config.requiredString(forKey: "clientSecret", isSecret: true))
    let client = try OAuth2Client(
      config.requiredString(forKey: "clientID"), .basic(secret), tokenURL: tokenURL, via: next)
    return CredentialStore(try OAuth2ClientCredentials(client)) {
      metrics.recordRefresh($0.duration, isFailure: $0.problem != nil)
    }
  }
}
