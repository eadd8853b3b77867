#if !CommandLine
  import Foundation
  public import RefineryCore

  /// A placeholder of the tool, for builds without the trait `CommandLine`.
  public struct Tool: Sendable {
    private let name: String

    /// A placeholder of the tool.
    public init(_ name: String, tables: [EndpointTable], version: String? = nil) { self.name = name }

    /// A placeholder of the tool.
    public init(_ name: String, tables: [EndpointTable], clients: KeyValuePairs<String, Client>, version: String? = nil) {
      self.name = name
    }

    /// A placeholder of the tool.
    public init(_ name: String, apis: [ToolAPI], version: String? = nil) { self.name = name }

    /// Prints that the trait is missing and ends the process.
    public func main() async -> Never {
      exit(await run([]).rawValue)
    }

    /// Prints that the trait is missing.
    public func run(_ arguments: [String], on console: Console = .standard) async -> ToolStatus {
      console.complain("\(name): built without the package trait CommandLine, which brings the command line")
      return .failure
    }
  }
#endif
