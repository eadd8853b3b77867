import Configuration
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

@Suite struct ErrorTests {
  @Test(
    "A failure of an upstream becomes a status of the app",
    arguments: [(404, 404), (401, 502), (409, 409), (422, 422), (429, 503), (500, 502), (503, 502)])
  func statuses(upstream: Int, app: Int) async throws {
    let shop = try Shop(catalogue: StubTransport(.status(upstream, body: Body(#"{"detail":"hunter2"}"#))))
    let response = try await shop.send(.get, "/products/7")
    #expect(response.status == app)
    #expect(response.headers[.contentType] == "application/problem+json")
    let problem = try JSONValue(parsing: response.text)
    #expect(problem["status"]?.int == app)
  }

  @Test("A lost connection, a late response and an unreadable one are told apart")
  func belowHTTP() async throws {
    let lost = try Shop(catalogue: StubTransport(.failure(TransportError(.connectionLost, phase: .waiting))))
    #expect(try await lost.send(.get, "/products/7").status == 503)
    let late = try Shop(catalogue: StubTransport(.never), settings: ["catalogue.timeout": 0.01])
    #expect(try await late.send(.get, "/products/7").status == 504)
    let unreadable = try Shop(catalogue: StubTransport(.json(#"{"id":"seven"}"#)))
    #expect(try await unreadable.send(.get, "/products/7").status == 502)
  }

  @Test("If a link refuses a call, the response says when to try again")
  func refused() async throws {
    let shop = try Shop(
      catalogue: StubTransport(.json(#"{"id":7,"name":"Tea","pence":350}"#)),
      settings: [
        "catalogue.rateLimit.rate": 0.001, "catalogue.rateLimit.capacity": 1, "catalogue.rateLimit.maximumWait": 0,
      ])
    #expect(try await shop.send(.get, "/products/7").status == 200)
    let response = try await shop.send(.get, "/products/7")
    #expect(response.status == 503)
    #expect(response.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
  }

  @Test("A request that makes no sense never reaches an upstream")
  func badRequest() async throws {
    let shop = try Shop()
    #expect(try await shop.send(.get, "/products/seven").status == 400)
    #expect(shop.catalogue.requests.isEmpty)

    let headers: HTTPFields = [.contentType: "application/json", .idempotencyKey: ""]
    let response = try await shop.send(.post, "/orders", headers: headers, body: #"{"product":7,"quantity":2}"#)
    #expect(response.status == 400)
    #expect(shop.orders.requests.isEmpty)
  }

  @Test("Neither the response nor the log shows a secret or the body of an upstream")
  func secrets() async throws {
    let refusal = StubTransport.StubResponse.json(#"{"error":"invalid_client","error_description":"hunter2"}"#, status: 401)
    let shop = try Shop(orders: StubTransport(refusal))
    let response = try await shop.send(.get, "/orders/1")
    #expect(response.status == 502)
    #expect(!response.text.contains("hunter2") && !response.text.contains("Order.read"))
    #expect(shop.log.all.contains { $0["message"] == "upstream call failed" })
    #expect(!shop.log.all.contains { JSONValue.object($0).text().contains("hunter2") })
  }
}
