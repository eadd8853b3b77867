import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct CassetteSecretTests {
  private let scratch = Scratch()
  private let canary = "CANARY-7f3a"

  private func record(
    _ sent: Request, _ headers: HTTPFields = [:], _ content: Body = .empty, scrubbing: (@Sendable (String) -> String)? = nil
  ) async throws -> String {
    let transport = StubTransport { request in
      _ = try await request.body?.collect()
      return Response(status: .ok, headers: headers, body: content)
    }
    let cassette = try Cassette(scratch.file, mode: .record, over: transport, scrubbing: scrubbing)
    _ = try await cassette.send(sent).body.collect()
    return try scratch.text()
  }

  @Test("O06: no field, query value, user information or cookie that is not known to be harmless reaches the file")
  func fields() async throws {
    var sent: HTTPFields = [.authorization: canary, .cookie: canary, .custom: canary, .accept: "a/b"]
    sent.append(HTTPField(name: .custom, value: canary))
    var received: HTTPFields = [.custom: canary, .location: "https://u:\(canary)@h/x?a=\(canary),\(canary)&page=2#\(canary)"]
    received.append(HTTPField(name: .setCookieField, value: "a=\(canary)"))
    received.append(HTTPField(name: .setCookieField, value: "b=\(canary)"))
    received.append(
      HTTPField(
        name: .linkField,
        value: "<https://\(canary)@h/n?cursor=\(canary)&page=3>; rel=next, </p?k=\(canary),\(canary)>; rel=\"prev\""))
    let text = try await record(
      request("/a?key=\(canary)&\(canary)&sig=\(canary)&limit=5", headers: sent, authority: "u:\(canary)@api.example"), received
    )
    #expect(!text.contains(canary))
    let response = try await Cassette(scratch.file, mode: .replay).send(request("/a?key=x&y&sig=z&limit=5"))
    #expect(response.head.headerFields[.location] == "https://h/x?a=redacted-2&page=2")
    #expect(
      response.head.headerFields[.linkField]
        == "<https://h/n?cursor=redacted-1&page=3>; rel=next, </p?k=redacted-2>; rel=\"prev\"")
    #expect(response.head.headerFields[values: .setCookieField] == ["redacted-3", "redacted-4"])
  }

  @Test("O06: the location of an upload and a link with a secret in its path are hidden, and can be followed in a replay")
  func givenURLs() async throws {
    let transport = StubTransport { request in
      request.head.method == .post
        ? Response(status: .created, headers: [.location: "https://u:x@api.example/files/\(self.canary)?a=\(self.canary)"])
        : Response(status: .noContent)
    }
    func run(_ cassette: Cassette) async throws {
      let api = Client(baseURL: "https://api.example", transport: cassette)
      let length = try #require(HTTPField.Name("Upload-Length"))
      let create = Call<Okay>(Endpoint("File.create", .post, "files")).header(length, "5")
      let location = try #require(try await api.reply(to: create).head.headerFields[.location])
      _ = try await api.send(Call<Okay>(Endpoint("File.append", .patch, "files")).following(location))
      _ = try await api.send(Call<Okay>(Endpoint("File.list", .get, "files")).following("/files/next/\(canary)"))
    }
    let recorded = try Cassette(scratch.file, mode: .record, over: transport)
    try await run(recorded)
    #expect(try !scratch.text().contains(canary))
    #expect(try scratch.text().contains("https://api.example/files/redacted-"))
    let replayed = try Cassette(scratch.file, mode: .replay)
    try await run(replayed)
    #expect(replayed.unplayed.isEmpty)
  }

  @Test(
    "O06: no secret in content reaches the file, whatever type it claims to be",
    arguments: [
      ("application/json", #"{"user":{"password":"%"},"list":[{"access_token":"%"}],"apiKey":["%",{"a":"%"}]}"#),
      ("application/json", #"{"token":"%","token":null}"#), ("application/json", #"{"a":{"token":"%"},"a":1}"#),
      ("text/plain", #"[{"client-secret":"%"}]"#), ("", #" {"refreshToken":"%"}"#),
      ("application/json", #"{"note":"{\"password\":\"%\"}"}"#), ("application/json", #"{"password":"%""#),
      ("application/json", #"{"name":"password","value":"%"}"#),
      ("application/json-patch+json", #"[{"op":"add","path":"/password","value":"%"}]"#),
      ("application/x-www-form-urlencoded", "user=a&password=%&client_secret=%&code=%"),
      ("application/x-ndjson", "{\"a\":1}\n{\"token\":\"%\"}\n"), ("text/event-stream", "data: {\"token\":\"%\"}\n\n"),
      ("application/xml", "<user><password>%</password></user>"), ("text/xml", "<ns:secret>%</ns:secret>"),
      ("text/html", "<input name=\"csrf-token\" value=\"%\">"), ("text/plain", "password=%"), ("text/yaml", "token: %"),
      ("application/json", #"{"query":"mutation { login(password: \"%\") }"}"#),
      ("application/json", #"["https://h/x?access_token=%","https://h/x?Signature=%","https://u:%@h/x"]"#),
      ("application/json", #"{"url":"https://h/x?X-Amz-Signature=%&page=2","n":{"a":["https://h/?sig=%"]}}"#),
      ("application/json", #"{"note":"{\"url\":\"https://h/?sig=%\"}"}"#),
      ("application/json", #"["https://h/x?page=2;token=%","/a?page=2&token=%#%","https://h/token=%?page=1","?sig=%"]"#),
      ("application/json", #"{"password":"/%?a=%","token_url":"https://h/%?page=2","n":"{\"secret\":\"https://h/%?a=1\"}"}"#),
      ("text/plain", "see https://u:%@h/x"), ("text/csv", "name,url\r\nAnn,https://h/?token=%\r\n"),
      ("application/json", #"{"pass\u0077ord":"%""#), ("application/json", #"{"pass\u0077ord":"%"}"#),
      ("text/event-stream", "event: a\r\ndata: {\"token\":\"%\"}\r\n\r\n"),
      ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"otp\"\r\n\r\n%\r\n--b--"),
    ])
  func content(type: String, template: String) async throws {
    let content = template.replacing("%", with: canary)
    var headers: HTTPFields = [:]
    if !type.isEmpty { headers[.contentType] = type }
    for isStreamed in [true, false] {
      let body = { isStreamed ? stream([Data(content.utf8)]) : Body(content) }
      let text = try await record(request(.post, "/a", headers: headers, body: body()), headers, body())
      #expect(!text.contains(canary))
      // Another secret in the same place is the same request.
      let other = Body(template.replacing("%", with: "another"))
      let cassette = try Cassette(scratch.file, mode: .replay)
      do {
        _ = try await cassette.send(request(.post, "/a", headers: headers, body: other))
      } catch let error as CassetteError {
        guard case .withheld = error else { throw error }
      }
    }
  }

  @Test("O06: text of another encoding is withheld where it names a secret, and a token of the JSON Web kind is known by sight")
  func encodings() async throws {
    let json = #"{"password":"\#(canary)"}"#
    let wide = Data(json.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    let latin = Data(#"{"né":1,"password":""#.unicodeScalars.map { UInt8($0.value) }) + Data("\(canary)\"}".utf8)
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.\(canary)"
    let bodies = [wide, [0xFE, 0xFF] + wide, latin, Data(token.utf8), Data(#"{"id":"\#(token)"}"#.utf8)]
    for body in bodies {
      let text = try await record(request("/a"), [.contentType: "application/json"], Body(body))
      #expect(!text.contains(canary) && !text.contains(body.base64EncodedString()))
    }
    let text = try await record(request("/a"), [:], Body(Data([0xFF, 0xD8, 0, 1])))
    #expect(text.contains(Data([0xFF, 0xD8, 0, 1]).base64EncodedString()))
  }

  @Test("O06: of a URL in JSON only those that carry a secret are hidden; pages can still be followed")
  func links() async throws {
    let body = #"{ "next": "https://h/people?page=2&cursor=abc",  "note": "a: b = c", "signed": "https://h/?sig=x" }"#
    _ = try await record(request("/a"), [.contentType: "application/json"], Body(body))
    let data = try await Cassette(scratch.file, mode: .replay).send(request("/a")).body.collect()
    let shown = #"{"next":"https://h/people?page=2&cursor=abc","note":"a: b = c","signed":"https://h/?sig=redacted-1"}"#
    #expect(String(decoding: data, as: UTF8.self) == shown)
  }

  @Test("O06: angle brackets in a location, and what stands beside the links of a Link field, hide no secret")
  func brackets() async throws {
    let received: HTTPFields = [
      .location: "https://u:\(canary)@h/a?token=\(canary)&next=<b>",
      .linkField: "</p?page=2>; rel=next; anchor=\"https://u:\(canary)@h/\", </q?page=3>; rel=last; anchor=\"/?k=\(canary)\", "
        + "</r?page=1>; rel=first; token=\(canary)",
    ]
    let text = try await record(request("/a"), received)
    #expect(!text.contains(canary))
    let fields = try await Cassette(scratch.file, mode: .replay).send(request("/a")).head.headerFields
    #expect(fields[.location] == "https://h/a?token=redacted-1&next=redacted-2")
    #expect(fields[.linkField]?.hasPrefix("</p?page=2>") == true)
    let harmless = try await record(request("/a"), [.linkField: "</p?page=2>; rel=\"next\"; title=\"More\", </q>; rel=last"])
    #expect(harmless.contains(#"</p?page=2>; rel=\"next\"; title=\"More\", </q>; rel=last"#))
  }

  @Test(
    "O06: a reason phrase shows no secret",
    arguments: [
      ("Bad token: %", "redacted-1"), ("Not for Bearer % today", "Not for Bearer redacted-1 today"),
      ("No % here", "No ID here"), ("Fine so far", "Fine so far"),
    ])
  func reasonPhrase(template: String, shown: String) async throws {
    let canary = canary
    let status = HTTPResponse.Status(code: 401, reasonPhrase: template.replacing("%", with: canary))
    let transport = StubTransport { _ in Response(status: status) }
    let cassette = try Cassette(
      scratch.file, mode: .record, over: transport, scrubbing: { $0.replacing(canary, with: "ID") })
    let live = try await cassette.send(request("/a"))
    _ = try await live.body.collect()
    #expect(live.head.status.reasonPhrase == status.reasonPhrase)
    #expect(try !scratch.text().contains(canary))
    let replayed = try await Cassette(scratch.file, mode: .replay).send(request("/a"))
    #expect(replayed.head.status.reasonPhrase == shown)
  }

  @Test("O06: coded content is withheld, for nobody can tell what is in it")
  func coded() async throws {
    let text = try await record(request("/a"), [.contentEncoding: "gzip"], Body(Data(canary.utf8)))
    #expect(!text.contains(canary) && !text.contains(Data(canary.utf8).base64EncodedString()))
    let error = await #expect(throws: CassetteError.self) {
      try await Cassette(scratch.file, mode: .replay).send(request("/a"))
    }
    #expect(error?.description.contains("its content coding hides what may be secret") == true)
  }

  @Test("O06: a hidden value keeps its kind, so that a replayed answer still decodes, and its length is right")
  func shape() async throws {
    struct Account: Decodable, Equatable {
      var name: String
      var password: String
      var pin: Int
      var secret: [Bool]
      var token: [String: Double]
      var otp: Int?
    }
    let content = #"{"name":"Ann","password":"p","pin":1234,"secret":[true],"token":{"a":1.5},"otp":null}"#
    _ = try await record(
      request("/a"), [.contentType: "application/json", .contentLength: "\(content.utf8.count)"], Body(content))
    let response = try await Cassette(scratch.file, mode: .replay).send(request("/a"))
    let data = try await response.body.collect()
    #expect(response.head.headerFields[.contentLength] == "\(data.count)")
    #expect(
      try JSONDecoder().decode(Account.self, from: data)
        == Account(name: "Ann", password: "redacted-1", pin: 0, secret: [false], token: ["a": 0], otp: nil))
  }

  @Test("O06: what only the author knows to be a secret is scrubbed, also where a replay looks for it")
  func scrubbing() async throws {
    let canary = canary
    let scrub: @Sendable (String) -> String = { $0.replacing(canary, with: "ID") }
    let sent = request("/users/\(canary)", headers: [.accept: canary], body: nil)
    let text = try await record(sent, [.contentType: "text/plain"], Body("I am \(canary)"), scrubbing: scrub)
    #expect(!text.contains(canary) && text.contains("/users/ID"))
    let replayed = try await Cassette(scratch.file, mode: .replay, scrubbing: scrub).send(sent)
    #expect(try await replayed.body.collect() == Data("I am ID".utf8))
  }

  @Test(
    "O06: a link shows neither its query nor user information, wherever another URL stands in it",
    arguments: [
      ("/login?token=%&next=https://h/x", "/login?token=redacted-1&next=redacted-2"),
      ("//u:%@h/x?page=2", "//h/x?page=2"), ("?token=%&next=//h/x", "?token=redacted-1&next=redacted-2"),
      ("https://u:%@h?next=a://b@c", "https://h?next=redacted-1"), ("/x#%://h", "/x"), ("//u:%@h#%", "//h"),
    ])
  func links(template: String, shown: String) async throws {
    let target = template.replacing("%", with: canary)
    let text = try await record(request("/a"), [.location: target, .linkField: "<\(target)>; rel=next"])
    #expect(!text.contains(canary))
    let fields = try await Cassette(scratch.file, mode: .replay).send(request("/a")).head.headerFields
    #expect(fields[.location] == shown && fields[.linkField] == "<\(shown)>; rel=next")
  }
}
