import FoundationEssentials
import HTTPTypes
import Logging
import RefineryCore
import RefineryLogging
import RefineryTesting
import Synchronization
import Testing

@Suite struct LoggingSecretTests {
  let log = Log()

  /// Every place that Shows 5 of the plan names, and a few more.
  func leaky(body: String, type: String) throws -> Request {
    let unknown = try #require(HTTPField.Name("X-Canary-Field"))
    var sent = request(
      "Person.login", .post, template: "https://user:canary@api.example/login?key=canary{&page}",
      path: "/login?access_token=canary&page=canary#canary", body: Body(body))
    sent.head.authority = "user:canary@api.example"
    sent.head.headerFields = [
      .authorization: "Bearer canary", .cookie: "sid=canary", .proxyAuthorization: "Basic canary", unknown: "canary",
      .contentType: type, .referer: "https://x.example/?t=canary",
    ]
    return sent
  }

  @Test("J08: the location of an upload is in no line, and not in a curl command")
  func givenURL() async throws {
    let policy = LoggingPolicy(level: .notice, detailLevel: .notice)
    let server = StubTransport(.status(204), .status(500), .failure(TransportError(.connectionLost, phase: .waiting)))
    let api = Client(
      baseURL: "https://api.example", middleware: [LoggingMiddleware(log.logger(), policy: policy)], transport: server)
    let append = Call<Okay>(Endpoint("Upload.append", .patch, "files")).following("https://api.example/files/canary/1?part=2")
    for _ in 0..<3 { _ = try? await api.send(append) }
    let details = try #require(log.lines("request details").first)
    #expect(details["url.full"] == "https://api.example/files/<redacted>?part=<redacted>")
    #expect(!log.text.contains("canary"))
    #expect(!(try api.makeRequest(for: append)).curl().contains("canary"))
    #expect(!"\(try api.explain(append))".contains("canary"))
  }

  static let bodies = [
    ("application/json", #"{"user":{"password":"canary","Access-Token":["canary"],"pin":{"x":"canary"}},"n":1}"#),
    ("application/json", #"{"password":"canary""#),
    ("text/plain", "  {\"password\":\"canary\"}"),
    ("text/plain", "\u{FEFF}{\"password\":\"canary\"}"),
    ("application/json-patch+json", #"[{"op":"add","path":"/user/newPassword","value":"canary"}]"#),
    ("application/x-www-form-urlencoded", "user=ann&password=canary&user%5Btoken%5D=canary&%70in=canary&code=canary&canary"),
    ("application/octet-stream", "canary"),
    ("", #"{"client_secret":"canary"}"#),
    ("", "password=canary"),
  ]

  @Test("J08: a canary in any secret place is in no line at the most verbose level, nor in a curl command", arguments: bodies)
  func canary(type: String, body: String) async throws {
    struct Unsafe: Error, CustomStringConvertible { let description = "canary" }
    let sent = try leaky(body: body, type: type)
    let answers: [StubTransport.StubResponse] = [
      .status(200, headers: [.setCookie: "sid=canary", .location: "/?t=canary", .contentType: type], body: Body(body)),
      .status(500, headers: [.wwwAuthenticate: "Bearer canary"], body: stream("canary")),
      .failure(Unsafe()),
    ]
    let text = Mutex("")
    let policy = LoggingPolicy(level: .notice, detailLevel: .notice, bodies: true)
    let writing = LoggingMiddleware(level: .trace, policy: policy) { line in text.withLock { $0 += line } }
    let logging = LoggingMiddleware(log.logger(), policy: policy)
    for answer in answers {
      _ = try? await Next.send(sent, through: logging, writing, to: StubTransport(answer))
    }

    #expect(log.lines("request details").count == 3 && log.lines("response details").count == 2)
    #expect(!Self.withoutNames(log.text).contains("canary"))
    #expect(!Self.withoutNames(text.withLock { $0 }).contains("canary"))
    #expect(!Self.withoutNames(sent.curl()).contains("canary"))
    #expect(logging.explanation(for: sent)?.contains("canary") == false)
  }

  /// Names of fields stay visible; only their values are secret.
  static func withoutNames(_ text: String) -> String { text.replacing("x-canary-field", with: "") }

  @Test("J08: what is harmless is shown")
  func harmless() async throws {
    let sent = try leaky(body: #"{"name":"Ann","age":5,"tags":["a",null,true,1.5]}"#, type: "application/json")
    let policy = LoggingPolicy(bodies: true, redaction: Redaction(queryKeys: ["Page"]))
    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger(), policy: policy), to: StubTransport(.status(200)))

    let details = try #require(log.lines("request details").first)
    #expect(details["url.full"] == "https://api.example/login?access_token=<redacted>&page=canary")
    #expect(details["http.request.header.x-canary-field"] == "<redacted>")
    #expect(details["http.request.body"]?.contains(#""name":"Ann""#) == true)
    #expect(log.lines("request").first?["url.template"] == "https://api.example/login?<redacted>")
  }

  @Test("J08: the template of a direct row is a URL, which is in no line but the details, and there redacted")
  func direct() async throws {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "hooks.example", path: "/services/canary?page=2")
    let sent = Request(
      endpoint: .direct(.get, "https://hooks.example/services/canary?page=2"), head: head, context: CallContext(number: 7))
    let stub = StubTransport(.status(200))
    let lines = LoggingPolicy(detailLevel: .off)
    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger(), policy: lines), to: stub)
    #expect(log.messages == ["request", "response"])
    #expect(log.lines.allSatisfy { $0["endpoint.name"] == "direct.get" && $0["server.address"] == "hooks.example" })
    #expect(!log.text.contains("canary"))

    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger()), to: stub)
    let details = try #require(log.lines("request details").first)
    #expect(details["url.full"] == "https://hooks.example/services/canary?page=<redacted>")
    #expect(log.lines.allSatisfy { $0["url.template"] == nil })
  }

  @Test("J08: no value can begin a line of its own or reorder the text")
  func forging() async throws {
    let forged = "a\r\nERROR all is lost \u{1B}[31m\u{202E}\u{85}"
    let reason = TransportError(.other, phase: .waiting, reason: forged)
    let sent = request(forged, headers: [.contentType: "text/plain"], body: Body(forged))
    let lines = Mutex<[String]>([])
    let policy = LoggingPolicy(bodies: true)
    let writing = LoggingMiddleware(level: .trace, policy: policy) { line in lines.withLock { $0.append(line) } }
    _ = try? await Next.send(
      sent, through: LoggingMiddleware(log.logger(), policy: policy), writing, to: StubTransport(.failure(reason)))

    let values = log.lines.flatMap { $0.metadata.values } + lines.withLock { $0 }
    #expect(values.contains { $0.contains("ERROR all is lost") })
    let unsafe = "\r\n\u{1B}\u{202E}\u{85}".unicodeScalars
    #expect(!values.contains { $0.unicodeScalars.contains(where: unsafe.contains) })
  }
}

@Suite struct CurlCommandTests {
  @Test("A command is redacted, quoted and on one line")
  func redacted() {
    let sent = request(
      "Person.create", .post, path: "/people?q=it's&tags[]=a",
      headers: [.contentType: "application/json", .authorization: "Bearer canary"],
      body: Body(#"{"name":"O'Hara","password":"canary"}"#))
    #expect(
      sent.curl() == "curl --globoff 'https://api.example/people?q=<redacted>&tags[]=<redacted>' "
        + "-H 'content-type: application/json' -H 'authorization: <redacted>' "
        + #"--data-raw '{"name":"O'\''Hara","password":"<redacted>"}'"#)
    #expect(request().curl() == "curl https://api.example/people/5")
    #expect(request("Person.delete", .delete).curl() == "curl -X DELETE https://api.example/people/5")
    #expect(request("Person.check", .head).curl() == "curl --head https://api.example/people/5")
  }

  @Test("A URL with brackets or braces is not expanded by curl", arguments: ["[1-9]", "{a,b}", "[", "}"])
  func globbing(segment: String) {
    let sent = request(path: "/people/\(segment)")
    #expect(sent.curl() == "curl --globoff 'https://api.example/people/\(segment)'")
  }

  @Test("A command that is not redacted has every byte that was sent")
  func unredacted() {
    let sent = request(
      "Person.update", .put, path: "/people/5?q=canary", headers: [.authorization: "Bearer canary", .accept: ""],
      body: Body("@it's"))
    #expect(
      sent.curl(redaction: nil) == "curl -X PUT 'https://api.example/people/5?q=canary' "
        + #"-H 'authorization: Bearer canary' -H 'accept;' -H content-type: --data-raw '@it'\''s'"#)
  }

  @Test(
    "A body that is large, binary, streamed, unparsable or of several lines is read from standard input",
    arguments: [
      (Body(String(repeating: "a", count: 5000)), "text/plain"), (Body(Data([0, 1, 2])), "image/png"),
      (stream("a"), "text/plain"), (Body("{"), "application/json"), (Body("a\nb"), "text/plain"),
    ])
  func standardInput(body: Body, type: String) {
    let sent = request("Person.create", .post, headers: [.contentType: type], body: body)
    #expect(sent.curl().hasSuffix(" --data-binary @-"))
    #expect(type == "application/json" || sent.curl(redaction: nil).hasSuffix(" --data-binary @-"))
  }

  @Test(
    "A shell reads every word as it was meant",
    arguments: ["it's", "$(id)", "`id`", "a\\'b", "\"!*?~#;&|<>", "é 🙂", "'", "it'\u{301}; id #", "'\u{301}"])
  func quoting(text: String) {
    let command = request("Person.create", .post, headers: [.contentType: "text/plain"], body: Body(text)).curl(
      redaction: nil)
    let word = command.split(separator: "--data-raw ").last.map(String.init) ?? ""
    #expect(Self.words(word) == [text])
  }

  /// Returns the words that a POSIX shell reads. Single quotes, backslashes and blanks have their meaning in a shell, even
  /// before a combining mark.
  static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var isEscaped = false
    for scalar in command.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        word.unicodeScalars.append(scalar)
        isEscaped = false
      case "'": isQuoted.toggle()
      case "\\" where !isQuoted: isEscaped = true
      case " " where !isQuoted: (words, word) = (words + [word], "")
      default: word.unicodeScalars.append(scalar)
      }
    }
    return words + [word]
  }
}
