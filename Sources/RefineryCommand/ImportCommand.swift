#if CommandLine && Import
  import ArgumentParser
  import RefineryCore
  import RefineryImport

  struct ImportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Write the table and the models of an OpenAPI description as Swift.",
      discussion: """
        Prints what it does not carry, by JSON pointer. The names that it gives are kept in .refinery-import.json: when it runs \
        again, it gives the same names, and takes the same options unless some are given. Change what it wrote by extensions, \
        options and overrides, never by editing.
        """)

    @OptionGroup var arguments: ImportArguments

    func run(in session: Session) async throws -> ToolStatus {
      do {
        for line in try arguments.run() { session.console.print(line) }
        return .okay
      } catch let error as ImportError {
        session.console.complain(Redaction.escaped("import: \(error)"))
        return arguments.check ? .failure : .usage
      }
    }
  }
#elseif CommandLine
  import ArgumentParser
  import RefineryCore

  /// Says which trait it needs.
  struct ImportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Write the table and the models of an OpenAPI description as Swift.",
      discussion: "The package's trait Import enables the command.")

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var arguments: [String] = []

    func run(in session: Session) async throws -> ToolStatus {
      throw UsageError("import needs the package trait Import, for example `swift run --traits CommandLine,Import`")
    }
  }
#endif
