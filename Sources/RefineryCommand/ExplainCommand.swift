#if CommandLine
  import ArgumentParser
  import Refinery

  struct ExplainCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain", abstract: "Explain what a call would do, without sending it.",
      discussion: """
        Prints the resolved URL, the header fields, the chain in order, the deadline, and whether the call may be retried and \
        why. Values that are typed here are shown, unless their names are those of secrets; other values are hidden unless \
        they are known to be harmless. Without a base URL, http://localhost is used.

        Problems of the client, such as an order of its chain that cannot work, are printed, and the exit status is 1.

        \(CallArguments.help)
        """)

    @OptionGroup var arguments: CallArguments

    @Flag(help: "Print the explanation as JSON.")
    var json = false

    @Flag(help: "Print the request as a curl command: without what the chain adds, with secrets hidden.")
    var curl = false

    func run(in session: Session) async throws -> ToolStatus {
      guard !(json && curl) else { throw UsageError("give either --json or --curl, not both") }
      let client = try arguments.client(in: session, standIn: "http://localhost")
      let call = try arguments.call(in: session)
      let redaction = arguments.redaction(for: client)
      let status = client.problems.isEmpty ? ToolStatus.okay : .failure
      if curl {
        for problem in client.problems { session.console.complain("problem: \(problem)") }
        session.console.print(try client.makeRequest(for: call).curl(redaction: redaction))
        return status
      }
      let explanation = try client.explain(call, redaction: redaction)
      if json {
        session.console.print(JSONPainter(isColoured: session.console.isColoured).text(of: explanation.json))
      } else {
        session.console.printLines(explanation.description)
      }
      return status
    }
  }

  extension Client.Explanation {
    /// The explanation as JSON; times in seconds, null for no limit.
    fileprivate var json: JSONValue {
      [
        "row": .string(endpoint.name), "isOverridden": .bool(isOverridden), "method": .string(method.rawValue),
        "url": .string(url), "template": .string(endpoint.template),
        "unusedValues": .array(unusedValues.map { .string($0) }),
        "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
        "body": body.map { .string($0) } ?? .null,
        "chain": .array(links.map { ["name": .string($0.name), "effect": $0.effect.map { .string($0) } ?? .null] }),
        "transport": .string(transport), "timeout": .seconds(timeout), "attemptTimeout": .seconds(attemptTimeout),
        "idleTimeout": .seconds(idleTimeout), "retry": .string(retry), "problems": .array(problems.map { .string($0) }),
      ]
    }
  }
#endif
