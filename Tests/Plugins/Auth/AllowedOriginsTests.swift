import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite struct AllowedOriginsTests {
  private func sends(_ middleware: AuthMiddleware, _ request: Request) async throws -> Bool {
    let stub = StubTransport(.status(200))
    _ = try await Next([middleware], transport: stub)(request)
    return try #require(stub.authorizations.first) != nil
  }

  @Test(
    "K05: by default credentials go to the origin of the client's base URL alone",
    arguments: [
      ("https", "api.example", true), ("https", "API.example:443", true), ("HTTPS", "api.example", true),
      ("https", "user@api.example", true), ("https", "api.example:8443", false), ("https", "evil.example", false),
      ("https", "evi.example", false),
      ("https", "api.example.evil.example", false), ("https", "api.example@evil.example", false),
      ("https", "api.example:", true), ("https", "", false), ("http", "api.example", false), ("ftp", "api.example", false),
    ])
  func home(scheme: String, authority: String, expected: Bool) async throws {
    for home in ["https://api.example", "https://api.example:443", "HTTPS://API.EXAMPLE/base"] {
      let options = Options { $0.homeOrigin = home }
      let request = personRequest(scheme: scheme, authority: authority, options: options)
      #expect(try await sends(AuthMiddleware(.bearer("t")), request) == expected)
    }
  }

  @Test("K05: a request that does not know its home is trusted; an unreadable home is not")
  func unknownHome() async throws {
    #expect(try await sends(AuthMiddleware(.bearer("t")), personRequest(authority: "any.example")))
    let unreadable = personRequest(authority: "", options: Options { $0.homeOrigin = "api.example" })
    #expect(try await !sends(AuthMiddleware(.bearer("t")), unreadable))
  }

  @Test("K05: a request made by hand gets credentials only for its home origin, by default that of the client")
  func madeByHand() async throws {
    let stub = StubTransport { _ in Response(status: .ok) }
    let api = Client(baseURL: "https://api.example", middleware: [AuthMiddleware(.bearer("t"))], transport: stub)
    let other = Options { $0.homeOrigin = "https://other.example" }
    for request in [
      personRequest(), personRequest(authority: "other.example"), personRequest(authority: "other.example", options: other),
    ] {
      _ = try await api.respond(to: request)
    }
    #expect(stub.authorizations == ["Bearer t", nil, "Bearer t"])
  }

  @Test("K05: a list of origins is exact, and every origin is a choice")
  func lists() async throws {
    let options = Options { $0.homeOrigin = "https://home.example" }
    let list = AuthMiddleware(.bearer("t"), origins: .origins(["https://a.example", "https://b.example:8443"]))
    #expect(try await sends(list, personRequest(authority: "a.example:443", options: options)))
    #expect(try await sends(list, personRequest(authority: "b.example:8443", options: options)))
    #expect(try await !sends(list, personRequest(authority: "b.example", options: options)))
    #expect(try await !sends(list, personRequest(authority: "home.example", options: options)))
    #expect(try await sends(AuthMiddleware(.bearer("t"), origins: .any), personRequest(options: options)))
  }

  @Test("K05: a word that is no origin is an error that shows how to write one")
  func badList() async throws {
    let middleware = AuthMiddleware(.bearer("t"), origins: .origins(["https://a.example", "b.example\n"]))
    let error = await #expect(throws: CredentialError.self) { try await sends(middleware, personRequest()) }
    #expect(error?.description == #"'b.example\n' is not an origin; write it as https://api.example"#)
  }

  @Test("K10: a 401 of an origin that got no credentials refreshes nothing")
  func foreignRefusal() async throws {
    let provider = CountingProvider()
    let stub = StubTransport(.status(401))
    let request = personRequest(options: Options { $0.homeOrigin = "https://home.example" })
    #expect(try await Next([AuthMiddleware(provider)], transport: stub)(request).head.status == .unauthorized)
    #expect(stub.requests.count == 1 && provider.count == 0)
  }

  /// A server whose files are at another origin, which refuses every request.
  private var filesElsewhere: StubTransport {
    StubTransport { request in
      guard request.head.authority == "home.example" else { return Response(status: .unauthorized) }
      return Response(status: .temporaryRedirect, headers: [.location: "https://files.example/5"])
    }
  }

  private let file = Call<Okay>(Endpoint("File.read", .get, "files/5")).options { $0.redirects = .anyOrigin }

  @Test("K10: a 401 of another origin that a redirect led to, without credentials, refreshes nothing")
  func redirectedRefusal() async throws {
    let provider = CountingProvider()
    let server = filesElsewhere
    let api = Client(baseURL: "https://home.example", middleware: [AuthMiddleware(provider)], transport: server)
    for _ in 1...2 { #expect(try await api.respond(to: file).head.status == .unauthorized) }
    #expect(provider.count == 1)
    #expect(server.authorizations == ["Bearer t1", nil, "Bearer t1", nil])
  }

  @Test("K10: a 401 of the same origin that a redirect led to renews the credential, as any other")
  func redirectedHome() async throws {
    let provider = CountingProvider()
    let server = StubTransport { request in
      guard request.head.path == "/moved" else {
        return Response(status: .temporaryRedirect, headers: [.location: "https://HOME.example:443/moved"])
      }
      return Response(status: request.head.headerFields[.authorization] == "Bearer t2" ? .ok : .unauthorized)
    }
    let api = Client(baseURL: "https://home.example", middleware: [AuthMiddleware(provider)], transport: server)
    #expect(try await api.respond(to: file).head.status == .ok)
    #expect(provider.count == 2)
  }

  @Test("K05: a call that gets no credential says so in its error, and its explanation says the same")
  func withheld() async throws {
    let text = "https://files.example is not an origin that credentials may go to"
    let row = Endpoint("File.read", .get, "https://files.example/5")
    let provider = CountingProvider()
    let stub = StubTransport(.status(401))
    let api = Client(baseURL: "https://home.example", middleware: [AuthMiddleware(provider)], transport: stub)
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Call<Okay>(row)) })
    #expect(error.notes == ["no credential was sent: \(text)"] && stub.authorizations == [nil])
    #expect(error.description.contains("status 401; no credential was sent: \(text); after"))
    #expect(try api.explain(Call<Okay>(row)).links.first?.effect == "not sent: \(text)")

    let link = Call<Okay>(Endpoint("File.list", .get, "files")).options { $0.crossOriginLinks = .withoutCredentials }
      .following("https://other.example/5")
    let followed = try #require(await #expect(throws: CallError.self) { try await api.send(link) })
    #expect(followed.notes == ["no credential was sent: the request must carry none (credentialsWithheld)"])

    let home = try #require(
      await #expect(throws: CallError.self) { try await api.send(Call<Okay>(Endpoint("File.home", .get, "files"))) })
    #expect(home.notes == [] && provider.count == 2)
  }

  @Test("K05: a call whose credential a redirect to another origin dropped says so in its error")
  func dropped() async throws {
    let api = Client(
      baseURL: "https://home.example", middleware: [AuthMiddleware(CountingProvider())], transport: filesElsewhere)
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(file) })
    let note = "the redirect to https://files.example was followed without the credentials of the call"
    #expect(error.notes == [note] && error.description.contains(note))
    let plain = Client(baseURL: "https://home.example", transport: filesElsewhere)
    let bare = try #require(await #expect(throws: CallError.self) { try await plain.send(file) })
    #expect(bare.notes == [])
  }

  @Test("K05: an explanation does not claim that a credential is added that the call itself sets")
  func ownCredential() throws {
    let own = personRequest(headers: [.authorization: "Bearer own"])
    let keyed: @Sendable () async throws -> Credential = { .bearer("t") }
    let asked = AuthMiddleware(credential: keyed)
    #expect(asked.explanation(for: own)?.hasSuffix("unless the call sets it itself") == true)
    let replacing = AuthMiddleware(replacesCallers: true, credential: keyed)
    #expect(replacing.explanation(for: own) == "asks for a credential at each attempt and adds it, redacted")
    #expect(AuthMiddleware(CountingProvider()).explanation(for: own) == "leaves Authorization as the call sets it")
    let token = AuthMiddleware { "t" }
    #expect(token.explanation(for: own) == "leaves Authorization as the call sets it")
    #expect(token.explanation(for: personRequest()) == "asks for a credential at each attempt and adds it, redacted")
  }

  @Test("F14: a challenge of another origin that a redirect led to is not met")
  func redirectedChallenge() async throws {
    let server = filesElsewhere
    let challenges = Counter()
    let link = ChallengeMiddleware { request, _ in
      challenges.add()
      return request
    }
    let api = Client(baseURL: "https://home.example", middleware: [link], transport: server)
    #expect(try await api.respond(to: file).head.status == .unauthorized)
    #expect(challenges.count == 0 && server.requests.count == 2)
  }

  @Test(
    "K05: plain http is for this machine",
    arguments: ["localhost", "localhost:8080", "api.localhost", "127.0.0.1:80", "127.255.0.9", "[::1]", "[::1]:8080"])
  func loopback(authority: String) async throws {
    #expect(try await sends(AuthMiddleware(.bearer("t")), personRequest(scheme: "http", authority: authority)))
  }

  @Test(
    "K05: plain http to another machine is refused before anything is fetched or sent, unless it is allowed",
    arguments: [
      "api.example", "127.0.0.1.evil.example", "128.0.0.1", "127.0.0", "127.0.0.256", "localhost.evil.example", "evillocalhost",
      "localhost@evil.example", "[::2]", "",
    ])
  func plaintext(authority: String) async throws {
    let provider = CountingProvider()
    let stub = StubTransport(.status(200))
    let request = personRequest(scheme: "http", authority: authority)
    let error = await #expect(throws: CredentialError.self) {
      try await Next([AuthMiddleware(provider)], transport: stub)(request)
    }
    #expect(error?.description.contains("allowPlaintext: true") == true)
    #expect(stub.requests.isEmpty && provider.count == 0)
    #expect(try await sends(AuthMiddleware(.bearer("t"), allowPlaintext: true), request))
  }
}
