#if CommandLine
  import Endpoints
  import Foundation
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @Suite struct ToolOptionTests {
    @Test("B01: a value without a placeholder is refused for a row with a body, in place of going into the query in silence")
    func silentQuery() async {
      let stub = StubTransport(.json("{}"))
      let tool = Tool(transport: stub)
      let create = ["call", "Person.create", "--base-url", "http://h"]
      let (status, transcript) = await run(create + ["sku=c4n4ry"], tool: tool)
      #expect(status == .usage)
      #expect(transcript.errors.contains("has no {sku}"))
      #expect(transcript.errors.contains("--body JSON") && transcript.errors.contains("--query sku=VALUE"))
      #expect(!transcript.errors.contains("c4n4ry"))
      #expect(stub.sent.isEmpty)
      #expect(await run(create + ["--query", "sku=a", "--query", "tag=b", "--body", "{}"], tool: tool).0 == .okay)
      #expect(stub.sent.last?.url == "http://h/people/new?sku=a&tag=b")
      #expect(await run(["call", "Person.delete", "id=5", "force=1", "--base-url", "http://h"], tool: tool).0 == .okay)
      #expect(stub.sent.last?.url.hasSuffix("?force=1") == true)
    }

    @Test("O03: explain shows the values that were typed, and hides those with a secret's name and those of the base URL")
    func typedValues() async {
      let (_, transcript) = await run([
        "explain", "Person.enumerate", "page=2", "filter[name]=Ann", "api_key=k3y", "--base-url", "https://h?page=b4se",
        "-H", "X-Tenant: north", "-H", "X-Api-Key: k3y",
      ])
      #expect(transcript.output.contains("filter%5Bname%5D=Ann"))
      #expect(transcript.output.contains("X-Tenant: north") && transcript.output.contains("X-Api-Key: <redacted>"))
      #expect(!transcript.output.contains("k3y") && !transcript.output.contains("b4se"))
    }

    @Test("O03: an explanation prints as JSON")
    func json() async throws {
      let (status, transcript) = await run(["explain", "Person.read", "id=5", "page=2", "--json", "--timeout", "2.5"])
      #expect(status == .okay)
      let json = try JSONValue(parsing: transcript.output)
      #expect(json["row"] == "Person.read" && json["method"] == "GET" && json["isOverridden"] == false)
      #expect(json["url"] == "http://localhost/person/5?page=2")
      #expect(json["timeout"]?.double == 2.5)
      #expect(json["chain"]?.array?.map { $0["name"] }.contains("RetryMiddleware") == true)
      #expect(json["body"]?.isNull == true)
    }

    @Test("O03: a request prints as a curl command, with secrets hidden")
    func curl() async {
      let update = [
        "explain", "Person.update", "id=5", "--body", #"{"name":"Ann","password":"c4n4ry"}"#, "--base-url", "http://h",
      ]
      let (status, transcript) = await run(update + ["--curl"])
      #expect(status == .okay, "\(transcript.errors)")
      #expect(transcript.output.hasPrefix("curl -X ") && transcript.output.contains("http://h/person/5/record"))
      #expect(transcript.output.contains("Ann") && !transcript.output.contains("c4n4ry"))
      #expect(await run(update + ["--curl", "--json"]).0 == .usage)
    }

    @Test("O03: --version prints the version that the tool was given")
    func version() async {
      #expect(await run(["--version"], tool: Tool("app", tables: [], version: "7.1")).1.output == "7.1\n")
      #expect(await run(["--version"], tool: Tool("app", tables: [])).0 == .usage)
    }

    @Test("O03: names of rows, tables and clients are completed by the shell")
    func completion() async {
      let client = Client(baseURL: "https://h", transport: StubTransport())
      let rows = [Endpoint("A.read", .get, "a"), Endpoint("A.list", .get, "l")]
      let tool = Tool(
        "app", tables: [EndpointTable("One", rows: rows), EndpointTable("Two", rows: [rows[0]])], clients: ["main": client])
      func completions(_ arguments: String...) async -> [Substring] {
        await run(["---completion"] + arguments, tool: tool).1.output.split(separator: "\n")
      }
      #expect(await completions("explain", "--", "positional@0", "1", "0", "") == ["One/A.read", "A.list", "Two/A.read"])
      #expect(await completions("table", "--", "positional@0", "1", "0", "").prefix(2) == ["One", "Two"])
      #expect(await completions("call", "--", "--client", "1", "0", "") == ["main"])
      let (status, script) = await run(["--generate-completion-script", "bash"], tool: tool)
      #expect(status == .okay && script.output.contains("app"))
    }
  }
#endif
