#if Import
  import RefineryOpenAPI

  extension Description {
    /// The keys that something refers to, but that have no schema.
    var danglingKeys: [SchemaKey] {
      var schemas = self.schemas.values.map(\.schema)
      for operation in operations {
        schemas += operation.parameters.map(\.schema)
        for media in (operation.body?.content ?? []) + operation.responses.flatMap(\.content) {
          schemas += [media.schema, media.itemSchema].compactMap { $0 }
          schemas += media.encoding.values.flatMap(\.headers).compactMap(\.schema)
        }
        schemas += operation.responses.flatMap(\.headers).compactMap(\.schema)
      }
      return Set(schemas.flatMap(\.keys)).filter { self.schemas[$0] == nil }.sorted { $0.description < $1.description }
    }
  }

  extension Schema {
    /// All keys in this schema.
    fileprivate var keys: [SchemaKey] {
      switch kind {
      case .reference(let key): [key]
      case .array(let items): items.keys
      case .all(let parts): parts.flatMap(\.keys)
      case .union(let branches, _, let discriminator):
        branches.flatMap(\.keys) + (discriminator?.mapping.map(\.schema) ?? [])
      case .object(let object):
        object.properties.flatMap(\.schema.keys) + (object.discriminator?.mapping.map(\.schema) ?? [])
          + object.additional.keys
      default: []
      }
    }
  }

  extension Schema.Additional {
    fileprivate var keys: [SchemaKey] { if case .typed(let schema) = self { schema.keys } else { [] } }
  }
#endif
