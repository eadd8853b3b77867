#if CommandLine
  import Foundation
  import Refinery
  import RefineryCommand

  // The Swift blocks of ToolForYourApp.md. DocumentationTests compares them, imports included.

  func tool(_ table: EndpointTable, _ production: Client, _ staging: Client) -> Tool {
    Tool("shop", tables: [table], clients: ["production": production, "staging": staging], version: "1.4.0")
  }

  func tool(_ catalogue: Client, _ orders: Client, _ staging: Client, _ tables: [EndpointTable]) -> Tool {
    Tool(
      "shop",
      apis: [
        ToolAPI(tables: [tables[0]], clients: ["catalogue": catalogue]),
        ToolAPI(tables: [tables[1]], clients: ["orders": orders, "orders-staging": staging]),
      ])
  }

  func isCurrent(_ page: URL, _ tables: [EndpointTable]) throws -> Bool {
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "<!-- tables -->")
    return parts.count == 3 && parts[1] == "\n\n\(tables.markdown)\n"
  }
#endif
