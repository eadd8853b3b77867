import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct BodyPagesTests {
  private func search(_ pagination: Pagination) -> Endpoint {
    Endpoint("Person.search", .post, "people/search", Options { $0.pagination = pagination }, output: [Person].self)
  }

  private func page(_ ids: Int..., next: String? = nil) -> StubTransport.StubResponse {
    let people = ids.map { #"{"id":\#($0),"name":"n"}"# }.joined(separator: ",")
    return .json(#"{"people":[\#(people)],"next":\#(next.map { "\"\($0)\"" } ?? "null")}"#)
  }

  private func bodies(_ server: StubTransport) -> [String?] {
    server.requests.map { $0.body?.data.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test("Pages are asked for by members of the body, which keeps what the call sends")
  func numbers() async throws {
    let (api, server) = client(page(1, 2), page(3))
    let call = Call<[Person]>(search(.numbers(size: 2).inBody(at: "page"))).envelope("people").body(["text": "n"])
    let ids = try await api.items(of: call).reduce(into: []) { $0.append($1.id) }
    #expect(ids == [1, 2, 3])
    #expect(
      bodies(server) == [
        #"{"text":"n","page":{"page":1,"per_page":2}}"#, #"{"text":"n","page":{"page":2,"per_page":2}}"#,
      ])
    #expect(server.requests.allSatisfy { $0.head.path == "/api/people/search" })
    #expect(server.requests.allSatisfy { $0.head.headerFields[.contentType] == "application/json" })
  }

  @Test("A cursor is a string even if it looks like a number, and a call without a body gets one")
  func cursor() async throws {
    let (api, server) = client(page(1, next: "007"), page(2))
    let pagination = Pagination.cursor(.body("next"), parameter: "after", size: 1).inBody()
    let call = Call<[Person]>(search(pagination)).envelope("people")
    let ids = try await api.items(of: call).reduce(into: []) { $0.append($1.id) }
    #expect(ids == [1, 2])
    #expect(bodies(server) == [#"{"limit":1}"#, #"{"after":"007","limit":1}"#])
  }

  @Test("A page that is named in the body can be loaded again")
  func reload() async throws {
    let (api, server) = client(page(1, next: "007"), page(2), page(2))
    let pagination = Pagination.cursor(.body("next"), parameter: "after").inBody()
    let call = Call<[Person]>(search(pagination)).envelope("people")
    let pages = try await api.pages(of: call).reduce(into: []) { $0.append($1) }
    let again = try await api.send(#require(pages.last).reload)
    #expect(again.map(\.id) == [2])
    #expect(bodies(server) == ["{}", #"{"after":"007"}"#, #"{"after":"007"}"#])
  }

  /// Pages after the id of the last element.
  private struct AfterLastID: PageStrategy {
    func next(after page: PageResponse) -> PageStep? {
      guard page.count > 0 else { return nil }
      return page.json?["people"]?.array?.last?["id"]?.int.map { .query(["after": "0\($0)"]) }
    }
  }

  @Test("What looks like a number stays a string where the call sends a string, and is a number elsewhere")
  func strings() async throws {
    for (own, text) in [("\"000\"", "\"01\""), ("0", "1"), ("null", "1")] {
      let (api, server) = client(page(1), page())
      let pagination = Pagination(AfterLastID()).inBody()
      let call = Call<[Person]>(search(pagination)).envelope("people").body(
        try JSONValue(parsing: Data("{\"after\":\(own)}".utf8)))
      let ids = try await api.items(of: call).reduce(into: []) { $0.append($1.id) }
      #expect(ids == [1])
      #expect(bodies(server) == ["{\"after\":\(own)}", "{\"after\":\(text)}"])
    }
  }

  @Test("A row that is paginated by its body may be a POST, and by its query it may not")
  func problems() {
    let fine = EndpointTable("People", rows: [search(.numbers().inBody())])
    #expect(fine.problems.isEmpty)
    #expect(!EndpointTable("People", rows: [search(.numbers())]).problems.isEmpty)
    #expect(!EndpointTable("People", rows: [search(.numbers(size: 0).inBody())]).problems.isEmpty)
  }

  @Test("A body that is no object, or no value, is refused before anything is sent")
  func unusable() async throws {
    let (api, server) = client(page(1))
    let call = Call<[Person]>(search(.numbers().inBody(at: "page"))).envelope("people")
    let stream = Body(AsyncStream<Data> { $0.finish() })
    for bad in [call.body([1, 2]), call.body(["page": 1]), call.body(stream)] {
      let error = await #expect(throws: CallError.self) { try await api.items(of: bad).reduce(0) { sum, _ in sum + 1 } }
      #expect(error?.stage == .building)
      #expect(error?.underlying is PagingError)
    }
    #expect(server.requests.isEmpty)
  }
}
