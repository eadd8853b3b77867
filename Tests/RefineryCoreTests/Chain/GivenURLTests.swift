import HTTPTypes
import RefineryTesting
import Testing

@testable import RefineryCore

@Suite struct GivenURLTests {
  private let api = Client(baseURL: "https://api.example/v1", transport: StubTransport(.status(200)))

  private func shown(_ path: URITemplate, _ link: String, _ id: String? = nil) throws -> String {
    var call = Call<Okay>(Endpoint("File.read", .get, path)).options { $0.crossOriginLinks = .withoutCredentials }
    if let id { call = call.with("id", id) }
    return try Redaction(queryKeys: ["page"]).url(of: api.makeRequest(for: call.following(link)))
  }

  @Test("of a URL that the server gave, only the path segments that the row has are shown")
  func paths() throws {
    let origin = "https://api.example"
    #expect(try shown("files", "/v1/files/canary") == "\(origin)/v1/files/<redacted>")
    #expect(try shown("files", "/v1/files/canary/x/?page=2&t=canary") == "\(origin)/v1/files/<redacted>?page=2&t=<redacted>")
    #expect(try shown("files", "https://other.example/canary") == "https://other.example/<redacted>")
    #expect(try shown("files", "https://other.example/v1/filesystem") == "https://other.example/v1/<redacted>")
    #expect(try shown("people/{id}/files", "/v1/people/5/files?page=2", "5") == "\(origin)/v1/people/5/files?page=2")
    #expect(try shown("people/{id}/files", "/v1/people/canary/files", "5") == "\(origin)/v1/people/<redacted>")
    #expect(try shown("people/{id}/files", "/v1/people/canary/files") == "\(origin)/v1/<redacted>")
    #expect(try shown("files", "?page=3") == "\(origin)/v1/files?page=3")
    #expect(try shown("files", "canary") == "\(origin)/v1/<redacted>")
    for same in ["/v1/files", "/v1/files/", "/v1", "/"] { #expect(try shown("files", same) == origin + same) }
  }

  @Test("the error, the request and the explanation of a call to such a URL do not show it")
  func descriptions() async throws {
    let server = StubTransport(.status(500))
    let api = Client(baseURL: "https://api.example", transport: server)
    let call = Call<Okay>(Endpoint("File.append", .patch, "files")).following("/files/canary")
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.url == "https://api.example/files/<redacted>")
    let texts = [
      String(reflecting: error), "\(try api.makeRequest(for: call))", "\(try api.explain(call))", "\(server.requests)",
    ]
    #expect(!texts.joined().contains("canary"))
    #expect(server.requests.first?.head.path == "/files/canary")
  }

  private func moved(to location: String) -> StubTransport {
    StubTransport { request in
      request.head.path == "/v1/files/5"
        ? Response(status: .temporaryRedirect, headers: [.location: location]) : Response(status: .notFound)
    }
  }

  @Test(
    "the target of a redirect is a URL that the server gave",
    arguments: [
      ("https://store.example/canary/v1?sig=canary", "https://store.example/<redacted>?sig=<redacted>"),
      ("https://store.example/v1/files/canary", "https://store.example/v1/files/<redacted>"),
      ("/v1/files/canary", "https://api.example/v1/files/<redacted>"), ("5/", "https://api.example/v1/files/5/"),
      ("https://store.example", "https://store.example/"),
    ])
  func redirects(location: String, shown: String) async throws {
    let server = moved(to: location)
    let client = Client(baseURL: "https://api.example/v1", transport: server)
    let call = Call<Okay>(Endpoint("File.read", .get, "files/{id}")).with("id", "5").options { $0.redirects = .anyOrigin }
    let error = try #require(await #expect(throws: CallError.self) { try await client.send(call) })
    #expect(error.url == "https://api.example/v1/files/5" && error.attempts.count == 2)
    #expect(server.requests.map { Redaction().url(of: $0) } == ["https://api.example/v1/files/5", shown])
    #expect(!"\(error) \(String(reflecting: error)) \(server.requests)".contains("canary"))
  }

  @Test("after a link, the target of a redirect shows no more than the row's own path has")
  func redirectOfLink() async throws {
    let server = StubTransport { request in
      request.head.path == "/v1/files/canary"
        ? Response(status: .temporaryRedirect, headers: [.location: "canary/more"]) : Response(status: .ok)
    }
    let client = Client(baseURL: "https://api.example/v1", transport: server)
    try await client.send(Call<Okay>(Endpoint("File.append", .patch, "files")).following("/v1/files/canary"))
    let shown = "https://api.example/v1/files/<redacted>"
    #expect(server.requests.map { Redaction().url(of: $0) } == [shown, shown])
  }

  @Test("a redirect that is not followed does not show its target; the header fields of its error have it")
  func refusedRedirect() async throws {
    let location = "https://store.example/v1/canary?sig=canary"
    let client = Client(baseURL: "https://api.example/v1", transport: moved(to: location))
    let call = Call<Okay>(Endpoint("File.read", .get, "files/{id}")).with("id", "5")
    let error = try #require(await #expect(throws: CallError.self) { try await client.send(call) })
    let refused = try #require(error.underlying as? RedirectRefused)
    #expect(refused.target == "https://store.example/v1/<redacted>" && refused.reason == .leavesOrigin)
    #expect(!"\(error) \(String(reflecting: refused)) \(refused)".contains("canary"))
    #expect(error.headers?[.location] == location && error.status == 307 && error.kind == .other)
  }

  @Test("a URL that the row or the call makes is shown with its path")
  func own() throws {
    let request = try api.makeRequest(for: Call<Okay>(Endpoint("File.read", .get, "files/{id}")).with("id", "5"))
    #expect(Redaction().url(of: request) == "https://api.example/v1/files/5")
  }
}
