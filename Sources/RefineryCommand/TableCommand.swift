#if CommandLine
  import ArgumentParser
  import Foundation
  import HTTPTypes
  import RefineryCore

  struct TableCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "table", abstract: "Print endpoint tables, or their problems.",
      discussion: "With --problems, the exit status is 1 if a table has problems; warnings do not change it.")

    @Argument(
      help: "A table, or a text: rows whose name, method or path contains it. Without it, all tables.",
      completion: RootCommand.tableNames)
    var name: String?

    @Flag(help: "Print Markdown.")
    var markdown = false

    @Flag(help: "Print JSON: a list of tables, each with its name and its rows, problems and warnings.")
    var json = false

    @Flag(help: "Print the problems of the tables instead of the tables.")
    var problems = false

    @Option(
      help: "Write the Markdown into this file, between its lines `<!-- tables -->`.",
      completion: .file())
    var into: String?

    func run(in session: Session) async throws -> ToolStatus {
      guard !(json || problems) || !(markdown || into != nil) else {
        throw UsageError("--markdown and --into cannot be used with --json or --problems")
      }
      let tables = try name.map { try RowBook(tables: session.tool.tables).tables(matching: $0) } ?? session.tool.tables
      if let into { return try write(tables, into: into, session.console) }
      if json { return printJSON(tables, on: session.console) }
      if problems { return report(tables, on: session.console) }
      session.console.printLines(markdown ? tables.markdown : tables.text)
      return .okay
    }

    private func printJSON(_ tables: [EndpointTable], on console: Console) -> ToolStatus {
      let list = tables.map { table -> JSONValue in
        [
          "name": .string(table.name), "rows": .array(table.rows.map(\.json)),
          "problems": .array(table.problems.map { .string($0) }),
          "warnings": .array(table.warnings.map { .string($0) }),
        ]
      }
      console.print(JSONPainter(isColoured: console.isColoured).text(of: .array(list)))
      return problems && tables.contains { !$0.problems.isEmpty } ? .failure : .okay
    }

    private func report(_ tables: [EndpointTable], on console: Console) -> ToolStatus {
      for table in tables {
        for problem in table.problems { console.print("\(table.name): problem: \(problem)") }
        for warning in table.warnings { console.print("\(table.name): warning: \(warning)") }
      }
      let count = tables.reduce(0) { $0 + $1.problems.count }
      console.print("\(tables.reduce(0) { $0 + $1.rows.count }) rows, \(count) \(count == 1 ? "problem" : "problems")")
      return count == 0 ? .okay : .failure
    }

    private func write(_ tables: [EndpointTable], into path: String, _ console: Console) throws -> ToolStatus {
      let file = URL(fileURLWithPath: path)
      guard let page = try? String(contentsOf: file, encoding: .utf8) else {
        throw UsageError("--into: the file cannot be read as UTF-8 text")
      }
      let parts = page.components(separatedBy: Self.mark)
      guard parts.count == 3 else {
        throw UsageError("--into: the file needs two lines \(Self.mark), between which the tables go")
      }
      let written = [parts[0], "\n\n\(tables.markdown)\n", parts[2]].joined(separator: Self.mark)
      do {
        try written.write(to: file, atomically: true, encoding: .utf8)
      } catch {
        throw UsageError("--into: the file cannot be written")
      }
      let count = tables.count
      console.print("\(count) \(count == 1 ? "table" : "tables"), \(tables.reduce(0) { $0 + $1.rows.count }) rows")
      return .okay
    }

    static let mark = "<!-- tables -->"
  }

  extension Endpoint {
    /// The row's columns; null for those without a value.
    fileprivate var json: JSONValue {
      [
        "name": .string(name), "method": .string(method.rawValue), "path": .string(path.text),
        "summary": summary.map { .string($0) } ?? .null, "sends": input.map { .string($0) } ?? .null,
        "returns": output.map { .string($0) } ?? .null,
        "options": options.isEmpty ? .null : .string(options.description),
      ]
    }
  }
#endif
