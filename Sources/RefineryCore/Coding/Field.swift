/// A property that distinguishes three cases of JSON: a missing member, `null`, and a value.
///
/// A model with a synthesized `Codable` reads and writes all three, with Foundation's coders and with Refinery's. No value has
/// a special meaning.
///
/// ```swift
/// struct Patch: Codable { var nickname: Field<String> = .absent }
/// Patch()                         // {}
/// Patch(nickname: .null)          // {"nickname":null}
/// Patch(nickname: .value("Ann"))  // {"nickname":"Ann"}
/// ```
public enum Field<Value> {
  /// The member is missing.
  case absent
  /// The member is `null`.
  case null
  /// The member has a value.
  case value(Value)

  /// A value, or `null` for nil.
  public init(_ value: Value?) { self = value.map(Field.value) ?? .null }

  /// The value, if there is one.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// Whether the member is missing.
  public var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// Whether the member is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// Returns the field with its value, if it has one, transformed.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Field<Other> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): .value(try transform(value))
    }
  }
}

extension Field: Sendable where Value: Sendable {}
extension Field: Equatable where Value: Equatable {}
extension Field: Hashable where Value: Hashable {}

extension Field: Decodable where Value: Decodable {
  /// Reads `null` or a value. Whether the member is missing can be seen only in its object: see `KeyedDecodingContainer`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
  }
}

extension Field: JSONOmittable {}

extension Field: JSONReadable where Value: JSONReadable {
  /// Reads `null` or a value. Whether the member is missing can be seen only in its object: see `JSONOmittable`.
  @inlinable
  public init(json: inout JSONReader) throws { self = try json.isNull() ? .null : .value(Value(json: &json)) }
}

extension Field: Encodable where Value: Encodable {
  /// Writes `null` or the value. If a value is required, as in an array, an absent field is written as `null`. If a generic
  /// type hides that the property is a field, Foundation's encoder also writes `null`, and Refinery's encoder leaves the member
  /// out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .value(let value) = self { try container.encode(value) } else { try container.encodeNil() }
  }
}

extension KeyedDecodingContainer {
  /// Reads a member that may be absent or `null`. A synthesized `Codable` calls this.
  public func decode<Value: Decodable>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
    guard contains(key) else { return .absent }
    return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Writes nothing, `null`, or the value. A synthesized `Codable` calls this.
  public mutating func encode<Value: Encodable>(_ field: Field<Value>, forKey key: Key) throws {
    switch field {
    case .absent: break
    case .null: try encodeNil(forKey: key)
    case .value(let value): try encode(value, forKey: key)
    }
  }
}
