#if CommandLine
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @Suite struct ToolStatusTests {
    @Test(
      "F12: a next page that cannot be requested is a failure, not a usage error",
      arguments: ["https://elsewhere.example/people?page=2", "/api/household/people"])
    func nextPage(link: String) async {
      let stub = StubTransport(.json(#"{"data":[1],"next":"\#(link)"}"#))
      let call = ["call", "Person.enumerate", "--base-url", "https://h/api", "--all"]
      let (status, transcript) = await run(call, tool: Tool(transport: stub))
      #expect(status == .failure && stub.requests.count == 1)
      #expect(transcript.errors.contains("page 2"), "\(transcript.errors)")
    }
  }
#endif
