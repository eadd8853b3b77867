#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import TestSupport
  import Testing

  @Suite struct LoadCommandTests {
    #if Load
      private func run(
        _ arguments: [String], tool: Tool
      ) async -> (status: ToolStatus, transcript: Transcript) {
        let transcript = Transcript()
        // Without progress, whose waits would advance the clock, too.
        return (await tool.run(["load", "--quiet"] + arguments, on: transcript), transcript)
      }

      /// A tool whose client has a clock that advances at each sleep, so that a run takes no time.
      private func tool(_ stub: StubTransport, middleware: [any Middleware] = []) -> Tool {
        let api = Client(
          baseURL: "http://h", middleware: middleware, transport: stub, clock: CallClock(ManualClock(advancesByItself: true)))
        return Tool("shop", tables: [Self.table], clients: ["test": api])
      }

      private static let table = EndpointTable(
        "Shop", rows: [Endpoint("Person.read", .get, "person/{id}"), Endpoint("Person.create", .post, "person")])

      private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
      }

      @Test("S11: load sends the calls of the schedule with values that differ, and prints a report")
      func report() async {
        let stub = StubTransport(.json("{}"))
        let (status, transcript) = await run(
          ["Person.read", "id={1..3}", "--rate", "5,10", "--step", "1s"], tool: tool(stub))
        #expect(status == .okay, "\(transcript.errors)")
        #expect(stub.requests.count == 15)
        let paths = Dictionary(grouping: stub.requests.compactMap(\.head.path)) { $0 }.mapValues(\.count)
        #expect(paths == ["/person/1": 5, "/person/2": 5, "/person/3": 5])
        #expect(transcript.output.hasPrefix("Person.read: 15 calls in "), "\(transcript.output)")
        #expect(transcript.output.contains(" status: 200 15\n") && transcript.errors.isEmpty)
      }

      @Test("S11: --svg, --json and --raw write files")
      func files() async throws {
        try await withFolder { folder in
          let (svg, json, raw) = ("load.svg", "load.json", "load.csv")
          let paths = [svg, json, raw].map { folder.appendingPathComponent($0).path }
          let (status, transcript) = await run(
            [
              "Person.read", "id=5", "--rate", "10", "--step", "1s", "--warm-up", "1s", "--svg", paths[0], "--json", paths[1],
              "--raw", paths[2],
            ], tool: tool(StubTransport(.json("{}"))))
          #expect(status == .okay, "\(transcript.errors)")
          #expect(try String(contentsOfFile: paths[0], encoding: .utf8).hasPrefix("<svg "))
          let report = try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: paths[1])))
          #expect(report["row"] == "Person.read" && report["total"]?["succeeded"] == 10 && report["warmUpCalls"] == 10)
          let lines = try String(contentsOfFile: paths[2], encoding: .utf8).split(separator: "\n")
          #expect(lines.count == 11 && lines[0].hasPrefix("number,step,intended_ns,start_ns,end_ns,outcome,status"))
          #expect(lines.dropFirst().allSatisfy { $0.contains(",ok,200,") }, "\(lines)")
        }
      }

      @Test("S11: what the app's own chain refuses is counted apart, and --bare removes the chain")
      func chain() async {
        struct Limit: Middleware {
          func respond(to request: Request, next: Next) async throws -> Response { throw Refused(retryAfter: nil) }
        }
        let stub = StubTransport(.json("{}"))
        let refusing = tool(stub, middleware: [Limit()])
        let arguments = ["Person.read", "id=5", "--rate", "10", "--step", "1s"]
        let (status, transcript) = await run(arguments, tool: refusing)
        #expect(status == .failure && stub.requests.isEmpty)
        #expect(transcript.output.contains("refused by the client's own chain: Refused 10"), "\(transcript.output)")
        #expect(await run(arguments + ["--bare"], tool: refusing).status == .okay)
        #expect(stub.requests.count == 10)
      }

      @Test("S11: a body is sent with each call, and read once")
      func body() async {
        let stub = StubTransport(.status(201))
        let transcript = Transcript(input: #"{"a":1}"#)
        let status = await tool(stub).run(
          ["load", "Person.create", "--query", "n={1..9}", "--body", "-", "--rate", "3", "--step", "1s", "-q"], on: transcript)
        #expect(status == .okay, "\(transcript.errors)")
        #expect(stub.requests.map { $0.body?.length } == [7, 7, 7])
        #expect(Set(stub.requests.map(\.head.path)) == ["/person?n=1", "/person?n=2", "/person?n=3"])
      }

      @Test(
        "S11: a command line that cannot be used is refused before any call",
        arguments: [
          ["Person.read", "id=5", "--rate", "x"], ["Person.read", "id=5", "--rate", "1", "--step", "x"],
          ["Person.read", "id=5"], ["Person.read", "--rate", "1"], ["Person.read", "id={1..}", "--rate", "1"],
          ["Person.read", "id={lines /nonexistent/ids}", "--rate", "1"], ["None.read", "--rate", "1"],
          ["Person.read", "id=5", "--rate", "1", "--raw", "/nonexistent/raw.csv"],
          ["Person.read", "id=5", "--rate", "1", "--svg", "/nonexistent/load.svg"],
          ["Person.read", "id=5", "--rate", "1", "--json", "/tmp"],
          ["Person.read", "id=5", "--rate", "1", "--arrival", "x"],
          ["Person.read", "id=5", "--rate", "1", "--stop-at-errors", "200%"],
          ["Person.read", "id=5", "--rate", "1", "--bare", "--bearer", "x"],
        ])
      func usage(arguments: [String]) async {
        let stub = StubTransport(.json("{}"))
        let (status, transcript) = await run(arguments, tool: tool(stub))
        #expect(status == .usage && stub.requests.isEmpty && transcript.output.isEmpty)
        #expect(!transcript.errors.isEmpty)
      }
    #else
      @Test("load says which trait it needs")
      func trait() async {
        let transcript = Transcript()
        let status = await Tool("shop", tables: []).run(["load", "Person.read", "--rate", "1"], on: transcript)
        #expect(status == .usage && transcript.errors.contains("trait Load"))
      }
    #endif
  }
#endif
