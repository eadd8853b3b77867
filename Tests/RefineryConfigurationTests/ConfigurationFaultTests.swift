#if Configuration
  import Configuration
  import FoundationEssentials
  import HTTPTypes
  import RefineryConfiguration
  import RefineryCore
  import RefineryTesting
  import Synchronization
  import Testing

  @Suite struct ConfigurationFaultTests {
    /// A transport that can honour no setting.
    private static func plain(_ configuration: TransportConfiguration) throws(UnusableSettings) -> any Transport {
      let problems = configuration.problems(for: [])
      guard problems.isEmpty else { throw UnusableSettings(of: TransportConfiguration.self, problems: problems) }
      return StubTransport(.status(200))
    }

    @Test("P10: fourteen faults in two providers are named at once, each with its key and its reason")
    func allAtOnce() async throws {
      let json = #"""
        {"crm": {
          "baseURL": "ftp://api.example.com", "responseLimit": -1, "headerNames": ["x y", "X-Key"],
          "retry": {"delay": 30}, "transport": {"version": "HTTP/9", "clientCertificate": {"chain": "/client.pem"}},
          "logging": {"sampleRate": 2, "rows": {"Person.read": {"level": "loud"}}},
          "rows": {"Person.read": {"method": "get"}, "Person.create": {"retries": 1}}
        }}
        """#
      let variables = ["CRM_TIMEOUT": "soon", "CRM_RETRY_RETRIES": "-1", "CRM_TRANSPORT_CONNECT_TIMEOUT": "2"]
      let config = ConfigReader(providers: [
        EnvironmentVariablesProvider(environmentVariables: variables), try await file(json, as: JSONSnapshot.self),
      ])
      let faults = #expect(throws: ConfigurationFaults.self) {
        try Client(config: config.scoped(to: "crm"), table: table, transport: Self.plain)
      }

      #expect(
        faults?.faults == [
          "timeout: must be a number of seconds, or null",
          "baseURL: the base URL must begin with http:// or https://",
          "responseLimit: must be a number of bytes",
          #"headerNames: "x y" is not a header name"#,
          "headers.X-Key: is missing, but headerNames lists it",
          "retry.retries: must be a whole number from 0 to 100, or null for the policy's number",
          "retry.delay of 30.0 seconds is above maximumDelay of 20.0 seconds",
          "transport.version: must be HTTP/1.1 or HTTP/2",
          "transport.clientCertificate.key: is missing, but transport.clientCertificate.chain is set",
          #"logging.rows.Person.read.level must be one of trace, debug, info, notice, off, not "loud""#,
          "logging.sampleRate must be from 0 to 1, not 2.0",
          "rows.Person.create: it is retried, but POST is not idempotent: set idempotent if the row is, or remove its retries",
          "rows.Person.read.method: must be an HTTP method in capitals, such as GET",
          "transport.connectTimeout is set, but this transport has no connect timeout",
        ])
      #expect(faults?.description.contains("\n") == false)
    }

    @Test("P10: an attemptTimeout that does not fit the other limits is a fault, as in the preset")
    func limitsTogether() {
      func faults(_ values: [String: ConfigContent]) -> [String]? {
        let error = #expect(throws: ConfigurationFaults.self) { try ClientSettings(config: memory(values), table: table) }
        return error?.faults
      }
      #expect(faults(["timeout": 60, "attemptTimeout": 61]) == ["attemptTimeout: is above timeout of 60.0 seconds"])
      #expect(throws: Never.self) { try ClientSettings(config: memory(["attemptTimeout": 61]), table: table) }
      // Each limit may be equal to attemptTimeout, and the window to twice as much.
      #expect(throws: Never.self) { try ClientSettings(config: memory(["timeout": 60, "attemptTimeout": 60]), table: table) }
      #expect(throws: Never.self) {
        try ClientSettings(
          config: memory([
            "timeout": 20, "attemptTimeout": 20, "hedging.delay": 19.9, "hedging.minimumDelay": 19.9,
            "circuitBreaker.window": 40, "circuitBreaker.probeTimeout": 20, "circuitBreaker.slowDuration": 20,
          ]), table: table)
      }
      #expect(
        faults([
          "attemptTimeout": 20, "hedging.delay": 20, "hedging.minimumDelay": 21, "circuitBreaker.window": 39,
          "circuitBreaker.probeTimeout": 19, "circuitBreaker.slowDuration": 21,
        ]) == [
          "attemptTimeout: is not above hedging.delay of 20.0 seconds: no second request would be sent",
          "attemptTimeout: is not above hedging.minimumDelay of 21.0 seconds: no second request would be sent",
          "attemptTimeout: is above half of circuitBreaker.window of 39.0 seconds",
          "attemptTimeout: is above circuitBreaker.probeTimeout of 19.0 seconds",
          "attemptTimeout: is below circuitBreaker.slowDuration of 21.0 seconds: no call would be slow",
        ])
    }

    @Test("P10: the faults of two clients are named at once, each with its scope")
    func twoClients() throws {
      let values: [AbsoluteConfigKey: ConfigValue] = [
        key(["crm", "timeout"]): "soon", key(["crm", "retry", "retries"]): -1,
        key(["billing", "eu", "baseURL"]): "https://billing.example.com", key(["billing", "eu", "rateLimit", "rate"]): 0.0,
      ]
      func read(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> (ClientSettings, Client) {
        try ConfigReader(provider: InMemoryProvider(values: values)).read(
          ConfigurationScope("crm") { try ClientSettings(config: $0, table: table) },
          ConfigurationScope("billing.eu") { try Client(config: $0, table: table, transport: Self.plain) })
      }
      let faults = #expect(throws: ConfigurationFaults.self) { try read(values) }
      #expect(
        faults?.faults == [
          "crm.timeout: must be a number of seconds, or null", "crm.baseURL: is missing",
          "crm.retry.retries: must be a whole number from 0 to 100, or null for the policy's number",
          "billing.eu.rateLimit.rate must be from one request a day to 1,000,000 a second, not 0.0",
        ])

      let sound: [AbsoluteConfigKey: ConfigValue] = [
        key(["crm", "baseURL"]): "https://crm.example.com", key(["billing", "eu", "baseURL"]): "https://billing.example.com",
      ]
      let (crm, billing) = try read(sound)
      #expect(crm.baseURL == "https://crm.example.com" && billing.baseURL?.host() == "billing.example.com")
    }

    @Test("P10: an error of a scope that is no fault of the configuration is thrown as it is")
    func otherError() {
      let broken = ConfigurationScope("crm") { _ -> Int in throw CancellationError() }
      #expect(throws: CancellationError.self) { try memory([:]).read(broken) }
    }

    /// Variables without their prefix, and the one fault that they have.
    private static let hostileValues: [([String: String], String)] = [
      (["NAME": ""], "name: is empty: give it a value, or remove it"),
      (["NAME": "crm\u{1B}[2J"], "name: holds a line break or another control character"),
      (["TRANSPORT_TRUST_ROOTS": "/roots.pem\n"], "transport.trustRoots: holds a line break or another control character"),
      (["TRANSPORT_PROXY": ""], "transport.proxy: is empty: give it a value, or remove it"),
      (["TRANSPORT_VERSION": "http/2"], "transport.version: must be HTTP/1.1 or HTTP/2"),
      (["TRANSPORT_CONNECT_TIMEOUT": "0"], "transport.connectTimeout must be positive, not 0.0 seconds"),
      (["TRANSPORT_CONNECT_TIMEOUT": "-1"], "transport.connectTimeout: must be from 0 to 31622400 seconds"),
      (["TRANSPORT_CONNECTION_LIFETIME": "0"], "transport.connectionLifetime must be positive, not 0.0 seconds"),
      (["TRANSPORT_MAXIMUM_CONNECTIONS": "0"], "transport.maximumConnections must be at least 1, not 0"),
      (["HEADER_NAMES": ""], "headerNames: must not have an empty element"),
      (["HEADER_NAMES": "X-A,x-a", "HEADERS_X_A": "1"], "headerNames: x-a is listed twice"),
      (
        ["HEADER_NAMES": "Content-Length", "HEADERS_CONTENT_LENGTH": "0"],
        "headerNames: Content-Length is reserved for the transport"
      ),
      (["HEADER_NAMES": "X-A,", "HEADERS_X_A": "1"], "headerNames: must not have an empty element"),
      (["HEADER_NAMES": "X-A"], "headers.X-A: is missing, but headerNames lists it"),
      (["HEADER_NAMES": "X-A", "HEADERS_X_A": ""], "headers.X-A: is empty: give it a value, or remove it"),
      (
        ["HEADER_NAMES": Array(repeating: "X-A", count: 1001).joined(separator: ",")],
        "headerNames: must have at most 1000 elements, not 1001"
      ),
      (
        ["HEADER_NAMES": String(repeating: "x y", count: 10_000)],
        "headerNames: \"\(String(repeating: "x y", count: 22).prefix(64))\" is not a header name"
      ),
      (["TIMEOUT": ""], "timeout: must be a number of seconds, or null"),
      (["TIMEOUT": "NULL"], "timeout: must be a number of seconds, or null"),
      (["TIMEOUT": "10 s"], "timeout: must be a number of seconds, or null"),
      (["TIMEOUT": "inf"], "timeout: must be a number of seconds, or null"),
      (["TIMEOUT": "1e400"], "timeout: must be a number of seconds, or null"),
      (["TIMEOUT": "0"], "timeout: must be a positive number of seconds, or null for no limit"),
      (["TIMEOUT": "-1"], "timeout: must be a positive number of seconds, or null for no limit"),
      (["RESPONSE_LIMIT": "1.5"], "responseLimit: must be a whole number"),
      (["RESPONSE_LIMIT": "9223372036854775808"], "responseLimit: must be a whole number"),
      (["RETRY_DELAY": "-0.1"], "retry.delay: must be from 0 to 31622400 seconds"),
      (["RETRY_DELAY": "nan"], "retry.delay: must be a number of seconds"),
      (["RETRY_RETRIES": "101"], "retry.retries: must be a whole number from 0 to 100, or null for the policy's number"),
      (["RETRY_STATUSES": "429,-5"], "retry.statuses: must be statuses from 300 to 599"),
      (["RETRY_STATUSES": "429,9223372036854775807"], "retry.statuses: must be statuses from 300 to 599"),
      (["RETRY_STATUSES": "9223372036854775808"], "retry.statuses: must be a list of whole numbers"),
      (["RETRY_STATUSES": "200"], "retry.statuses must not contain a success, 200 to 299"),
      (["RETRY_STATUSES": "501"], "retry.statuses must not contain 501: a retry cannot help"),
      (
        ["RETRY_MAXIMUM_DELAY": "0.5"],
        "retry.maximumDelay: throttledDelay of 1.0 seconds is above maximumDelay of 0.5 seconds, and throttledDelay has its default"
      ),
      (["RATE_LIMIT_CAPACITY": "5"], "rateLimit.rate: is missing, but rateLimit.capacity is set"),
      (["RATE_LIMIT_ENABLED": "true"], "rateLimit.rate: is missing, but rateLimit.enabled is set"),
      (["RATE_LIMIT_RATE": "nan"], "rateLimit.rate: must be a number"),
      (["RATE_LIMIT_RATE": "0"], "rateLimit.rate must be from one request a day to 1,000,000 a second, not 0.0"),
      (["RATE_LIMIT_RATE": "1e300"], "rateLimit.rate must be from one request a day to 1,000,000 a second, not 1e+300"),
      (
        ["RATE_LIMIT_RATE": "0", "RATE_LIMIT_ENABLED": "false"],
        "rateLimit.rate must be from one request a day to 1,000,000 a second, not 0.0"
      ),
      (
        ["RATE_LIMIT_RATE": "5", "RATE_LIMIT_CAPACITY": "0"], "rateLimit.capacity must be from 1 to 1,000,000, not 0"
      ),
      (
        ["RATE_LIMIT_RATE": "5", "RATE_LIMIT_HINTS": "fields,retry-after"],
        "rateLimit.hints: must be a list of the values fields, retryAfter and legacyFields"
      ),
      (["RATE_LIMIT_RATE": "5", "RATE_LIMIT_MAXIMUM_WAIT": "-1"], "rateLimit.maximumWait: must be from 0 to 31622400 seconds"),
      (["CIRCUIT_BREAKER_ENABLED": "perhaps"], "circuitBreaker.enabled: must be true or false"),
      (["CIRCUIT_BREAKER_PROBES": "0"], "circuitBreaker.probes must be at least 1, not 0"),
      (["CIRCUIT_BREAKER_FAILURE_RATIO": "1.5"], "circuitBreaker.failureRatio must be above 0 and at most 1, not 1.5"),
      (
        ["CIRCUIT_BREAKER_WINDOW": "0"],
        "circuitBreaker.window must be from 10 milliseconds to 366 days, not 0.0 seconds"
      ),
      (
        ["CIRCUIT_BREAKER_SLOW_RATIO": "0.8"],
        "circuitBreaker.slowRatio: has no effect without circuitBreaker.slowDuration: set that, or remove this"
      ),
      (
        ["CIRCUIT_BREAKER_SLOW_RATIO": "0.8", "CIRCUIT_BREAKER_SLOW_DURATION": "soon"],
        "circuitBreaker.slowDuration: must be a number of seconds, or null"
      ),
      (["CONCURRENCY_LIMIT": "0"], "concurrency.limit must be from 1 to 1,000,000, not 0"),
      (
        ["CONCURRENCY_LIMIT": "5", "CONCURRENCY_FLOOR": "2"],
        "concurrency.floor: has no effect on a fixed limit: remove it, or remove concurrency.limit"
      ),
      (
        ["CONCURRENCY_CEILING": "10"],
        "concurrency.ceiling: initial must be from the floor of 1 to the ceiling of 10, not 20, and initial has its default"
      ),
      (["CONCURRENCY_MAXIMUM_WAITING": "-1"], "concurrency.maximumWaiting must not be negative, but is -1"),
      (["HEDGING_PERCENTILE": "1"], "hedging.percentile must be above 0 and below 1, not 1.0"),
      (["HEDGING_MINIMUM_SAMPLES": "513"], "hedging.minimumSamples must be from 1 to 512, not 513"),
      (["HEDGING_DELAY": "86401"], "hedging.delay must be from 0 seconds to a day, not 86401.0 seconds"),
      (["IDEMPOTENCY_KEY_FORM": "bare"], "idempotencyKey.form: must be quoted or raw"),
      (["IDEMPOTENCY_KEY_METHODS": "post"], "idempotencyKey.methods: must be HTTP methods in capitals, such as POST"),
      (["CACHE_BYTE_LIMIT": "5"], "cache.identity: is missing, but cache.byteLimit is set"),
      (["CACHE_IDENTITY": "user"], "cache.identity: must be client or fields"),
      (["CACHE_IDENTITY": "client", "CACHE_BYTE_LIMIT": "0"], "cache.byteLimit: must be at least 1"),
      (["CACHE_IDENTITY": "client", "CACHE_REVALIDATIONS": "-1"], "cache.revalidations: must not be negative"),
      (["CACHE_IDENTITY": "client", "CACHE_TARGETS": "a b"], "cache.targets: must be names of header fields"),
      (["ROWS_PERSON_READ_CACHING": "perhaps"], "rows.Person.read.caching: must be true or false"),
      (["RETRY_BUDGET_REFUND": "1000000001"], "retry.budget.refund: must be at most 1000000000"),
      (["LOGGING_SAMPLE_RATE": "nan"], "logging.sampleRate: must be a number"),
      (["LOGGING_LEVEL": "DEBUG"], #"logging.level must be one of trace, debug, info, notice, off, not "DEBUG""#),
      (["LOGGING_ALLOWED_HEADERS": "Authorization"], "logging.allowedHeaders: Authorization is never shown"),
      (["ROWS_PERSON_READ_TIMEOUT": "nan"], "rows.Person.read.timeout: must be a number of seconds, or null"),
      (
        ["ROWS_PERSON_READ_TIMEOUT": "-2"],
        "rows.Person.read.timeout: must be a positive number of seconds, or null for no limit"
      ),
      (["ROWS_PERSON_READ_PATH": ""], "rows.Person.read.path: is empty: give it a value, or remove it"),
      (["ROWS_PERSON_READ_IDEMPOTENT": "maybe"], "rows.Person.read.idempotent: must be true or false, or null"),
      (["ROWS_PERSON_READ_LOG_LEVEL": "loud"], "rows.Person.read.logLevel: must be one of trace, debug, info, notice, off"),
    ]

    @Test("P10: a hostile value is one fault, with its key and a reason", arguments: hostileValues)
    func hostile(variables: [String: String], fault: String) {
      let pairs = variables.map { ("CRM_\($0.key)", $0.value) } + [("CRM_BASE_URL", "https://api.example.com")]
      let reader = environment(Dictionary(uniqueKeysWithValues: pairs))
      let faults = #expect(throws: ConfigurationFaults.self) { try ClientSettings(config: reader, table: table) }
      #expect(faults?.faults == [fault])
    }

    @Test("P10: the client has the settings, and its links are made from them")
    func client() async throws {
      let stub = StubTransport(.status(200))
      let config = memory(["name": "crm", "headerNames": .stringArray(["X-Tenant"]), "headers.X-Tenant": "north", "timeout": 4])
      let links = Mutex(0)
      let api = try Client(config: config, table: table) { settings in
        links.withLock { $0 += settings.name == "crm" ? 1 : 100 }
        return []
      } transport: { _ in
        stub
      }
      let tenant = try #require(HTTPField.Name("X-Tenant"))
      _ = try await api.respond(to: Person.read(5))

      #expect(links.withLock { $0 } == 1)
      #expect(api.name == "crm" && api.options(of: Person.read(5)).timeout == .seconds(4))
      #expect(stub.requests.first?.head.headerFields[tenant] == "north")
      #expect(stub.requests.first?.head.authority == "api.example.com")
    }

    @Test("P10: no secret is printed: not in faults, not by settings, and access logs know what is secret")
    func secrets() throws {
      let accesses = Accesses()
      let values: [String: ConfigContent] = [
        "baseURL": "https://canary:canary@api.example.com", "headerNames": .stringArray(["X-Key", "X-Broken", "X-List"]),
        "headers.X-Key": "canary", "headers.X-Broken": "canary\r\nX: canary", "headers.X-List": .stringArray(["canary"]),
        "transport.proxy": "http://canary:canary@proxy.internal", "transport.unixSocket": "/run/app.sock",
      ]
      let provider = InMemoryProvider(values: absolute(values))
      let faulty = ConfigReader(provider: provider, accessReporter: accesses).scoped(to: "crm")
      let faults = #expect(throws: ConfigurationFaults.self) { try ClientSettings(config: faulty, table: table) }
      #expect(
        faults?.faults == [
          "headers.X-Broken: holds a line break or another control character",
          "headers.X-List: must be text",
          "baseURL: the base URL holds a user or password: use AuthMiddleware instead",
          "transport.unixSocket and proxy are both set",
        ])
      #expect(!"\(String(describing: faults)) \(String(reflecting: faults))".contains("canary"))

      let secret = ["headers.X-Key", "headers.X-Broken", "transport.proxy"]
      for name in secret { #expect(accesses.isSecret["crm.\(name)"] == true, "\(name)") }
      #expect(accesses.isSecret["crm.transport.unixSocket"] == false)

      var sound = values
      sound["baseURL"] = nil
      sound["transport.unixSocket"] = nil
      sound["headerNames"] = .stringArray(["X-Key"])
      let settings = try ClientSettings(config: memory(sound), table: table)
      let watcher = SettingsWatcher(config: memory(sound), settings: settings, logger: nil)
      let api = Client(settings: settings, middleware: [], transport: StubTransport(.status(200)))
      for value in [settings, watcher] as [Any] {
        var dumped = ""
        dump(value, to: &dumped)
        #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("canary"))
      }
      #expect(!"\(api.report)".contains("canary") && api.report.headers == ["X-Key"])
    }
  }

  /// Which values an access log must not show.
  private final class Accesses: AccessReporter {
    private let kept = Mutex<[String: Bool]>([:])
    var isSecret: [String: Bool] { kept.withLock { $0 } }

    func report(_ event: AccessEvent) {
      guard case .success(let value?) = event.result else { return }
      kept.withLock { $0["\(event.metadata.key)"] = value.isSecret }
    }
  }
#endif
