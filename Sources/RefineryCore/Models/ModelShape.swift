package import RefineryJSON

/// The JSON of a type, as far as its models say: unions choose by it, and models are compared with a description by it.
///
/// Types within are `Any.Type`, so a type that contains itself ends nowhere. `ModelShape.of(_:)` gives the shape of each.
package enum ModelShape: Sendable {
  /// The members of an ``ObjectModel``.
  case object(Object)
  case list(any Any.Type)
  /// An object whose names are data.
  case dictionary(any Any.Type)
  /// A value or `null`.
  case optional(any Any.Type)
  /// The raw values that an ``OpenEnum`` knows.
  case enumeration([JSONValue])
  /// The branches of a ``UnionModel``.
  case union(Union)
  case text, integer, number, boolean
  /// A point in time; the coder's strategy decides whether it is text or a number.
  case date
  /// Bytes as text.
  case data
  /// Any JSON.
  case any
  /// A type of which nothing is known, such as one with a synthesized `Codable`.
  case opaque

  /// The members that a model lists.
  package final class Object: Sendable {
    /// In the order of the list.
    package let members: [Member]
    /// The values of all other members, if the model keeps them.
    package let others: Value?
    /// The names of the members in the list.
    package let names: Set<String>

    init(_ members: [Member], others: Value?) {
      self.members = members
      self.others = others
      names = Set(members.map(\.name))
    }
  }

  /// A member of an object.
  package struct Member: Sendable {
    /// The name in JSON.
    package let name: String
    package let presence: Presence
    package let value: Value
  }

  /// When a member is there.
  package enum Presence: Sendable {
    case required, optional, nullable, field
  }

  /// A Swift type, and how it is read and written if its coder does not decide it.
  package struct Value: Sendable {
    /// The type; for an optional member or a field, the type within.
    package let type: any Any.Type
    package let coding: Coding?

    /// The type whose shape the JSON has.
    package var wire: any Any.Type { coding?.wire ?? type }
  }

  /// A ``MemberCoding``.
  package struct Coding: Sendable {
    /// The name of the function that makes it, such as `unixTime`.
    package let name: String
    /// The type whose shape the JSON has.
    package let wire: any Any.Type
    /// A second type that is read and never written.
    package var alsoReads: (any Any.Type)?
  }

  /// The branches of a union.
  package struct Union: Sendable {
    /// The name of the member whose value names the branch, if there is one.
    package let discriminator: String?
    /// The types of the branches, each with the values of the discriminator that name it.
    package let branches: [(tags: [String], type: any Any.Type)]
  }
}

extension ModelShape {
  /// The shape of a type.
  package static func of(_ type: any Any.Type) -> ModelShape {
    switch type {
    case let known as any ShapedType.Type: known.modelShape
    case let model as any ObjectModel.Type: .object(object(of: model))
    case let values as any OpenEnum.Type: .enumeration(values.knownJSON)
    case let union as any UnionModel.Type: .union(union.unionShape)
    default: .opaque
    }
  }

  /// The members of a model. They are listed once for each type.
  package static func object(of model: any ObjectModel.Type) -> Object {
    shapes.value(for: model) { model.listed() }
  }

  private static let shapes = TypeTable<Object>()
}

extension ObjectModel {
  fileprivate static func listed() -> ModelShape.Object {
    var model = Self(Unread())
    let description = OtherMembers(.describing)
    model.list(Members(describing: Self.self, into: description))
    return ModelShape.Object(description.described, others: description.describedOthers)
  }
}

extension OpenEnum {
  /// The known raw values in JSON.
  fileprivate static var knownJSON: [JSONValue] { knownValues.compactMap { JSONValue(scalar: $0.rawValue) } }
}

extension JSONValue {
  fileprivate init?(scalar value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let integer as Int: self = .number(integer)
    case let number as Double:
      guard let number = Number(number) else { return nil }
      self = .number(number)
    default: return nil
    }
  }
}
