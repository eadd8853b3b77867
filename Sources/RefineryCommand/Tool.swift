#if CommandLine
  package import ArgumentParser
  import Foundation
  public import RefineryCore
  public import RefineryURLSession

  /// A command line for tables of rows: print and check them, explain and make their calls, expand templates.
  ///
  /// With the clients of your app, it explains and makes calls through their chains:
  ///
  /// ```swift
  /// import RefineryCommand
  ///
  /// await Tool("household", tables: [Household.table], clients: ["production": api]).main()
  /// ```
  public struct Tool: Sendable {
    let name: String
    let apis: [ToolAPI]
    /// Whether any client may call any table, because the tool was made without APIs.
    let sharesClients: Bool
    let transport: any Transport
    let version: String
    /// Further subcommands.
    let commands: [any ToolCommand.Type]

    var tables: [EndpointTable] { apis.flatMap(\.tables) }

    /// The clients of the API that has a table.
    func clients(of table: EndpointTable) -> KeyValuePairs<String, Client> {
      apis.first { $0.tables.contains { $0.name == table.name } }?.clients ?? [:]
    }

    /// The names of all clients, each once.
    var clientNames: [String] {
      var known: Set<String> = []
      return apis.flatMap { $0.clients.map(\.key) }.filter { known.insert($0).inserted }
    }

    /// Two tables with one name in the tool, or two clients with one name in an API; a command would use the first of them. Nil
    /// if there are none.
    var ambiguity: String? {
      // Case does not matter for the names of tables, but it does for the names of clients.
      if let name = tables.map(\.name).repeated(by: { $0.lowercased() }) {
        return "two tables are called \(name), so a row would be looked up in the first: give each table a name of its own"
      }
      return apis.lazy.compactMap { $0.clients.map(\.key).repeated(by: { $0 }) }.first.map { name in
        "two clients of one API are called \(name): give each client a name of its own"
      }
    }
  }

  extension [String] {
    /// The first text with the same key as an earlier text.
    fileprivate func repeated(by key: (String) -> String) -> String? {
      var known: Set<String> = []
      return first { !known.insert(key($0)).inserted }
    }
  }

  extension Tool {
    /// A tool for tables of your own, with the standard chain.
    ///
    /// - Parameters:
    ///   - name: the name of the program, for its help.
    ///   - tables: the tables. If two tables have a row with the same name, `Table/Row` tells them apart.
    ///   - transport: sends the calls.
    ///   - version: printed by `--version`. Without it, the tool has no `--version`.
    public init(
      _ name: String, tables: [EndpointTable], transport: any Transport = URLSessionTransport(), version: String? = nil
    ) {
      self.init(name, tables: tables, transport: transport, version: version ?? "", commands: [])
    }

    package init(
      _ name: String, tables: [EndpointTable], transport: any Transport, version: String, commands: [any ToolCommand.Type]
    ) {
      self.init(
        name: name, apis: [ToolAPI(tables: tables, clients: [:])], sharesClients: true, transport: transport,
        version: version, commands: commands)
    }

    /// A tool that explains and makes calls with the clients of your app: their base URLs, chains, overrides and transports.
    ///
    /// - Parameters:
    ///   - name: the name of the program, for its help.
    ///   - tables: the tables. If two tables have a row with the same name, `Table/Row` tells them apart.
    ///   - clients: the clients by name. `--client NAME` chooses one; the first is the default. With several tables and several
    ///     clients there is no default, because the tool does not know which belong together: see
    ///     ``init(_:apis:version:)``.
    ///   - version: printed by `--version`. Without it, the tool has no `--version`.
    public init(_ name: String, tables: [EndpointTable], clients: KeyValuePairs<String, Client>, version: String? = nil) {
      self.init(
        name: name, apis: [ToolAPI(tables: tables, clients: clients)], sharesClients: true, transport: URLSessionTransport(),
        version: version ?? "", commands: [])
    }

    /// A tool for several APIs. A row is explained and called only with a client of its own API.
    ///
    /// - Parameters:
    ///   - name: the name of the program, for its help.
    ///   - apis: the tables and the clients of each API. If two tables have a row with the same name, `Table/Row` tells them
    ///     apart. Two tables with one name are refused by every command.
    ///   - version: printed by `--version`. Without it, the tool has no `--version`.
    public init(_ name: String, apis: [ToolAPI], version: String? = nil) {
      self.init(
        name: name, apis: apis, sharesClients: false, transport: URLSessionTransport(), version: version ?? "", commands: [])
    }

    /// Runs the process's arguments and ends the process.
    public func main() async -> Never {
      exit(await run(Array(ProcessInfo.processInfo.arguments.dropFirst())).rawValue)
    }

    /// Runs arguments, without the program's name, and returns the exit status. It does not throw: errors are written to
    /// standard error.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, without the program's name.
    ///   - transcript: replaces the streams and the environment of the process, for tests.
    public func run(_ arguments: [String], on transcript: Transcript? = nil) async -> ToolStatus {
      await run(arguments, on: transcript?.console ?? .standard)
    }

    func run(_ arguments: [String], on console: Console) async -> ToolStatus {
      await RootCommand.$tool.withValue(self) {
        do {
          var parsed = try RootCommand.parseAsRoot(arguments)
          guard let command = parsed as? any ToolCommand else {
            // The root command and the parser's own commands print help.
            try parsed.run()
            return .okay
          }
          if let ambiguity { throw UsageError(ambiguity) }
          let status = try await command.run(in: Session(tool: self, console: console))
          guard status == .okay, console.hasLostResults() else { return status }
          console.complain("\(name): standard output cannot be written, so the results are incomplete")
          return .failure
        } catch {
          return report(error, on: console)
        }
      }
    }

    private func report(_ error: any Error, on console: Console) -> ToolStatus {
      switch error {
      case let error as CallError:
        console.complain(error.description)
        return ToolStatus(error)
      case is CancellationError:
        console.complain("cancelled")
        return .failure
      case let error as any SafelyDescribed:
        console.complain("\(name): \(error.description)")
        return .usage
      default:
        // Help, or an error of the parser.
        let code = RootCommand.exitCode(for: error)
        let message = RootCommand.fullMessage(for: error)
        if code.isSuccess { console.print(message) } else { console.complain(message) }
        return code.isSuccess ? .okay : code == .validationFailure ? .usage : .failure
      }
    }
  }

  /// The context of a command.
  package struct Session: Sendable {
    let tool: Tool
    package let console: Console
    /// Sends the calls.
    package var transport: any Transport { tool.transport }
  }

  /// A subcommand.
  package protocol ToolCommand: ParsableCommand {
    func run(in session: Session) async throws -> ToolStatus
  }

  /// The command line cannot be used; nothing was sent.
  struct UsageError: SafelyDescribed, Equatable {
    let description: String
    init(_ description: String) { self.description = Redaction.escaped(description) }
  }

  struct RootCommand: ParsableCommand {
    /// The tool whose arguments are being parsed.
    @TaskLocal static var tool: Tool?

    static var configuration: CommandConfiguration {
      let commands: [any ParsableCommand.Type] = [
        TableCommand.self, ExplainCommand.self, CallCommand.self, ExpandCommand.self, ImportCommand.self, VerifyCommand.self,
        ServeCommand.self, ConvertCommand.self, ScanCommand.self, LoadCommand.self,
      ]
      return CommandConfiguration(
        commandName: tool?.name ?? "refinery", abstract: "Print, check, explain and call the rows of endpoint tables.",
        version: tool?.version ?? "", subcommands: commands + (tool?.commands ?? []))
    }

    /// Completes a row's name.
    static var rowNames: CompletionKind {
      .custom { _, _, _ in tool.map { RowBook(tables: $0.tables).names } ?? [] }
    }

    /// Completes a table's or a row's name.
    static var tableNames: CompletionKind {
      .custom { _, _, _ in tool.map { $0.tables.map(\.name) + RowBook(tables: $0.tables).names } ?? [] }
    }

    /// Completes a client's name.
    static var clientNames: CompletionKind { .custom { _, _, _ in tool?.clientNames ?? [] } }
  }
#endif
