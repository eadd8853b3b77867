import RefineryCore

/// A property that is a relationship to resources of one model, for tools that read the relationships of a model.
package protocol RelationshipTarget {
  /// The model at the other end.
  static var targetType: Any.Type { get }
  /// Whether there may be several.
  static var isToMany: Bool { get }
}

extension ToOne: RelationshipTarget {
  package static var targetType: Any.Type { Target.self }
  package static var isToMany: Bool { false }
}

extension ToMany: RelationshipTarget {
  package static var targetType: Any.Type { Target.self }
  package static var isToMany: Bool { true }
}

extension JSONAPICoder {
  /// The name of an attribute or a relationship in a document, for the name of a property.
  package func memberName(of property: String) -> String { settings.keys.name(of: property) }
}
