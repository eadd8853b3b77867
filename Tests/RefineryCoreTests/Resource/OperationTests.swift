import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct OperationTests {
  private let ann = #"{"id":5,"name":"Ann"}"#

  @Test("B01: creating from attributes posts exactly those and maps the answer")
  func createFromAttributes() async throws {
    struct Attributes: Encodable { var name = "Ann" }
    let (api, server) = client(.json(ann, status: 201))
    #expect(try await api.send(Person.create(Attributes())) == Person(id: 5, name: "Ann"))
    #expect(try sent(Person.create(Attributes())) == #"{"name":"Ann"}"#)
    #expect(try sent(Person.create(["name": "Ann", "age": 3])) == #"{"name":"Ann","age":3}"#)
    #expect(server.requests.last?.head.method == .post)
    #expect(server.requests.last?.head.headerFields[.contentType] == "application/json")
  }

  @Test("B02: creating from an entity posts the entity")
  func createFromEntity() throws {
    let body = try #require(try sent(Person(id: 5, name: "Ann").create()))
    #expect(try JSONValue(parsing: Data(body.utf8)) == ["id": 5, "name": "Ann"])
  }

  @Test("B03: creating many is one POST of an array, and the answers keep their order; none sends an empty array")
  func createMany() async throws {
    let (api, server) = client(.json(#"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#), .json("[]"))
    let people = [Person(id: 0, name: "a"), Person(id: 0, name: "b")]
    #expect(try await api.send(Person.create(people)).map(\.id) == [1, 2])
    #expect(server.requests.count == 1)
    #expect(try JSONValue(parsing: #require(server.requests[0].body?.data)).array?.count == 2)
    #expect(try await api.send(Person.create([Person]())) == [])
    #expect(server.requests[1].body?.data == Data("[]".utf8))
  }

  @Test(
    "B04, B15, B17: any success is Okay, whatever its body", arguments: [(200, ""), (201, "{}"), (204, ""), (200, "<html>")])
  func okay(status: Int, body: String) async throws {
    let (api, _) = client(.status(status, body: Body(body)))
    #expect(try await api.send(Person.create(["name": "Ann"]).okay) == Okay())
    #expect(try await api.send(Person(id: 5, name: "Ann").update().okay) == Okay())
    #expect(try await api.send(Person.delete(5)) == Okay())
  }

  @Test("B05, B06: reading maps one, and reading an instance again gives a new value")
  func read() async throws {
    let (api, _) = client(.json(ann))
    let old = Person(id: 5, name: "old")
    #expect(try await api.send(Person.read(5)).name == "Ann")
    #expect(try await api.send(old.read()).name == "Ann")
    #expect(old.name == "old")
  }

  @Test("B07: a singleton is read without an id")
  func singleton() async throws {
    struct Me: Decodable, Sendable, Singleton, Readable {
      static let path: URITemplate = "/me"
      var name: String
    }
    let (api, server) = client(.json(#"{"name":"Ann"}"#))
    #expect(try await api.send(Me.read()).name == "Ann")
    #expect(server.requests.last?.head.path == "/api/me")
  }

  @Test("B08: enumerating maps a list, which may be empty")
  func enumerate() async throws {
    let (api, _) = client(.json("[\(ann)]"), .json("[]"))
    #expect(try await api.send(Person.enumerate()).map(\.id) == [5])
    #expect(try await api.send(Person.enumerate()).isEmpty)
  }

  @Test("B09, B10: enumerating and reading take query items, in a fixed order")
  func query() throws {
    let query: Query = ["tags": ["x", "y"], "a": 1]
    #expect(try wire(Person.enumerate(query)) == "GET http://h:1/api/people?a=1&tags%5B%5D=x&tags%5B%5D=y")
    #expect(try wire(Person.read(5, query)) == "GET http://h:1/api/people/5?a=1&tags%5B%5D=x&tags%5B%5D=y")
    #expect(try wire(Person.enumerate(query).query(["a": 2])) == "GET http://h:1/api/people?a=2&tags%5B%5D=x&tags%5B%5D=y")
  }

  @Test("B11: updating puts the whole model and maps the answer")
  func update() async throws {
    let (api, server) = client(.json(ann))
    #expect(try await api.send(Person(id: 5, name: "x").update()).name == "Ann")
    #expect(server.requests.last?.head.method == .put)
  }

  @Test("B12: the id given to an update counts, not the one in the entity")
  func updateOther() throws {
    #expect(try wire(Person.update(7, Person(id: 5, name: "x"))) == "PUT http://h:1/api/people/7")
  }

  @Test("B13: patching sends the changes alone")
  func patch() throws {
    #expect(try wire(Person.patch(5, ["name": "Bo"])) == "PATCH http://h:1/api/people/5")
    #expect(try sent(Person.patch(5, ["name": "Bo"])) == #"{"name":"Bo"}"#)
  }

  @Test("B14: updating many is one PATCH of an array to the collection")
  func updateMany() async throws {
    let (api, server) = client(.json("[\(ann)]"))
    #expect(try await api.send(Person.update([Person(id: 5, name: "x")])).map(\.name) == ["Ann"])
    #expect(server.requests.last?.head.method == .patch)
    #expect(server.requests.last?.head.path == "/api/people")
  }

  @Test("B16, B24: deleting sends no body and no content type")
  func delete() async throws {
    let (api, server) = client(.status(204))
    for call in [Person.delete(5), Person(id: 5, name: "x").delete()] { try await api.send(call) }
    try await api.send(Person.read(5).okay)
    for request in server.requests {
      #expect(request.body == nil)
      #expect(request.head.headerFields[.contentType] == nil)
      #expect(request.head.headerFields[.contentLength] == nil)
    }
  }

  @Test("B19, B20, B21: a model has the rows it declares and no others")
  func capabilities() {
    struct Log: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "logs"
      var id: Int
    }
    struct Session: Identifiable, Sendable, Deletable {
      static let path: URITemplate = "sessions"
      var id: Int
    }
    #expect(Log.endpoints.map(\.name) == ["Log.read"])
    #expect(Session.endpoints.map(\.name) == ["Session.delete"])
    #expect(
      Person.endpoints.map(\.name) == [
        "Person.create", "Person.read", "Person.update", "Person.patch", "Person.delete", "Person.enumerate",
      ])
  }

  @Test("B22: parameters go into the query of a GET and into a JSON body otherwise")
  func parameters() throws {
    let get = Call<Okay>(.direct(.get, "http://h/x")).parameters(["b": 2, "a": [1]])
    #expect(try wire(get) == "GET http://h/x?a%5B%5D=1&b=2")
    #expect(try sent(get) == nil)
    let delete = Call<Okay>(.direct(.delete, "http://h/x")).parameters(["b": 2])
    #expect(try wire(delete) == "DELETE http://h/x")
    #expect(try sent(delete) == #"{"b":2}"#)
  }

  @Test("B22: a GET with a body is refused before it is sent")
  func getWithBody() async {
    let (api, server) = client(.json("{}"))
    let call = Person.read(5).body(["a": 1])
    let error = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(error?.kind == .badRequest)
    #expect(server.requests.isEmpty)
  }

  @Test("B23: a row may change the verb of its operation")
  func verb() throws {
    struct Pet: Codable, Identifiable, Sendable, Updatable {
      static let path: URITemplate = "pets"
      static let updateEndpoint = Endpoint("Pet.update", .patch, "pets/{id}")
      var id: Int
    }
    #expect(try wire(Pet(id: 5).update()) == "PATCH http://h:1/api/pets/5")
  }

  @Test("a body may be a form, text or bytes")
  func otherBodies() throws {
    let row = Endpoint("Row", .post, "x")
    let (api, _) = client()
    let form = try api.makeRequest(for: Call<Okay>(row).form(["a b": "c&d"]))
    #expect(form.body?.data == Data("a+b=c%26d".utf8))
    #expect(form.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
    let text = try api.makeRequest(for: Call<Okay>(row).text("żółw"))
    #expect(text.body?.data == Data("żółw".utf8))
    #expect(text.head.headerFields[.contentType] == "text/plain; charset=utf-8")
    let bytes = try api.makeRequest(for: Call<Okay>(row).body(Body(Data([0, 255])), contentType: "image/png"))
    #expect(bytes.body?.data == Data([0, 255]))
    #expect(bytes.head.headerFields[.contentType] == "image/png")
  }
}
