import Configuration
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

@Suite struct RouteTests {
  @Test("A product is read from the path that this deployment configures")
  func overriddenPath() async throws {
    let shop = try Shop(
      catalogue: StubTransport(.json(#"{"id":7,"name":"Tea","pence":350}"#)),
      settings: ["catalogue.rows.Product.read.path": "v2/products/{id}"])
    let response = try await shop.send(.get, "/products/7")
    #expect(response.status == 200)
    #expect(response.text.contains(#""name":"Tea""#))
    #expect(shop.catalogue.last?.path == "/v2/products/7")
  }

  @Test("A list is read from its envelope")
  func list() async throws {
    let shop = try Shop(catalogue: StubTransport(.json(#"{"items":[{"id":7,"name":"Tea","pence":350}]}"#)))
    #expect(try await shop.send(.get, "/products").text.hasPrefix("[{"))
  }

  @Test("An order is placed with a token and a key that makes a retry safe")
  func order() async throws {
    let shop = try Shop(
      orders: StubTransport(rows: [
        "OAuth2.token": [.json(#"{"access_token":"t0","token_type":"Bearer","expires_in":60}"#)],
        "Order.create": [.status(503), .json(#"{"id":1,"product":7,"quantity":2}"#, status: 201)],
      ]), settings: ["orders.retry.retries": 1, "orders.retry.delay": 0, "orders.retry.throttledDelay": 0])
    let response = try await shop.send(
      .post, "/orders", headers: [.contentType: "application/json"], body: #"{"product":7,"quantity":2}"#)
    #expect(response.status == 201)
    let attempts = shop.orders.sent.filter { $0.path == "/orders" }
    #expect(attempts.count == 2)
    #expect(attempts.allSatisfy { $0.headers[.authorization] == "Bearer t0" })
    #expect(Set(attempts.compactMap { $0.headers[.idempotencyKey] }).count == 1)

    let headers: HTTPFields = [.contentType: "application/json", .idempotencyKey: "caller-1"]
    _ = try await shop.send(.post, "/orders", headers: headers, body: #"{"product":7,"quantity":2}"#)
    #expect(shop.orders.last?.headers[.idempotencyKey] == "caller-1")
  }

  @Test("The details of an order come from both services")
  func details() async throws {
    let shop = try Shop(
      catalogue: StubTransport(.json(#"{"id":7,"name":"Tea","pence":350}"#)),
      orders: StubTransport(rows: [
        "OAuth2.token": [.json(#"{"access_token":"t0","token_type":"Bearer","expires_in":60}"#)],
        "Order.read": [.json(#"{"id":1,"product":7,"quantity":2}"#)],
      ]))
    let response = try await shop.send(.get, "/orders/1")
    #expect(response.text.contains("Tea") && response.text.contains(#""quantity":2"#))
  }
}
