import Foundation
import FoundationNetworking
import HTTPTypes
import Logging
import Refinery

struct Person: Codable, Identifiable, Sendable {
  var id: Int
  var name: String
}

extension Person: Mappable {
  static let path: URITemplate = "people"
}

/// A transport without a network, so that only Refinery's own cost is measured.
struct Canned: Transport {
  let response: Response
  var enforcesDeadline: Bool { true }
  func send(_ request: Request) async throws -> Response { response }
}

struct Nothing: Middleware {
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
}

// Runs off the main actor, like an app's calls. Otherwise every pass would include two thread switches.
@concurrent func run() async throws -> [String] {
  let person = Canned(
    response: Response(status: .ok, headers: [.contentType: "application/json"], body: Body(#"{"id":5,"name":"Ann"}"#)))
  let api = Client(baseURL: "https://api.example.com/v1", transport: person)
  let request = try api.makeRequest(for: Person.read(5))
  var failures: [String] = []

  print("The chain, from a request to a canned response")
  let bare = Next(transport: person)
  let six = Next(Array(repeating: Nothing(), count: 6), transport: person)
  // Each call has its own request and context.
  @Sendable func fresh() -> Request { Request(endpoint: request.endpoint, head: request.head, options: request.options) }
  let none = try await measure { _ = try await bare(fresh()) }
  let links = try await measure { _ = try await six(fresh()) }
  report("no link", none)
  report("six do-nothing links", links, beside: none)
  let ownAllocations = links.allocations - none.allocations
  print(
    "six links cost \(Int(links.nanoseconds - none.nanoseconds)) ns and \((ownAllocations * 100).rounded() / 100) allocations")
  if ownAllocations > 0.01 { failures.append("six do-nothing links allocate") }

  let standard = Next(
    [
      LoggingMiddleware(Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }), GzipMiddleware(), RetryMiddleware(),
      AuthMiddleware(.bearer("token")),
    ], transport: person)
  let full = try await measure { _ = try await standard(fresh()) }
  report("logging off, gzip, retry, auth", full, beside: none)

  failures += try await compareObserving(fresh, person)

  print("\nBuilding the request of Person.read(5)")
  let base = URL(string: "https://api.example.com/v1")!
  let ours = try await measure { _ = try api.makeRequest(for: Person.read(5)) }
  let foundation = await measure {
    var components = URLComponents(url: base, resolvingAgainstBaseURL: false)!
    components.path += "/people/\(5)"
    var request = URLRequest(url: components.url!)
    request.httpMethod = "GET"
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    _ = request
  }
  let components = await measure {
    var components = URLComponents(url: base, resolvingAgainstBaseURL: false)!
    components.path += "/people/\(5)"
    _ = components.url!
  }
  report("URLComponents to URL", components)
  report("URLComponents to URLRequest", foundation, beside: components)
  report("makeRequest(for: Person.read(5))", ours, beside: components)

  print("\nA whole call, Person.read(5), without a wire")
  let call = Person.read(5)
  let unlimited = try await measure(5_000) { _ = try await api.send(call.timeout(nil)) }
  let limited = try await measure(5_000) { _ = try await api.send(call) }
  let decoding = try await measure(5_000) {
    _ = try JSONDecoder().decode(Person.self, from: Data(#"{"id":5,"name":"Ann"}"#.utf8))
  }
  report("JSONDecoder alone", decoding)
  report("send, no deadline", unlimited, beside: decoding)
  report("send, within its deadline", limited, beside: unlimited)
  // These links do not declare `enforcesDeadline`, and the client still needs no timer of its own.
  let plain = Client(
    baseURL: "https://api.example.com/v1", middleware: Array(repeating: Nothing(), count: 6), transport: person)
  let linked = try await measure(5_000) { _ = try await plain.send(call) }
  report("send, six links of a third party", linked, beside: limited)
  if linked.allocations - limited.allocations > 0.01 { failures.append("six links of a third party allocate") }
  failures += try await compareCaching()
  failures += try await compareEvents()
  failures += try await compareMultipart()
  try await compareCoders()
  return failures
}

@concurrent func runCaching() async throws -> [String] { try await compareCaching() }
@concurrent func runEvents() async throws -> [String] { try await compareEvents() }
@concurrent func runMultipart() async throws -> [String] { try await compareMultipart() }
@concurrent func runSoak(_ megabytes: Int) async throws -> [String] { try await soakCache(megabytes: megabytes) }

let arguments = CommandLine.arguments
let soak = arguments.firstIndex(of: "--cache-soak").map { arguments.dropFirst($0 + 1).first.flatMap { Int($0) } ?? 1_024 }
let failures =
  if let soak {
    try await runSoak(soak)
  } else if arguments.contains("--cache") {
    try await runCaching()
  } else if arguments.contains("--events") {
    try await runEvents()
  } else if arguments.contains("--multipart") {
    try await runMultipart()
  } else {
    try await run()
  }
if arguments.contains("--check") {
  for failure in failures { print("failed: \(failure)") }
  exit(failures.isEmpty ? 0 : 1)
}
