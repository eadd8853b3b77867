import RefineryJSON

/// Responses of operations.
extension DescriptionBuilder {
  func readResponses(_ operation: DocumentNode) -> [Response] {
    guard let node = object(operation, "responses") else {
      if !operation.has("responses"), format < .openAPI31 {
        report(.fault, at: operation.place, "an operation must have `responses`")
      }
      return []
    }
    let produces = format == .swagger2 ? texts(operation, "produces") ?? defaults.produces : []
    return node.members.compactMap { name, member in
      guard !name.hasPrefix("x-") else { return nil }
      guard let statuses = statuses(name, at: member.place), let target = resolved(member) else { return nil }
      guard target.isObject else {
        report(.fault, at: target.place, "a response must be an object, not \(target.value.kindName); it was skipped")
        return nil
      }
      var response: Response
      if format == .swagger2 {
        response = swaggerResponse(target, produces)
      } else {
        response = responses[target.place] ?? readResponse(target)
        responses[target.place] = response
      }
      response.statuses = statuses
      return response
    }
  }

  private func statuses(_ name: String, at place: DocumentPlace) -> Response.Statuses? {
    if name == "default" { return .default }
    if name.utf8.count == 3, let code = Int(name), (100..<600).contains(code) { return .code(code) }
    if let first = name.first?.wholeNumberValue, (1...5).contains(first), name.dropFirst().uppercased() == "XX" {
      if name.hasSuffix("x") { report(.fault, at: place, "a range of statuses is written with XX; it was read as that") }
      return .range(first)
    }
    report(.fault, at: place, "`\(name)` is no status; the response was skipped")
    return nil
  }

  private func readResponse(_ node: DocumentNode) -> Response {
    checkMembers(node, ["summary", "description", "headers", "content", "links"], of: "a response")
    checkDescription(node)
    for (name, link) in object(node, "links")?.members ?? [] where !name.hasPrefix("x-") {
      report(.left, at: link.place, "links are not carried")
    }
    return Response(
      pointer: node.place.description, statuses: .default, description: text(node, "description"),
      content: object(node, "content").map(content) ?? [], headers: headers(node))
  }

  func checkDescription(_ node: DocumentNode) {
    if !node.has("description"), format < .openAPI32 {
      report(.fault, at: node.place, "a response must have a description")
    }
  }
}
