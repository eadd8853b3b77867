package import RefineryJSON
package import RefineryOpenAPI

/// A schema with its references followed and its `allOf` merged: what a value is at this place.
package struct FlatSchema: Sendable {
  package indirect enum Form: Sendable {
    case any, never, null, boolean, integer, number, string
    case array(Schema)
    case object(FlatObject)
    case union([Schema], Schema.Discriminator?)
  }

  package var form: Form
  package var pointer: String
  /// The shared schema that it was read from; nil for a schema at one place.
  package var key: SchemaKey?
  package var isNullable = false
  var isDeprecated = false
  package var format: String?
  package var values: [JSONValue]?
  package var defaultValue: JSONValue?
  package var limits = Schema.Limits.none

  init(_ form: Form, at pointer: String) {
    self.form = form
    self.pointer = pointer
  }

  /// The form without its parts; equal for two schemas of one type.
  package var typeName: String {
    switch form {
    case .any: "any"
    case .never: "never"
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    case .union: "union"
    }
  }
}

/// The members of an object, with those of all its `allOf` branches.
package struct FlatObject: Sendable {
  package var properties: [Schema.Property] = []
  private var places: [String: Int] = [:]
  package var additional = Schema.Additional.unspecified
  /// Required names without a property.
  private var required: Set<String> = []
  var discriminator: Schema.Discriminator?
  /// Unions that hold as well: `oneOf` within `allOf`.
  package var unions: [(branches: [Schema], discriminator: Schema.Discriminator?)] = []

  init() {}

  init(_ object: Schema.Object) {
    for property in object.properties { add(property) }
    require(object.furtherRequired)
    additional = object.additional
    discriminator = object.discriminator
  }

  package subscript(name: String) -> Schema.Property? { places[name].map { properties[$0] } }

  /// Required names that no property explains.
  var furtherRequired: Set<String> { required }

  /// Adds a property. The later one of a name counts; it is required if one of them is.
  mutating func add(_ property: Schema.Property) {
    var property = property
    if required.remove(property.name) != nil { property.isRequired = true }
    if let place = places[property.name] {
      property.isRequired = property.isRequired || properties[place].isRequired
      // A branch that only repeats the name says nothing of the type.
      if case .any = property.schema.kind { property.schema = properties[place].schema }
      properties[place] = property
    } else {
      places[property.name] = properties.count
      properties.append(property)
    }
  }

  mutating func require(_ names: some Sequence<String>) {
    for name in names {
      if let place = places[name] { properties[place].isRequired = true } else { required.insert(name) }
    }
  }

  /// Adds what another branch says.
  mutating func merge(_ other: FlatObject) {
    for property in other.properties { add(property) }
    require(other.required)
    unions += other.unions
    discriminator = other.discriminator ?? discriminator
    switch (additional, other.additional) {
    case (.unspecified, _): additional = other.additional
    case (_, .forbidden): additional = .forbidden
    default: break
    }
  }

  /// Leaves what is common with another object: all members, required only if both require them.
  mutating func unite(with other: FlatObject) {
    for index in properties.indices {
      guard let partner = other[properties[index].name] else {
        properties[index].isRequired = false
        continue
      }
      properties[index].isRequired = properties[index].isRequired && partner.isRequired
      if !properties[index].schema.isSimilar(to: partner.schema) {
        properties[index].schema = Schema(.any, at: properties[index].schema.pointer)
      }
    }
    for var property in other.properties where self[property.name] == nil {
      property.isRequired = false
      add(property)
    }
    required.formIntersection(other.required)
    unions += other.unions
    if case .forbidden = other.additional {} else { additional = other.additional }
  }

  /// The same as a kind of schema.
  var kind: Schema.Kind {
    var object = Schema.Object(properties, additional: additional)
    object.furtherRequired = required.sorted()
    object.discriminator = discriminator
    guard !unions.isEmpty else { return .object(object) }
    let schemas = [Schema.Kind.object(object)] + unions.map { .union($0.branches, isExclusive: true, $0.discriminator) }
    return .all(schemas.map { Schema($0, at: "") })
  }
}

extension Schema {
  /// Whether two schemas are of one kind, as far as can be seen without going deeper.
  fileprivate func isSimilar(to other: Schema) -> Bool {
    guard values == other.values, isNullable == other.isNullable, format == other.format else { return false }
    return switch (kind, other.kind) {
    case (.boolean, .boolean), (.integer, .integer), (.number, .number), (.string, .string): true
    case (.reference(let key), .reference(let otherKey)): key == otherKey
    case (.array(let items), .array(let otherItems)): items.isSimilar(to: otherItems)
    default: false
    }
  }
}
