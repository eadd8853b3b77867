import FoundationEssentials
import RefineryJSON

/// A model generated at run time: what its code does with an encoder, in any order.
indirect enum Deed: Sendable {
  case null, bool(Bool), string(String), double(Double), float(Float), integer(Int64, width: Int), wide(Int128)
  case date(Date), data(Data), url(URL), decimal(Decimal)
  case optional(Deed?)
  case strings([String]), integers([Int]), doubles([Double]), bytes([UInt8]), dates([Date])
  case dictionary([String: Deed]), numbered([Int: Deed]), represented([Colour2: Deed]), list([Deed])
  /// Writes nothing.
  case nothing
  /// The value's own code writes another value with the same encoder.
  case inPlace(Deed), single(Deed)
  case keyed([KeyedStep]), unkeyed([UnkeyedStep])
  /// Fails after its content is written.
  case failing(Deed)
}

enum Colour2: String, CodingKeyRepresentable, Sendable, Encodable { case redOne, greenTwo, blue }

/// One operation on a keyed container.
enum KeyedStep: Sendable {
  case value(Deed, String), ifPresent(Deed?, String), conditional(String)
  case swallowed(Deed, String)
  /// Opens a container in the container and writes to it, and writes to it again after other steps.
  case keyed([KeyedStep], String, again: [KeyedStep]), unkeyed([UnkeyedStep], String, again: [UnkeyedStep])
  case parent(Deed, String?)
  /// A super encoder that lives until the container's other steps are complete.
  case lateParent(Deed, String)
  case anotherContainer([KeyedStep])
}

enum UnkeyedStep: Sendable {
  case value(Deed), swallowed(Deed), null
  case keyed([KeyedStep], again: [KeyedStep]), unkeyed([UnkeyedStep], again: [UnkeyedStep])
  case parent(Deed), lateParent(Deed)
}

struct Failure: Error {}

final class Boxed: Encodable { let inside = 1 }

extension Deed: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .nothing: break
    case .inPlace(let deed): try deed.encode(to: encoder)
    case .failing(let deed):
      try deed.encode(to: encoder)
      throw Failure()
    case .list(let list): try list.encode(to: encoder)
    case .strings(let list): try list.encode(to: encoder)
    case .integers(let list): try list.encode(to: encoder)
    case .keyed(let steps): try Deed.run(steps, encoder.container(keyedBy: Name.self), encoder)
    case .unkeyed(let steps): try Deed.run(steps, encoder.unkeyedContainer())
    default: try single(encoder.singleValueContainer())
    }
  }

  private func single(_ container: any SingleValueEncodingContainer) throws {
    var container = container
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .integer(let value, let width): try Deed.write(value, width) { try container.encode($0) }
    case .wide(let value): value < 0 ? try container.encode(value) : try container.encode(UInt128(value))
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .url(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .optional(let value): try container.encode(value)
    case .doubles(let value): try container.encode(value)
    case .bytes(let value): try container.encode(value)
    case .dates(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    case .numbered(let value): try container.encode(value)
    case .represented(let value): try container.encode(value)
    case .single(let value): try container.encode(value)
    default: try container.encode(self)
    }
  }

  private static func write(_ value: Int64, _ width: Int, _ write: (any Encodable) throws -> Void) throws {
    switch width {
    case 0: try write(Int(value))
    case 1: try write(Int8(truncatingIfNeeded: value))
    case 2: try write(Int16(truncatingIfNeeded: value))
    case 3: try write(Int32(truncatingIfNeeded: value))
    case 4: try write(value)
    case 5: try write(UInt(truncatingIfNeeded: value))
    case 6: try write(UInt8(truncatingIfNeeded: value))
    case 7: try write(UInt16(truncatingIfNeeded: value))
    case 8: try write(UInt32(truncatingIfNeeded: value))
    default: try write(UInt64(truncatingIfNeeded: value))
    }
  }

  private static func run(
    _ steps: [KeyedStep], _ container: KeyedEncodingContainer<Name>, _ encoder: (any Encoder)? = nil
  ) throws {
    var container = container
    var late: [any Encoder] = []
    var later: [() throws -> Void] = []
    for step in steps {
      switch step {
      case .value(let deed, let name): try write(deed, Name(name), &container)
      case .ifPresent(let deed, let name): try container.encodeIfPresent(deed, forKey: Name(name))
      case .conditional(let name): try container.encodeConditional(Boxed(), forKey: Name(name))
      case .swallowed(let deed, let name): try? container.encode(deed, forKey: Name(name))
      case .keyed(let steps, let name, let again):
        let nested = container.nestedContainer(keyedBy: Name.self, forKey: Name(name))
        try run(steps, nested)
        if !again.isEmpty { later.append { try run(again, nested) } }
      case .unkeyed(let steps, let name, let again):
        let nested = container.nestedUnkeyedContainer(forKey: Name(name))
        try run(steps, nested)
        if !again.isEmpty { later.append { try run(again, nested) } }
      case .parent(let deed, let name):
        try deed.encode(to: name.map { container.superEncoder(forKey: Name($0)) } ?? container.superEncoder())
      case .lateParent(let deed, let name):
        let encoder = container.superEncoder(forKey: Name(name))
        try deed.encode(to: encoder)
        late.append(encoder)
      case .anotherContainer(let steps):
        if let encoder { try run(steps, encoder.container(keyedBy: Name.self)) }
      }
    }
    for work in later { try work() }
    withExtendedLifetime(late) {}
  }

  /// Uses the container's own method for the type.
  private static func write(_ deed: Deed, _ key: Name, _ container: inout KeyedEncodingContainer<Name>) throws {
    switch deed {
    case .bool(let value): try container.encode(value, forKey: key)
    case .string(let value): try container.encode(value, forKey: key)
    case .double(let value): try container.encode(value, forKey: key)
    case .float(let value): try container.encode(value, forKey: key)
    case .integer(let value, 0): try container.encode(Int(value), forKey: key)
    case .integer(let value, 6): try container.encode(UInt8(truncatingIfNeeded: value), forKey: key)
    case .wide(let value): try container.encode(value, forKey: key)
    case .null: try container.encodeNil(forKey: key)
    case .date(let value): try container.encode(value, forKey: key)
    case .strings(let value): try container.encode(value, forKey: key)
    default: try container.encode(deed, forKey: key)
    }
  }

  private static func run(_ steps: [UnkeyedStep], _ container: any UnkeyedEncodingContainer) throws {
    var container = container
    var late: [any Encoder] = []
    var later: [() throws -> Void] = []
    for step in steps {
      switch step {
      case .value(.bool(let value)): try container.encode(value)
      case .value(.double(let value)): try container.encode(value)
      case .value(.string(let value)): try container.encode(value)
      case .value(.integer(let value, 0)): try container.encode(Int(value))
      case .value(let deed): try container.encode(deed)
      case .swallowed(let deed): try? container.encode(deed)
      case .null: try container.encodeNil()
      case .keyed(let steps, let again):
        let nested = container.nestedContainer(keyedBy: Name.self)
        try run(steps, nested)
        if !again.isEmpty { later.append { try run(again, nested) } }
      case .unkeyed(let steps, let again):
        let nested = container.nestedUnkeyedContainer()
        try run(steps, nested)
        if !again.isEmpty { later.append { try run(again, nested) } }
      case .parent(let deed): try deed.encode(to: container.superEncoder())
      case .lateParent(let deed):
        let encoder = container.superEncoder()
        try deed.encode(to: encoder)
        late.append(encoder)
      }
    }
    for work in later { try work() }
    // Released one after the other, so that the order is defined.
    while !late.isEmpty { late.removeFirst() }
  }
}
