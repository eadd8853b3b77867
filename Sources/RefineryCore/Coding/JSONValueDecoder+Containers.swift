/// Makes the containers for one value.
struct ValueDecoder: Decoder {
  let decoding: Decoding
  let json: JSONValue
  let codingPath: [any CodingKey]
  var isKeyedByData = false

  var userInfo: [CodingUserInfoKey: Any] { decoding.settings.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = json else { throw DecodingError.mismatch([String: Any].self, json, at: codingPath) }
    return KeyedDecodingContainer(
      KeyedReader(decoding: decoding, object: object, codingPath: codingPath, isKeyedByData: isKeyedByData))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw DecodingError.mismatch([Any].self, json, at: codingPath) }
    return UnkeyedReader(decoding: decoding, elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleReader(decoding: decoding, json: json, codingPath: codingPath)
  }
}

/// Reads the members of an object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoding: Decoding
  let object: JSONValue.Object
  let codingPath: [any CodingKey]
  let isKeyedByData: Bool

  /// The model's keys for the existing members. Names that a strategy made are converted back if that is simple.
  var allKeys: [Key] {
    object.keys.compactMap { name in
      if isKeyedByData || decoding.keepsKeys { return Key(stringValue: name) }
      return Key(stringValue: Self.camelCase(name)) ?? Key(stringValue: name)
    }
  }

  private static func camelCase(_ name: String) -> String {
    let words = name.split { $0 == "_" || $0 == "-" }
    guard let first = words.first, words.count > 1, !name.hasPrefix("_") else { return name }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private func name(of key: some CodingKey) -> String {
    isKeyedByData ? key.stringValue : decoding.name(of: key.stringValue)
  }

  private func member(_ key: some CodingKey) throws -> JSONValue {
    guard let json = object[name(of: key)] else { throw DecodingError.missing(key, at: codingPath) }
    return json
  }

  private func integer<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer {
    try decoding.integer(try member(key), at: codingPath + [key])
  }

  func contains(_ key: Key) -> Bool { object[name(of: key)] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoding.bool(try member(key), at: codingPath + [key])
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoding.string(try member(key), at: codingPath + [key])
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoding.double(try member(key), at: codingPath + [key])
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoding.float(try member(key), at: codingPath + [key])
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoding.value(type, of: try member(key), at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try nested(key).unkeyedContainer() }
  func superDecoder() throws -> any Decoder { superDecoder(AnyKey.parent) }
  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  private func nested(_ key: some CodingKey) throws -> ValueDecoder {
    ValueDecoder(decoding: decoding, json: try member(key), codingPath: codingPath + [key])
  }

  private func superDecoder(_ key: some CodingKey) -> ValueDecoder {
    ValueDecoder(decoding: decoding, json: object[name(of: key)] ?? .null, codingPath: codingPath + [key])
  }
}
