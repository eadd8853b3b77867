import RefineryJSON

/// What a schema says beyond its type.
extension DescriptionBuilder {
  func readAnnotations(_ node: DocumentNode, into schema: inout Schema) {
    schema.title = text(node, "title")
    schema.description = text(node, "description")
    schema.isDeprecated = flag(node, "deprecated") ?? flag(node, "x-deprecated") ?? false
    schema.isReadOnly = flag(node, "readOnly") ?? false
    schema.isWriteOnly = flag(node, "writeOnly") ?? false
    schema.format = text(node, "format")
    schema.contentEncoding = text(node, "contentEncoding")
    schema.contentMediaType = text(node, "contentMediaType")
    schema.default = node["default"]?.value
    for name in ["example", "x-example"] {
      if let example = node["example"] ?? node[name] {
        schema.examples.append(exampleValue(example))
        break
      }
    }
    if let examples = node["examples"] {
      if case .array(let values) = examples.value {
        schema.examples += values
      } else {
        report(.fault, at: examples.place, "`examples` of a schema must be an array; it was skipped")
      }
    }
  }

  func readLimits(_ node: DocumentNode, into schema: inout Schema) {
    guard node.has(Self.limitNames) else { return }
    schema.limits.pattern = text(node, "pattern")
    schema.limits.minimum = number(node, "minimum")
    schema.limits.maximum = number(node, "maximum")
    readExclusive(node, "exclusiveMinimum", &schema.limits.minimum, &schema.limits.excludesMinimum) { $0 > $1 }
    readExclusive(node, "exclusiveMaximum", &schema.limits.maximum, &schema.limits.excludesMaximum) { $0 < $1 }
    schema.limits.multipleOf = number(node, "multipleOf")
    schema.limits.minimumLength = count(node, "minLength")
    schema.limits.maximumLength = count(node, "maxLength")
    schema.limits.minimumCount = count(node, "minItems") ?? count(node, "minProperties")
    schema.limits.maximumCount = count(node, "maxItems") ?? count(node, "maxProperties")
    schema.limits.uniqueItems = flag(node, "uniqueItems") ?? false
  }

  private static let limitNames: Set<String> = [
    "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems",
  ]

  private func number(_ node: DocumentNode, _ name: String) -> JSONValue.Number? {
    guard let member = node[name] else { return nil }
    if case .number(let number) = member.value { return number }
    if case .string(let text) = member.value, let number = JSONValue.Number(text) {
      report(.fault, at: member.place, "it must be a number, not text; its text was read")
      return number
    }
    report(.fault, at: member.place, "it must be a number, not \(member.value.kindName); it was skipped")
    return nil
  }

  /// A count. One that is too large for an integer is no limit.
  private func count(_ node: DocumentNode, _ name: String) -> Int? {
    guard let number = number(node, name) else { return nil }
    if let int = number.int, int >= 0 { return int }
    guard number.isWhole, !number.text.hasPrefix("-") else {
      report(.fault, at: node.place.appending(name), "it must be a count; it was skipped")
      return nil
    }
    return nil
  }

  /// An exclusive bound: a flag beside the bound until OpenAPI 3.0, a bound of its own from 3.1 on.
  private func readExclusive(
    _ node: DocumentNode, _ name: String, _ bound: inout JSONValue.Number?, _ excludes: inout Bool,
    isTighter: (Double, Double) -> Bool
  ) {
    guard let member = node[name] else { return }
    let isFlag = if case .bool = member.value { true } else { false }
    if isFlag != (format <= .openAPI30) {
      report(.fault, at: member.place, "\(member.value.kindName) is the form of another version; it was read")
    }
    if isFlag {
      excludes = member.value.bool == true && bound != nil
    } else if let own = number(node, name), let value = own.double {
      guard bound.flatMap(\.double).map({ isTighter(value, $0) || value == $0 }) ?? true else { return }
      bound = own
      excludes = true
    }
  }

  /// Reports what makes a schema narrower than the form that it has here.
  func reportLooser(_ node: DocumentNode) {
    guard case .object(let object) = node.value else { return }
    for (name, _) in object {
      if let reason = Self.looser[name] { report(.left, at: node.place.appending(name), reason) }
      if format < .openAPI31, let first = Self.firstFormat[name], format < first {
        report(.fault, at: node.place.appending(name), "`\(name)` is of a later version; it was read")
      }
    }
  }

  /// The first format that has a member.
  private static let firstFormat: [String: DescriptionFormat] = [
    "oneOf": .openAPI30, "anyOf": .openAPI30, "nullable": .openAPI30, "writeOnly": .openAPI30, "deprecated": .openAPI30,
    "const": .openAPI31, "examples": .openAPI31, "prefixItems": .openAPI31, "patternProperties": .openAPI31,
    "contentEncoding": .openAPI31, "contentMediaType": .openAPI31, "$defs": .openAPI31,
  ]

  private static let looser: [String: String] = [
    "not": "`not` is not carried; the schema was read without it",
    "if": "conditions are not carried; the schema was read without them",
    "dependentSchemas": "schemas that depend on a property are not carried",
    "dependentRequired": "names that depend on a property are not carried",
    "dependencies": "schemas that depend on a property are not carried",
    "propertyNames": "a schema of names is not carried; any name is permitted",
    "unevaluatedProperties": "`unevaluatedProperties` is not carried; further properties are permitted",
    "unevaluatedItems": "`unevaluatedItems` is not carried; further items are permitted",
    "contains": "`contains` is not carried; the list may lack such an item",
    "xml": "names of XML are not carried",
    "externalDocs": "a link to documentation of a schema is not carried",
    "$id": "`$id` is not carried; a relative $ref is relative to its file",
  ]
}
