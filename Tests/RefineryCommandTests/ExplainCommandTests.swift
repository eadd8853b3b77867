#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @Suite struct ExplainCommandTests {
    private let stub = StubTransport()
    private var tool: Tool { Tool(transport: stub) }

    @Test("O03: explain prints URL, header fields, chain in order, limits and retry, and sends nothing")
    func explain() async throws {
      let (status, transcript) = await run(
        [
          "explain", "Person.read", "id=a/b", "page=2", "--base-url", "https://h/api/", "--bearer", "t0ken", "--timeout", "2.5",
        ],
        tool: tool)
      #expect(status == .okay, "\(transcript.errors)")
      #expect(stub.requests.isEmpty)
      let lines = transcript.output.split(separator: "\n").map(String.init)
      #expect(
        lines.prefix(3) == ["Person.read", "  GET https://h/api/person/a%2Fb?page=2", "  template  person/{id}"])
      let chain = lines.filter { $0.hasPrefix("  chain") }.map { $0.dropFirst(12).prefix { $0 != ":" } }
      var expected: [Substring] = ["GzipMiddleware", "RetryMiddleware", "AuthMiddleware", "RedirectMiddleware"]
      expected.insert("LoggingMiddleware", at: 0)
      #expect(chain == expected)
      #expect(transcript.output.contains("StubTransport"))
      #expect(lines.contains { $0.hasPrefix("  deadline  2.5 seconds in total") })
      #expect(lines.last == "  retry     up to 3 attempts: GET is idempotent")
    }

    @Test("O03: whether a call may be retried, and why", arguments: [("Person.birthday", false), ("Chore.update", true)])
    func retry(row: String, isRetried: Bool) async throws {
      let (_, transcript) = await run(["explain", row, "id=5"] + (row == "Chore.update" ? ["household=9"] : []), tool: tool)
      let line = try #require(transcript.output.split(separator: "\n").last { $0.hasPrefix("  retry") })
      #expect(line.contains("up to 3 attempts") == isRetried)
    }

    @Test("O03: an unknown row suggests the nearest name")
    func unknownRow() async {
      let (status, transcript) = await run(["explain", "Person.raed", "id=5"], tool: tool)
      #expect(status == .usage)
      #expect(transcript.errors == "refinery: there is no row Person.raed; did you mean Person.read?\n")
    }

    @Test("O03: what the path needs and nobody gave is named")
    func missing() async {
      let (status, transcript) = await run(["explain", "Chore.read", "hosehold=9"], tool: tool)
      #expect(status == .usage)
      #expect(
        transcript.errors
          == "refinery: Chore.read needs household=VALUE id=VALUE: its path is households/{household}/chores/{id}\n")
    }

    @Test("A row of two tables must say which, and can")
    func ambiguous() async {
      let one = EndpointTable("One", rows: [Endpoint("A.read", .get, "one")])
      let two = EndpointTable("Two", rows: [Endpoint("A.read", .get, "two")])
      let tool = Tool("both", tables: [one, two], transport: stub)
      let (status, transcript) = await run(["explain", "A.read"], tool: tool)
      #expect(status == .usage)
      #expect(transcript.errors.contains("One/A.read or Two/A.read"))
      let (okay, chosen) = await run(["explain", "two/A.read"], tool: tool)
      #expect(okay == .okay)
      #expect(chosen.output.contains("GET http://localhost/two"))
    }

    @Test("O01: an overrides file re-routes a row without a rebuild, and a bad one is refused whole")
    func overrides() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      let arguments = ["explain", "Person.read", "id=5", "--overrides", file.path()]
      try #"{"Person.read":{"path":"v2/people/{id}","timeout":5,"retries":0,"logLevel":"off"}}"#
        .write(to: file, atomically: true, encoding: .utf8)
      let (status, transcript) = await run(arguments, tool: tool)
      #expect(status == .okay, "\(transcript.errors)")
      #expect(transcript.output.hasPrefix("Person.read (overridden)\n  GET http://localhost/v2/people/5\n"))
      #expect(transcript.output.contains("deadline  5.0 seconds in total"))
      #expect(!transcript.output.contains("up to 3 attempts"))

      try #"{"Person.raed":{},"Person.read":{"timeout":-1}}"#.write(to: file, atomically: true, encoding: .utf8)
      let (refused, faults) = await run(arguments, tool: tool)
      #expect(refused == .usage)
      #expect(faults.errors.contains("did you mean Person.read?"))
      #expect(faults.errors.contains("Person.read: timeout: must be a positive number of seconds"))
    }

    @Test(
      "Bad input is refused in one line that repeats no value",
      arguments: [
        ["id=5", "--base-url", "ftp://c4n4ry"], ["id=5", "--base-url", "https://u:c4n4ry@h"], ["id=5", "--header", "c4n4ry"],
        ["id=5", "--header", "X-A: a\nc4n4ry"], ["id=5", "--user", "c4n4ry"], ["id=5", "--bearer", "c4n4ry", "--user", "a:b"],
        ["id=5", "c4n4ry"], ["id=5", "--timeout", "0"], ["id=5", "--timeout", "nan"], ["id=5", "--body", "{}"],
        ["id=5", "--body", "@c4n4ry"], ["id=5", "--overrides", "c4n4ry"], ["id=.."], ["id="],
      ])
    func badInput(arguments: [String]) async {
      let (status, transcript) = await run(["explain", "Person.read"] + arguments, tool: tool)
      #expect(status == .usage)
      #expect(transcript.output.isEmpty)
      #expect(transcript.errors.split(separator: "\n").count == 1)
      #expect(!transcript.errors.contains("c4n4ry"))
    }

    @Test("A body that is not JSON, or cannot be read, is refused without repeating it", arguments: ["{c4n4ry", "@c4n4ry", ""])
    func badBody(body: String) async {
      let (status, transcript) = await run(["explain", "Person.create", "--body", body], tool: tool)
      #expect(status == .usage)
      #expect(transcript.errors.hasPrefix("refinery: --body: "))
      #expect(!transcript.errors.contains("c4n4ry"))
    }

    @Test("J08: no secret stands in an explanation", arguments: ["explain", "call"])
    func canary(command: String) async {
      let canary = "c4n4ry"
      let stub = StubTransport(.json(#"{"password":"c4n4ry"}"#, status: 500, headers: [.setCookie: "s=\(canary)"]))
      let arguments = [
        command, "Person.update", "id=5", "--query", "token=\(canary)", "-H", "Cookie: s=\(canary)", "-H",
        "X-Api-Key: \(canary)",
        "--base-url", "https://h?key=\(canary)", "--body", #"{"password":"c4n4ry","name":"Ann"}"#,
      ]
      for credentials in [["--bearer", canary], ["--user", "ann:\(canary)"]] {
        let trace = command == "call" ? ["--trace"] : []
        let (_, transcript) = await run(arguments + credentials + trace, tool: Tool(transport: stub))
        // What the server says is printed as it is; everything that Refinery says about the call is redacted.
        let said = transcript.errors.replacing(#"{"# + "\n" + #"  "password": "c4n4ry""#, with: "")
        #expect(!said.contains(canary), "\(said)")
        #expect(!transcript.output.contains(canary))
        #expect((transcript.output + said).contains(Redaction.mark))
        let basic = Data("ann:\(canary)".utf8).base64EncodedString()
        #expect(!(transcript.output + transcript.errors).contains(basic))
      }
    }
  }
#endif
