import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite struct RedirectMiddlewareTests {
  private struct Hop: Middleware {
    let name: String
    var stage: ChainStage?
    let seen: Journal
    func respond(to request: Request, next: Next) async throws -> Response {
      seen.write("\(name) \(request.head.path ?? "")")
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

  @Test("L03, P08: the client adds a link that follows redirects; each hop is an attempt with its reason, without its query")
  func added() async throws {
    let reply = try await Client(baseURL: base, transport: Self.hops).reply(to: Person.read(5))
    #expect(reply.attempts.map(\.outcome) == [.status(302), .status(307), .status(308), .status(200)])
    #expect(
      reply.attempts.map(\.reason) == [
        nil, .redirect(status: 302, to: "http://h:1/1"),
        .redirect(status: 307, to: "http://h:1/2?token=<redacted>"), .redirect(status: 308, to: "http://h:1/3"),
      ])
    #expect(reply.source == .network)
  }

  @Test("P08, P09: links of the stages signing and observe see each hop; links before the redirect see one request")
  func order() async throws {
    let seen = Journal()
    let links = [
      Hop(name: "plain", seen: seen), Hop(name: "sign", stage: .signing, seen: seen),
      Hop(name: "wire", stage: .observe, seen: seen),
    ]
    let api = Client(baseURL: base, middleware: links, transport: Self.hops)
    try await api.send(Person.read(5))
    let paths = ["/api/people/5", "/1", "/2?token=canary", "/3"]
    #expect(seen.lines == ["plain /api/people/5"] + paths.flatMap { ["sign \($0)", "wire \($0)"] })
    #expect(try api.explain(Person.read(5)).links.map(\.name) == ["plain", "RedirectMiddleware", "sign", "wire"])
  }

  @Test("P08: a chain with a link at the stage redirect gets no second one, and links after it see each hop")
  func own() async throws {
    let seen = Journal()
    let api = Client(
      baseURL: base, middleware: [RedirectMiddleware(), Hop(name: "after", seen: seen)], transport: Self.hops)
    try await api.send(Person.read(5))
    #expect(seen.lines.count == 4 && api.problems.isEmpty)
    #expect(try api.explain(Person.read(5)).links.count == 2)
  }

  @Test("P09: a place of one's own lies between two others, and the client judges it")
  func ownStage() {
    let quota = ChainStage("quota", between: .retry, and: .hedge)
    let seen = Journal()
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
