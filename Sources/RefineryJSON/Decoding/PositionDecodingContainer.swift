import FoundationEssentials

/// The elements of an array, by the positions that the keys of a model state.
struct PositionDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let access: UnretainedDecoder

  private var decoder: ValueDecoder { access.decoder }

  init(decoder: ValueDecoder) { access = UnretainedDecoder(decoder) }
  init(_ owner: ContainerOwner<ValueDecoder>) { access = UnretainedDecoder(owner) }
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { (0..<decoder.elementCount).compactMap { Key(intValue: $0) } }

  func contains(_ key: Key) -> Bool { find(key).index >= 0 }

  /// The position of a key, and the index of its element; -1 if the array ends before it.
  @inline(__always)
  private func find(_ key: Key) -> (position: Int, index: Int) {
    let position = key.intValue ?? -1
    return (position, decoder.element(at: position))
  }

  @inline(__always)
  private func read<Value>(_ key: Key, _ read: (ValueDecoder, Int, PathStep) throws -> Value) throws -> Value {
    let (position, index) = find(key)
    guard index >= 0 else { throw decoder.missing(elementOf: key) }
    return try read(decoder, index, .element(position))
  }

  @inline(__always)
  private func readIfPresent<Value>(_ key: Key, _ read: (ValueDecoder, Int, PathStep) throws -> Value) throws -> Value? {
    let (position, index) = find(key)
    guard index >= 0, !decoder.isNull(at: index) else { return nil }
    return try read(decoder, index, .element(position))
  }

  private func integer<Value: FixedWidthInteger>(_ key: Key) throws -> Value {
    try read(key) { decoder, index, step in try decoder.integer(at: index, step) }
  }

  private func integerIfPresent<Value: FixedWidthInteger>(_ key: Key) throws -> Value? {
    try readIfPresent(key) { decoder, index, step in try decoder.integer(at: index, step) }
  }

  func decodeNil(forKey key: Key) throws -> Bool { try read(key) { decoder, index, _ in decoder.isNull(at: index) } }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key) { try $0.boolean(at: $1, $2) } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key) { try $0.string(at: $1, $2) } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(key) { try $0.double(at: $1, $2) } }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(key) { try $0.float(at: $1, $2) } }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(key) { try $0.read(type, at: $1, under: $2) }
  }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try readIfPresent(key) { try $0.boolean(at: $1, $2) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(key) { try $0.string(at: $1, $2) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try readIfPresent(key) { try $0.double(at: $1, $2) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try readIfPresent(key) { try $0.float(at: $1, $2) }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try readIfPresent(key) { try $0.read(type, at: $1, under: $2) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(key) }
}

extension PositionDecodingContainer {
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try read(key) { try ValueDecoder(inside: $0, at: $1, under: $2).container(keyedBy: type) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try read(key) { try ValueDecoder(inside: $0, at: $1, under: $2).unkeyedContainer() }
  }

  func superDecoder() throws -> any Decoder { ValueDecoder(inside: decoder, missing: PathKey.parent) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let (position, index) = find(key)
    guard index >= 0 else { return ValueDecoder(inside: decoder, missing: PathKey(stringValue: key.stringValue)) }
    return ValueDecoder(inside: decoder, at: index, under: .element(position))
  }
}
