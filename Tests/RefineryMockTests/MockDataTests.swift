import Endpoints
import Foundation
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryMock
import RefineryURLSession
import Testing

@Suite("Mock server: data") struct MockDataTests {
  private struct Member: Codable, Identifiable, Hashable, Sendable, Mappable {
    enum Role: String, Codable, CaseIterable { case reader, writer }
    static let path: URITemplate = "members"
    var id: UUID
    var name: String
    var email: String
    var role: Role
    var homepage: URL?
    var createdAt: Date
    var score: Double
    var tags: [String]
    var household: Int?
  }

  private func get(_ mock: MockServer, _ target: String) -> MockResponse {
    mock.respond(to: MockRequest(method: .get, target: target))
  }

  @Test("S07: made-up records are equal for an equal seed, and can be read as their model") func madeUp() async throws {
    let table = EndpointTable("Members", [Member.self, Household.self])
    func content(_ seed: UInt64) throws -> Data {
      let settings = MockSettings {
        $0.records = 20
        $0.randomSeed = seed
      }
      return get(try MockServer(table, settings), "/members").content
    }
    #expect(try content(1) == content(1) && content(1) != content(2))
    let mock = try MockServer(table, MockSettings { $0.records = 20 })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    let members = try await api.send(Member.enumerate())
    #expect(members.count == 20 && Set(members.map(\.id)).count == 20)
    #expect(members.allSatisfy { $0.email.hasSuffix("@example.com") && $0.name.contains(" ") && !$0.tags.isEmpty })
    #expect(Set(members.map(\.role)).count == 2)
    // A member that is called as another resource has the id of one.
    #expect(members.allSatisfy { $0.household.map { (1...20).contains($0) } ?? true })
    let member = Member(
      id: UUID(), name: "Ann", email: "ann@example.com", role: .writer, createdAt: Date(timeIntervalSince1970: 0), score: 1,
      tags: [])
    #expect(try await api.send(member.create()) == member)
    let created = try await api.send(Member.create(["name": "Bo", "email": "b", "role": "reader", "score": 1, "tags": []]))
    #expect(created.name == "Bo" && created.createdAt > Date(timeIntervalSince1970: 0))
    let refused = await #expect(throws: CallError.self) { try await api.send(Member.patch(member.id, ["role": "king"])) }
    #expect(refused?.problem?.detail == #"`role` must be one of "reader", "writer""#)
    let date = await #expect(throws: CallError.self) { try await api.send(Member.patch(member.id, ["createdAt": "today"])) }
    #expect(date?.problem?.detail?.hasPrefix("`createdAt` cannot be read") == true)
  }

  @Test("S07: all made-up records of the example tables can be read as their models") func examples() throws {
    for table in Catalogue.tables {
      let mock = try MockServer(table, MockSettings { $0.records = 5 })
      mock.records { records in
        for problem in records.unreadable { Issue.record("\(table.name): \(problem)") }
      }
    }
  }

  @Test("S07: seeds are named by resource or by path; faults in them are named") func seeds() async throws {
    let seeds: JSONValue = [
      "households": [["id": 9, "name": "Elm"]], "households/9/chores": [["id": "dishes", "isDone": false]],
      "Person": [["id": 5, "name": "Ann"]], "me": ["name": "ann"],
    ]
    let mock = try MockServer(Household.table, MockSettings { $0.seeds = seeds })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    #expect(try await api.send(Chore.read("dishes").with("household", 9)).isDone == false)
    #expect(try await api.send(Profile.read()).name == "ann")
    #expect(try await api.send(Person.create(["name": "Bo"])).id == 6)
    #expect(throws: MockServer.Fault.self) { try MockServer(Household.table, MockSettings { $0.seeds = ["Persn": []] }) }
    #expect(throws: MockServer.Fault.self) { try MockServer(Household.table, MockSettings { $0.seeds = ["Person": [1]] }) }
  }

  @Test("S07: state is kept in a file, and a reset begins again") func state() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mock-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let settings = MockSettings {
      $0.stateFile = file
      $0.seeds = ["Person": [["id": 1, "name": "Ann"]]]
    }
    let first = try MockServer(Household.table, settings)
    let api = Client(baseURL: first.url, transport: first.transport)
    _ = try await api.send(Person.create(["name": "Bo"]))
    _ = try await api.send(Person.delete(2))
    _ = try await api.send(Person.create(["name": "Cy"]))
    let second = try MockServer(Household.table, settings)
    #expect(second.records { $0.all("Person") } == first.records { $0.all("Person") })
    #expect(second.records { $0.all("Person") }.map { $0["id"]?.int } == [1, 3])
    try second.reset()
    #expect(second.records { $0.all("Person") } == [["id": 1, "name": "Ann"]])
    #expect(try MockServer(Household.table, settings).records { $0.all("Person") }.count == 1)
    try Data("[]".utf8).write(to: file)
    #expect(throws: MockServer.Fault.self) { try MockServer(Household.table, settings) }
  }

  @Test("S07: a state file that cannot be written is told, requests go on, and the file is written when it can be")
  func unwritable() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mock-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "state.json")
    let mock = try MockServer(Household.table, MockSettings { $0.stateFile = file })
    func create(_ name: String) -> MockResponse {
      let content = Data(#"{"name":"\#(name)"}"#.utf8)
      return mock.respond(to: MockRequest(method: .post, target: "/people/new", content: content))
    }
    #expect(create("Ann").status == 201)
    #expect(mock.storageFault?.description.hasPrefix("the state file cannot be written") == true)
    #expect(throws: MockServer.Fault.self) { try mock.reset() }
    #expect(create("Bo").status == 201)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    #expect(create("Cy").status == 201 && mock.storageFault == nil)
    let kept = try MockServer(Household.table, MockSettings { $0.stateFile = file }).records { $0.all("Person") }
    #expect(kept == mock.records { $0.all("Person") } && kept.last?["name"] == "Cy")
  }

  @Test("S07: made-up records of a model that contains itself have an end, and small numbers fit their type")
  func forms() throws {
    struct Tree: Codable, Identifiable, Enumerable {
      static let path: URITemplate = "trees"
      var id: Int
      var size: Int8
      var height: UInt8
      var branches: [Tree]
      var twin: [Tree]?
    }
    let mock = try MockServer(EndpointTable("Trees", [Tree.self]), MockSettings { $0.records = 20 })
    let trees = try JSONCoder().decode([Tree].self, from: get(mock, "/trees").content, at: [])
    #expect(trees.count == 20 && trees.allSatisfy { !$0.branches.isEmpty } && mock.records { $0.unreadable }.isEmpty)
  }

  @Test("S07: custom rows respond by a closure, a stub, an example, or a made-up value of their model") func custom()
    async throws
  {
    struct Report: Codable, Equatable, Sendable { var title: String, count: Int }
    let rows = ["one", "two", "three"].map {
      Endpoint("Report.\($0)", .get, URITemplate(stringLiteral: "reports/\($0)"), output: Report.self)
    }
    let table = EndpointTable("All", [Household.self, Person.self, Chore.self], rows: rows)
    let mock = try MockServer(
      table,
      MockSettings {
        $0.seeds = ["Person": [["id": 2, "name": "Bo", "age": 30]]]
        $0.stubs = ["Report.one": .json(["title": "stub", "count": 1])]
        $0.examples = ["Report.two": ["title": "example", "count": 2]]
      })
    try mock.respond(to: "Person.birthday") { call, records in
      let id = call.values["id"] ?? ""
      guard let person = records.find("Person", id), var members = person.object else { return MockResponse(404) }
      members["age"] = .number((person["age"]?.int ?? 0) + 1)
      return .json(try records.store(.object(members), in: "Person"))
    }
    let api = Client(baseURL: mock.url, transport: mock.transport)
    #expect(try await api.send(Person.birthday(2)).age == 31)
    #expect(try await api.send(Person.read(2)).age == 31)
    #expect(try await api.send(Call<Report>(rows[0])) == Report(title: "stub", count: 1))
    #expect(try await api.send(Call<Report>(rows[1])) == Report(title: "example", count: 2))
    #expect(try await api.send(Call<Report>(rows[2])).title.isEmpty == false)
    #expect(get(mock, "/people/2.png").fields[.contentType] == "image/png")
  }

  @Test("S07: rows of an imported table are a collection if their paths and types say so") func imported() async throws {
    struct File: Codable, Equatable, Sendable { var id: String, name: String, size: Int, createdAt: Int }
    struct NewFile: Codable, Sendable { var name: String }
    struct Files: Codable, Sendable { var data: [File], hasMore: Bool? }
    let list = Endpoint("Files.list", .get, "files{?limit,order}", output: Files.self)
    let create = Endpoint("Files.create", .post, "files", input: NewFile.self, output: File.self)
    let read = Endpoint("Files.read", .get, "files/{fileID}", output: File.self)
    let delete = Endpoint("Files.remove", .delete, "files/{fileID}", output: Okay.self)
    let mock = try MockServer(EndpointTable("Imported", rows: [list, create, read, delete]), MockSettings { $0.records = 2 })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    #expect(try await api.send(Call<Files>(list)).data.count == 2)
    let made = try await api.send(Call<File>(create).body(NewFile(name: "a.txt")))
    #expect(made.name == "a.txt" && !made.id.isEmpty)
    let id = PathValues("fileID", .text(made.id))
    #expect(try await api.send(Call<File>(read, id)) == made)
    _ = try await api.send(Call<Okay>(delete, id))
    #expect(try await api.send(Call<Files>(list)).data.count == 2)
    let refused = await #expect(throws: CallError.self) { try await api.send(Call<File>(create).body(["name": 1])) }
    #expect(refused?.problem?.detail == "`name` is a number and must be text")
  }

  @Test("S07: what no row or resource is called is refused") func names() throws {
    let mock = try MockServer(Household.table)
    let row = #expect(throws: MockServer.Fault.self) { try mock.respond(to: "Person.birthdy") { _, _ in MockResponse(204) } }
    #expect(row?.description == "there is no row Person.birthdy; did you mean Person.birthday?")
    #expect(throws: MockServer.Fault.self) { try mock.records { try $0.store([:], in: "People") } }
  }

  @Test("S07: objects without a model are records, too") func dictionaries() async throws {
    let notes = DictionaryResource("Note", path: "notes", identifiedBy: "_id")
    let mock = try MockServer(EndpointTable("Notes", rows: notes.endpoints), MockSettings { $0.idMembers = ["Note": "_id"] })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    let note = try await api.send(notes.create(["text": "hello", "_id": "n1"]))
    #expect(note["text"] == "hello" && note["_id"] == "n1")
    #expect(try await api.send(notes.patch("n1", ["text": "bye"]))["text"] == "bye")
    #expect(try await api.send(notes.enumerate()).count == 1)
    _ = try await api.send(notes.delete(note))
    #expect(try await api.send(notes.enumerate()).isEmpty)
  }

  @Test("S07: on a socket it responds as in process") func sockets() async throws {
    let mock = try MockServer(Household.table, MockSettings { $0.bodyLimit = 1_000 })
    try mock.start()
    defer { mock.stop() }
    let api = Client(baseURL: "\(mock.url)/api/v1", transport: URLSessionTransport())
    let ann = try await api.send(Person.create(["name": "Ann"]))
    #expect(try await api.send(Person.read(ann.id)) == ann)
    let reply = try await api.reply(to: Person.read(1))
    #expect(try await api.send(Person.read(1).ifNoneMatch(try #require(reply.entityTag))) == nil)
    let large = await #expect(throws: CallError.self) {
      try await api.send(Person.create(["name": .string(String(repeating: "x", count: 2_000))]))
    }
    #expect(large?.status == 413)
    _ = try await api.send(Person.delete(1))
    #expect(mock.records { $0.all("Person") }.isEmpty)
  }
}
