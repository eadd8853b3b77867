import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Testing

@Suite struct CredentialTests {
  private func sent(_ credential: Credential, path: String = "/people/5") async throws -> Request {
    let stub = StubTransport(.status(200))
    _ = try await Next([AuthMiddleware(credential)], transport: stub)(personRequest(path: path))
    return try #require(stub.requests.first)
  }

  @Test("K05: a bearer token goes into Authorization, and never into a compression table")
  func bearer() async throws {
    let request = try await sent(.bearer("mF_9.B5f-4.1JqM=="))
    #expect(request.head.headerFields[.authorization] == "Bearer mF_9.B5f-4.1JqM==")
    #expect(request.head.headerFields[fields: .authorization].map(\.indexingStrategy) == [.disallow])
  }

  @Test("K05: Basic is base64 of UTF-8 (the examples of RFC 7617)")
  func basic() async throws {
    let plain = try await sent(.basic(user: "Aladdin", password: "open sesame"))
    #expect(plain.head.headerFields[.authorization] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    let pound = try await sent(.basic(user: "test", password: "123\u{A3}"))
    #expect(pound.head.headerFields[.authorization] == "Basic dGVzdDoxMjPCow==")
    let colon = try await sent(.basic(user: "", password: "a:b"))
    #expect(colon.head.headerFields[.authorization] == "Basic OmE6Yg==")
  }

  @Test("K05: any header field can carry a credential, two of them together, and redirects are told which")
  func headers() async throws {
    let request = try await sent(.header("X-Key-Id", "id").and(.header("X-Key-Secret", "s p")))
    let names = try Set(["X-Key-Id", "X-Key-Secret"].map { try #require(HTTPField.Name($0)) })
    #expect(Set(request.head.headerFields.map { "\($0.name): \($0.value)" }) == ["X-Key-Id: id", "X-Key-Secret: s p"])
    #expect(request.options.credentialFields == names)
  }

  @Test(
    "K05: an API key in the query is percent-encoded and joins the query that is there",
    arguments: [
      ("/people/5", "/people/5?api%20key=a%26b%3D%2Bc%2F%C3%A4"),
      ("/people?", "/people?api%20key=a%26b%3D%2Bc%2F%C3%A4"),
      ("/people?q=1&&r", "/people?q=1&&r&api%20key=a%26b%3D%2Bc%2F%C3%A4"),
      ("/people#part", "/people?api%20key=a%26b%3D%2Bc%2F%C3%A4"),
    ])
  func query(path: String, expected: String) async throws {
    let request = try await sent(.apiKey("a&b=+c/ä", query: "api key"), path: path)
    #expect(request.head.path == expected)
    #expect(!Redaction().url(of: request.head).contains("a%26b"))
  }

  @Test("K05: of a credential of two nothing is added where the call sets either itself")
  func halfSet() async throws {
    for own in ["X-Key-Id", "X-Key-Secret"] {
      let stub = StubTransport(.status(200))
      let pair = Credential.header("X-Key-Id", "id").and(.header("X-Key-Secret", "s"))
      let headers: HTTPFields = [try #require(HTTPField.Name(own)): "own"]
      _ = try await Next([AuthMiddleware(pair)], transport: stub)(personRequest(headers: headers))
      #expect(stub.requests.first?.head.headerFields == headers)
    }
  }

  @Test("K05: a control character in a query key is an escape of two digits")
  func controlCharacters() async throws {
    #expect(try await sent(.apiKey("a\tb\u{7F}", query: "key")).head.path == "/people/5?key=a%09b%7F")
  }

  @Test(
    "K05: a credential that cannot be sent is a clear error without its value, before anything is sent",
    arguments: [
      (Credential.bearer(""), "empty"), (.bearer("=="), "empty"), (.bearer("canary\n"), "RFC 6750"),
      (.bearer("canary|x"), #".header("Authorization""#), (.bearer("canä"), "RFC 6750"),
      (.basic(user: "canary:x", password: ""), "colon"), (.basic(user: "canary:\u{301}x", password: ""), "colon"),
      (.basic(user: "u", password: "canary\r\nX: y"), "control"),
      (.header("X-Key", "canary\r\nX: y"), "X-Key"), (.header("X-Key", ""), "empty"), (.header("X Key", "canary"), "token"),
      (.header("X-Key", "canary "), "white space"), (.header("X-Key", ""), "empty"), (.apiKey("", query: "k"), "empty"),
      (.apiKey("canary", query: ""), "name is empty"), (Credential.bearer("t").and(.bearer("canary ")), "RFC 6750"),
    ])
  func malformed(credential: Credential, words: String) async throws {
    let stub = StubTransport(.status(200))
    let error = await #expect(throws: CredentialError.self) {
      try await Next([AuthMiddleware(credential)], transport: stub)(personRequest())
    }
    let text = try #require(error?.description)
    #expect(text.contains(words))
    #expect(!text.contains("canary") && !text.contains("\n"))
    #expect(stub.requests.isEmpty)
  }

  @Test("K05: a credential of two is valid as long as the shorter-lived")
  func lifetimes() {
    let both = Credential.bearer("t").lasting(.seconds(60)).and(.header("X-Key", "k").lasting(.seconds(30)))
    #expect(both.lifetime == .seconds(30))
    #expect(Credential.bearer("t").and(.header("X-Key", "k")).lifetime == nil)
  }

  @Test("K05: no credential, secret, provider, store, middleware or error shows its value in text, mirror or dump")
  func redaction() async throws {
    let token = "CANARYtoken"
    let stub = StubTransport(.json(#"{"error":"invalid_client","error_description":"not CANARYsecret"}"#, status: 401))
    let client = try OAuth2Client.stubbed(stub, .basic("CANARYsecret"), tokenURL: "https://login.example/token?k=1")
    let oauth = try OAuth2Grant.clientCredentials(client)
    let byBody = try OAuth2Grant.clientCredentials(.stubbed(stub, .post("CANARYsecret")))
    let refresh = try OAuth2RefreshToken(.stubbed(stub, .none), refreshToken: "CANARYrefresh")
    let exchange = try OAuth2Grant.tokenExchange(client) { _ in Secret(token) }
    let bearer = try OAuth2Grant.jwtBearer(client) { _, _ in Secret(token) }
    let store = CredentialStore(CountingProvider { _, _ in .bearer(token) })
    let held = try await store.credential()
    let failure = await #expect(throws: CredentialError.self) { try await CredentialStore(oauth).credential() }
    let things: [Any] = [
      Secret(token), [Secret(token)], Secret([token]), Credential.bearer(token), held, [held],
      Credential.basic(user: "CANARYuser", password: token), Credential.apiKey(token, query: "key"),
      Credential.header("X-Key", token).and(.bearer(token)), AuthMiddleware(.bearer(token)), AuthMiddleware { token },
      AuthMiddleware(store: store), client, OAuth2ClientAuthentication.assertion { _, _ in Secret(token) }, oauth, byBody,
      refresh,
      exchange, bearer,
      store, try #require(failure),
    ]
    for thing in things {
      var text = "\(thing) \(String(reflecting: thing)) "
      dump(thing, to: &text)
      #expect(!text.contains("CANARY"), "\(type(of: thing))")
      #expect(!text.contains("Q0FOQVJZ"), "base64 in \(type(of: thing))")
    }
    #expect(!((Secret(token) as Any) is any Encodable) && Mirror(reflecting: Secret(token)).children.isEmpty)
    #expect("\(held)" == "Authorization (Bearer) <redacted>")
    #expect(Secret(token).exposed == token)
  }
}
