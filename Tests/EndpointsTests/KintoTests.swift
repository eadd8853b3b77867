import Foundation
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

#if TABLES
  import Tables
#else
  import Endpoints
#endif

@Suite struct KintoTests {
  private struct Article: Kinto.Model {
    static let path: URITemplate = "buckets/blog/collections/articles/records"
    static let parameters: [String] = []
    var id: String
    var title: String
  }

  private func client(_ stub: StubTransport) -> Client { Client(baseURL: "http://k/v1", transport: stub) }

  @Test("C18: what is sent is wrapped as data, what comes back is unwrapped")
  func wrapping() async throws {
    let stub = StubTransport(
      .json(#"{"data":{"id":"a1","title":"One","last_modified":7},"permissions":{}}"#),
      .json(#"{"data":[{"id":"a1","title":"One"}]}"#))
    let api = client(stub)
    let article = try await api.send(Article(id: "a1", title: "One").update())
    #expect(article.title == "One")
    #expect(try await api.send(Article.enumerate()).map(\.id) == ["a1"])
    #expect(try await stub.requests[0].body?.collect() == Data(#"{"data":{"id":"a1","title":"One"}}"#.utf8))
    #expect(stub.requests[0].head.path == "/v1/buckets/blog/collections/articles/records/a1")
  }

  @Test("C16: a record of any shape keeps its attributes, apart from id and version")
  func anyShape() async throws {
    let stub = StubTransport(.json(#"{"data":{"id":"a1","last_modified":7,"tags":["x"],"rating":4.5}}"#))
    let call = Kinto.Record.read("a1").with("bucket", "blog").with("collection", "articles")
    var record = try await client(stub).send(call)
    #expect(record.lastModified == 7)
    #expect(record["tags"] == ["x"])
    #expect(record["id"] == nil)
    record["rating"] = 5
    let written = try JSONCoder().encode(record, nulls: nil)
    #expect(try JSONValue(parsing: written) == ["id": "a1", "tags": ["x"], "rating": 5])
  }

  @Test("C06: a record without an id is a mapping error")
  func noID() async throws {
    let stub = StubTransport(.json(#"{"data":{"title":"One"}}"#))
    let error = await #expect(throws: CallError.self) {
      try await self.client(stub).send(Kinto.Bucket.read("blog"))
    }
    #expect(error?.kind == .mapping)
  }

  @Test("B09: limit, token, version, order and fields of a listing, and filters beside them")
  func listing() throws {
    let query = Kinto.query(limit: 20, token: "t/1", since: 7, sort: ["-rating", "title"], fields: ["title"])
    let request = try client(StubTransport()).makeRequest(for: Article.enumerate(query.merging(["min_rating": 3])))
    #expect(
      request.head.path
        == "/v1/buckets/blog/collections/articles/records?_fields=title&_limit=20&_since=7&_sort=-rating%2Ctitle&_token=t%2F1&min_rating=3"
    )
  }

  @Test("L09: the next page's token is taken from its URL")
  func nextToken() throws {
    let name = try #require(HTTPField.Name("Next-Page"))
    #expect(Kinto.nextToken(in: [name: "http://k/v1/buckets?_limit=2&_token=eyJ%3D"]) == "eyJ=")
    #expect(Kinto.nextToken(in: [name: "http://k/v1/buckets"]) == nil)
    #expect(Kinto.nextToken(in: [:]) == nil)
  }

  @Test("O08: a refusal is a KintoError whose details can be read, and whose line holds none of them")
  func refusal() async throws {
    let stub = StubTransport(
      .json(
        #"{"code":412,"errno":114,"error":"Precondition Failed","message":"m","details":{"existing":{"title":"secret"}}}"#,
        status: 412))
    let error = await #expect(throws: CallError.self) {
      try await self.client(stub).send(Article(id: "a1", title: "One").update().ifMatch("1"))
    }
    let details = try #require(error?.details(as: KintoError.self))
    #expect(details.details?["existing"]?["title"] == "secret")
    #expect(details.description == "Kinto error 114, status 412")
    #expect(stub.requests.first?.head.headerFields[.ifMatch] == #""1""#)
  }

  @Test("Several calls are sent in one request, and each has its own result")
  func batch() async throws {
    let stub = StubTransport(
      .json(
        #"""
        {"responses":[
          {"status":200,"path":"/v1/x","headers":{"ETag":"\"7\"","bad name":"x"},"body":{"data":{"id":"a1","title":"One"}}},
          {"status":412,"headers":{},"body":{"code":412,"errno":114,"error":"Precondition Failed"}},
          {"status":304,"path":"/v1/y","body":{}}]}
        """#))
    let tag = Article.read("a1").mapping { input in input.head.headerFields[.eTag] }
    let (read, update, unchanged) = try await client(stub).send(
      tag, Article(id: "a2", title: "Two").update().ifMatch("1"), Article.read("a3").ifNoneMatch("3"), in: Kinto.batch)
    #expect(try read.get() == #""7""#)
    let refused = #expect(throws: CallError.self) { try update.get() }
    #expect(refused?.endpoint.name == "Article.update" && refused?.details(as: KintoError.self)?.errno == 114)
    #expect(try unchanged.get() == nil)
    let sent = try #require(stub.last)
    #expect(sent.url == "http://k/v1/batch" && sent.method == .post)
    let path = "/v1/buckets/blog/collections/articles/records"
    #expect(
      try JSONValue(parsing: sent.body ?? Data()) == [
        "requests": [
          ["method": "GET", "path": .string("\(path)/a1")],
          [
            "method": "PUT", "path": .string("\(path)/a2"), "body": ["data": ["id": "a2", "title": "Two"]],
            "headers": ["If-Match": #""1""#, "Content-Type": "application/json"],
          ],
          ["method": "GET", "path": .string("\(path)/a3"), "headers": ["If-None-Match": #""3""#]],
        ]
      ])
  }

  @Test("A batch whose response is no list of responses, or has impossible parts, is a mapping error")
  func hostileBatch() async throws {
    let fields = (0..<70_000).map { #""h\#($0)":"x""# }.joined(separator: ",")
    for responses in [
      "{}", #"[{"status":99999}]"#, #"[{"status":-1}]"#, #"[{"path":"/"}]"#, "[]", #"[{"status":200,"headers":{\#(fields)}}]"#,
    ] {
      let api = client(StubTransport(.json(#"{"responses":\#(responses)}"#)))
      let error = await #expect(throws: CallError.self) { try await api.send([Article.read("a1")], in: Kinto.batch) }
      #expect(error?.kind == .mapping && error?.endpoint.name == "Kinto.batch")
    }
    let stub = StubTransport()
    let text = Article.update("a1", [:]).text("no JSON")
    let error = await #expect(throws: CallError.self) { try await client(stub).send([text], in: Kinto.batch) }
    #expect(error?.stage == .building && error?.endpoint.name == "Article.update" && stub.requests.isEmpty)
  }
}
