#if Configuration
  import Configuration
  import FoundationEssentials
  import HTTPTypes
  import RefineryConfiguration
  import RefineryCore
  import RefineryLogging
  import RefineryRetry
  import RefineryTesting
  import Testing

  @Suite struct ClientSettingsTests {
    private static let json = """
      {"crm": {
        "baseURL": "https://api.example.com/v1", "name": "crm", "headerNames": ["X-Tenant"], "headers": {"X-Tenant": "north"},
        "timeout": "null", "attemptTimeout": 3.5, "idleTimeout": 5, "responseLimit": 1048576,
        "retry": {
          "retries": 4, "statuses": [429, 503], "delay": 0.2, "throttledDelay": 2, "maximumDelay": 30, "retryAfterCap": 90,
          "reserve": 0.05, "budget": {"tokens": 100, "retryCost": 2, "timeoutCost": 4, "refund": 3}
        },
        "transport": {
          "connectTimeout": 2, "proxy": "http://proxy.internal:3128", "trustRoots": "/roots.pem",
          "clientCertificate": {"chain": "/client.pem", "key": "/client.key"}, "version": "HTTP/2",
          "maximumConnectionsPerOrigin": 64, "maximumWaitingPerOrigin": 1000, "maximumConnections": 500,
          "connectionLifetime": "null"
        },
        "logging": {
          "level": "info", "detailLevel": "debug", "headers": false, "bodies": true, "bodyCap": 1024, "sampleRate": 0.1,
          "slowMilliseconds": 250, "linesPerCause": 3, "summarySeconds": 300,
          "allowedHeaders": ["Accept"], "allowedQuery": ["page"], "secretMembers": ["iban"],
          "rows": {"Person": {"read": {"level": "trace", "detailLevel": "off", "bodies": false}}, "OAuth2.token": {"level": "off"}}
        },
        "rows": {
          "Person.read": {
            "path": "v2/people/{id}", "timeout": 2, "attemptTimeout": 1.5, "idleTimeout": 1, "responseLimit": 65536,
            "idempotent": true, "retries": 1, "logLevel": "info"
          },
          "Person.createAll": {"method": "PUT"}
        }
      }}
      """
    private static let yaml = """
      crm:
        baseURL: https://api.example.com/v1
        name: crm
        headerNames: [X-Tenant]
        headers: {X-Tenant: north}
        timeout: null
        attemptTimeout: 3.5
        idleTimeout: 5
        responseLimit: 1048576
        retry:
          retries: 4
          statuses: [429, 503]
          delay: 0.2
          throttledDelay: 2
          maximumDelay: 30
          retryAfterCap: 90
          reserve: 0.05
          budget: {tokens: 100, retryCost: 2, timeoutCost: 4, refund: 3}
        transport:
          connectTimeout: 2
          proxy: http://proxy.internal:3128
          trustRoots: /roots.pem
          clientCertificate: {chain: /client.pem, key: /client.key}
          version: HTTP/2
          maximumConnectionsPerOrigin: 64
          maximumWaitingPerOrigin: 1000
          maximumConnections: 500
          connectionLifetime: null
        logging:
          level: info
          detailLevel: debug
          headers: false
          bodies: true
          bodyCap: 1024
          sampleRate: 0.1
          slowMilliseconds: 250
          linesPerCause: 3
          summarySeconds: 300
          allowedHeaders: [Accept]
          allowedQuery: [page]
          secretMembers: [iban]
          rows:
            Person.read: {level: trace, detailLevel: "off", bodies: false}
            OAuth2.token: {level: "off"}
        rows:
          Person:
            read:
              path: v2/people/{id}
              timeout: 2
              attemptTimeout: 1.5
              idleTimeout: 1
              responseLimit: 65536
              idempotent: true
              retries: 1
              logLevel: info
            createAll: {method: PUT}
      """
    private static let variables = [
      "CRM_BASE_URL": "https://api.example.com/v1", "CRM_NAME": "crm", "CRM_HEADER_NAMES": "X-Tenant",
      "CRM_HEADERS_X_TENANT": "north", "CRM_TIMEOUT": "null", "CRM_ATTEMPT_TIMEOUT": "3.5", "CRM_IDLE_TIMEOUT": "5",
      "CRM_RESPONSE_LIMIT": "1048576", "CRM_RETRY_RETRIES": "4", "CRM_RETRY_STATUSES": "429,503", "CRM_RETRY_DELAY": "0.2",
      "CRM_RETRY_THROTTLED_DELAY": "2", "CRM_RETRY_MAXIMUM_DELAY": "30", "CRM_RETRY_RETRY_AFTER_CAP": "90",
      "CRM_RETRY_RESERVE": "0.05", "CRM_RETRY_BUDGET_TOKENS": "100", "CRM_RETRY_BUDGET_RETRY_COST": "2",
      "CRM_RETRY_BUDGET_TIMEOUT_COST": "4", "CRM_RETRY_BUDGET_REFUND": "3", "CRM_TRANSPORT_CONNECT_TIMEOUT": "2",
      "CRM_TRANSPORT_PROXY": "http://proxy.internal:3128", "CRM_TRANSPORT_TRUST_ROOTS": "/roots.pem",
      "CRM_TRANSPORT_CLIENT_CERTIFICATE_CHAIN": "/client.pem", "CRM_TRANSPORT_CLIENT_CERTIFICATE_KEY": "/client.key",
      "CRM_TRANSPORT_VERSION": "HTTP/2", "CRM_TRANSPORT_MAXIMUM_CONNECTIONS_PER_ORIGIN": "64",
      "CRM_TRANSPORT_MAXIMUM_WAITING_PER_ORIGIN": "1000", "CRM_TRANSPORT_MAXIMUM_CONNECTIONS": "500",
      "CRM_TRANSPORT_CONNECTION_LIFETIME": "null",
      "CRM_LOGGING_LEVEL": "info", "CRM_LOGGING_DETAIL_LEVEL": "debug", "CRM_LOGGING_HEADERS": "false",
      "CRM_LOGGING_BODIES": "true", "CRM_LOGGING_BODY_CAP": "1024", "CRM_LOGGING_SAMPLE_RATE": "0.1",
      "CRM_LOGGING_LINES_PER_CAUSE": "3", "CRM_LOGGING_SUMMARY_SECONDS": "300",
      "CRM_LOGGING_SLOW_MILLISECONDS": "250", "CRM_LOGGING_ALLOWED_HEADERS": "Accept", "CRM_LOGGING_ALLOWED_QUERY": "page",
      "CRM_LOGGING_SECRET_MEMBERS": "iban", "CRM_LOGGING_ROWS_PERSON_READ_LEVEL": "trace",
      "CRM_LOGGING_ROWS_PERSON_READ_DETAIL_LEVEL": "off", "CRM_LOGGING_ROWS_PERSON_READ_BODIES": "false",
      "CRM_LOGGING_ROWS_OAUTH2_TOKEN_LEVEL": "off", "CRM_ROWS_PERSON_READ_PATH": "v2/people/{id}",
      "CRM_ROWS_PERSON_READ_TIMEOUT": "2", "CRM_ROWS_PERSON_READ_ATTEMPT_TIMEOUT": "1.5",
      "CRM_ROWS_PERSON_READ_IDLE_TIMEOUT": "1", "CRM_ROWS_PERSON_READ_RESPONSE_LIMIT": "65536",
      "CRM_ROWS_PERSON_READ_IDEMPOTENT": "true", "CRM_ROWS_PERSON_READ_RETRIES": "1",
      "CRM_ROWS_PERSON_READ_LOG_LEVEL": "info", "CRM_ROWS_PERSON_CREATE_ALL_METHOD": "PUT",
    ]

    @Test("P10: the environment, a JSON file and a YAML file set each key alike", arguments: ["environment", "JSON", "YAML"])
    func everyKey(source: String) async throws {
      let reader =
        switch source {
        case "JSON": ConfigReader(provider: try await file(Self.json, as: JSONSnapshot.self)).scoped(to: "crm")
        case "YAML": ConfigReader(provider: try await file(Self.yaml, as: YAMLSnapshot.self)).scoped(to: "crm")
        default: environment(Self.variables)
        }
      let settings = try ClientSettings(config: reader, table: table)

      #expect(settings.baseURL == "https://api.example.com/v1" && settings.name == "crm")
      let tenant = try #require(HTTPField.Name("X-Tenant"))
      #expect(settings.headers == [tenant: "north"])
      #expect(settings.options.timeout == nil && settings.options.attemptTimeout == .milliseconds(3500))
      #expect(settings.options.idleTimeout == .seconds(5) && settings.options.responseLimit == 1_048_576)

      var retry = RetryPolicy()
      retry.retries = 4
      retry.statuses = [429, 503]
      retry.delay = .seconds(0.2)
      retry.throttledDelay = .seconds(2)
      retry.maximumDelay = .seconds(30)
      retry.retryAfterCap = .seconds(90)
      retry.reserve = .seconds(0.05)
      retry.budget.tokens = 100
      retry.budget.retryCost = 2
      retry.budget.timeoutCost = 4
      retry.budget.refund = 3
      #expect(settings.retry == retry)

      var transport = TransportConfiguration()
      transport.connectTimeout = .seconds(2)
      transport.proxy = "http://proxy.internal:3128"
      transport.trustRoots = "/roots.pem"
      transport.clientCertificate = .init(chain: "/client.pem", key: "/client.key")
      transport.version = .http2
      transport.maximumConnectionsPerOrigin = 64
      transport.maximumWaitingPerOrigin = 1000
      transport.maximumConnections = 500
      transport.connectionLifetime = nil
      #expect(settings.transport == transport)

      var policy = LoggingPolicy(
        level: .info, detailLevel: .debug, headers: false, bodies: true, bodyCap: 1024, sampleRate: 0.1,
        slow: .milliseconds(250),
        rows: ["Person.read": .init(level: .trace, detailLevel: .off, bodies: false), "OAuth2.token": .init(level: .off)],
        linesPerCause: 3, summaryPeriod: .seconds(300))
      policy.redaction.headers = [.accept]
      policy.redaction.queryKeys = ["page"]
      policy.redaction.secretMembers.insert("iban")
      #expect(settings.logging.policy == policy)

      let api = Client(settings: settings, middleware: [], transport: StubTransport(.status(200)))
      let read = Person.read(5)
      #expect(api.options(of: read).timeout == .seconds(2))
      #expect(api.options(of: read).attemptTimeout == .milliseconds(1500))
      #expect(api.options(of: read).idleTimeout == .seconds(1))
      #expect(api.options(of: read).responseLimit == 65_536)
      #expect(api.options(of: read).idempotent == true)
      #expect(api.options(of: read).retries == 1)
      #expect(api.options(of: read).logLevel == .info)
      let overrides = settings.overrides.overrides
      #expect(overrides.names == ["Person.createAll", "Person.read"])
      let readRow = try #require(table["Person.read"])
      let createAllRow = try #require(table["Person.createAll"])
      #expect(overrides.applied(to: readRow).path.description == "v2/people/{id}")
      #expect(overrides.applied(to: createAllRow).method == .put)
    }

    @Test("P10: the first provider that has a key decides, key by key")
    func precedence() async throws {
      let json = #"{"crm": {"baseURL": "https://file.example.com", "timeout": 7, "name": "file"}}"#
      let providers: [any ConfigProvider] = [
        EnvironmentVariablesProvider(environmentVariables: ["CRM_TIMEOUT": "3"]), try await file(json, as: JSONSnapshot.self),
        InMemoryProvider(values: absolute(["name": "standard", "idleTimeout": 9])),
      ]
      let settings = try ClientSettings(config: ConfigReader(providers: providers).scoped(to: "crm"), table: table)

      #expect(settings.options.timeout == .seconds(3))
      #expect(settings.baseURL == "https://file.example.com" && settings.name == "file")
      #expect(settings.options.idleTimeout == .seconds(9))
    }

    @Test("P10: without keys, everything has its standard value, but the base URL is required")
    func standard() throws {
      let settings = try ClientSettings(config: memory([:]), table: table)
      #expect(settings.retry == RetryPolicy() && settings.transport == TransportConfiguration())
      #expect(settings.logging.policy == LoggingPolicy() && settings.overrides.overrides.names.isEmpty)
      #expect(settings.options.isEmpty && settings.headers.isEmpty && settings.name == nil)

      let nothing = memory([:], baseURL: nil)
      let faults = #expect(throws: ConfigurationFaults.self) { try ClientSettings(config: nothing, table: table) }
      #expect(faults?.faults == ["baseURL: is missing"])
    }

    @Test("P10: a value of the wrong type is a fault in each provider, and a missing value is none")
    func wrongType() async throws {
      let json = #"{"crm": {"baseURL": "https://a.example", "timeout": [1], "name": 5, "logging": {"bodies": "perhaps"}}}"#
      let yaml = "crm: {baseURL: 'https://a.example', timeout: [1], name: [a], logging: {bodies: perhaps}}"
      let variables = ["CRM_BASE_URL": "https://a.example", "CRM_TIMEOUT": "nan", "CRM_LOGGING_BODIES": "perhaps"]
      let inFiles = [
        "name: must be text", "timeout: must be a number of seconds, or null", "logging.bodies: must be true or false",
      ]
      let cases: [(ConfigReader, [String])] = [
        (ConfigReader(provider: try await file(json, as: JSONSnapshot.self)).scoped(to: "crm"), inFiles),
        (ConfigReader(provider: try await file(yaml, as: YAMLSnapshot.self)).scoped(to: "crm"), inFiles),
        (environment(variables), Array(inFiles.dropFirst())),
        (memory(["timeout": true, "name": 5, "logging.bodies": "perhaps"], baseURL: "https://a.example"), inFiles),
      ]
      for (reader, expected) in cases {
        let faults = #expect(throws: ConfigurationFaults.self) { try ClientSettings(config: reader, table: table) }
        #expect(faults?.faults == expected, "\(reader)")
      }
    }

    @Test("P10: numbers that no setting can hold are faults")
    func extremes() throws {
      let numbers: [String: ConfigContent] = [
        "retry.delay": .double(1e300), "retry.retries": .int(.max), "retry.budget.tokens": .int(.min),
        "transport.maximumConnections": .int(.max), "timeout": .double(-.infinity), "logging.bodyCap": .int(.max),
        "rows.Person.read.timeout": .double(.greatestFiniteMagnitude), "logging.slowMilliseconds": .int(.min),
      ]
      let faults = #expect(throws: ConfigurationFaults.self) { try ClientSettings(config: memory(numbers), table: table) }
      for name in numbers.keys {
        #expect(faults?.faults.contains { $0.hasPrefix(name) } == true, "\(name)")
      }
      #expect(faults?.faults.count == numbers.count)
    }

    @Test("P10: names of rows with dots and hyphens have keys in the environment and in files", arguments: [true, false])
    func rowNames(isEnvironment: Bool) async throws {
      let rows = [Endpoint("Post.Comment.read", .get, "posts/{post}/comments/{id}"), Endpoint("Post.by-tag", .get, "posts")]
      let posts = EndpointTable("Posts", rows: rows)
      let json = """
        {"crm": {"baseURL": "https://a.example", "rows": {
          "Post.Comment": {"read": {"timeout": 2}}, "Post": {"by-tag": {"timeout": 3}}
        }}}
        """
      let variables = [
        "CRM_BASE_URL": "https://a.example", "CRM_ROWS_POST_COMMENT_READ_TIMEOUT": "2", "CRM_ROWS_POST_BY_TAG_TIMEOUT": "3",
      ]
      let reader =
        isEnvironment
        ? environment(variables) : ConfigReader(provider: try await file(json, as: JSONSnapshot.self)).scoped(to: "crm")
      let overrides = try ClientSettings(config: reader, table: posts).overrides.overrides
      #expect(overrides.names == ["Post.Comment.read", "Post.by-tag"])
    }

    @Test("P10: an option of an app's own is read as the option says")
    func ownOption() throws {
      enum Region: OverridableOption {
        static let name = "region"
        static let defaultValue: String? = nil
        static func value(from json: JSONValue) throws(MappingError) -> String? {
          guard let text = json.string, ["north", "1"].contains(text) else {
            throw MappingError(.invalid, expected: "north or 1")
          }
          return text
        }
      }
      let keys = ClientSettings.standardKeys + [Region.self]
      for text in ["north", "1"] {
        let reader = environment(["CRM_BASE_URL": "https://a.example", "CRM_ROWS_PERSON_READ_REGION": text])
        let settings = try ClientSettings(config: reader, table: table, keys: keys)
        let api = Client(settings: settings, middleware: [], transport: StubTransport(.status(200)))
        #expect(api.options(of: Person.read(1))[Region.self] == text)
      }
      let faults = #expect(throws: ConfigurationFaults.self) {
        try ClientSettings(config: memory(["rows.Person.read.region": true]), table: table, keys: keys)
      }
      #expect(faults?.faults == ["rows.Person.read.region: must be north or 1"])
    }
  }
#endif
