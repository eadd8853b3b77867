import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite struct LoginTests {
  private struct Session: Codable, Sendable {
    var token: String
    var next: String?
  }

  private final class Tokens: Sendable {
    private let count = Atomic(0)
    var last: Int { count.load(ordering: .sequentiallyConsistent) }
    func next() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
  }

  private static let login = Endpoint("Session.create", .post, "login")
  private static let renew = Endpoint("Session.renew", .post, "renew/{token}")

  /// A server that gives `t1`, `t2`, … at its login and accepts the last one.
  private func server(refusesRenewal: Bool = false) -> StubTransport {
    let tokens = Tokens()
    return StubTransport { request in
      let path = request.head.path ?? ""
      if path == "/login" || (path.hasPrefix("/renew/") && !refusesRenewal) {
        let number = tokens.next()
        return Response(status: .ok, body: Body(#"{"token":"t\#(number)","next":"r\#(number)"}"#))
      }
      if path.hasPrefix("/renew/") { return Response(status: .forbidden) }
      let isKnown = request.head.headerFields[.authorization] == "Bearer t\(tokens.last)"
      return Response(status: isKnown ? .ok : .unauthorized, body: Body("{}"))
    }
  }

  private func client(_ stub: StubTransport, renews: Bool = false) -> Client {
    var api = Client(baseURL: "https://api.example", transport: stub)
    let provider = LoginCredentials<Session>(to: api) { context in
      Call<Okay>(Self.login).body(["user": "ann", "tenant": context.key]).decoding(Session.self)
    } renewal: { session in
      renews ? Call<Okay>(Self.renew).with("token", session.next ?? "").decoding(Session.self) : nil
    } credential: {
      .bearer($0.token)
    }
    api.middleware.append(AuthMiddleware(provider))
    return api
  }

  private func paths(_ stub: StubTransport) -> [String?] { stub.requests.map(\.head.path) }

  @Test("The first credential comes from a call, which itself has none, and later calls use it")
  func first() async throws {
    let stub = server()
    let api = client(stub)
    try await api.send(Call<Okay>(Endpoint("Person.read", .get, "people/5")))
    try await api.send(Call<Okay>(Endpoint("Person.read", .get, "people/6")))
    #expect(paths(stub) == ["/login", "/people/5", "/people/6"])
    #expect(stub.authorizations == [nil, "Bearer t1", "Bearer t1"])
  }

  @Test("After a 401 the next credential comes from the renewal, made from the last output")
  func renewal() async throws {
    let stub = server()
    let api = client(stub, renews: true)
    let read = Call<Okay>(Endpoint("Person.read", .get, "people/5"))
    try await api.send(read)
    // Somebody else logs in, so the server knows another token.
    _ = try await Client(baseURL: "https://api.example", transport: stub).send(Call<Okay>(Self.login))
    try await api.send(read)
    #expect(paths(stub) == ["/login", "/people/5", "/login", "/people/5", "/renew/r1", "/people/5"])
    #expect(stub.authorizations.last == "Bearer t3")
  }

  @Test("A renewal that the server refuses is followed by a login")
  func refusedRenewal() async throws {
    let stub = server(refusesRenewal: true)
    let api = client(stub, renews: true)
    let read = Call<Okay>(Endpoint("Person.read", .get, "people/5"))
    try await api.send(read)
    _ = try await Client(baseURL: "https://api.example", transport: stub).send(Call<Okay>(Self.login))
    try await api.send(read)
    #expect(paths(stub).suffix(4) == ["/people/5", "/renew/r1", "/login", "/people/5"])
  }

  @Test("What the server has refused is not renewed again, even if the login after it fails")
  func refusedRenewalAndLogin() async throws {
    let isDown = Atomic(false)
    let plain = server(refusesRenewal: true)
    let stub = StubTransport { request in
      if isDown.load(ordering: .sequentiallyConsistent), request.head.path == "/login" {
        return Response(status: .serviceUnavailable)
      }
      return try await plain.send(request)
    }
    let api = Client(baseURL: "https://api.example", transport: stub)
    let provider = LoginCredentials<Session>(to: api) { _ in
      Call<Okay>(Self.login).decoding(Session.self)
    } renewal: { session in
      Call<Okay>(Self.renew).with("token", session.next ?? "").decoding(Session.self)
    } credential: {
      .bearer($0.token)
    }
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("t1"))
    isDown.store(true, ordering: .sequentiallyConsistent)
    await #expect(throws: CallError.self) { try await provider.credential(for: CredentialContext()) }
    isDown.store(false, ordering: .sequentiallyConsistent)
    #expect(try await provider.credential(for: CredentialContext()) == .bearer("t2"))
    #expect(paths(stub) == ["/login", "/renew/r1", "/login", "/login"])
  }

  @Test("A renewal that has to wait keeps what it renews, and does not log in instead")
  func throttledRenewal() async throws {
    let isBusy = Atomic(false)
    let plain = server()
    let stub = StubTransport { request in
      if isBusy.load(ordering: .sequentiallyConsistent), request.head.path?.hasPrefix("/renew/") == true {
        return Response(status: .tooManyRequests)
      }
      return try await plain.send(request)
    }
    let api = client(stub, renews: true)
    let read = Call<Okay>(Endpoint("Person.read", .get, "people/5"))
    try await api.send(read)
    _ = try await Client(baseURL: "https://api.example", transport: stub).send(Call<Okay>(Self.login))
    isBusy.store(true, ordering: .sequentiallyConsistent)
    await #expect(throws: CallError.self) { try await api.send(read) }
    #expect(paths(stub).suffix(2) == ["/people/5", "/renew/r1"])
  }

  @Test("A login that fails fails the call, with its cause and without the password")
  func failed() async throws {
    let stub = StubTransport(.status(403, body: Body("canary")))
    let error = await #expect(throws: CallError.self) {
      try await client(stub).send(Call<Okay>(Endpoint("Person.read", .get, "people/5")))
    }
    #expect(error?.underlying is CredentialError)
    #expect(error?.description.contains("403") == true && error?.description.contains("canary") == false)
    #expect(paths(stub) == ["/login"])
  }
}

@Suite struct ChallengeTests {
  private static let proof = HTTPField.Name("X-Proof")

  private func again(_ request: Request, proof: String) throws -> Request {
    var again = request
    again.head.headerFields[try #require(Self.proof)] = proof
    return again
  }

  private let stub = StubTransport { request in
    let proof = ChallengeTests.proof.flatMap { request.head.headerFields[$0] }
    switch proof {
    case "two": return Response(status: .ok, body: Body("{}"))
    case "one": return Response(status: .unauthorized, body: Body("two"))
    default: return Response(status: .unauthorized, body: Body("one"))
    }
  }

  private func middleware(rounds: Int) -> ChallengeMiddleware {
    ChallengeMiddleware(rounds: rounds) { request, response in
      let asked = try await response.body.collect(upTo: 100)
      return try again(request, proof: String(decoding: asked, as: UTF8.self))
    }
  }

  @Test("A 401 that asks for more proof is satisfied step by step, and each step is an attempt of the same call")
  func steps() async throws {
    let request = personRequest(.post, body: Body("{}"))
    let response = try await Next([middleware(rounds: 2)], transport: stub)(request)
    #expect(response.head.status == .ok)
    #expect(stub.requests.count == 3)
    #expect(request.context.attempts.map(\.reason) == [nil, .replay(status: 401), .replay(status: 401)])
  }

  @Test("There are no more steps than allowed, and nil gives up: the response is then that of the call")
  func limits() async throws {
    let response = try await Next([middleware(rounds: 1)], transport: stub)(personRequest())
    #expect(response.head.status == .unauthorized && stub.requests.count == 2)
    let silent = ChallengeMiddleware { _, _ in nil }
    #expect(try await Next([silent], transport: stub)(personRequest()).head.status == .unauthorized)
    #expect(stub.requests.count == 3)
    #expect(try await Next([middleware(rounds: -1)], transport: stub)(personRequest()).head.status == .unauthorized)
  }

  @Test("Other responses pass, and a body that can be sent only once is not sent again")
  func passed() async throws {
    let fine = StubTransport(.status(200))
    #expect(try await Next([middleware(rounds: 2)], transport: fine)(personRequest()).head.status == .ok)
    let stream = Body(AsyncStream<Data> { $0.finish() })
    _ = try await Next([middleware(rounds: 2)], transport: stub)(personRequest(.post, body: stream))
    #expect(stub.requests.count == 1)
  }

  @Test("Without a limit of rounds, a response that is no 401 ends them", .timeLimit(.minutes(5)))
  func noLimit() async throws {
    #expect(try await Next([middleware(rounds: .max)], transport: stub)(personRequest()).head.status == .ok)
  }

  private func canary(_ name: HTTPField.Name) -> ChallengeMiddleware {
    ChallengeMiddleware { request, _ in
      var again = request
      again.head.headerFields[name] = "canary"
      return again
    }
  }

  @Test("F14: a challenge of a server that gets no credentials is not met")
  func withheldProof() async throws {
    let name = try #require(Self.proof)
    let server = StubTransport { _ in Response(status: .unauthorized) }
    let api = Client(baseURL: "https://h", middleware: [canary(name)], transport: server)
    let call = Call<Okay>(Endpoint("A.list", .get, "a")).options { $0.crossOriginLinks = .withoutCredentials }
    _ = try await api.respond(to: call.following("https://evil/a"))
    #expect(server.requests.map { $0.head.headerFields[name] } == [nil])
  }

  @Test("L04: a redirect to another origin does not get the proof")
  func redirectedProof() async throws {
    let name = try #require(Self.proof)
    let server = StubTransport { request in
      if request.head.authority != "h" { return Response(status: .ok, body: Body("{}")) }
      guard request.head.headerFields[name] != nil else { return Response(status: .unauthorized) }
      return Response(status: .temporaryRedirect, headers: [.location: "https://other/a"])
    }
    let api = Client(baseURL: "https://h", middleware: [canary(name)], transport: server)
    _ = try await api.respond(to: Call<Okay>(Endpoint("A.list", .get, "a")).options { $0.redirects = .anyOrigin })
    #expect(server.requests.count == 3)
    #expect(server.requests.last?.head.headerFields[name] == nil)
  }

  @Test("It passes the contract of middleware")
  func contract() async throws {
    try await MiddlewareContract.verify(allowing: .mayResend) { ChallengeMiddleware { request, _ in request } }
  }
}
