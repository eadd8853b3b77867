import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Testing

@Suite struct OAuth2Tests {
  private let url = "https://login.example:8443/oauth/token?v=2"

  private func text(_ request: Request?) async throws -> String {
    String(decoding: try await (request?.body ?? .empty).collect(), as: UTF8.self)
  }

  @Test("Q11, K10: client credentials are requested as RFC 6749 sections 2.3.1 and 4.4 and RFC 8707 section 2 say")
  func request() async throws {
    let stub = StubTransport(.json(#"{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"Bearer","expires_in":3600}"#))
    let client = try OAuth2Client("odd client+id", .basic("p@ss:w/ö rd"), tokenURL: url, via: Next(transport: stub))
    let target = OAuth2Target(
      scopes: ["read", "write", "read"], resources: ["https://files.example/v1", "urn:x:y"], audiences: ["a&b"],
      parameters: ["tenant": "t=1"])
    let provider = try OAuth2Grant.clientCredentials(client, for: target)
    let credential = try await provider.credential(for: CredentialContext())
    #expect(credential == .bearer("2YotnFZFEjr1zCsicMWpAA").lasting(.seconds(3600)))
    let sent = try #require(stub.requests.first)
    #expect(sent.head.method == .post && sent.head.scheme == "https" && sent.head.authority == "login.example:8443")
    #expect(sent.head.path == "/oauth/token?v=2")
    #expect(sent.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(sent.head.headerFields[.accept] == "application/json")
    let basic = Data("odd%20client%2Bid:p%40ss%3Aw%2F%C3%B6%20rd".utf8).base64EncodedString()
    #expect(sent.head.headerFields[.authorization] == "Basic \(basic)")
    #expect(
      try await text(sent)
        == "grant_type=client_credentials&scope=read%20write&resource=https%3A%2F%2Ffiles.example%2Fv1&resource=urn%3Ax%3Ay"
        + "&audience=a%26b&tenant=t%3D1")
    #expect(sent.options.authentication == .off && sent.options.redirects == .never && sent.isIdempotent)
    #expect(sent.options.responseLimit == 64 * 1024)
  }

  @Test("K10: the client may prove itself in the body instead")
  func bodyAuthentication() async throws {
    let stub = StubTransport(.json(#"{"access_token":"t","token_type":"bearer"}"#))
    let provider = try OAuth2Grant.clientCredentials(
      try OAuth2Client("id", .post("s&p"), tokenURL: "https://login.example", via: Next(transport: stub)))
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("t"))
    #expect(stub.requests.first?.head.path == "/" && stub.authorizations == [nil])
    #expect(try await text(stub.requests.first) == "grant_type=client_credentials&client_id=id&client_secret=s%26p")
  }

  @Test(
    "K10: lifetimes are read as servers write them",
    arguments: [
      (#""expires_in":60"#, 60), (#""expires_in":"60""#, 60), (#""expires_in":60.0"#, 60), (#""expires_in":null"#, nil),
      (#""scope":"a""#, nil), (#""expires_in":1e300"#, 1_000_000_000), (#""expires_in":-1"#, 0),
      (#""expires_in":"nan""#, nil), (#""expires_in":"-nan""#, nil), (#""expires_in":"inf""#, 1_000_000_000),
      (#""expires_in":"-inf""#, 0), (#""expires_in":"soon""#, nil), (#""expires_in":"""#, nil),
      (#""expires_in":true"#, nil), (#""expires_in":{"seconds":60}"#, nil), (#""expires_in":[60]"#, nil),
    ] as [(String, Int?)])
  func lifetimes(member: String, seconds: Int?) async throws {
    let stub = StubTransport(.json(#"{"access_token":"t","token_type":"BEARER",\#(member)}"#))
    let provider = try OAuth2Grant.clientCredentials(.stubbed(stub))
    let credential = try await provider.credential(for: CredentialContext())
    #expect(credential.lifetime == seconds.map { .seconds($0) })
  }

  @Test(
    "K10: a refusal is a typed error with its code; what the server says about it stays hidden",
    arguments: [
      (401, #"{"error":"invalid_client","error_description":"canary"}"#, "invalid_client", "canary"),
      (400, #"{"error":"invalid_scope"}"#, "invalid_scope", nil), (502, "<html>canary", "no error code", nil),
      (302, "", "no error code", nil), (200, "canary", "the response is not a token of RFC 6749 section 5.1", nil),
      (200, #"{"token_type":"Bearer"}"#, "the response is not a token of RFC 6749 section 5.1", nil),
      (
        200, #"{"access_token":"canary","token_type":"mac"}"#, "the token type is not Bearer, which is the only one supported",
        nil
      ),
      (400, #"{"error":"line\nend"}"#, "line\nend", nil), (400, #"{"error":"no s3cr3t"}"#, "<redacted>", nil),
      (400, #"{"error":"invalid_request","error_description":7}"#, "invalid_request", nil),
    ] as [(Int, String, String, String?)])
  func refusals(status: Int, body: String, code: String, detail: String?) async throws {
    let provider = try OAuth2Grant.clientCredentials(.stubbed(StubTransport(.json(body, status: status))))
    let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(error?.status == status && error?.code == code && error?.detail?.exposed == detail)
    #expect(error?.description.contains("canary") == false && error?.description.contains("\n") == false)
  }

  @Test("K10: an error code is cut off after 64 scalars, even if they form one character")
  func longCode() async throws {
    let mark = String(repeating: "\u{301}", count: 1_000)
    let stub = StubTransport(.json(#"{"error":"e\#(mark)"}"#, status: 400))
    let provider = try OAuth2Grant.clientCredentials(.stubbed(stub))
    let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(error?.code.unicodeScalars.count == 64)
  }

  @Test(
    "K10: an error code that repeats a part of the request is hidden, however the server writes it",
    arguments: [
      "canary/7+f=", "canary/7+f=\u{301}", "no: grant_type=refresh_token&refresh_token=canary%2F7%2Bf%3D&client_id=id",
      "no canary%2F7%2Bf%3D", "no canary%2f7%2bf%3d", "refresh_token=canary",
      "Basic \(Data("id:s3%2Fcr3t".utf8).base64EncodedString())",
      "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJpZCJ9.c2lnbmF0dXJl",
    ])
  func repeatedRequest(code: String) async throws {
    let stub = StubTransport(.json(#"{"error":"\#(code)"}"#, status: 400))
    let provider = try OAuth2RefreshToken(.stubbed(stub, .basic("s3/cr3t")), refreshToken: "canary/7+f=")
    let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(error?.code == "<redacted>")
  }

  @Test("Q11: a client without an id has no authentication, and a target that cannot be sent is refused with its reason")
  func refusedSettings() throws {
    let next = Next(transport: StubTransport())
    #expect(throws: CredentialError.self) { try OAuth2Client("", .basic("s"), tokenURL: url, via: next) }
    let client = try OAuth2Client("", .none, tokenURL: url, via: next)
    let mistakes = [
      (OAuth2Target(scopes: ["read write"]), "scope"), (OAuth2Target(scopes: [""]), "scope"),
      (OAuth2Target(scopes: ["a\"b"]), "scope"), (OAuth2Target(resources: ["/files"]), "resource"),
      (OAuth2Target(resources: ["https://h/#x"]), "resource"), (OAuth2Target(resources: ["1:x"]), "resource"),
      (OAuth2Target(resources: ["x:"]), "resource"), (OAuth2Target(audiences: [""]), "audience"),
      (OAuth2Target(parameters: ["scope": "x"]), "parameter scope"),
      (OAuth2Target(parameters: ["client_secret": "x"]), "parameter client_secret"),
    ]
    for (target, word) in mistakes {
      let error = #expect(throws: CredentialError.self) { try OAuth2Grant.clientCredentials(client, for: target) }
      #expect(error?.description.contains(word) == true, "\(target)")
    }
  }

  @Test("K10: an endless answer of the token endpoint is cut off")
  func capped() async throws {
    let endless = AsyncStream<Data>.init(unfolding: { Data(repeating: 0x20, count: 4096) })
    let provider = try OAuth2Grant.clientCredentials(.stubbed(StubTransport(.status(200, body: Body(endless)))))
    await #expect(throws: BodyError.self) { try await provider.credential(for: CredentialContext()) }
  }

  @Test(
    "K10: an unusable token URL is refused when the provider is made, without repeating it",
    arguments: [
      "", "login.example/token", "/token", "https:///token", "ftp://login.example", "https://user:canary@login.example/",
      "https://login.example/#canary", "https://login.example/to ken", "https://login.example:port/", "http://login.example/",
      "http://127.0.0.1.login.example/", "http://127.login.example/", "http://127.0.1/", "http://localhost.login.example/",
    ])
  func badURL(url: String) throws {
    let error = #expect(throws: CredentialError.self) {
      try OAuth2Client("id", .basic("s"), tokenURL: url, via: Next(transport: StubTransport()))
    }
    #expect(error?.description.contains("canary") == false)
  }

  @Test("K10: plain http is for this machine, or allowed by name")
  func plaintext() throws {
    let next = Next(transport: StubTransport())
    _ = try OAuth2Client("id", .basic("s"), tokenURL: "http://127.0.0.1:9/t", via: next)
    _ = try OAuth2Client("id", .basic("s"), tokenURL: "http://login.internal/t", allowPlaintext: true, via: next)
  }

  @Test("K10: the whole way: a token, a 401, another token, the answer")
  func throughTheChain() async throws {
    let login = StubTransport(
      .json(#"{"access_token":"old","token_type":"Bearer","expires_in":3600}"#),
      .json(#"{"access_token":"new","token_type":"Bearer","expires_in":3600}"#))
    let provider = try OAuth2Grant.clientCredentials(.stubbed(login))
    let api = StubTransport.accepting("new")
    let next = Next([AuthMiddleware(provider)], transport: api)
    #expect(try await next(personRequest()).head.status == .ok)
    #expect(try await next(personRequest()).head.status == .ok)
    #expect(api.authorizations == ["Bearer old", "Bearer new", "Bearer new"] && login.requests.count == 2)
  }
}
