import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

// snippet: begin
@Test("TenantMiddleware keeps the contract of every middleware")
func tenantContract() async throws {
  let field = try #require(HTTPField.Name("X-Tenant"))
  try await MiddlewareContract.verify(allowing: .addsHeaders([field])) { TenantMiddleware(field: field) }
}
// snippet: end

// snippet: begin
@Test("TenantMiddleware names the tenant of the call")
func tenantOfTheCall() async throws {
  let stub = StubTransport(.json("[]"))
  let field = try #require(HTTPField.Name("X-Tenant"))
  let row = Endpoint("Person.enumerate", .get, "people")
  let head = HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/people")

  let request = Request(endpoint: row, head: head, options: Options { $0.tenant = "north" })
  _ = try await Next([TenantMiddleware(field: field)], transport: stub)(request)

  #expect(stub.last?.headers[field] == "north")
}
// snippet: end

@Test("The article \"Write a middleware\" shows exactly what is compiled and tested here")
func articleShowsTheExample() throws {
  try expectArticle(
    "Sources/RefineryCore/RefineryCore.docc/WriteAMiddleware.md",
    toShow: ["ExampleMiddleware.swift", "ExampleMiddlewareTests.swift"], count: 4)
}

@Test("UnfilteredMiddleware keeps the contract, and its reason is in the attempts")
func unfiltered() async throws {
  try await MiddlewareContract.verify { UnfilteredMiddleware() }
  let stub = StubTransport(.status(501), .json("[]"))
  let api = Client(baseURL: "https://api.example", middleware: [UnfilteredMiddleware()], transport: stub)
  let reply = try await api.reply(to: Call<[Int]>(Endpoint("Number.list", .get, "numbers?odd=true")))
  #expect(stub.requests.map(\.head.path) == ["/numbers?odd=true", "/numbers"])
  #expect(reply.attempts.map(\.reason) == [nil, .other("without its filter: status 501")])
}
