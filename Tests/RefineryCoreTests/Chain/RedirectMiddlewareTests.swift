import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite struct RedirectMiddlewareTests {
  private struct Hop: Middleware {
    let name: String
    var stage: ChainStage?
    let seen: Gathered<String>
    func respond(to request: Request, next: Next) async throws -> Response {
      seen.add("\(name) \(request.head.path ?? "")")
      return try await next(request)
    }
  }

  private static let hops = StubTransport { request in
    switch request.head.path {
    case "/api/people/5": Response(status: .found, headers: [.location: "/1"])
    case "/1": Response(status: .temporaryRedirect, headers: [.location: "/2?token=canary"])
    case "/2?token=canary": Response(status: .permanentRedirect, headers: [.location: "/3"])
    default: Response(status: .ok, body: Body(#"{"id":5,"name":"Ann"}"#))
    }
  }

  @Test("L03, P08: the client adds a link that follows redirects; each hop is an attempt with its reason, without its path")
  func added() async throws {
    let reply = try await Client(baseURL: base, transport: Self.hops).reply(to: Person.read(5))
    #expect(reply.attempts.map(\.outcome) == [.status(302), .status(307), .status(308), .status(200)])
    #expect(
      reply.attempts.map(\.reason) == [
        nil, .redirect(status: 302, to: "http://h:1"), .redirect(status: 307, to: "http://h:1"),
        .redirect(status: 308, to: "http://h:1"),
      ])
    #expect(reply.source == .network)
  }

  @Test("P08, P09: links of the stages signing and observe see each hop; links before the redirect see one request")
  func order() async throws {
    let seen = Gathered<String>()
    let links = [
      Hop(name: "plain", seen: seen), Hop(name: "sign", stage: .signing, seen: seen),
      Hop(name: "wire", stage: .observe, seen: seen),
    ]
    let api = Client(baseURL: base, middleware: links, transport: Self.hops)
    try await api.send(Person.read(5))
    let paths = ["/api/people/5", "/1", "/2?token=canary", "/3"]
    #expect(seen.all == ["plain /api/people/5"] + paths.flatMap { ["sign \($0)", "wire \($0)"] })
    #expect(try api.explain(Person.read(5)).links.map { $0.name } == ["plain", "RedirectMiddleware", "sign", "wire"])
  }

  @Test("P08: a link without a place behind a signing link does not keep it from seeing each hop")
  func signingFirst() async throws {
    let seen = Gathered<String>()
    let links = [Hop(name: "sign", stage: .signing, seen: seen), Hop(name: "plain", seen: seen)]
    try await Client(baseURL: base, middleware: links, transport: Self.hops).send(Person.read(5))
    #expect(seen.all.count { $0.hasPrefix("sign") } == 4)
  }

  @Test("P08, P09: a link at a custom stage after the redirect stage sees each hop")
  func ownStageAfterRedirect() async throws {
    let seen = Gathered<String>()
    let stage = ChainStage("stamp", between: .redirect, and: .signing)
    let api = Client(baseURL: base, middleware: [Hop(name: "stamp", stage: stage, seen: seen)], transport: Self.hops)
    try await api.send(Person.read(5))
    #expect(seen.all.count == 4 && api.problems.isEmpty)
    #expect(try api.explain(Person.read(5)).links.map { $0.name } == ["RedirectMiddleware", "stamp"])
  }

  @Test("L03: the response to another call, as of a combined read, shows as well whether a redirect led to another origin")
  func otherCall() async throws {
    let stub = StubTransport { request in
      switch (request.head.authority, request.head.path) {
      case ("h", "/out"): Response(status: .found, headers: [.location: "https://other/a"])
      case ("h", "/in"): Response(status: .found, headers: [.location: "/a"])
      default: Response(status: .unauthorized)
      }
    }
    func request(_ path: String) -> Request {
      Request(
        endpoint: Endpoint("A.read", .get, "a"), head: HTTPRequest(method: .get, scheme: "https", authority: "h", path: path),
        options: Options { $0.redirects = .anyOrigin })
    }
    for (path, isElsewhere) in [("/out", true), ("/in", false), ("/a", false)] {
      let sent = request(path)
      let response = try await Next([RedirectMiddleware()], transport: stub)(sent)
      #expect(response.isFromOtherOrigin(than: sent) == isElsewhere)
      #expect(response.isFromOtherOrigin(than: request(path)) == isElsewhere)
    }
  }

  @Test("L03: an error before a later hop is sent does not say that the call was not sent")
  func laterHop() async throws {
    let stub = StubTransport(
      .status(303, headers: [.location: "/1"]), .failure(TransportError(.queueFull, phase: .beforeSending, reason: "full")))
    let api = Client(baseURL: base, transport: stub)
    let error = await #expect(throws: CallError.self) { try await api.send(Person(id: 5, name: "Ann").create()) }
    let failure = try #require(error?.underlying as? TransportError)
    #expect(!failure.isUnsent && failure.description == "queue full before sending: full")
  }

  @Test("L03: the streamed body of a redirect is given up before the next hop")
  func abandonedBody() async throws {
    final class Connection: Sendable {
      let isOpen: Atomic<Bool>
      init() { isOpen = Atomic(true) }
    }
    final class Lease: Sendable {
      let connection: Connection
      init(_ connection: Connection) { self.connection = connection }
      deinit { connection.isOpen.store(false, ordering: .sequentiallyConsistent) }
    }
    /// A stream that passes its lease on to its reading, as those of the transports do.
    final class Leased: AsyncSequence, Sendable {
      typealias Element = Data
      private let lease: Mutex<Lease?>
      init(lease: Lease) { self.lease = Mutex(lease) }
      func makeAsyncIterator() -> Iterator { Iterator(lease: lease.withLock { $0.take() }) }
      struct Iterator: AsyncIteratorProtocol {
        let lease: Lease?
        func next() async throws -> Data? { nil }
        func next(isolation actor: isolated (any Actor)?) async throws -> Data? { nil }
      }
    }
    let connection = Connection()
    let stub = StubTransport { request in
      guard request.resendReason == nil else {
        let isOpen = connection.isOpen.load(ordering: .sequentiallyConsistent)
        #expect(!isOpen)
        return Response(status: .ok, body: Body(#"{"id":5,"name":"Ann"}"#))
      }
      return Response(status: .found, headers: [.location: "/1"], body: Body(Leased(lease: Lease(connection))))
    }
    try await Client(baseURL: base, transport: stub).send(Person.read(5))
    #expect(stub.requests.count == 2)
  }

  @Test("P08: a chain with a link at the stage redirect gets no second one, and links after it see each hop")
  func own() async throws {
    let seen = Gathered<String>()
    let api = Client(
      baseURL: base, middleware: [RedirectMiddleware(), Hop(name: "after", seen: seen)], transport: Self.hops)
    try await api.send(Person.read(5))
    #expect(seen.all.count == 4 && api.problems.isEmpty)
    #expect(try api.explain(Person.read(5)).links.count == 2)
  }

  @Test("P09: a place of one's own lies between two others, and the client judges it")
  func ownStage() {
    let quota = ChainStage("quota", between: .retry, and: .hedge)
    let seen = Gathered<String>()
    func problems(_ stages: ChainStage...) -> [String] {
      Client(baseURL: base, middleware: stages.map { Hop(name: "\($0)", stage: $0, seen: seen) }, transport: StubTransport())
        .problems
    }
    #expect(problems(.answer, .content, .limit, .retry, quota, .hedge, .credentials, .admission, .signing, .observe).isEmpty)
    #expect(problems(.hedge, quota).first?.contains("quota comes before hedge") == true)
    #expect(problems(quota, .retry).first?.contains("retry comes before quota") == true)
    #expect(problems(.observe, .signing).count == 1)
  }

  @Test("Three hops and a replay after a 401 are told apart in the reply and in the error")
  func apart() async throws {
    struct Replaying: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        let first = try await next(request)
        guard first.head.status == .unauthorized else { return first }
        var again = request
        again.resend(because: .replay(status: 401), after: first)
        return try await next(again)
      }
    }
    let count = Mutex(0)
    let stub = StubTransport { request in
      let response = try await Self.hops.send(request)
      guard response.head.status == .ok else { return response }
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      return isFirst ? Response(status: .unauthorized) : Response(status: .notFound)
    }
    let api = Client(baseURL: base, middleware: [Replaying()], transport: stub)
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Person.read(5)) })
    #expect(
      error.attempts.map { $0.reason?.description.prefix(12) } == [
        nil, "redirect 302", "redirect 307", "redirect 308", "replay with ", "redirect 302", "redirect 307", "redirect 308",
      ])
    #expect(error.attempts.map(\.outcome).suffix(1) == [.status(404)])
  }
}
