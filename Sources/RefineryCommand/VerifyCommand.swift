#if CommandLine
  import ArgumentParser
  import RefineryCore

  #if Import
    import RefineryVerification
  #endif

  struct VerifyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify", abstract: "Compare a table with a description, with recorded calls or with a server.",
      discussion: """
        Prints what has drifted: missing and new operations, changed parameters, types, members, values and statuses. A drift \
        is breaking or harmless by the direction of its data: a new required member of a request breaks, a new member of a \
        response does not.

        With a description in place of the table, or the folder of an imported table, it prints what a new version of the \
        description changes.

        A server is asked for its description: the URL itself, or openapi.json, openapi.yaml, swagger.json or v3/api-docs \
        below it. If it has none, the rows that read and need no values are called, without credentials.

        The package's trait Import enables the command.

        Exit status: 0 no breaking drift, 7 a breaking drift (with --strict: any drift), 2 something cannot be read, 5 no \
        server.
        """)

    @Argument(help: "A table, a description, or the folder of an imported table.", completion: RootCommand.tableNames)
    var expected: String

    @Option(help: "A description, a cassette, or the URL of a server.", completion: .file())
    var against: String

    @Flag(help: "Print JSON: old, new, the counts, and a list of drifts with kind, effect, message, operations and pointers.")
    var json = false

    @Flag(help: "Fail if there is any drift, also a harmless one.")
    var strict = false

    func run(in session: Session) async throws -> ToolStatus {
      #if Import
        let report = try await Verification(session: session, expected: expected, against: against).report()
        if json {
          session.console.print(JSONPainter(isColoured: session.console.isColoured).text(of: report.json))
        } else {
          session.console.printLines(report.text)
        }
        return report.isFailure(strictly: strict) ? .drift : .okay
      #else
        throw UsageError("verify needs the package trait Import, for example `swift run --traits CommandLine,Import`")
      #endif
    }
  }
#endif
