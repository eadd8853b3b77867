import Foundation
import HTTPTypes
import Logging
import Refinery
import RefineryJSONAPI
import RefineryTesting
import Synchronization
import Testing

/// Parts that know nothing of each other, used together.
@Suite(.timeLimit(.minutes(5))) struct SeamTests {
  private func client(_ server: StubTransport) -> Client { Client(baseURL: "http://stub", transport: server) }
  private let note = #"{"id":2,"text":"a"}"#

  @Test("Token requests are logged by a policy that names their row, and are numbered")
  func tokenRow() async throws {
    let lines = Mutex<[String]>([])
    let policies = LoggingPolicyStore()
    let json = Data(#"{"rows":{"OAuth2.token":{"level":"info"}}}"#.utf8)
    try policies.load(json: json, for: EndpointTable("T", [Person.self]))
    let logging = LoggingMiddleware(level: .info, policy: policies.policy) { line in lines.withLock { $0.append(line) } }
    let stub = StubTransport(.json(#"{"access_token":"t","token_type":"Bearer"}"#))
    let client = try OAuth2Client(
      "id", .basic("s"), tokenURL: "https://login.example/token", via: Next([logging], transport: stub))
    let tokens = try OAuth2Grant.clientCredentials(client)
    _ = try await tokens.credential(for: CredentialContext())
    _ = try await tokens.credential(for: CredentialContext())
    let written = lines.withLock { $0 }
    #expect(written.count == 4 && written.allSatisfy { $0.contains("endpoint.name=OAuth2.token") })
    #expect(written.map { $0.contains("call.number=1 ") } == [true, true, false, false])
    #expect(written.map { $0.contains("call.number=2 ") } == [false, false, true, true])
  }

  @Test("E01, G01: a nested model is tracked, and its change goes to the nested path")
  func nestedTracked() async throws {
    let server = StubTransport(.json(note, headers: [.eTag: #""v1""#]), .status(204))
    let api = client(server)
    var tracked = try await api.send((Person.read(1) / Note.read(2)).tracked)
    tracked.value.text = "b"
    try await api.save(&tracked, by: Person.read(1) / Note.patch(2, [:]))
    let sent = try #require(server.last)
    #expect(sent.method == .patch)
    #expect(sent.path == "/person/1/notes/2")
    #expect(sent.text == #"{"text":"b"}"#)
    #expect(sent.headers[.ifMatch] == #""v1""#)
    #expect(tracked.value.text == "b")
  }

  @Test("E01, F12: a nested list is read page by page, and a server's link is followed")
  func nestedPages() async throws {
    let link: HTTPFields = [HTTPField.Name("Link")!: #"</person/1/notes?page=2>; rel="next""#]
    let server = StubTransport(.json("[\(note)]", headers: link), .json("[\(note)]"))
    var texts: [String] = []
    for try await note in client(server).items(of: Person.read(1) / Note.enumerate(), by: .linkHeader) {
      texts.append(note.text)
    }
    #expect(texts == ["a", "a"])
    #expect(server.requests.map { $0.head.path } == ["/person/1/notes", "/person/1/notes?page=2"])
    #expect(server.requests.allSatisfy { $0.endpoint.name == "Person.Note.enumerate" })
  }

  @Test("E03, M01: a nested call is held as any other, and a held call may follow a link")
  func nestedControlled() async throws {
    let server = StubTransport(.json(note))
    let held = client(server).controlled((Person.read(1) / Note.read(2)).following("/elsewhere/2"))
    held.pause()
    held.start()
    #expect(server.requests.isEmpty)
    held.resume()
    #expect(try await held.value.text == "a")
    #expect(server.requests.map { $0.head.path } == ["/elsewhere/2"])
  }

  @Test("D23, F12: JSON:API lists are items as others are, with what they include")
  func documents() async throws {
    func page(_ id: Int, next: String) -> StubTransport.StubResponse {
      .status(
        200, headers: [.contentType: "application/vnd.api+json"],
        body: Body(
          #"{"data":[{"type":"articles","id":"\#(id)","attributes":{"title":"T"},"relationships":{"author":{"data":"#
            + #"{"type":"people","id":"9"}}}}],"included":[{"type":"people","id":"9","attributes":{"name":"Ann"}}],"#
            + #""links":{"next":\#(next)}}"#))
    }
    let server = StubTransport(page(1, next: #""/articles?page[number]=2""#), page(2, next: "null"))
    var names: [String?] = []
    for try await article in client(server).items(of: Article.enumerate().include("author")) {
      names.append(try article.author.value?.name)
    }
    #expect(names == ["Ann", "Ann"])
    #expect(server.requests.map { $0.head.path } == ["/articles?include=author", "/articles?page%5Bnumber%5D=2"])
  }

  @Test("C18, D01: a call on a plain row that returns a model is coded as the model is")
  func plainRow() async throws {
    let document = #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"}}}"#
    let server = StubTransport(.status(200, headers: [.contentType: "application/vnd.api+json"], body: Body(document)))
    let latest = Call<Article>(Endpoint("Article.latest", .get, "articles/latest"))
    #expect(try await client(server).send(latest).title == "T")
    #expect(server.last?.headers[.accept] == "application/vnd.api+json")
  }

  @Test("O10: retries and limits of a row change between two calls of a running client; a bad value leaves them as they were")
  func operated() async throws {
    let server = StubTransport(.status(503))
    var policy = RetryPolicy()
    (policy.delay, policy.throttledDelay) = (.zero, .zero)
    let store = EndpointOverrides.Store()
    let api = Client(
      baseURL: "http://stub", middleware: [try RetryMiddleware(policy)], transport: server, overrides: store.overrides)
    let table = EndpointTable("T", [Person.self])
    func sends() async throws -> Int {
      let before = server.requests.count
      let error = await #expect(throws: CallError.self) { try await api.send(Person.read(1)) }
      #expect(error?.attempts.count == server.requests.count - before)
      return server.requests.count - before
    }
    #expect(try await sends() == 3)
    func load(_ json: String) throws { store.replace(with: try EndpointOverrides(json: Data(json.utf8), for: table)) }
    try load(#"{"Person.read":{"retries":0,"timeout":3}}"#)
    #expect(try await sends() == 1)
    #expect(server.requests.last?.options.timeout == .seconds(3))
    #expect(throws: UnusableSettings.self) {
      try load(#"{"Person.read":{"retries":-1}}"#)
    }
    #expect(try await sends() == 1)
    try load(#"{"Person.read":{"retries":1}}"#)
    #expect(try await sends() == 2)
  }
}
