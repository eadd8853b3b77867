#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery

  extension CallArguments {
    /// The client that the command line names, or a client with the standard chain. It may have problems.
    ///
    /// - Parameters:
    ///   - standIn: the base URL if none is given.
    ///   - traces: whether every attempt is logged to the console, and drawn with its phases at the end.
    func client(in session: Session, standIn: String? = nil, traces: Bool = false) throws -> Client {
      var client = try appClient(in: session, traces: traces) ?? standardClient(in: session, standIn, traces)
      if let overrides {
        let table = RowBook(tables: session.tool.tables).joined
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: overrides)) else {
          throw UsageError("--overrides: the file cannot be read")
        }
        client.overrides = try EndpointOverrides(json: data, for: table)
      }
      if traces { client.observers.append(Timeline(write: session.console.complain)) }
      return client
    }

    /// One of the clients of the row's API with the changes of the command line; nil for a tool without clients.
    private func appClient(in session: Session, traces: Bool) throws(UsageError) -> Client? {
      let tool = session.tool
      guard !tool.clientNames.isEmpty else {
        if client != nil { throw UsageError("--client: this tool has no clients of its own") }
        return nil
      }
      let (table, endpoint) = try RowBook(tables: tool.tables).entry(row)
      let clients = tool.clients(of: table)
      let known = clients.map(\.key).joined(separator: ", ")
      guard let first = clients.first else {
        throw UsageError("\(endpoint.name) is a row of \(table.name), and the tool has no client for that table")
      }
      if client == nil, tool.sharesClients, tool.tables.count > 1, clients.count > 1 {
        throw UsageError(
          "--client is missing: the tool has several tables and several clients, and does not know which client belongs to "
            + "\(table.name); known names: \(known)")
      }
      guard let chosen = client.map({ name in clients.first { $0.key == name } }) ?? first else {
        guard let client, tool.clientNames.contains(client) else {
          throw UsageError("--client: there is no client of this name; known names: \(known)")
        }
        throw UsageError(
          "--client: \(client) does not belong to \(table.name), the table of \(endpoint.name); its clients: \(known)")
      }
      if user != nil || bearer != nil || allowPlaintext {
        throw UsageError(
          "--user, --bearer and --allow-plaintext belong to the standard chain: the client \(chosen.key) has its own credentials"
        )
      }
      var client = chosen.value
      if let baseURL { client.baseURL = URL(string: baseURL) }
      if traces {
        client.middleware.append(LoggingMiddleware(policy: .details, to: session.console.complain).at(.observe))
      }
      return client
    }

    private func standardClient(in session: Session, _ standIn: String?, _ traces: Bool) throws -> Client {
      // An empty variable counts as not set. Compose files and CI jobs without a value for a variable set it to empty text.
      let environment = session.console.environment.filter { !$0.value.isEmpty }
      let given = baseURL ?? environment["REFINERY_BASE_URL"]
      guard let baseURL = try given ?? origin(in: session) ?? standIn else {
        throw UsageError("--base-url is missing, and the path of \(row) is relative")
      }
      let chain = Chain(
        logs: session.console.complain, traces: traces,
        auth: try credential(environment).map { AuthMiddleware($0, allowPlaintext: allowPlaintext) })
      return Client(baseURL: baseURL, middleware: chain.links, transport: session.tool.transport)
    }

    /// The origin of an absolute row, so that credentials given for it can be sent there.
    private func origin(in session: Session) throws(UsageError) -> String? {
      let path = try RowBook(tables: session.tool.tables).row(row).path
      guard path.isAbsolute else { return nil }
      let origin = path.text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
        .joined(separator: "/")
      return origin.contains("{") ? nil : origin
    }

    private func credential(_ environment: [String: String]) throws(UsageError) -> Credential? {
      let isGiven = user != nil || bearer != nil
      switch (isGiven ? user : environment["REFINERY_USER"], isGiven ? bearer : environment["REFINERY_BEARER"]) {
      case (nil, nil): return nil
      case (_?, _?): throw UsageError("give either a user or a bearer token, not both")
      case (nil, let token?): return .bearer(token)
      case (let pair?, nil):
        guard let (user, password) = pair.pair(separatedBy: ":") else { throw UsageError("the user is not USER:PASSWORD") }
        return .basic(user: user, password: password)
      }
    }
  }
#endif
