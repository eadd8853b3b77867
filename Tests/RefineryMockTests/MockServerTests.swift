import Endpoints
import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryMock
import Testing

@Suite("Mock server") struct MockServerTests {
  private func client(_ mock: MockServer) -> Client { Client(baseURL: mock.url, transport: mock.transport) }

  @Test("S07: a created record can be read, listed, changed and deleted") func records() async throws {
    let mock = try MockServer(Household.table)
    let api = client(mock)
    let ann = try await api.send(Person.create(["name": "Ann", "age": 40]))
    #expect(ann == Person(id: 1, name: "Ann", age: 40))
    let others = try await api.send(Person.create([["name": "Bo"], ["name": "Cy"]] as [JSONValue]))
    #expect(others.map(\.id) == [2, 3])
    #expect(try await api.send(Person.read(1)) == ann)
    #expect(try await api.send(Person.enumerate()).map(\.name) == ["Ann", "Bo", "Cy"])
    #expect(try await api.send(Person.patch(2, ["age": 3])).age == 3)
    var renamed = ann
    renamed.name = "Anna"
    renamed.age = nil
    #expect(try await api.send(renamed.update()) == renamed)
    #expect(try await api.send(Person.update([ann, others[1]])) == [ann, others[1]])
    _ = try await api.send(Person.delete(3))
    let gone = await #expect(throws: CallError.self) { try await api.send(Person.read(3)) }
    #expect(gone?.kind == .notFound && gone?.problem?.detail == "There is no Person with this id.")
    #expect(try await api.send(Person.create(["name": "Di"])).id == 4)
  }

  @Test("S07: envelopes, placeholders and singletons are as the rows say") func shapes() async throws {
    let mock = try MockServer(Household.table)
    let api = client(mock)
    let elm = try await api.send(Household.create(["name": "Elm Street"]))
    #expect(try await api.send(Household.enumerate()) == [elm])
    let dishes = Chore(id: "dishes", isDone: true)
    #expect(try await api.send(Chore.update("dishes", dishes).with("household", elm.id)) == dishes)
    #expect(try await api.send(Chore.enumerate().with("household", elm.id)) == [dishes])
    let stray = await #expect(throws: CallError.self) { try await api.send(Chore.enumerate().with("household", 77)) }
    #expect(stray?.kind == .notFound)
    let absent = await #expect(throws: CallError.self) { try await api.send(Profile.read()) }
    #expect(absent?.kind == .notFound)
    #expect(try await api.send(Profile.create(["name": "ann", "language": "no"])).language == "no")
    let twice = await #expect(throws: CallError.self) { try await api.send(Profile.create(["name": "ann"])) }
    #expect(twice?.status == 409)
    #expect(try await api.send(Profile.patch(["language": nil])) == Profile(name: "ann"))
    _ = try await api.send(Profile.delete())
    _ = try await api.send(elm.delete())
    #expect(mock.records { $0.all("Chore") }.isEmpty)
  }

  @Test("S07: nested records are below their parents and are deleted with them") func nested() async throws {
    let mock = try MockServer(Blog.table, MockSettings { $0.records = 3 })
    let api = client(mock)
    let posts = try await api.send(Blog.Post.enumerate())
    #expect(posts.map(\.id) == [1, 2, 3])
    let post = Blog.Post.read(1)
    let comments = try await api.send(post / Blog.Comment.enumerate())
    #expect(comments.count == 3)
    let comment = try await api.send(post / Blog.Comment.create(["text": "Hello"]))
    #expect(try await api.send(post / Blog.Comment.read(comment.id)) == comment)
    let elsewhere = await #expect(throws: CallError.self) {
      try await api.send(Blog.Post.read(2) / Blog.Comment.read(comment.id))
    }
    #expect(elsewhere?.kind == .notFound)
    #expect(try await api.send(post / Blog.Comment.read(comments[0].id) / Blog.Reaction.enumerate()).count == 3)
    #expect(try await api.send(Blog.Post.popular()) == posts)
    _ = try await api.send(post / Blog.Comment.hide(2))
    #expect(try await api.send(Blog.read()).title.isEmpty == false)
    #expect(try await api.send(Blog.read() / Blog.Author.read()).name.isEmpty == false)
    _ = try await api.send(Blog.Post.delete(1))
    #expect(mock.records { $0.all("Post.Comment", below: ["post_id": "1"]) }.isEmpty)
    #expect(mock.records { $0.all("Post.Comment") }.count == 6)
    #expect(mock.records { $0.all("Post.Comment.Reaction") }.count == 18)
  }

  @Test("S07: a stale update gets 412, and an unchanged record 304") func conditions() async throws {
    let mock = try MockServer(Household.table)
    let api = client(mock)
    let reply = try await api.reply(to: Person.create(["name": "Ann"]))
    let tag = try #require(reply.headers[.eTag])
    #expect(reply.headers[.location] == "http://mock.invalid/person/1")
    #expect(try await api.send(Person.read(1).ifNoneMatch(tag)) == nil)
    _ = try await api.send(Person.patch(1, ["age": 5]).ifMatch(tag))
    let stale = await #expect(throws: CallError.self) { try await api.send(Person.patch(1, ["age": 6]).ifMatch(tag)) }
    #expect(stale?.status == 412)
    #expect(try await api.send(Person.read(1)).age == 5)
  }

  @Test("S07: a body that is not as the model has it is refused with 422, which names the member") func faults() async throws {
    let mock = try MockServer(Household.table)
    let api = client(mock)
    let error = await #expect(throws: CallError.self) { try await api.send(Person.create(["name": "Ann", "age": "old"])) }
    #expect(error?.status == 422 && error?.problem?.detail == "`age` is text and must be an integer")
    let missing = await #expect(throws: CallError.self) { try await api.send(Person.create(["age": 1.5])) }
    #expect(missing?.problem?.detail == "`name` is missing (and 1 more)")
    let body = try JSONValue(parsing: #require(missing?.body))
    #expect(body["errors"]?[0]?["pointer"]?.string == "#/name" && body["errors"]?[1]?["pointer"]?.string == "#/age")
    #expect(body["errors"]?[1]?["detail"]?.string == "`age` is not whole and must be an integer")
    func status(_ method: HTTPRequest.Method, _ target: String, _ content: String = "", _ fields: HTTPFields = [:]) -> Int {
      mock.respond(to: MockRequest(method: method, target: target, fields: fields, content: Data(content.utf8))).status
    }
    #expect(status(.post, "/people/new", "{") == 400)
    #expect(status(.post, "/people/new") == 400)
    #expect(status(.post, "/people/new", "<a/>", [.contentType: "text/xml"]) == 415)
    #expect(status(.get, "/nothing") == 404)
    #expect(status(.get, "/households/9/people") == 404)
    #expect(mock.records { $0.all("Person") }.isEmpty)
  }

  @Test("S07: no request ends the process") func hostile() throws {
    let mock = try MockServer(
      [Household.table, Blog.table],
      MockSettings {
        $0.records = 3
        $0.pageSize = 0
        $0.largestPage = .max
      })
    let targets = [
      "", "?", "/", "//", "/%", "/person/%zz", "/person/9223372036854775808",
      "/household/people?page=9223372036854775807&per_page=9223372036854775807",
      "/household/people?offset=9223372036854775807&limit=9223372036854775807", "/household/people?limit=0",
      "/household/people?cursor=x",
      "/household/people?cursor=\(Data("after:9223372036854775807".utf8).base64EncodedString())&limit=5",
      "/household/people?sort=&_=&=&&age[=1&filter[]=",
      "/household/people?filter[=1&_gte=1&_=2&[gte]=1&sort=:,-,+", "/posts/1/comments//", "http://a/person/1", "://", "*",
    ]
    let bodies = [
      "", "{", "[]", "[1]", "null", "1", #"{"id":9223372036854775808}"#, #"{"id":-1,"name":"x"}"#,
      String(repeating: "[", count: 100_000),
    ]
    for target in targets + ["/people/new", "/people", "/person/1/changes", "/person/1/record", "/me", "/posts/1/comments"] {
      for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete, .head, .options] {
        for body in bodies {
          let types = ["application/json", "application/json-patch+json", "application/x-www-form-urlencoded"]
          for type in types[..<(method == .patch ? 3 : 1)] {
            let request = MockRequest(method: method, target: target, fields: [.contentType: type], content: Data(body.utf8))
            let response = mock.respond(to: request)
            #expect((200..<500).contains(response.status), "\(method) \(target) \(body.prefix(40)): \(response.status)")
          }
        }
      }
    }
    mock.records { records in #expect(records.unreadable == []) }
  }

  @Test("S07: methods without a row get 405 with Allow; OPTIONS and HEAD have responses") func methods() throws {
    let mock = try MockServer(Household.table, MockSettings { $0.records = 1 })
    func respond(_ method: HTTPRequest.Method, _ target: String) -> MockResponse {
      mock.respond(to: MockRequest(method: method, target: target))
    }
    #expect(respond(.put, "/households").fields[.allow] == "GET, HEAD, OPTIONS, PATCH, POST")
    #expect(respond(.put, "/households").status == 405)
    #expect(respond(.options, "/v1/person/1").status == 204)
    let (head, get) = (respond(.head, "/person/1"), respond(.get, "/api/v1/person/1/"))
    #expect(head.content.isEmpty && head.fields[.contentLength] == "\(get.content.count)" && get.status == 200)
  }
}
