import RefineryJSON

/// A value of a description with its place.
struct DocumentNode {
  var value: JSONValue
  var place: DocumentPlace

  /// The member of an object; nil if it does not exist, or this is not an object.
  subscript(name: String) -> DocumentNode? {
    guard case .object(let object) = value, let member = object[name] else { return nil }
    return DocumentNode(value: member, place: place.appending(name))
  }

  /// The members of an object; empty for another value.
  var members: [(name: String, node: DocumentNode)] {
    guard case .object(let object) = value else { return [] }
    return object.map { (name: $0.key, node: DocumentNode(value: $0.value, place: place.appending($0.key))) }
  }

  /// The elements of an array; empty for another value.
  var elements: [DocumentNode] {
    guard case .array(let array) = value else { return [] }
    return array.enumerated().map { DocumentNode(value: $1, place: place.appending(String($0))) }
  }

  var isObject: Bool { if case .object = value { true } else { false } }

  /// The target of a `$ref`, as it is written; nil if this is not a reference.
  var reference: String? { value["$ref"]?.string }

  /// Whether an object has a member of one of these names.
  func has(_ names: String...) -> Bool {
    guard case .object(let object) = value else { return false }
    return names.contains { object[$0] != nil }
  }
}
