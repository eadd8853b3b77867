#if !CommandLine
  import Foundation
  public import RefineryCore

  /// The tool, built without the trait `CommandLine`: it can only say so.
  public struct Tool: Sendable {
    private let name: String

    /// A tool that can only say why it is not there.
    public init(_ name: String = "refinery", tables: [EndpointTable]? = nil, version: String? = nil) { self.name = name }

    /// A tool that can only say why it is not there.
    public init(_ name: String, tables: [EndpointTable], clients: KeyValuePairs<String, Client>, version: String? = nil) {
      self.name = name
    }

    /// Says what is missing and ends the process.
    public func main() async -> Never {
      exit(await run([]).rawValue)
    }

    /// Says what is missing.
    public func run(_ arguments: [String], on console: Console = .standard) async -> ToolStatus {
      console.complain("\(name): built without the package trait CommandLine, which brings the command line")
      return .failure
    }
  }
#endif
