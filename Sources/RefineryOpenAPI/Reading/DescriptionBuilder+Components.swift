import RefineryJSON

/// The schemas that have names.
extension DescriptionBuilder {
  /// Where the named schemas are.
  var componentPath: String { format == .swagger2 ? "definitions" : "components/schemas" }

  private func components(_ root: DocumentNode) -> DocumentNode? {
    format == .swagger2 ? object(root, "definitions") : object(root, "components").flatMap { object($0, "schemas") }
  }

  func hasComponentSchema(_ name: String) -> Bool { componentNames.contains(name) }

  /// Reads all named schemas of the first file, in their order.
  func readComponentSchemas(_ root: DocumentNode) {
    let members = components(root)?.members ?? []
    componentNames = Set(members.map(\.name))
    for (name, node) in members where !name.hasPrefix("x-") || node.isObject {
      if knownSchemas.insert(node.place.key).inserted { pendingSchemas.append((node.place.key, node)) }
    }
    readPendingSchemas()
  }

  /// Reads the schemas that references reached since the last time, and those that these reach.
  func readPendingSchemas() {
    var next = 0
    while next < pendingSchemas.count {
      let (key, node) = pendingSchemas[next]
      next += 1
      description.schemas[key] = NamedSchema(key: key, name: node.place.name, schema: schema(node))
      description.schemaOrder.append(key)
    }
    pendingSchemas.removeAll()
  }

  /// Breaks chains of references that lead back to themselves.
  func checkChains() {
    var checked: Set<SchemaKey> = []
    for key in description.schemaOrder {
      var chain: [SchemaKey] = []
      var current = key
      while checked.insert(current).inserted, case .reference(let next) = description.schemas[current]?.schema.kind {
        chain.append(current)
        current = next
      }
      guard let start = chain.firstIndex(of: current) else { continue }
      for member in chain[start...] {
        description.schemas[member]?.schema.kind = .any
        add(Finding(.fault, at: member.description, "the $ref leads back to itself; it was read as any value"))
      }
    }
  }
}
