extension Description {
  /// The description of some of its operations, with the schemas that they reach.
  package func selecting(_ operations: [Operation]) -> Description {
    var selection = self
    selection.operations = operations
    var found: Set<SchemaKey> = []
    var open: [Schema] = []
    for operation in operations {
      open += operation.parameters.map(\.schema)
      open += (operation.body?.content ?? []).flatMap(\.schemas)
      for response in operation.responses {
        open += response.content.flatMap(\.schemas) + response.headers.compactMap(\.schema)
      }
    }
    while let schema = open.popLast() {
      if case .reference(let key) = schema.kind {
        if found.insert(key).inserted, let named = schemas[key] { open.append(named.schema) }
      }
      open += schema.parts
      for key in schema.discriminated where found.insert(key).inserted {
        if let named = schemas[key] { open.append(named.schema) }
      }
    }
    selection.schemas = schemas.filter { found.contains($0.key) }
    selection.schemaOrder = schemaOrder.filter(found.contains)
    return selection
  }
}

extension MediaType {
  fileprivate var schemas: [Schema] {
    [schema, itemSchema].compactMap(\.self) + encoding.values.flatMap(\.headers).compactMap(\.schema)
  }
}

extension Schema {
  /// The schemas within it.
  fileprivate var parts: [Schema] {
    switch kind {
    case .array(let items): return [items]
    case .object(let object):
      let others: [Schema] = if case .typed(let schema) = object.additional { [schema] } else { [] }
      return object.properties.map(\.schema) + others
    case .all(let parts): return parts
    case .union(let branches, _, _): return branches
    default: return []
    }
  }

  /// The schemas that its discriminator names.
  fileprivate var discriminated: [SchemaKey] {
    switch kind {
    case .object(let object): object.discriminator?.mapping.map(\.schema) ?? []
    case .union(_, _, let discriminator): discriminator?.mapping.map(\.schema) ?? []
    default: []
    }
  }
}
