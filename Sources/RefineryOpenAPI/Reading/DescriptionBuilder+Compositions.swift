import RefineryJSON

/// `allOf`, `oneOf` and `anyOf`.
extension DescriptionBuilder {
  /// The parts of a schema from its `allOf`, `oneOf` and `anyOf`.
  func compositions(_ node: DocumentNode, inheriting inherited: Set<SchemaType>) -> [Schema] {
    guard node.has(SchemaMembers.compositions) else { return [] }
    var parts = branches(node, "allOf").map { schema($0, inheriting: inherited) }
    for name in ["oneOf", "anyOf"] {
      let nodes = branches(node, name)
      guard !nodes.isEmpty else { continue }
      parts.append(union(nodes, of: node, isExclusive: name == "oneOf", inheriting: inherited))
    }
    return parts
  }

  private func branches(_ node: DocumentNode, _ name: String) -> [DocumentNode] {
    guard let elements = array(node, name) else { return [] }
    if elements.isEmpty { report(.fault, at: node.place.appending(name), "it has no branch; it was skipped") }
    return elements
  }

  /// A union without its null branch; the only branch, if there is just one.
  private func union(
    _ nodes: [DocumentNode], of node: DocumentNode, isExclusive: Bool, inheriting inherited: Set<SchemaType>
  ) -> Schema {
    var isNullable = false
    var branches: [Schema] = []
    for branch in nodes {
      var schema = schema(branch, inheriting: inherited)
      if schema.isNullable {
        isNullable = true
        schema.isNullable = false
      }
      if case .null = schema.kind { continue }
      if case .object(let object) = branch.value, object.count == 1, object["nullable"]?.bool == true { continue }
      branches.append(schema)
    }
    var union = Schema(.null, at: node.place.description)
    if branches.count == 1 {
      union = branches[0]
    } else if branches.count > 1 {
      union.kind = .union(branches, isExclusive: isExclusive, discriminator(node, branches: branches))
    }
    union.isNullable = isNullable
    return union
  }

  func discriminator(_ node: DocumentNode, branches: [Schema]) -> Schema.Discriminator? {
    guard let member = node["discriminator"] else { return nil }
    if case .string(let property) = member.value {
      if format != .swagger2 { report(.fault, at: member.place, "a discriminator must be an object; its text was read") }
      return Schema.Discriminator(property: property, mapping: implied(branches, beside: []))
    }
    guard let object = object(node, "discriminator") else { return nil }
    guard let property = text(object, "propertyName") else {
      report(.fault, at: object.place, "it has no `propertyName`; it was skipped")
      return nil
    }
    var mapping: [(value: String, schema: SchemaKey)] = []
    for (value, target) in self.object(object, "mapping")?.members ?? [] {
      guard let name = lenientText(target), let key = mappedSchema(name, at: target.place) else { continue }
      mapping.append((value, key))
    }
    if object.has("defaultMapping") { report(.left, at: object.place, "`defaultMapping` is not carried") }
    return Schema.Discriminator(property: property, mapping: mapping + implied(branches, beside: mapping.map(\.schema)))
  }

  /// A schema by its name or by a reference.
  private func mappedSchema(_ name: String, at place: DocumentPlace) -> SchemaKey? {
    let isName = !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") }
    // All of these are read in any case.
    if isName, let named = namedSchemas[name] { return named.place.key }
    return schemaTarget(of: name, at: place)
  }

  /// Branches that no value names are named by their schema.
  private func implied(_ branches: [Schema], beside named: [SchemaKey]) -> [(value: String, schema: SchemaKey)] {
    let named = Set(named)
    return branches.compactMap { branch in
      guard case .reference(let key) = branch.kind, !named.contains(key) else { return nil }
      return (DocumentPlace(file: key.file, pointer: key.pointer).name, key)
    }
  }
}
