package import RefineryJSON

/// The canonical place of a schema that a `$ref` reaches: its file, relative to the first one, and the JSON pointer in it.
package struct SchemaKey: Sendable, Hashable, CustomStringConvertible {
  package var file: String
  package var pointer: String
  package var description: String { "\(file)#\(pointer)" }
}

/// A schema that a `$ref` reaches.
package struct NamedSchema: Sendable {
  package var key: SchemaKey
  /// As the description names it: the last part of the pointer, or the file without its extension.
  package var name: String
  package var schema: Schema
}

/// What a value may be.
///
/// Forms that say the same are one here. A schema is ``isNullable`` by `nullable: true`, by `type: [T, "null"]` or by a union
/// with null. Several types are a union, and `const` is an enumeration of one. A union or an `allOf` of one branch is that
/// branch. The additional properties are read where the properties are.
package struct Schema: Sendable {
  package indirect enum Kind: Sendable {
    /// No limit on the type.
    case any
    /// No value at all: the schema `false`.
    case never
    /// Only null.
    case null
    case boolean
    case integer
    case number
    case string
    case array(Schema)
    case object(Object)
    /// The whole schema is a `$ref`. Members beside it (3.1) are those of this schema.
    case reference(SchemaKey)
    /// All of them hold.
    case all([Schema])
    /// One of them holds (`oneOf`), or at least one (`anyOf`), null left out. `isExclusive` for `oneOf`.
    case union([Schema], isExclusive: Bool, Discriminator?)
  }

  package struct Object: Sendable {
    /// In the order of the description.
    package var properties: [Property]
    package var additional: Additional
    /// Names that are required but not among the properties, such as those beside an `allOf`.
    package var furtherRequired: [String]
    /// A discriminator beside the properties, for the schemas that extend this one by `allOf`.
    package var discriminator: Discriminator?

    package init(
      properties: [Property] = [], additional: Additional = .unspecified, furtherRequired: [String] = [],
      discriminator: Discriminator? = nil
    ) {
      self.properties = properties
      self.additional = additional
      self.furtherRequired = furtherRequired
      self.discriminator = discriminator
    }
  }

  package struct Property: Sendable {
    package var name: String
    package var schema: Schema
    package var isRequired: Bool

    package init(name: String, schema: Schema, isRequired: Bool) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }

  package enum Additional: Sendable {
    /// Nothing is said: others may be there.
    case unspecified
    case forbidden
    /// Any others: `true` or `{}`.
    case any
    case typed(Schema)
  }

  package struct Discriminator: Sendable {
    package var property: String
    /// From a value to the schema, in the order of the description, references resolved.
    package var mapping: [(value: String, schema: SchemaKey)]
  }

  package var kind: Kind
  /// Where it stands, for findings.
  package var pointer: String
  package var isNullable = false
  package var title: String?
  package var description: String?
  package var isDeprecated = false
  package var isReadOnly = false
  package var isWriteOnly = false
  package var format: String?
  /// `contentEncoding` of 3.1: `base64`.
  package var contentEncoding: String?
  package var contentMediaType: String?
  /// The permitted values, null left out; nil for no limit.
  package var values: [JSONValue]?
  package var `default`: JSONValue?
  package var examples: [JSONValue] = []
  package var limits = Limits()

  /// What a value must fulfil beyond its type: for documentation and for made-up values.
  package struct Limits: Sendable, Equatable {
    package var pattern: String?
    package var minimum: JSONValue.Number?
    package var maximum: JSONValue.Number?
    /// Whether a value must be greater than the minimum, or less than the maximum.
    package var excludesMinimum = false
    package var excludesMaximum = false
    package var multipleOf: JSONValue.Number?
    package var minimumLength: Int?
    package var maximumLength: Int?
    package var minimumCount: Int?
    package var maximumCount: Int?
    package var uniqueItems = false
  }

  package init(_ kind: Kind, at pointer: String) {
    self.kind = kind
    self.pointer = pointer
  }
}
