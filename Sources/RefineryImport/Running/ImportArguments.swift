#if Import
  package import ArgumentParser
  import FoundationEssentials
  import RefineryOpenAPI

  extension ImportOptions.Access: ExpressibleByArgument {}

  /// The arguments of `refinery import` and of `swift package import-endpoints`, and what they do.
  package struct ImportArguments: ParsableArguments {
    @Argument(help: "The description: a file of OpenAPI 3.0, 3.1 or 3.2 or of Swagger 2, as JSON or YAML.", completion: .file())
    package var description: String

    @Option(help: "The folder of the Swift files. It is made if it does not exist.", completion: .directory)
    package var into: String

    @Option(help: "A tag, an operationId, or \"METHOD /path\" to import. May be repeated. Default: all.")
    package var only: [String] = []

    @Option(help: "A tag, an operationId, or \"METHOD /path\" to leave out. May be repeated.")
    package var without: [String] = []

    @Option(help: "The name of the namespace. Default: from the title of the description.")
    package var name: String?

    @Option(help: "The access of what is written: public, package or internal. Default: public.")
    package var access: ImportOptions.Access?

    @Flag(help: "Make the models Hashable, which costs compile time and code.")
    package var hashable = false

    @Flag(help: "Keep members that the description does not name, in a property of each model.")
    package var unknownMembers = false

    @Flag(help: "Forget the options of the last import into this folder.")
    package var fresh = false

    @Flag(help: "Refuse a description that breaks its own standard.")
    package var strict = false

    @Flag(help: "Write nothing; fail if an import would change a file.")
    package var check = false

    @Option(
      help: "Write the whole report into this file: everything that was not carried, and every guess.", completion: .file())
    package var report: String?

    @Option(help: .hidden, completion: .file())
    package var calls: String?

    package init() {}

    private var isPlain: Bool {
      only.isEmpty && without.isEmpty && name == nil && access == nil && !hashable && !unknownMembers
    }

    /// Imports, and returns the lines of its report.
    ///
    /// - Throws: ``ImportError``, or `DescriptionError` if the description cannot be read.
    package func run() throws -> [String] {
      let read = try Description.reading(file: description)
      var run = ImportRun(into: into)
      if !isPlain || fresh {
        var options = ImportOptions()
        (options.only, options.without, options.name) = (only, without, name)
        options.access = access ?? .public
        (options.hashable, options.keepsUnknownMembers) = (hashable, unknownMembers)
        run.options = options
      }
      (run.isStrict, run.onlyChecks) = (strict, check)
      let outcome = try run.run(read)
      if let report {
        let text = ImportReport(outcome.table).lines(of: Finding.Kind.allCases).joined(separator: "\n") + "\n"
        do {
          try Data(text.utf8).write(to: URL(filePath: report))
        } catch {
          throw ImportError(description: "\(report) cannot be written")
        }
      }
      if let calls { try writeCalls(of: outcome.table, into: calls) }
      return ImportReport(outcome.table).lines(of: [.fault, .left]) + [summary(of: outcome)]
    }

    /// Writes functions that call each row with arguments from JSON: `FILE`, and the list of the rows, `FILE.json`.
    private func writeCalls(of table: TableImport, into file: String) throws(ImportError) {
      let writer = CallWriter(table)
      do {
        try Data(writer.source.utf8).write(to: URL(filePath: file))
        try Data(writer.list.utf8).write(to: URL(filePath: "\(file).json"))
      } catch {
        throw ImportError(description: "\(file) cannot be written")
      }
    }

    private func summary(of outcome: ImportRun.Outcome) -> String {
      let table = outcome.table
      let notes = table.findings.count { $0.kind == .note }
      let rows = table.groups.reduce(0) { $0 + $1.rows.count }
      var text = "\(table.name): \(table.operations.count) operations, \(rows) rows, \(table.used.count) models; "
      text += outcome.changed.isEmpty && outcome.deleted.isEmpty ? "no file changed" : "\(outcome.changed.count) files written"
      if !outcome.deleted.isEmpty { text += ", \(outcome.deleted.count) deleted" }
      if notes > 0, report == nil { text += "; \(notes) notes (--report FILE writes them)" }
      return text
    }
  }
#endif
