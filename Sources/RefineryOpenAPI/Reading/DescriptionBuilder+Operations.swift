import RefineryJSON

/// Paths and their operations.
extension DescriptionBuilder {
  func readPaths(_ root: DocumentNode) {
    if !root.has("paths"), format < .openAPI31 || !root.has("components", "webhooks") {
      report(.fault, at: root.place, "a description must have `paths`")
    }
    for (path, item) in object(root, "paths")?.members ?? [] where !path.hasPrefix("x-") {
      var template = path
      if !path.hasPrefix("/") {
        report(.fault, at: item.place, "a path must begin with a slash; it was read with one")
        template = "/" + path
      }
      checkShape(of: template, at: item.place)
      readPathItem(item, path: template, root)
    }
  }

  /// Notes paths that differ only in the names of their variables.
  private func checkShape(of path: String, at place: DocumentPlace) {
    let shape = PathTemplate(path).shape
    if let other = pathShapes[shape] {
      report(.note, at: place, "it is the same path as \(other) but for the names of its variables")
    } else {
      pathShapes[shape] = path
    }
  }

  private func readPathItem(_ node: DocumentNode, path: String, _ root: DocumentNode) {
    guard let target = resolved(node) else { return }
    guard target.isObject else {
      return report(.fault, at: target.place, "a path must be an object, not \(target.value.kindName); it was skipped")
    }
    checkMembers(node, Self.pathItemMembers, of: "a path")
    checkMembers(target, Self.pathItemMembers, of: "a path")
    // Members beside a `$ref` count more than those at its target.
    let layers = node.reference == nil ? [node] : [node, target]
    let item = PathItem(
      path: path, parameters: layers.reversed().map { parameterNodes($0) }, servers: layers.lazy.compactMap(servers).first)
    var methods: Set<String> = []
    for layer in layers {
      for (name, member) in layer.members where Self.methods.contains(name) && methods.insert(name).inserted {
        if name == "query", format < .openAPI32 { report(.fault, at: member.place, "`query` needs OpenAPI 3.2; it was read") }
        readOperation(member, method: name.uppercased(), item, root)
      }
      for (name, member) in object(layer, "additionalOperations")?.members ?? [] where methods.insert(name).inserted {
        // RFC 9110, sections 9.1 and 5.6.2.
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }) else {
          report(.fault, at: member.place, "a method is a token, such as PURGE; it was skipped")
          continue
        }
        readOperation(member, method: name, item, root)
      }
    }
  }

  private func readOperation(_ member: DocumentNode, method: String, _ item: PathItem, _ root: DocumentNode) {
    guard let node = resolved(member) else { return }
    guard node.isObject else {
      return report(.fault, at: node.place, "an operation must be an object, not \(node.value.kindName); it was skipped")
    }
    checkMembers(node, format == .swagger2 ? Self.swaggerMembers : Self.openAPIMembers, of: "an operation")
    let own = parameterNodes(node)
    let security = security(node)
    var operation = Operation(
      pointer: node.place.description, id: text(node, "operationId"), method: method, path: item.path,
      tags: texts(node, "tags") ?? [], summary: text(node, "summary"), description: text(node, "description"),
      isDeprecated: flag(node, "deprecated") ?? false,
      parameters: merged(item.parameters + [own]), body: nil, responses: [], servers: servers(node) ?? item.servers,
      security: security ?? defaults.security, overridesSecurity: security != nil, extensions: extensions(node),
      documentationURL: object(node, "externalDocs").flatMap { text($0, "url") })
    if format == .swagger2 {
      operation.body = swaggerBody(node, item.parameters + [own])
      if let schemes = texts(node, "schemes"), !schemes.isEmpty {
        let servers = swaggerServers(root, schemes: schemes)
        if servers != description.servers { operation.servers = servers }
      }
    } else if let body = node["requestBody"] {
      operation.body = self.body(body)
    }
    operation.responses = readResponses(node)
    checkPath(&operation, at: node.place)
    checkIdentifier(of: operation, at: node.place)
    for (name, callback) in object(node, "callbacks")?.members ?? [] where !name.hasPrefix("x-") {
      report(.left, at: callback.place, "callbacks are not carried")
    }
    description.operations.append(operation)
  }

  private func checkIdentifier(of operation: Operation, at place: DocumentPlace) {
    guard let id = operation.id else { return }
    if let first = operationIDs[id] {
      report(.fault, at: place, "the operationId \(id) is also that of \(first)")
    } else {
      operationIDs[id] = operation.pointer
    }
  }

  /// Makes the variables of the path and the parameters agree.
  private func checkPath(_ operation: inout Operation, at place: DocumentPlace) {
    let template = PathTemplate(operation.path)
    var missing = template.names
    for name in template.repeated.sorted() {
      report(.fault, at: place, "the path has the variable \(name) more than once")
    }
    operation.parameters.removeAll { parameter in
      guard parameter.place == .path else {
        if parameter.place == .query, template.queryVariables.contains(parameter.name) {
          missing.remove(parameter.name)
        }
        return false
      }
      guard template.names.contains(parameter.name) else {
        report(.fault, at: place, "the path has no variable \(parameter.name); the parameter was skipped")
        return true
      }
      missing.remove(parameter.name)
      return false
    }
    for name in template.variables where missing.contains(name) {
      report(.fault, at: place, "the variable \(name) of the path has no parameter; it was read as required text")
      operation.parameters.append(
        Parameter(
          pointer: place.description, name: name, place: .path, isRequired: true, isDeprecated: false, description: nil,
          style: .simple, explodes: false, allowsReserved: false, allowsEmptyValue: false,
          schema: Schema(.string, at: place.description), contentType: nil, examples: []))
    }
  }

  /// What a path says for all of its operations.
  private struct PathItem {
    var path: String
    var parameters: [[DocumentNode]]
    var servers: [Server]?
  }

  private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
  private static let pathItemMembers = methods.union([
    "$ref", "summary", "description", "servers", "parameters", "additionalOperations",
  ])
  private static let openAPIMembers: Set<String> = [
    "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses", "callbacks",
    "deprecated", "security", "servers",
  ]
  private static let swaggerMembers: Set<String> = [
    "tags", "summary", "description", "externalDocs", "operationId", "consumes", "produces", "parameters", "responses",
    "schemes", "deprecated", "security",
  ]
}
