import FoundationEssentials

extension JSONValue: Codable {
  /// Reads any JSON value from any decoder.
  ///
  /// Refinery's own coders pass the value on unchanged. Other decoders reveal neither the notation of numbers nor the order of
  /// members. A number then keeps its value as far as `Decimal` or `Double` can represent it.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = try decoder.anyValue(at: decoder.index, under: .none)
    } else if let object = try? decoder.container(keyedBy: PathKey.self) {
      self = .object(Object(try object.allKeys.map { ($0.stringValue, try object.decode(JSONValue.self, forKey: $0)) }))
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(in: try decoder.singleValueContainer())
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let text = try? container.decode(String.self) { return .string(text) }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let integer = try? container.decode(Int.self) { return .number(integer) }
    if let integer = try? container.decode(UInt64.self) { return .number(integer) }
    if let number = (try? container.decode(Decimal.self)).flatMap({ Number($0) }) { return .number(number) }
    if let number = Number(try container.decode(Double.self)) { return .number(number) }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "The value has no JSON form.")
  }

  /// Writes the value to any encoder.
  ///
  /// - Throws: `EncodingError` for a number that the encoder's types cannot represent, such as `1e400`. Refinery's own coders
  ///   write every number unchanged.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ValueEncoder { return try encoder.write(self) }
    if let encoder = encoder as? SuperEncoder { return try encoder.encode(self) }
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: PathKey.self)
      for (key, value) in object { try container.encode(value, forKey: PathKey(stringValue: key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null, .bool, .string, .number:
      var container = encoder.singleValueContainer()
      try encode(into: &container)
    }
  }

  private func encode(into container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .string(let text): try container.encode(text)
    case .object, .array: break
    case .number(let number):
      if let integer = number.int {
        try container.encode(integer)
      } else if let integer = number.integer(UInt64.self) {
        try container.encode(integer)
      } else if let double = number.double, Number(double) == number {
        try container.encode(double)
      } else if let decimal = number.decimal, Number(decimal) == number {
        try container.encode(decimal)
      } else if let double = number.double {
        try container.encode(double)
      } else {
        throw EncodingError.invalidValue(
          number, .init(codingPath: container.codingPath, debugDescription: "The number is too large for the encoder."))
      }
    }
  }
}
