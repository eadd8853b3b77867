import FoundationEssentials
import RefineryCore
import RefineryJSON
import RefineryOpenAPI
import RefineryTesting
import RefineryVerification

/// Made-up values: by the type and the format of a schema, and by the name of a member. Equal for an equal seed.
struct MadeUpValues {
  var random: SeededRandom
  /// The ids of the records that a member of this name may refer to, by the folded name.
  var references: [String: [JSONValue]] = [:]
  /// Objects that are deeper have their required members only; lists are empty.
  private static let deepest = 4

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A seed for a part of the data.
  static func seed(_ seed: UInt64, _ parts: String...) -> UInt64 {
    parts.joined(separator: "\u{1F}").utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The members of a record. Unknown members are left out.
  mutating func object(of resource: MockResource, id: JSONValue?) -> JSONValue.Object {
    var members: JSONValue.Object = [:]
    if let id { members[resource.idMember] = id }
    guard let schema = resource.schema, let schemas = resource.schemas else { return members }
    var view = SchemaView(schemas)
    guard case .object(let made)? = value(schema, "", &view, 0) else { return members }
    for (name, value) in made where name != resource.idMember { members[name] = value }
    return members
  }

  /// A record. Records of other types have no id.
  mutating func record(of resource: MockResource, id: JSONValue?) -> JSONValue {
    if let schema = resource.schema, let schemas = resource.schemas {
      var view = SchemaView(schemas)
      switch view.flat(schema).form {
      case .object, .any, .union: break
      default: if let value = value(schema, named: resource.name, in: schemas) { return value }
      }
    }
    return .object(object(of: resource, id: id))
  }

  /// A value of a schema; nil if nothing is known of it.
  mutating func value(_ schema: Schema, named name: String = "", in schemas: Description) -> JSONValue? {
    var view = SchemaView(schemas)
    return value(schema, name, &view, 0)
  }

  private mutating func value(_ schema: Schema, _ name: String, _ view: inout SchemaView, _ depth: Int) -> JSONValue? {
    if let example = schema.examples.first { return example }
    let flat = view.flat(schema)
    if let values = flat.values { return values.randomElement(using: &random) ?? .null }
    if let known = flat.defaultValue { return known }
    // One of eight values that may be null is.
    if flat.isNullable, depth > 0, random.next() % 8 == 0 { return .null }
    switch flat.form {
    case .any, .never: return nil
    case .null: return .null
    case .boolean: return .bool(random.next() % 2 == 0)
    case .integer: return reference(name) ?? .number(integer(name, isSmall: flat.format == "int32"))
    case .number: return reference(name) ?? number(name)
    case .string: return reference(name) ?? .string(text(ofFormat: flat.format) ?? text(named: name.folded))
    case .array(let items): return array(items, name, &view, depth)
    case .object(let object): return self.object(object, name, &view, depth)
    case .union(let branches, let discriminator): return union(branches, discriminator, name, &view, depth)
    }
  }

  private mutating func reference(_ name: String) -> JSONValue? {
    references[name.folded]?.randomElement(using: &random)
  }

  private mutating func array(_ items: Schema, _ name: String, _ view: inout SchemaView, _ depth: Int) -> JSONValue {
    guard depth < Self.deepest else { return [] }
    let count = Int.random(in: 1...3, using: &random)
    let single = name.hasSuffix("ies") ? name.dropLast(3) + "y" : String(name.hasSuffix("s") ? name.dropLast() : name[...])
    return .array((0..<count).compactMap { _ in value(items, single, &view, depth + 1) })
  }

  private mutating func object(
    _ object: FlatObject, _ name: String, _ view: inout SchemaView, _ depth: Int
  ) -> JSONValue? {
    guard depth < 2 * Self.deepest else { return nil }
    var members: JSONValue.Object = [:]
    for property in object.properties where depth < Self.deepest || property.isRequired {
      let value = value(property.schema, property.name, &view, depth + 1)
      // Nothing is known of the value; an object is what such members mostly are.
      members[property.name] = value ?? (property.isRequired ? [:] : nil)
    }
    if object.properties.isEmpty, case .typed(let values) = object.additional {
      members["example"] = value(values, name, &view, depth + 1)
    }
    return .object(members)
  }

  private mutating func union(
    _ branches: [Schema], _ discriminator: Schema.Discriminator?, _ name: String, _ view: inout SchemaView, _ depth: Int
  ) -> JSONValue? {
    guard let branch = branches.randomElement(using: &random), let value = value(branch, name, &view, depth + 1) else {
      return nil
    }
    guard let discriminator, case .object(var members) = value, case .reference(let key) = branch.kind,
      let tag = discriminator.mapping.first(where: { $0.schema == key })?.value
    else { return value }
    members[discriminator.property] = .string(tag)
    return .object(members)
  }
}
