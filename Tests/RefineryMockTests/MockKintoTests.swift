import Endpoints
import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryMock
import Testing

@Suite("Mock server: Kinto") struct MockKintoTests {
  private struct Article: Kinto.Model, Equatable {
    var id: String
    var title: String
    var author: String
    var rating: Double?
  }

  private static func place<Output>(_ call: Call<Output>) -> Call<Output> {
    call.with("bucket", "blog").with("collection", "articles")
  }

  /// A server with `blog/articles`: ten articles by each of two authors.
  private func server() throws -> MockServer {
    let articles = (1...20).map { number -> JSONValue in
      [
        "id": .string("a\(number)"), "title": .string("Article \(number)"), "author": .string("p\(number % 2)"),
        "rating": .number(number),
      ]
    }
    return try MockServer(
      EndpointTable("Articles", [Kinto.Server.self, Kinto.Bucket.self, Kinto.Collection.self, Article.self]),
      MockSettings {
        $0.versionMember = "last_modified"
        $0.seeds = [
          "Bucket": [["id": "blog", "title": "Blog"]], "buckets/blog/collections": [["id": "articles"], ["id": "people"]],
          "buckets/blog/collections/articles/records": .array(articles),
        ]
      })
  }

  @Test("S07: Kinto's pages, filters, versions and errors") func kinto() async throws {
    let mock = try server()
    let api = Client(baseURL: "\(mock.url)/v1", transport: mock.transport)
    var titles: [String] = []
    var sizes: [Int] = []
    var token: String?
    repeat {
      let query = Kinto.query(limit: 4, token: token, sort: ["-rating"]).merging(["author": "p1", "min_rating": 0])
      let page = try await api.reply(to: Self.place(Article.enumerate(query)))
      titles += page.value.map(\.title)
      sizes.append(page.value.count)
      token = Kinto.nextToken(in: page.headers)
    } while token != nil && sizes.count < 10
    #expect(sizes == [4, 4, 2] && titles.first == "Article 19" && Set(titles).count == 10)
    var all: [String] = []
    for try await article in api.items(of: Self.place(Article.enumerate(Kinto.query(limit: 7)))) { all.append(article.id) }
    #expect(all == (1...20).map { "a\($0)" })
    #expect(try await api.send(Kinto.Bucket.read("blog"))["title"] == "Blog")
    #expect(try await api.send(Kinto.Collection.enumerate().with("bucket", "blog")).map(\.id) == ["articles", "people"])
    #expect(try await api.send(Kinto.Server.read()).version.isEmpty == false)

    let article = Article(id: "new", title: "New", author: "scratch")
    let created = try await api.reply(to: Self.place(article.create()))
    #expect(created.status == .created && created.value == article)
    let tag = try #require(created.entityTag)
    let update = Self.place(Article(id: "new", title: "Newer", author: "scratch", rating: 4.5).update())
    #expect(try await api.send(update.ifMatch(tag)).title == "Newer")
    let stale = await #expect(throws: CallError.self) { try await api.send(update.ifMatch(tag)) }
    #expect(stale?.kind == .status(412) && stale?.details(as: KintoError.self)?.code == 412)
    #expect(try await api.send(Self.place(Article.patch("new", ["rating": 3]))).rating == 3)
    let unchanged = try #require(try await api.reply(to: Self.place(Article.read("new"))).entityTag)
    #expect(try await api.send(Self.place(Article.read("new")).ifNoneMatch(unchanged)) == nil)
    #expect(try await api.send(Self.place(Article.delete("new"))) == Okay())
    let put = Self.place(Article(id: "put", title: "Put", author: "scratch").update())
    #expect(try await api.reply(to: put).status == .created)
    let exists = await #expect(throws: CallError.self) { try await api.send(put.header("If-None-Match", "*")) }
    #expect(exists?.status == 412)
    let invalid = await #expect(throws: CallError.self) { try await api.send(Self.place(Article.create(["title": 1]))) }
    #expect(invalid?.status == 422 && invalid?.details(as: KintoError.self)?.message?.contains("`title` is a number") == true)
    let stray = await #expect(throws: CallError.self) {
      try await api.send(Article.enumerate().with("bucket", "blog").with("collection", "none"))
    }
    #expect(stray?.kind == .notFound)
    _ = try await api.send(Kinto.Bucket.delete("blog"))
    #expect(mock.records { $0.all("Collection").count + $0.all("Article").count } == 0)
  }

  @Test("S07: Kinto's batch, by a closure that responds to the requests in its body") func batch() async throws {
    let mock = try MockServer(
      [Kinto.table, EndpointTable("Articles", [Article.self])],
      MockSettings {
        $0.versionMember = "last_modified"
        $0.seeds = ["Bucket": [["id": "blog"]], "buckets/blog/collections": [["id": "articles"]]]
      })
    try mock.respond(to: "Kinto.batch") { call, records in
      let responses = (call.json["requests"]?.array ?? []).map { item -> JSONValue in
        let request = MockRequest(
          method: item["method"]?.string.flatMap { HTTPRequest.Method($0) } ?? .get, target: item["path"]?.string ?? "/",
          content: item["body"]?.data() ?? Data())
        let response = records.respond(to: request)
        let body = (try? JSONValue(parsing: response.content)) ?? .null
        return ["status": .number(response.status), "headers": [:], "body": body]
      }
      return .json(["responses": .array(responses)])
    }
    let api = Client(baseURL: mock.url, transport: mock.transport)
    func place<Output>(_ call: Call<Output>) -> Call<Output> { call.with("bucket", "blog").with("collection", "articles") }
    let (created, missing) = try await api.send(
      place(Kinto.Record.create(["id": "a", "title": "One"])), place(Kinto.Record.read("none")), in: Kinto.batch)
    #expect(try created.get()["title"] == "One")
    #expect(#expect(throws: CallError.self) { try missing.get() }?.kind == .notFound)
    #expect(try await api.send(place(Kinto.Record.read("a")))["title"] == "One")
  }

  @Test("S07: records of any shape have a generated id and a version") func records() async throws {
    let mock = try MockServer(Kinto.table, MockSettings { $0.versionMember = "last_modified" })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    try mock.records {
      try $0.store(["id": "b"], in: "Bucket")
      try $0.store(["id": "c"], in: "Collection", below: ["bucket": "b"])
    }
    let record = try await api.send(
      Kinto.Record.create(["title": "x", "tags": ["a"]]).with("bucket", "b").with("collection", "c"))
    #expect(!record.id.isEmpty && record.lastModified != nil && record["tags"]?[0] == "a")
    let newer = try await api.send(Kinto.Record.patch(record.id, ["title": "y"]).with("bucket", "b").with("collection", "c"))
    #expect(newer["title"] == "y" && newer.lastModified ?? 0 > record.lastModified ?? 0)
  }
}
