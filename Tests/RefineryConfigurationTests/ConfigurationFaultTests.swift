#if Configuration
  import Configuration
  import HTTPTypes
  import RefineryConfiguration
  import RefineryCore
  import RefineryTesting
  import Synchronization
  import Testing

  @Suite struct ConfigurationFaultTests {
    /// A transport that can honour no setting.
    private static func plain(_ configuration: TransportConfiguration) throws(UnusableConfiguration) -> any Transport {
      let problems = configuration.problems(for: [])
      guard problems.isEmpty else { throw UnusableConfiguration(problems: problems) }
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
          "retry.retries: must be a whole number from 0 to 100, or null for what the policy says",
          "retry.delay of 30.0 seconds is above maximumDelay of 20.0 seconds",
          "transport.version: must be HTTP/1.1 or HTTP/2",
          "transport.clientCertificate.key: is missing, but transport.clientCertificate.chain is set",
          #"logging.rows.Person.read.level must be one of trace, debug, info, notice, off, not "loud""#,
          "logging.sampleRate must be from 0 to 1, not 2.0",
          "rows.Person.create: it is retried, but POST is not idempotent: set Idempotent if the row is, or drop its retries",
          "rows.Person.read: method: must be an HTTP method in capitals, such as GET",
          "transport.connectTimeout is set, but this transport has no connect timeout",
        ])
      #expect(faults?.description.contains("\n") == false)
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
      #expect(api.name == "crm" && api.option(Timeout.self, of: Person.read(5)) == .seconds(4))
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
          "headers.X-List: must be text",
          "baseURL: the base URL holds a user or password: use AuthMiddleware in its place",
          "headers.X-Broken: holds a line break or another control character",
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
      #expect(!api.report.contains("canary") && api.report.contains("X-Key"))
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
