import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PageGuardTests {
  private func link(_ target: String, _ list: String = #"[{"id":1,"name":"n"}]"#) -> StubTransport.StubResponse {
    var headers = HTTPFields()
    if let name = HTTPField.Name("Link") { headers[name] = "<\(target)>; rel=next" }
    return .json(list, headers: headers)
  }

  private func fault(_ server: StubTransport, _ call: Call<[Person]> = Person.enumerate(), by: Pagination?) async
    -> CallError?
  {
    await #expect(throws: CallError.self) { try await api(server).items(of: call, by: by).collected() }
  }

  @Test("F13: a next page that has been read already ends with an error before it is sent again")
  func loops() async {
    let itself = StubTransport(link("/api/people"))
    let error = await fault(itself, by: .linkHeader)
    #expect(error?.underlying as? PagingError == .loop)
    #expect(error?.page == 2 && error?.endpoint.name == "Person.enumerate" && itself.requests.count == 1)

    let pair = StubTransport(link("/api/people?page=2"), link("http://H:1/api/people#x"))
    #expect(await fault(pair, by: .linkHeader)?.underlying as? PagingError == .loop)
    #expect(pair.requests.count == 2)

    let tail = StubTransport(link("/a"), link("/b"), link("/c"), link("/b"))
    #expect(await fault(tail, by: .linkHeader)?.underlying as? PagingError == .loop)
    #expect(tail.requests.count == 4)

    let cursor = StubTransport(
      .json(#"{"data":[],"next":"a"}"#), .json(#"{"data":[],"next":"b"}"#), .json(#"{"data":[],"next":"a"}"#))
    let byCursor = Pagination.cursor(.body("next"))
    #expect(await fault(cursor, Person.enumerate().envelope("data"), by: byCursor)?.underlying as? PagingError == .loop)
    #expect(cursor.requests.count == 3)
  }

  @Test("F13: a server that gives one page under every number is found out at the second", arguments: [true, false])
  func repeated(isOffset: Bool) async throws {
    let server = StubTransport(.json(#"[{"id":1,"name":"n"},{"id":2,"name":"n"}]"#))
    let by: Pagination = isOffset ? .offsets(limit: 2) : .numbers(size: 2)
    let error = await fault(server, by: by)
    #expect(error?.underlying as? PagingError == .repeated)
    #expect(error?.page == 2 && error?.stage == .mapping && server.requests.count == 2)

    let allowed = Person.enumerate().options { $0.pageLimits = Pagination.Limits(pages: 3, allowsRepeats: true) }
    #expect(await fault(server, allowed, by: by)?.underlying as? PagingError == .tooManyPages(limit: 3))
  }

  @Test("F12: empty pages that are equal are no repetition, because the page after them may have elements")
  func equalEmptyPages() async throws {
    let name = try #require(HTTPField.Name("X-Next-Page"))
    let server = StubTransport(
      .json("[]", headers: [name: "2"]), .json("[]", headers: [name: "3"]),
      .json(#"[{"id":1,"name":"n"}]"#, headers: [name: ""]))
    #expect(try await api(server).items(of: Person.enumerate(), by: .numbers()).collected().map(\.id) == [1])
    #expect(server.requests.count == 3)
  }

  @Test("F12: a token of another strategy is refused, with both names, and a stored one keeps its strategy's")
  func foreignToken() async throws {
    let server = StubTransport(link("/a?page=2"), .json("[]"))
    let page = try await api(server).pages(of: Person.enumerate(), by: .linkHeader).first()
    let token = try JSONDecoder().decode(PageToken.self, from: JSONEncoder().encode(#require(page.token)))
    #expect(token == page.token)
    let error = await #expect(throws: CallError.self) {
      try await api(server).pages(of: Person.enumerate(), by: .numbers(size: 1), from: token).first()
    }
    let reason =
      "the token belongs to a list that is paginated by \(Pagination.linkHeader), not by \(Pagination.numbers(size: 1))"
    #expect(error?.underlying as? PagingError == .unusable(reason: reason))
    #expect(try await api(server).pages(of: Person.enumerate(), by: .linkHeader, from: token).first().elements.isEmpty)
  }

  @Test("F13: a loop of two thousand pages is noticed at its first page", .afterTheRush)
  func longLoop() async {
    let server = StubTransport(
      StubTransport.StubResponse { request in
        let page = request.head.path.flatMap { $0.split(separator: "/").last }.flatMap { Int($0) } ?? 0
        var headers = HTTPFields()
        if let name = HTTPField.Name("Link") { headers[name] = "</api/\(page == 2100 ? 101 : page + 1)>; rel=next" }
        return Response(status: .ok, headers: headers, body: Body(#"[{"id":1,"name":"n"}]"#))
      })
    let error = await fault(server, by: .linkHeader)
    #expect(error?.underlying as? PagingError == .loop)
    #expect(server.requests.count == 2101 && error?.page == 2102)
  }

  @Test("F13: a page that was asked for twice because it failed is no loop")
  func retried() async throws {
    let server = StubTransport(link("/a"), .status(503), .json("[]"))
    var iterator = api(server).pages(of: Person.enumerate(), by: .linkHeader).makeAsyncIterator()
    _ = try await iterator.next()
    await #expect(throws: CallError.self) { try await iterator.next() }
    #expect(try await iterator.next()?.number == 2)
  }

  @Test("F13: the pages of a reading can be limited, against servers that never end")
  func limited() async {
    let server = StubTransport(.json(#"[{"id":1,"name":"n"}]"#))
    let call = Person.enumerate().options { $0.pageLimits = .init(pages: 3, allowsRepeats: true) }
    let error = await fault(server, call, by: .numbers(size: 1))
    #expect(error?.underlying as? PagingError == .tooManyPages(limit: 3))
    #expect(error?.page == 4 && server.requests.count == 3)
  }

  @Test("F12: empty pages with a next one are gone through, but not for ever")
  func empty() async throws {
    let some = StubTransport(link("/a", "[]"), link("/b", "[]"), link("/c"), .json("[]"))
    #expect(try await api(some).items(of: Person.enumerate(), by: .linkHeader).collected().count == 1)
    #expect(some.requests.count == 4)

    let between = StubTransport(link("/a", "[]"), link("/b"), link("/c", "[]"), .json("[]"))
    let one = Person.enumerate().options { $0.pageLimits = .init(emptyInARow: 1) }
    #expect(try await api(between).items(of: one, by: .linkHeader).collected().count == 1)

    let endless = StubTransport(
      StubTransport.StubResponse { request in
        var headers = HTTPFields()
        if let name = HTTPField.Name("Link") { headers[name] = "<\(request.head.path ?? "")x>; rel=next" }
        return Response(status: .ok, headers: headers, body: Body("[]"))
      })
    let call = Person.enumerate().options { $0.pageLimits = .init(emptyInARow: 5) }
    #expect(await fault(endless, call, by: .linkHeader)?.underlying as? PagingError == .tooManyEmptyPages(limit: 5))
    #expect(endless.requests.count == 6)
    #expect(await fault(endless, by: .linkHeader)?.underlying as? PagingError == .tooManyEmptyPages(limit: 100))
  }

  @Test("F12: a row that does not say how it is paginated, and a strategy that cannot work, send nothing and say why")
  func unusable() async {
    let server = StubTransport(.json("[]"))
    let undeclared = await #expect(throws: CallError.self) { try await api(server).pages(of: Person.enumerate()).first() }
    #expect(undeclared?.underlying as? PagingError == .undeclared(row: "Person.enumerate"))
    #expect(undeclared?.stage == .building && undeclared?.description.contains("Person.enumerate") == true)
    for bad in [
      Pagination.numbers(size: 0), .offsets(limit: -1), .cursor(.header("no name")), .nextLink(.body([])), .jsonAPI(size: 0),
    ] {
      guard case .unusable? = await fault(server, by: bad)?.underlying as? PagingError else {
        Issue.record("\(bad) is taken for sound")
        continue
      }
    }
    let linked = Person.enumerate().following("/api/people?page=9")
    guard case .unusable? = await fault(server, linked, by: .numbers())?.underlying as? PagingError else {
      Issue.record("a page number cannot be added to a link")
      return
    }
    #expect(server.requests.isEmpty)
  }

  @Test("F12: a row or a model says how it is paginated, and by: says it over that")
  func declared() async throws {
    struct Note: Codable, Sendable, Identifiable, Mappable {
      static let path: URITemplate = "notes"
      static let pagination: Pagination? = .numbers(size: 10)
      static let customEndpoints = [recentEndpoint]
      static let recentEndpoint = endpoint(
        "recent", .get, "notes/recent", Options { $0.pagination = .offsets(limit: 10) }, output: [Note].self)
      var id: Int
      var name: String
    }
    #expect(EndpointTable("Notes", [Note.self]).problems.isEmpty)
    #expect(Note.enumerateEndpoint.description.isEmpty == false)
    #expect(EndpointTable("Notes", [Note.self]).text.contains("pagination=numbers(page)"))
    let server = ListServer(count: 12).stub
    #expect(try await api(server).items(of: Note.enumerate()).collected().count == 12)
    #expect(try await api(server).items(of: Call<[Note]>(Note.recentEndpoint)).collected().count == 12)
    #expect(try await api(server).items(of: Note.enumerate(), by: .numbers(size: 20)).collected().count == 12)
    let call = Note.enumerate().options { $0.pagination = .offsets(limit: 6) }
    #expect(try await api(server).pages(of: call).first().elements.count == 6)
    #expect(
      server.targets == [
        "/api/notes?page=1&per_page=10", "/api/notes?page=2&per_page=10", "/api/notes/recent?limit=10&offset=0",
        "/api/notes/recent?limit=10&offset=10", "/api/notes?page=1&per_page=20", "/api/notes?page=2&per_page=20",
        "/api/notes?limit=6&offset=0",
      ])
  }

  @Test("F12: a table reports pagination where there can be none")
  func problems() {
    func row(_ name: String, _ method: HTTPRequest.Method, _ output: Any.Type?, _ by: Pagination = .linkHeader) -> Endpoint {
      Endpoint("T.\(name)", method, "t/\(name)", Options { $0.pagination = by }, output: output)
    }
    let table = EndpointTable(
      "T",
      rows: [
        row("list", .get, [Int].self), row("open", .get, nil), row("post", .post, [Int].self), row("okay", .get, Okay.self),
        row("document", .get, JSONValue.self), row("size", .get, [Int].self, .numbers(size: 0)),
      ])
    #expect(table.problems.map { $0.prefix { $0 != ":" } } == ["T.post", "T.okay", "T.size"])
    #expect(table.warnings.map { $0.prefix { $0 != ":" } } == ["T.document"])
    let limits = Endpoint("T.l", .get, "l", Options { $0.pageLimits = .init(pages: 0) })
    #expect(EndpointTable("L", rows: [limits]).problems.count == 1)
  }

  @Test("F10: a strategy of one's own is a value with one method")
  func own() async throws {
    struct AfterLastID: PageStrategy {
      func next(after page: PageResponse) -> PageStep? {
        page.json?.array?.last?["id"]?.int.map { .query(["after": "\($0)"]) }
      }
    }
    let server = StubTransport(.json(#"[{"id":7,"name":"a"}]"#), .json(#"[{"id":9,"name":"b"}]"#), .json("[]"))
    let found = try await api(server).items(of: Person.enumerate(), by: Pagination(AfterLastID())).collected()
    #expect(found.map(\.id) == [7, 9])
    #expect(server.targets == ["/api/people", "/api/people?after=7", "/api/people?after=9"])
    #expect(Pagination(AfterLastID()) == Pagination(AfterLastID()) && Pagination(AfterLastID()) != .linkHeader)
    #expect("\(Pagination(AfterLastID()))" == "AfterLastID")
  }

  @Test("F10: a strategy may put its cursor anywhere, such as into the body of a search")
  func bodies() async throws {
    struct SearchAfter: PageStrategy {
      func next(after page: PageResponse) throws -> PageStep? {
        try page.text(at: .body("after")).map { .query(["after": $0]) }
      }
      func call<Output>(_ call: Call<Output>, at step: PageStep) -> Call<Output> {
        guard case .query(let items) = step else { return call }
        return call.body(JSONValue.object([(key: "after", value: items["after"].map(JSONValue.string) ?? .null)]))
      }
    }
    let server = StubTransport(
      .json(#"{"hits":[{"id":1,"name":"a"}],"after":"x"}"#), .json(#"{"hits":[{"id":2,"name":"b"}],"after":"y"}"#),
      .json(#"{"hits":[],"after":"x"}"#))
    let call = Call<[Person]>(Endpoint("Person.search", .post, "search")).envelope("hits")
    let error = await fault(server, call, by: Pagination(SearchAfter()))
    #expect(server.sent.map(\.text) == [#"{"after":null}"#, #"{"after":"x"}"#, #"{"after":"y"}"#])
    #expect(error?.underlying as? PagingError == .loop)
  }

  @Test("F12: a place beyond the largest number ends the list", arguments: [true, false])
  func beyondNumbers(isOffset: Bool) async throws {
    let linked = #"{"data":[{"id":1,"name":"a"}],"links":{"next":"/api/more"}}"#
    let server = StubTransport(.json(linked), .json(#"{"data":[{"id":2,"name":"b"}]}"#))
    let pagination = isOffset ? Pagination.jsonAPI(offset: .max, limit: 1) : .jsonAPI(number: .max, size: 1)
    let found = try await api(server).items(of: Person.enumerate().envelope("data"), by: pagination).collected()
    #expect(found.map(\.id) == [1, 2] && server.requests.count == 2)
  }

  @Test("F10: a body may begin with a byte order mark, as for its elements")
  func byteOrderMark() async throws {
    let server = StubTransport(
      .json("\u{FEFF}" + #"{"data":[{"id":1,"name":"a"}],"next":"x"}"#), .json(#"{"data":[{"id":2,"name":"b"}]}"#))
    let found = try await api(server)
      .items(of: Person.enumerate().envelope("data"), by: .cursor(.body("next"))).collected()
    #expect(found.map(\.id) == [1, 2] && server.targets.last == "/api/people?cursor=x")
  }
}
