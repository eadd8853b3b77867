import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct HeaderTests {
  private let tenant = HTTPField.Name("X-Tenant")!

  private func fields<Output>(_ api: Client, _ call: Call<Output>) throws -> HTTPFields {
    try api.makeRequest(for: call).head.headerFields
  }

  @Test("K01, K02: the client's headers go with every request; one can be set and removed")
  func defaults() throws {
    var api = Client(baseURL: base, headers: [tenant: "north"], transport: StubTransport())
    #expect(try fields(api, Person.read(5))[tenant] == "north")
    api.headers[tenant] = "south"
    #expect(try fields(api, Person.read(5))[tenant] == "south")
    api.headers[tenant] = nil
    #expect(try fields(api, Person.read(5))[tenant] == nil)
  }

  @Test("K03, E08: a call's header wins without regard to case, leaves the others, and does not stick")
  func perCall() throws {
    let api = Client(baseURL: base, headers: [tenant: "north", .userAgent: "me"], transport: StubTransport())
    let call = Person.read(5).header(HTTPField.Name("x-tenant")!, "south")
    #expect(try fields(api, call)[values: tenant] == ["south"])
    #expect(try fields(api, call)[.userAgent] == "me")
    #expect(try fields(api, Person.read(5))[tenant] == "north")
    #expect(try fields(api, Person.read(5).header(tenant, nil))[tenant] == nil)
  }

  @Test("K03: a value that may be missing leaves the client's header, and sets it otherwise")
  func optionalValues() throws {
    let api = Client(baseURL: base, headers: [tenant: "north", .cookie: "own=1"], transport: StubTransport())
    #expect(try fields(api, Person.read(5).header("X-Tenant", ifPresent: nil))[tenant] == "north")
    #expect(try fields(api, Person.read(5).header("X-Tenant", ifPresent: "south"))[tenant] == "south")
    #expect(try fields(api, Person.read(5).cookies(["a": nil, "b": nil]))[.cookie] == "own=1")
    let call = Person.read(5).cookies(["a": "1", "b": nil, "c": "x; y=\"1\", 2%", "d": ""])
    #expect(try fields(api, call)[values: .cookie] == ["a=1; c=x%3B%20y=%221%22%2C%202%25; d="])
  }

  @Test("K03: a row's headers stand between those of the client and the call")
  func perRow() throws {
    var row = Person.readEndpoint
    row.options.headers = [tenant: "row", .userAgent: nil]
    let api = Client(baseURL: base, headers: [tenant: "client", .userAgent: "me"], transport: StubTransport())
    let call = Call<Person>(row, ["id": "5"])
    #expect(try fields(api, call)[tenant] == "row")
    #expect(try fields(api, call)[.userAgent] == nil)
    #expect(try fields(api, call.header(tenant, "call"))[tenant] == "call")
  }

  @Test("K04: a call may replace all headers")
  func replaced() throws {
    let api = Client(baseURL: base, headers: [tenant: "north"], transport: StubTransport())
    let sent = try fields(api, Person.read(5).onlyHeaders([.userAgent: "me"]))
    #expect(sent.map(\.name) == [.userAgent])
  }

  @Test("K07: entity tags are quoted, and 304 is nil")
  func entityTags() async throws {
    let (api, server) = client(.status(304), .json(#"{"id":5,"name":"a"}"#, headers: [.eTag: "\"v2\""]))
    #expect(try await api.send(Person.read(5).ifNoneMatch("v1")) == nil)
    #expect(server.requests.last?.head.headerFields[.ifNoneMatch] == "\"v1\"")
    #expect(server.requests.last?.options.successCodes.contains(304) == true)
    let reply = try await api.reply(to: Person.read(5).ifNoneMatch("v1"))
    #expect(reply.value?.id == 5)
    #expect(reply.entityTag == "\"v2\"")
    try await api.send(Person(id: 5, name: "a").update().ifMatch(#require(reply.entityTag)))
    #expect(server.requests.last?.head.headerFields[.ifMatch] == "\"v2\"")
    #expect(try fields(api, Person.read(5).ifMatch("*"))[.ifMatch] == "*")
    #expect(try fields(api, Person.read(5).ifMatch("W/\"x\""))[.ifMatch] == "W/\"x\"")
  }

  @Test("K09: Accept and Content-Type are there once, and a given one is kept")
  func once() throws {
    let api = Client(baseURL: base, transport: StubTransport())
    let sent = try fields(api, Person(id: 5, name: "a").create())
    #expect(sent[values: .contentType] == ["application/json"])
    #expect(sent[values: .accept] == ["application/json"])
    let own = try fields(api, Person(id: 5, name: "a").create().header(.contentType, "application/vnd.x+json"))
    #expect(own[values: .contentType] == ["application/vnd.x+json"])
  }

  @Test("K03: nil removes the Content-Type of the body, unless the row or the call sets one")
  func withoutContentType() throws {
    var api = Client(baseURL: base, transport: StubTransport())
    let call = Person(id: 5, name: "a").create()
    #expect(try fields(api, call.header(.contentType, nil))[.contentType] == nil)
    #expect(try fields(api, call.text("a").header(.contentType, nil))[.contentType] == nil)
    #expect(try fields(api, call.onlyHeaders([tenant: "north"]))[.contentType] == "application/json")
    api.headers[.contentType] = nil
    #expect(try fields(api, call)[.contentType] == nil)
    #expect(try fields(api, call.header(.contentType, "a/b"))[.contentType] == "a/b")
    var row = Endpoint("Person.add", .post, "people")
    row.options.headers = [.contentType: "a/b"]
    #expect(try fields(api, Call<Okay>(row).text("a"))[.contentType] == "a/b")
    #expect(try fields(api, Call<Okay>(row).text("a").header(.contentType, nil))[.contentType] == nil)
  }

  @Test("G07: a patch may say that it is a merge patch")
  func mergePatch() throws {
    let api = Client(baseURL: base, transport: StubTransport())
    let sent = try fields(api, Person.patch(5, [:]).header(.contentType, "application/merge-patch+json"))
    #expect(sent[.contentType] == "application/merge-patch+json")
  }

  @Test("a header value cannot carry another header", arguments: ["a\r\nX: b", "a\nb", "a\u{0}b", "a\u{7f}"])
  func injection(value: String) async {
    let (api, server) = client(.json("{}"))
    let error = await #expect(throws: CallError.self) { try await api.send(Person.read(5).header(tenant, value)) }
    #expect(error?.kind == .badRequest)
    #expect(error?.description.contains("X-Tenant") == true)
    #expect(server.requests.isEmpty)
  }

  @Test(
    "a value of the client, a coder or a body's type is held to the same rule",
    arguments: ["a\r\nX: b", "a\u{0}b", "a\u{7f}"])
  func injectionElsewhere(value: String) async {
    let server = StubTransport(.json("{}"))
    var api = Client(baseURL: base, headers: [tenant: value], transport: server)
    #expect(api.problems == ["the value of header field X-Tenant holds a line break or another control character"])
    let inClient = await #expect(throws: CallError.self) { try await api.send(Person.read(5)) }
    #expect(inClient?.kind == .badRequest && inClient?.description.contains("X-Tenant") == true)
    api = Client(baseURL: base, transport: server)
    let inBody = await #expect(throws: CallError.self) {
      try await api.send(Person.create(["name": "a"]).body(Body("x"), contentType: value))
    }
    #expect(inBody?.kind == .badRequest && inBody?.description.contains("Content-Type") == true)
    for coder in [JSONCoder(contentType: value), JSONCoder(accept: value)] {
      await #expect(throws: CallError.self) { try await api.send(Person.create(["name": "a"]).coder(coder)) }
      await #expect(throws: CallError.self) {
        try await Client(baseURL: base, transport: server, coder: coder).send(Person.create(["name": "a"]))
      }
    }
    #expect(throws: TransportError.self) { try ([tenant: value] as HeaderChanges).applied(to: [:]) }
    #expect(server.requests.isEmpty)
  }

  @Test("K03: a field may be named by text; text that is not a name is refused in calls, rows and clients")
  func namedByText() async throws {
    let (api, server) = client(.json(#"{"id":5,"name":"a"}"#))
    var changes = HeaderChanges()
    changes["X-Tenant"] = "north"
    #expect(changes == [tenant: "north"] && changes["x-tenant"] == "north" && changes["no name"] == nil)
    try await api.send(Person.read(5).header("X-Tenant", "north").header("Accept", nil))
    #expect(server.requests.last?.head.headerFields[tenant] == "north")
    #expect(server.requests.last?.head.headerFields[.accept] == nil)

    let long = String(repeating: "n", count: 100)
    for name in ["", "no name", "a\r\nX", "ä", long + " "] {
      let error = await #expect(throws: CallError.self) { try await api.send(Person.read(5).header(name, "v")) }
      #expect(error?.kind == .badRequest)
      #expect(error?.description.contains("is not the name of a header field") == true)
      #expect(error?.description.contains("\r") == false && error?.description.contains(long) == false)
      var row = Endpoint("Row", .get, "row")
      row.options.headers[name] = "v"
      #expect(EndpointTable("T", rows: [row]).problems.count == 1)
      var headers = HeaderChanges()
      headers[name] = nil
      #expect(!headers.isEmpty && Client(baseURL: base, headers: headers, transport: server).problems.count == 1)
    }
    // Fields that replace all others bring their own faults only.
    try await api.send(Person.read(5).header("no name", "v").onlyHeaders([:]))
    #expect(server.requests.count == 2)
  }

  @Test("K03: spaces and tabs around a value are no part of it")
  func trimmed() throws {
    let api = Client(baseURL: base, headers: [.userAgent: " me\t"], transport: StubTransport())
    let sent = try fields(api, Person.read(5).header(tenant, "  a b  "))
    #expect(sent[tenant] == "a b" && sent[.userAgent] == "me")
    let body = Person.create(["name": "a"]).body(Body("x"), contentType: " text/plain ")
    #expect(try fields(api, body)[.contentType] == "text/plain")
  }

  @Test("K03: a Cookie field with 70,000 cookies stays one field")
  func manyCookies() throws {
    let cookies = Array(repeating: "a=1", count: 70_000).joined(separator: "; ")
    let api = Client(baseURL: base, transport: StubTransport())
    #expect(try fields(api, Person.read(5).header(.cookie, cookies))[values: .cookie] == [cookies])
  }

  @Test("K01: header fields made elsewhere become those of a client")
  func fromFields() throws {
    var made = HTTPFields()
    made.append(HTTPField(name: tenant, value: "a"))
    made.append(HTTPField(name: tenant, value: "b"))
    let api = Client(baseURL: base, headers: HeaderChanges(fields: made), transport: StubTransport())
    #expect(try fields(api, Person.read(5))[tenant] == "a, b")
  }

  @Test("framing headers belong to the transport", arguments: ["Host", "Content-Length", "Transfer-Encoding"])
  func framing(name: String) async {
    let (api, server) = client(.json("{}"))
    let call = Person.read(5).header(HTTPField.Name(name)!, "1")
    let error = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(error?.kind == .badRequest)
    let always = Client(baseURL: base, headers: [HTTPField.Name(name)!: "1"], transport: server)
    #expect(always.problems == ["the client sets \(name), which the transport owns"])
    await #expect(throws: CallError.self) { try await always.send(Person.read(5)) }
    #expect(server.requests.isEmpty)
  }

  @Test("K08, A06: the client's own credentials do not go to another host; what the row or call says does")
  func foreignHost() throws {
    let api = Client(
      baseURL: base, headers: [.authorization: "Bearer c4n4ry", .userAgent: "me"], transport: StubTransport())
    let away = Call<Okay>(.direct(.get, "https://other/x"))
    #expect(try fields(api, away)[.authorization] == nil)
    #expect(try fields(api, away)[.userAgent] == "me")
    #expect(try fields(api, away.header(.authorization, "Bearer own"))[.authorization] == "Bearer own")
    #expect(try fields(api, Call<Okay>(.direct(.get, "\(base)/x")))[.authorization] == "Bearer c4n4ry")
    var marked = api
    marked.headers[tenant] = "c4n4ry"
    #expect(try fields(marked, away)[tenant] == "c4n4ry")
    marked.options.credentialFields = [tenant]
    #expect(try fields(marked, away)[tenant] == nil)
    #expect(try fields(marked, away.header(tenant, "own"))[tenant] == "own")
    struct Away: PathRouter {
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        operation == .read ? "https://other/{id}" : nil
      }
    }
    #expect(try fields(api, Person.read(5).routed(by: Away()))[.authorization] == nil)
  }
}
