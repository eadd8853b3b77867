import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PathTests {
  @Test("A01, A03: a path alone gives the five rows of CRUD")
  func defaults() throws {
    let ann = Person(id: 5, name: "Ann")
    #expect(try wire(Person.enumerate()) == "GET http://h:1/api/people")
    #expect(try wire(ann.create()) == "POST http://h:1/api/people")
    #expect(try wire(Person.read(5)) == "GET http://h:1/api/people/5")
    #expect(try wire(ann.update()) == "PUT http://h:1/api/people/5")
    #expect(try wire(ann.patch(["name": "Bo"])) == "PATCH http://h:1/api/people/5")
    #expect(try wire(ann.delete()) == "DELETE http://h:1/api/people/5")
  }

  @Test(
    "A02: exactly one slash at each joint",
    arguments: ["http://h:1/api", "http://h:1/api/", "http://h:1/api//"], ["people", "/people"])
  func joints(base: String, path: String) throws {
    let row = Endpoint("Row", .get, URITemplate(stringLiteral: path))
    #expect(try wire(Call<Okay>(row), base: base) == "GET http://h:1/api/people")
  }

  @Test("A02: a base without a path, with or without a slash", arguments: ["http://h", "http://h/"])
  func bareBase(base: String) throws {
    #expect(try wire(Person.read(5), base: base) == "GET http://h/people/5")
  }

  @Test("A04: overriding two paths leaves the others at their default")
  func overrides() throws {
    struct Pet: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "pets"
      static let readPath: URITemplate = "pet/{id}"
      static let updatePath: URITemplate = "pet/{id}/replace"
      var id: Int
    }
    let pet = Pet(id: 5)
    #expect(try wire(Pet.read(5)) == "GET http://h:1/api/pet/5")
    #expect(try wire(pet.update()) == "PUT http://h:1/api/pet/5/replace")
    #expect(try wire(pet.create()) == "POST http://h:1/api/pets")
    #expect(try wire(pet.delete()) == "DELETE http://h:1/api/pets/5")
    #expect(try wire(Pet.enumerate()) == "GET http://h:1/api/pets")
    #expect(try wire(pet.patch([:])) == "PATCH http://h:1/api/pets/5")
  }

  @Test("A04: create, delete, patch and enumerate paths are overridden each by itself")
  func otherOverrides() throws {
    struct Pet: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "pets"
      static let createPath: URITemplate = "pets/new"
      static let patchPath: URITemplate = "pets/{id}/change"
      static let deletePath: URITemplate = "pets/{id}/remove"
      static let enumeratePath: URITemplate = "pets/all"
      var id: Int
    }
    #expect(try wire(Pet(id: 5).create()) == "POST http://h:1/api/pets/new")
    #expect(try wire(Pet.patch(5, [:])) == "PATCH http://h:1/api/pets/5/change")
    #expect(try wire(Pet.delete(5)) == "DELETE http://h:1/api/pets/5/remove")
    #expect(try wire(Pet.enumerate()) == "GET http://h:1/api/pets/all")
    #expect(try wire(Pet.read(5)) == "GET http://h:1/api/pets/5")
  }

  @Test("A05: reading by id and reading an instance again hit the same overridden path")
  func staticRead() throws {
    struct Pet: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "pets"
      static let readPath: URITemplate = "pet/{id}"
      var id: Int
    }
    #expect(try wire(Pet.read(5)) == "GET http://h:1/api/pet/5")
    #expect(try wire(Pet(id: 5).read()) == "GET http://h:1/api/pet/5")
  }

  @Test("A06: an absolute path goes to its own host, a relative one resolves under the base path")
  func absolute() throws {
    let away = Endpoint("Row", .get, "https://other:8443/x/{id}")
    #expect(try wire(Call<Okay>(away, ["id": "5"])) == "GET https://other:8443/x/5")
    let home = Endpoint("Row", .get, "/household/people")
    #expect(try wire(Call<Okay>(home)) == "GET http://h:1/api/household/people")
  }

  @Test("A07: a path may be computed at every call")
  func dynamic() throws {
    enum Context { @TaskLocal static var household = 0 }
    struct Member: Decodable, Sendable, Enumerable {
      static let path: URITemplate = "members"
      static var enumeratePath: URITemplate { URITemplate(stringLiteral: "households/\(Context.household)/people") }
    }
    let nine = try Context.$household.withValue(9) { try wire(Member.enumerate()) }
    let ten = try Context.$household.withValue(10) { try wire(Member.enumerate()) }
    #expect(nine == "GET http://h:1/api/households/9/people")
    #expect(ten == "GET http://h:1/api/households/10/people")
  }

  @Test("A07: further placeholders of a path are filled by the call")
  func filled() throws {
    struct Member: Decodable, Sendable, Enumerable {
      static let path: URITemplate = "households/{household}/people"
      static let parameters = ["household"]
    }
    #expect(try wire(Member.enumerate().with("household", 9)) == "GET http://h:1/api/households/9/people")
  }

  @Test("A08: <type> and <id> are placeholders too, at every place they stand")
  func angleBrackets() throws {
    struct Human: Codable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "custom"
      static let resourceName = "persons"
      static let readPath: URITemplate = "custom/<type>/<id>/copy-of-<id>"
      var id: String
    }
    #expect(try wire(Human.read("1")) == "GET http://h:1/api/custom/persons/1/copy-of-1")
  }

  @Test("A09: a placeholder without a value is an error that names it, and nothing is sent")
  func unresolved() async throws {
    let (api, server) = client(.json("[]"))
    let row = Endpoint("Member.list", .get, "households/{household}/people")
    let error = await #expect(throws: CallError.self) { try await api.send(Call<[Person]>(row)) }
    #expect(error?.stage == .building)
    #expect(error?.description.contains("household") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("A10: a router decides the path of each operation once, and what it returns is filled in")
  func router() throws {
    struct Routes: PathRouter {
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        let name = (resource as? Person)?.name ?? ""
        return switch operation {
        case .create: "new/<type>?named=\(name)"
        case .read: id == "5" ? "one/<type>/<id>" : nil
        case .update: "change/{id}/of/\(type)?named=\(name)"
        case .delete: "gone/{id}"
        case .enumerate: "all/<type>"
        case .createAll, .updateAll, .patch: nil
        }
      }
    }
    let ann = Person(id: 5, name: "Ann")
    #expect(try wire(ann.create().routed(by: Routes())) == "POST http://h:1/api/new/Person?named=Ann")
    #expect(try wire(Person.read(5).routed(by: Routes())) == "GET http://h:1/api/one/Person/5")
    #expect(try wire(Person.read(6).routed(by: Routes())) == "GET http://h:1/api/people/6")
    #expect(try wire(ann.update().routed(by: Routes())) == "PUT http://h:1/api/change/5/of/Person?named=Ann")
    #expect(try wire(ann.delete().routed(by: Routes())) == "DELETE http://h:1/api/gone/5")
    #expect(try wire(Person.enumerate().routed(by: Routes())) == "GET http://h:1/api/all/Person")

    var api = Client(baseURL: base, transport: StubTransport(), router: Routes())
    #expect(try api.makeRequest(for: Person.enumerate()).head.path == "/api/all/Person")
    let operators = Data(#"{"Person.enumerate":{"path":"v2/people"}}"#.utf8)
    api.overrides = try EndpointOverrides(
      json: operators, for: EndpointTable("T", [Person.self]), keys: EndpointOverrides.coreKeys)
    #expect(try api.makeRequest(for: Person.enumerate()).head.path == "/api/v2/people")
    #expect(try api.makeRequest(for: Person.enumerate().routed(by: Routes())).head.path == "/api/all/Person")
  }

  @Test("A11: an id may be of any type that describes itself")
  func ids() throws {
    enum PostID: Hashable, Sendable, Codable, CustomStringConvertible {
      case local(String)
      var description: String { if case .local(let name) = self { "local_\(name)" } else { "" } }
    }
    struct Post: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "posts"
      var id: PostID
    }
    struct Token: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "tokens"
      var id: UUID
    }
    let uuid = UUID()
    #expect(try wire(Post.read(.local("7"))) == "GET http://h:1/api/posts/local_7")
    #expect(try wire(Token.read(uuid)) == "GET http://h:1/api/tokens/\(uuid.uuidString.lowercased())")
    #expect(try wire(Person.enumerate(["token": uuid])) == "GET http://h:1/api/people?token=\(uuid.uuidString.lowercased())")
    #expect(try wire(Person.read(-3)) == "GET http://h:1/api/people/-3")
  }

  @Test(
    "A12: an id stays one segment whatever it holds",
    arguments: [
      ("a/b", "a%2Fb"), ("a b", "a%20b"), ("é", "%C3%A9"), ("?x", "%3Fx"), ("#x", "%23x"), ("100%", "100%25"),
      ("%2e%2e", "%252e%252e"), ("a;b", "a%3Bb"), ("//", "%2F%2F"), ("🐢", "%F0%9F%90%A2"),
    ])
  func escaping(id: String, segment: String) throws {
    #expect(try wire(Note.read(id)) == "GET http://h:1/api/notes/\(segment)")
  }

  @Test("A12: an id that would change the path is refused before sending", arguments: ["", ".", "..", "a\u{0}b", "a\r\nb"])
  func refusedIDs(id: String) async {
    let (api, server) = client(.json("{}"))
    let error = await #expect(throws: CallError.self) { try await api.send(Note.read(id)) }
    #expect(error?.kind == .badRequest)
    #expect(server.requests.isEmpty)
  }

  @Test("A13: a singleton has the five verbs without an id")
  func singleton() throws {
    struct Profile: Codable, Sendable, Singleton, Creatable, Readable, Updatable, Patchable, Deletable {
      static let path: URITemplate = "profile"
      var name: String
    }
    let me = Profile(name: "Ann")
    #expect(try wire(Profile.read()) == "GET http://h:1/api/profile")
    #expect(try wire(me.create()) == "POST http://h:1/api/profile")
    #expect(try wire(me.update()) == "PUT http://h:1/api/profile")
    #expect(try wire(Profile.patch(["name": "Bo"])) == "PATCH http://h:1/api/profile")
    let attributes: JSONValue = ["name": "Bo", "nickname": nil]
    #expect(try wire(Profile.update(attributes)) == "PUT http://h:1/api/profile")
    #expect(try sent(Profile.update(attributes)) == #"{"name":"Bo","nickname":null}"#)
    #expect(try sent(Profile.update(["name": "Bo", "age": 5])) == #"{"name":"Bo","age":5}"#)
    #expect(try wire(Profile.delete()) == "DELETE http://h:1/api/profile")
  }

  @Test("A14: a custom row goes through the same mapping and middleware")
  func customRow() async throws {
    let (api, server) = client(.json(#"[{"id":1,"name":"Ann"}]"#))
    let active = Endpoint("Person.active", .get, "users/active")
    #expect(try await api.send(Call<[Person]>(active)) == [Person(id: 1, name: "Ann")])
    #expect(server.requests.last?.head.path == "/api/users/active")
  }

  @Test("A15, B18: a direct request has its whole URL, and comes back as JSON, object, list or Okay")
  func direct() async throws {
    let (api, server) = client(
      .json(#"{"id":1,"name":"Ann"}"#), .json(#"{"id":1,"name":"Ann"}"#), .json(#"[{"id":1,"name":"Ann"}]"#), .status(204))
    let row = Endpoint.direct(.get, "http://other/x?a=1")
    #expect(try await api.send(Call<JSONValue>(row))["name"]?.string == "Ann")
    #expect(try await api.send(Call<Person>(row)).id == 1)
    #expect(try await api.send(Call<[Person]>(row)).count == 1)
    #expect(try await api.send(Call<Okay>(row)) == Okay())
    #expect(server.requests.allSatisfy { $0.head.authority == "other" && $0.head.path == "/x?a=1" })
    #expect(server.requests.first?.head.scheme == "http")
  }

  @Test("A15: a row of a table that would be taken for a direct one is a fault of the table")
  func directName() {
    let absolute = Endpoint("direct.export", .get, "https://files/exports/{id}")
    #expect(absolute.isDirect)
    #expect(EndpointTable("T", rows: [absolute]).problems.map { $0.prefix { $0 != ":" } } == ["direct.export"])
    #expect(!Endpoint("direct.export", .get, "exports/{id}").isDirect)
    #expect(Endpoint.direct(.get, "http://other/x").isDirect)
  }

  @Test("A16: without a base URL an absolute row still works")
  func noBase() throws {
    let api = Client(baseURL: nil as URL?, transport: StubTransport())
    let request = try api.makeRequest(for: Call<Okay>(.direct(.get, "https://other/x")))
    #expect(request.head.authority == "other")
    #expect(throws: CallError.self) { try api.makeRequest(for: Person.read(5)) }
  }

  @Test("A17: the next call uses a base URL that was set, and copies do not share it")
  func reconfigured() throws {
    var api = Client(baseURL: base, transport: StubTransport())
    let before = api
    api.baseURL = URL(string: "https://new/v2")
    #expect(try api.makeRequest(for: Person.read(5)).head.path == "/v2/people/5")
    #expect(try api.makeRequest(for: Person.read(5)).head.authority == "new")
    #expect(try before.makeRequest(for: Person.read(5)).head.authority == "h:1")
  }

  @Test("A18: two clients do not influence each other under 100 calls at once")
  func twoClients() async throws {
    let echo: @Sendable (Request) async throws -> Response = { request in
      Response(status: .ok, body: Body(#"{"id":1,"name":"\#(request.head.authority ?? "")"}"#))
    }
    let left = Client(baseURL: "http://left", headers: [.userAgent: "l"], transport: StubTransport(echo))
    let right = Client(baseURL: "http://right", headers: [.userAgent: "r"], transport: StubTransport(echo))
    let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<100 {
        group.addTask {
          let name = try await (index.isMultiple(of: 2) ? left : right).send(Person.read(1)).name
          return name != (index.isMultiple(of: 2) ? "left" : "right")
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wrong == 0)
  }

  @Test("L08: a query that stands in the path or in the base URL is kept")
  func existingQuery() throws {
    let row = Endpoint("Row", .get, "x?a=1")
    #expect(try wire(Call<Okay>(row, query: ["b": 2])) == "GET http://h:1/api/x?a=1&b=2")
    #expect(try wire(Call<Okay>(row), base: "http://h/api?key=v") == "GET http://h/api/x?a=1&key=v")
    #expect(try wire(Person.enumerate(["b": 2]), base: "http://h/?key=v") == "GET http://h/people?key=v&b=2")
  }

  @Test("O02: an id in a query expression may be left out")
  func optionalID() throws {
    #expect(
      try wire(Call<Okay>(Endpoint("Row", .get, "people{?id,name}"), ["name": "a"])) == "GET http://h:1/api/people?name=a")
  }

  @Test("O02: a template's own query expression is filled from the call")
  func templateQuery() throws {
    let row = Endpoint("Row", .get, "people{?page,limit}")
    #expect(try wire(Call<Okay>(row, ["page": "2"])) == "GET http://h:1/api/people?page=2")
    #expect(try wire(Call<Okay>(row, ["page": "2"], query: ["x": 1])) == "GET http://h:1/api/people?page=2&x=1")
  }
}

private struct Note: Codable, Identifiable, Sendable, Readable {
  static let path: URITemplate = "notes"
  var id: String
}
