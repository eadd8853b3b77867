import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OAuth2GrantTests {
  private let token = #"{"access_token":"t","token_type":"Bearer"}"#
  private let exchange = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
  private let typed = "urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3A"

  @Test("Q11: a token exchange sends subject, actor, requested type and target as RFC 8693 section 2.1 says")
  func exchangeRequest() async throws {
    let issued = OAuth2TokenType.jwt.rawValue
    let stub = StubTransport(.json(#"{"access_token":"t","token_type":"Bearer","issued_token_type":"\#(issued)"}"#))
    let provider = try OAuth2Grant.tokenExchange(
      .stubbed(stub), for: OAuth2Target(scopes: ["read"], resources: ["https://h"], audiences: ["orders", "bills"]),
      requested: .jwt, actorType: .idToken, actor: { _ in "actor" }
    ) { Secret("of \($0.key)") }
    #expect(try await provider.credential(for: CredentialContext(key: "ann")) == .bearer("t"))
    #expect(
      try await stub.forms == [
        "\(exchange)&subject_token=of%20ann&subject_token_type=\(typed)access_token&actor_token=actor"
          + "&actor_token_type=\(typed)id_token&requested_token_type=\(typed)jwt&scope=read&resource=https%3A%2F%2Fh"
          + "&audience=orders&audience=bills"
      ])
    #expect(stub.requests.first?.isIdempotent == true)
  }

  @Test("Q11: after invalid_grant, nothing is sent until the subject's or the actor's token is a new one")
  func newActor() async throws {
    let stub = StubTransport(
      .json(#"{"error":"invalid_grant"}"#, status: 400),
      .json(#"{"access_token":"a","token_type":"Bearer","issued_token_type":"urn:ietf:params:oauth:token-type:access_token"}"#))
    let current = Mutex("old")
    let provider = try OAuth2Grant.tokenExchange(
      .stubbed(stub), actorType: .jwt, actor: { _ in Secret(current.withLock { $0 }) }, subjectType: .jwt,
      subject: { _ in "s" }
    )
    for _ in 0..<2 {
      await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    }
    #expect(stub.requests.count == 1)
    current.withLock { $0 = "new" }
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("a"))
  }

  @Test("Q11: a token of another type than the requested one is refused", arguments: [#""issued_token_type":"x","#, ""])
  func issuedType(member: String) async throws {
    let stub = StubTransport(.json(#"{"access_token":"t",\#(member)"token_type":"Bearer"}"#))
    let strict = try OAuth2Grant.tokenExchange(.stubbed(stub), requested: .accessToken, subjectType: .jwt) { _ in "s" }
    let error = await #expect(throws: OAuth2Error.self) { try await strict.credential(for: CredentialContext()) }
    #expect(error?.code.contains("issued_token_type") == true)
    let lenient = try OAuth2Grant.tokenExchange(.stubbed(StubTransport(.json(token))), subjectType: .jwt) { _ in "s" }
    #expect(try await lenient.credential(for: CredentialContext()) == .bearer("t"))
  }

  @Test("Q11: a subject's token that was refused is not sent again, a new one is, and other subjects are not affected")
  func refusedSubject() async throws {
    let stub = StubTransport { request in
      let form = String(decoding: try await (request.body ?? .empty).collect(), as: UTF8.self)
      if form.contains("subject_token=old&") { return Response(status: .badRequest, body: Body(#"{"error":"invalid_grant"}"#)) }
      return Response(status: .ok, body: Body(#"{"access_token":"t","token_type":"Bearer"}"#))
    }
    let current = Mutex("old")
    let provider = try OAuth2Grant.tokenExchange(.stubbed(stub)) { context in
      context.key == "ann" ? Secret(current.withLock { $0 }) : "other"
    }
    for _ in 0..<3 {
      let error = await #expect(throws: OAuth2Error.self) {
        try await provider.credential(for: CredentialContext(key: "ann"))
      }
      #expect(error?.isFinal == true && error?.description.contains("new ones") == true)
    }
    #expect(stub.requests.count == 1)
    #expect(try await provider.credential(for: CredentialContext(key: "bob")) == .bearer("t"))
    current.withLock { $0 = "new" }
    #expect(try await provider.credential(for: CredentialContext(key: "ann")) == .bearer("t"))
  }

  @Test("Q11: a JWT bearer grant sends the assertion, without client authentication if there is none (RFC 7523 section 2.1)")
  func bearerGrant() async throws {
    let stub = StubTransport(.json(token))
    let seen = Mutex<[String]>([])
    let provider = try OAuth2Grant.jwtBearer(.stubbed(stub, .none, id: ""), for: OAuth2Target(scopes: ["read"])) {
      context, audience in
      seen.withLock { $0.append("\(context.key) at \(audience)") }
      return Secret("a.b.c")
    }
    #expect(try await provider.credential(for: CredentialContext(key: "ann")) == .bearer("t"))
    let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
    #expect(try await stub.forms == ["grant_type=\(grant)&assertion=a.b.c&scope=read"])
    #expect(seen.withLock { $0 } == ["ann at https://login.example/token"])
    #expect(stub.requests.first?.isIdempotent == false && stub.authorizations == [nil])
  }

  @Test("Q11: an assertion that was refused is not sent again")
  func refusedAssertion() async throws {
    let stub = StubTransport(.json(#"{"error":"invalid_grant"}"#, status: 400), .json(token))
    let made = Atomic(0)
    let provider = try OAuth2Grant.jwtBearer(.stubbed(stub)) { _, _ in
      let number = made.add(1, ordering: .sequentiallyConsistent).newValue
      return Secret(number < 3 ? "same" : "other")
    }
    for _ in 0..<2 {
      let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
      #expect(error?.isFinal == true && error?.description.contains("same") == false)
    }
    #expect(stub.requests.count == 1)
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("t"))
  }

  @Test("K10, Q11: new assertions that are refused count for the limit of refreshes, and the error keeps saying what to do")
  func refusedAssertions() async throws {
    let clock = ManualClock()
    let stub = StubTransport { _ in Response(status: .badRequest, body: Body(#"{"error":"invalid_grant"}"#)) }
    let made = Atomic(0)
    let provider = try OAuth2Grant.jwtBearer(.stubbed(stub)) { _, _ in
      Secret("assertion \(made.add(1, ordering: .sequentiallyConsistent).newValue)")
    }
    let store = CredentialStore(provider, clock: CallClock(clock))
    for _ in 0..<10 {
      let error = await #expect(throws: CredentialError.self) { try await store.credential() }
      guard case .refreshFailed(let cause as OAuth2Error) = error, cause.isFinal else {
        Issue.record("not the server's refusal: \(String(describing: error))")
        return
      }
      clock.advance(by: .seconds(2))
    }
    #expect(stub.requests.count == 5)
    clock.advance(by: .seconds(30))
    await #expect(throws: CredentialError.self) { try await store.credential() }
    #expect(stub.requests.count == 6)
  }

  @Test("Q11: a client authenticates by a new assertion for each request, which is not repeated (RFC 7523 section 2.2)")
  func clientAssertion() async throws {
    let stub = StubTransport(.json(token))
    let made = Atomic(0)
    let assertion = OAuth2ClientAuthentication.assertion { _, audience in
      Secret("\(audience).\(made.add(1, ordering: .sequentiallyConsistent).newValue)")
    }
    let provider = try OAuth2Grant.clientCredentials(.stubbed(stub, assertion))
    for _ in 0..<2 { #expect(try await provider.credential(for: CredentialContext()) == .bearer("t")) }
    let type = "urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"
    #expect(
      try await stub.forms
        == (1...2).map {
          "grant_type=client_credentials&client_id=id&client_assertion_type=\(type)&client_assertion=https%3A%2F%2Flogin.example%2Ftoken.\($0)"
        })
    #expect(stub.requests.allSatisfy { !$0.isIdempotent } && stub.authorizations == [nil, nil])
  }

  @Test("Q11: a server that repeats a secret of the request brings it into no error", arguments: ["s3cr3t", "sub-t0ken"])
  func repeatedSecret(secret: String) async throws {
    let body = #"{"error":"bad \#(secret)","error_description":"\#(secret)"}"#
    let provider = try OAuth2Grant.tokenExchange(.stubbed(StubTransport(.json(body, status: 400)), .post("s3cr3t"))) { _ in
      "sub-t0ken"
    }
    let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(error?.code == "<redacted>" && error?.description.contains(secret) == false)
    #expect(error?.detail?.exposed == secret)
  }

  @Test("Q11: credentials with the same issuer, client, target and subject are the same credential, and no others are")
  func identities() throws {
    let stub = StubTransport()
    func identity(
      _ target: OAuth2Target, id: String = "id", url: String = "https://login.example/token", key: String = "ann"
    ) throws -> String {
      try OAuth2Grant.tokenExchange(.stubbed(stub, id: id, tokenURL: url), for: target, subjectType: .jwt) { _ in "s" }
        .identity(for: key)
    }
    let target = OAuth2Target(scopes: ["a", "b"], resources: ["x:1", "x:2"], audiences: ["c", "d"])
    let same = OAuth2Target(scopes: ["b", "a", "b"], resources: ["x:2", "x:1"], audiences: ["d", "c", "c"])
    #expect(try identity(target) == identity(same))
    var others = [
      try identity(target, id: "other"), try identity(target, url: "https://other.example/token"),
      try identity(target, key: "bob"), try identity(target),
    ]
    for other in [
      OAuth2Target(scopes: ["a"], resources: ["x:1", "x:2"], audiences: ["c", "d"]),
      OAuth2Target(scopes: ["a", "b"], resources: ["x:1"], audiences: ["c", "d"]),
      OAuth2Target(scopes: ["a", "b"], resources: ["x:1", "x:2"], audiences: ["c"]),
      OAuth2Target(scopes: ["a", "b"], resources: ["x:1", "x:2"], audiences: ["c", "d"], parameters: ["e": "f"]),
      OAuth2Target(parameters: ["e": "f&scope=g"]), OAuth2Target(scopes: ["g"], parameters: ["e": "f"]),
    ] { others.append(try identity(other)) }
    #expect(Set(others).count == others.count)
    let bearer = try OAuth2Grant.jwtBearer(.stubbed(stub)) { _, _ in "a" }
    #expect(bearer.identity(for: "x") != bearer.identity(for: "y"))
  }

  @Test("Q11: a hundred calls with different keys, but one credential, make one token request")
  func oneRequest() async throws {
    let gate = Latch()
    let login = StubTransport { _ in
      await gate.wait()
      return Response(status: .ok, body: Body(#"{"access_token":"t","token_type":"Bearer"}"#))
    }
    let api = StubTransport.accepting("t")
    let next = Next([AuthMiddleware(try OAuth2Grant.clientCredentials(.stubbed(login)))], transport: api)
    let calls = (0..<100).map { number in
      Task {
        let options = Options { $0.authentication = .named("tenant\(number % 10)") }
        return try await next(personRequest(options: options)).head.status
      }
    }
    try await until { login.requests.count == 1 }
    gate.open()
    for call in calls { #expect(try await call.value == .ok) }
    #expect(login.requests.count == 1 && api.requests.count == 100)
  }
}
