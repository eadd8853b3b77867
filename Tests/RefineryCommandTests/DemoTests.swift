#if CommandLine
  import Endpoints
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct DemoTests {
    @Test("The demo makes every kind of call over loopback sockets, each as expected")
    func demo() async throws {
      let (status, transcript) = await run(["demo"])
      #expect(status == .okay, "\(transcript.output)")
      #expect(transcript.output.hasPrefix(Household.table.text))
      let lines = transcript.output.split(separator: "\n")
      let last = try #require(lines.last?.wholeMatch(of: /demo: ([0-9]+) calls, ([0-9]+) as expected/))
      #expect(last.1 == last.2)
      #expect(lines.contains { $0.hasSuffix("POST /api/people/new [gzip] -> 201 [gzip]") })
      #expect(lines.contains { $0.hasSuffix("-> 401") })
      #expect(lines.contains { $0.hasSuffix("-> 503 [gzip]") })
    }

    #if Logging
      @Test("J08: the demo's log lines are redacted")
      func log() async {
        let (_, transcript) = await run(["demo", "--trace"])
        #expect(transcript.errors.contains("Person.create"))
        #expect(transcript.errors.contains("resend.reason"))
        #expect(transcript.errors.contains(Redaction.mark))
        #expect(!transcript.errors.contains("demo-token"))
      }
    #endif

    @Test("A demo that goes wrong says where, and fails")
    func failing() async throws {
      let (status, transcript) = await run(["demo"], tool: Tool(transport: StubTransport(.json("{}", status: 400))))
      #expect(status == .failure)
      #expect(transcript.output.contains("NOT AS EXPECTED"))
      #expect(transcript.output.hasSuffix(" calls, 0 as expected\n"))
    }
  }
#endif
