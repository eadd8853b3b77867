import RefineryJSON
import RefineryOpenAPI

/// Finds the types that a table needs, and declares each once.
struct TypePlanner {
  let description: Description
  let options: ImportOptions
  var book = ModelBook()
  var findings: [Finding] = []
  /// The unions that turned out to be one type.
  var collapsed: [ModelID: TypeUse] = [:]
  /// The models that were used again, also within themselves.
  private(set) var used: Set<ModelID> = []
  /// The references that are being read as part of another type, which must not lead back to themselves.
  var open: [SchemaKey] = []
  /// Objects whose members are read once those that have them are done: each object within another takes from the stack.
  var pending: [(id: ModelID, object: Schema.Object, schema: Schema, key: SchemaKey?)] = []
  /// What was found for a reference that is no model of its own.
  private var aliases: [SchemaKey: TypeUse] = [:]

  /// Where a type without a name is used: what its name is made from.
  struct Hint {
    var parent: ModelID?
    var name: String

    init(_ name: String, in parent: ModelID? = nil) {
      self.name = name
      self.parent = parent
    }
  }

  init(_ description: Description, _ options: ImportOptions) {
    self.description = description
    self.options = options
  }

  /// Adds a finding.
  mutating func report(_ kind: Finding.Kind, _ pointer: String, _ reason: String) {
    findings.append(Finding(kind, at: pointer, reason))
  }

  /// The type of a schema.
  mutating func use(_ schema: Schema, _ hint: Hint) -> TypeUse {
    var use = plainUse(schema, hint)
    use.isNullable = use.isNullable || schema.isNullable
    return use
  }

  /// Reads the members of the objects that were found too deep within others.
  mutating func readPending() {
    while let (id, object, schema, key) = pending.popLast() {
      let outer = open
      open = key.map { [$0] } ?? []
      book[id].form = .object(form(of: object, schema, id))
      open = outer
    }
  }

  private mutating func plainUse(_ schema: Schema, _ hint: Hint) -> TypeUse {
    switch schema.kind {
    case .any, .never, .null: return TypeUse(.json)
    case .boolean: return TypeUse(.bool)
    case .integer, .number, .string: return scalar(schema, hint)
    case .array(let items):
      let element = use(items, Hint(hint.name.singular, in: hint.parent))
      let type = element.isNullable && element.type != .json ? SwiftType.optional(element.type) : element.type
      if element.coding != nil, element.isNullable {
        report(.note, schema.pointer, "a list of values that may be null is read as JSON, because each of them has a coding")
        return TypeUse(.array(.json))
      }
      return TypeUse(.array(type), coding: element.coding.map { ".list(\($0))" })
    case .object(let object): return self.object(object, schema, hint)
    case .reference(let key): return reference(key, schema)
    case .all(let parts): return all(parts, schema, hint)
    case .union(let branches, _, let discriminator): return union(branches, discriminator, schema, hint)
    }
  }

  // MARK: References

  private mutating func reference(_ key: SchemaKey, _ schema: Schema) -> TypeUse {
    guard let named = description.schemas[key] else {
      report(.fault, schema.pointer, "nothing is at \(key), so any JSON is taken")
      return TypeUse(.json)
    }
    if let id = book.id(of: Self.key(of: named)) {
      used.insert(id)
      var use = collapsed[id] ?? TypeUse(.model(id))
      use.isNullable = use.isNullable || named.schema.isNullable
      return use
    }
    if let alias = aliases[key] { return alias }
    guard !open.contains(key) else {
      if let id = renamed(named) { return TypeUse(.model(id), isNullable: named.schema.isNullable) }
      report(.note, schema.pointer, "\(named.name) is a list or a union that only contains itself, so any JSON is taken")
      return TypeUse(.json)
    }
    open.append(key)
    let use = use(named.schema, Hint(named.name))
    open.removeLast()
    // While a type is open, what is found for those within it may depend on where the reading began.
    if book.id(of: Self.key(of: named)) == nil, open.isEmpty { aliases[key] = use }
    return use
  }

  /// The model that a schema only renames, if it is declared; schemas may rename each other in a circle.
  private func renamed(_ named: NamedSchema) -> ModelID? {
    var named = named
    var seen: Set<SchemaKey> = []
    while seen.insert(named.key).inserted {
      if let id = book.id(of: Self.key(of: named)) { return id }
      guard case .reference(let key) = named.schema.kind, let next = description.schemas[key] else { return nil }
      named = next
    }
    return nil
  }

  static func key(of named: NamedSchema) -> String { "type \(named.key)" }

  /// The key of the model that a schema becomes: its reference's, if the whole of it is one that is being read.
  func modelKey(_ schema: Schema) -> String {
    if let key = open.last, let named = description.schemas[key], named.schema.pointer == schema.pointer {
      return Self.key(of: named)
    }
    return "type \(schema.pointer)"
  }

  /// Declares a model, or finds that it is declared. `fill` gives its form, once its name can be used by those within it.
  mutating func declare(
    _ schema: Schema, _ hint: Hint, _ placeholder: Model.Form, _ fill: (inout TypePlanner, ModelID) -> Model.Form
  ) -> TypeUse {
    let key = modelKey(schema)
    if let id = book.id(of: key) {
      used.insert(id)
      return collapsed[id] ?? TypeUse(.model(id))
    }
    let isNamed = open.last.flatMap { description.schemas[$0] }?.schema.pointer == schema.pointer
    var model = Model(
      key: key, pointer: schema.pointer, proposal: hint.name, parent: isNamed ? nil : hint.parent, form: placeholder)
    model.documentation = documentation(of: schema)
    let id = book.add(model)
    book[id].form = fill(&self, id)
    return TypeUse(.model(id))
  }

  // MARK: Scalars

  private mutating func scalar(_ schema: Schema, _ hint: Hint) -> TypeUse {
    if let values = schema.values, let use = enumeration(values, schema, hint) { return use }
    let format = schema.format?.lowercased() ?? ""
    switch schema.kind {
    case .integer:
      switch format {
      case "unix-time", "unixtime", "unix-timestamp", "unix_time", "timestamp": return TypeUse(.date, coding: ".unixTime")
      case "uint64", "ulong": return TypeUse(.uint64)
      case "int64", "int32", "long": return TypeUse(.int)
      default: return TypeUse(Self.exceedsInt(schema) ? .uint64 : .int)
      }
    case .number:
      switch format {
      case "decimal", "money", "currency": return TypeUse(.decimal)
      case "unix-time", "unixtime", "unix-timestamp", "unix_time": return TypeUse(.date, coding: ".unixTime")
      default: return TypeUse(.double)
      }
    default: return text(schema, format)
    }
  }

  /// Whether a description has a value that is too large for `Int`, and none below zero.
  private static func exceedsInt(_ schema: Schema) -> Bool {
    let numbers = schema.examples + [schema.default, schema.limits.maximum.map { .number($0) }].compactMap(\.self)
    let low = schema.limits.minimum.flatMap { JSONValue.number($0).double } ?? 0
    let isLarge = numbers.contains { number in number.int == nil && number.double.map { $0 >= 0x1p63 && $0 < 0x1p64 } ?? false }
    return low >= 0 && isLarge && numbers.allSatisfy { ($0.double ?? 0) >= 0 }
  }

  private mutating func text(_ schema: Schema, _ format: String) -> TypeUse {
    let example = (schema.examples + [schema.default].compactMap(\.self)).lazy.compactMap(\.string).first
    if let example, example.hasPrefix("/Date("), example.hasSuffix(")/") {
      report(.note, schema.pointer, "read as a date, because its example is \(example)")
      return TypeUse(.date, coding: ".microsoftDate")
    }
    switch format {
    case "date-time": return TypeUse(.date)
    case "date": return TypeUse(.calendarDate)
    case "date-time-rfc-2822", "rfc2822", "rfc-2822", "http-date", "date-time-rfc1123", "rfc1123":
      return TypeUse(.date, coding: ".rfc2822")
    case "byte", "base64": return TypeUse(.data, coding: ".base64")
    case "base64url": return TypeUse(.data, coding: ".base64url")
    case "int64", "int32", "integer", "long": return TypeUse(.int, coding: ".text")
    case "double", "float": return TypeUse(.double, coding: ".text")
    case "decimal": return TypeUse(.decimal, coding: ".text")
    default:
      if schema.contentEncoding?.lowercased() == "base64" { return TypeUse(.data, coding: ".base64") }
      return TypeUse(.string)
    }
  }

  /// The open enumeration of some values; nil if they are of several types.
  mutating func enumeration(_ values: [JSONValue], _ schema: Schema, _ hint: Hint) -> TypeUse? {
    let raw: Model.EnumerationForm.Raw
    if values.allSatisfy({ $0.string != nil }) {
      raw = .string
    } else if values.allSatisfy({ $0.int != nil }) {
      raw = .int
    } else if values.allSatisfy({ $0.double != nil }) {
      raw = .double
    } else {
      report(.note, schema.pointer, "its values have several types, so they are no enumeration")
      return values.contains { $0.string == nil } ? TypeUse(.json) : nil
    }
    guard !values.isEmpty else { return nil }
    // One value needs no type: the member has it by default.
    if values.count == 1, case .string = raw { return TypeUse(.string, constant: values[0].string) }
    return declare(schema, hint, .enumeration(.init(raw: raw, cases: []))) { planner, id in
      // `.none` of an optional value is its absence.
      var scope = NameScope(
        reserved: [
          "allCases", "init", "knownValues", "none", "rawValue", "self", "Self", "some", "Type", "Protocol",
        ])
      var seen: Set<String> = []
      let values = values.filter { seen.insert("\($0)").inserted }
      let names = scope.names(of: values.map { $0.string ?? "\($0)" }) { text in
        if text.isEmpty { return "empty" }
        if raw != .string { return "value\(Words(text).upperTail)" }
        return ["none", "some"].contains(text.lowercased()) ? "\(text.lowercased())Value" : Words(text).lowerCamel
      }
      let cases = zip(names, values).map { (name: $0, value: $1) }
      return .enumeration(.init(raw: raw, cases: cases))
    }
  }
}
