import Foundation
import HTTPTypes
import Refinery
import RefineryJSON
import RefineryJSONAPI
import RefineryStore
import RefineryTesting
import Testing

#if Logging
  import Logging
#endif
#if AsyncHTTPClient && Curl
  import AsyncHTTPClient
  import RefineryAsyncHTTPClient
  import RefineryCurl
#endif

// The Swift blocks of README.md, letter by letter: DocumentationTests compares the two.

struct Person: Codable, Identifiable, Sendable { var id: Int; var name: String }

extension Person: Creatable, Readable, Updatable, Deletable, Enumerable {
  static let path: URITemplate = "people"
  static let readPath: URITemplate = "person/{id}"  // the one odd path
}

func tour(_ token: String) async throws {
  let api = Client(baseURL: "https://api.example.com/v1", middleware: [RetryMiddleware(), AuthMiddleware(.bearer(token))])
  let person = try await api.send(Person.read(12345))  // Person
  let people = try await api.send(Person.enumerate(["limit": 20]))  // [Person]
  let created = try await api.send(Person.create(["name": "Ann"]))  // Person
  let done = try await api.send(created.update().okay)  // Okay, whatever the body
  let okay = try await api.send(person.delete())  // Okay
  print(people, done, okay)
}

struct Resident: Codable, Identifiable, Sendable { var id: UUID; var name: String; var nickname: String? }

extension Resident: Mappable {
  static let path: URITemplate = "households/{household}/residents"
  static let parameters = ["household"]  // filled by .with(_:_:)
  static let objectEnvelope: KeyPathText = "data.resident"  // {"data": {"resident": {...}}}
  static let listEnvelope: KeyPathText = "data.residents"
  static let options = Options().setting(Timeout.self, .seconds(5))
  static let customEndpoints = [activeEndpoint]

  // A row of your own: a value and a function.
  static let activeEndpoint = endpoint("active", .get, "households/{household}/residents/active", output: "[Resident]")
  static func active(in household: Int) -> Call<[Resident]> {
    Call(activeEndpoint, ["household": "\(household)"]).envelope("data.residents")
  }
}

struct Profile: Codable, Sendable, Singleton, Readable, Updatable {  // one of a kind: no id
  static let path: URITemplate = "/me"
  var name: String
}

func calls(_ api: Client, _ resident: Resident) async throws {
  let call = Resident.read(resident.id).with("household", 9)
  let maybe: Resident? = try await api.send(call.optional)  // nil for 204, an empty body or null
  let newer: Resident? = try await api.send(call.ifNoneMatch("v1"))  // nil for 304
  let reply = try await api.reply(to: call)  // value, head, attempts, elapsed
  let saved = try await api.send(resident.update().with("household", 9).ifMatch(reply.entityTag ?? "*"))
  let some = try await api.reply(to: Resident.active(in: 9).elements(.skip))  // bad elements in some.skipped
  let json = try await api.send(call.json)["nickname"]?.string  // without a type
  let stream = try await api.respond(to: call.option(Delivery.self, .streamed(buffer: 1 << 20)))  // any status: look at it
  guard stream.head.status == .ok else { return }
  for try await chunk in stream.body { print(chunk.count) }
  print(maybe as Any, newer as Any, saved, some.skipped, json as Any)
  print(try api.explain(call))  // URL, headers, chain, deadline, retries; nothing is sent, no secret shown
}

struct Note: Codable, Identifiable, Sendable { var id: Int; var text: String }

extension Note: Mappable {
  typealias Parent = Person
  static let path: URITemplate = "notes"
}

func nested(_ api: Client, _ person: Person, _ note: Note) async throws {
  let notes = try await api.send(Person.read(1) / Note.enumerate())  // GET person/1/notes
  try await api.send(person.read() / note.delete())  // DELETE person/{person.id}/notes/{note.id}
  print(notes)
}

func pages(_ api: Client) async throws {
  for try await person in api.items(of: Person.enumerate(), by: .numbers(size: 20)).prefix(45) { print(person) }  // 3 requests
  for try await page in api.pages(of: Person.enumerate(), by: .linkHeader) {
    print(page.elements.count, page.info.total as Any, page.token as Any)  // a token goes on from here, even tomorrow
  }
}

func anyLength(_ api: Client) async throws {
  let call = Person.enumerate().envelope("data.people").elements(.skip)
  for try await person in api.stream(call, skipped: { print("item \($0.index): \($0.reason)") }) { print(person.name) }
}

func partialUpdates(_ api: Client, _ id: Resident.ID) async throws {
  var resident = try await api.send(Resident.read(id).with("household", 9).tracked)
  resident.value.name = "Ann"
  try await api.save(&resident)  // PATCH households/9/residents/{id} {"name":"Ann"}, If-Match the last ETag
  resident.value.nickname = nil
  do {
    try await api.save(&resident)  // {"nickname":null}
  } catch let conflict as Conflict<Resident> {  // 412: somebody was faster
    let rebase = try await resident.rebased(onto: api.theirs(in: conflict))
    print(rebase.overlaps)  // the members that both changed
    resident = rebase.tracked
  }
  try await api.save(&resident, rebasing: .mine)  // the same in one line
}

func inHand(_ api: Client) async throws {
  let download = api.controlled(Resident.read(UUID()).with("household", 9).data)
  download.start()
  download.pause()  // chunks wait; the server sees one request, whatever the transport
  print(download.state, download.progress.fractionReceived ?? 0)
  download.resume()
  print(try await download.value.count)
  let name = await api.result(of: Person.read(5)).map(\.name)  // Result<String, CallError>
  api.send(Person.read(5)) { result in print(result) }  // not async; returns the call in hand
  print(name)
}

struct Invalid: Decodable, Error { var fields: [String: [String]] }

func failures(_ api: Client, _ resident: Resident) async throws {
  do {
    try await api.send(resident.create().with("household", 9).errors(Invalid.self, for: StatusSet(422...422)))
  } catch let error as CallError {
    switch error.kind {
    case .notFound: print("no such household")
    case .timedOut(let timer): print("the \(timer) limit was reached")
    case .status(422): print(error.details(as: Invalid.self)?.fields ?? [:])
    case .serverError: print(error.problem?.detail ?? error.description, error.attempts.count)
    default: throw error
    }
  }
}

#if Logging
  func production(_ logger: Logger, _ provider: some CredentialProvider) -> Client {
    Client(
      baseURL: "https://api.example.com/v1",
      middleware: [
        LoggingMiddleware(logger),  // lines at debug, headers at trace; secrets never
        GzipMiddleware(),  // request bodies from 10 KiB up
        RetryMiddleware(),  // 3 attempts, idempotent requests only, full jitter, Retry-After, a budget
        AuthMiddleware(provider),  // one refresh for all calls, one replay after a 401
      ])
  }
#endif

func json(_ data: Data, _ chunk: Data) throws {
  let api = Client(baseURL: "https://api.example.com", coder: JSONCoder(keys: .snakeCase))  // or FoundationJSONCoder()
  let people = try JSONModelDecoder().decode([Person].self, from: data)
  var encoder = JSONModelEncoder()
  encoder.outputFormatting = .sortedKeys
  encoder.nilEncodingStrategy = .null  // what Foundation cannot: a nil property is written, not left out
  print(try encoder.encode(people), api.problems)
  var lines = JSONItemDecoder<Person>(.lines)  // items from pieces of a stream
  lines.push(chunk)
  while let person = try lines.next() { print(person.name) }
}

struct Article: JSONAPIResource, Mappable {
  static let resourceType = "articles"
  static let path: URITemplate = "articles"
  var id: String?
  var title: String
  var author: ToOne<Author> = .absent
}

struct Author: JSONAPIResource {
  static let resourceType = "people"
  var id: String?
  var name: String
}

func articles(_ api: Client) async throws {
  let article = try await api.send(Article.read("1").include("author").fields("people", ["name"]))
  print(article.author.id ?? "none", try article.author.value?.name ?? "not included")
  do {
    try await api.send(Article(title: "").create())
  } catch let error as CallError {
    for fault in error.jsonAPIErrors?.errors ?? [] { print(fault.source?.pointer ?? "", fault.detail ?? "") }
  }
}

func keep(_ api: Client, in store: any Store, _ person: Person) async throws {
  let people = SyncedRepository<Person>(api, store: store)
  do {
    try await people.update(person)  // stored, then sent
  } catch let error as Unsynchronized {
    print(error)  // the server is away: kept, to be sent later
  }
  print(try await people.search(where: Member("name") == "Ann"))  // no request
  let report = try await people.synchronize()  // sends what waits, fetches what is new
  print(report)
}

struct UserAgentMiddleware: Middleware {
  let userAgent: String
  func respond(to request: Request, next: Next) async throws -> Response {
    var request = request
    request.head.headerFields[.userAgent] = userAgent
    return try await next(request)
  }
}

@Test func greetsByName() async throws {
  let server = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
  let api = Client(baseURL: "https://stub", transport: server)
  #expect(try await api.send(Person.read(5)).name == "Ann")
  #expect(server.requests.last?.head.path == "/person/5")
}

#if Logging
  func operate(
    _ logger: Logger, _ table: EndpointTable, _ policies: LoggingPolicyStore, _ operations: EndpointOverridesStore
  ) throws -> Client {
    try policies.load(json: Data(#"{"sampleRate": 0.1, "rows": {"Person.read": {"level": "info"}}}"#.utf8), for: table)
    let json = Data(#"{"Person.read": {"path": "v2/person/{id}", "timeout": 5, "retries": 1, "logLevel": "debug"}}"#.utf8)
    try operations.load(json: json, for: table)  // again whenever the file has changed
    let api = Client(
      baseURL: "https://api.example.com", middleware: [LoggingMiddleware(logger, policies: policies), RetryMiddleware()],
      overrides: operations.overrides)
    logger.info("\(api.report)")  // base URL, chain, transport, overrides, problems
    return api
  }
#endif

#if AsyncHTTPClient && Curl
  func transports(_ url: URL, _ app: HTTPClient) throws -> [Client] {
    var configuration = TransportConfiguration()
    configuration.connectTimeout = .seconds(2)
    configuration.trustRoots = "/etc/ssl/certs/ca-certificates.crt"  // PEM, in place of the system's
    return [
      Client(baseURL: url, transport: try CurlTransport(configuration: configuration)),
      Client(baseURL: url, transport: try AsyncHTTPClientTransport(configuration: configuration)),
      Client(baseURL: url, transport: AsyncHTTPClientTransport(client: app)),  // connections and shutdown stay the app's
    ]
  }

  func people(_ numbers: [Int], _ api: Client, _ transport: CurlTransport) async throws -> [Person] {
    try await withTaskExecutorPreference(transport.executor) {
      try await withThrowingTaskGroup(of: Person.self) { group in
        for number in numbers { group.addTask { try await api.send(Person.read(number)) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
  }

  let transportTable = TransportCapabilities.table(of: [
    ("URLSession", URLSessionTransport.capabilities), ("AsyncHTTPClient", AsyncHTTPClientTransport.capabilities),
    ("libcurl", CurlTransport.capabilities),
  ])
#endif

let readmeTable = EndpointTable("People", [Person.self]).text

@Suite struct ReadmeTests {
  @Test("the README's rows have no faults, and its calls say what it says")
  func rows() throws {
    let table = EndpointTable("README", [Person.self, Resident.self, Profile.self])
    #expect(table.problems.isEmpty)
    let api = Client(baseURL: "https://h", transport: StubTransport())
    #expect(try api.makeRequest(for: Resident.active(in: 9)).head.path == "/households/9/residents/active")
  }

  #if Logging
    @Test("the README's chain and operating example stand without problems")
    func chain() throws {
      struct Fixed: CredentialProvider {
        func credential(for context: CredentialContext) async throws -> Credential { .bearer("t") }
      }
      let logger = Logger(label: "readme") { _ in SwiftLogNoOpLogHandler() }
      #expect(production(logger, Fixed()).problems.isEmpty)
      let operations = EndpointOverridesStore()
      let api = try operate(logger, EndpointTable("People", [Person.self]), LoggingPolicyStore(), operations)
      #expect(try api.makeRequest(for: Person.read(5)).head.path == "/v2/person/5")
      #expect(api.report.contains("override   Person.read"))
      operations.replace(with: EndpointOverrides())
      #expect(try api.makeRequest(for: Person.read(5)).head.path == "/person/5")
    }
  #endif
}
