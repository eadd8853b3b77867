import RefineryJSON

/// Where an API is.
extension DescriptionBuilder {
  /// The `servers` of the description, a path item or an operation; nil if there are none.
  func servers(_ node: DocumentNode) -> [Server]? {
    guard let list = array(node, "servers") else { return nil }
    let servers = list.compactMap(server)
    return servers.isEmpty ? nil : servers
  }

  private func server(_ node: DocumentNode) -> Server? {
    guard node.isObject, let template = text(node, "url") else {
      report(.fault, at: node.place, "a server must be an object with a URL; it was skipped")
      return nil
    }
    let variables = object(node, "variables")
    var url = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      url += rest[..<open]
      if let value = variables.flatMap({ object($0, name) }).flatMap({ value(of: $0) }) {
        url += value
      } else {
        report(.fault, at: node.place, "the variable \(name) of its URL has no default; it was kept as it is")
        url += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return Server(url: url + rest, description: text(node, "description"))
  }

  private func value(of variable: DocumentNode) -> String? {
    text(variable, "default") ?? texts(variable, "enum")?.first
  }

  /// The servers of Swagger 2. `schemes` are those of an operation, if it has its own.
  func swaggerServers(_ root: DocumentNode, schemes own: [String]?) -> [Server] {
    let path = text(root, "basePath") ?? ""
    guard let host = text(root, "host"), !host.isEmpty else {
      return path.isEmpty || path == "/" ? [] : [Server(url: path, description: nil)]
    }
    let schemes = own ?? texts(root, "schemes") ?? []
    // The encrypted one first: a table takes the first server.
    let ordered = schemes.filter { $0.lowercased() == "https" } + schemes.filter { $0.lowercased() != "https" }
    let base = path == "/" ? "" : path.isEmpty || path.hasPrefix("/") ? path : "/" + path
    return (ordered.isEmpty ? ["https"] : ordered).map { Server(url: "\($0.lowercased())://\(host)\(base)", description: nil) }
  }
}
