import RefineryJSON
import RefineryOpenAPI

extension TypePlanner {
  /// The struct or the dictionary of an object.
  mutating func object(_ object: Schema.Object, _ schema: Schema, _ hint: Hint) -> TypeUse {
    if object.properties.isEmpty {
      switch object.additional {
      case .typed(let value):
        let value = use(value, Hint("\(hint.name.singular)", in: hint.parent))
        let type = value.isNullable && value.type != .json ? SwiftType.optional(value.type) : value.type
        if value.coding != nil, value.isNullable { return TypeUse(.dictionary(.json)) }
        return TypeUse(.dictionary(type), coding: value.coding.map { ".dictionary(\($0))" })
      case .unspecified, .any, .forbidden: return TypeUse(.dictionary(.json))
      }
    }
    return declare(schema, hint, .object(.init())) { planner, id in
      if object.discriminator?.mapping.isEmpty == false {
        planner.report(
          .left, schema.pointer, "where this type is meant, its subtypes are read as it, without their own members")
      }
      guard planner.open.count < 40 else {
        planner.pending.append((id, object, schema, planner.open.last))
        return .object(.init())
      }
      return .object(planner.form(of: object, schema, id))
    }
  }

  /// The members of a struct.
  mutating func form(of object: Schema.Object, _ schema: Schema, _ id: ModelID) -> Model.ObjectForm {
    var form = Model.ObjectForm()
    // Names of what every model has.
    var scope = NameScope(
      reserved: ["encode", "hash", "hashValue", "init", "list", "self", "Self", "Type", "unread"])
    let names = scope.names(of: object.properties.map(\.name)) { Words($0).lowerCamel }
    for (property, name) in zip(object.properties, names) {
      let use = use(property.schema, Hint(property.name, in: id))
      form.properties.append(
        Model.Property(
          wireName: property.name, name: name, use: use, presence: presence(of: property, use),
          isSetByServer: property.isRequired && property.schema.isReadOnly && !property.schema.isWriteOnly,
          documentation: documentation(of: property.schema)))
    }
    for name in object.furtherRequired where !object.properties.contains(where: { $0.name == name }) {
      report(.fault, schema.pointer, "\"\(name)\" is required, but no property has this name")
    }
    switch object.additional {
    case .typed(let value):
      let value = use(value, Hint("Other", in: id))
      form.others = value.coding != nil || value.isNullable ? .json : value.type
    case .any: form.others = .json
    case .unspecified: form.others = options.keepsUnknownMembers ? .json : nil
    case .forbidden: break
    }
    if form.others != nil { form.othersName = scope.take("others", "otherMembers") }
    return form
  }

  private func presence(of property: Schema.Property, _ use: TypeUse) -> Model.Property.Presence {
    // JSON has null among its values.
    let isNullable = use.isNullable && use.type != .json
    // Requests lack what only the server sets, and responses lack what only the client sets.
    let isRequired = property.isRequired && !property.schema.isReadOnly && !property.schema.isWriteOnly
    if isRequired { return isNullable ? .nullable : .required }
    return isNullable ? .field : .optional
  }

  // MARK: allOf

  /// The type of a schema to which several apply.
  mutating func all(_ parts: [Schema], _ schema: Schema, _ hint: Hint) -> TypeUse {
    var merger = ObjectMerger()
    var visited: Set<SchemaKey> = []
    for part in parts { gather(part, into: &merger, &visited, isOptional: false) }
    for conflict in merger.conflicts {
      report(.note, conflict.pointer, "\"\(conflict.name)\" has different types in parts of one allOf; the last one counts")
    }
    if merger.hasMembers {
      let object = merger.object
      return self.object(object, schema, hint)
    }
    // No part has members: the first that says anything of the type counts, with the values of all.
    guard var first = merger.others.first else { return TypeUse(.json) }
    for other in merger.others.dropFirst() where first.values == nil { first.values = other.values }
    if merger.others.count > 1 {
      report(.note, schema.pointer, "of \(merger.others.count) parts without members, the first one gives the type")
    }
    // A whole part by reference keeps its own name; a part with a narrower set of values is a type of this place.
    return use(first, hint)
  }

  /// Adds what a part says of the members. `isOptional` for a branch of a union, which does not always apply.
  private mutating func gather(
    _ part: Schema, into merger: inout ObjectMerger, _ visited: inout Set<SchemaKey>, isOptional: Bool
  ) {
    switch part.kind {
    case .reference(let key):
      guard visited.insert(key).inserted else { return }
      guard let named = description.schemas[key] else { return }
      let before = merger.others.count
      gather(named.schema, into: &merger, &visited, isOptional: isOptional)
      // The reference itself is kept, so that the type has its name.
      if merger.others.count > before {
        merger.others.removeSubrange(before...)
        merger.others.append(part)
      }
    case .object(let object): merger.add(object, isOptional: isOptional)
    case .all(let parts):
      for inner in parts { gather(inner, into: &merger, &visited, isOptional: isOptional) }
    case .union(let branches, _, _):
      let objects = branches.filter { isObject($0) }
      if objects.count == branches.count {
        for branch in branches { gather(branch, into: &merger, &visited, isOptional: true) }
        if merger.hasMembers {
          report(.note, part.pointer, "the members of these alternatives are optional members of the type that contains them")
        }
      } else {
        merger.others.append(part)
      }
    case .any: break
    default: merger.others.append(part)
    }
  }

  /// Whether a schema describes objects.
  func isObject(_ schema: Schema, _ depth: Int = 0) -> Bool {
    guard depth < 50 else { return false }
    switch schema.kind {
    case .object: return true
    case .reference(let key): return description.schemas[key].map { isObject($0.schema, depth + 1) } ?? false
    case .all(let parts): return parts.contains { isObject($0, depth + 1) }
    case .union(let branches, _, _): return !branches.isEmpty && branches.allSatisfy { isObject($0, depth + 1) }
    default: return false
    }
  }
}

/// The members of several objects as those of one.
struct ObjectMerger {
  private var properties: [Schema.Property] = []
  private var positions: [String: Int] = [:]
  private var required: Set<String> = []
  private var additional = Schema.Additional.unspecified
  private(set) var conflicts: [(name: String, pointer: String)] = []
  private(set) var hasMembers = false
  /// The parts that are not objects.
  var others: [Schema] = []
  /// The types that a property has in several alternatives, by its name.
  private var alternatives: [String: [Schema]] = [:]

  mutating func add(_ object: Schema.Object, isOptional: Bool) {
    hasMembers = hasMembers || !object.properties.isEmpty
    if !isOptional { required.formUnion(object.furtherRequired) }
    for property in object.properties {
      if property.isRequired, !isOptional { required.insert(property.name) }
      guard let position = positions[property.name] else {
        positions[property.name] = properties.count
        properties.append(property)
        continue
      }
      let earlier = properties[position].schema
      // A later part may only add a description, or narrow the type.
      if case .any = property.schema.kind { continue }
      if !isSame(earlier, property.schema) {
        if case .any = earlier.kind {
          properties[position].schema = property.schema
        } else if isOptional {
          properties[position].schema = alternative(property.schema, to: earlier, of: property.name)
        } else {
          conflicts.append((property.name, property.schema.pointer))
          properties[position].schema = property.schema
        }
      }
    }
    switch object.additional {
    case .typed, .any:
      additional = object.additional
      hasMembers = hasMembers || !object.properties.isEmpty
    case .unspecified, .forbidden: break
    }
  }

  /// The type of a property that has another one in each alternative.
  private mutating func alternative(_ schema: Schema, to earlier: Schema, of name: String) -> Schema {
    if case .array(let items) = schema.kind, case .array(let earlierItems) = earlier.kind {
      // Lists of several types are a list of a union.
      var list = earlier
      list.kind = .array(alternative(items, to: earlierItems, of: "\(name)[]"))
      return list
    }
    var schemas = alternatives[name] ?? [earlier]
    if !schemas.contains(where: { isSame($0, schema) }) { schemas.append(schema) }
    alternatives[name] = schemas
    return Schema(.union(schemas, isExclusive: false, nil), at: "\(schemas[0].pointer)#or")
  }

  private func isSame(_ left: Schema, _ right: Schema) -> Bool {
    switch (left.kind, right.kind) {
    case (.boolean, .boolean), (.integer, .integer), (.number, .number): true
    case (.string, .string): left.format == right.format && left.values?.count == right.values?.count
    case (.reference(let left), .reference(let right)): left == right
    case (.array(let left), .array(let right)): isSame(left, right)
    default: false
    }
  }

  /// All members.
  var object: Schema.Object {
    Schema.Object(
      properties: properties.map {
        Schema.Property(name: $0.name, schema: $0.schema, isRequired: required.contains($0.name))
      },
      additional: additional, furtherRequired: required.subtracting(properties.map(\.name)).sorted(), discriminator: nil)
  }
}
