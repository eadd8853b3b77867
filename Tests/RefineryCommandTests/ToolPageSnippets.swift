#if CommandLine
  import RefineryCommand

  // The Swift blocks of RefineryCommand.md. DocumentationTests compares them, imports included.

  func hasProblems(_ tool: Tool) async -> Bool {
    let transcript = Transcript()
    let status = await tool.run(["table", "--problems"], on: transcript)
    print(transcript.output)
    return status != .okay
  }
#endif
