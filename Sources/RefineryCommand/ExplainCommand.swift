#if CommandLine
  import ArgumentParser
  import RefineryCore

  struct ExplainCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain", abstract: "Say what a call would do, without sending it.",
      discussion: """
        Prints the resolved URL, header fields with secrets hidden, the chain in order, the deadline, and whether the call may \
        be retried and why. Without a base URL http://localhost stands in. \(CallArguments.help)
        """)

    @OptionGroup var arguments: CallArguments

    func run(in session: Session) async throws -> ToolStatus {
      let client = try arguments.client(in: session, standIn: "http://localhost")
      session.console.printLines(try client.explain(arguments.call(in: session)).description)
      return .okay
    }
  }
#endif
