#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @Suite struct CallCommandTests {
    private let ann = ["call", "Person.read", "id=5", "--base-url", "https://h/api"]

    @Test("B18: a call prints the answer as JSON in lines, plain in a pipe")
    func plain() async {
      let stub = StubTransport(.json(#"{"name":"Ann","tags":["a/b",1.50,null],"none":{}}"#))
      let (status, transcript) = await run(ann, tool: Tool(transport: stub))
      #expect(status == .okay)
      #expect(
        transcript.output
          == "{\n  \"name\": \"Ann\",\n  \"tags\": [\n    \"a/b\",\n    1.50,\n    null\n  ],\n  \"none\": {}\n}\n")
      #expect(transcript.errors.isEmpty)
      #expect(stub.requests.first?.head.path == "/api/person/5")
    }

    @Test("JSON is coloured on a terminal, and not where NO_COLOR is set or the terminal is dumb")
    func colour() async {
      let stub = StubTransport(.json(#"{"name":"Ann","age":40,"tags":[true]}"#))
      let tool = Tool(transport: stub)
      let (_, coloured) = await run(ann, tool: tool, isTerminal: true)
      let (_, plain) = await run(ann, tool: tool)
      #expect(coloured.output.contains("\u{1B}[34m\"name\"\u{1B}[0m: \u{1B}[32m\"Ann\"\u{1B}[0m"))
      let uncoloured = coloured.output.replacing(/\u{1B}\[[0-9]*m/, with: "")
      #expect(uncoloured == plain.output)
      for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
        #expect(await run(ann, tool: tool, environment: environment, isTerminal: true).1.output == plain.output)
      }
      #expect(await run(ann, tool: tool, environment: ["NO_COLOR": ""], isTerminal: true).1.output == coloured.output)
    }

    @Test("What a server sends cannot steer a terminal, and other bytes pass through a pipe as they are")
    func bytes() async throws {
      let escape = StubTransport(.status(200, headers: [.contentType: "text/plain"], body: Body("a\u{1B}[2Jb\nc")))
      #expect(await run(ann, tool: Tool(transport: escape), isTerminal: true).1.output == "a\\u{1B}[2Jb\nc\n")
      #expect(await run(ann, tool: Tool(transport: escape)).1.output == "a\u{1B}[2Jb\nc")
      let lines = StubTransport(.status(200, headers: [.contentType: "text/plain"], body: Body("a\r\nb\rc")))
      #expect(await run(ann, tool: Tool(transport: lines), isTerminal: true).1.output == "a\nb\\rc\n")
      let json = StubTransport(.json("\"\u{9B}2J\u{202E}\u{200F}\u{61C}\""))
      let shown = await run(ann, tool: Tool(transport: json), isTerminal: true).1.output
      #expect(shown.contains("\"\\u009b2J\\u202e\\u200f\\u061c\""))
      let picture = StubTransport(.status(200, headers: [.contentType: "image/png"], body: Body(Data([0x89, 0x50, 0xFF]))))
      let (_, terminal) = await run(ann, tool: Tool(transport: picture), isTerminal: true)
      #expect(terminal.output == "(3 bytes of image/png, not text)\n")
    }

    @Test(
      "I01, I05, I06, I07, I08: the exit status tells outcomes apart",
      arguments: [
        (StubTransport.StubResponse.status(204), ToolStatus.okay), (.status(404), .clientError), (.status(422), .clientError),
        (.status(500), .serverError), (.status(599), .serverError), (.status(304), .failure), (.status(302), .failure),
        (.failure(TransportError(.cannotConnect, phase: .waiting)), .transport),
        (.failure(TransportError(.malformedResponse, phase: .receiving)), .transport),
        (.failure(TimedOut(.total)), .timeout), (.failure(TimedOut(.idle)), .timeout),
        (.failure(CancellationError()), .failure),
        (.failure(CocoaError(.coderInvalidValue)), .failure),
      ])
    func statuses(answer: StubTransport.StubResponse, expected: ToolStatus) async {
      let call = ["call", "Person.birthday", "id=5", "--base-url", "http://h"]
      let (status, transcript) = await run(call, tool: Tool(transport: StubTransport(answer)))
      #expect(status == expected)
      #expect(transcript.errors.isEmpty == (expected == .okay))
      #expect(transcript.output.isEmpty)
    }

    @Test("call --json prints the outcome, the content and the attempts as one JSON object")
    func json() async throws {
      let stub = StubTransport(
        .status(307, headers: [.location: "/other"]), .status(200, headers: [.contentType: "text/plain"], body: Body("a\tb")))
      let (status, transcript) = await run(ann + ["--json"], tool: Tool(transport: stub))
      #expect(status == .okay)
      let report = try JSONValue(parsing: Data(transcript.output.utf8))
      #expect(report["row"] == "Person.read")
      #expect(report["error"] == .null)
      #expect(report["status"] == 200)
      #expect(report["source"] == "network")
      #expect(report["headers"]?[0] == ["name": "Content-Type", "value": "text/plain"])
      #expect(report["text"] == "a\tb")
      #expect(report["attempts"]?.array?.map { $0["outcome"] } == ["status 307", "status 200"])
      #expect(report["attempts"]?[1]?["reason"]?.string?.hasPrefix("redirect 307 to ") == true)
      #expect(report["elapsed"]?.double != nil)
    }

    @Test("call --json prints a failure on standard output too, with where and why")
    func jsonOfFailure() async throws {
      let stub = StubTransport(.json(#"{"title":"No such person"}"#, status: 404))
      let (status, transcript) = await run(ann + ["--json"], tool: Tool(transport: stub))
      #expect(status == .clientError)
      #expect(transcript.errors.isEmpty)
      let report = try JSONValue(parsing: Data(transcript.output.utf8))
      #expect(report["error"]?["stage"] == "status")
      #expect(report["error"]?["kind"] == "notFound")
      #expect(report["body"] == ["title": "No such person"])
      #expect(report["status"] == 404)

      let lost = StubTransport(.failure(TransportError(.cannotConnect, phase: .waiting)))
      let birthday = ["call", "Person.birthday", "id=5", "--base-url", "http://h", "--json"]
      let unsent = await run(birthday, tool: Tool(transport: lost))
      #expect(unsent.0 == .transport)
      let fault = try JSONValue(parsing: Data(unsent.1.output.utf8))
      #expect(fault["status"] == .null)
      #expect(fault["error"]?["stage"] == "sending")
      #expect(await run(ann + ["--json", "--all"], tool: Tool(transport: stub)).0 == .usage)
    }

    @Test("I09: an error is one line on standard error, and what the server said follows it")
    func failure() async {
      let stub = StubTransport(.json(#"{"title":"No such person"}"#, status: 404))
      let (status, transcript) = await run(ann, tool: Tool(transport: stub))
      #expect(status == .clientError)
      #expect(transcript.output.isEmpty)
      let lines = transcript.errors.split(separator: "\n").map(String.init)
      #expect(lines.first?.hasPrefix("Person.read (GET person/{id}) failed by its status: status 404") == true)
      #expect(lines.dropFirst() == ["{", "  \"title\": \"No such person\"", "}"])
    }

    @Test("A08, B09: names of the path fill it, others go into the query, and a name given twice is a list")
    func arguments() async {
      let stub = StubTransport(.json("{}"))
      let tool = Tool(transport: stub)
      _ = await run(["call", "Person.read", "id=a b", "tag=x", "tag=y=z", "q=", "--base-url", "http://h"], tool: tool)
      _ = await run(["call", "HTTPBin.anything", "segments=a", "segments=b/c", "--base-url", "http://h"], tool: tool)
      #expect(stub.requests.map(\.head.path) == ["/person/a%20b?q=&tag=x&tag=y%3Dz", "/anything/a/b%2Fc"])
    }

    @Test("K03, K05: header fields, credentials and the base URL come from options or the environment")
    func headers() async {
      let stub = StubTransport(.json("{}"))
      let tool = Tool(transport: stub)
      let environment = ["REFINERY_BASE_URL": "http://127.0.0.1", "REFINERY_BEARER": "token"]
      _ = await run(["call", "Person.read", "id=5", "-H", "if-match: \"7\""], tool: tool, environment: environment)
      _ = await run(
        ["call", "Person.read", "id=5", "--user", "ann:s:x"], tool: tool, environment: ["REFINERY_BASE_URL": "https://h"])
      let sent = stub.requests.map(\.head)
      #expect(sent.map(\.authority) == ["127.0.0.1", "h"])
      #expect(sent[0].headerFields[.ifMatch] == "\"7\"")
      #expect(sent[0].headerFields[.authorization] == "Bearer token")
      #expect(sent[1].headerFields[.authorization] == "Basic \(Data("ann:s:x".utf8).base64EncodedString())")
    }

    @Test("A08, K03: a value may begin with a combining mark")
    func combiningMarks() async {
      let stub = StubTransport(.json("{}"))
      let values = ["id=5", "q=\u{301}a=b", "-H", "x-name:\u{301}:b", "--user", "ann:\u{301}s"]
      let (status, _) = await run(["call", "Person.read", "--base-url", "https://h"] + values, tool: Tool(transport: stub))
      #expect(status == .okay)
      let head = stub.requests.first?.head
      #expect(head?.path == "/person/5?q=%CC%81a%3Db")
      #expect(head?.headerFields[.init("x-name")!] == "\u{301}:b")
      #expect(head?.headerFields[.authorization] == "Basic \(Data("ann:\u{301}s".utf8).base64EncodedString())")
    }

    @Test("K03: a repeated header field becomes a list, and repeated cookies are joined by semicolons")
    func repeatedHeaders() async {
      let stub = StubTransport(.json("{}"))
      let fields = ["accept: text/csv", "Accept:application/json;q=0.5", "cookie: a=1", "cookie: b=2"].flatMap { ["-H", $0] }
      _ = await run(["call", "Person.read", "id=5", "--base-url", "http://h"] + fields, tool: Tool(transport: stub))
      #expect(stub.requests.first?.head.headerFields[.accept] == "text/csv, application/json;q=0.5")
      #expect(stub.requests.first?.head.headerFields[.cookie] == "a=1; b=2")
    }

    @Test("Credentials go over plain http to this machine alone, unless told otherwise; options win over the environment")
    func plaintext() async {
      let stub = StubTransport(.json("{}"))
      let tool = Tool(transport: stub)
      let call = ["call", "Person.read", "id=5", "--base-url", "http://h", "--bearer", "token"]
      let (status, transcript) = await run(call, tool: tool)
      #expect(status == .failure)
      #expect(transcript.errors.contains("plain http"))
      #expect(stub.requests.isEmpty)
      let environment = ["REFINERY_USER": "ann:pw"]
      #expect(await run(call + ["--allow-plaintext"], tool: tool, environment: environment).0 == .okay)
      #expect(stub.sent.first?.headers[.authorization] == "Bearer token")
    }

    @Test("A16: without a base URL a call is refused before anything is sent")
    func noBaseURL() async {
      let stub = StubTransport(.json("{}"))
      let (status, transcript) = await run(["call", "Person.read", "id=5"], tool: Tool(transport: stub))
      #expect(status == .usage)
      #expect(transcript.errors == "refinery: --base-url is missing, and the path of Person.read is relative\n")
      #expect(stub.requests.isEmpty)
    }

    @Test("K05, A16: an empty variable of the environment counts as not set")
    func emptyVariables() async {
      let stub = StubTransport(.json("{}"))
      let tool = Tool(transport: stub)
      let environment = ["REFINERY_BASE_URL": "", "REFINERY_USER": "", "REFINERY_BEARER": "token"]
      #expect(await run(ann, tool: tool, environment: environment).0 == .okay)
      #expect(stub.sent.first?.headers[.authorization] == "Bearer token")
      let (status, transcript) = await run(["call", "Person.read", "id=5"], tool: tool, environment: environment)
      #expect(status == .usage)
      #expect(transcript.errors == "refinery: --base-url is missing, and the path of Person.read is relative\n")
      #expect(stub.requests.count == 1)
    }

    @Test("B01: the body is sent as it is given: inline, from a file, from standard input")
    func body() async throws {
      let stub = StubTransport(.json("{}"))
      let tool = Tool(transport: stub)
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try #"{"b":2}"#.write(to: file, atomically: true, encoding: .utf8)
      let call = ["call", "Person.create", "--base-url", "http://h", "--body"]
      _ = await run(call + [#"{"a" : 1}"#], tool: tool)
      _ = await run(call + ["@\(file.path())"], tool: tool)
      _ = await run(call + ["-"], tool: tool, input: #"{"c":3}"#)
      _ = await run(call + ["a=1", "-H", "content-type: application/x-www-form-urlencoded"], tool: tool)
      #expect(stub.sent.map(\.text) == [#"{"a" : 1}"#, #"{"b":2}"#, #"{"c":3}"#, "a=1"])
      #expect(
        stub.sent.map { $0.headers[.contentType] }.prefix(3) == ["application/json", "application/json", "application/json"])
      #expect(stub.sent.last?.headers[.contentType] == "application/x-www-form-urlencoded")
    }

    @Test("A15: an absolute row needs no base URL, and takes the credentials given for it")
    func absolute() async {
      let stub = StubTransport(.status(200, body: Body("picture")))
      let (status, transcript) = await run(
        ["call", "Person.portrait", "id=5", "--bearer", "token", "--timeout", "600"], tool: Tool(transport: stub))
      #expect(status == .okay)
      #expect(transcript.output == "picture")
      #expect(stub.sent.first?.url == "https://portraits.example.com/people/5.png")
      #expect(stub.sent.first?.headers[.authorization] == "Bearer token")
    }

    @Test("L09: with --include status and header fields stand before the answer")
    func include() async {
      let stub = StubTransport(.json("[]", headers: [.eTag: "\"7\""]))
      let (_, transcript) = await run(ann + ["--include"], tool: Tool(transport: stub))
      let lines = transcript.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first == "200")
      #expect(lines.contains { $0.lowercased() == "etag: \"7\"" })
      #expect(lines.suffix(3) == ["", "[]", ""])
    }

    @Test("J01: --trace logs every attempt with its final header fields, redacted, to standard error")
    func trace() async {
      let stub = StubTransport(.status(503, headers: [.retryAfter: "0"]), .json(#"{"id":5,"token":"t0ken"}"#))
      let (status, transcript) = await run(ann + ["--trace", "--bearer", "b34rer"], tool: Tool(transport: stub))
      #expect(status == .okay, "\(transcript.errors)")
      #expect(transcript.errors.contains("http.response.status_code=503"))
      #expect(transcript.errors.contains("authorization"))
      #expect(transcript.errors.contains("<redacted>"))
      #expect(!transcript.errors.contains("t0ken") && !transcript.errors.contains("b34rer"))
      #expect(transcript.errors.contains("Person.read: 2 attempts in "))
      #expect(transcript.errors.contains(", retry after "))
    }
  }
#endif
