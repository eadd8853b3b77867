package import RefineryJSON
package import RefineryOpenAPI

/// Compares a value with a schema.
package struct ValueCheck {
  /// What is not as the schema says.
  package enum Fault: Sendable {
    /// The value is null.
    case null
    /// The value is of another type.
    case type
    /// A required member is missing.
    case missing(String)
    /// There is a member that the schema does not have.
    case unknown(String)
    /// The value is not among those that are listed.
    case unlisted
  }

  /// A fault, and its place.
  package struct Finding: Sendable {
    package let fault: Fault
    /// The value that has the fault; for a missing member, the object.
    package let value: JSONValue
    /// What the schema says of this value.
    package let schema: FlatSchema
    /// The names of the members and the indexes of the elements that lead to the value.
    package let tokens: [String]
    let place: Place
  }

  package private(set) var view: SchemaView
  private var findings: [Finding] = []
  /// Values that are deeper are not checked.
  private static let deepest = 200

  package init(_ description: Description) { view = SchemaView(description) }

  /// The faults of a value, in the order of the value.
  package mutating func findings(in value: JSONValue, _ schema: Schema) -> [Finding] {
    findings(in: value, schema, Place(root: "the value"))
  }

  mutating func findings(in value: JSONValue, _ schema: Schema, _ place: Place) -> [Finding] {
    defer { findings = [] }
    check(value, schema, place, [])
    return findings
  }

  private mutating func check(_ value: JSONValue, _ schema: Schema, _ place: Place, _ tokens: [String]) {
    guard tokens.count < Self.deepest else { return }
    let flat = view.flat(schema)
    let place = view.name(of: schema).map { Place(root: "`\($0)`") } ?? place
    func find(_ fault: Fault) {
      findings.append(Finding(fault: fault, value: value, schema: flat, tokens: tokens, place: place))
    }
    if value.isNull {
      if case .any = flat.form { return }
      if !flat.acceptsNull { find(.null) }
      return
    }
    switch (flat.form, value) {
    case (.any, _), (.union, _), (.never, _): break
    case (.object(let object), .object(let members)): check(members, object, flat, place, tokens)
    case (.array(let items), .array(let elements)):
      for (index, element) in elements.enumerated() { check(element, items, place.element, tokens + ["\(index)"]) }
    case (.boolean, .bool), (.string, .string), (.number, .number), (.integer, .number):
      if case .integer = flat.form, let number = value.number, !number.isWhole { return find(.type) }
      if let values = flat.values, !values.contains(value) { find(.unlisted) }
    default: find(.type)
    }
  }

  private mutating func check(
    _ members: JSONValue.Object, _ object: FlatObject, _ flat: FlatSchema, _ place: Place, _ tokens: [String]
  ) {
    func find(_ fault: Fault) {
      findings.append(Finding(fault: fault, value: .object(members), schema: flat, tokens: tokens, place: place))
    }
    if case .typed(let values) = object.additional, object.properties.isEmpty {
      for (name, value) in members { check(value, values, Place(root: place.root, path: "\(place.path){}"), tokens + [name]) }
      return
    }
    for property in object.properties {
      if let value = members[property.name] {
        check(value, property.schema, place.member(property.name), tokens + [property.name])
      } else if property.isRequired {
        find(.missing(property.name))
      }
    }
    for (name, _) in members where object[name] == nil { find(.unknown(name)) }
  }
}

extension JSONValue.Number {
  fileprivate var isWhole: Bool { !text.contains { ".eE".contains($0) } || double.map { $0 == $0.rounded() } ?? false }
}

extension JSONValue {
  /// The name of its type in a schema.
  package var schemaType: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number(let number): number.isWhole ? "integer" : "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
