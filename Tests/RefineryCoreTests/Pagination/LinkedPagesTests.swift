import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LinkedPagesTests {
  private func page(_ ids: Int..., link: String? = nil, header: String = "Link") -> StubTransport.StubResponse {
    let list = "[" + ids.map { #"{"id":\#($0),"name":"n"}"# }.joined(separator: ",") + "]"
    var headers = HTTPFields()
    if let name = HTTPField.Name(header) { headers[name] = link }
    return .json(list, headers: headers)
  }

  @Test("F06: the link next is followed verbatim, with the call's own query only where it says so, until there is none")
  func header() async throws {
    let server = StubTransport(
      page(1, 2, link: #"<http://h:1/api/people?cursor=a%2Fb&x=1>; rel="next", </api/people>; rel=first"#),
      page(3, link: #"</api/people?cursor=2>; rel="last next""#), page(4, link: "</api/people?cursor=1>; rel=prev"))
    let pages = try await api(server).pages(of: Person.enumerate(["limit": 2]), by: .linkHeader).collected()
    #expect(pages.flatMap(\.elements).map(\.id) == [1, 2, 3, 4])
    #expect(server.targets == ["/api/people?limit=2", "/api/people?cursor=a%2Fb&x=1", "/api/people?cursor=2"])
    #expect(pages[0].links == PageLinks(first: "http://h:1/api/people", next: "http://h:1/api/people?cursor=a%2Fb&x=1"))
  }

  @Test("F06: relative links are relative to the page they stand on")
  func relative() async throws {
    let server = StubTransport(
      page(1, link: "<people/after/1>; rel=next"), page(2, link: "<2>; rel=next"), page(3, link: "<?q=1>; rel=next"), page(4))
    let pages = try await api(server).pages(of: Person.enumerate(), by: .linkHeader).collected()
    #expect(server.targets == ["/api/people", "/api/people/after/1", "/api/people/after/2", "/api/people/after/2?q=1"])
    #expect(pages[1].token?.step == .link("http://h:1/api/people/after/2"))
  }

  @Test("F06: relative links of a page that a redirect led to are relative to the target of the redirect")
  func relativeAfterRedirect() async throws {
    func moved(_ target: String) -> StubTransport.StubResponse {
      .status(307, headers: [.location: target])
    }
    let server = StubTransport(
      moved("/v2/people/"), page(1, link: "<after/1>; rel=next"), moved("/v3/2"), page(2, link: "<3>; rel=next"), page(3))
    let pages = try await api(server).pages(of: Person.enumerate(), by: .linkHeader).collected()
    #expect(server.targets == ["/api/people", "/v2/people/", "/v2/people/after/1", "/v3/2", "/v3/3"])
    #expect(pages.map(\.reply.redirectURL) == ["http://h:1/v2/people/", "http://h:1/v3/2", nil])
    #expect(pages[0].links.next == "http://h:1/v2/people/after/1")
    _ = try await api(server).send(pages[0].reload)
    #expect(server.targets.last == "/api/people")
  }

  @Test("F11: relative links in bodies are relative to the page they stand on, path and query")
  func relativeInBody() async throws {
    func page(_ id: Int, _ next: String) -> StubTransport.StubResponse {
      .json(#"{"items":[{"id":\#(id),"name":"n"}],"next":\#(next)}"#)
    }
    let server = StubTransport(
      page(1, #""people/after/1""#), page(2, #""2""#), page(3, #"{"href":"?q=1"}"#), page(4, #""../x?q=2""#), page(5, "null"))
    let call = Person.enumerate(["limit": 2]).envelope("items")
    let pages = try await api(server).pages(of: call, by: .nextLink(.body("next"))).collected()
    #expect(pages.flatMap(\.elements).map(\.id) == [1, 2, 3, 4, 5])
    #expect(
      server.targets == [
        "/api/people?limit=2", "/api/people/after/1", "/api/people/after/2", "/api/people/after/2?q=1", "/api/people/x?q=2",
      ])
  }

  @Test("F06: a link whose anchor is something else is not about this page")
  func anchors() async throws {
    let foreign = StubTransport(page(1, link: ##"</x>; rel=next; anchor="/other", </y>; rel=next; anchor="#part""##))
    #expect(try await api(foreign).items(of: Person.enumerate(), by: .linkHeader).collected().count == 1)
    let own = StubTransport(
      page(1, link: #"</x>; rel=next; anchor="/other", </y>; rel=next; anchor="http://H:1/api/people""#), page(2))
    #expect(try await api(own).items(of: Person.enumerate(), by: .linkHeader).collected().count == 2)
    #expect(own.targets.last == "/y")
  }

  @Test("F11: a link in the body may be text, an object with href, null, false, empty or not there")
  func body() async throws {
    let call = Person.enumerate().envelope("items")
    let ends = ["", #","next":null"#, #","next":"""#, #","next":false"#, #","next":{"href":null}"#]
    for end in ends {
      let server = StubTransport(
        .json(#"{"items":[{"id":1,"name":"a"}],"count":3,"next":"/api/people?page[number]=2","big":[[1,{"x":"y"}]]}"#),
        .json(#"{"items":[{"id":2,"name":"b"}],"next":{"href":"?c=ü","meta":{}}}"#),
        .json(#"{"items":[]\#(end)}"#))
      let found = try await api(server).items(of: call, by: .nextLink(.body("next"), total: .body("count"))).collected()
      #expect(found.map(\.id) == [1, 2])
      #expect(server.targets == ["/api/people", "/api/people?page%5Bnumber%5D=2", "/api/people?c=%C3%BC"], "\(end)")
    }
  }

  @Test("F11: anything else in place of a link fails the next page, not this one, and names the place")
  func malformed() async throws {
    for next in ["true", "[]", "{}", #"{"href":5}"#, #"{"href":{}}"#] {
      let server = StubTransport(.json(#"{"items":[{"id":1,"name":"a"}],"meta":{"next":\#(next)}}"#))
      let call = Person.enumerate().envelope("items")
      var iterator = api(server).pages(of: call, by: .nextLink(.body("meta.next"))).makeAsyncIterator()
      let page = try await iterator.next()
      #expect(page?.elements.count == 1 && page?.token == nil)
      for _ in 1...2 {
        let error = await #expect(throws: CallError.self) { try await iterator.next() }
        #expect(error?.stage == .mapping && error?.page == 2, "\(next)")
        #expect(error?.description.contains("meta.next") == true)
      }
      #expect(server.requests.count == 1)
    }
    // A body that can have no such member is a mistake of the strategy, not the end of the list.
    let bare = StubTransport(page(1))
    let error = await #expect(throws: CallError.self) {
      try await api(bare).items(of: Person.enumerate(), by: .nextLink(.body("next"))).collected()
    }
    #expect((error?.underlying as? MappingError)?.kind == .wrongShape)
    for meta in ["null", "{}"] {
      let none = StubTransport(.json(#"{"items":[{"id":1,"name":"a"}],"meta":\#(meta)}"#))
      let pagination = Pagination.nextLink(.body("meta.next"))
      #expect(try await api(none).items(of: Person.enumerate().envelope("items"), by: pagination).collected().count == 1)
    }
  }

  @Test("F07, F08: the calls for first, previous, next, last and reload follow the whole link; nil where there is none")
  func calls() async throws {
    let links = ["first", "prev", "next", "last", "self"].map { #""\#($0)":"/api/people?page[number]=\#($0)&x=1""# }
    let server = StubTransport(
      .json(#"{"data":[],"links":{\#(links.joined(separator: ","))}}"#), .json(#"{"data":[],"links":{}}"#),
      .json(#"{"data":[]}"#))
    let client = api(server)
    let call = Person.enumerate(["filter": "y"]).envelope("data")
    let page = try await client.pages(of: call, by: .jsonAPI()).first()
    for (name, call) in [
      ("first", page.first), ("prev", page.previous), ("next", page.next), ("last", page.last), ("self", page.reload),
    ] {
      try await client.send(try #require(call))
      #expect(server.targets.last == "/api/people?page%5Bnumber%5D=\(name)&x=1")
    }
    let bare = try await client.pages(of: call, by: .jsonAPI()).first()
    #expect(bare.first == nil && bare.previous == nil && bare.next == nil && bare.last == nil)
    try await client.send(bare.reload)
    #expect(server.targets.last == "/api/people?filter=y")
    // Where pages are counted, the next one is known without a link.
    let counted = try await api(ListServer(count: 9).stub).pages(of: Person.enumerate(), by: .numbers(size: 5)).first()
    let next = try #require(counted.next)
    #expect(try wire(next) == "GET http://h:1/api/people?page=2&per_page=5")
  }

  @Test("F06: the link may stand in any header field")
  func otherHeader() async throws {
    let server = StubTransport(page(1, link: "http://h:1/api/people?_token=x", header: "next-page"), page(2))
    #expect(try await api(server).items(of: Person.enumerate(), by: .nextLink(.header("Next-Page"))).collected().count == 2)
    #expect(server.targets.last == "/api/people?_token=x")
  }

  @Test("F06: cursors come from the body or a header field, as text or number, and go into the query")
  func cursors() async throws {
    let call = Person.enumerate(["q": 1]).envelope("data.people")
    func body(_ id: Int, _ cursor: String) -> StubTransport.StubResponse {
      .json(#"{"data":{"people":[{"id":\#(id),"name":"n"}],"cursor":\#(cursor),"more":\#(id < 3)}}"#)
    }
    let server = StubTransport(body(1, "18446744073709551615"), body(2, #""a/+ b""#), body(3, #""again""#))
    let pagination = Pagination.cursor(.body("data.cursor"), size: 1, more: "data.more")
    #expect(try await api(server).items(of: call, by: pagination).collected().map(\.id) == [1, 2, 3])
    #expect(
      server.targets == [
        "/api/people?limit=1&q=1", "/api/people?cursor=18446744073709551615&limit=1&q=1",
        "/api/people?cursor=a%2F%2B%20b&limit=1&q=1",
      ])
    let headers = StubTransport(page(1, link: "t1", header: "X-Next"), page(2, link: "", header: "X-Next"))
    let byHeader = Pagination.cursor(.header("x-next"), parameter: "after", from: "t0")
    #expect(try await api(headers).items(of: Person.enumerate(), by: byHeader).collected().count == 2)
    #expect(headers.targets == ["/api/people?after=t0", "/api/people?after=t1"])
  }

  @Test("F14: a next page on another origin is refused, or fetched without credentials, and the page before it is given out")
  func foreign() async throws {
    let server = StubTransport(page(1, link: "<http://evil/people?token=canary>; rel=next"), page(2))
    var client = api(server)
    client.headers[.authorization] = "Bearer canary"
    var iterator = client.items(of: Person.enumerate(), by: .linkHeader).makeAsyncIterator()
    #expect(try await iterator.next()?.id == 1)
    let error = await #expect(throws: CallError.self) { try await iterator.next() }
    #expect(error?.underlying is LinkRefused && error?.page == 2 && error?.stage == .building)
    #expect(error?.description.contains("http://evil") == true && error?.description.contains("canary") == false)
    #expect(server.requests.count == 1)

    let allowed = StubTransport(page(1, link: "<http://evil/people>; rel=next"), page(2))
    client.transport = allowed
    let call = Person.enumerate().header(.cookie, "canary").options { $0.crossOriginLinks = .withoutCredentials }
    #expect(try await client.items(of: call, by: .linkHeader).collected().count == 2)
    #expect(allowed.last?.headers[.authorization] == nil && allowed.last?.headers[.cookie] == nil)
    #expect(allowed.sent.first?.headers[.authorization] == "Bearer canary")
  }

  @Test(
    "F06: a junk link fails the next page with a typed error", arguments: ["<javascript:x>", "<http://[>", "<//>", "<http:x>"])
  func junk(link: String) async throws {
    let server = StubTransport(page(1, link: "\(link); rel=next"))
    let error = await #expect(throws: CallError.self) {
      try await api(server).items(of: Person.enumerate(), by: .linkHeader).collected()
    }
    #expect(error?.underlying is LinkRefused && error?.page == 2)
  }

  @Test("F08: a page whose path begins with two slashes is reloaded where it came from")
  func reloadsOddPath() async throws {
    let server = StubTransport(.json("[]"))
    let client = api(server)
    let page = try await client.pages(of: Person.enumerate().following("http://h:1//other/people?a=b"), by: .linkHeader).first()
    _ = try await client.send(page.reload)
    #expect(server.targets == ["//other/people?a=b", "//other/people?a=b"])
  }
}
