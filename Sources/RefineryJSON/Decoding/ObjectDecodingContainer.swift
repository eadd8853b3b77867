import FoundationEssentials

/// The members of an object.
struct ObjectDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let access: UnretainedDecoder

  private var decoder: ValueDecoder { access.decoder }

  init(decoder: ValueDecoder) { access = UnretainedDecoder(decoder) }
  init(_ owner: ContainerOwner<ValueDecoder>) { access = UnretainedDecoder(owner) }
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    if let rule = decoder.rule { return decoder.allKeys(by: rule) }
    return decoder.allNames().compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { access.find(key.stringValue) >= 0 }

  @inline(__always)
  private func isNull(_ index: Int) -> Bool { access.tape[index].kind == .null }

  /// The index of the member's value.
  @inline(__always)
  private func index(_ key: Key) throws -> Int {
    let index = access.find(key.stringValue)
    if index < 0 { throw decoder.missing(key) }
    return index
  }

  /// The index of the member's value; nil if the member is missing or null.
  @inline(__always)
  private func indexIfPresent(_ key: Key) -> Int? {
    let index = access.find(key.stringValue)
    return index < 0 || isNull(index) ? nil : index
  }

  @inline(__always)
  private func integer<Value: FixedWidthInteger>(_ key: Key) throws -> Value {
    let index = try index(key)
    return try access.tape.integer(index) ?? decoder.integer(at: index, .member(index - 1))
  }

  @inline(__always)
  private func integerIfPresent<Value: FixedWidthInteger>(_ key: Key) throws -> Value? {
    guard let index = indexIfPresent(key) else { return nil }
    return try access.tape.integer(index) ?? decoder.integer(at: index, .member(index - 1))
  }

  func decodeNil(forKey key: Key) throws -> Bool { isNull(try index(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let index = try index(key)
    return try access.tape.boolean(index) ?? decoder.boolean(at: index, .member(index - 1))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let index = try index(key)
    return try access.tape.plainString(index) ?? decoder.string(at: index, .member(index - 1))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let index = try index(key)
    return try decoder.double(at: index, .member(index - 1))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    let index = try index(key)
    return try decoder.float(at: index, .member(index - 1))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let index = try index(key)
    return try decoder.read(type, at: index, under: .member(index - 1))
  }

  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  @inline(__always)
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let index = indexIfPresent(key) else { return nil }
    return try access.tape.boolean(index) ?? decoder.boolean(at: index, .member(index - 1))
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let index = indexIfPresent(key) else { return nil }
    return try access.tape.plainString(index) ?? decoder.string(at: index, .member(index - 1))
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let index = indexIfPresent(key) else { return nil }
    return try decoder.double(at: index, .member(index - 1))
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let index = indexIfPresent(key) else { return nil }
    return try decoder.float(at: index, .member(index - 1))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let index = indexIfPresent(key) else { return nil }
    return try decoder.read(type, at: index, under: .member(index - 1))
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

extension ObjectDecodingContainer {
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try nested(key).unkeyedContainer() }

  func superDecoder() throws -> any Decoder { parent(PathKey.parent) }

  func superDecoder(forKey key: Key) throws -> any Decoder { parent(key) }

  private func nested(_ key: Key) throws -> ValueDecoder {
    let index = try index(key)
    return ValueDecoder(inside: decoder, at: index, under: .member(index - 1))
  }

  private func parent(_ key: any CodingKey) -> ValueDecoder {
    let index = access.find(key.stringValue)
    guard index >= 0 else { return ValueDecoder(inside: decoder, missing: key) }
    return ValueDecoder(inside: decoder, at: index, under: .member(index - 1))
  }
}
