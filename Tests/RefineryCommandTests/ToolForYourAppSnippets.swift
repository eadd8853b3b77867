#if CommandLine
  import Refinery
  import RefineryCommand

  // The Swift block of ToolForYourApp.md. DocumentationTests compares them, imports included.

  func tool(_ table: EndpointTable, _ production: Client, _ staging: Client) -> Tool {
    Tool("shop", tables: [table], clients: ["production": production, "staging": staging], version: "1.4.0")
  }
#endif
