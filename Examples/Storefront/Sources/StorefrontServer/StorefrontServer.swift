import Backends
import Configuration
import CoreMetrics
import Foundation
import Hummingbird
import Logging
import RefineryAsyncHTTPClient
import RefineryConfiguration
import ServiceLifecycle
import Storefront
import SystemPackage
import Tracing
import UnixSignals
import Upstreams

/// Starts the app and its upstreams. SIGTERM and SIGINT end them.
@main
enum StorefrontServer {
  static func main() async {
    do {
      try await run()
    } catch {
      // An unusable configuration is reported to the operator in a sentence, without a crash.
      FileHandle.standardError.write(Data("storefront: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() async throws {
    // 1. Telemetry, before other code uses a backend.
    let environment = ConfigReader(provider: EnvironmentVariablesProvider())
    let directory = environment.string(forKey: "telemetry.directory", default: ".build")
    let (log, spans) = try (LineFile("\(directory)/log.jsonl"), LineFile("\(directory)/spans.jsonl"))
    let metrics = PrometheusRegistry()
    let tracer = LineTracer(to: spans.append)
    LoggingSystem.bootstrap { _ in LineLogHandler(level: .debug, to: log.append) }
    MetricsSystem.bootstrap(metrics)
    InstrumentationSystem.bootstrap(tracer)

    // 2. Configuration: the environment takes precedence over the file, which is read again when it changes.
    let path = environment.string(forKey: "storefront.config", default: "storefront.json")
    let file = try await ReloadingFileProvider<JSONSnapshot>(filePath: FilePath(path), pollInterval: .milliseconds(500))
    let config = ConfigReader(providers: [EnvironmentVariablesProvider(), file])

    // 3. The app. The faults of the server and of both clients are reported together.
    let telemetry = Telemetry(metrics: metrics, tracer: tracer)
    let (server, catalogue, orders) = try config.read(
      ConfigurationScope("server") { try ServerSettings(config: $0) },
      ConfigurationScope("catalogue") {
        try UpstreamClient(
          config: $0, table: Tables.catalogue, telemetry: telemetry,
          check: ConfigurationCheck(scope: "catalogue", files: [path])
        ) {
          try AsyncHTTPClientTransport(configuration: $0)
        }
      },
      ConfigurationScope("orders") {
        try UpstreamClient(
          config: $0, table: Tables.orders, telemetry: telemetry,
          check: ConfigurationCheck(scope: "orders", files: [path], own: ["oauth"]), usesOAuth: true
        ) {
          try AsyncHTTPClientTransport(configuration: $0)
        }
      })
    let app = Application(
      router: try Storefront(catalogue: catalogue, orders: orders, metrics: metrics).router,
      configuration: .init(address: .hostname("127.0.0.1", port: server.port)),
      logger: Logger(label: "storefront"))

    // 4. Services end in reverse order: the server, then the clients, then the services that they need.
    let upstreams: [any Service] = [
      Upstream.catalogue(port: 8081, served: try LineFile("\(directory)/catalogue.jsonl")),
      Upstream.orders(
        port: 8082, secret: try config.requiredString(forKey: "orders.oauth.clientSecret", isSecret: true),
        served: try LineFile("\(directory)/orders.jsonl")),
    ]
    let services: [any Service] = [file] + catalogue.services + orders.services + [app]
    try await ServiceGroup(
      services: upstreams + services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "services")
    ).run()
  }
}
