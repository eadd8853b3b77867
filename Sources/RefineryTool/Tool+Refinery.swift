#if CommandLine
  import Endpoints
  import RefineryCommand
  import RefineryCore
  import RefineryURLSession

  extension Tool {
    /// The tool of this package: the example tables, and the demo.
    static func refinery(transport: any Transport = URLSessionTransport()) -> Tool {
      Tool(
        "refinery", tables: Catalogue.tables, transport: transport, version: Release.version, commands: [DemoCommand.self])
    }
  }
#endif
