import Configuration
import Refinery
import RefineryConfiguration
import RefineryTesting
import Storefront
import Testing

@Suite struct ConfigurationTests {
  @Test("Every fault of a client's configuration is named")
  func faults() throws {
    let error = #expect(throws: ConfigurationFaults.self) {
      try Shop(settings: [
        "catalogue.baseURL": "catalogue", "catalogue.timeout": "soon", "catalogue.rows.Product.read.path": "products/{",
      ])
    }
    let faults = try #require(error?.faults)
    for key in ["baseURL", "timeout", "rows"] { #expect(faults.contains { $0.hasPrefix(key) }, "\(key)") }
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
    #expect(health["clients"]?[0]?["overrides"] == ["Product.read"])
  }

  @Test("The rows of both services are valid")
  func tables() {
    #expect(Tables.catalogue.problems.isEmpty)
    #expect(Tables.orders.problems.isEmpty)
  }
}
