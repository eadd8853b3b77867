import Logging  // swift-log; add it to your own dependencies
import Refinery
import RefineryTesting
import Testing

// The Swift blocks of README.md. DocumentationTests compares them, imports included.

struct Person: Codable, Identifiable, Sendable { var id: Int; var name: String }

extension Person: Creatable, Readable, Updatable, Deletable, Enumerable {
  static let path: URITemplate = "people"
  static let readPath: URITemplate = "person/{id}"  // one path differs from the default
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

func calls(_ api: Client, _ limit: Int) async throws {
  let maybe: Person? = try await api.send(Person.read(5).optional)  // nil for 204, an empty body or null
  let reply = try await api.reply(to: Person.read(5).timeout(.seconds(5)))  // value, head, attempts, elapsed
  let newer = try await api.send(Person.read(5).ifNoneMatch(reply.entityTag ?? "*"))  // nil for 304
  for try await person in api.items(of: Person.enumerate(), by: .numbers(size: 20)) { print(person) }  // page by page
  print(maybe as Any, newer as Any)
  print(try api.explain(Person.read(5)))  // URL, headers, chain, deadline, retries; sends nothing, shows no secret
}

func production(_ logger: Logger, _ provider: some CredentialProvider) -> Client {
  Client(
    baseURL: "https://api.example.com/v1",
    middleware: [
      LoggingMiddleware(logger),  // lines at debug, headers at trace; secrets never
      GzipMiddleware(),  // decodes responses; compresses requests only if told that the server takes it
      RetryMiddleware(),  // 3 attempts, if a repetition is safe; full jitter, Retry-After, a budget
      AuthMiddleware(provider),  // one refresh for all calls, one replay after a 401
    ])
}

struct Invalid: Decodable, Error { var fields: [String: [String]] }

func failures(_ api: Client, _ person: Person) async throws {
  do {
    try await api.send(person.create().errors(Invalid.self, for: 422))
  } catch let error as CallError {
    switch error.kind {
    case .notFound: print("the path does not exist")
    case .timedOut(let timer): print("the \(timer) limit was reached")
    case .status(422): print(error.details(as: Invalid.self)?.fields ?? [:])
    case .serverError: print(error.problem?.detail ?? error.description, error.attempts.count)
    default: throw error
    }
  }
}

@Test func greetsByName() async throws {
  let server = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
  let api = Client(baseURL: "https://stub", transport: server)
  #expect(try await api.send(Person.read(5)).name == "Ann")
  #expect(server.requests.last?.head.path == "/person/5")
}
