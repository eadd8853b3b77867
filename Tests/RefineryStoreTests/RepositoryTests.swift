import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Testing

/// The operations of Jayme's and RepositoryKit's repositories without a store.
@Suite("Repositories", .timeLimit(.minutes(5))) struct RepositoryTests {
  private struct User: Mappable, Codable, Identifiable, Equatable {
    static let path: URITemplate = "users"
    var id: Int?
    var name: String
  }

  private struct Profile: Singleton, Readable, Updatable, Deletable, Codable, Equatable {
    static let path: URITemplate = "profile"
    var name: String
  }

  private func stub(_ json: String, headers: [String: String] = [:]) -> StubTransport { StubTransport(.json(json)) }
  private func users(_ stub: StubTransport) -> Repository<User> {
    Repository(Client(baseURL: "http://stub/api", transport: stub))
  }

  @Test("B01, B02: create one, from attributes, and several")
  func create() async throws {
    let one = stub(#"{"id":1,"name":"Ann"}"#)
    #expect(try await users(one).create(User(name: "Ann")) == User(id: 1, name: "Ann"))
    #expect(one.last?.text == #"{"name":"Ann"}"#)
    #expect(try await users(one).create(attributes: ["name": "Ann"]).id == 1)
    #expect(one.sent.map(\.path) == ["/api/users", "/api/users"])
    let several = stub(#"[{"id":1,"name":"A"},{"id":2,"name":"B"}]"#)
    #expect(try await users(several).create([User(name: "A"), User(name: "B")]).map(\.id) == [1, 2])
    #expect(several.last?.text == #"[{"name":"A"},{"name":"B"}]"#)
  }

  @Test("B05, B08: read one, all, and what a query asks for")
  func read() async throws {
    let one = stub(#"{"id":7,"name":"Ann"}"#)
    #expect(try await users(one).read(7).name == "Ann")
    #expect(one.last?.path == "/api/users/7")
    let all = stub(#"[{"id":1,"name":"A"}]"#)
    #expect(try await users(all).readAll() == [User(id: 1, name: "A")])
    #expect(try await users(all).search(["name": "A"]).count == 1)
    #expect(all.last?.request.head.path == "/api/users?name=A")
    #expect(try await users(all).send(User.enumerate().json) == [["id": 1, "name": "A"]])
  }

  @Test("F01: a page has its number, size and total, from header fields in any case, and none of them is needed")
  func page() async throws {
    let server = StubTransport(
      .json(#"[{"id":1,"name":"A"}]"#, headers: [.init("x-total")!: "45", .init("X-PER-PAGE")!: "20", .init("X-Page")!: "2"]))
    let page = try await users(server).read(pageNumber: 2, pageSize: 20)
    #expect(server.last?.request.head.path == "/api/users?page=2&per_page=20")
    #expect(page.number == 2 && page.size == 20 && page.total == 45)
    #expect(page.hasMore)
    let bare = try await users(StubTransport(.json("[]", headers: [.init("X-Total")!: "many"]))).read(
      pageNumber: 3, pageSize: 5)
    #expect(bare.number == 3 && bare.size == 5)
    #expect(bare.total == nil)
    #expect(!bare.hasMore)
    let full = try await users(StubTransport(.json(#"[{"name":"A"}]"#))).read(pageNumber: 1, pageSize: 1)
    #expect(full.hasMore)
  }

  @Test("B11, B12: the id that is given counts, whatever the model says")
  func update() async throws {
    let server = stub(#"{"id":9,"name":"B"}"#)
    try await users(server).update(User(id: 1, name: "B"), id: 9)
    #expect(server.last.map { "\($0.method) \($0.path)" } == "PUT /api/users/9")
    try await users(server).update(User(id: 1, name: "B"))
    #expect(server.last?.path == "/api/users/1")
    try await users(server).patch(9, ["name": "C"])
    #expect(server.last.map { "\($0.method) \($0.path) \($0.text ?? "")" } == #"PATCH /api/users/9 {"name":"C"}"#)
    let several = stub("[]")
    try await users(several).update([User(id: 1, name: "B")])
    #expect(several.last.map { "\($0.method) \($0.path)" } == "PATCH /api/users")
  }

  @Test("B13: delete by id, by model, with any body")
  func delete() async throws {
    let server = StubTransport(.status(204), .json("gone"))
    try await users(server).delete(3)
    try await users(server).delete(User(id: 4, name: "D"))
    #expect(server.sent.map { "\($0.method) \($0.path)" } == ["DELETE /api/users/3", "DELETE /api/users/4"])
  }

  @Test("A13: a singleton's repository has no ids")
  func singleton() async throws {
    let server = stub(#"{"name":"me"}"#)
    let profile = Repository<Profile>(Client(baseURL: "http://stub", transport: server))
    #expect(try await profile.read() == Profile(name: "me"))
    try await profile.update(Profile(name: "you"))
    try await profile.delete()
    #expect(server.sent.map { "\($0.method) \($0.path)" } == ["GET /profile", "PUT /profile", "DELETE /profile"])
  }

  @Test("C17: a dictionary repository identifies by a member; without it nothing is sent")
  func dictionaries() async throws {
    let server = stub(#"{"_id":"1","rank":2}"#)
    let notes = DictionaryRepository(
      Client(baseURL: "http://stub", transport: server), DictionaryResource("Note", path: "notes", identifiedBy: "_id"))
    #expect(try await notes.create(["text": "a"]) == ["text": "a", "_id": "1", "rank": 2])
    #expect(try await notes.update(["_id": "1", "text": "b"])["text"] == "b")
    #expect(server.last.map { "\($0.method) \($0.path)" } == "PUT /notes/1")
    for fault in [{ try await notes.update(["text": "b"]) as Any }, { try await notes.delete(["text": "b"]) as Any }] {
      let error = await #expect(throws: CallError.self) { try await fault() }
      #expect(error?.kind == .missingIdentifier)
    }
    #expect(server.requests.count == 2)
    #expect(try await notes.search("1")["rank"] == 2)
    #expect(try await notes.patch("1", ["text": nil])["_id"] == "1")
    #expect(server.last?.text == #"{"text":null}"#)
  }

  @Test("G03: a dictionary's patch sends what differs, and nothing for no difference")
  func dictionaryPatch() async throws {
    let server = stub(#"{"_id":"1","rank":2}"#)
    let notes = DictionaryRepository(
      Client(baseURL: "http://stub", transport: server), DictionaryResource("Note", path: "notes", identifiedBy: "_id"))
    let old: JSONValue = ["_id": "1", "text": "a", "tags": ["x"], "deep": ["one": 1, "two": 2]]
    #expect(try await notes.patch(old, from: old) == old)
    #expect(server.requests.isEmpty)
    let new: JSONValue = ["_id": "1", "tags": ["x", "y"], "deep": ["one": 1, "two": 3]]
    #expect(try await notes.patch(new, from: old)["rank"] == 2)
    #expect(server.last?.text == #"{"tags":["x","y"],"deep":{"one":1,"two":3},"text":null}"#)
    let error = await #expect(throws: CallError.self) { try await notes.patch(["text": "x"], from: ["text": "y"]) }
    #expect(error?.kind == .missingIdentifier)
  }
}
