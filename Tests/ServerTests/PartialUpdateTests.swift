import Endpoints
import Foundation
import HTTPTypes
import Refinery
import Synchronization
import Testing

extension Servers {
  /// Tracked records of Kinto, in a bucket of their own.
  @Suite("Partial update on Kinto", Server.kinto.trait) struct PartialUpdateTests {
    private struct Article: Kinto.Model, Equatable {
      static let path: URITemplate = "buckets/tracked/collections/articles/records"
      static let parameters: [String] = []
      static let options = Kinto.options
      var id: String
      var title: String
      var body: String?
      var tags: [String] = []
      var place: Place?

      struct Place: Codable, Sendable, Equatable {
        var city: String
        var street: String?
      }
    }

    /// Keeps what passes it on the way to the server.
    private final class Witness: Middleware {
      private let kept = Mutex<[Request]>([])
      var requests: [Request] { kept.withLock { $0 } }
      var patches: [Request] { requests.filter { $0.head.method == .patch } }

      func respond(to request: Request, next: Next) async throws -> Response {
        kept.withLock { $0.append(request) }
        return try await next(request)
      }

      func lastBody() throws -> JSONValue { try JSONValue(parsing: patches.last?.body?.data ?? Data()) }
    }

    private let witness = Witness()
    private let api: Client
    private let plain = Blog.client()

    init() async throws {
      var api = Blog.client()
      api.middleware.append(witness)
      self.api = api
      try await plain.send(Kinto.Bucket.update("tracked", ["title": "Tracked"]).okay)
      try await plain.send(Kinto.Collection.update("articles", [:]).with("bucket", "tracked").okay)
    }

    private func fresh() async throws -> Tracked<Article> {
      let article = Article(
        id: UUID().uuidString.lowercased(), title: "Old", body: "Text", tags: ["a"],
        place: Article.Place(city: "Rome", street: "s"))
      // A member that the model does not know.
      let attributes: JSONValue = ["rank": 7, "place": ["city": "Rome", "street": "s", "zip": 1]]
      try await plain.send(article.create().okay)
      return try await api.send(Article.patch(article.id, attributes).tracked)
    }

    @Test("G01, G02, G05: one changed field is sent as a PATCH with that field alone; then there is nothing to send")
    func oneField() async throws {
      var article = try await fresh()
      #expect(article.memory["rank"] == 7)
      #expect(article.entityTag == article.memory["last_modified"]?.number.map { "\"\($0)\"" })
      article.value.title = "New"
      let reply = try #require(try await api.save(&article))
      #expect(try witness.lastBody() == ["data": ["title": "New"]])
      #expect(witness.patches.last?.head.headerFields[.ifMatch] != nil)
      #expect(article.entityTag == reply.entityTag)
      let count = witness.requests.count
      #expect(try await api.save(&article) == nil)
      #expect(witness.requests.count == count)
      let stored = try await plain.send(Article.read(article.value.id).json.envelope("data"))
      #expect(stored == article.memory)
      #expect(stored["title"] == "New" && stored["rank"] == 7)
    }

    @Test("G01: without If-Match, what others changed in other fields stays")
    func otherFields() async throws {
      var article = try await fresh()
      try await plain.send(Article.patch(article.value.id, ["body": "Theirs"]))
      article.value.title = "Mine"
      article.value.place?.city = "Oslo"
      article.style.sendsIfMatch = false
      try await api.save(&article)
      #expect(try witness.lastBody() == ["data": ["title": "Mine", "place": ["city": "Oslo", "street": "s", "zip": 1]]])
      let stored = try await plain.send(Article.read(article.value.id))
      #expect(stored.title == "Mine" && stored.body == "Theirs")
      #expect(article.value.body == "Theirs", "the answer has it")
    }

    @Test("A stale one ends as a typed conflict with the server's version; laid upon that it succeeds")
    func conflict() async throws {
      var article = try await fresh()
      let id = article.value.id
      try await plain.send(Article.patch(id, ["body": "Theirs"]))
      article.value.title = "Mine"
      let conflict = try #require(await #expect(throws: Conflict<Article>.self) { try await api.save(&article) })
      #expect(conflict.error.status == 412)
      #expect(conflict.error.details(as: KintoError.self)?.errno == 114)
      let theirs = try #require(conflict.theirs)
      #expect(theirs.value.body == "Theirs" && theirs.value.title == "Old")
      #expect(theirs.memory["rank"] == 7)
      #expect(try await plain.send(Article.read(id)).title == "Old")

      let reads = witness.requests.count
      let rebase = try await article.rebased(onto: api.theirs(in: conflict))
      #expect(witness.requests.count == reads, "the refusal brought it along")
      #expect(rebase.overlaps.isEmpty)
      article = rebase.tracked
      try await api.save(&article)
      #expect(try witness.lastBody() == ["data": ["title": "Mine"]])
      let stored = try await plain.send(Article.read(id))
      #expect(stored.title == "Mine" && stored.body == "Theirs")
    }

    @Test("Save with a side rebases and tries again by itself; without one it stops at what both changed")
    func rebasing() async throws {
      var article = try await fresh()
      let id = article.value.id
      try await plain.send(Article.patch(id, ["body": "Theirs", "title": "Theirs"]))
      article.value.title = "Mine"
      article.value.tags.append("b")
      await #expect(throws: Conflict<Article>.self) { try await api.save(&article, rebasing: nil) }
      try await api.save(&article, rebasing: .mine)
      let stored = try await plain.send(Article.read(id))
      #expect(stored.title == "Mine" && stored.body == "Theirs" && stored.tags == ["a", "b"])
      #expect(article.value == stored)
    }

    @Test("G04, G07, G08: JSON patch changes an element, merge patch takes out what became nil, plain JSON nulls it")
    func formats() async throws {
      var article = try await fresh()
      article.style.format = .jsonPatch
      article.value.tags.append("b")
      article.value.place?.city = "Bern"
      try await api.save(&article)
      #expect(witness.patches.last?.head.headerFields[.contentType] == JSONPatch.mediaType)
      #expect(
        try Set(JSONPatch(witness.lastBody()).operations) == [
          .add(["data", "tags", "1"], "b"), .replace(["data", "place", "city"], "Bern"),
        ])
      #expect(article.value.tags == ["a", "b"])
      article.style.format = .mergePatch
      article.value.body = nil
      article.value.place?.street = nil
      try await api.save(&article)
      #expect(try witness.lastBody() == ["data": ["body": nil, "place": ["street": nil]]])
      #expect(article.memory["place"] == ["city": "Bern", "zip": 1])
      #expect(witness.patches.last?.head.headerFields[.contentType] == MergePatch.mediaType)
      #expect(article.memory.object?.keys.contains("body") == false)
      article.style.format = .members
      article.value.place = nil
      try await api.save(&article)
      #expect(article.memory["place"]?.isNull == true)
      #expect(try await api.save(&article) == nil)
      #expect(try await plain.send(Article.read(article.value.id)) == article.value)
    }

    @Test("G05, C16: records of any shape are tracked in a list, their placeholders remembered")
    func records() async throws {
      let article = try await fresh()
      let query = Kinto.query().merging(["id": article.value.id])
      let call = Kinto.Record.enumerate(query).with("bucket", "tracked").with("collection", "articles")
      var records = try await api.send(call.tracked)
      #expect(records.count == 1)
      records[0].value["rank"] = 8
      records[0].value["body"] = JSONValue?.none
      try await api.save(&records[0])
      #expect(try witness.lastBody() == ["data": ["rank": 8, "body": nil]])
      #expect(records[0].memory["rank"] == 8)
    }
  }
}
