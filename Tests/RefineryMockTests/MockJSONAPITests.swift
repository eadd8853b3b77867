import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryMock
import Testing

private struct Article: JSONAPIResource, Mappable {
  static let resourceType = "articles"
  static let path: URITemplate = "articles"
  var id: String?
  var title: String
  var rating: Int?
  var author: ToOne<Writer> = .absent
  var comments: ToMany<Comment> = .absent
}

private struct Writer: JSONAPIResource, Mappable {
  static let resourceType = "writers"
  static let path: URITemplate = "writers"
  static let keyStrategy: KeyStrategy? = .kebabCase
  var id: Int?
  var fullName: String
}

private struct Comment: JSONAPIResource, Mappable {
  static let resourceType = "comments"
  static let path: URITemplate = "comments"
  var id: String?
  var body: String
  var writer: ToOne<Writer> = .absent
}

@Suite("Mock server: JSON:API") struct MockJSONAPITests {
  private let table = EndpointTable("Articles", [Article.self, Writer.self, Comment.self])

  @Test("S07: JSON:API documents are created, read, patched and deleted") func records() async throws {
    let mock = try MockServer(table)
    let api = Client(baseURL: mock.url, transport: mock.transport)
    let ann = try await api.send(Writer(fullName: "Ann Berg").create())
    #expect(ann.id == 1 && ann.fullName == "Ann Berg")
    #expect(mock.records { $0.find("writers", "1") }?["attributes"]?["full-name"] == "Ann Berg")
    let article = Article(title: "One", rating: 3, author: .to(id: 1))
    let reply = try await api.reply(to: article.create())
    #expect(reply.status == .created && reply.headers[.contentType] == "application/vnd.api+json")
    #expect(reply.value.id == "1" && reply.value.author.id == "1")
    let read = try await api.send(Article.read("1").include("author"))
    #expect(try read.author.value?.fullName == "Ann Berg")
    #expect(try await api.send(Article.patch("1", ["rating": 5])).rating == 5)
    let changed = try await api.send(Article.update("1", ["rating": nil] as JSONValue))
    #expect(changed.title == "One" && changed.rating == nil && changed.author.id == "1")
    _ = try await api.send(Article.delete("1"))
    let gone = await #expect(throws: CallError.self) { try await api.send(Article.read("1")) }
    #expect(gone?.jsonAPIErrors?.errors.first?.status == 404)
  }

  @Test("S07: faults of a JSON:API document have pointers into it") func faults() async throws {
    let mock = try MockServer(table)
    let api = Client(baseURL: mock.url, transport: mock.transport)
    let error = await #expect(throws: CallError.self) { try await api.send(Article.create(["title": 1, "rating": "x"])) }
    #expect(error?.status == 422)
    let errors = error?.jsonAPIErrors?.errors ?? []
    #expect(errors.map { $0.source?.pointer } == ["/data/attributes/title", "/data/attributes/rating"])
    func status(_ body: String) -> Int {
      let request = MockRequest(
        method: .post, target: "/articles", fields: [.contentType: "application/vnd.api+json"], content: Data(body.utf8))
      return mock.respond(to: request).status
    }
    #expect(status(#"{"data":{"type":"writers","attributes":{"title":"x"}}}"#) == 409)
    #expect(status(#"{"data":{"type":"articles","id":"7","attributes":{"title":"x"}}}"#) == 201)
    #expect(status(#"{"data":{"type":"articles","id":"7","attributes":{"title":"x"}}}"#) == 409)
    #expect(status(#"{"title":"x"}"#) == 422)
  }

  @Test("S07: JSON:API lists have links, filters, an order, fields and included resources") func lists() async throws {
    let mock = try MockServer(table, MockSettings { $0.records = 250 })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    var seen: Set<String?> = []
    for try await article in api.items(of: Article.enumerate()) { seen.insert(article.id) }
    #expect(seen.count == 250)
    let document = try await api.send(Article.enumerate().page(.number(2, size: 100)).sort("-rating").document)
    #expect(document.data?.count == 100 && document.links["prev"] != nil && document.links["next"] != nil)
    let ratings = document.data?.map { $0.rating ?? -1 } ?? []
    #expect(ratings == ratings.sorted(by: >))
    let first = try await api.send(Article.read("1").include("author", "comments.writer"))
    #expect(first.author.isLoaded || first.author == .null)
    #expect(try first.comments.values.allSatisfy { $0.writer.isLoaded || $0.writer == .null })
    let title = first.title
    let same = try await api.send(Article.enumerate().filter(["title": .string(title)]).fields("articles", ["title"]))
    #expect(!same.isEmpty && same.allSatisfy { $0.title == title && $0.rating == nil && $0.author == .absent })
  }
}
