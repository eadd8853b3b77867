import RefineryJSON

extension CompactWriter {
  func schema(_ schema: Schema) -> JSONValue {
    var json: JSONValue.Object = [:]
    // Null is a type of its own where the schema has one type, and a branch elsewhere.
    var isBranch = false
    func type(_ name: String) { json["type"] = schema.isNullable ? [.string(name), "null"] : .string(name) }
    switch schema.kind {
    case .any: break
    case .never: return false
    case .null: json["type"] = "null"
    case .boolean: type("boolean")
    case .integer: type("integer")
    case .number: type("number")
    case .string: type("string")
    case .array(let items):
      type("array")
      json["items"] = self.schema(items)
    case .object(let object):
      type("object")
      write(object, to: &json)
    case .reference(let key):
      json["$ref"] = .string(reference(key))
      isBranch = schema.isNullable
    case .all(let branches):
      json["allOf"] = .array(branches.map { self.schema($0) })
      isBranch = schema.isNullable
    case .union(let branches, let isExclusive, let discriminator):
      let null: [JSONValue] = schema.isNullable ? [["type": "null"]] : []
      json[isExclusive ? "oneOf" : "anyOf"] = .array(branches.map { self.schema($0) } + null)
      json["discriminator"] = discriminator.map { self.discriminator($0) }
    }
    json["format"] = schema.format.map { .string($0) }
    json["contentEncoding"] = schema.contentEncoding.map { .string($0) }
    if let values = schema.values { json["enum"] = .array(values + (schema.isNullable && !isBranch ? [.null] : [])) }
    write(schema.limits, to: &json)
    var outer: JSONValue.Object = [:]
    if isBranch {
      outer["anyOf"] = [.object(json), ["type": "null"]]
    } else {
      outer = json
    }
    outer["default"] = schema.default
    if schema.isDeprecated { outer["deprecated"] = true }
    if schema.isReadOnly { outer["readOnly"] = true }
    if schema.isWriteOnly { outer["writeOnly"] = true }
    return .object(outer)
  }

  /// The place of a shared schema in the document.
  private func reference(_ key: SchemaKey) -> String {
    guard let name = names[key] else { return "#/components/schemas" }
    return "#/components/schemas/\(name.replacing("~", with: "~0").replacing("/", with: "~1").replacing("%", with: "%25"))"
  }

  private func write(_ object: Schema.Object, to json: inout JSONValue.Object) {
    if !object.properties.isEmpty {
      json["properties"] = .object(object.properties.map { ($0.name, schema($0.schema)) })
    }
    let required = object.properties.filter(\.isRequired).map(\.name) + object.furtherRequired
    if !required.isEmpty { json["required"] = .array(required.map { .string($0) }) }
    switch object.additional {
    case .unspecified: break
    case .forbidden: json["additionalProperties"] = false
    case .any: json["additionalProperties"] = true
    case .typed(let values): json["additionalProperties"] = schema(values)
    }
    json["discriminator"] = object.discriminator.map { discriminator($0) }
  }

  private func discriminator(_ discriminator: Schema.Discriminator) -> JSONValue {
    var json: JSONValue.Object = [:]
    json["propertyName"] = .string(discriminator.property)
    if !discriminator.mapping.isEmpty {
      json["mapping"] = .object(discriminator.mapping.map { ($0.value, .string(reference($0.schema))) })
    }
    return .object(json)
  }

  private func write(_ limits: Schema.Limits, to json: inout JSONValue.Object) {
    json["pattern"] = limits.pattern.map { .string($0) }
    json["minimum"] = limits.minimum.map { .number($0) }
    json["maximum"] = limits.maximum.map { .number($0) }
    json["minLength"] = limits.minimumLength.map { .number($0) }
    json["maxLength"] = limits.maximumLength.map { .number($0) }
    json["minItems"] = limits.minimumCount.map { .number($0) }
    json["maxItems"] = limits.maximumCount.map { .number($0) }
    if limits.uniqueItems { json["uniqueItems"] = true }
  }
}
