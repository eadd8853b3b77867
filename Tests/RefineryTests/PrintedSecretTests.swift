import Foundation
import HTTPTypes
import Logging
import Refinery
import RefineryAsyncHTTPClient
import RefineryCurl
import RefineryJSONAPI
import RefineryStore
import RefineryTesting
import Testing

/// A value of every type that may hold a credential or a body, filled with one secret, printed in every form there is.
@Suite(.timeLimit(.minutes(5))) struct PrintedSecretTests {
  private struct Person: Codable, Identifiable, Sendable, Equatable, Mappable {
    static let path: URITemplate = "people"
    var id: Int
    var name: String
    var password = ""
  }
  private struct Note: Codable, Identifiable, Sendable, Mappable {
    typealias Parent = Person
    static let path: URITemplate = "notes"
    var id: Int
    var text: String
  }
  private struct Vault: CredentialProvider {
    let token: String
    func credential(for context: CredentialContext) async throws -> Credential { .bearer(token) }
  }
  private struct Keyed: Middleware {
    let key: String
    func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
  }
  private struct Wire: Transport {
    let password: String
    func send(_ request: Request) async throws -> Response { Response(status: .ok) }
  }
  private struct Leak: SafelyDescribed { let body: String }
  private enum Label: OptionKey {
    static let name = "label"
    static let defaultValue = ""
  }

  private let canary = "c4n4ry-4f1e"

  /// Every form in which a value may reach a log: as a value, as an optional, in a list, under a key.
  private func printed(_ value: Any) -> String {
    var text = "\(value)|\(String(describing: value))|\(String(reflecting: value))|"
    debugPrint(value, Optional(value) as Any, [value], ["key": value], to: &text)
    print(value, Optional(value) as Any, [value], (value, 1), to: &text)
    dump(value, to: &text)
    dump([value], to: &text)
    walk(Mirror(reflecting: value), into: &text)
    return text
  }

  private func walk(_ mirror: Mirror, into text: inout String) {
    for child in mirror.children {
      text += "\(child.label ?? "") \(child.value)|"
      walk(Mirror(reflecting: child.value), into: &text)
    }
    if let superclass = mirror.superclassMirror { walk(superclass, into: &text) }
  }

  private func check(_ values: [Any]) {
    for value in values {
      #expect(value is any Redacted, "\(type(of: value))")
      #expect(!printed(value).contains(canary), "\(type(of: value))")
      #expect(!printed(value).contains(Data(canary.utf8).base64EncodedString()), "\(type(of: value))")
      #expect(Mirror(reflecting: value).children.isEmpty, "\(type(of: value))")
      #expect(!"\(value)".contains("\n"), "\(type(of: value))")
    }
  }

  private func client(_ transport: any Transport) -> Client {
    Client(
      baseURL: "https://api.example/v1?key=\(canary)", headers: [.authorization: "Bearer \(canary)", .cookie: canary],
      middleware: [Keyed(key: canary), AuthMiddleware(.bearer(canary))], transport: transport,
      options: Options { $0[Label.self] = canary })
  }

  @Test("J08: clients, calls, requests, responses and what belongs to them print one line without a secret")
  func messages() async throws {
    let api = client(StubTransport(.json(#"{"id":1,"name":"\#(canary)","password":"\#(canary)"}"#)))
    let person = Person(id: 1, name: canary, password: canary)
    let call = person.update().query(["token": canary]).header(.cookie, canary).options { $0[Label.self] = canary }
    let child = Note(id: 2, text: canary).update().query(["token": canary])
    let request = try api.makeRequest(for: call)
    let reply = try await api.reply(to: call)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(canary)-\(UUID().uuidString)")
    try Data(canary.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let streamed = AsyncStream<Data> { $0.yield(Data(canary.utf8)) }
    let response = Response(status: .ok, headers: [.setCookie: canary], body: Body(canary))
    let headers: HeaderChanges = [.authorization: canary]
    let row = Endpoint(
      "Person.key", .get, "https://ann:\(canary)@h.example/x?key=\(canary)", Options { $0.headers = headers })
    let overrides = try EndpointOverrides(
      json: Data(#"{"Person.read":{"path":"https://h.example/{id}?key=\#(canary)"}}"#.utf8),
      for: EndpointTable("People", [Person.self]), keys: EndpointOverrides.coreKeys)
    let tracked = try await api.send(Person.read(1).tracked)
    check([
      api, call, child, Person.read(1) / child, request, reply, response, row, headers, call.options, call.query,
      QueryValue.string(canary), Body(canary), try Body(contentsOf: file), Body(streamed), Body(canary).makeAsyncIterator(),
      Next(api.middleware, transport: api.transport), api.controlled(call), api.stream(Person.enumerate()), tracked,
      overrides, EndpointOverrides.Store(overrides), EndpointTable("T", rows: [row]), PathValues("id", .text(canary)),
      api.pages(of: Person.enumerate(), by: .cursor(.body("next"))),
      PageToken(.link("https://h/?cursor=\(canary)")), PageStep.query(["cursor": canary]),
      PageLinks(next: "/?cursor=\(canary)"), WebLink(target: "/?cursor=\(canary)", relations: ["next"]),
      WebLink.Parameter("title", canary),
    ])
    #expect("\(api)" == "Client(https://api.example, Keyed, AuthMiddleware, StubTransport)")
    #expect("\(call)" == "Call(Person.update PUT people/{id})")
    #expect("\(response)" == "Response(200, 1 header fields, 11 bytes)")
    #expect("\(reply)" == "Reply<Person>(200)")
    #expect("\(call.options)" == "Options(label)")
  }

  @Test("J08: pages print one line without a secret")
  func pages() async throws {
    let api = client(
      StubTransport(
        .json(
          #"[{"id":1,"name":"\#(canary)","password":"\#(canary)"}]"#,
          headers: [try #require(HTTPField.Name("Link")): "</?c=\(canary)>; rel=next"])))
    for try await page in api.pages(of: Person.enumerate(), by: .linkHeader) {
      check([page, page.reply, page.links, try #require(page.token), try #require(page.next)])
      break
    }
  }

  @Test("J08: errors of every kind print one line without a secret")
  func errors() async throws {
    let api = client(StubTransport(.json(#"{"name":"\#(canary)"}"#, status: 409, headers: [.setCookie: canary])))
    let failed = try #require(await #expect(throws: CallError.self) { try await api.send(Person.read(1)) })
    let body = Data(#"{"password":"\#(canary)"}"#.utf8)
    let mapping = try #require(
      #expect(throws: (any Error).self) { try JSONCoder().decode(Person.self, from: body, at: []) } as? MappingError)
    let saved = client(
      StubTransport(.json(#"{"id":1,"name":"a","password":""}"#), .json(#"{"name":"\#(canary)"}"#, status: 412)))
    var tracked = try await saved.send(Person.read(1).tracked)
    tracked.value.name = canary
    let conflict = await #expect(throws: Conflict<Person>.self) { try await saved.save(&tracked) }
    check([failed, mapping, Leak(body: canary), try #require(conflict), CredentialError.refreshFailed(Leak(body: canary))])
  }

  @Test("J08: credentials, their providers and every link that holds one print one line without a secret")
  func credentials() async throws {
    let stub = StubTransport(.json(#"{"access_token":"\#(canary)"}"#))
    let store = CredentialStore(Vault(token: canary))
    let held = try await store.credential()
    let secret = Secret(canary)
    let client = try OAuth2Client(
      canary, .post(secret), tokenURL: "https://login.example/?key=\(canary)",
      via: Next([Keyed(key: canary)], transport: stub))
    let service = try OAuth2Grant.clientCredentials(client, for: OAuth2Target(audiences: [canary]))
    let user = try OAuth2RefreshToken(client, refreshToken: secret)
    let exchange = try OAuth2Grant.tokenExchange(client) { _ in secret }
    let bearer = try OAuth2Grant.jwtBearer(client) { _, _ in secret }
    var logger = Logger(label: "test")
    logger[metadataKey: "token"] = "\(canary)"
    check([
      Secret(canary), Secret([canary]), held, Credential.basic(user: canary, password: canary),
      Credential.apiKey(canary, query: "k"),
      store, Vault(token: canary), client, OAuth2ClientAuthentication.basic(secret), service, user,
      exchange, bearer, AuthMiddleware(.bearer(canary)), AuthMiddleware(store: store),
      AuthMiddleware(service), Keyed(key: canary), LoggingMiddleware(logger), LoggerKey(logger: logger), RetryMiddleware(),
      GzipMiddleware(),
    ])
  }

  @Test("J08: transports and their configurations print one line without a secret")
  func transports() async throws {
    var configuration = TransportConfiguration()
    configuration.proxy = "http://ann:\(canary)@proxy.example:3128"
    check([configuration, TransportConfiguration.ClientCertificate(chain: "/\(canary)", key: "/\(canary)")])
    check([Wire(password: canary), URLSessionTransport()])
    #if AsyncHTTPClient
      let engine = try AsyncHTTPClientTransport(configuration: configuration)
      check([engine])
      await engine.shutdown(grace: .zero)
    #endif
    #if Curl
      let curl = try CurlTransport(configuration: configuration)
      check([curl])
      await curl.shutdown(grace: .zero)
    #endif
  }

  @Test("J08: stubs, recordings and cassettes print one line without a secret")
  func testing() async throws {
    let stub = StubTransport(.json(#"{"id":1,"name":"\#(canary)","password":"\#(canary)"}"#))
    let recording = RecordingTransport(stub)
    _ = try await client(recording).send(Person(id: 1, name: canary).create())
    let exchange = try #require(recording.last)
    let file = FileManager.default.temporaryDirectory.appending(path: "refinery-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let cassette = try Cassette(file, mode: .record, over: stub)
    _ = try await client(cassette).send(Person.read(1))
    check([
      stub, recording, cassette, exchange, exchange.request, exchange.sent, exchange.received,
      StubTransport.StubResponse.json(canary),
      StubCoder(.success(canary)),
    ])
    #expect(exchange.sent.text?.contains(canary) == true)
  }

  @Test("J08: stores, records and repositories print one line without a secret")
  func stores() async throws {
    let api = client(StubTransport(.status(503)))
    let store = MemoryStore()
    let synced = SyncedRepository<Person>(api, store: store)
    _ = try? await synced.create(Person(id: 1, name: canary, password: canary))
    let content: JSONValue = ["name": .string(canary)]
    let record = StoredRecord(collection: "people", key: "k", content: content, base: content)
    var entry = OutboxEntry(collection: "people", key: "k", operation: .create, idempotencyKey: "i")
    entry.payload = content
    check([
      store, synced, StorageRepository<Person>(store, collection: "people"), record, entry,
      ConflictResolution.content(content),
    ])
    #expect("\(record)" == "StoredRecord(people k, synchronized)")
  }

  @Test("J08: documents of JSON:API print one line without a secret")
  func documents() async throws {
    struct Article: JSONAPIResource, Mappable {
      static let resourceType = "articles"
      static let path: URITemplate = "articles"
      var id: String?
      var title: String
    }
    var operations = AtomicOperations()
    operations.add(Article(title: canary))
    check([operations])
  }
}
