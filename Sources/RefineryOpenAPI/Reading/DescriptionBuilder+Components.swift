import RefineryJSON

/// The schemas that have names.
extension DescriptionBuilder {
  private func components(_ root: DocumentNode) -> DocumentNode? {
    format == .swagger2 ? object(root, "definitions") : object(root, "components").flatMap { object($0, "schemas") }
  }

  /// Reads all named schemas of the first file, in their order.
  func readComponentSchemas(_ root: DocumentNode) {
    let members = components(root)?.members ?? []
    namedSchemas = Dictionary(members.map { ($0.name, $0.node) }) { first, _ in first }
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
}
