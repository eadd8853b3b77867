import Foundation
import HTTPTypes
import Logging
import Refinery
import RefineryJSONAPI
import RefineryStore
import RefineryTesting

// What the page ComingFrom.md puts beside the calls of older libraries; DocumentationTests looks for each of them here. The
// other models are those of the README and of RowsAndCalls.md.

struct Note: Codable, Identifiable, Sendable { var id: Int; var text: String }

extension Note: Mappable {
  typealias Parent = Person
  static let path: URITemplate = "notes"
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

private func fromCRUDE(_ url: URL, _ headers: HeaderChanges, _ logger: Logger, _ person: Person) async throws {
  var api = Client(baseURL: url, headers: headers)
  api.baseURL = URL(string: "https://other.example.com/api")
  api.headers[.cookie] = "id=7"
  api.headers[.cookie] = nil
  api.middleware = [LoggingMiddleware(logger)]
  _ = try await api.send(Person.create(["name": "Ann"]))
  try await api.send(Person.create(["name": "Ann"]).okay)
  _ = try await api.send(Person.read(5))
  _ = try await api.send(person.read(["full": true]))
  _ = try await api.send(person.update())
  _ = try await api.send(person.update(nulls: .omit))
  try await api.send(person.update().okay)
  try await api.send(person.delete())
  _ = try await api.send(Person.enumerate(["page": 2]))
  _ = try await api.send(Call<JSONValue>(Endpoint("Other.x", .get, "https://other.example.com/x")))
  _ = try await api.send(Call<Person>(Endpoint("Person.boss", .get, "boss")).envelope("person"))
  _ = try await api.send(Call<[Person]>(Endpoint("Person.old", .get, "old")).envelope("people"))
  try await api.send(Call<Okay>(Endpoint("Jobs.run", .post, "jobs")).parameters(["name": "nightly"]))
  let held = api.controlled(Person.read(5).onlyHeaders([.accept: "application/json"]))
  held.pause()
  held.resume()
  held.cancel()
}

private struct Wrapped: Codable, Sendable, Identifiable, Readable, Enumerable {
  static let path: URITemplate = "people"
  static let objectEnvelope: MemberPath = "person"
  static let listEnvelope: MemberPath = "people"
  static let readPath: URITemplate = "person/{id}"
  static let coder: (any Coder)? = JSONCoder()
  var id: Int
}

private func fromJayme(_ api: Client, _ person: Person) async throws {
  _ = try await api.send(person.create())
  _ = try await api.send(Person.create([person, person]))
  _ = try await api.send(Profile.read())
  _ = try await api.send(Person.enumerate())
  _ = try await api.send(Person.read(1))
  let page = try await api.reply(to: Person.enumerate(["page": 2, "per_page": 10]))
  print(PageInfo(page.headers).more as Any)
  for try await person in api.items(of: Person.enumerate(), by: .numbers(size: 10)) { print(person) }
  _ = try await api.send(Person.update(2, person))
  _ = try await api.send(Person.update([person, person]))
  try await api.send(Person.delete(1))
  _ = try await api.send(Call<[Person]>(Endpoint("Person.active", .get, "people/active")))
  _ = await api.result(of: Person.read(5)).map(\.name)
  do {
    _ = try await api.send(Person.read(1))
  } catch let error as CallError where error.kind == .notFound {
    _ = StubTransport(.json("{}"))
  }
}

private func fromRepositoryKit(_ url: URL, _ api: Client, _ person: Person, _ old: JSONValue, _ new: JSONValue) async throws {
  _ = Client(baseURL: url)
  _ = try await api.send(Person.create(["name": "Ann"]))
  _ = try await api.send(Person.create(["name": "Ann"]).mergingSent)
  _ = try await api.send(person.update().mergingSent)
  _ = try await api.send(Person.enumerate())
  _ = try await api.send(Person.read(1))
  _ = try await api.send(person.update())
  try await api.send(person.delete())
  var tracked = try Tracked(Resident(id: UUID(), name: "Ann", nickname: nil))
  try await api.save(&tracked)
  _ = try MergePatch.make(from: old, to: new)
  tracked.style = PatchStyle(.merge, ignoresArrays: true)
  _ = DictionaryResource("Note", path: "notes", identifiedBy: "_id")
  let synced = SyncedRepository<Person>(api, store: MemoryStore())
  _ = try await synced.search(where: Member("name") == "Ann")
  try await synced.synchronize()
  _ = SyncSettings { $0.identifier = "_id" }
  _ = SyncSettings { $0.batch = .init() }
  let pull = Pull.pages(missing: .kept) { api, take in try await take(api.send(Person.enumerate().json).array ?? []) }
  try await synced.synchronize(pull)
  try await synced.reset()
}

private func fromYopuy(_ api: Client, _ person: Person, _ id: UUID) async throws {
  _ = try await api.send(Person.read(1) / Note.read(2))
  _ = try await api.send(person.read() / Note.enumerate())
  _ = try await api.send(Person.update(1, ["name": "Ann"]))
  _ = try await api.send(Resident.patch(id, ["name": "Ann"]))
  _ = AuthMiddleware(.bearer("token"))
  _ = Person.read(1).ifNoneMatch("v1")
  _ = Person.read(1).query(["full": 1])
  _ = Person.enumerate().decoding(Household.self)
  let reply = try await api.reply(to: Person.read(1))
  print(reply.headers)
}

private struct Renamed: JSONAPIResource {
  static let resourceType = "renamed"
  var id: String?
  var text: String
  private enum CodingKeys: String, CodingKey { case id, text = "description" }
}

private struct Household: Codable, Sendable { var people: [Person] }

private func fromVox(_ api: Client, _ article: Article, _ data: Data, _ router: some PathRouter) async throws {
  let coder = JSONAPICoder()
  _ = try coder.decode(Document<Article>.self, from: data)
  _ = try coder.encode(article)
  print(try article.author.value?.name as Any, article.author.id as Any)
  _ = try await api.send(Article.enumerate())
  _ = try await api.send(Article.read("1"))
  _ = try await api.send(article.create())
  _ = try await api.send(article.update())
  _ = try await api.send(article.update().mergingSent)
  _ = try await api.send(article.update().optional)
  _ = Article.enumerate().options { $0.crossOriginLinks = .atOwnOrigin }
  try await api.send(Article.delete("1"))
  _ = Article.enumerate().include("author").sort("-title")
  _ = Article.enumerate().fields("articles", ["title"])
  _ = Article.enumerate().filter(["author": "9"]).page(.number(2, size: 10))
  _ = Article.enumerate().queryItems([Query.Item("a", "1")])
  var document = try await api.send(Article.enumerate().document)
  _ = Article.enumerate().document.following(document.links.next)
  _ = try await document.appendNext(by: api, following: Article.enumerate().document)
  do {
    _ = try await api.send(Article.read("1").routed(by: router))
  } catch let error as CallError {
    print(error.jsonAPIErrors?.errors ?? [])
  }
}
