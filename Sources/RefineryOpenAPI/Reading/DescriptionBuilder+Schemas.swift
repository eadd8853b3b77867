import RefineryJSON

/// Schemas, in the one form that ``Schema`` describes.
extension DescriptionBuilder {
  /// Schemas that stand in each other without a `$ref` between them. All that reads schemas is recursive.
  private static let maximumDepth = 100

  /// Reads a schema. `inherited` are the types of a schema around a branch, for branches that name no type.
  func schema(_ node: DocumentNode, inheriting inherited: Set<SchemaType> = []) -> Schema {
    guard schemaDepth < Self.maximumDepth else {
      report(.fault, at: node.place, "more than \(Self.maximumDepth) nested schemas; this one was read as any value")
      return Schema(.any, at: node.place.description)
    }
    schemaCount += 1
    schemaDepth += 1
    defer { schemaDepth -= 1 }
    switch node.value {
    case .bool(let permits):
      if format < .openAPI31 { report(.fault, at: node.place, "a boolean as schema needs OpenAPI 3.1; it was read") }
      return Schema(permits ? .any : .never, at: node.place.description)
    case .object:
      if let reference = reference(node) { return referenceSchema(node, reference) }
      if let schema = recursiveReference(node) { return schema }
      if node.value["$recursiveAnchor"]?.bool == true {
        recursiveAnchors.append(node)
        defer { recursiveAnchors.removeLast() }
        return objectSchema(node, inheriting: inherited)
      }
      return objectSchema(node, inheriting: inherited)
    default:
      report(.fault, at: node.place, "a schema must be an object, not \(node.value.kindName); it was read as any value")
      return Schema(.any, at: node.place.description)
    }
  }

  /// A schema that is a `$ref`, with the members beside it.
  private func referenceSchema(_ node: DocumentNode, _ reference: String) -> Schema {
    var schema = Schema(.any, at: node.place.description)
    if let target = schemaTarget(of: reference, at: node.place) {
      schema.kind = .reference(target)
      let hasMore = node.has(SchemaMembers.structure)
      if hasMore, format < .openAPI31 {
        report(.fault, at: node.place, "members beside a $ref need OpenAPI 3.1; they were skipped")
      }
      if hasMore, format >= .openAPI31, case .object(var object) = node.value {
        object["$ref"] = nil
        object["$dynamicRef"] = nil
        let rest = objectSchema(DocumentNode(value: .object(object), place: node.place), inheriting: [])
        schema.kind = .all([schema, rest])
      }
    }
    readAnnotations(node, into: &schema)
    if node.value["nullable"]?.bool == true || node.value["x-nullable"]?.bool == true { schema.isNullable = true }
    return schema
  }

  /// The reference that a schema is. A dynamic one is read as a static one.
  private func reference(_ node: DocumentNode) -> String? {
    if let member = node["$ref"] {
      if case .string(let reference) = member.value { return reference }
      report(.fault, at: member.place, "a $ref must be text, not \(member.value.kindName); it was skipped")
    }
    guard let dynamic = node.value["$dynamicRef"]?.string else { return nil }
    report(.left, at: node.place.appending("$dynamicRef"), "`$dynamicRef` is not carried; it was read as a $ref")
    return dynamic
  }

  /// A schema that is a `$recursiveRef`: the schema around it with `$recursiveAnchor`.
  private func recursiveReference(_ node: DocumentNode) -> Schema? {
    guard let member = node["$recursiveRef"] else { return nil }
    guard let target = recursiveAnchors.last else {
      report(.left, at: member.place, "`$recursiveRef` is not carried; it was read as any value")
      return nil
    }
    report(.note, at: member.place, "`$recursiveRef` was read as a $ref to \(target.place)")
    var schema = Schema(.reference(reached(target)), at: node.place.description)
    readAnnotations(node, into: &schema)
    return schema
  }

  /// The place that a `$ref` names; nil, with a finding, if there is nothing.
  func schemaTarget(of reference: String, at place: DocumentPlace) -> SchemaKey? {
    target(of: reference, at: place).map(reached)
  }

  /// Has a schema read that something refers to.
  private func reached(_ target: DocumentNode) -> SchemaKey {
    let key = target.place.key
    if knownSchemas.insert(key).inserted { pendingSchemas.append((key, target)) }
    return key
  }

  private func objectSchema(_ node: DocumentNode, inheriting inherited: Set<SchemaType>) -> Schema {
    var schema = Schema(.any, at: node.place.description)
    var types = self.types(node, &schema)
    let isNullOnly = types.isEmpty && node["type"].map(isNull) == true
    let values = self.values(node, &schema)
    reportLooser(node)
    let branches = compositions(node, inheriting: types.isEmpty ? inherited : Set(types))
    checkIneffective(node, types)
    if types.isEmpty, !isNullOnly { types = impliedTypes(node, values, hasBranches: !branches.isEmpty, inherited) }

    var parts: [Schema] = []
    if branches.isEmpty || node.has(SchemaMembers.ofBase) || hasOwnDiscriminator(node) {
      var own = Schema(.any, at: node.place.description)
      if isNullOnly {
        own.kind = .null
      } else {
        readBase(node, types, values, into: &own)
      }
      parts.append(own)
    }
    parts += branches
    readAnnotations(node, into: &schema)
    if values == [] || (values != nil && isNullOnly) { schema.isNullable = true }
    takeAnnotations(&parts, into: &schema)
    if parts.count == 1 {
      schema.adopt(parts[0])
    } else {
      schema.kind = .all(parts)
    }
    if case .null = schema.kind { schema.isNullable = true }
    return schema
  }

  /// Removes branches that only describe, such as those beside a `$ref` in `allOf`, and keeps what they say.
  private func takeAnnotations(_ parts: inout [Schema], into schema: inout Schema) {
    guard parts.count > 1, parts.contains(where: { !$0.isOnlyDescribed }) else { return }
    for part in parts where part.isOnlyDescribed { schema.describe(as: part) }
    parts.removeAll(where: \.isOnlyDescribed)
  }

  /// Whether a type permits null only.
  private func isNull(_ type: DocumentNode) -> Bool {
    switch type.value {
    case .null, .string("null"): true
    case .array(let names): !names.isEmpty && names.allSatisfy { $0.isNull || $0.string == "null" }
    default: false
    }
  }

  /// Whether a schema has a discriminator that is not that of its union.
  func hasOwnDiscriminator(_ node: DocumentNode) -> Bool { node.has("discriminator") && !node.has("oneOf", "anyOf") }

  /// The part of a schema that is not `allOf`, `oneOf` or `anyOf`.
  private func readBase(_ node: DocumentNode, _ types: [SchemaType], _ values: [JSONValue]?, into own: inout Schema) {
    if let values, values.isEmpty, node.has("enum", "const") {
      own.kind = .null
    } else if types.count > 1 {
      own.kind = .union(
        types.compactMap { type in
          let fitting = values?.filter(type.fits)
          guard fitting?.isEmpty != true else { return nil }
          // A pointer of its own, because each branch may become a type.
          var branch = Schema(.any, at: "\(node.place.description)#\(type.rawValue)")
          readType(node, type, fitting, into: &branch)
          return branch
        }, isExclusive: false, nil)
      if case .union(let branches, _, _) = own.kind, branches.count == 1 {
        own = branches[0]
        own.pointer = node.place.description
      }
    } else if let type = types.first {
      readType(node, type, checked(values, type, node), into: &own)
    } else if let items = node["items"], case .array = items.value {
      // As some descriptions say that a value is one of several.
      report(.fault, at: items.place, "`items` must be a schema, not an array; without `type`, it was read as `anyOf`")
      own.kind = .union(items.elements.filter { !isOnlyNull($0) }.map { schema($0) }, isExclusive: false, nil)
      if items.elements.contains(where: isOnlyNull) { own.isNullable = true }
    } else {
      own.values = values
      readLimits(node, into: &own)
    }
  }

  private func isOnlyNull(_ node: DocumentNode) -> Bool { node["type"].map(isNull) ?? false }

  private func readType(_ node: DocumentNode, _ type: SchemaType, _ values: [JSONValue]?, into own: inout Schema) {
    own.format = text(node, "format")
    own.values = values
    readLimits(node, into: &own)
    switch type {
    case .boolean: own.kind = .boolean
    case .integer: own.kind = .integer
    case .number: own.kind = .number
    case .string: own.kind = .string
    case .array: own.kind = .array(items(node))
    case .object: own.kind = .object(properties(node))
    case .file:
      own.kind = .string
      own.format = "binary"
    }
  }

  private func items(_ node: DocumentNode) -> Schema {
    if let prefix = node["prefixItems"], case .array = prefix.value {
      report(.left, at: prefix.place, "items with a schema for each position are read as a list of any of them")
      return union(of: prefix.elements + (node["items"].map { $0.isObject ? [$0] : [] } ?? []), at: prefix.place)
    }
    guard let items = node["items"] else {
      if format < .openAPI31 { report(.fault, at: node.place, "an array needs `items`; they were read as any values") }
      return Schema(.any, at: node.place.description)
    }
    guard case .array = items.value else { return schema(items) }
    report(.fault, at: items.place, "`items` must be a schema, not an array; it was read as any of them")
    return union(of: items.elements, at: items.place)
  }

  private func union(of nodes: [DocumentNode], at place: DocumentPlace) -> Schema {
    let branches = nodes.filter { !isOnlyNull($0) }.map { schema($0) }
    var union: Schema
    switch branches.count {
    case 0: union = Schema(.any, at: place.description)
    case 1: union = branches[0]
    default: union = Schema(.union(branches, isExclusive: false, nil), at: place.description)
    }
    if nodes.contains(where: isOnlyNull) { union.isNullable = true }
    return union
  }
}
