import RefineryJSON

/// Members of the right type. A member of another type is a fault and is not read.
extension DescriptionBuilder {
  /// The text of a scalar; a number or boolean is a fault, and its text is taken.
  func lenientText(_ node: DocumentNode) -> String? {
    switch node.value {
    case .string(let text): return text
    case .number(let number):
      report(.fault, at: node.place, "it must be text, not a number; its digits were taken")
      return number.text
    case .bool(let value):
      report(.fault, at: node.place, "it must be text, not a boolean; it was taken as text")
      return String(value)
    case .object where node.reference != nil:
      report(.fault, at: node.place, "it must be text, not a $ref; the text at the $ref was taken")
      guard let target = resolved(node), target.reference == nil else { return nil }
      return lenientText(target)
    default:
      report(.fault, at: node.place, "it must be text, not \(node.value.kindName); it was skipped")
      return nil
    }
  }

  func text(_ node: DocumentNode, _ name: String) -> String? { node[name].flatMap(lenientText) }

  func flag(_ node: DocumentNode, _ name: String) -> Bool? {
    guard let member = node[name] else { return nil }
    switch member.value {
    case .bool(let value): return value
    case .string("true"), .string("false"):
      report(.fault, at: member.place, "it must be a boolean, not text; its text was read")
      return member.value.string == "true"
    default:
      report(.fault, at: member.place, "it must be a boolean, not \(member.value.kindName); it was skipped")
      return nil
    }
  }

  func object(_ node: DocumentNode, _ name: String) -> DocumentNode? {
    guard let member = node[name].flatMap(container) else { return nil }
    if member.isObject { return member }
    report(.fault, at: member.place, "it must be an object, not \(member.value.kindName); it was skipped")
    return nil
  }

  func array(_ node: DocumentNode, _ name: String) -> [DocumentNode]? {
    guard let member = node[name].flatMap(container) else { return nil }
    if case .array = member.value { return member.elements }
    report(.fault, at: member.place, "it must be an array, not \(member.value.kindName); it was skipped")
    return nil
  }

  /// A `$ref` in place of a list or map breaks the standard. Descriptions of many files have it, so it is followed.
  private func container(_ node: DocumentNode) -> DocumentNode? {
    guard node.reference != nil else { return node }
    report(.fault, at: node.place, "it must not be a $ref; the $ref was followed")
    return resolved(node)
  }

  /// An array of text; elements of another type are skipped.
  func texts(_ node: DocumentNode, _ name: String) -> [String]? { array(node, name)?.compactMap(lenientText) }

  /// The members that begin with `x-`.
  func extensions(_ node: DocumentNode) -> JSONValue.Object {
    guard case .object(let object) = node.value else { return [:] }
    return JSONValue.Object(object.filter { $0.key.hasPrefix("x-") })
  }

  /// Reports members that the standard does not have at this place.
  func checkMembers(_ node: DocumentNode, _ known: Set<String>, of what: String) {
    guard case .object(let object) = node.value else { return }
    for (name, _) in object where !known.contains(name) && !name.hasPrefix("x-") {
      report(.fault, at: node.place.appending(name), "\(what) has no member of this name; it was skipped")
    }
  }

  /// The value of an example. Descriptions of many files have some that are a `$ref` to the value.
  func exampleValue(_ node: DocumentNode) -> JSONValue {
    guard case .object(let object) = node.value, object.count == 1, node.reference != nil else { return node.value }
    return resolved(node)?.value ?? node.value
  }

  /// The examples in `example` and `examples`.
  func examples(_ node: DocumentNode) -> [JSONValue] {
    var values: [JSONValue] = []
    if let example = node["example"] { values.append(exampleValue(example)) }
    guard let examples = object(node, "examples") else { return values }
    for (_, member) in examples.members {
      guard let example = resolved(member), example.isObject else {
        if member.reference == nil { report(.fault, at: member.place, "an example must be an object; it was skipped") }
        continue
      }
      if let value = example["value"] ?? example["dataValue"] { values.append(exampleValue(value)) }
      if example.has("externalValue") { report(.left, at: example.place, "an example in another place is not fetched") }
    }
    return values
  }
}
