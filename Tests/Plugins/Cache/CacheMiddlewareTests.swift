import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryCache

@Suite("CacheMiddleware", .timeLimit(.minutes(5)))
struct CacheMiddlewareTests {
  @Test("Q15: it keeps the contract of every middleware, except that it responds by itself and writes Cache-Status")
  func contract() async throws {
    for identity in [CacheMiddleware.Identity.client, .fields, .each { _ in "a" }] {
      try await MiddlewareContract.verify(allowing: [.addsHeaders([.cacheStatus])]) { CacheMiddleware(for: identity) }
    }
  }

  @Test("Q15, Q17: 4: a fresh response needs no request, has its age, and tells where it came from")
  func fresh() async throws {
    let scene = CacheScene(.answer("one", .lines("Cache-Control: max-age=60", "Age: 5")))
    let first = try await scene.send()
    #expect(first.source == .network && first.head.headerFields[.age] == "5")
    #expect(first.head.headerFields[.cacheStatus] == "Refinery; fwd=uri-miss; stored")
    let second = try await scene.send(after: 10)
    #expect(scene.stub.requests.count == 1)
    #expect(second.text == "one" && second.source == .freshCache && second.head.headerFields[.age] == "15")
    #expect(second.head.headerFields[.cacheStatus] == "Refinery; hit; ttl=45")
  }

  @Test("Q15: 4.3.1, 4.3.4, 3.2: a 304 to both validators updates the fields, and the caller gets the stored body")
  func validated() async throws {
    let modified = "Wed, 31 Dec 2025 00:00:00 GMT"
    let scene = CacheScene(
      .answer(
        "one",
        .lines(
          "Cache-Control: max-age=5", "ETag: \"a\"", "Last-Modified: \(modified)", "X-A: 1", "X-B: 1", "Age: 3",
          "Content-Length: 3")),
      .status(304, headers: .lines("Cache-Control: max-age=60", "ETag: \"a\"", "X-A: 2", "X-A: 3", "Content-Length: 0")))
    try await scene.send()
    let second = try await scene.send(after: 10)
    let sent = try #require(scene.stub.last)
    #expect(sent.headers[.ifNoneMatch] == "\"a\"" && sent.headers[.ifModifiedSince] == modified)
    #expect(second.head.status == .ok && second.text == "one" && second.source == .validatedCache)
    let fields = second.head.headerFields
    #expect(fields[.named("X-A")] == "2, 3" && fields[.named("X-B")] == "1" && fields[.contentLength] == "3")
    #expect(fields[.age] == "0")
    #expect(fields[.cacheStatus] == "Refinery; fwd=stale; fwd-status=304; ttl=60")
    #expect(try await scene.send(after: 50).source == .freshCache)
    #expect(scene.stub.requests.count == 2)
  }

  @Test("Q15: 4.3.3: a full response replaces the stored one")
  func replaced() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")),
      .answer("two", .lines("Cache-Control: max-age=60", "ETag: \"b\"")))
    try await scene.send()
    #expect(try await scene.send(after: 10).text == "two")
    let third = try await scene.send(after: 10)
    #expect(third.text == "two" && third.source == .freshCache && scene.store.count == 1)
  }

  @Test("4.3.3: a response that may not be stored removes the older one", arguments: [200, 404])
  func superseded(status: Int) async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5, stale-if-error=600", "ETag: \"a\"")),
      .answer("two", .control("no-store"), status: status), .status(503))
    try await scene.send()
    try await scene.send(after: 10)
    #expect(scene.store.count == 0)
    #expect(try await scene.send().head.status == .serviceUnavailable)
  }

  @Test("Q15: 4.3.4: a 304 about another response updates none, and a whole response is requested")
  func other304() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")), .status(304, headers: .lines("ETag: \"b\"")),
      .answer("two", .lines("Cache-Control: max-age=60", "ETag: \"b\"")))
    try await scene.send()
    scene.date.move(by: 10)
    let request = CacheScene.request().on(scene.clock)
    let second = try await Next([scene.cache], transport: scene.stub)(request)
    #expect(second.text == "two" && second.source == .network)
    #expect(scene.stub.last?.headers[.ifNoneMatch] == nil)
    #expect(
      request.context.attempts.map(\.reason)
        == [nil, .other("without conditions: the 304 does not match the stored response")])
  }

  @Test("4.3.4, 4.1: a 304 that adds Vary replaces the stored response, which other requests then do not get")
  func addedVary() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5, stale-while-revalidate=600", "ETag: \"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=60", "ETag: \"a\"", "Vary: Accept-Language")),
      .answer("deux", .lines("Cache-Control: max-age=60", "Vary: Accept-Language")))
    try await scene.send()
    let noCache: HTTPFields = [.cacheControl: "no-cache"]
    #expect(try await scene.send(CacheScene.request(.get, "/people/5", noCache)).text == "one")
    #expect(scene.store.count == 1)
    let french = CacheScene.request(.get, "/people/5", [.acceptLanguage: "fr"])
    #expect(try await scene.send(french).text == "deux")
  }

  @Test("Q15: 4.3.5: a HEAD response updates the stored GET if it agrees, and else removes it", arguments: ["\"a\"", "\"b\""])
  func head(tag: String) async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")),
      .status(200, headers: .lines("Cache-Control: max-age=60", "ETag: \(tag)", "Content-Length: 3")),
      .answer("two", .lines("Cache-Control: max-age=60")))
    try await scene.send()
    let head = try await scene.send(CacheScene.request(.head), after: 10)
    #expect(head.body.length == 0 && head.source == .network)
    #expect(try await scene.send().text == (tag == "\"a\"" ? "one" : "two"))
  }

  @Test("4: HEAD gets the fields of a stored GET and no body")
  func headFromStore() async throws {
    let scene = CacheScene(.answer("one", .lines("Cache-Control: max-age=60", "Content-Length: 3")))
    try await scene.send()
    let head = try await scene.send(CacheScene.request(.head))
    #expect(head.body.length == 0 && head.head.headerFields[.contentLength] == "3" && head.source == .freshCache)
  }

  @Test(
    "Q15: 4.4: success with an unsafe method removes the URL and those of its links within the origin",
    arguments: [200, 204, 303, 404, 500])
  func invalidation(status: Int) async throws {
    let scene = CacheScene(
      StubTransport { request in
        request.head.method == .get
          ? Response(status: .ok, headers: .control("max-age=600"), body: Body("x"))
          : Response(
            status: .init(code: status),
            headers: .lines("Location: ../people/6?a=b", "Content-Location: https://other.example/people/7"))
      })
    let paths = ["/people/5", "/people/6?a=b", "/people/7", "/people/8"]
    for path in paths { try await scene.send(CacheScene.request(.get, path)) }
    var elsewhere = CacheScene.request(.get, "/people/7")
    elsewhere.head.authority = "other.example"
    try await scene.send(elsewhere)
    let purge = try #require(HTTPRequest.Method("PURGE"))
    for method in [HTTPRequest.Method.put, purge] {
      try await scene.send(CacheScene.request(method, "/people/5", body: Body("{}")))
    }
    var sources: [ResponseSource] = []
    for path in paths { sources.append(try await scene.send(CacheScene.request(.get, path)).source) }
    let isSuccess = status < 400
    #expect(sources == [isSuccess ? .network : .freshCache, isSuccess ? .network : .freshCache, .freshCache, .freshCache])
    #expect(try await scene.send(elsewhere).source == .freshCache, "a server removes no response of another origin")
  }

  @Test("Q15: 4.4: a redirected unsafe request also invalidates its final URL and the links relative to it")
  func redirectedInvalidation() async throws {
    let scene = CacheScene(
      StubTransport { request in
        if request.head.method == .get {
          return Response(status: .ok, headers: .control("max-age=600"), body: Body("x"))
        }
        return request.head.path == "/people/5"
          ? Response(status: .init(code: 308), headers: .lines("Location: /people/5/"))
          : Response(status: .noContent, headers: .lines("Content-Location: ../6"))
      })
    let paths = ["/people/5", "/people/5/", "/people/6", "/people/7"]
    for path in paths { try await scene.send(CacheScene.request(.get, path)) }
    let change = CacheScene.request(.put, "/people/5", body: Body("{}"))
    #expect(try await scene.send(change, inner: [RedirectMiddleware()]).head.status == .noContent)
    var sources: [ResponseSource] = []
    for path in paths { sources.append(try await scene.send(CacheScene.request(.get, path)).source) }
    #expect(sources == [.network, .network, .network, .freshCache])
  }

  @Test("4.4: a change that gets 412, or whose response is lost, removes its URL; one that was not sent does not")
  func uncertainInvalidation() async throws {
    let endings: [(StubTransport.StubResponse, Bool)] = [
      (.status(412), true), (.failure(TransportError(.connectionLost, phase: .waiting)), true),
      (.failure(TimedOut(.attempt)), true), (.failure(TransportError(.cannotConnect, phase: .beforeSending)), false),
    ]
    for (ending, isRemoved) in endings {
      let scene = CacheScene(.answer("one", .control("max-age=600")), ending, .answer("two", .control("max-age=600")))
      try await scene.send()
      _ = try? await scene.send(CacheScene.request(.put, body: Body("{}")))
      #expect(try await scene.send().text == (isRemoved ? "two" : "one"))
    }
  }

  @Test("4.4: a change whose response was lost, or was a 303, removes its URL even if the next attempt fails")
  func changeBeforeFailure() async throws {
    /// Sends a request once more after an error.
    struct Again: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        do {
          return try await next(request)
        } catch {
          var again = request
          again.resend(because: .other("again"))
          return try await next(again)
        }
      }
    }
    let beginnings: [StubTransport.StubResponse] = [
      .failure(TransportError(.connectionLost, phase: .waiting)), .status(303, headers: [.location: "/people/6"]),
    ]
    for beginning in beginnings {
      let scene = CacheScene(
        .answer("one", .control("max-age=600")), beginning, .status(404), .answer("two", .control("max-age=600")))
      try await scene.send()
      let change = try await scene.send(CacheScene.request(.delete), inner: [Again(), RedirectMiddleware()])
      #expect(change.head.status == .notFound)
      #expect(try await scene.send().text == "two")
    }
  }

  @Test("4.4: a read that was under way during a change is not stored")
  func race() async throws {
    let started = Latch(), changed = Latch()
    let scene = CacheScene(
      StubTransport { request in
        guard request.head.method == .get else { return Response(status: .noContent) }
        started.open()
        await changed.wait()
        return Response(status: .ok, headers: .control("max-age=600"), body: Body("old"))
      })
    async let read = scene.send()
    await started.wait()
    try await scene.send(CacheScene.request(.put, body: Body("{}")))
    changed.open()
    #expect(try await read.text == "old")
    #expect(scene.store.count == 0)
  }

  @Test("5.2.1.7: only-if-cached sends nothing and gets 504")
  func onlyIfCached() async throws {
    let scene = CacheScene(.answer("one", .control("max-age=60")))
    let request = CacheScene.request(.get, "/people/5", .control("only-if-cached"))
    let refused = try await scene.send(request)
    #expect(refused.head.status == .gatewayTimeout && refused.source == .middleware && scene.stub.requests.isEmpty)
    try await scene.send()
    #expect(try await scene.send(request).text == "one")
  }

  @Test("4.3.2: the caller's own condition gets 304 from the store, and goes to the server when that is stale")
  func ownCondition() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=60", "ETag: \"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=60", "ETag: \"a\"")))
    try await scene.send()
    let request = CacheScene.request(.get, "/people/5", .lines("If-None-Match: \"a\""))
    let known = try await scene.send(request, after: 10)
    #expect(known.head.status == .notModified && known.head.headerFields[.eTag] == "\"a\"" && known.body.length == 0)
    #expect(scene.stub.requests.count == 1)
    let asked = try await scene.send(request, after: 100)
    #expect(asked.head.status == .notModified && asked.source == .network && scene.stub.requests.count == 2)
    // It also made the stored response fresh.
    #expect(try await scene.send().source == .freshCache)
  }

  @Test("the response of a redirect's target is not stored for the URL that redirects")
  func redirects() async throws {
    let scene = CacheScene(
      StubTransport { request in
        request.head.path == "/latest"
          ? Response(status: .found, headers: .lines("Location: /v5"))
          : Response(status: .ok, headers: .control("max-age=600"), body: Body("five"))
      })
    for _ in 0..<2 {
      #expect(try await scene.send(CacheScene.request(.get, "/latest"), inner: [RedirectMiddleware()]).source == .network)
    }
    #expect(scene.store.count == 0 && scene.stub.requests.count == 4)
  }

  @Test("a stream is passed through as it is")
  func streams() async throws {
    let scene = CacheScene(.answer("one", .control("max-age=600")))
    let options = Options { $0.delivery = .streamed(buffer: 100) }
    for _ in 0..<2 { #expect(try await scene.send(CacheScene.request(options: options)).source == .network) }
    #expect(scene.store.count == 0)
  }

  @Test("Q15: a private cache stores authorised responses, and never uses them for another credential")
  func credentials() async throws {
    let store = MemoryCacheStore()
    let stub = StubTransport { request in
      Response(
        status: .ok, headers: .control("max-age=600"),
        body: Body("\(request.head.headerFields[.authorization] ?? "")\(request.head.headerFields[.named("X-API-Key")] ?? "")"))
    }
    let fields: [HTTPFields] = [
      .lines("Authorization: a"), .lines("Authorization: b"), [:], .lines("X-API-Key: a"), .lines("X-API-Key: b"),
      .lines("Authorization: ab"), .lines("Authorization: a", "X-API-Key: b"),
    ]
    for identity in [CacheMiddleware.Identity.client, .fields, .each { _ in "same" }] {
      let scene = CacheScene(stub, for: identity, store: store)
      for round in 0..<2 {
        for own in fields {
          let response = try await scene.send(CacheScene.request(.get, "/me", own))
          #expect(response.text == own.filter { $0.name != .cacheControl }.map(\.value).joined())
          #expect(response.source == (round == 0 ? .network : .freshCache))
        }
      }
      store.removeAll()
    }
  }

  @Test(
    "Q15: fields that say for whom a call is made keep responses apart",
    arguments: ["X-User-ID", "X-Tenant", "X-Account", "Impersonate-User", "X-On-Behalf-Of", "X-Actor"])
  func users(name: String) async throws {
    let scene = CacheScene(StubTransport(script: (1...2).map { .answer("\($0)", [.cacheControl: "max-age=60"]) }))
    for (user, text) in [("a", "1"), ("b", "2"), ("a", "1")] {
      #expect(try await scene.send(CacheScene.request(.get, "/me", .lines("\(name): \(user)"))).text == text)
    }
  }

  @Test("Q15: users whose names have different bytes do not share a response, also if the names are equal strings")
  func usersInBytes() async throws {
    let names = ["\u{F900}", "\u{8C48}"]
    #expect(names[0] == names[1])
    let bytes: [[UInt8]] = [[0xFE], [0xFF], Array("%fe".utf8)]
    let field = HTTPField.Name.named("X-User-ID")
    var fields = names.map { HTTPField(name: field, value: $0) }
    for value in bytes { fields.append(HTTPField(name: field, value: value)) }
    var requests = fields.map { CacheScene.request(.get, "/me", HTTPFields([$0])) }
    for name in names {
      requests.append(CacheScene.request(.get, "/me", options: Options { $0.authentication = .named(name) }))
    }
    let scene = CacheScene(StubTransport(script: requests.indices.map { .answer("\($0)", [.cacheControl: "max-age=60"]) }))
    for _ in 1...2 {
      for (index, request) in requests.enumerated() { #expect(try await scene.send(request).text == "\(index)") }
    }

    let person = HTTPField.Name.named("X-Person")
    let answers = names.indices.map { StubTransport.StubResponse.answer("\($0)", [.cacheControl: "max-age=60"]) }
    let each = CacheScene(StubTransport(script: answers), for: .each { $0.head.headerFields[person] })
    for (index, name) in names.enumerated() {
      #expect(try await each.send(CacheScene.request(.get, "/me", [person: name])).text == "\(index)")
    }
  }

  @Test("Q15: calls of different credentials by name, or of none, do not share a response")
  func namedCredentials() async throws {
    let stub = StubTransport(script: (1...3).map { .answer("\($0)", [.cacheControl: "max-age=60"]) })
    let scene = CacheScene(stub)
    func text(_ mode: Authentication) async throws -> String {
      try await scene.send(CacheScene.request(options: Options { $0.authentication = mode })).text
    }
    for _ in 1...2 {
      #expect(try await text(.named("ann")) == "1")
      #expect(try await text(.named("bob")) == "2")
      #expect(try await text(.off) == "3")
    }
    #expect(stub.requests.count == 3)
  }

  @Test("Q15: a call whose credentials are withheld does not share a response with one that may carry them")
  func withheldCredentials() async throws {
    let scene = CacheScene(StubTransport(script: (1...2).map { .answer("\($0)", [.cacheControl: "max-age=60"]) }))
    func text(_ isWithheld: Bool) async throws -> String {
      try await scene.send(CacheScene.request(options: Options { $0.credentialsWithheld = isWithheld })).text
    }
    for _ in 1...2 {
      #expect(try await text(false) == "1")
      #expect(try await text(true) == "2")
    }
  }

  @Test("Q15: a response to another call's request is neither stored nor does it make a stored one fresh")
  func coalesced() async throws {
    struct Shared: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        var response = try await next(request)
        response.source = ResponseSource("coalesced")
        return response
      }
    }
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")),
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=600", "ETag: \"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=600", "ETag: \"a\"")))
    let first = try await scene.send(inner: [Shared()])
    #expect(scene.store.count == 0 && first.head.headerFields[.cacheStatus] == "Refinery; fwd=uri-miss")
    try await scene.send()
    #expect(scene.store.count == 1)
    #expect(try await scene.send(after: 10, inner: [Shared()]).text == "one")
    #expect(try await scene.send().source == .validatedCache)
    #expect(try await scene.send().source == .freshCache)
  }

  @Test("Q15: 4.3: a stored 404 is neither validated nor made fresh by a 200 to HEAD")
  func storedFailures() async throws {
    let missing = StubTransport.StubResponse.answer("none", .lines("Cache-Control: max-age=5", "ETag: \"a\""), status: 404)
    let scene = CacheScene(missing, .answer("one", .control("max-age=5")))
    try await scene.send()
    let found = try await scene.send(after: 10)
    #expect(found.head.status == .ok && found.text == "one")
    #expect(scene.stub.requests.last?.head.headerFields[.ifNoneMatch] == nil)
    let head = CacheScene(missing, .answer("", .lines("Cache-Control: max-age=600", "ETag: \"a\"")), .answer("one"))
    try await head.send()
    try await head.send(CacheScene.request(.head), after: 10)
    #expect(head.store.count == 0)
    #expect(try await head.send().head.status == .ok)
  }

  @Test("Q15: a refusal that is not about the resource keeps the stored response", arguments: [401, 407, 408, 425, 429])
  func refusals(status: Int) async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")), .status(status),
      .status(304, headers: .control("max-age=60")))
    try await scene.send()
    #expect(try await scene.send(after: 10).head.status.code == status)
    let last = try await scene.send()
    #expect(last.text == "one" && last.source == .validatedCache)
  }

  @Test("Q15: 5.2.1.5: a request with no-store does not make the stored response fresh")
  func noStoreValidation() async throws {
    let confirmed = StubTransport.StubResponse.status(304, headers: .control("max-age=60"))
    let scene = CacheScene(.answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")), confirmed, confirmed)
    try await scene.send()
    #expect(try await scene.send(CacheScene.request(.get, "/people/5", .control("no-store")), after: 10).text == "one")
    #expect(try await scene.send().source == .validatedCache)
    #expect(scene.stub.requests.count == 3)
  }

  @Test("links of the identity client do not share in one store; texts of the identity each do; nil is not cached")
  func identities() async throws {
    let store = MemoryCacheStore()
    let stub = StubTransport(.answer("one", .control("max-age=600")))
    for _ in 0..<2 { #expect(try await CacheScene(stub, store: store).send().source == .network) }
    let own = [CacheMiddleware.Identity.each { _ in "ann" }, .each { _ in "ann" }, .each { _ in "bob" }, .each { _ in nil }]
    var sources: [ResponseSource] = []
    for identity in own { sources.append(try await CacheScene(stub, for: identity, store: store).send().source) }
    #expect(sources == [.network, .freshCache, .network, .network])
    #expect(store.count == 4)
  }

  @Test("Q15: a link for another client shares the store, but uses no response of the first one with the identity client")
  func anotherClient() async throws {
    let stub = StubTransport(.answer("one", .control("max-age=600")))
    func sources(_ identity: CacheMiddleware.Identity) async throws -> [ResponseSource] {
      let first = CacheMiddleware(for: identity)
      let second = first.forAnotherClient()
      var sources: [ResponseSource] = []
      for cache in [first, second, second, first] {
        sources.append(try await Next([cache], transport: stub)(CacheScene.request()).source)
      }
      // A change by one client makes the responses of both invalid.
      _ = try await Next([second], transport: stub)(CacheScene.request(.put))
      sources.append(try await Next([first], transport: stub)(CacheScene.request()).source)
      return sources
    }
    #expect(try await sources(.client) == [.network, .network, .freshCache, .freshCache, .network])
    #expect(try await sources(.each { _ in "ann" }) == [.network, .freshCache, .freshCache, .freshCache, .network])
  }

  @Test("its place is first, or after the links that add credentials")
  func stages() throws {
    #expect(CacheMiddleware(for: .client).stage == .answer)
    let stage = try #require(CacheMiddleware(for: .fields).stage)
    #expect(stage > .credentials && stage < .admission)
  }

  @Test("it explains itself in a few words")
  func explanations() {
    let cache = CacheMiddleware(for: .each { $0.head.path == "/none" ? nil : "a" })
    #expect(cache.explanation(for: CacheScene.request()) == "returns a stored response if RFC 9111 permits it")
    #expect(cache.explanation(for: CacheScene.request(.get, "/none")) == "not cached: the call has no identity")
    #expect(cache.explanation(for: CacheScene.request(.put)) == "not cached: PUT, whose success removes stored responses")
    #expect(cache.explanation(for: CacheScene.request(policy: .off)) == "not cached: off for this row")
  }

  @Test("Q15: 4.4: a response that is being stored while an unsafe request succeeds is removed afterwards")
  func invalidationWhileStoring() async throws {
    struct Slow: CacheStore {
      let inner = MemoryCacheStore()
      let isStoring = Latch()
      let mayStore = Latch()
      func responses(for key: CacheKey) async throws -> [StoredResponse] { inner.responses(for: key) }
      func store(_ response: StoredResponse, for key: CacheKey) async throws {
        isStoring.open()
        await mayStore.wait()
        inner.store(response, for: key)
      }
      func remove(_ key: CacheKey) async throws { inner.remove(key) }
      func removeAll(target: String) async throws { inner.removeAll(target: target) }
    }
    let store = Slow()
    let cache = CacheMiddleware(for: .client, store: store, storeLimit: .seconds(60))
    let next = Next([cache], transport: StubTransport(.answer("one", .control("max-age=600"))))
    let read = Task { try await next(CacheScene.request()).text }
    await store.isStoring.wait()
    _ = try await next(CacheScene.request(.put))
    store.mayStore.open()
    #expect(try await read.value == "one")
    #expect(store.inner.count == 0)
  }

  @Test("a store that fails changes no call")
  func brokenStore() async throws {
    struct Broken: CacheStore {
      struct Failure: Error {}
      func responses(for key: CacheKey) async throws -> [StoredResponse] { throw Failure() }
      func store(_ response: StoredResponse, for key: CacheKey) async throws { throw Failure() }
      func remove(_ key: CacheKey) async throws { throw Failure() }
      func removeAll(target: String) async throws { throw Failure() }
    }
    let cache = CacheMiddleware(for: .client, store: Broken())
    let stub = StubTransport(.answer("one", .control("max-age=600")))
    for method in [HTTPRequest.Method.get, .get, .delete] {
      #expect(try await Next([cache], transport: stub)(CacheScene.request(method)).text == "one")
    }
  }
}
