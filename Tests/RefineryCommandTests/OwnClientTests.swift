#if CommandLine
  import Endpoints
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @Suite struct OwnClientTests {
    private struct Tenant: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        var request = request
        request.head.headerFields[.from] = "north"
        return try await next(request)
      }
      func explanation(for request: Request) -> String? { "names the tenant" }
    }

    private let stub = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
    private let other = StubTransport(.json("{}"))
    private var tool: Tool {
      Tool(
        "household", tables: [Household.table],
        clients: [
          "main": Client(baseURL: "https://main.example/v1", middleware: [Tenant()], transport: stub),
          "test": Client(baseURL: "https://test.example", headers: [.acceptLanguage: "de"], transport: other),
        ])
    }

    @Test("O03: explain shows the chain, the base URL and the limits of the app's own client")
    func explain() async {
      let (status, transcript) = await run(["explain", "Person.read", "id=5"], tool: tool)
      #expect(status == .okay, "\(transcript.errors)")
      let lines = transcript.output.split(separator: "\n").map(String.init)
      #expect(lines[1] == "  GET https://main.example/v1/person/5")
      #expect(
        lines.filter { $0.hasPrefix("  chain") } == [
          "  chain 1   Tenant: names the tenant", "  chain 2   RedirectMiddleware: follows redirects within the origin",
        ])
      #expect(lines.last == "  retry     never: there is no retry link in the chain")
    }

    @Test("O03: a typed name never shows a value of the base URL's query")
    func baseURLQuery() async {
      let arguments = ["explain", "Person.enumerate", "tenant=north", "filter[a]=x"]
      let base = "https://h.example?tenant=b4se&filter%5Ba%5D=b4se"
      let own = Tool(
        "own", tables: [Household.table], clients: ["main": Client(baseURL: base, middleware: [], transport: stub)])
      let cases: [(Tool, [String: String])] = [(own, [:]), (Tool(transport: stub), ["REFINERY_BASE_URL": base])]
      for (tool, environment) in cases {
        let (status, transcript) = await run(arguments, tool: tool, environment: environment)
        #expect(status == .okay, "\(transcript.errors)")
        #expect(transcript.output.contains("tenant=<redacted>") && !transcript.output.contains("b4se"))
      }
    }

    @Test("O03: a call goes through the app's own client, and --client chooses another")
    func call() async {
      let environment = ["REFINERY_BASE_URL": "https://elsewhere.example", "REFINERY_BEARER": "t"]
      #expect(await run(["call", "Person.read", "id=5"], tool: tool, environment: environment).0 == .okay)
      #expect(stub.sent.last?.url == "https://main.example/v1/person/5")
      #expect(stub.sent.last?.headers[.from] == "north")
      #expect(stub.sent.last?.headers[.authorization] == nil)
      #expect(await run(["call", "Person.read", "id=5", "--client", "test"], tool: tool).0 == .okay)
      #expect(other.sent.last?.headers[.acceptLanguage] == "de")
      #expect(await run(["call", "Person.read", "id=5", "--base-url", "https://h"], tool: tool).0 == .okay)
      #expect(stub.sent.last?.url == "https://h/person/5")
    }

    @Test(
      "O03: what cannot be meant for the app's client is refused, and nothing is sent",
      arguments: [
        (["--client", "mian"], "known names: main, test"), (["--user", "a:b"], "the client main has its own credentials"),
        (["--bearer", "t"], "the client main has its own credentials"), (["--base-url", "ftp://h"], "http"),
      ])
    func refused(arguments: [String], text: String) async {
      let (status, transcript) = await run(["call", "Person.read", "id=5"] + arguments, tool: tool)
      #expect(status == .usage)
      #expect(transcript.errors.contains(text), "\(transcript.errors)")
      #expect(stub.sent.isEmpty)
    }

    @Test("O03: --client is refused by a tool without clients")
    func noClients() async {
      let (status, transcript) = await run(["explain", "Person.read", "id=5", "--client", "main"])
      #expect(status == .usage)
      #expect(transcript.errors.contains("no clients of its own"))
    }

    @Test("O03: a row is sent only to a client of its own API, and the first of them is the default")
    func apis() async {
      let files = EndpointTable("Files", rows: [Endpoint("File.content", .get, "files/{id}")])
      let tool = Tool(
        "two",
        apis: [
          ToolAPI(tables: [Household.table], clients: ["main": Client(baseURL: "https://main.example", transport: stub)]),
          ToolAPI(
            tables: [files],
            clients: [
              "files": Client(baseURL: "https://files.example", transport: other),
              "archive": Client(baseURL: "https://archive.example", transport: other),
            ]),
          ToolAPI(tables: [EndpointTable("Bare", rows: [Endpoint("Bare.read", .get, "bare")])], clients: [:]),
        ])
      #expect(await run(["call", "File.content", "id=5"], tool: tool).0 == .okay)
      #expect(other.sent.last?.url == "https://files.example/files/5" && stub.sent.isEmpty)
      #expect(await run(["call", "File.content", "id=5", "--client", "archive"], tool: tool).0 == .okay)
      #expect(other.sent.last?.url == "https://archive.example/files/5" && stub.sent.isEmpty)
      #expect(await run(["call", "Person.read", "id=5"], tool: tool).0 == .okay)
      #expect(stub.sent.map(\.url) == ["https://main.example/person/5"])

      for (arguments, text) in [
        (
          ["File.content", "id=5", "--client", "main"],
          "main does not belong to Files, the table of File.content; its clients: files"
        ),
        (["File.content", "id=5", "--client", "mian"], "known names: files, archive"),
        (["Bare.read"], "Bare.read is a row of Bare, and the tool has no client for that table"),
      ] {
        for command in ["call", "explain"] {
          let (status, transcript) = await run([command] + arguments, tool: tool)
          #expect(status == .usage && transcript.errors.contains(text), "\(transcript.errors)")
        }
      }
      #expect(stub.sent.count == 1 && other.sent.count == 2)
      #expect(
        await run(["---completion", "call", "--", "--client", "1", "0", ""], tool: tool).1.output == "main\nfiles\narchive\n")
    }

    @Test("O03: two tables, or two clients of an API, with one name are refused by every command, and nothing is sent")
    func oneName() async {
      let client = Client(baseURL: "https://main.example", transport: stub)
      let second = Client(baseURL: "https://other.example", transport: other)
      let files = EndpointTable("files", rows: [Endpoint("File.content", .get, "files/{id}")])
      let again = EndpointTable("Files", rows: [Endpoint("File.content", .get, "files/{id}")])
      let tables = Tool(
        "two",
        apis: [ToolAPI(tables: [files], clients: ["main": client]), ToolAPI(tables: [again], clients: ["second": second])])
      let clients = Tool("two", tables: [files], clients: ["main": client, "main": second])
      let arguments = [["call", "File.content", "id=5"], ["explain", "File.content", "id=5"], ["table"]]
      for (tool, text) in [(tables, "two tables are called Files"), (clients, "two clients of one API are called main")] {
        for arguments in arguments {
          let (status, transcript) = await run(arguments, tool: tool)
          #expect(status == .usage && transcript.errors.contains(text), "\(transcript.errors)")
          #expect(transcript.output.isEmpty)
        }
        #expect(await run(["--help"], tool: tool).0 == .okay)
      }
      #expect(stub.sent.isEmpty && other.sent.isEmpty)
      let production = Tool(
        "two",
        apis: [
          ToolAPI(tables: [Household.table], clients: ["production": client]),
          ToolAPI(tables: [files], clients: ["production": second]),
        ])
      #expect(await run(["call", "File.content", "id=5", "--client", "production"], tool: production).0 == .okay)
      #expect(other.sent.map(\.url) == ["https://other.example/files/5"] && stub.sent.isEmpty)
      let completion = ["---completion", "call", "--", "--client", "1", "0", ""]
      #expect(await run(completion, tool: production).1.output == "production\n")
    }

    @Test("O03: explain shows the problems of a client, and its status says so; call refuses the client")
    func problems() async {
      let links: [any Middleware] = [AuthMiddleware(.bearer("t")), RetryMiddleware()]
      let client = Client(baseURL: "https://main.example", middleware: links, transport: stub)
      let tool = Tool("faulty", tables: [Household.table], clients: ["main": client])
      let problem = "RetryMiddleware must come before AuthMiddleware: stage retry comes before credentials"
      let (status, text) = await run(["explain", "Person.read", "id=5"], tool: tool)
      #expect(status == .failure && text.errors.isEmpty, "\(text.errors)")
      #expect(text.output.contains("  problem   \(problem)\n") && text.output.contains("https://main.example/person/5"))
      let (jsonStatus, json) = await run(["explain", "Person.read", "id=5", "--json"], tool: tool)
      #expect(jsonStatus == .failure)
      #expect((try? JSONValue(parsing: Data(json.output.utf8)))?["problems"] == [.string(problem)])
      let (curlStatus, curl) = await run(["explain", "Person.read", "id=5", "--curl"], tool: tool)
      #expect(curlStatus == .failure && curl.errors == "problem: \(problem)\n" && curl.output.hasPrefix("curl"))
      let (callStatus, call) = await run(["call", "Person.read", "id=5"], tool: tool)
      #expect(callStatus == .usage && call.errors == "faulty: \(problem)\n" && stub.sent.isEmpty)
      let (_, whole) = await run(["explain", "Person.read", "id=5", "--json"], tool: self.tool)
      #expect((try? JSONValue(parsing: Data(whole.output.utf8)))?["problems"] == [])
    }

    @Test("O03: a tool with several tables and several clients has no default client")
    func noDefault() async {
      let files = EndpointTable("Files", rows: [Endpoint("File.content", .get, "files/{id}")])
      let tool = Tool(
        "two", tables: [Household.table, files],
        clients: [
          "main": Client(baseURL: "https://main.example", transport: stub),
          "test": Client(baseURL: "https://test.example", transport: other),
        ])
      let (status, transcript) = await run(["call", "File.content", "id=5"], tool: tool)
      #expect(status == .usage && transcript.errors.contains("--client is missing"), "\(transcript.errors)")
      #expect(stub.sent.isEmpty && other.sent.isEmpty)
      #expect(await run(["call", "File.content", "id=5", "--client", "test"], tool: tool).0 == .okay)
      #expect(other.sent.last?.url == "https://test.example/files/5")
    }

    @Test("J01: --trace logs the attempts of the app's own chain, after its last link")
    func trace() async {
      let (_, transcript) = await run(["call", "Person.read", "id=5", "--trace"], tool: tool)
      #expect(transcript.errors.contains("http.request.header.from"))
    }
  }
#endif
