#if Configuration
  import Configuration
  import Foundation
  import RefineryCore
  import RefineryTesting
  import Testing

  @testable import RefineryConfiguration

  @Suite struct UnknownKeyTests {
    @Test("P10: a misspelled variable is named, with the nearest one; those of other scopes and of header fields are not")
    func variables() {
      let names = [
        "PATH", "CRMX_TIMEOUT", "ERP_TIMEOUTS", "CRM_BASE_URL", "CRM_TIMEOUT", "CRM_HEADERS_X_TENANT",
        "CRM_ROWS_PERSON_CREATE_ALL_METHOD", "CRM_LOGGING_ROWS_OAUTH2_TOKEN_LEVEL",
        "CRM_RETRY_DEALY", "CRM_RATE_LIMIT_RATE", "CRM_CIRCUIT_BRAKER_WINDOW", "crm_timeout", "CRM_BASEURL",
        "CRM_ROWS_PERSON_RAED_TIMEOUT", "CRM_ROWS_PERSON_READ_TIMEOUT_SECONDS_2",
        "CRM_X\n",
      ]
      #expect(
        ClientSettings.unknownVariables(names, scope: "crm", table: table) == [
          "CRM_BASEURL: there is no such variable; did you mean CRM_BASE_URL?",
          "CRM_CIRCUIT_BRAKER_WINDOW: there is no such variable; did you mean CRM_CIRCUIT_BREAKER_WINDOW?",
          "CRM_RETRY_DEALY: there is no such variable; did you mean CRM_RETRY_DELAY?",
          "CRM_ROWS_PERSON_RAED_TIMEOUT: there is no such variable; did you mean CRM_ROWS_PERSON_READ_TIMEOUT?",
          "CRM_ROWS_PERSON_READ_TIMEOUT_SECONDS_2: there is no such variable; did you mean CRM_ROWS_PERSON_READ_TIMEOUT?",
          #"CRM_X\n: there is no such variable"#,
          "crm_timeout: there is no such variable; did you mean CRM_TIMEOUT?",
        ])
      #expect(ClientSettings.unknownVariables(names, scope: "", table: table) == [])
      #expect(ClientSettings.unknownVariables(["APP_CRM_X"], scope: "app.crm", table: table).count == 1)
    }

    @Test("P10: with a check, a misspelled key and an unreadable file are faults at the start; the app's own keys are none")
    func atTheStart() throws {
      func file(_ text: String, _ suffix: String = "") throws -> String {
        let url = try temporaryFile(text)
        guard !suffix.isEmpty else { return url.path }
        try FileManager.default.moveItem(at: url, to: url.appendingPathExtension(suffix))
        return url.path + ".\(suffix)"
      }
      let json = try file(
        #"{"crm": {"retry": {"retires": 1}, "oauth": {"tokenURL": "x"}, "oauthx": 1, "cached": true}, "server": {"port": 1}}"#)
      let yaml = try file("crm:\n  retires: 1\n", "yaml")
      let empty = try file("", "yml")
      defer { for path in [json, yaml, empty] { try? FileManager.default.removeItem(atPath: path) } }
      func faults(_ check: ConfigurationCheck) -> [String] {
        let error = #expect(throws: ConfigurationFaults.self) {
          try ClientSettings(config: memory([:]), table: table, check: check)
        }
        return error?.faults ?? []
      }
      let variables = ["CRM_RETRY_RETIRES", "CRM_OAUTH", "CRM_OAUTH_TOKEN_URL", "CRM_OAUTHX", "ORDERS_X", "CRM_CACHED_FOR"]
      #expect(
        faults(
          ConfigurationCheck(
            scope: "crm", files: [json, yaml, empty, "/none"], variables: variables, own: ["oauth", "cached"])) == [
            "CRM_OAUTHX: there is no such variable",
            "CRM_RETRY_RETIRES: there is no such variable; did you mean CRM_RETRY_RETRIES?",
            "oauthx: there is no such key (in \(json))",
            "retry.retires: there is no such key; did you mean retry.retries? (in \(json))",
            "\(empty): the file is empty", "/none: the file cannot be read",
          ])
      #expect(throws: Never.self) {
        try ClientSettings(
          config: memory([:]), table: table,
          check: ConfigurationCheck(scope: "erp", files: [json, yaml], variables: variables))
      }
      let error = #expect(throws: ConfigurationFaults.self) {
        _ = try Client(
          config: memory([:]), table: table, check: ConfigurationCheck(scope: "crm", variables: ["CRM_TIMEOUTS"])
        ) { _ in StubTransport(.status(200)) }
      }
      #expect(error?.faults.map { $0.prefix(13) } == ["CRM_TIMEOUTS:"])
    }

    @Test("P10: a misspelled member of a JSON file is named, as are a repeated one and a null that means nothing")
    func members() {
      let json = """
        {"http": {"port": 80}, "crm.retry": {"dealy": 1, "delay": 2}, "CRM": {"name": "a"},
         "crm": {
          "baseURL": "https://a.example", "baseUrl": "x", "timeout": {"seconds": 5}, "idleTimeout": null, "name": null,
          "headers": {"X-Any": "1"}, "retry": {"delay": 3, "retries": 1, "retries": 2},
          "rows": {"Person.read": {"timeout": 1}, "Person": {"read": {"timeout": null, "path": "a"}, "raed": {"timeout": 1}}}
        }}
        """
      let faults = ClientSettings.unknownKeys(json: Data(json.utf8), scope: "crm", table: table)
      #expect(faults.first?.hasPrefix("the file repeats a name: ") == true)
      #expect(
        faults.dropFirst() == [
          #"crm.idleTimeout: null is read as a missing value: write the text "null" for no limit"#,
          "crm.retry.delay: is set twice",
          "crm.rows.Person.read.timeout: is set twice",
          #"crm.rows.Person.read.timeout: null is read as a missing value: write the text "null" for no limit"#,
          "CRM.name: there is no such key; did you mean crm.name?",
          "crm.baseUrl: there is no such key; did you mean crm.baseURL?",
          "crm.retry.dealy: there is no such key; did you mean crm.retry.delay?",
          "crm.rows.Person.raed.timeout: there is no such key; did you mean crm.rows.Person.read.timeout?",
          "crm.timeout.seconds: there is no such key",
        ])

      let root = Data(#"{"baseURL": "https://a.example", "tiemout": 5}"#.utf8)
      #expect(
        ClientSettings.unknownKeys(json: root, scope: "", table: table)
          == ["tiemout: there is no such key; did you mean timeout?"])
      #expect(ClientSettings.unknownKeys(json: Data("{".utf8), scope: "", table: table).count == 1)
    }

    @Test(
      "P10: a missing value is told from one of the wrong type, also where errors do not show their case",
      arguments: [true, false])
    func missing(readsCases: Bool) throws {
      let contents: [ConfigContent] = [
        .string("x"), .int(1), .double(1.5), .bool(true), .bytes([1]), .stringArray(["x"]), .intArray([1]), .doubleArray([1.5]),
        .boolArray([true]), .byteChunkArray([[1]]),
      ]
      let keys: [ConfigurationKind] = [.text, .flag, .integer, .seconds, .texts, .integers]
      for kind in keys {
        let wanted = ConfigurationKey("timeout", kind, example: "")
        let absent = SnapshotReader(memory([:]).snapshot(), readsCases: readsCases)
        #expect(try absent.value(of: wanted, at: ["timeout"], for: nil) == nil)
        let results = contents.map { content -> String in
          let reader = SnapshotReader(memory(["timeout": content]).snapshot(), readsCases: readsCases)
          do {
            return try reader.value(of: wanted, at: ["timeout"], for: nil) == nil ? "missing" : "value"
          } catch {
            return "wrong type"
          }
        }
        // One type fits, and a whole number is a number too.
        #expect(results.count { $0 == "wrong type" } == (kind == .seconds ? 8 : 9))
        #expect(!results.contains("missing"))
      }
    }
  }
#endif
