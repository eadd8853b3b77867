import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OAuth2DiscoveryTests {
  private static let issuer = "https://login.example"

  /// A server with metadata and a token endpoint that gives every client a token.
  private func server(
    _ metadata: String? = nil, issuer: String = issuer, status: Int = 200, headers: HTTPFields = [:]
  ) -> StubTransport {
    let metadata = metadata ?? #"{"issuer":"\#(issuer)","token_endpoint":"https://login.example/oauth/token"}"#
    return StubTransport { request in
      if request.head.method == .post {
        return Response(status: .ok, body: Body(#"{"access_token":"t","token_type":"Bearer"}"#))
      }
      return Response(status: .init(code: status), headers: headers, body: Body(metadata))
    }
  }

  private func paths(_ stub: StubTransport) -> [String?] { stub.requests.map(\.head.path) }

  private func provider(
    _ stub: StubTransport, issuer: String = issuer, usesOpenID: Bool = false,
    _ authentication: OAuth2ClientAuthentication = .basic("s3cr3t"), allowPlaintext: Bool = false
  ) throws -> OAuth2Grant {
    try OAuth2Grant.clientCredentials(
      OAuth2Client(
        "id", authentication, issuer: issuer, usesOpenID: usesOpenID, allowPlaintext: allowPlaintext, via: Next(transport: stub)
      ))
  }

  @Test(
    "Q11: the metadata are read where RFC 8414 section 3 and OpenID Connect Discovery section 4 say",
    arguments: [
      ("https://login.example", false, "/.well-known/oauth-authorization-server"),
      ("https://login.example/", false, "/.well-known/oauth-authorization-server"),
      ("https://login.example/issuer1", false, "/.well-known/oauth-authorization-server/issuer1"),
      ("https://login.example/a/b/", false, "/.well-known/oauth-authorization-server/a/b"),
      ("https://login.example", true, "/.well-known/openid-configuration"),
      ("https://login.example/issuer1", true, "/issuer1/.well-known/openid-configuration"),
    ] as [(String, Bool, String)])
  func location(issuer: String, usesOpenID: Bool, path: String) async throws {
    let stub = server(issuer: issuer)
    #expect(
      try await provider(stub, issuer: issuer, usesOpenID: usesOpenID).credential(for: CredentialContext()) == .bearer("t"))
    #expect(paths(stub) == [path, "/oauth/token"])
    let read = try #require(stub.requests.first)
    #expect(read.head.method == .get && read.head.headerFields[.authorization] == nil)
    #expect(read.options.authentication == .off && read.options.redirects == .never)
  }

  @Test(
    "Q11: metadata that cannot be trusted end the request for a token, and no secret is sent",
    arguments: [
      (200, #"{"issuer":"https://login.example/","token_endpoint":"https://login.example/t"}"#, "another issuer"),
      (200, #"{"issuer":"https://LOGIN.example","token_endpoint":"https://login.example/t"}"#, "another issuer"),
      (200, #"{"issuer":"https://evil.example","token_endpoint":"https://evil.example/t"}"#, "another issuer"),
      (200, #"{"issuer":"https://login.example","token_endpoint":"http://login.example/t"}"#, "https URL"),
      (200, #"{"issuer":"https://login.example","token_endpoint":"http://127.0.0.1/t"}"#, "https URL"),
      (200, #"{"issuer":"https://login.example","token_endpoint":"/t"}"#, "https URL"),
      (200, #"{"issuer":"https://login.example"}"#, "not metadata"), (200, "<html>canary", "not metadata"),
      (404, "", "no metadata"), (302, "", "no metadata"),
      (500, #"{"issuer":"https://login.example","token_endpoint":"https://login.example/t"}"#, "no metadata"),
    ])
  func untrusted(status: Int, body: String, word: String) async throws {
    let stub = server(body, status: status)
    let provider = try provider(stub)
    let error = await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(error?.status == status && error?.description.contains(word) == true)
    #expect(error?.description.contains("canary") == false && stub.requests.count == 1)
  }

  @Test(
    "Q11: an issuer that is not an https URL without query and fragment is refused when the client is made",
    arguments: ["", "login.example", "https://login.example?a=b", "https://login.example/#a", "http://login.example"])
  func badIssuer(issuer: String) {
    #expect(throws: CredentialError.self) { try provider(StubTransport(), issuer: issuer) }
  }

  @Test("Q11: an issuer on this machine, or one that is trusted by name, may use plain http")
  func plaintext() async throws {
    let local = "http://127.0.0.1:9"
    let stub = server(#"{"issuer":"\#(local)","token_endpoint":"\#(local)/t"}"#)
    #expect(try await provider(stub, issuer: local).credential(for: CredentialContext()) == .bearer("t"))
    let inside = "http://login.internal"
    let other = server(#"{"issuer":"\#(inside)","token_endpoint":"\#(inside)/t"}"#)
    let provider = try provider(other, issuer: inside, allowPlaintext: true)
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("t"))
  }

  @Test(
    "Q11: the metadata are used for as long as the response says, for an hour if it says nothing, and a day at most",
    arguments: [
      (nil, nil, 3600), ("max-age=60", nil, 60), ("public, Max-Age=\"60\"", "20", 40), ("max-age=9999999", nil, 86_400),
      ("max-age=60, no-store", nil, 0), ("no-cache", nil, 0), ("max-age=soon", nil, 0), ("max-age=-5", nil, 0),
      ("max-age=60", "-9223372036854775808", 60), ("max-age=10", "99", 0), ("private", nil, 3600),
    ] as [(String?, String?, Int)])
  func lifetime(control: String?, age: String?, seconds: Int) async throws {
    var headers = HTTPFields()
    headers[.cacheControl] = control
    headers[.age] = age
    let clock = ManualClock()
    let callClock = CallClock(clock)
    let stub = server(headers: headers)
    let provider = try provider(stub)
    func reads() async throws -> Int {
      _ = try await provider.credential(for: CredentialContext(clock: callClock))
      return stub.requests.count { $0.head.method == .get }
    }
    #expect(try await reads() == 1)
    if seconds > 0 {
      clock.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(try await reads() == 1)
      clock.advance(by: .milliseconds(1))
    }
    #expect(try await reads() == 2)
  }

  /// A server whose metadata wait for a gate, and fail as often as told.
  private func slowServer(_ gate: Latch, failures: Int = 0) -> (StubTransport, Counter) {
    let reads = Counter()
    let stub = StubTransport { request in
      if request.head.method == .post {
        return Response(status: .ok, body: Body(#"{"access_token":"t","token_type":"Bearer"}"#))
      }
      reads.add()
      let isFailure = reads.count <= failures
      await gate.wait()
      guard !isFailure else { return Response(status: .serviceUnavailable) }
      let metadata = #"{"issuer":"https://login.example","token_endpoint":"https://login.example/oauth/token"}"#
      return Response(status: .ok, body: Body(metadata))
    }
    return (stub, reads)
  }

  @Test("Q11: 100 callers at the same time read the metadata once")
  func singleRead() async throws {
    let gate = Latch()
    let (stub, reads) = slowServer(gate)
    let provider = try provider(stub)
    let started = Counter()
    let calls = (0..<100).map { _ in
      Task {
        started.add()
        return try await provider.credential(for: CredentialContext())
      }
    }
    try await until { started.count == 100 && reads.count > 0 }
    gate.open()
    for call in calls { #expect(try await call.value == .bearer("t")) }
    #expect(reads.count == 1 && stub.requests.count == 101)
  }

  @Test("Q11: the caller that began to read the metadata may be cancelled; the others get them")
  func cancelledReader() async throws {
    let gate = Latch()
    let (stub, reads) = slowServer(gate)
    let provider = try provider(stub)
    let first = Task { try await provider.credential(for: CredentialContext()) }
    try await until { reads.count == 1 }
    let started = Counter()
    let others = (0..<10).map { _ in
      Task {
        started.add()
        return try await provider.credential(for: CredentialContext())
      }
    }
    try await until { started.count == 10 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    gate.open()
    for other in others { #expect(try await other.value == .bearer("t")) }
  }

  @Test("Q11: a failure to read the metadata is not kept")
  func failedRead() async throws {
    let gate = Latch()
    gate.open()
    let (stub, reads) = slowServer(gate, failures: 1)
    let provider = try provider(stub)
    await #expect(throws: OAuth2Error.self) { try await provider.credential(for: CredentialContext()) }
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("t") && reads.count == 2)
  }

  @Test("Q11: a server that never sends its metadata ends the wait by the time limit, and the next caller reads again")
  func stuckRead() async throws {
    let clock = ManualClock()
    let gate = Latch()
    let (stub, reads) = slowServer(gate)
    let provider = try provider(stub)
    let first = Task { try await provider.credential(for: CredentialContext(clock: CallClock(clock))) }
    try await until { reads.count == 1 }
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    await #expect(throws: TimedOut.self) { try await first.value }
    let second = Task { try await provider.credential(for: CredentialContext(clock: CallClock(clock))) }
    try await until { reads.count == 2 }
    gate.open()
    #expect(try await second.value == .bearer("t"))
  }

  @Test("Q11: the audience of an assertion is the issuer, once that is known")
  func audience() async throws {
    let seen = Mutex<[String]>([])
    let provider = try provider(
      server(),
      .assertion { _, audience in
        seen.withLock { $0.append(audience) }
        return Secret("a.b.c")
      })
    _ = try await provider.credential(for: CredentialContext())
    #expect(seen.withLock { $0 } == [Self.issuer])
  }
}
