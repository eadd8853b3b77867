import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AuthMiddlewareTests {
  @Test("K06: a token asked for at each attempt is never stale")
  func dynamicToken() async throws {
    let tokens = CountingProvider()
    let stub = StubTransport(.status(200))
    let next = Next(
      [AuthMiddleware { try await tokens.credential(for: CredentialContext()) }], transport: stub)
    _ = try await next(personRequest())
    _ = try await next(personRequest())
    #expect(stub.authorizations == ["Bearer t1", "Bearer t2"])
  }

  @Test("K06: a closure may give the bare token; after a 401 it is asked again, and sent only if it has changed")
  func dynamicTokenAfter401() async throws {
    let changing = StubTransport.accepting("t2")
    let tokens = CountingProvider()
    let asked = AuthMiddleware { () async throws -> String in
      _ = try await tokens.credential(for: CredentialContext())
      return "t\(tokens.count)"
    }
    #expect(try await Next([asked], transport: changing)(personRequest()).head.status == .ok)
    #expect(changing.authorizations == ["Bearer t1", "Bearer t2"])

    let same = StubTransport.accepting("other")
    let response = try await Next([AuthMiddleware { "t1" }], transport: same)(personRequest())
    #expect(response.head.status == .unauthorized && same.requests.count == 1)
    #expect(try await response.body.collect() == Data("no".utf8))
  }

  @Test("K08: a row or call with authentication off gets no credentials, and its 401 refreshes nothing")
  func off() async throws {
    let provider = CountingProvider()
    let stub = StubTransport.accepting("t1")
    let off = personRequest(options: Options { $0.authentication = .off })
    let response = try await Next([AuthMiddleware(provider)], transport: stub)(off)
    #expect(response.head.status == .unauthorized)
    #expect(stub.authorizations == [nil] && provider.count == 0)
    #expect(AuthenticationKey.name == "authentication")
  }

  @Test("K08: a row may name which of the provider's credentials it wants")
  func named() async throws {
    let provider = CountingProvider { number, context in .bearer("\(context.key).\(number)") }
    let stub = StubTransport(.status(200))
    let next = Next([AuthMiddleware(provider)], transport: stub)
    for tenant in ["north", "south", "north"] {
      _ = try await next(personRequest(options: Options { $0.authentication = .named(tenant) }))
    }
    #expect(stub.authorizations == ["Bearer north.1", "Bearer south.2", "Bearer north.1"])
  }

  @Test("K03: an Authorization that the call sets itself wins, and no credential is fetched, unless told otherwise")
  func explicitHeader() async throws {
    let provider = CountingProvider()
    let stub = StubTransport(.status(401))
    let own = personRequest(headers: [.authorization: "Basic own"])
    _ = try await Next([AuthMiddleware(provider)], transport: stub)(own)
    _ = try await Next([AuthMiddleware(.bearer("t"))], transport: stub)(own)
    #expect(stub.authorizations == ["Basic own", "Basic own"] && provider.count == 0)

    let replacing = StubTransport(.status(200))
    _ = try await Next([AuthMiddleware(.bearer("t"), replacesCallers: true)], transport: replacing)(own)
    #expect(replacing.authorizations == ["Bearer t"])
  }

  @Test("K03: a query key that the call sets itself wins unless told otherwise")
  func explicitQueryKey() async throws {
    let stub = StubTransport(.status(200))
    let own = personRequest(path: "/people?key=own&page=2")
    _ = try await Next([AuthMiddleware(.apiKey("k", query: "key"))], transport: stub)(own)
    _ = try await Next([AuthMiddleware(.apiKey("k", query: "key"), replacesCallers: true)], transport: stub)(own)
    #expect(stub.requests.map(\.head.path) == ["/people?key=own&page=2", "/people?page=2&key=k"])
  }

  @Test("K10: after a 401 the credential is renewed and the request replayed once, its body byte for byte")
  func replay() async throws {
    let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let streamed = Body(bytes).mapChunks { $0 }
    for body in [Body(bytes), streamed] {
      let provider = CountingProvider()
      let received = Received()
      let stub = StubTransport { request in
        await received.add(try await request.body?.collect() ?? Data())
        return Response(status: request.head.headerFields[.authorization] == "Bearer t2" ? .created : .unauthorized)
      }
      let request = personRequest(.post, body: body)
      let response = try await Next([AuthMiddleware(provider)], transport: stub)(request)
      #expect(response.head.status == .created)
      #expect(stub.authorizations == ["Bearer t1", "Bearer t2"] && provider.count == 2)
      #expect(await received.bodies == [bytes, bytes])
      #expect(request.context.attempts.map(\.reason) == [nil, .replay(status: 401)])
    }
  }

  @Test("K10: a one-shot body is not replayed: its 401 comes back whole, and the next call has the fresh credential")
  func oneShotBody() async throws {
    let provider = CountingProvider()
    let stub = StubTransport { request in
      _ = try await request.body?.collect()
      return Response(
        status: request.head.headerFields[.authorization] == "Bearer t2" ? .ok : .unauthorized, body: Body("refused"))
    }
    let next = Next([AuthMiddleware(provider)], transport: stub)
    let chunks = AsyncStream<Data> { continuation in
      continuation.yield(Data("once".utf8))
      continuation.finish()
    }
    let first = try await next(personRequest(.put, body: Body(chunks)))
    #expect(first.head.status == .unauthorized && stub.requests.count == 1)
    #expect(try await first.body.collect() == Data("refused".utf8))
    #expect(try await next(personRequest()).head.status == .ok)
    #expect(provider.count == 2 && stub.requests.count == 2)
  }

  @Test("K10: a POST that a 303 has turned into a GET is not sent again after the 401 of that GET, unless it is idempotent")
  func refusalAfterSeeOther() async throws {
    let keyed: HTTPFields = [.idempotencyKeyField: "k"]
    for fields in [HTTPFields(), keyed] {
      let links: [any Middleware] = [AuthMiddleware(CountingProvider()), ChallengeMiddleware { request, _ in request }]
      for link in links {
        let stub = StubTransport { request in
          request.head.method == .post
            ? Response(status: .seeOther, headers: [.location: "/people/6"]) : Response(status: .unauthorized)
        }
        let request = personRequest(.post, headers: fields, body: Body("x"))
        let response = try await Next([link, RedirectMiddleware()], transport: stub)(request)
        #expect(response.head.status == .unauthorized)
        #expect(stub.requests.map(\.head.method) == (fields.isEmpty ? [.post, .get] : [.post, .get, .post, .get]))
      }
    }
  }

  @Test("K10: a second 401 is final: two sends, whatever stands before")
  func secondRefusal() async throws {
    let provider = CountingProvider()
    let stub = StubTransport.accepting("none")
    let request = personRequest()
    let response = try await Next([Stubborn(), AuthMiddleware(provider)], transport: stub)(request)
    #expect(response.head.status == .unauthorized)
    #expect(response.head.headerFields[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
    #expect(try await response.body.collect() == Data("no".utf8))
    #expect(stub.requests.count == 2 && request.context.attemptCount == 2 && provider.count == 2)
  }

  @Test("K10: a repetition that gets the kept refusal is not told as a re-send, because nothing is sent")
  func untoldRefusal() async throws {
    struct Repeating: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        var response = try await next(request)
        for _ in 0..<3 {
          var again = request
          again.resend(because: .retry(after: .status(401), delay: .zero), after: response)
          response = try await next(again)
        }
        return response
      }
    }
    let stub = StubTransport.accepting("none")
    let request = personRequest()
    let told = Mutex<[ResendReason]>([])
    request.context.onResend { resend in told.withLock { $0.append(resend.reason) } }
    _ = try await Next([Repeating(), AuthMiddleware(CountingProvider())], transport: stub)(request)
    #expect(stub.requests.count == 2 && told.withLock { $0 } == [.replay(status: 401)])
  }

  @Test("K10: a repetition after a second 401 gets its body only where that is small, so that large ones are not kept")
  func largeRefusal() async throws {
    for size in [64 * 1024, 64 * 1024 + 1] {
      let stub = StubTransport(.status(401, body: Body(Data(count: size))))
      let next = Next([Stubborn(), AuthMiddleware(CountingProvider())], transport: stub)
      let response = try await next(personRequest())
      #expect(response.head.status == .unauthorized && stub.requests.count == 2)
      #expect(response.body.data?.count == (size == 64 * 1024 ? size : 0))
    }
  }

  @Test("K10: what is kept of refused calls goes when the calls are over")
  func refusedCallsAreForgotten() async throws {
    /// Refuses every request, and keeps none of them.
    final class Refusing: Transport {
      let sent = Atomic(0)
      let freed = Atomic(0)
      func send(_ request: Request) async throws -> Response {
        sent.add(1, ordering: .sequentiallyConsistent)
        let body = Data(
          bytesNoCopy: .allocate(byteCount: 1000, alignment: 1), count: 1000,
          deallocator: .custom { [self] bytes, _ in
            bytes.deallocate()
            freed.add(1, ordering: .sequentiallyConsistent)
          })
        return Response(status: .unauthorized, body: Body(body))
      }
    }
    let transport = Refusing()
    var policy = RefreshPolicy()
    policy.maximumRefreshes = 1000
    let next = Next([AuthMiddleware(CountingProvider(), policy: policy)], transport: transport)
    for _ in 0..<100 { _ = try await next(personRequest()) }
    #expect(transport.sent.load(ordering: .sequentiallyConsistent) == 200)
    #expect(transport.freed.load(ordering: .sequentiallyConsistent) == 200)
  }

  @Test("K10: a call is replayed once only, also where a retry came between")
  func refusalAfterRetry() async throws {
    let provider = CountingProvider()
    let stub = StubTransport(.status(401), .status(503), .status(401), .status(200))
    let response = try await Next([Stubborn(), AuthMiddleware(provider)], transport: stub)(personRequest())
    #expect(response.head.status == .unauthorized)
    #expect(stub.authorizations == ["Bearer t1", "Bearer t2", "Bearer t2"])
  }

  /// Passes a request on twice at once, as hedging does.
  private struct Twice: Middleware {
    let statuses = Gathered<Int>()

    func respond(to request: Request, next: Next) async throws -> Response {
      var copy = request
      copy.resend(because: .hedge(delay: .zero))
      let second = copy
      async let first = next(request)
      statuses.add(try await next(second).head.status.code)
      let response = try await first
      statuses.add(response.head.status.code)
      return response
    }
  }

  @Test(
    "K10: of two passes at once, one that is refused after the other has renewed the credential is replayed, too",
    arguments: [true, false])
  func passesAtOnce(isKept: Bool) async throws {
    let arrived = Atomic(0)
    let (both, renewed) = (Latch(), Latch())
    let server = StubTransport { request in
      guard request.head.headerFields[.authorization] == "Bearer t1" else {
        renewed.open()
        return Response(status: .ok)
      }
      let number = arrived.add(1, ordering: .sequentiallyConsistent).newValue
      if number == 2 { both.open() }
      await (number == 1 ? both : renewed).wait()
      return Response(status: .unauthorized)
    }
    let kept = AuthMiddleware(CountingProvider())
    let asked = AuthMiddleware { () async throws -> String in
      arrived.load(ordering: .sequentiallyConsistent) < 2 ? "t1" : "t2"
    }
    let twice = Twice()
    _ = try await Next([twice, isKept ? kept : asked], transport: server)(personRequest())
    #expect(twice.statuses.all == [200, 200] && server.requests.count == 4)
  }

  @Test("K10: a call is replayed once only, also where a retry came between, if a closure is asked for the credential")
  func refusalAfterRetryOfAsked() async throws {
    let stub = StubTransport(.status(401), .status(503), .status(401), .status(200))
    let asked = AuthMiddleware { () async throws -> String in "t\(stub.requests.count)" }
    let response = try await Next([Stubborn(), asked], transport: stub)(personRequest())
    #expect(response.head.status == .unauthorized)
    #expect(stub.authorizations == ["Bearer t0", "Bearer t1", "Bearer t2"])
  }

  @Test("K10: a replay that fails below HTTP may be retried, with the fresh credential")
  func failedReplay() async throws {
    struct Again: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        do { return try await next(request) } catch is TransportError { return try await next(request) }
      }
    }
    let lost = StubTransport.StubResponse.failure(TransportError(.connectionLost, phase: .waiting))
    let stub = StubTransport(.status(401), lost, .status(200))
    let response = try await Next([Again(), AuthMiddleware(CountingProvider())], transport: stub)(personRequest())
    #expect(response.head.status == .ok)
    #expect(stub.authorizations == ["Bearer t1", "Bearer t2", "Bearer t2"])
  }

  @Test("K10: a credential that cannot be renewed is not sent twice")
  func fixedCredential() async throws {
    let stub = StubTransport.accepting("other")
    let response = try await Next([AuthMiddleware(.bearer("t"))], transport: stub)(personRequest())
    #expect(response.head.status == .unauthorized && stub.requests.count == 1)
  }

  @Test("K10: a 401 for a credential that cannot be renewed is passed on unread")
  func unreadRefusal() async throws {
    let isRead = Atomic(false)
    let stub = StubTransport { _ in
      let chunks = AsyncStream<Data>.init(unfolding: {
        isRead.exchange(true, ordering: .sequentiallyConsistent) ? nil : Data("no".utf8)
      })
      return Response(status: .unauthorized, body: Body(chunks, length: 2))
    }
    let response = try await Next([AuthMiddleware(.bearer("t"))], transport: stub)(personRequest())
    #expect(isRead.load(ordering: .sequentiallyConsistent) == false)
    #expect(try await response.body.collect() == Data("no".utf8))
  }

  @Test(
    "K10: insufficient scope is no reason to renew; every other challenge is",
    arguments: [
      (#"Bearer error="insufficient_scope", scope="admin""#, 1), (#"Bearer realm="a", error=insufficient_scope"#, 1),
      (#"Bearer realm="a" , Error = "insufficient_scope""#, 1), (#"Bearer error="invalid_token""#, 2),
      (#"Basic realm="insufficient_scope""#, 2), ("", 2),
      // A comma in quotes ends nothing, and a quoted pair means its second character.
      (#"Bearer realm="a, error=insufficient_scope", error="invalid_token""#, 2),
      (#"Bearer realm="a \", error=insufficient_scope, \"", error="invalid_token""#, 2),
      (#"Bearer realm="a, b", error="insufficient_scope""#, 1), (#"Bearer error="insufficient\_scope""#, 1),
      (#"Basic realm="a, b", Bearer error="insufficient_scope""#, 1), (#"Bearer error="insufficient_scope"#, 1),
    ])
  func challenges(challenge: String, sends: Int) async throws {
    let stub = StubTransport(.status(401, headers: challenge.isEmpty ? [:] : [.wwwAuthenticate: challenge]))
    _ = try await Next([AuthMiddleware(CountingProvider())], transport: stub)(personRequest())
    #expect(stub.requests.count == sends)
  }

  @Test("K10: the first response's stream is let go before the replay")
  func drains() async throws {
    let isLetGo = Atomic(false)
    let stub = StubTransport { request in
      guard request.head.headerFields[.authorization] == "Bearer t1" else {
        return Response(status: isLetGo.load(ordering: .sequentiallyConsistent) ? .ok : .conflict)
      }
      let endless = AsyncStream<Data>.init(unfolding: { Data("x".utf8) })
      return Response(
        status: .unauthorized, body: Body(endless).onEnd { _ in isLetGo.store(true, ordering: .sequentiallyConsistent) })
    }
    #expect(try await Next([AuthMiddleware(CountingProvider())], transport: stub)(personRequest()).head.status == .ok)
  }

  @Test("K10: a 401 of up to 64 KiB is read before the replay, so that its connection can serve it; a larger one is not")
  func readsOnlyLittle() async throws {
    for size in [64 * 1024, 64 * 1024 + 1] {
      let isRead = Atomic(false)
      let stub = StubTransport { request in
        guard request.head.headerFields[.authorization] == "Bearer t1" else { return Response(status: .ok) }
        let chunks = AsyncStream<Data>.init(unfolding: {
          isRead.exchange(true, ordering: .sequentiallyConsistent) ? nil : Data(count: size)
        })
        return Response(status: .unauthorized, body: Body(chunks, length: size))
      }
      let response = try await Next([AuthMiddleware(CountingProvider())], transport: stub)(personRequest())
      #expect(response.head.status == .ok)
      #expect(isRead.load(ordering: .sequentiallyConsistent) == (size == 64 * 1024))
    }
  }

  @Test("K10: a small 401 is read before the credential is renewed, because its connection may be needed for that")
  func readsBeforeRenewal() async throws {
    let isRead = Atomic(false)
    let stub = StubTransport { request in
      guard request.head.headerFields[.authorization] == "Bearer t1" else { return Response(status: .ok) }
      let chunks = AsyncStream<Data>.init(unfolding: {
        isRead.exchange(true, ordering: .sequentiallyConsistent) ? nil : Data("no".utf8)
      })
      return Response(status: .unauthorized, body: Body(chunks, length: 2))
    }
    let provider = CountingProvider { number, _ in
      .bearer(number > 1 && isRead.load(ordering: .sequentiallyConsistent) ? "t2" : "t1")
    }
    #expect(try await Next([AuthMiddleware(provider)], transport: stub)(personRequest()).head.status == .ok)
    #expect(stub.authorizations == ["Bearer t1", "Bearer t2"])
  }

  @Test("K10: a provider whose own requests run through the same chain sends them without credentials and waits for nobody")
  func reentrantProvider() async throws {
    let stub = StubTransport { request in
      if request.head.path == "/login" { return Response(status: .ok, body: Body("fresh")) }
      return Response(status: request.head.headerFields[.authorization] == "Bearer fresh" ? .ok : .unauthorized)
    }
    let chain = Chain()
    let provider = CountingProvider { _, _ in
      let answer = try await chain.next(personRequest(.post, path: "/login"))
      return .bearer(String(decoding: try await answer.body.collect(), as: UTF8.self))
    }
    chain.set(Next([AuthMiddleware(provider)], transport: stub))
    #expect(try await chain.next(personRequest()).head.status == .ok)
    #expect(stub.authorizations == [nil, "Bearer fresh"])
  }

  @Test("L04: keeps the contract of a middleware, in every form")
  func contract() async throws {
    let secret = "canary"
    let resends: MiddlewareContract.Allowance = [.mayResend, .addsHeaders([.authorization])]
    try await MiddlewareContract.verify(allowing: .addsHeaders([.authorization]), secrets: [secret]) {
      AuthMiddleware(.bearer(secret))
    }
    try await MiddlewareContract.verify(allowing: resends, secrets: [secret]) { AuthMiddleware { secret } }
    try await MiddlewareContract.verify(allowing: resends, secrets: [secret]) {
      AuthMiddleware(CountingProvider { number, _ in .bearer("\(secret)\(number)") })
    }
    try await MiddlewareContract.verify(allowing: .mayChangeTarget, secrets: [secret]) {
      AuthMiddleware(.apiKey(secret, query: "key"))
    }
  }

  @Test("K08: explain says what would be done, without any secret")
  func explanations() {
    let home = Options { $0.homeOrigin = "https://api.example" }
    let fixed = AuthMiddleware(.bearer("canary"))
    #expect(fixed.explanation(for: personRequest()) == "adds Authorization (Bearer) <redacted>")
    #expect(fixed.explanation(for: personRequest(options: Options { $0.authentication = .off })) == "off for this row")
    #expect(
      fixed.explanation(for: personRequest(authority: "other.example", options: home))
        == "not sent: https://other.example is not an origin that credentials may go to")
    #expect(fixed.explanation(for: personRequest(scheme: "http"))?.hasPrefix("refuses: credentials are not sent") == true)
    #expect(
      fixed.explanation(for: personRequest(headers: [.authorization: "own"]))
        == "leaves the credential that the call sets itself")
    #expect(AuthMiddleware(.bearer(" ")).explanation(for: personRequest())?.hasPrefix("refuses: the bearer token") == true)
    let provided = AuthMiddleware(CountingProvider())
    #expect(
      provided.explanation(for: personRequest())
        == "adds Authorization, redacted; after a 401, renews it and sends once more")
    #expect(
      provided.explanation(for: personRequest(headers: [.authorization: "own"])) == "leaves Authorization as the call sets it")
    #expect(provided.stage == .credentials && provided.name == "AuthMiddleware")
  }
}

/// Bodies as they arrived.
actor Received {
  private(set) var bodies: [Data] = []
  func add(_ body: Data) { bodies.append(body) }
}
