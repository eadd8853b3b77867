import RefineryJSON
package import RefineryOpenAPI

/// Reads the schemas of a description in their flat form.
package struct SchemaView: Sendable {
  let description: Description
  private var flatSchemas: [SchemaKey: FlatSchema] = [:]
  /// Chains of `allOf` that are deeper are cut off.
  private static let deepest = 128

  package init(_ description: Description) { self.description = description }

  /// The schema that a reference reaches at last; nil for another schema, and for references in a circle.
  func target(of schema: Schema) -> NamedSchema? {
    guard case .reference(var key) = schema.kind else { return nil }
    var seen: Set<SchemaKey> = []
    while seen.insert(key).inserted, let named = description.schemas[key] {
      guard case .reference(let next) = named.schema.kind else { return named }
      key = next
    }
    return nil
  }

  /// The name of the schema that a reference reaches.
  package func name(of schema: Schema) -> String? {
    if case .reference(let key) = schema.kind { description.schemas[key]?.name } else { nil }
  }

  /// The flat form of a shared schema, which is made once.
  mutating func flat(_ named: NamedSchema) -> FlatSchema {
    flatSchemas[named.key] ?? flat(Schema(.reference(named.key), at: named.schema.pointer))
  }

  package mutating func flat(_ schema: Schema) -> FlatSchema {
    var path: [SchemaKey] = []
    return flat(schema, &path)
  }

  private mutating func flat(_ schema: Schema, _ path: inout [SchemaKey]) -> FlatSchema {
    switch schema.kind {
    case .reference: return reference(schema, &path)
    case .all(let branches): return merged(branches, schema, &path)
    default:
      var flat = FlatSchema(Self.form(of: schema.kind), at: schema.pointer)
      flat.isNullable = schema.isNullable
      flat.isDeprecated = schema.isDeprecated
      flat.format = schema.contentEncoding == "base64" ? "byte" : schema.format
      flat.values = schema.values
      flat.defaultValue = schema.default
      flat.limits = schema.limits
      return flat
    }
  }

  private static func form(of kind: Schema.Kind) -> FlatSchema.Form {
    switch kind {
    case .any, .reference, .all: .any
    case .never: .never
    case .null: .null
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .array(let items): .array(items)
    case .object(let object): .object(FlatObject(object))
    case .union(let branches, _, let discriminator): .union(branches, discriminator)
    }
  }

  private mutating func reference(_ schema: Schema, _ path: inout [SchemaKey]) -> FlatSchema {
    guard let target = target(of: schema), path.count < Self.deepest, !path.contains(target.key) else {
      return FlatSchema(.any, at: schema.pointer)
    }
    var found: FlatSchema
    if let known = flatSchemas[target.key] {
      found = known
    } else {
      path.append(target.key)
      found = flat(target.schema, &path)
      path.removeLast()
      // What is below another schema may have been cut off because of that one.
      if path.isEmpty { flatSchemas[target.key] = found }
    }
    found.key = target.key
    found.isNullable = found.isNullable || schema.isNullable
    found.isDeprecated = found.isDeprecated || schema.isDeprecated
    found.defaultValue = schema.default ?? found.defaultValue
    return found
  }

  private mutating func merged(_ branches: [Schema], _ schema: Schema, _ path: inout [SchemaKey]) -> FlatSchema {
    let parts = branches.map { flat($0, &path) }
    var whole = FlatSchema(.any, at: schema.pointer)
    var object: FlatObject?
    var unions: [(branches: [Schema], discriminator: Schema.Discriminator?)] = []
    for part in parts {
      switch part.form {
      case .any: break
      case .object(let members):
        if object == nil { object = members } else { object?.merge(members) }
      case .union(let branches, let discriminator): unions.append((branches, discriminator))
      default: whole.form = part.form
      }
      whole.format = part.format ?? whole.format
      whole.values = part.values ?? whole.values
      whole.defaultValue = part.defaultValue ?? whole.defaultValue
      whole.limits.merge(part.limits)
      whole.isDeprecated = whole.isDeprecated || part.isDeprecated
    }
    if object == nil, unions.count > 1 { object = FlatObject() }
    if var object {
      object.unions += unions
      whole.form = .object(object)
    } else if let union = unions.first, case .any = whole.form {
      whole.form = .union(union.branches, union.discriminator)
    }
    // A branch without a type does not speak about null.
    let typed = parts.filter { if case .any = $0.form { false } else { true } }
    whole.isNullable = schema.isNullable || !typed.isEmpty && typed.allSatisfy(\.isNullable)
    whole.isDeprecated = whole.isDeprecated || schema.isDeprecated
    whole.format = schema.format ?? whole.format
    whole.values = schema.values ?? whole.values
    whole.defaultValue = schema.default ?? whole.defaultValue
    whole.limits.merge(schema.limits)
    return whole
  }
}

extension Schema.Limits {
  /// Adds what another branch says.
  fileprivate mutating func merge(_ other: Schema.Limits) {
    pattern = other.pattern ?? pattern
    minimum = other.minimum ?? minimum
    maximum = other.maximum ?? maximum
    minimumLength = other.minimumLength ?? minimumLength
    maximumLength = other.maximumLength ?? maximumLength
    minimumCount = other.minimumCount ?? minimumCount
    maximumCount = other.maximumCount ?? maximumCount
    uniqueItems = other.uniqueItems || uniqueItems
  }
}
