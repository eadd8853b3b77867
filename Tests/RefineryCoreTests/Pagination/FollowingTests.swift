import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct FollowingTests {
  private let api = Client(
    baseURL: "https://h/api?key=1", headers: [.authorization: "Bearer canary"], transport: StubTransport())

  private func url<Output>(_ call: Call<Output>, from api: Client? = nil) throws -> String {
    let head = try (api ?? self.api).makeRequest(for: call).head
    return "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
  }

  private func refusal<Output>(_ call: Call<Output>, by api: Client? = nil) throws -> LinkRefused {
    let error = #expect(throws: CallError.self) { try (api ?? self.api).makeRequest(for: call) }
    #expect(error?.stage == .building)
    return try #require(error?.underlying as? LinkRefused)
  }

  @Test(
    "F06, F07: a link is followed as written, resolved against the call's own URL, without the call's own query",
    arguments: [
      ("https://h/api/people?page=2&q=a%2Fb", "https://h/api/people?page=2&q=a%2Fb"),
      ("?page=2", "https://h/api/people?page=2"),
      ("/v2/people?cursor=%3D", "https://h/v2/people?cursor=%3D"), ("next", "https://h/api/next"), ("../x", "https://h/x"),
      ("./people/./a/../b", "https://h/api/people/b"), ("//h/z", "https://h/z"), ("HTTPS://H:443/z", "https://h/z"),
      ("https://h", "https://h/"), ("https://h?page=2", "https://h/?page=2"), ("?page=2#top", "https://h/api/people?page=2"),
      ("https://u:p@h/z", "https://h/z"), ("  /z  ", "https://h/z"),
    ])
  func resolved(link: String, expected: String) throws {
    #expect(try url(Person.enumerate(["page": 1, "token": "canary"]).following(link)) == expected)
  }

  @Test(
    "F07: what no URL may hold is encoded before a link is followed, and nothing is encoded twice",
    arguments: [
      ("?page[number]=2", "?page%5Bnumber%5D=2"), ("?page%5Bnumber%5D=2", "?page%5Bnumber%5D=2"), ("?q=a b", "?q=a%20b"),
      ("?q=ü", "?q=%C3%BC"), ("?q=a|b^c`{d}\"<e>\\", "?q=a%7Cb%5Ec%60%7Bd%7D%22%3Ce%3E%5C"), ("?q=100%", "?q=100%25"),
      ("?q=%zz%41", "?q=%25zz%41"), ("?q=a+b&c=/?:@!$'()*,;~", "?q=a+b&c=/?:@!$'()*,;~"),
    ])
  func encoded(link: String, expected: String) throws {
    #expect(try url(Person.enumerate().following(link)) == "https://h/api/people" + expected)
  }

  @Test("F07: row, header fields, options, body and mapping stay")
  func kept() async throws {
    let row = Endpoint("Person.search", .post, "people/search")
    let server = StubTransport(.json(#"{"data":[{"id":1,"name":"a"}]}"#))
    let api = Client(baseURL: base, transport: server)
    let call = Call<[Person]>(row).header(.acceptLanguage, "de").body(["q": "a"]).envelope("data").following("/found?page=2")
    #expect(try await api.send(call).map(\.id) == [1])
    let sent = try #require(server.last)
    #expect(sent.method == .post && sent.url == "http://h:1/found?page=2" && sent.text == #"{"q":"a"}"#)
    #expect(sent.headers[.acceptLanguage] == "de" && sent.headers[.contentType] == "application/json")
    #expect(sent.request.endpoint.name == "Person.search")
    #expect(try await api.send(call.okay) == Okay())
    #expect(server.last?.url == "http://h:1/found?page=2")
  }

  @Test(
    "F07: placeholders that nobody filled do not matter to a link that stands by itself, and do to one relative to the path")
  func placeholders() throws {
    let row = Endpoint("Comment.enumerate", .get, "posts/{post}/comments")
    #expect(try url(Call<[Person]>(row).following("https://h/api/posts/1/comments?page=2")).hasSuffix("/1/comments?page=2"))
    #expect(try url(Call<[Person]>(row).following("/x")) == "https://h/x")
    #expect(throws: CallError.self) { try url(Call<[Person]>(row).following("?page=2")) }
    #expect(try url(Call<[Person]>(row).with("post", 1).following("?page=2")) == "https://h/api/posts/1/comments?page=2")
  }

  @Test(
    "F07: links that are none give a typed error",
    arguments: [
      ("", LinkRefused.Reason.empty), ("   ", .empty), ("/a\nb", .malformed), ("\t/a", .malformed), ("/a\u{0}", .malformed),
      ("javascript:alert(1)", .foreignScheme), ("mailto:a@b", .foreignScheme), ("file:///etc/passwd", .foreignScheme),
      ("https://", .malformed), ("https:x", .malformed), ("https://h:0/", .malformed), ("https://h:99999999999/", .malformed),
      ("https://[::1/", .malformed), ("https://a b/", .malformed), ("https://%68/", .malformed), ("//", .malformed),
    ])
  func junk(link: String, reason: LinkRefused.Reason) throws {
    let permissive = Person.enumerate().options { $0.crossOriginLinks = .withoutCredentials }
    #expect(try refusal(permissive.following(link)).reason == reason)
  }

  @Test(
    "F14: a link to another scheme, host or port is refused, and the error names row and origin alone",
    arguments: [
      "https://evil/x?token=canary", "https://h:8443/", "https://h.evil/", "https://canary:canary@evil/", "https://h@evil/",
      "https://h\\@evil/", "//evil/x",
    ])
  func foreign(link: String) throws {
    let refused = try refusal(Person.enumerate().following(link))
    #expect(refused.reason == .leavesOrigin)
    #expect(refused.description.contains("Person.enumerate") && !refused.description.contains("canary"))
    #expect(refused.description.contains(refused.origin?.description ?? "?"))
  }

  @Test("F14: a link from https to http is refused under every rule")
  func leavesTLS() throws {
    for rule in [CrossOriginLinks.refuse, .withoutCredentials, .allow(["http://h", "http://evil"])] {
      for link in ["http://h/api", "http://evil/"] {
        let refused = try refusal(Person.enumerate().options { $0.crossOriginLinks = rule }.following(link))
        #expect(refused.reason == .leavesTLS)
      }
    }
    let plain = Client(baseURL: "http://h", transport: StubTransport())
    let upgrade = Person.enumerate().following("https://h/people")
    #expect(try refusal(upgrade, by: plain).reason == .leavesOrigin)
    #expect(try url(upgrade.options { $0.crossOriginLinks = .allow(["https://h"]) }, from: plain) == "https://h/people")
  }

  @Test("F14: without credentials nothing of client, row or call that speaks of one leaves, and home is nowhere")
  func stripped() throws {
    let partner = try #require(HTTPField.Name("X-Partner"))
    let row = Endpoint(
      "Person.enumerate", .get, "people", Options { $0.headers = [.cookie: "canary", .acceptLanguage: "de"] })
    let call = Call<[Person]>(row).header(.authorization, "canary").header(partner, "canary")
      .header(HTTPField.Name("X-Api-Key") ?? .cookie, "canary").options {
        $0.credentialFields = [partner]
        $0.crossOriginLinks = .withoutCredentials
      }
    let request = try api.makeRequest(for: call.following("https://evil:8443/x?page=2"))
    #expect(request.head.authority == "evil:8443" && request.head.path == "/x?page=2")
    #expect(Set(request.head.headerFields.map(\.name)) == [.accept, .acceptLanguage])
    #expect(request.options.credentialsWithheld)
    #expect(request.options.homeOrigin == "")

    let near = try api.makeRequest(for: call.following("/x"))
    #expect(near.head.headerFields[.authorization] == "canary" && near.head.headerFields[partner] == "canary")
    #expect(!near.options.credentialsWithheld && near.options.homeOrigin == "https://h")
  }

  @Test("F14: allowed origins are home, credentials and all; others are refused")
  func allowed() throws {
    let call = Person.enumerate().options { $0.crossOriginLinks = .allow(["https://EU.h:443", "nonsense"]) }
    let request = try api.makeRequest(for: call.following("https://eu.h/people?page=2"))
    #expect(request.head.headerFields[.authorization] == "Bearer canary")
    #expect(request.options.homeOrigin == "https://eu.h")
    #expect(try refusal(call.following("https://us.h/people")).reason == .leavesOrigin)

    // A row elsewhere had none of the client's credentials, so neither has what it links to.
    let elsewhere = Call<[Person]>(Endpoint("Away.enumerate", .get, "https://away/people"))
      .options { $0.crossOriginLinks = .allow(["https://eu.h"]) }
    let away = try api.makeRequest(for: elsewhere.following("https://eu.h/people"))
    #expect(away.head.headerFields[.authorization] == nil && away.options.homeOrigin == "https://h")
    #expect(try refusal(elsewhere.following("https://h/api/people")).reason == .leavesOrigin)
  }

  @Test(
    "F14: at its own origin a link keeps path and query and changes neither scheme nor host, credentials and all",
    arguments: [
      ("http://app:8000/people?page=2", "https://h/people?page=2"), ("http://h/people?page=2", "https://h/people?page=2"),
      ("https://evil/x?token=a%2Fb", "https://h/x?token=a%2Fb"), ("//evil/x", "https://h/x"),
      ("?page=2", "https://h/api/people?page=2"),
      ("http://u:p@app/x#top", "https://h/x"), ("http://app", "https://h/"),
    ])
  func ownOrigin(link: String, expected: String) throws {
    let call = Person.enumerate().options { $0.crossOriginLinks = .atOwnOrigin }.following(link)
    let request = try api.makeRequest(for: call)
    #expect(try url(call) == expected)
    #expect(request.head.headerFields[.authorization] == "Bearer canary" && !request.options.credentialsWithheld)
    #expect(request.options.homeOrigin == "https://h")
    #expect(
      try refusal(Person.enumerate().options { $0.crossOriginLinks = .atOwnOrigin }.following("ftp://h/x")).reason
        == .foreignScheme)
  }

  @Test("F14: pages whose links name the address behind a proxy are read to the end at the client's own origin")
  func proxied() async throws {
    let server = StubTransport(
      .json(#"{"items":[{"id":1,"name":"a"}],"next":"http://app:8000/api/people?page=2"}"#),
      .json(#"{"items":[{"id":2,"name":"b"}],"next":null}"#))
    let api = Client(baseURL: "https://api.example.com/api", transport: server)
    let call = Person.enumerate().envelope("items").options { $0.crossOriginLinks = .atOwnOrigin }
    #expect(try await api.items(of: call, by: .nextLink(.body("next"))).collected().map(\.id) == [1, 2])
    #expect(server.sent.map(\.url) == ["https://api.example.com/api/people", "https://api.example.com/api/people?page=2"])
  }

  @Test("F14: an allowed origin that is none is a problem of the row")
  func problems() {
    let row = Endpoint("A.list", .get, "a", Options { $0.crossOriginLinks = .allow(["https://ok", "ok.example"]) })
    let problems = EndpointTable("T", rows: [row]).problems
    #expect(problems.count == 1 && problems.first?.description.contains("'ok.example'") == true)
  }
}
