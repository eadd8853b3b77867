import RefineryJSON

/// The types of JSON Schema but null, and Swagger 2's `file`.
enum SchemaType: String, Hashable {
  case boolean, integer, number, string, array, object, file

  /// The type that a schema without `type` has because of a value it permits.
  init?(of value: JSONValue) {
    switch value {
    case .null: return nil
    case .bool: self = .boolean
    case .number(let number): self = number.text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2D } ? .integer : .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  /// Whether a value has this type.
  func fits(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.boolean, .bool), (.number, .number), (.string, .string), (.array, .array), (.object, .object): true
    case (.integer, .number(let number)): number.isWhole
    default: false
    }
  }
}

extension JSONValue.Number {
  /// Whether the value is whole, in any notation: `1.0`, `1e3`.
  var isWhole: Bool {
    if text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2D }) || int != nil { return true }
    return double.map { $0.rounded() == $0 } ?? false
  }
}

/// Groups of the members of a schema.
enum SchemaMembers {
  static let compositions: Set<String> = ["allOf", "anyOf", "oneOf"]
  /// Members that say more of a value than its type.
  static let structure = compositions.union(ofBase)
  /// Those of ``structure`` that are not compositions.
  static let ofBase = ofObjects.union(["items", "prefixItems", "enum", "const"])
  static let ofObjects: Set<String> = [
    "properties", "additionalProperties", "required", "patternProperties",
  ]
}

extension DocumentNode {
  /// Whether an object has one of these members.
  func has(_ names: Set<String>) -> Bool {
    guard case .object(let object) = value else { return false }
    return names.count < object.count ? names.contains { object[$0] != nil } : object.contains { names.contains($0.key) }
  }
}
