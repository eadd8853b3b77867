#if Import
  package import ArgumentParser

  /// The command line of `swift package import-endpoints`.
  package struct ImportProgram: ParsableCommand {
    package static let configuration = CommandConfiguration(
      commandName: "import-endpoints", abstract: "Write the table and the models of an OpenAPI description as Swift.")

    @OptionGroup package var arguments: ImportArguments

    package init() {}

    package func run() throws {
      for line in try arguments.run() { print(line) }
    }
  }
#endif
