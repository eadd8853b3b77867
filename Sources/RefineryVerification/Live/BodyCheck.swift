import RefineryJSON
import RefineryOpenAPI
import RefineryTesting

/// Compares the body of a response with the schema that a row reads.
struct BodyCheck {
  var view: SchemaView
  let knowledge: TableKnowledge
  private(set) var ledger: DriftLedger
  /// Values that are deeper are not checked.
  private static let deepest = 200

  init(_ description: Description, _ knowledge: TableKnowledge, _ ledger: DriftLedger) {
    view = SchemaView(description)
    self.knowledge = knowledge
    self.ledger = ledger
  }

  /// Makes an operation the place of what is found next.
  mutating func enter(_ node: Int) { ledger.current = node }

  mutating func addNode(_ label: OperationLabel) -> Int { ledger.addNode(label) }

  mutating func record(
    _ kind: Drift.Kind, _ effect: Drift.Effect, _ sentence: String, _ pointer: String?, _ detail: String = ""
  ) {
    ledger.record(kind, effect, sentence, old: pointer, new: nil, .response, detail: detail)
  }

  /// Checks a value. Returns whether it is what the schema says, apart from what is harmless.
  @discardableResult
  mutating func check(_ value: JSONValue, _ schema: Schema, _ place: Place, depth: Int = 0) -> Bool {
    guard depth < Self.deepest else { return true }
    let flat = view.flat(schema)
    let place = view.name(of: schema).map { Place(root: "`\($0)`") } ?? place
    if value.isNull {
      if case .any = flat.form { return true }
      if flat.acceptsNull { return true }
      record(.nullability, .breaking, "\(place) is null", flat.pointer)
      return false
    }
    switch (flat.form, value) {
    case (.any, _), (.union, _), (.never, _): return true
    case (.object(let object), .object(let members)): return check(members, object, flat, place, depth)
    case (.array(let items), .array(let elements)):
      var isFine = true
      for element in elements { isFine = check(element, items, place.element, depth: depth + 1) && isFine }
      return isFine
    case (.boolean, .bool), (.string, .string), (.number, .number): return checkEnumeration(value, flat, place)
    case (.integer, .number(let number)) where number.isWhole: return checkEnumeration(value, flat, place)
    default:
      record(.type, .breaking, "\(place) is of type \(value.typeName), not \(flat.typeName)", flat.pointer, value.typeName)
      return false
    }
  }

  private mutating func check(
    _ members: JSONValue.Object, _ object: FlatObject, _ flat: FlatSchema, _ place: Place, _ depth: Int
  ) -> Bool {
    var isFine = true
    if case .typed(let values) = object.additional, object.properties.isEmpty {
      for (_, value) in members {
        isFine = check(value, values, Place(root: place.root, path: "\(place.path){}"), depth: depth + 1) && isFine
      }
      return isFine
    }
    for property in object.properties {
      if let value = members[property.name] {
        isFine = check(value, property.schema, place.member(property.name), depth: depth + 1) && isFine
      } else if property.isRequired {
        record(.memberMissing, .breaking, "the member `\(property.name)` of \(place) is not there", flat.pointer, property.name)
        isFine = false
      }
    }
    guard !knowledge.partial.contains(flat.pointer) else { return isFine }
    for (name, _) in members where object[name] == nil {
      // What is new has no pointer in the table, so the place tells it from others.
      ledger.record(
        .memberNew, .harmless, "\(place) has a new member `\(name)`", old: nil, new: flat.pointer, .response, detail: name)
    }
    return isFine
  }

  private mutating func checkEnumeration(_ value: JSONValue, _ flat: FlatSchema, _ place: Place) -> Bool {
    guard let values = flat.values, !values.contains(value) else { return true }
    // A hidden value may be any of them.
    if let text = value.string, Cassette.isMark(text) { return true }
    let isFrozen = knowledge.frozen.contains(flat.pointer)
    record(
      .enumValueNew, isFrozen ? .breaking : .harmless, "\(place) has the new value \(value.text())", flat.pointer, value.text())
    return !isFrozen
  }
}

extension JSONValue.Number {
  fileprivate var isWhole: Bool { !text.contains { ".eE".contains($0) } || double.map { $0 == $0.rounded() } ?? false }
}

extension JSONValue {
  fileprivate var typeName: String {
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
