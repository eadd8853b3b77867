import RefineryJSON

/// Properties of schemas.
extension DescriptionBuilder {
  func properties(_ node: DocumentNode) -> Schema.Object {
    var object = Schema.Object(properties: [], additional: .unspecified, furtherRequired: [], discriminator: nil)
    var required = requiredNames(node)
    for (name, member) in self.object(node, "properties")?.members ?? [] {
      object.properties.append(
        Schema.Property(name: name, schema: schema(member), isRequired: required.names.remove(name) != nil))
    }
    object.furtherRequired = required.order.filter { required.names.remove($0) != nil }
    object.additional = additional(node, hasProperties: !object.properties.isEmpty)
    if !node.has("oneOf", "anyOf") { object.discriminator = discriminator(node, branches: []) }
    return object
  }

  private func requiredNames(_ node: DocumentNode) -> (names: Set<String>, order: [String]) {
    guard let member = node["required"] else { return ([], []) }
    if case .bool = member.value {
      report(.fault, at: member.place, "`required` of a schema must be a list of names; it was skipped")
      return ([], [])
    }
    let order = texts(node, "required") ?? []
    let names = Set(order)
    if names.count < order.count { report(.fault, at: member.place, "it repeats a name") }
    return (names, order)
  }

  private func additional(_ node: DocumentNode, hasProperties: Bool) -> Schema.Additional {
    var additional = Schema.Additional.unspecified
    if let member = node["additionalProperties"] {
      switch member.value {
      case .bool(let permits): additional = permits ? .any : .forbidden
      case .object(let object) where object.isEmpty: additional = .any
      default: additional = .typed(schema(member))
      }
    }
    guard let patterns = self.object(node, "patternProperties"), !patterns.members.isEmpty else { return additional }
    report(.left, at: patterns.place, "properties by pattern are read as any further properties")
    if case .any = additional { return .any }
    if patterns.members.count == 1, !hasProperties { return .typed(schema(patterns.members[0].node)) }
    return .any
  }
}
