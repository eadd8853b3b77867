/// The members of an object.
struct ShapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ShapeDecoder
  private var record: ShapeRecord { decoder.record }
  private var trial: ShapeProbe.Trial { decoder.trial }

  init(decoder: ShapeDecoder) { self.decoder = decoder }

  var codingPath: [any CodingKey] { [] }
  /// None: names that the type does not ask for are not made up.
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { key.stringValue != trial.missing }

  func decodeNil(forKey key: Key) throws -> Bool {
    if key.stringValue == trial.missing { throw ShapeProbe.Refusal() }
    return key.stringValue == trial.null
  }

  private func check(_ key: Key, _ type: any Any.Type) throws {
    if let refused = trial.refused, refused.name == key.stringValue, refused.types.contains(ObjectIdentifier(type)) {
      throw ShapeProbe.Refusal()
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    record.ask(key.stringValue, type, isRequired: true)
    let isAbsent = [trial.missing, trial.null].contains(key.stringValue)
    // An optional that is asked for as a value may be null, and a type of its own may be read from null.
    if isAbsent, key.stringValue == trial.missing || !(type is any NullableType.Type) { throw ShapeProbe.Refusal() }
    try check(key, type)
    return try decoder.probe.value(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    record.ask(key.stringValue, type, isRequired: false)
    try check(key, type)
    return nil
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try present(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try present(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try present(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try present(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try present(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try present(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(type, key) }

  private func present<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    record.ask(key.stringValue, type, isRequired: false)
    try check(key, type)
    return nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key.stringValue).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { try nested("super") }
  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key.stringValue) }

  private func nested(_ name: String) throws -> ShapeDecoder {
    let record = ShapeRecord()
    self.record.ask(name, nil, isRequired: true, nested: record)
    if [trial.missing, trial.null].contains(name) { throw ShapeProbe.Refusal() }
    return ShapeDecoder(probe: decoder.probe, record: record, trial: ShapeProbe.Trial())
  }
}

/// A type that is read from null.
private protocol NullableType {}
extension Optional: NullableType {}
