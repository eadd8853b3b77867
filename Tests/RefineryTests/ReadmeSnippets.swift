import Foundation
import HTTPTypes
import Logging
import Refinery
import RefineryTesting
import Testing

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

struct Member: Codable, Identifiable, Sendable { var id: UUID; var name: String; var nickname: String? }

extension Member: Mappable {
  static let path: URITemplate = "households/{household}/members"
  static let parameters = ["household"]  // filled by .with(_:_:)
  static let objectEnvelope: KeyPathText = "data.member"  // {"data": {"member": {...}}}
  static let listEnvelope: KeyPathText = "data.members"
  static let options = Options().setting(Timeout.self, .seconds(5))
  static let customEndpoints = [activeEndpoint]

  // A row of your own: a value and a function.
  static let activeEndpoint = endpoint("active", .get, "households/{household}/members/active", output: "[Member]")
  static func active(in household: Int) -> Call<[Member]> {
    Call(activeEndpoint, ["household": "\(household)"]).envelope("data.members")
  }
}

struct Profile: Codable, Sendable, Singleton, Readable, Updatable {  // one of a kind: no id
  static let path: URITemplate = "/me"
  var name: String
}

func calls(_ api: Client, _ member: Member) async throws {
  let call = Member.read(member.id).with("household", 9)
  let maybe: Member? = try await api.send(call.optional)  // nil for 204, an empty body or null
  let newer: Member? = try await api.send(call.ifNoneMatch("v1"))  // nil for 304
  let reply = try await api.reply(to: call)  // value, head, attempts, elapsed
  let saved = try await api.send(member.update().with("household", 9).ifMatch(reply.entityTag ?? "*"))
  let some = try await api.reply(to: Member.active(in: 9).elements(.skip))  // bad elements in some.skipped
  let json = try await api.send(call.json)["nickname"]?.string  // without a type
  let stream = try await api.respond(to: call.option(Delivery.self, .streamed(buffer: 1 << 20)))  // any status: look at it
  guard stream.head.status == .ok else { return }
  for try await chunk in stream.body { print(chunk.count) }
  print(maybe as Any, newer as Any, saved, some.skipped, json as Any)
  print(try api.explain(call))  // URL, headers, chain, deadline, retries; nothing is sent, no secret shown
}

struct Invalid: Decodable, Error { var fields: [String: [String]] }

func failures(_ api: Client, _ member: Member) async throws {
  do {
    try await api.send(member.create().with("household", 9).errors(Invalid.self, for: StatusSet(422...422)))
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

func operate(_ logger: Logger, _ table: EndpointTable) throws -> Client {
  let policies = LoggingPolicyStore()
  try policies.load(json: Data(#"{"sampleRate": 0.1, "rows": {"Person.read": {"level": "info"}}}"#.utf8))
  let json = Data(#"{"Person.read": {"path": "v2/person/{id}", "timeout": 5, "retries": 1, "logLevel": "debug"}}"#.utf8)
  let overrides = try EndpointOverrides(json: json, for: table)
  let api = Client(
    baseURL: "https://api.example.com", middleware: [LoggingMiddleware(logger, policies: policies), RetryMiddleware()],
    overrides: overrides)
  logger.info("\(api.report)")  // base URL, chain, transport, overrides, problems
  return api
}

let readmeTable = EndpointTable("People", [Person.self]).text

@Suite struct ReadmeTests {
  @Test("the README's rows have no faults, and its calls say what it says")
  func rows() throws {
    let table = EndpointTable("README", [Person.self, Member.self, Profile.self])
    #expect(table.problems.isEmpty)
    let api = Client(baseURL: "https://h", transport: StubTransport())
    #expect(try api.makeRequest(for: Member.active(in: 9)).head.path == "/households/9/members/active")
  }

  @Test("the README's chain and operating example stand without problems")
  func chain() throws {
    struct Fixed: CredentialProvider {
      func credential(for context: CredentialContext) async throws -> Credential { .bearer("t") }
    }
    let logger = Logger(label: "readme") { _ in SwiftLogNoOpLogHandler() }
    #expect(production(logger, Fixed()).problems.isEmpty)
    let api = try operate(logger, EndpointTable("People", [Person.self]))
    #expect(try api.makeRequest(for: Person.read(5)).head.path == "/v2/person/5")
    #expect(api.report.contains("override   Person.read"))
  }
}
