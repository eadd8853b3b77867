import Endpoints
import Foundation
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

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
}
