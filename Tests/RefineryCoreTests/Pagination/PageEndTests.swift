import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

/// How servers respond to the page after the last.
@Suite struct PageEndTests {
  private func page(_ ids: ClosedRange<Int>, _ around: (String) -> String = { $0 }) -> StubTransport.StubResponse {
    .json(around("[" + ids.map { #"{"id":\#($0),"name":"n"}"# }.joined(separator: ",") + "]"))
  }

  private func ids(_ server: StubTransport, _ call: Call<[Person]> = Person.enumerate(), by: Pagination) async throws -> [Int] {
    try await api(server).items(of: call, by: by).collected().map(\.id)
  }

  @Test(
    "F12: a page after the last may be 404 or 400", arguments: [404, 400], [Pagination.numbers(size: 2), .offsets(limit: 2)])
  func status(_ status: Int, by: Pagination) async throws {
    let full = StubTransport(page(1...2), page(3...4), .status(status))
    #expect(try await ids(full, by: by) == [1, 2, 3, 4])
    #expect(full.requests.count == 3)
    let short = StubTransport(page(1...1), .status(status))
    #expect(try await ids(short, by: by) == [1])
  }

  @Test("F12: the error of a first page, of another status, and of a page that the server names is an error")
  func errors() async throws {
    let name = try #require(HTTPField.Name("X-Next-Page"))
    let total = try #require(HTTPField.Name("X-Total"))
    let list = #"[{"id":1,"name":"n"},{"id":2,"name":"n"}]"#
    for (server, by) in [
      (StubTransport(.status(404)), Pagination.numbers(size: 2)), (StubTransport(page(1...2), .status(403)), .numbers(size: 2)),
      (StubTransport(page(1...2), .status(410)), .offsets(limit: 2)),
      (StubTransport(page(1...2), .status(400)), .offsets(limit: 2, endStatuses: [404])),
      (StubTransport(.json(list, headers: [name: "2"]), .status(404)), .numbers(size: 2)),
      (StubTransport(.json(list, headers: [total: "9"]), .status(404)), .numbers(size: 2)),
      (StubTransport(.json(list, headers: [total: "9"]), .status(400)), .offsets(limit: 2)),
    ] {
      let error = await #expect(throws: CallError.self) { try await ids(server, by: by) }
      #expect(error?.stage == .status)
    }
    let linked = StubTransport(
      .json(#"{"data":[{"id":1,"name":"n"}],"links":{"next":"/api/people?page=2"}}"#), .status(404))
    await #expect(throws: CallError.self) {
      try await ids(linked, Person.enumerate().envelope("data"), by: .jsonAPI(size: 1))
    }
  }

  @Test("F12: a server that returns its last page for every later number ends the list, and no element is read twice")
  func lastPageAgain() async throws {
    let clamped = StubTransport(page(1...2), page(3...4), page(3...4))
    #expect(try await ids(clamped, by: .numbers(size: 2)) == [1, 2, 3, 4])
    let single = StubTransport(page(1...1))
    #expect(try await ids(single, by: .numbers(size: 2)) == [1])
    #expect(single.requests.count == 2)
    let pages = try await api(StubTransport(page(1...1))).pages(of: Person.enumerate(), by: .offsets(limit: 2)).collected()
    #expect(pages.map(\.elements.count) == [1])
  }

  @Test("F12: the last page is recognized by the ids of its elements, although its number or its date differs")
  func echo() async throws {
    let call = Person.enumerate().envelope("data")
    func server(_ pages: [ClosedRange<Int>]) -> StubTransport {
      StubTransport { request in
        let number = request.head.path?.firstMatch(of: /page=(\d+)/).flatMap { Int($0.1) } ?? 1
        let ids = pages[min(number, pages.count) - 1]
        let list = ids.map { #"{"id":\#($0),"name":"n\#(number)"}"# }.joined(separator: ",")
        return Response(status: .ok, body: Body(#"{"page":\#(number),"data":[\#(list)]}"#))
      }
    }
    let clamped = server([1...2, 3...4])
    #expect(try await ids(clamped, call, by: .numbers(size: 2)) == [1, 2, 3, 4])
    #expect(clamped.requests.count == 3)
    #expect(try await ids(server([1...1]), call, by: .numbers(size: 2)) == [1])
    // The same ids on the first two full pages: the server may ignore the number.
    let error = await #expect(throws: CallError.self) { try await ids(server([1...2]), call, by: .numbers(size: 2)) }
    #expect(error?.underlying as? PagingError == .repeated && error?.page == 2)
  }

  @Test("F12: elements without ids are compared by value, and elements whose ids are nil by the bytes of their page only")
  func withoutIDs() async throws {
    struct Draft: Codable, Sendable, Identifiable {
      var id: Int?
      var text: String
    }
    let numbered = StubTransport { request in
      let number = request.head.path?.firstMatch(of: /page=(\d+)/).flatMap { Int($0.1) } ?? 1
      return Response(status: .ok, body: Body(#"{"page":\#(number),"data":\#(number < 3 ? "[\(number),0]" : "[2,0]")}"#))
    }
    let values = Call<[Int]>(Endpoint("V.list", .get, "v")).envelope("data")
    #expect(try await api(numbered).items(of: values, by: .numbers(size: 2)).collected() == [1, 0, 2, 0])

    let drafts = StubTransport(
      .json(#"[{"text":"a"},{"text":"b"}]"#), .json(#"[{"text":"c"},{"text":"d"}]"#), .json("[]"))
    let call = Call<[Draft]>(Endpoint("Draft.list", .get, "drafts"))
    #expect(try await api(drafts).items(of: call, by: .numbers(size: 2)).collected().map(\.text) == ["a", "b", "c", "d"])
  }

  @Test("F12: one page that is read by its token throws, even if it is after the last")
  func onePage() async throws {
    let server = StubTransport(page(1...2), .status(404))
    let token = try #require(try await api(server).pages(of: Person.enumerate(), by: .numbers(size: 2)).first().token)
    let error = await #expect(throws: CallError.self) {
      try await api(server).pages(of: Person.enumerate(), by: .numbers(size: 2), from: token).first()
    }
    #expect(error?.kind == .notFound && error?.page == 2)
    var reading = api(StubTransport(.status(404))).pages(of: Person.enumerate(), by: .numbers(size: 2), from: token)
      .makeAsyncIterator()
    #expect(try await reading.next() == nil)
    #expect(try await reading.next() == nil)
  }

  @Test(
    "F10: a cursor that stays equal is read if the strategy says so, in the query and in the body", arguments: [true, false])
  func scroll(inBody: Bool) async throws {
    func hits(_ list: String) -> StubTransport.StubResponse { .json(#"{"hits":\#(list),"_scroll_id":"s"}"#) }
    func server() -> StubTransport {
      StubTransport(
        hits(#"[{"id":1,"name":"a"}]"#), hits(#"[{"id":2,"name":"b"}]"#), hits(#"[{"id":3,"name":"c"}]"#), hits("[]"))
    }
    let call = Call<[Person]>(Endpoint("Person.scroll", inBody ? .post : .get, "scroll")).envelope("hits")
    func by(repeats: Bool) -> Pagination {
      let cursor = Pagination.cursor(.body("_scroll_id"), parameter: "scroll_id", repeats: repeats)
      return inBody ? cursor.inBody() : cursor
    }
    let read = server()
    #expect(try await ids(read, call, by: by(repeats: true)) == [1, 2, 3])
    #expect(read.requests.count == 4)
    let error = await #expect(throws: CallError.self) { try await ids(server(), call, by: by(repeats: false)) }
    #expect(error?.underlying as? PagingError == .loop)
    // A server that stands still is found out all the same.
    let still = StubTransport(hits(#"[{"id":1,"name":"a"}]"#))
    let repeated = await #expect(throws: CallError.self) { try await ids(still, call, by: by(repeats: true)) }
    #expect(repeated?.underlying as? PagingError == .repeated)
  }

  @Test("F13: an empty page that leads to itself is the last, by cursor and by link")
  func itself() async throws {
    let cursor = StubTransport(
      .json(#"{"data":[{"id":1,"name":"a"}],"next":"x"}"#), .json(#"{"data":[],"next":"x"}"#))
    #expect(try await ids(cursor, Person.enumerate().envelope("data"), by: .cursor(.body("next"))) == [1])
    #expect(cursor.requests.count == 2)
    let link = try #require(HTTPField.Name("Link"))
    let linked = StubTransport(
      .json(#"[{"id":1,"name":"a"}]"#, headers: [link: "</api/people?after=1>; rel=next"]),
      .json("[]", headers: [link: "</api/people?after=1>; rel=next"]))
    #expect(try await ids(linked, by: .linkHeader) == [1])
    #expect(linked.requests.count == 2)
  }
}
