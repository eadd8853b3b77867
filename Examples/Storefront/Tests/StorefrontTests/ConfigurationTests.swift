import Configuration
import Foundation
import Logging
import Refinery
import RefineryConfiguration
import RefineryTesting
import Storefront
import SystemPackage
import Testing

@Suite struct ConfigurationTests {
  @Test("Every fault of both clients' configurations is named")
  func faults() throws {
    let error = #expect(throws: ConfigurationFaults.self) {
      try Shop(settings: [
        "catalogue.baseURL": "catalogue", "catalogue.timeout": "soon", "catalogue.rows.Product.read.path": "products/{",
        "orders.retry.retries": -1, "orders.oauth.tokenURL": 5, "orders.oauth.clientSecret": "",
      ])
    }
    let faults = try #require(error?.faults)
    for key in [
      "catalogue.baseURL", "catalogue.timeout", "catalogue.rows", "orders.retry.retries", "orders.oauth.tokenURL",
      "orders.oauth.clientSecret",
    ] {
      #expect(faults.contains { $0.hasPrefix(key) }, "\(key)")
    }
  }

  @Test("The port of the server is required, and its fault is reported with those of the clients")
  func port() throws {
    func faults(_ values: [AbsoluteConfigKey: ConfigValue]) -> [String] {
      let config = ConfigReader(provider: InMemoryProvider(values: values))
      let error = #expect(throws: ConfigurationFaults.self) {
        _ = try config.read(
          ConfigurationScope("server") { try ServerSettings(config: $0) },
          ConfigurationScope("catalogue") { try ClientSettings(config: $0, table: Tables.catalogue) })
      }
      return error?.faults ?? []
    }
    let ports: [ConfigValue?] = [nil, 0, 65536, "http"]
    for port in ports {
      var values: [AbsoluteConfigKey: ConfigValue] = ["catalogue.baseURL": "catalogue"]
      values["server.port"] = port
      let found = faults(values)
      #expect(found.first == "server.port: must be a number from 1 to 65535", "\(found)")
      #expect(found.contains { $0.hasPrefix("catalogue.baseURL") }, "\(found)")
    }
    let config = ConfigReader(provider: InMemoryProvider(values: ["server.port": 8080]))
    #expect(try ServerSettings(config: config.scoped(to: "server")).port == 8080)
  }

  @Test("An unusable token URL is reported as a fault of its client")
  func tokenURL() throws {
    let error = #expect(throws: ConfigurationFaults.self) { try Shop(settings: ["orders.oauth.tokenURL": "token"]) }
    let faults = try #require(error?.faults)
    #expect(faults.count == 1 && faults.first?.hasPrefix("orders.oauth: ") == true, "\(faults)")
  }

  @Test("A changed path is in force from the next call on, and a bad one changes nothing")
  func reload() async throws {
    let shop = try Shop(catalogue: StubTransport(.json(#"{"id":7,"name":"Tea","pence":350}"#)))
    shop.config.setValue("v3/products/{id}", forKey: "catalogue.rows.Product.read.path")
    #expect(shop.clients.catalogue.watcher.reload() == .taken)
    _ = try await shop.send(.get, "/products/7")
    #expect(shop.catalogue.last?.path == "/v3/products/7")

    shop.config.setValue("v3/products/{", forKey: "catalogue.rows.Product.read.path")
    shop.clients.catalogue.watcher.reload()
    _ = try await shop.send(.get, "/products/7")
    #expect(shop.catalogue.last?.path == "/v3/products/7")

    let health = try JSONValue(parsing: try await shop.send(.get, "/health").text)
    #expect(health["isHealthy"] == true)
    #expect(health["clients"]?[0]?["changesTaken"] == 1)
    #expect(health["clients"]?[0]?["changesRefused"] == 1)
    #expect(health["clients"]?[0]?["report"]?["overrides"] == ["Product.read"])
  }

  @Test("A changed file is in force from the next call on, and a file with a fault changes nothing", .timeLimit(.minutes(2)))
  func reloadFile() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    /// Puts a file in place at once, with a date of its own, because the file system's clock is coarse.
    func write(_ path: String, date: Double) throws {
      let next = url.appendingPathExtension("next")
      try Data(#"{"catalogue": {"rows": {"Product.read": {"path": "\#(path)"}}}}"#.utf8).write(to: next)
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: date)], ofItemAtPath: next.path)
      #expect(rename(next.path, url.path) == 0)
    }
    try write("v1/products/{id}", date: 1)
    let file = try await ReloadingFileProvider<JSONSnapshot>(
      filePath: FilePath(url.path), pollInterval: .milliseconds(500), logger: Logger(label: "file"))
    let (outcomes, changed) = AsyncStream.makeStream(of: SettingsWatcher.Outcome.self)
    let shop = try Shop(catalogue: StubTransport(.json(#"{"id":7,"name":"Tea","pence":350}"#)), file: file) {
      changed.yield($0)
    }
    func path() async throws -> String? {
      _ = try await shop.send(.get, "/products/7")
      return shop.catalogue.last?.path
    }

    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await file.run() }
      group.addTask { try await shop.clients.catalogue.watcher.run() }
      var outcome = outcomes.makeAsyncIterator()
      #expect(try await path() == "/v1/products/7")

      try write("v2/products/{id}", date: 2)
      let first = await outcome.next()
      #expect(first == .taken)
      #expect(try await path() == "/v2/products/7")

      try write("v3/products/{", date: 3)
      let second = await outcome.next()
      #expect(second != .taken && second != nil)
      #expect(try await path() == "/v2/products/7")

      try write("v4/products/{id}", date: 4)
      let last = await outcome.next()
      #expect(last == .taken)
      #expect(try await path() == "/v4/products/7")
      group.cancelAll()
    }
    let health = try JSONValue(parsing: try await shop.send(.get, "/health").text)
    #expect(health["clients"]?[0]?["changesTaken"] == 2 && health["clients"]?[0]?["changesRefused"] == 1)
  }

  @Test("The rows of both services are valid")
  func tables() {
    #expect(Tables.catalogue.problems.isEmpty)
    #expect(Tables.orders.problems.isEmpty)
  }
}
