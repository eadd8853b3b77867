import RefineryJSON

/// The types and permitted values of a schema.
extension DescriptionBuilder {
  /// The types that a schema names, null left out. Sets whether the schema permits null.
  func types(_ node: DocumentNode, _ schema: inout Schema) -> [SchemaType] {
    for name in ["nullable", "x-nullable"] where flag(node, name) == true { schema.isNullable = true }
    if format >= .openAPI31, node.has("nullable") {
      report(.fault, at: node.place.appending("nullable"), "`nullable` is of OpenAPI 3.0; it was read")
    }
    guard let member = node["type"] else { return [] }
    var names: [DocumentNode] = [member]
    if case .array = member.value {
      names = member.elements
      if format < .openAPI31 { report(.fault, at: member.place, "several types need OpenAPI 3.1; they were read") }
      if names.isEmpty { report(.fault, at: member.place, "it names no type; it was skipped") }
    }
    var types: [SchemaType] = []
    for name in names {
      guard let type = type(name, &schema), !types.contains(type) else { continue }
      types.append(type)
    }
    // Every integer is a number.
    if types.contains(.number) { types.removeAll { $0 == .integer } }
    return types
  }

  private func type(_ node: DocumentNode, _ schema: inout Schema) -> SchemaType? {
    if node.value.isNull {
      report(.fault, at: node.place, "it must be the text \"null\"; it was read as that")
      schema.isNullable = true
      return nil
    }
    guard case .string(let name) = node.value else {
      report(.fault, at: node.place, "a type must be text, not \(node.value.kindName); it was skipped")
      return nil
    }
    if name == "null" {
      if format < .openAPI31 { report(.fault, at: node.place, "the type null needs OpenAPI 3.1; it was read") }
      schema.isNullable = true
      return nil
    }
    if let type = SchemaType(rawValue: name) {
      if type == .file, format != .swagger2 {
        report(.fault, at: node.place, "the type `file` is of Swagger 2 only; it was read as binary text")
      }
      return type
    }
    if let type = SchemaType(rawValue: name.lowercased()) {
      report(.fault, at: node.place, "types are written in small letters; it was read as `\(type.rawValue)`")
      return type
    }
    report(.fault, at: node.place, "there is no type `\(name)`; the schema was read as if it had none")
    return nil
  }

  /// Reports members that say nothing because of the type.
  func checkIneffective(_ node: DocumentNode, _ types: [SchemaType]) {
    guard !types.isEmpty else { return }
    if !types.contains(.object), let name = ["properties", "additionalProperties"].first(where: { node.has($0) }) {
      report(.fault, at: node.place.appending(name), "only objects have properties; they were skipped")
    }
    if !types.contains(.array), node.has("items") {
      report(.fault, at: node.place.appending("items"), "only arrays have items; they were skipped")
    }
  }

  /// The types of a schema that names none.
  func impliedTypes(
    _ node: DocumentNode, _ values: [JSONValue]?, hasBranches: Bool, _ inherited: Set<SchemaType>
  ) -> [SchemaType] {
    if let values, node.has("enum", "const") {
      var types: [SchemaType] = []
      for value in values {
        if let type = SchemaType(of: value), !types.contains(type) { types.append(type) }
      }
      if types.contains(.number) { types.removeAll { $0 == .integer } }
      return types
    }
    if node.has(SchemaMembers.ofObjects) || hasOwnDiscriminator(node) { return [.object] }
    if case .array? = node["items"]?.value, !node.has("prefixItems") { return [] }
    if node.has("items", "prefixItems") { return [.array] }
    return hasBranches || inherited.count != 1 ? [] : Array(inherited)
  }

  /// The permitted values, null left out; nil if all values are permitted.
  func values(_ node: DocumentNode, _ schema: inout Schema) -> [JSONValue]? {
    var values: [JSONValue]?
    if let constant = node["const"] {
      values = [constant.value]
    } else if let listed = array(node, "enum") {
      values = listed.map(\.value)
      if listed.isEmpty {
        report(.fault, at: node.place.appending("enum"), "it permits no value; it was skipped")
        return nil
      }
    }
    guard let all = values else { return nil }
    var seen: Set<JSONValue> = []
    let different = all.filter { seen.insert($0).inserted }
    if different.count < all.count {
      report(.fault, at: node.place.appending("enum"), "it repeats a value; the first counts")
    }
    let rest = different.filter { !$0.isNull }
    if rest.count < different.count { schema.isNullable = true }
    return rest
  }

  /// The values that fit a type. A number in place of its text, or the other way round, is read as the type says.
  func checked(_ values: [JSONValue]?, _ type: SchemaType, _ node: DocumentNode) -> [JSONValue]? {
    guard let values, !values.allSatisfy(type.fits) else { return values }
    let place = node.place.appending(node.has("const") ? "const" : "enum")
    let fitting = values.compactMap { value -> JSONValue? in
      if type.fits(value) { return value }
      switch (type, value) {
      case (.string, .number(let number)): return .string(number.text)
      case (.string, .bool(let flag)): return .string(String(flag))
      case (.integer, .string(let text)), (.number, .string(let text)):
        return JSONValue.Number(text).map(JSONValue.number).flatMap { type.fits($0) ? $0 : nil }
      case (.boolean, .string("true")): return true
      case (.boolean, .string("false")): return false
      default: return nil
      }
    }
    let lost = values.count - fitting.count
    report(
      .fault, at: place,
      "it has values that are not of the type \(type.rawValue); "
        + (lost == 0 ? "they were read as that" : lost == values.count ? "it was skipped" : "\(lost) of them were skipped"))
    return fitting.isEmpty ? nil : fitting
  }
}
