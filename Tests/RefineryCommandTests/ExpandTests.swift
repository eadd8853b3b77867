#if CommandLine
  import Endpoints
  import Foundation
  import Refinery
  import Synchronization
  import Testing

  @testable import RefineryCommand

  @Suite struct ExpandTests {
    @Test("O02: one template a line in, one expansion or error a line out, slashes as they are")
    func jsonLines() async throws {
      let (status, transcript) = await run(
        ["expand", "--json-lines"],
        input: """
          {"template":"{/list*}{?keys*}","variables":{"list":["red","a/b"],"keys":{"semi":";"}}}
          {"template":"{var}"}
          """ + "\n")
      #expect(status == .okay)
      #expect(transcript.output == #"{"expansion":"/red/a%2Fb?semi=%3B"}"# + "\n" + #"{"expansion":""}"# + "\n")
    }

    @Test(
      "O02: a bad line gets an error of its own and does not stop the others",
      arguments: [
        "bad", "", "[]", "{}", #"{"template":5}"#, #"{"template":"{a","variables":{}}"#, #"{"template":"a","variables":[]}"#,
        #"{"template":"{a}","variables":{"a":[[1]]}}"#, #"{"template":"{a}","variables":{"a":{"b":{}}}}"#,
      ])
    func badLine(line: String) async throws {
      let (status, transcript) = await run(["expand", "--json-lines"], input: "\(line)\n" + #"{"template":"next"}"# + "\n")
      let lines = transcript.output.split(separator: "\n")
      #expect(status == .okay)
      try #require(lines.count == 2)
      #expect(lines[0].hasPrefix(#"{"error":""#))
      #expect(lines[1] == #"{"expansion":"next"}"#)
    }

    @Test("O02: each line is answered before the next one is read")
    func streaming() async throws {
      let events = Mutex<[String]>([])
      let lines = Mutex([#"{"template":"a"}"#, #"{"template":"b"}"#])
      let console = Console(
        isTerminal: false, environment: [:],
        readLine: {
          events.withLock { $0.append("read") }
          return lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        },
        readAll: { Data() }, write: { _ in events.withLock { $0.append("write") } }, complain: { _ in })
      #expect(await Tool().run(["expand", "--json-lines"], on: console) == .okay)
      #expect(events.withLock { $0 } == ["read", "write", "read", "write", "read"])
    }

    @Test(
      "O02: texts, numbers, booleans, lists, maps and null are variables",
      arguments: [
        ("{x}", #"{"x":"a b"}"#, "a%20b"), ("{x}", #"{"x":1.50}"#, "1.50"), ("{x}", #"{"x":true}"#, "true"),
        ("a{x}b", #"{"x":null}"#, "ab"), ("{x*}", #"{"x":["a",null,2]}"#, "a,2"), ("{?x*}", #"{"x":{"b":1,"a":null}}"#, "?b=1"),
      ])
    func variables(template: String, variables: String, expected: String) async {
      let (status, transcript) = await run(["expand", template, "--variables", variables])
      #expect(status == .okay)
      #expect(transcript.output == expected + "\n")
    }

    @Test("O02: a malformed template, or no template, is a usage error")
    func refused() async {
      for arguments in [["{a"], [], ["a", "--json-lines"], ["a", "--variables", "{"], ["a", "--variables", "[]"]] {
        let (status, transcript) = await run(["expand"] + arguments)
        #expect(status == .usage, "\(arguments)")
        #expect(!transcript.errors.isEmpty)
        #expect(transcript.output.isEmpty)
      }
    }
  }

  extension Tool {
    /// A tool with the example tables.
    init(transport: any Transport = URLSessionTransport()) {
      self.init("refinery", tables: Catalogue.tables, transport: transport)
    }
  }

  /// Runs the tool with a transcript.
  func run(
    _ arguments: [String], tool: Tool = Tool(), input: String = "", environment: [String: String] = [:],
    isTerminal: Bool = false
  ) async -> (ToolStatus, Transcript) {
    let transcript = Transcript(input: input, environment: environment, isTerminal: isTerminal)
    return (await tool.run(arguments, on: transcript), transcript)
  }
#endif
