import RefineryJSON

/// Schemas that are made of themselves.
extension DescriptionBuilder {
  /// Breaks chains of references, of `allOf`, and of unions that lead back to their start. A schema that contains itself in a
  /// property or item is right and stays.
  func breakCycles() {
    // A union of which one branch is left is that branch, so a cut can close another chain.
    var hasCuts = true
    while hasCuts {
      let first = breakCycles(through: .intersections, "a schema cannot be an `allOf` of itself; this branch was skipped")
      let second = breakCycles(through: .unions, "a union cannot be a branch of itself; this branch was skipped")
      hasCuts = first || second
    }
  }

  private enum Composition { case intersections, unions }

  /// Returns whether there was a cycle. Searches depth first, without recursion: a chain may be as long as a description.
  private func breakCycles(through composition: Composition, _ reason: String) -> Bool {
    var finished: Set<SchemaKey> = []
    var cuts: [SchemaKey: Set<SchemaKey>] = [:]
    for start in description.schemaOrder where !finished.contains(start) {
      var open: [(key: SchemaKey, next: [SchemaKey])] = [(start, parts(of: start, composition))]
      var isOpen: Set<SchemaKey> = [start]
      while let key = open.last?.key {
        guard let part = open[open.count - 1].next.popLast() else {
          open.removeLast()
          isOpen.remove(key)
          finished.insert(key)
          continue
        }
        if isOpen.contains(part) {
          cuts[key, default: []].insert(part)
        } else if !finished.contains(part) {
          isOpen.insert(part)
          open.append((part, parts(of: part, composition)))
        }
      }
    }
    for key in description.schemaOrder {
      if let parts = cuts[key] { remove(parts, from: key, composition, reason) }
    }
    return !cuts.isEmpty
  }

  private func parts(of key: SchemaKey, _ composition: Composition) -> [SchemaKey] {
    description.schemas[key].map { Self.parts(of: $0.schema, composition) } ?? []
  }

  private static func parts(of schema: Schema, _ composition: Composition) -> [SchemaKey] {
    switch (schema.kind, composition) {
    case (.reference(let key), _): [key]
    case (.all(let parts), .intersections): parts.flatMap { Self.parts(of: $0, composition) }
    case (.union(let branches, _, _), .unions): branches.flatMap { Self.parts(of: $0, composition) }
    default: []
    }
  }

  private func remove(_ cut: Set<SchemaKey>, from key: SchemaKey, _ composition: Composition, _ reason: String) {
    guard var schema = description.schemas[key]?.schema else { return }
    if case .reference = schema.kind {
      add(Finding(.fault, at: schema.pointer, "the $ref leads back to itself; it was read as any value"))
      schema.kind = .any
    } else {
      schema = Self.without(cut, schema, composition)
      add(Finding(.fault, at: schema.pointer, reason))
    }
    description.schemas[key]?.schema = schema
  }

  /// A schema without the branches that are a reference to one of `cut`.
  private static func without(_ cut: Set<SchemaKey>, _ schema: Schema, _ composition: Composition) -> Schema {
    var schema = schema
    let rest: [Schema]
    switch (schema.kind, composition) {
    case (.all(let parts), .intersections):
      rest = remaining(parts, cut, composition)
      schema.kind = .all(rest)
    case (.union(let branches, let isExclusive, let discriminator), .unions):
      rest = remaining(branches, cut, composition)
      schema.kind = .union(rest, isExclusive: isExclusive, discriminator)
    default: return schema
    }
    switch rest.count {
    case 0: schema.kind = .any
    case 1: schema.adopt(rest[0])
    default: break
    }
    return schema
  }

  private static func remaining(_ schemas: [Schema], _ cut: Set<SchemaKey>, _ composition: Composition) -> [Schema] {
    schemas.compactMap { schema in
      if case .reference(let key) = schema.kind, cut.contains(key) { return nil }
      return without(cut, schema, composition)
    }
  }
}
