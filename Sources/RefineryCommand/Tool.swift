#if CommandLine
  import ArgumentParser
  import Endpoints
  import Foundation
  public import RefineryCore
  public import RefineryURLSession

  /// A command line for tables of endpoints: print and check them, explain and make their calls, expand templates.
  ///
  /// A tool of one's own takes three lines:
  ///
  /// ```swift
  /// import RefineryCommand
  ///
  /// await Tool("household", tables: [Household.table]).main()
  /// ```
  public struct Tool: Sendable {
    let name: String
    let tables: [EndpointTable]
    let transport: any Transport

    /// A tool for tables of your own; without any, for those that come with Refinery.
    ///
    /// - Parameters:
    ///   - name: how the program is called, for its help.
    ///   - tables: the rows it knows. Where two tables have a row of one name, `Table/Row` tells them apart.
    ///   - transport: what sends the calls.
    public init(
      _ name: String = "refinery", tables: [EndpointTable]? = nil, transport: any Transport = URLSessionTransport()
    ) {
      self.name = name
      self.tables = tables ?? Catalogue.tables
      self.transport = transport
    }

    /// Runs the process's arguments and ends the process.
    public func main() async -> Never {
      exit(await run(Array(ProcessInfo.processInfo.arguments.dropFirst())).rawValue)
    }

    /// Runs arguments, those after the program's name, and says how it went. Never throws: what goes wrong is written to
    /// the console.
    public func run(_ arguments: [String], on console: Console = .standard) async -> ToolStatus {
      await RootCommand.$toolName.withValue(name) {
        do {
          var parsed = try RootCommand.parseAsRoot(arguments)
          guard let command = parsed as? any ToolCommand else {
            // The root, and the parser's own commands, answer with help.
            try parsed.run()
            return .okay
          }
          return try await command.run(in: Session(tool: self, console: console))
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
        // Help, and whatever the parser has to say about the arguments.
        let code = RootCommand.exitCode(for: error)
        let message = RootCommand.fullMessage(for: error)
        if code.isSuccess { console.print(message) } else { console.complain(message) }
        return code.isSuccess ? .okay : code == .validationFailure ? .usage : .failure
      }
    }
  }

  /// What a command runs with.
  struct Session: Sendable {
    let tool: Tool
    let console: Console
  }

  /// A subcommand.
  protocol ToolCommand: ParsableCommand {
    func run(in session: Session) async throws -> ToolStatus
  }

  /// The command line cannot be used; nothing was sent.
  struct UsageError: SafelyDescribed, Equatable {
    let description: String
    init(_ description: String) { self.description = Redaction.escaped(description) }
  }

  struct RootCommand: ParsableCommand {
    @TaskLocal static var toolName = "refinery"

    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: toolName, abstract: "Print, check, explain and call the rows of endpoint tables.",
        subcommands: [
          TableCommand.self, ExplainCommand.self, CallCommand.self, ExpandCommand.self, DemoCommand.self,
        ])
    }
  }
#endif
