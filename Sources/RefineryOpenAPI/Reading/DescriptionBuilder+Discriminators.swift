import RefineryJSON

/// Discriminators of schemas that others extend.
extension DescriptionBuilder {
  /// More entries than this are not made: each schema of a long chain may have all schemas before it as its parents.
  private static let maximumEntries = 100_000

  /// Adds, to each discriminator beside properties, the schemas that extend its schema by `allOf` and that no value names.
  func completeDiscriminators() {
    let children = children()
    var entries = 0
    for key in description.schemaOrder {
      guard let schema = description.schemas[key]?.schema, Self.hasDiscriminator(schema) else { continue }
      var found = descendants(of: key, children)
      if entries + found.count > Self.maximumEntries {
        found.removeLast(min(found.count, entries + found.count - Self.maximumEntries))
        add(Finding(.left, at: schema.pointer, "too many schemas extend this one; some are not in its discriminator"))
      }
      entries += found.count
      description.schemas[key]?.schema = adding(found, to: schema)
    }
  }

  /// From a schema to those that are an `allOf` with it, in the order of the description.
  private func children() -> [SchemaKey: [SchemaKey]] {
    var children: [SchemaKey: [SchemaKey]] = [:]
    for key in description.schemaOrder {
      switch description.schemas[key]?.schema.kind {
      case .reference(let parent): children[parent, default: []].append(key)
      case .all(let parts):
        for part in parts {
          if case .reference(let parent) = part.kind { children[parent, default: []].append(key) }
        }
      default: break
      }
    }
    return children
  }

  private func descendants(of key: SchemaKey, _ children: [SchemaKey: [SchemaKey]]) -> [SchemaKey] {
    var found: [SchemaKey] = []
    var seen: Set<SchemaKey> = [key]
    var open = [key]
    while let next = open.popLast(), found.count <= Self.maximumEntries {
      for child in children[next] ?? [] where seen.insert(child).inserted {
        found.append(child)
        open.append(child)
      }
    }
    return found
  }

  private static func hasDiscriminator(_ schema: Schema) -> Bool {
    switch schema.kind {
    case .object(let object): object.discriminator != nil
    case .all(let parts): parts.contains(where: hasDiscriminator)
    default: false
    }
  }

  private func adding(_ found: [SchemaKey], to schema: Schema) -> Schema {
    var schema = schema
    switch schema.kind {
    case .object(var object):
      guard var discriminator = object.discriminator else { return schema }
      let named = Set(discriminator.mapping.map(\.schema))
      for key in found where !named.contains(key) {
        discriminator.mapping.append((DocumentPlace(file: key.file, pointer: key.pointer).name, key))
      }
      object.discriminator = discriminator
      schema.kind = .object(object)
    case .all(let parts): schema.kind = .all(parts.map { adding(found, to: $0) })
    default: break
    }
    return schema
  }
}
