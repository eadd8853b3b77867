public import RefineryCore

/// One API of a tool: its tables, and the clients that call it.
///
/// A row is only sent to a client of its own API, so a tool for several APIs cannot send a call to the wrong one:
///
/// ```swift
/// let tool = Tool(
///   "shop",
///   apis: [
///     ToolAPI(tables: [Catalogue.table], clients: ["catalogue": catalogue]),
///     ToolAPI(tables: [Orders.table], clients: ["orders": orders, "orders-staging": staging]),
///   ])
/// ```
public struct ToolAPI: Sendable {
  let tables: [EndpointTable]
  let clients: KeyValuePairs<String, Client>

  /// Creates an API.
  ///
  /// - Parameters:
  ///   - tables: the tables of the API. Their names must be unique in the tool.
  ///   - clients: the clients by name, unique in the API. `--client NAME` chooses one; the first is the default for the rows
  ///     of these tables.
  public init(tables: [EndpointTable], clients: KeyValuePairs<String, Client>) {
    self.tables = tables
    self.clients = clients
  }
}
