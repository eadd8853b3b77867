import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite struct ClientTests {
  private struct Tagging: Middleware {
    let tag: String
    let order: Gathered<String>

    func respond(to request: Request, next: Next) async throws -> Response {
      order.add("> \(tag)")
      let response = try await next(request)
      order.add("< \(tag)")
      return response
    }
  }

  @Test("L01, N01, N02: a stub of one line stands in for the network")
  func stub() async throws {
    let server = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
    let api = Client(baseURL: "http://stub", transport: server)
    #expect(try await api.send(Person.read(5)).name == "Ann")
    #expect(server.requests.map(\.head.path) == ["/people/5"])
  }

  @Test("L04: links see the request in order and the response in reverse")
  func order() async throws {
    let order = Gathered<String>()
    let links = ["1", "2", "3"].map { Tagging(tag: $0, order: order) }
    let api = Client(baseURL: base, middleware: links, transport: StubTransport(.json("[]")))
    try await api.send(Person.enumerate())
    #expect(order.all == ["> 1", "> 2", "> 3", "< 3", "< 2", "< 1"])
  }

  @Test("L04: a link may answer in place of the server")
  func shortCircuit() async throws {
    struct Canned: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response { Response(status: .ok, body: Body("[]")) }
    }
    let server = StubTransport()
    let api = Client(baseURL: base, middleware: [Canned()], transport: server)
    #expect(try await api.send(Person.enumerate()).isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("every link sees the row, the template and the number of the call")
  func row() async throws {
    let (api, server) = client(.json("[]"))
    try await api.send(Person.enumerate())
    try await api.send(Person.enumerate())
    #expect(server.requests.map(\.endpoint.name) == ["Person.enumerate", "Person.enumerate"])
    #expect(server.requests.map(\.endpoint.path.text) == ["people", "people"])
    #expect(server.requests.map(\.context.number) == [1, 2])
    #expect(server.requests.map(\.retryCount) == [0, 0])
  }

  @Test("L09: the head of the response is there for the caller")
  func reply() async throws {
    let (api, _) = client(.json("[]", headers: [.init("X-Total")!: "42"]))
    let reply = try await api.reply(to: Person.enumerate())
    #expect(reply.headers[.init("x-total")!] == "42")
    #expect(reply.status == .ok)
    #expect(reply.attempts.map(\.outcome) == [.status(200)])
  }

  @Test("L10: a row says which statuses are a success")
  func successCodes() async throws {
    let (api, _) = client(.json(#"{"id":5,"name":"a"}"#, status: 404))
    let call = Person.read(5).options { $0.successCodes = StatusSet(200...299, 404...404) }
    #expect(try await api.send(call).id == 5)
  }

  @Test("B18: respond gives any status as it came, whole or as a stream")
  func respond() async throws {
    let (api, server) = client(.status(404, body: Body("gone")))
    let response = try await api.respond(to: Person.read(5))
    #expect(response.head.status.code == 404)
    #expect(try await response.body.collect() == Data("gone".utf8))
    _ = try await api.respond(to: Person.read(5).options { $0.delivery = .streamed(buffer: 1024) })
    #expect(server.requests.last?.options.delivery == .streamed(buffer: 1024))
  }

  @Test("an option of the call wins over the row's, the row's over the client's")
  func precedence() throws {
    var row = Person.readEndpoint
    let api = Client(
      baseURL: base, transport: StubTransport(),
      options: Options {
        $0.timeout = .seconds(1)
        $0.responseLimit = 1
      })
    row.options.timeout = .seconds(2)
    let call = Call<Person>(row, ["id": "5"])
    let asRow = try api.makeRequest(for: call).options
    #expect(asRow.timeout == .seconds(2))
    #expect(asRow.responseLimit == 1)
    #expect(try api.makeRequest(for: call.timeout(.seconds(3))).options.timeout == .seconds(3))
    #expect(try api.makeRequest(for: call.timeout(nil)).deadline == nil)
  }

  @Test("B24, D28: what a call carries for middleware reaches it and never the wire")
  func context() async throws {
    enum Tenant: OptionKey {
      static let name = "tenant"
      static let defaultValue: String? = nil
    }
    let (api, server) = client(.json("[]"))
    try await api.send(Person.enumerate().options { $0[Tenant.self] = "north" })
    #expect(server.requests.last?.options[Tenant.self] == "north")
    #expect(server.requests.last?.head.headerFields.contains { $0.value.contains("north") } == false)
  }

  @Test("L11: a body longer than the limit is an error that names limit and option")
  func limit() async throws {
    let (api, _) = client(.json("[1,2,3]"))
    let call = Person.enumerate().options { $0.responseLimit = 3 }
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.underlying as? BodyError == .tooLarge(limit: 3, observed: 7))
    #expect(error.description.contains("responseLimit"))
  }

  @Test("M01: a call is a value: making it sends nothing, sending it twice sends twice")
  func cold() async throws {
    let (api, server) = client(.json("[]"))
    let call = Person.enumerate()
    #expect(server.requests.isEmpty)
    try await api.send(call)
    try await api.send(call)
    #expect(server.requests.count == 2)
  }

  @Test("an order of the chain that cannot work is a problem of the client")
  func chainOrder() {
    struct Link: Middleware {
      let name: String
      let stage: ChainStage?
      func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
    }
    func problems(_ links: (String, ChainStage?)...) -> [String] {
      Client(baseURL: base, middleware: links.map { Link(name: $0.0, stage: $0.1) }, transport: StubTransport()).problems
    }
    #expect(problems(("log", nil), ("gzip", .content), ("retry", .retry), ("auth", .credentials), ("log", nil)).isEmpty)
    #expect(problems(("retry", .retry), ("retry again", .retry)).count == 1)
    #expect(problems(("auth", .credentials), ("cache", .answer)).first?.contains("cache must come before auth") == true)
    #expect(problems(("auth", .credentials), ("retry", .retry), ("gzip", .content)).count == 3)
  }

  @Test("O03: a call is explained without being sent")
  func explain() throws {
    let order = Gathered<String>()
    let server = StubTransport()
    let api = Client(
      baseURL: base, headers: [.authorization: "Bearer s3cret"], middleware: [Tagging(tag: "1", order: order)],
      transport: server)
    let text = try api.explain(Person.read(5, ["token": "s3cret"]).timeout(.seconds(5))).description
    #expect(text.contains("Person.read"))
    #expect(text.contains("GET http://h:1/api/people/5?token=<redacted>"))
    #expect(text.contains("Authorization: <redacted>"))
    #expect(text.contains("chain 1   Tagging"))
    #expect(text.contains("transport StubTransport"))
    #expect(text.contains("5.0 seconds in total"))
    #expect(text.contains("no retry link"))
    #expect(!text.contains("s3cret"))
    #expect(server.requests.isEmpty && order.all.isEmpty)
  }

  @Test("O03: an explanation shows which part of a list is requested and in which order, but no token")
  func explainedList() throws {
    let api = Client(baseURL: base, transport: StubTransport())
    let query: Query = ["limit": 20, "page[number]": 3, "Sort": "-name", "q": "ann", "page[after]": "c4n4ry"]
    let text = try api.explain(Person.enumerate(query)).description
    #expect(text.contains("limit=20") && text.contains("page%5Bnumber%5D=3") && text.contains("Sort=-name"))
    #expect(text.contains("q=<redacted>") && !text.contains("c4n4ry"))
    #expect(try !api.explain(Person.enumerate(["order": "eyJhbGciOiJIUzI1NiJ9.e30.c4n4ry"])).description.contains("c4n4ry"))
    #expect(try api.explain(Person.enumerate(query), redaction: Redaction()).description.contains("limit=<redacted>"))
  }

  @Test("O03: a value that the template has no place for is pointed out")
  func unused() throws {
    let api = Client(baseURL: base, transport: StubTransport())
    let explanation = try api.explain(Person.read(5).with("houshold", 9))
    #expect(explanation.unusedValues == ["houshold"])
    #expect(explanation.description.contains("unused    houshold: the template has no {houshold}"))
    #expect(try api.explain(Person.read(5)).unusedValues.isEmpty)
    #expect(try api.explain(Person.read(5).with("type", "person")).unusedValues.isEmpty)
  }
}
