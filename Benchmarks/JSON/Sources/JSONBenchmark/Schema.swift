import FoundationEssentials

/// A model generated at run time.
indirect enum Schema: Sendable {
  case bool, string, double, float, decimal, url, data, date
  case integer(Int)
  case optional(Schema)
  case list(Schema)
  /// A list whose element type Swift knows, such as `[String]`.
  case typedList(Schema)
  case dictionary(Schema)
  /// A dictionary whose keys are numbers.
  case numbered
  case object([Member])

  struct Member: Sendable {
    let name: String
    let schema: Schema
    let isOptional: Bool
    /// Selects one of the ways to decode the value with Codable.
    let way: Int
  }

  static func random(_ random: inout Seeded, depth: Int) -> Schema {
    switch random.below(depth > 0 ? 14 : 9) {
    case 0: return .bool
    case 1, 2: return .string
    case 3: return .double
    case 4: return random.chance(2) ? .float : .decimal
    case 5: return random.chance(2) ? .url : .data
    case 6: return .date
    case 7, 8: return .integer(random.below(12))
    case 9: return .optional(Schema.random(&random, depth: depth - 1))
    case 10: return .list(Schema.random(&random, depth: depth - 1))
    case 11:
      return random.chance(2)
        ? .typedList(random.pick([.string, .integer(0), .double, .bool]))
        : random.chance(3) ? .numbered : .dictionary(.integer(0))
    default:
      let names = [
        "a", "b", "c", "id", "name", "firstName", "first_name", "é", "K", "\u{212A}", "_xY_", "longKeyNameNumber1", "",
      ]
      return .object(
        (0..<random.below(6)).map { _ in
          Member(
            name: random.pick(names), schema: Schema.random(&random, depth: depth - 1), isOptional: random.chance(3),
            way: random.below(4))
        })
    }
  }
}

/// The result of reading a document.
indirect enum Tree: Equatable {
  case none
  case value(String)
  case list([Tree])
  case object([Tree])
}

struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// A model that reads itself with the schema in its configuration.
struct Made: DecodableWithConfiguration {
  let tree: Tree

  init(from decoder: any Decoder, configuration schema: Schema) throws { tree = try Made.read(schema, decoder) }

  static func read(_ schema: Schema, _ decoder: any Decoder) throws -> Tree {
    switch schema {
    case .optional(let schema):
      let container = try decoder.singleValueContainer()
      return container.decodeNil() ? .none : try read(schema, decoder)
    case .list(let schema):
      var container = try decoder.unkeyedContainer()
      var list: [Tree] = []
      while !container.isAtEnd { list.append(try read(schema, container.superDecoder())) }
      return .list(list)
    case .typedList(.string): return .value("\(try [String](from: decoder))")
    case .typedList(.bool): return .value("\(try [Bool](from: decoder))")
    case .typedList(.double): return .value("\(try decoder.singleValueContainer().decode([Double].self))")
    case .typedList: return .value("\(try decoder.singleValueContainer().decode([Int].self))")
    case .dictionary:
      let dictionary = try decoder.singleValueContainer().decode([String: Int].self)
      return .value("\(dictionary.sorted { $0.key < $1.key })")
    case .numbered:
      let dictionary = try decoder.singleValueContainer().decode([Int: Int].self)
      return .value("\(dictionary.sorted { $0.key < $1.key })")
    case .object(let members):
      let container = try decoder.container(keyedBy: Name.self)
      return .object(try members.map { try read($0, container) })
    default: return .value(try scalar(schema, decoder.singleValueContainer()))
    }
  }

  private static func read(_ member: Schema.Member, _ container: KeyedDecodingContainer<Name>) throws -> Tree {
    let key = Name(member.name)
    if member.isOptional {
      if case .string = member.schema { return .value("\(try container.decodeIfPresent(String.self, forKey: key) ?? "nil")") }
      if case .integer = member.schema { return .value("\(try container.decodeIfPresent(Int.self, forKey: key) ?? -7)") }
      if !container.contains(key) { return .none }
      if try container.decodeNil(forKey: key) { return .none }
    }
    switch (member.schema, member.way) {
    case (.string, 0...1): return .value(try container.decode(String.self, forKey: key))
    case (.bool, 0...1): return .value("\(try container.decode(Bool.self, forKey: key))")
    case (.double, 0...1): return .value("\(try container.decode(Double.self, forKey: key))")
    case (.date, 0...2): return .value("\(try container.decode(Date.self, forKey: key).timeIntervalSinceReferenceDate)")
    case (.integer(0), 0...1): return .value("\(try container.decode(Int.self, forKey: key))")
    case (.typedList(.string), 0...2): return .value("\(try container.decode([String].self, forKey: key))")
    case (.object(let members), 0):
      let nested = try container.nestedContainer(keyedBy: Name.self, forKey: key)
      return .object(try members.map { try read($0, nested) })
    case (.list(let schema), 0...1):
      var nested = try container.nestedUnkeyedContainer(forKey: key)
      var list: [Tree] = []
      while !nested.isAtEnd { list.append(try read(schema, nested.superDecoder())) }
      return .list(list)
    default: return try read(member.schema, container.superDecoder(forKey: key))
    }
  }

  private static func scalar(_ schema: Schema, _ container: any SingleValueDecodingContainer) throws -> String {
    switch schema {
    case .bool: "\(try container.decode(Bool.self))"
    case .string: try container.decode(String.self)
    case .double: "\(try container.decode(Double.self))"
    case .float: "\(try container.decode(Float.self))"
    case .decimal: "\(try container.decode(Decimal.self))"
    case .url: "\(try container.decode(URL.self).absoluteString)"
    case .data: "\(Array(try container.decode(Data.self)))"
    case .date: "\(try container.decode(Date.self).timeIntervalSinceReferenceDate)"
    case .integer(let kind): try integer(kind, container)
    default: ""
    }
  }

  private static func integer(_ kind: Int, _ container: any SingleValueDecodingContainer) throws -> String {
    switch kind {
    case 0: "\(try container.decode(Int.self))"
    case 1: "\(try container.decode(Int8.self))"
    case 2: "\(try container.decode(Int16.self))"
    case 3: "\(try container.decode(Int32.self))"
    case 4: "\(try container.decode(Int64.self))"
    case 5: "\(try container.decode(UInt.self))"
    case 6: "\(try container.decode(UInt8.self))"
    case 7: "\(try container.decode(UInt16.self))"
    case 8: "\(try container.decode(UInt32.self))"
    case 9: "\(try container.decode(UInt64.self))"
    case 10: "\(try container.decode(Int128.self))"
    default: "\(try container.decode(UInt128.self))"
    }
  }
}
