import Endpoints
import Foundation
import HTTPTypes
import Refinery
import Testing

/// Kinto, seeded with `blog/articles`: a0001 to a0600, ten by each of sixty authors.
enum Blog {
  static var url: String? { Server.kinto.url.map { $0.hasSuffix("/v1") ? $0 : "\($0)/v1" } }

  struct Article: Kinto.Model, Equatable {
    var id: String
    var title: String
    var author: String
    var rating: Double?
  }

  static func place<Output>(_ call: Call<Output>) -> Call<Output> {
    call.with("bucket", "blog").with("collection", "articles")
  }

  static func client(_ log: Log = Log()) -> Client {
    Client(url, auth: AuthMiddleware(.basic(user: "alice", password: "pw")), log: log)
  }
}

extension Servers {
  @Suite("Kinto", Server.kinto.trait) struct KintoServerTests {
    private typealias Article = Blog.Article
    private let api = Blog.client()

    @Test("B08, B09, L09: enumerate with limit and filter, page by page through the token")
    func enumerate() async throws {
      var articles: [Article] = []
      var sizes: [Int] = []
      var token: String?
      repeat {
        let query = Kinto.query(limit: 4, token: token, sort: ["title"]).merging(["author": "p001", "min_rating": 0])
        let page = try await api.reply(to: Blog.place(Article.enumerate(query)))
        articles += page.value
        sizes.append(page.value.count)
        token = Kinto.nextToken(in: page.headers)
      } while token != nil && sizes.count < 10
      #expect(sizes == [4, 4, 2])
      #expect(articles.map(\.title) == (1...10).map { "Article \($0 * 60)" }.sorted())
      #expect(articles.allSatisfy { $0.author == "p001" })
    }

    @Test("B05, C16: read one, as a model and as a record of any shape")
    func read() async throws {
      let article = try await api.send(Blog.place(Article.read("a0001")))
      #expect(article == Article(id: "a0001", title: "Article 1", author: "p002", rating: 0.1))
      let record = try await api.send(Blog.place(Kinto.Record.read("a0006")))
      #expect(record["tags"]?.array?.isEmpty == false)
      #expect(record.lastModified != nil)
      let server = try await api.send(Kinto.Server.read())
      #expect(server.capabilities["schema"] != nil)
    }

    @Test("B01, B11, B13, B16, K07, O08: create, update with If-Match, be refused when stale, patch, delete")
    func cycle() async throws {
      let log = Log()
      let api = Blog.client(log)
      let id = UUID().uuidString.lowercased()
      let created = try await api.reply(to: Blog.place(Article.create(Article(id: id, title: "New", author: "scratch"))))
      #expect(created.status == .created)
      let tag = try #require(created.entityTag)

      let update = Blog.place(Article(id: id, title: "Newer", author: "scratch", rating: 4.5).update())
      #expect(try await api.send(update.ifMatch(tag)).title == "Newer")
      let stale = try #require(await #expect(throws: CallError.self) { try await api.send(update.ifMatch(tag)) })
      #expect(stale.kind == .status(412))
      let details = try #require(stale.details(as: KintoError.self))
      #expect(details.errno == 114)
      #expect(details.details?["existing"]?["title"] == "Newer")
      #expect(stale.description.contains("status 412") && !stale.description.contains("Newer"))

      #expect(try await api.send(Blog.place(Article.patch(id, ["rating": 3]))).rating == 3)
      let unchanged = try #require(try await api.reply(to: Blog.place(Article.read(id))).entityTag)
      #expect(try await api.send(Blog.place(Article.read(id)).ifNoneMatch(unchanged)) == nil)

      #expect(try await api.send(Blog.place(Article.delete(id))) == Okay())
      let gone = await #expect(throws: CallError.self) { try await api.send(Blog.place(Article.read(id))) }
      #expect(gone?.kind == .notFound)
      #expect(log.lines.contains { $0.contains("endpoint.name=Article.update") && $0.contains("412") })
      let basic = Data("alice:pw".utf8).base64EncodedString()
      #expect(!log.lines.contains { $0.contains(basic) })
    }

    @Test("I09, I10: what the schema refuses comes back readable")
    func invalid() async throws {
      let call = Blog.place(Kinto.Record.create(["author": "scratch"]))
      let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
      #expect(error.kind == .status(400))
      let details = try #require(error.details(as: KintoError.self))
      #expect(details.errno == 107)
      #expect(details.details?[0]?["description"]?.string?.contains("title") == true)
    }

    @Test("I09: a 401 keeps its body")
    func unauthorized() async throws {
      let call = Blog.place(Kinto.Record.create(["title": "x", "author": "scratch"]))
      let error = try #require(await #expect(throws: CallError.self) { try await Client(Blog.url).send(call) })
      #expect(error.status == 401)
      #expect(try JSONValue(parsing: error.body)["errno"] == 104)
    }

    @Test("Several calls in one request: each has its own result, in the order of the calls")
    func batch() async throws {
      let id = UUID().uuidString.lowercased()
      let article = Article(id: id, title: "New", author: "scratch")
      let (created, read, page, missing, refused) = try await api.send(
        Blog.place(Article.create(article)), Blog.place(Article.read("a0001")),
        Blog.place(Article.enumerate(Kinto.query(limit: 2, sort: ["title"]).merging(["author": "p001"]))),
        Blog.place(Article.read("none")), Blog.place(article.update()).ifMatch("1"), in: Kinto.batch)
      #expect(try created.get() == article && read.get().title == "Article 1" && page.get().count == 2)
      #expect(#expect(throws: CallError.self) { try missing.get() }?.kind == .notFound)
      let stale = try #require(#expect(throws: CallError.self) { try refused.get() })
      #expect(stale.kind == .status(412) && stale.details(as: KintoError.self)?.errno == 114)

      let names = ["a0002", "a0003", id]
      let results = try await api.send(names.map { Blog.place(Article.read($0)) }, in: Kinto.batch)
      #expect(try results.map { try $0.get().id } == names)
      let deleted = try await api.send(Blog.place(Article.delete(id)), in: Kinto.batch)
      #expect(try deleted.get() == Okay())
    }

    @Test("B06: buckets and collections are resources as records are")
    func containers() async throws {
      #expect(try await api.send(Kinto.Bucket.read("blog"))["title"] == "Blog")
      let names = try await api.send(Kinto.Collection.enumerate().with("bucket", "blog")).map(\.id)
      #expect(Set(names).isSuperset(of: ["articles", "comments", "people"]))
    }
  }
}
