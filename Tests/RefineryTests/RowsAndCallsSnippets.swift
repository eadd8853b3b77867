import Foundation
import Refinery

// The Swift blocks of RowsAndCalls.md. DocumentationTests compares them, imports included.

struct Resident: Codable, Identifiable, Sendable { var id: UUID; var name: String; var nickname: String? }

extension Resident: Mappable {
  static let path: URITemplate = "households/{household}/residents"
  static let parameters = ["household"]  // filled by .with(_:_:)
  static let objectEnvelope: MemberPath = "data.resident"  // {"data": {"resident": {...}}}
  static let listEnvelope: MemberPath = "data.residents"
  static let options = Options { $0.timeout = .seconds(5) }
  static let customEndpoints = [activeEndpoint]

  // A row of your own: a value and a function.
  static let activeEndpoint = endpoint("active", .get, "households/{household}/residents/active", output: [Resident].self)
  static func active(in household: Int) -> Call<[Resident]> {
    Call(activeEndpoint, ["household": "\(household)"]).envelope("data.residents")
  }
}

struct Profile: Codable, Sendable, Singleton, Readable, Updatable {
  static let path: URITemplate = "/me"
  var name: String
}

func tables() -> EndpointTable {
  let health = Endpoint("Health.read", .get, "/health", output: [JSONValue].self)
  return EndpointTable("Homes", [Resident.self, Profile.self], rows: [health])
}

func calls(_ api: Client, _ resident: Resident) async throws {
  let call = Resident.read(resident.id).with("household", 9)
  let maybe: Resident? = try await api.send(call.optional)  // nil for 204, an empty body or null
  let newer: Resident? = try await api.send(call.ifNoneMatch("v1"))  // nil for 304
  let reply = try await api.reply(to: call)  // value, head, attempts, elapsed
  let saved = try await api.send(resident.update().with("household", 9).ifMatch(reply.entityTag ?? "*"))
  let some = try await api.reply(to: Resident.active(in: 9).elements(.skip))  // bad elements in some.skipped
  let json = try await api.send(call.json)["nickname"]?.string  // without a type
  let stream = try await api.open(call)  // returns at the head; no limit for the whole body
  while let chunk = try await stream.next() { print(chunk.count) }
  stream.finish()
  print(maybe as Any, newer as Any, saved, some.skipped, json as Any)
  print(try api.explain(call))  // URL, headers, chain, deadline, retries; sends nothing, shows no secret
}

struct Build: Codable, Identifiable, Sendable { var id: Int; var state: String; var dueDate: Date }

extension Build: Mappable {
  static let path: URITemplate = "builds/"
  static let itemPath: URITemplate = "builds/{id}/"  // a slash at the end, in every row of one build
  // due_date and 2026-01-02
  static let coder: (any Coder)? = JSONCoder(dates: .format(.iso8601.year().month().day()), keys: .snakeCase)
  static let options = Options { $0.retryAfterMember = .init("retry_after_ms", unit: .milliseconds(1)) }
}

func finish(_ api: Client, _ build: Build) async throws -> Build? {
  let made = try await api.reply(to: Build.create(build))
  let log = Build.read(build.id).following(made.location ?? "", adding: ["expand": "log"])
  let done = try await api.poll(log, every: .seconds(2), within: .seconds(300)) { $0.value.state == "done" }
  return try await api.send(Build.read(build.id).ifModifiedSince(done.lastModified ?? .distantPast))  // nil for 304
}
