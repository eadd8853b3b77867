import FoundationEssentials
import RefineryCore
import RefineryJSON
import RefineryOpenAPI

/// The schemas of Swift types, as a coder reads and writes them.
///
/// Models that list their members say what they are. Other `Decodable` types are probed: see ``ShapeProbe``. Where nothing is
/// known, the schema is that of any value, and no drift is reported of it.
struct TypeShapes {
  private(set) var schemas: [NamedSchema] = []
  private(set) var knowledge = TableKnowledge()
  private var known: [ObjectIdentifier: SchemaKey] = [:]
  private let probe = ShapeProbe()
  private let dates: DateStrategy
  private let keys: KeyStrategy
  /// Tells the schemas of coders apart.
  private let file: String

  init(_ coder: (any Coder)?, file: String) {
    let json = coder as? JSONCoder
    dates = json?.dates ?? .iso8601
    keys = json?.keys ?? .asWritten
    self.file = file
  }

  /// The schema of a type at a place.
  mutating func schema(of type: any Any.Type, at pointer: String) -> Schema {
    switch ModelShape.of(type) {
    case .optional(let wrapped):
      var schema = schema(of: wrapped, at: pointer)
      schema.isNullable = true
      return schema
    case .list(let element): return Schema(.array(schema(of: element, at: "\(pointer)/items")), at: pointer)
    case .dictionary(let value):
      guard type is any ObjectDictionary.Type else { return Schema(.any, at: pointer) }
      let values = schema(of: value, at: "\(pointer)/additionalProperties")
      return Schema(.object(Schema.Object([], additional: .typed(values))), at: pointer)
    case .text: return text(type, at: pointer)
    case .integer: return integer(type, at: pointer)
    case .number: return Schema(.number, at: pointer)
    case .boolean: return Schema(.boolean, at: pointer)
    case .date:
      knowledge.times.insert(pointer)
      return date(at: pointer)
    case .data: return Schema(.string, "byte", at: pointer)
    case .any: return Schema(.any, at: pointer)
    case .enumeration(let values):
      var schema = Schema(.string, at: pointer)
      if values.contains(where: { $0.string == nil }) { schema.kind = values.allSatisfy { $0.int != nil } ? .integer : .any }
      schema.values = values
      return schema
    case .object(let object): return shared(type, at: pointer) { $0.schema(of: object, at: $1) }
    case .union(let union): return shared(type, at: pointer) { $0.schema(of: union, at: $1) }
    case .opaque: return opaque(type, at: pointer)
    }
  }

  private func text(_ type: any Any.Type, at pointer: String) -> Schema {
    if type is UUID.Type { return Schema(.string, "uuid", at: pointer) }
    if type is CalendarDate.Type { return Schema(.string, "date", at: pointer) }
    return Schema(.string, at: pointer)
  }

  private func integer(_ type: any Any.Type, at pointer: String) -> Schema {
    let isSmall = [Int32.self, Int16.self, Int8.self, UInt16.self, UInt8.self].contains { $0 == type }
    return Schema(.integer, isSmall ? "int32" : nil, at: pointer)
  }

  private func date(at pointer: String) -> Schema {
    switch dates {
    case .iso8601: Schema(.string, "date-time", at: pointer)
    case .secondsSince1970: Schema(.number, at: pointer)
    case .millisecondsSince1970: Schema(.integer, at: pointer)
    case .custom: Schema(.any, at: pointer)
    }
  }

  // MARK: Types with a schema of their own

  private mutating func shared(
    _ type: any Any.Type, at pointer: String, _ make: (inout TypeShapes, String) -> Schema
  ) -> Schema {
    let id = ObjectIdentifier(type)
    if let key = known[id] { return Schema(.reference(key), at: pointer) }
    let key = SchemaKey("/types/\(String(reflecting: type))", in: file)
    known[id] = key
    let schema = make(&self, "\(file)#\(key.pointer)")
    schemas.append(NamedSchema(String(describing: type), schema, at: key))
    return Schema(.reference(key), at: pointer)
  }

  private mutating func schema(of object: ModelShape.Object, at pointer: String) -> Schema {
    let properties = object.members.map { member in
      var schema = schema(of: member.value, at: "\(pointer)/\(member.name)")
      // A text that is read as a date may have any of several forms.
      if member.presence != .required { schema.isNullable = true }
      return Schema.Property(member.name, schema, isRequired: member.presence == .required || member.presence == .nullable)
    }
    return Schema(.object(Schema.Object(properties)), at: pointer)
  }

  private mutating func schema(of value: ModelShape.Value, at pointer: String) -> Schema {
    // A second type that is read makes the member more tolerant than one schema can say.
    if value.coding?.alsoReads != nil { return Schema(.any, at: pointer) }
    if value.coding?.name.contains("unix") ?? false { knowledge.times.formUnion([pointer, "\(pointer)/items"]) }
    return schema(of: value.wire, at: pointer)
  }

  private mutating func schema(of union: ModelShape.Union, at pointer: String) -> Schema {
    let branches = union.branches.enumerated().map { index, branch in
      (tags: branch.tags, schema: schema(of: branch.type, at: "\(pointer)/oneOf/\(index)"))
    }
    var mapping: [(value: String, schema: SchemaKey)] = []
    for branch in branches {
      if case .reference(let key) = branch.schema.kind { mapping += branch.tags.map { ($0, key) } }
    }
    let discriminator = union.discriminator.map { Schema.Discriminator($0, mapping) }
    return Schema(.union(branches.map(\.schema), isExclusive: true, discriminator), at: pointer)
  }

  // MARK: Types that are probed

  private mutating func opaque(_ type: any Any.Type, at pointer: String) -> Schema {
    // A type is probed once: error types are asked for by every status of every row.
    if let key = known[ObjectIdentifier(type)] { return Schema(.reference(key), at: pointer) }
    guard let type = type as? any Decodable.Type else { return Schema(.any, at: pointer) }
    if let values = RawShape.values(of: type) {
      var schema = Schema(values.allSatisfy { $0.string != nil } ? .string : .integer, at: pointer)
      schema.values = values
      if !probe.readsUnknownText(type) { knowledge.frozen.insert(pointer) }
      return schema
    }
    if let raw = RawShape.rawType(of: type) { return schema(of: raw, at: pointer) }
    switch probe.shape(of: type) {
    case .unknown: return Schema(.any, at: pointer)
    case .single(let types, let isNullable):
      guard types.count == 1 else { return Schema(.any, at: pointer) }
      var schema = schema(of: types[0], at: pointer)
      schema.isNullable = schema.isNullable || isNullable
      return schema
    case .object(let members, let isPartial):
      return shared(type, at: pointer) { $0.schema(of: members, isPartial: isPartial, at: $1) }
    }
  }

  private mutating func schema(of members: [ShapeProbe.Member], isPartial: Bool, at pointer: String) -> Schema {
    if isPartial { knowledge.partial.insert(pointer) }
    let properties = members.map { member in
      let name = keys.name(of: member.name)
      let place = "\(pointer)/\(name)"
      var schema: Schema
      switch member.content {
      case .types(let types) where types.count == 1: schema = self.schema(of: types[0], at: place)
      case .types: schema = Schema(.any, at: place)
      case .object(let members, let isPartial): schema = self.schema(of: members, isPartial: isPartial, at: place)
      }
      schema.isNullable = schema.isNullable || member.isNullable
      return Schema.Property(name, schema, isRequired: member.isRequired)
    }
    return Schema(.object(Schema.Object(properties)), at: pointer)
  }
}

extension Schema {
  fileprivate init(_ kind: Kind, _ format: String?, at pointer: String) {
    self.init(kind, at: pointer)
    self.format = format
  }
}

/// A dictionary that is an object in JSON, because its keys are text.
private protocol ObjectDictionary {}
extension Dictionary: ObjectDictionary where Key: TextKey {}
private protocol TextKey {}
extension String: TextKey {}
extension Int: TextKey {}
