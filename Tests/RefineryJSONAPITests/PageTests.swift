import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PageTests {
  private static func page(_ number: Int, of last: Int) -> String {
    func link(_ number: Int) -> String {
      number < 1 || number > last ? "null" : #""http://h/v1/articles?page%5Bnumber%5D=\#(number)&q=a%2Fb""#
    }
    let people = (1...3).map { #"{"type":"people","id":"\#(number)-\#($0)","attributes":{"name":"N"}}"# }
    return """
      {"data":[{"type":"articles","id":"\(number)","attributes":{"title":"T\(number)"},
        "relationships":{"author":{"data":{"type":"people","id":"\(number)-1"}}}}],
       "included":[\(people.joined(separator: ","))],"meta":{"page":\(number)},
       "links":{"self":\(link(number)),"first":\(link(1)),"last":\(link(last)),"next":\(link(number + 1)),"prev":\(link(number - 1))}}
      """
  }

  private func server(pages: Int) -> StubTransport {
    StubTransport { request in
      let target = request.head.path ?? ""
      let number = target.firstRange(of: "%5Bnumber%5D=").flatMap { Int(target[$0.upperBound...].prefix { $0.isNumber }) }
      return try await StubTransport(.document(Self.page(number ?? 1, of: pages))).send(request)
    }
  }

  @Test("F07: first, next, previous and last follow the whole link, query and all; nil where there is none") func links()
    async throws
  {
    let stub = server(pages: 3)
    let api = client(stub)
    let call = Article.enumerate().include("author").document
    let one = try await api.send(call)
    #expect(call.following(one.links["prev"]) == nil)
    let two = try await api.send(#require(call.following(one.links.next)))
    let last = try await api.send(#require(call.following(two.links["last"])))
    #expect(call.following(last.links.next) == nil)
    #expect(try await api.send(#require(call.following(last.links["prev"]))).data?.first?.id == "2")
    #expect(try await api.send(#require(call.following(last.links["first"]))).data?.first?.id == "1")
    #expect(
      stub.sent.map { $0.request.head.path } == [
        "/v1/articles?include=author", "/v1/articles?page%5Bnumber%5D=2&q=a%2Fb", "/v1/articles?page%5Bnumber%5D=3&q=a%2Fb",
        "/v1/articles?page%5Bnumber%5D=2&q=a%2Fb", "/v1/articles?page%5Bnumber%5D=1&q=a%2Fb",
      ])
    #expect(stub.sent.allSatisfy { $0.headers[.accept] == JSONAPI.mediaType })
  }

  @Test("F08: reload asks for what the document says it is") func reload() async throws {
    let stub = server(pages: 3)
    let api = client(stub)
    let call = Article.enumerate().document
    let two = try await api.send(#require(call.following(api.send(call).links.next)))
    try await api.send(#require(call.following(two.links["self"])))
    #expect(stub.last?.url == two.links["self"]?.href)
    #expect(call.following(Document<[Article]>(data: []).links["self"]) == nil)
  }

  @Test("F09: appendNext gives what is new, appends it to what is old, merges what is included, and goes on from there")
  func appendNext() async throws {
    let stub = server(pages: 3)
    let api = client(stub)
    let call = Article.enumerate().document
    var document = try await api.send(call)
    let appended = try #require(try await document.appendNext(by: api, following: call))
    #expect(appended.map(\.id) == ["2"])
    #expect(document.data?.map(\.id) == ["1", "2"] && document.included.count == 6)
    #expect(try document.data?.compactMap { try $0.author.value?.id } == ["1-1", "2-1"])
    #expect(document.links["self"]?.href.contains("=1") == true && document.links["prev"] == nil)
    let third = try await document.appendNext(by: api, following: call)
    #expect(third?.map(\.id) == ["3"] && document.data?.count == 3 && document.included.count == 9)
    #expect(try await document.appendNext(by: api, following: call) == nil)
    #expect(stub.sent.count == 3 && document.meta["page"] == 3)
  }

  @Test("F09: a resource that several pages include is there once") func includedTwice() async throws {
    func page(_ id: Int, next: String) -> StubTransport.StubResponse {
      .document(
        #"{"data":[{"type":"articles","id":"\#(id)","attributes":{"title":"T"}}],"links":{"next":\#(next)},"#
          + #""included":[{"type":"people","id":"9","attributes":{"name":"Ann"}}]}"#)
    }
    let api = client(StubTransport(page(1, next: #""/v1/articles?page=2""#), page(2, next: "null")))
    let call = Article.enumerate().document
    var document = try await api.send(call)
    _ = try await document.appendNext(by: api, following: call)
    #expect(document.data?.count == 2 && document.included.count == 1)
  }

  @Test("F09: a page that fails leaves the document as it is") func failedAppend() async throws {
    let stub = StubTransport(.document(Self.page(1, of: 2)), .status(503), .document(Self.page(2, of: 2)))
    let api = client(stub)
    let call = Article.enumerate().document
    var document = try await api.send(call)
    await #expect(throws: CallError.self) { try await document.appendNext(by: api, following: call) }
    #expect(document.data?.count == 1)
    #expect(try await document.appendNext(by: api, following: call)?.count == 1)
    #expect(document.data?.count == 2)
  }

  @Test("F12, F07: items and pages of documents come as sequences, by the links, and objects count as links") func sequences()
    async throws
  {
    let stub = server(pages: 3)
    var ids: [String?] = []
    for try await article in client(stub).items(of: Article.enumerate().include("author"), by: .jsonAPI(size: 1)) {
      ids.append(article.id)
      #expect(article.author.isLoaded)
    }
    #expect(ids == ["1", "2", "3"] && stub.sent.count == 3)
    #expect(try await client(server(pages: 4)).items(of: Article.enumerate()).reduce(0) { sum, _ in sum + 1 } == 4)
    var pages = 0
    let call = Article.enumerate().document
    for try await page in client(stub).pages(of: call, by: .jsonAPI(), elements: { $0.data ?? [] }) {
      pages += 1
      #expect(page.value.included.count == 3)
    }
    #expect(pages == 3)
    let object = Self.page(1, of: 2).replacing(
      #""next":"http://h/v1/articles?page%5Bnumber%5D=2&q=a%2Fb""#, with: #""next":{"href":"/v1/articles?page=2"}"#)
    let linked = StubTransport(.document(object), .document(Self.page(2, of: 2)))
    #expect(try await client(linked).items(of: Article.enumerate(), by: .jsonAPI()).reduce(0) { sum, _ in sum + 1 } == 2)
    #expect(linked.last?.request.head.path == "/v1/articles?page=2")
  }

  @Test("F14: a next page at another origin is refused unless it is allowed") func foreign() async throws {
    let page = Self.page(1, of: 2).replacing("http://h/v1/articles?page%5Bnumber%5D=2", with: "http://evil/?page=2")
    let stub = StubTransport(.document(page))
    let call = Article.enumerate().document
    let api = client(stub)
    var document = try await api.send(call)
    await #expect(throws: CallError.self) { try await document.appendNext(by: api, following: call) }
    #expect(stub.sent.count == 1)
  }
}
