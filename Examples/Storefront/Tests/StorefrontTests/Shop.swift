import Backends
import Configuration
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Refinery
import RefineryConfiguration
import RefineryTesting
import Storefront
import Synchronization
import Tracing

/// The app with stub transports, and with telemetry that tests can read.
struct Shop: Sendable {
  let catalogue: StubTransport
  let orders: StubTransport
  let config: MutableInMemoryProvider
  let metrics = PrometheusRegistry()
  let spans = Lines()
  let log = Lines()
  let tracer: LineTracer
  let clients: (catalogue: UpstreamClient, orders: UpstreamClient)

  init(
    catalogue: StubTransport = StubTransport(), orders: StubTransport = StubTransport(),
    settings: [AbsoluteConfigKey: ConfigValue] = [:], file: (any ConfigProvider)? = nil,
    onChange: @escaping @Sendable (SettingsWatcher.Outcome) -> Void = { _ in }
  ) throws {
    self.catalogue = catalogue
    self.orders = orders
    config = MutableInMemoryProvider(initialValues: Self.settings.merging(settings) { $1 })
    tracer = LineTracer(to: spans.append)
    let telemetry = Telemetry(metrics: metrics, tracer: tracer)
    let providers: [any ConfigProvider] = (file.map { [$0] } ?? []) + [config]
    clients = try ConfigReader(providers: providers).read(
      ConfigurationScope("catalogue") {
        try UpstreamClient(config: $0, table: Tables.catalogue, telemetry: telemetry, onChange: onChange) { _ in catalogue }
      },
      ConfigurationScope("orders") {
        try UpstreamClient(config: $0, table: Tables.orders, telemetry: telemetry, usesOAuth: true) { _ in orders }
      })
  }

  private static let settings: [AbsoluteConfigKey: ConfigValue] = [
    "catalogue.baseURL": "https://catalogue.example", "catalogue.retry.retries": 0,
    "orders.baseURL": "https://orders.example", "orders.retry.retries": 0, "orders.idempotencyKey.form": "raw",
    "orders.oauth.tokenURL": "https://orders.example/token", "orders.oauth.clientID": "storefront",
    "orders.oauth.clientSecret": "hunter2",
  ]

  /// Sends one request to the app.
  func send(
    _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:], body: String? = nil
  ) async throws -> (status: Int, headers: HTTPFields, text: String) {
    let router = try Storefront(catalogue: clients.catalogue, orders: clients.orders, metrics: metrics).router
    let logger = Logger(label: "test") { _ in LineLogHandler(level: .debug, to: log.append) }
    let app = Application(router: router, logger: logger)
    return try await withTracer(tracer) {
      try await app.test(.router) { client in
        try await client.execute(uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }) {
          (Int($0.status.code), $0.headers, String(buffer: $0.body))
        }
      }
    }
  }
}

/// Lines of spans or of a log.
final class Lines: Sendable {
  private let lines = Mutex<[JSONValue.Object]>([])

  func append(_ line: JSONValue.Object) { lines.withLock { $0.append(line) } }
  var all: [JSONValue.Object] { lines.withLock { $0 } }
}

extension HTTPField.Name {
  // The text is a token, so the initializer never returns nil.
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .ifMatch
}
