import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Testing

@Suite struct CrossOriginLinkTests {
  @Test(
    "F14: a link that is followed without credentials gets none here, whatever origins are allowed",
    arguments: [AllowedOrigins.home, .any, .origins(["https://evil", "https://h"])])
  func withheld(origins: AllowedOrigins) async throws {
    let server = StubTransport(.status(204))
    let api = Client(
      baseURL: "https://h", middleware: [AuthMiddleware(.bearer("canary"), origins: origins)], transport: server)
    let call = Call<Okay>(Endpoint("A.list", .get, "a")).options { $0.crossOriginLinks = .withoutCredentials }
    try await api.send(call)
    #expect(server.last?.headers[.authorization] == "Bearer canary")
    try await api.send(call.following("https://evil/a?page=2"))
    #expect(server.last?.headers[.authorization] == nil)
    #expect(try api.explain(call.following("https://evil/a")).description.contains("not sent"))
  }

  @Test("F14: an allowed origin is home to it")
  func allowed() async throws {
    let server = StubTransport(.status(204))
    let api = Client(baseURL: "https://h", middleware: [AuthMiddleware(.bearer("canary"))], transport: server)
    let call = Call<Okay>(Endpoint("A.list", .get, "a")).options { $0.crossOriginLinks = .allow(["https://eu.h"]) }
    try await api.send(call.following("https://eu.h/a?page=2"))
    #expect(server.last?.headers[.authorization] == "Bearer canary")
  }
}
