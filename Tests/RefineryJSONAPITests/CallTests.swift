import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import RefineryTracking
import Synchronization
import Testing

@Suite struct CallTests {
  private static let one = #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"}}}"#
  private static let list = #"{"data":[{"type":"articles","id":"1","attributes":{"title":"T"}}]}"#

  @Test("D01, D27: each operation has its verb, its path, its document and the exact media type") func operations() async throws
  {
    let stub = StubTransport(
      .document(Self.one, status: 201), .document(Self.list), .document(Self.one), .document(Self.one), .document(Self.one),
      .status(204))
    let api = client(stub)
    let article = try await api.send(Article(title: "T").create())
    #expect(article.id == "1")
    #expect(try await api.send(Article.enumerate()) == [article])
    #expect(try await api.send(Article.read("1")) == article)
    #expect(try await api.send(article.update()) == article)
    #expect(try await api.send(article.patch(["title": "T"])) == article)
    try await api.send(article.delete())
    #expect(stub.sent.map(\.method) == [.post, .get, .get, .patch, .patch, .delete])
    #expect(stub.sent.map(\.path) == ["/v1/articles", "/v1/articles"] + Array(repeating: "/v1/articles/1", count: 4))
    for request in stub.sent {
      #expect(request.headers[.accept] == "application/vnd.api+json")
      #expect(request.headers[.contentType] == (request.body == nil ? nil : "application/vnd.api+json"))
    }
    #expect(stub.sent[0].text == #"{"data":{"attributes":{"title":"T"},"type":"articles"}}"#)
    #expect(stub.sent[3].text == #"{"data":{"attributes":{"title":"T"},"id":"1","type":"articles"}}"#)
  }

  @Test("D27: an answer without a body is nil where it may be; null data, too") func optional() async throws {
    let api = client(StubTransport(.status(204), .document(#"{"data":null}"#), .status(204), .document(#"{"data":null}"#)))
    #expect(try await api.send(Article(id: "1", title: "T").update().optional) == nil)
    #expect(try await api.send(Article.read("1").optional) == nil)
    #expect(try await api.send(Article.read("1").document.optional) == nil)
    #expect(try await api.send(Article.read("1").document).data == nil)
  }

  @Test("D30: a PATCH sends only what was set, with type and id") func partial() async throws {
    struct Changes: Codable { var title: String?; var author: ToOne<Person>?; var comments: Field<[String]> = .absent }
    let stub = StubTransport(.document(Self.one))
    let api = client(stub)
    try await api.send(Article.patch("1", Changes(title: "New")))
    try await api.send(Article.patch("1", Changes(author: .null)))
    try await api.send(Article(id: "1", title: "T").patch(Changes(title: "N")))
    try await api.send(Article.update("7", Article(id: "1", title: "T")))
    try await api.send(Comment.patch(3, ["body": "b"]).okay)
    #expect(
      stub.sent.map(\.text) == [
        #"{"data":{"attributes":{"title":"New"},"id":"1","type":"articles"}}"#,
        #"{"data":{"id":"1","relationships":{"author":{"data":null}},"type":"articles"}}"#,
        #"{"data":{"attributes":{"title":"N"},"id":"1","type":"articles"}}"#,
        #"{"data":{"attributes":{"title":"T"},"id":"7","type":"articles"}}"#,
        #"{"data":{"attributes":{"body":"b"},"id":"3","type":"comments"}}"#,
      ])
  }

  @Test("D32: what differs from the original is sent, and nothing where nothing does") func difference() async throws {
    let stub = StubTransport(.document(Self.one))
    let original = Article(id: "1", title: "T", author: .to(id: "9"), comments: .to(ids: [1, 2]))
    var changed = try Tracked(original)
    try await client(stub).save(&changed)
    #expect(stub.sent.isEmpty)
    changed.value.title = "New"
    try await client(stub).save(&changed)
    changed = try Tracked(original)
    changed.value.comments = .to(ids: [1])
    try await client(stub).save(&changed)
    #expect(
      stub.sent.map(\.text) == [
        #"{"data":{"attributes":{"title":"New"},"id":"1","type":"articles"}}"#,
        #"{"data":{"id":"1","relationships":{"comments":{"data":[{"id":"1","type":"comments"}]}},"type":"articles"}}"#,
      ])
    #expect(stub.last?.method == .patch && stub.last?.path == "/v1/articles/1")
  }

  @Test("D32: a text with other code points is a change, even if Swift calls the texts equal") func normalForm() async throws {
    let stub = StubTransport(.document(Self.one))
    let original = Article(id: "1", title: "caf\u{E9}")
    var changed = try Tracked(original)
    changed.value.title = "cafe\u{301}"
    try await client(stub).save(&changed)
    let sent = try json(#require(stub.last?.text))["data"]?["attributes"]?["title"]?.string
    #expect(sent.map { Array($0.utf8) } == Array("cafe\u{301}".utf8))
    #expect(try Tracked(changed.value).changes().isEmpty)
  }

  @Test("D27: rows say PATCH, the resource type and what they return") func table() {
    let table = EndpointTable("Articles", [Article.self])
    #expect(table.problems.isEmpty)
    #expect(Article.updateEndpoint.method == .patch && Article.updateEndpoint.name == "articles.update")
    #expect(Article.updateEndpoint.operation == .update && Article.updateEndpoint.output == "articles")
    #expect(Article.updateEndpoint == Article.updateEndpoint && table.text.contains("articles.update     PATCH"))
  }

  @Test("D27: routers and the placeholders <id> and <type> decide paths") func routers() async throws {
    struct Placed: JSONAPIResource, Mappable {
      static let resourceType = "placed"
      static let path: URITemplate = "api/<type>"
      static let readPath: URITemplate = "one/<type>/<id>"
      var id: String?
    }
    struct Moved: PathRouter {
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        switch operation {
        case .update: "moved/<type>/<id>"
        case .create: "new/\(type)"
        default: nil
        }
      }
    }
    let stub = StubTransport(.document(#"{"data":{"type":"placed","id":"a b"}}"#))
    let api = client(stub)
    try await api.send(Placed.read("a/b"))
    try await api.send(Placed(id: "5").update().routed(by: Moved()))
    try await api.send(Placed().create().routed(by: Moved()))
    try await api.send(Placed.patch("5", [:]))
    #expect(stub.sent.map(\.path) == ["/v1/one/placed/a%2Fb", "/v1/moved/placed/5", "/v1/new/placed", "/v1/api/placed/5"])
  }

  @Test("E01, D30: a nested resource is created, changed and listed below its parent, in documents that say its own id")
  func nested() async throws {
    struct Note: JSONAPIResource, Mappable {
      typealias Parent = Article
      static let resourceType = "notes"
      static let path: URITemplate = "notes"
      var id: Int?
      var text: String
    }
    let note = #"{"type":"notes","id":"2","attributes":{"text":"x"}}"#
    let stub = StubTransport(
      .document(#"{"data":\#(note)}"#), .document(#"{"data":\#(note)}"#), .document(#"{"data":[\#(note)]}"#))
    let api = client(stub)
    try await api.send(Article.read("1") / Note(text: "x").create())
    #expect(try await api.send(Article.read("1") / Note.patch(2, ["text": "x"])).id == 2)
    try await api.send(Article.read("1") / Note.enumerate().include("article").sort("-text").filter(["text": "x"]))
    #expect(
      stub.sent.map { $0.request.head.path }
        == [
          "/v1/articles/1/notes", "/v1/articles/1/notes/2",
          "/v1/articles/1/notes?include=article&sort=-text&filter%5Btext%5D=x",
        ])
    #expect(
      stub.sent.map(\.text) == [
        #"{"data":{"attributes":{"text":"x"},"type":"notes"}}"#,
        #"{"data":{"attributes":{"text":"x"},"id":"2","type":"notes"}}"#, nil,
      ])
  }

  @Test("D28: what a call says reaches the middleware") func userInfo() async throws {
    enum UserInfo: OptionKey {
      static let name = "userInfo"
      static let defaultValue: [String: String] = [:]
    }
    struct Witness: Middleware {
      let seen: @Sendable ([String: String]) -> Void
      func respond(to request: Request, next: Next) async throws -> Response {
        seen(request.options[UserInfo.self])
        return try await next(request)
      }
    }
    let seen = Mutex<[[String: String]]>([])
    let api = client(StubTransport(.document(Self.one)), Witness { info in seen.withLock { $0.append(info) } })
    try await api.send(Article.read("1").options { $0[UserInfo.self] = ["key": "value"] })
    #expect(seen.withLock { $0 } == [["key": "value"]])
  }

  @Test("D31: an answer of another media type is read, or an error where that is asked for") func mediaType() async throws {
    struct Strict: JSONAPIResource, Readable {
      static let resourceType = "articles"
      static let options = JSONAPI.strictOptions
      var id: String?
    }
    let stub = StubTransport(
      .status(200, headers: [.contentType: "text/html"], body: Body(Self.one)),
      .status(200, headers: [.contentType: "text/html; charset=utf-8"], body: Body(Self.one)),
      .status(200, body: Body(Self.one)),
      .status(200, headers: [.contentType: "Application/VND.api+json; profile=\"p\""], body: Body(Self.one)))
    let api = client(stub)
    #expect(try await api.send(Article.read("1")).title == "T")
    let error = await #expect(throws: CallError.self) { try await api.send(Strict.read("1")) }
    #expect(
      (error?.underlying as? MappingError)?.kind == .wrongMediaType && error?.description.contains("not text/html") == true)
    #expect(error?.description.contains("text/html") == true)
    await #expect(throws: CallError.self) { try await api.send(Strict.read("1")) }
    #expect(try await api.send(Strict.read("1")).id == "1")
  }

  @Test("D08: relationship endpoints read, replace, add and remove linkage, and fetch what is related") func relationships()
    async throws
  {
    let linkage = #"{"data":[{"type":"comments","id":"5"}],"links":{"self":"/l"},"meta":{"n":1}}"#
    let stub = StubTransport(
      .document(linkage), .status(204), .document(linkage), .document(linkage), .document(#"{"data":null}"#),
      .document(#"{"data":[{"type":"comments","id":"5","attributes":{"body":"b"}}]}"#), .document(#"{"data":null}"#))
    let api = client(stub)
    let comments = Article.relationship("comments", of: "a/1")
    let five = [ResourceIdentifier("comments", "5")]
    let read = try await api.send(comments.read())
    #expect(read.linkage == .many(five) && read.links["self"]?.href == "/l" && read.meta["n"] == 1)
    #expect(try await api.send(comments.replace(.many(five))) == nil)
    #expect(try await api.send(comments.add(five))?.linkage?.ids == ["5"])
    #expect(try await api.send(comments.remove(five))?.linkage?.ids == ["5"])
    let author = Article(id: "1", title: "T").relationship("author")
    #expect(try await api.send(author.replace(.one(nil)))?.linkage == .one(nil))
    #expect(try await api.send(comments.related([Comment].self, ["page": ["size": 1]])).map(\.id) == [5])
    #expect(try await api.send(author.related(Person?.self)) == nil)
    let many = #"{"data":[{"id":"5","type":"comments"}]}"#
    #expect(stub.sent.map(\.text) == [nil, many, many, many, #"{"data":null}"#, nil, nil])
    #expect(stub.sent.map(\.method) == [.get, .patch, .post, .delete, .patch, .get, .get])
    #expect(
      stub.sent.map { $0.request.head.path } == [
        "/v1/articles/a%2F1/relationships/comments", "/v1/articles/a%2F1/relationships/comments",
        "/v1/articles/a%2F1/relationships/comments", "/v1/articles/a%2F1/relationships/comments",
        "/v1/articles/1/relationships/author", "/v1/articles/a%2F1/comments?page%5Bsize%5D=1", "/v1/articles/1/author",
      ])
    #expect(stub.sent[3].headers[.contentType] == "application/vnd.api+json")
  }
}

@Suite struct TrackingTests {
  @Test("D32, G02: a tracked resource sends what changed, takes the answer, and then has nothing to send") func tracked()
    async throws
  {
    func answer(_ title: String) -> StubTransport.StubResponse {
      .document(
        """
        {"data":{"type":"articles","id":"1","attributes":{"title":"\(title)"},
         "relationships":{"author":{"data":{"type":"people","id":"9"}}}},
         "included":[{"type":"people","id":"9","attributes":{"name":"Dan"}}]}
        """)
    }
    let stub = StubTransport(answer("T"), answer("By the server"), .status(204), .status(500))
    let api = client(stub)
    var article = try await api.send(Article.read("1").tracked)
    try await api.save(&article)
    #expect(stub.sent.count == 1)
    article.value.title = "New"
    try await api.save(&article)
    #expect(try article.value.title == "By the server" && article.changes().isEmpty)
    article.value.author = .null
    try await api.save(&article)
    #expect(try article.changes().isEmpty && article.value.author == .null)
    article.value.title = "Lost?"
    await #expect(throws: CallError.self) { try await api.save(&article) }
    #expect(try article.changes().document == ["attributes": ["title": "Lost?"]])
    #expect(
      stub.sent.dropFirst().prefix(2).map(\.text) == [
        #"{"data":{"attributes":{"title":"New"},"id":"1","type":"articles"}}"#,
        #"{"data":{"id":"1","relationships":{"author":{"data":null}},"type":"articles"}}"#,
      ])
  }

  @Test("D32: the elements of a list are tracked; an entity tag goes along where one is given") func trackedList() async throws
  {
    let stub = StubTransport(
      .document(
        #"{"data":[{"type":"people","id":"1","attributes":{"name":"A"}},{"type":"people","id":"2","attributes":{"name":"B"}}]}"#
      ),
      .status(204, headers: [.eTag: #""v2""#]),
      .document(#"{"data":{"type":"people","id":"2","attributes":{"name":"Theirs"}}}"#, status: 412))
    let api = client(stub)
    var people = try await api.send(Person.enumerate().tracked)
    people[1].entityTag = "v1"
    people[1].value.name = "C"
    try await api.save(&people[1])
    #expect(people[1].entityTag == #""v2""# && stub.last?.headers[.ifMatch] == #""v1""#)
    #expect(stub.last?.text == #"{"data":{"attributes":{"name":"C"},"id":"2","type":"people"}}"#)
    people[1].value.name = "D"
    let stale = await #expect(throws: Conflict<Person>.self) { try await api.save(&people[1]) }
    #expect(stale?.theirs?.value.name == "Theirs" && people[1].value.name == "D")
    #expect(stub.last?.headers[.ifMatch] == #""v2""#)
    #expect(try people[0].changes().isEmpty)
  }

  @Test("D32: attributes and linkage are sent whole, links never, and what a document says is enough to read it again")
  func whole() async throws {
    struct Place: JSONAPIResource, Readable, Patchable {
      struct Spot: Codable, Equatable { var x: Int; var y: Int }
      static let resourceType = "places"
      static let keyStrategy: KeyStrategy? = .kebabCase
      var id: String
      var bestSpot: Spot
      var nick: String?
      var owner: ToOne<Person>
      var guests: ToMany<Person>
    }
    let stub = StubTransport(
      .document(
        """
        {"data":{"type":"places","id":"1","attributes":{"best-spot":{"x":1,"y":2},"nick":"n","other":5},
         "links":{"self":"/1"},"relationships":{
          "owner":{"links":{"self":"/o"},"data":{"type":"people","id":"1"}},
          "guests":{"meta":{"n":2},"data":[{"type":"people","id":"1"},{"type":"people","id":"2"}]}}}}
        """), .status(204))
    let api = client(stub)
    var place = try await api.send(Place.read("1").tracked)
    place.value.bestSpot.y = 3
    place.value.nick = nil
    place.value.owner = .to(id: "7")
    place.value.guests = .to(ids: ["2"])
    try await api.save(&place)
    #expect(
      try json(stub.last?.text ?? "")["data"] == [
        "type": "places", "id": "1", "attributes": ["best-spot": ["x": 1, "y": 3], "nick": nil],
        "relationships": [
          "owner": ["data": ["type": "people", "id": "7"]], "guests": ["data": [["type": "people", "id": "2"]]],
        ],
      ])
    #expect(stub.last?.headers[.contentType] == JSONAPI.mediaType)
    #expect(place.value.owner.id == "7" && place.memory["attributes"]?["other"] == 5)
    #expect(try await api.save(&place)?.status == nil && stub.sent.count == 2)
  }

  @Test("D32: a relationship that the model no longer has is left out; meta that changed is sent") func trackedMembers()
    async throws
  {
    struct Place: JSONAPIResource, Readable, Patchable {
      static let resourceType = "places"
      static let path: URITemplate = "places"
      var id: String?
      var owner: ToOne<Person>
      var guest: ToOne<Person>
      var meta: [String: Int]
    }
    let stub = StubTransport(
      .document(
        """
        {"data":{"type":"places","id":"1","meta":{"n":1,"m":1},"relationships":{
          "owner":{"data":{"type":"people","id":"1"}},"guest":{"data":{"type":"people","id":"2"}}}}}
        """), .status(204))
    let api = client(stub)
    var place = try await api.send(Place.read("1").tracked)
    place.value.owner = .absent
    place.value.guest = .to(id: "3")
    place.value.meta["n"] = 2
    try await api.save(&place)
    #expect(
      try json(stub.last?.text ?? "")["data"] == [
        "type": "places", "id": "1", "meta": ["n": 2, "m": 1],
        "relationships": ["guest": ["data": ["type": "people", "id": "3"]]],
      ])
  }

  @Test("D32, C15: a model that is a class is compared with how it was") func trackedClass() async throws {
    final class Counter: JSONAPIResource, Patchable, Readable {
      private enum CodingKeys: String, CodingKey { case id, count }
      static let resourceType = "counters"
      let id: String
      private let stored: Mutex<Int>
      var count: Int {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        stored = Mutex(try container.decode(Int.self, forKey: .count))
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(count, forKey: .count)
      }
    }
    let stub = StubTransport(.document(#"{"data":{"type":"counters","id":"1","attributes":{"count":1}}}"#))
    let counter = try await client(stub).send(Counter.read("1").tracked)
    counter.value.count = 2
    #expect(try counter.changes().document == ["attributes": ["count": 2]])
  }
}
