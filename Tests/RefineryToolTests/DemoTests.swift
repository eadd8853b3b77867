#if CommandLine
  import Endpoints
  import Foundation
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @testable import RefineryTool

  @Suite(.timeLimit(.minutes(5))) struct DemoTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    private func run(_ arguments: String..., tool: Tool = .refinery()) async -> (status: ToolStatus, Transcript) {
      let transcript = Transcript()
      return (await tool.run(arguments, on: transcript), transcript)
    }

    @Test("The demo makes every kind of call over loopback sockets, each as expected, and logs nothing")
    func demo() async throws {
      let (status, transcript) = await run("demo")
      #expect(status == .okay, "\(transcript.output)")
      #expect(transcript.output.hasPrefix(Household.table.text))
      #expect(transcript.errors.isEmpty)
      let lines = transcript.output.split(separator: "\n")
      let last = try #require(lines.last?.wholeMatch(of: /demo: ([0-9]+) calls, ([0-9]+) as expected/))
      #expect(last.1 == last.2)
      #expect(lines.contains("2. create several with one request: Person.create(others)"))
      #expect(lines.contains("     POST /api/people/new [gzip] -> 201 [gzip]"))
      #expect(lines.contains { $0.contains("-> 401, ") })
      #expect(lines.contains { $0.contains("-> 503 [gzip], ") })
    }

    @Test("What the demo says of a call is what its script has")
    func code() throws {
      let script = Self.root.appending(path: "Sources/RefineryTool/Demo/DemoScript.swift")
      func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      let text = try String(contentsOf: script, encoding: .utf8)
      // Raw strings have a number sign at both ends.
      let source = squeezed(text.replacing("#\"", with: "\"").replacing("\"#", with: "\""))
      for step in DemoScript.steps {
        let code = squeezed(step.code)
        #expect(source.contains("\"\(squeezed(step.title))\",\"\(code)\",\(code),"), "\(step.title)")
      }
    }

    @Test("J08: the demo's log lines are redacted")
    func log() async {
      let (_, transcript) = await run("demo", "--verbose")
      #expect(transcript.errors.contains("Person.create"))
      #expect(transcript.errors.contains("resend.reason"))
      #expect(transcript.errors.contains(Redaction.mark))
      #expect(!transcript.errors.contains("demo-token"))
    }

    @Test("O03: --help lists the demo, and --version prints the package's version, which the README names")
    func ownTool() async throws {
      #expect(await run("--help").1.output.contains("demo"))
      let (status, own) = await run("--version")
      #expect(status == .okay)
      let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
      let version = own.output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(readme.contains("refinery.git\", from: \"\(version)\""))
    }

    @Test("A demo that goes wrong says where, and fails")
    func failing() async throws {
      let (status, transcript) = await run("demo", tool: .refinery(transport: StubTransport(.json("{}", status: 400))))
      #expect(status == .failure)
      #expect(transcript.output.contains("NOT AS EXPECTED"))
      #expect(transcript.output.hasSuffix(" calls, 0 as expected\n"))
    }
  }
#endif
