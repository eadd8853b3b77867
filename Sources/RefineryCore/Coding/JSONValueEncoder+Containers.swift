/// Makes the containers for one value.
struct ValueEncoder: Encoder {
  let encoding: Encoding
  let node: EncodingNode
  let codingPath: [any CodingKey]
  var isKeyedByData = false

  var userInfo: [CodingUserInfoKey: Any] { encoding.settings.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      KeyedWriter(encoding: encoding, node: claimed(as: .object), codingPath: codingPath, isKeyedByData: isKeyedByData))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedWriter(encoding: encoding, node: claimed(as: .array), codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleWriter(encoding: encoding, node: node, codingPath: codingPath)
  }

  /// Claims the node for one kind of container. A second kind cannot be refused here: its values are dropped, and the run fails
  /// at its end.
  private func claimed(as kind: EncodingNode.Kind) -> EncodingNode {
    if node.become(kind) { return node }
    let nowhere = EncodingNode()
    _ = nowhere.become(kind)
    encoding.fault = encoding.fault ?? .twoKinds(at: codingPath)
    return nowhere
  }
}

extension EncodingError {
  static func twoKinds(at path: [any CodingKey]) -> EncodingError {
    .invalidValue("", .init(codingPath: path, debugDescription: "The value wrote more than one kind of JSON in one place."))
  }
}

/// Writes the members of an object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoding: Encoding
  let node: EncodingNode
  let codingPath: [any CodingKey]
  let isKeyedByData: Bool

  private func name(of key: some CodingKey) -> String {
    isKeyedByData ? key.stringValue : encoding.name(of: key.stringValue)
  }

  private func write(_ json: JSONValue, _ key: Key) { node.append(.value(json), named: name(of: key)) }

  /// The only place where nil values are written: a synthesized `Codable` calls `encodeIfPresent` for every optional.
  private func write<Value>(_ value: Value?, _ key: Key, _ encode: (Value) throws -> Void) rethrows {
    if let value { try encode(value) } else if encoding.writesNulls { write(.null, key) }
  }

  func encodeNil(forKey key: Key) { write(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { write(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { write(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { write(try encoding.json(of: value, at: codingPath + [key]), key) }
  func encode(_ value: Float, forKey key: Key) throws { write(try encoding.json(of: value, at: codingPath + [key]), key) }
  func encode(_ value: Int, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: Int8, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: Int16, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: Int32, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: Int64, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: Int128, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: UInt, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: UInt8, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: UInt16, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: UInt32, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: UInt64, forKey key: Key) { write(.number(value), key) }
  func encode(_ value: UInt128, forKey key: Key) { write(.number(value), key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if let json = try encoding.member(of: value, at: codingPath + [key]) { write(json, key) }
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: String?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) { write(value, key) { encode($0, forKey: key) } }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try write(value, key) { try encode($0, forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    nested(key).container(keyedBy: Nested.self)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { nested(AnyKey.parent) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: some CodingKey) -> ValueEncoder {
    let name = name(of: key)
    if let existing = node.child(named: name) {
      return ValueEncoder(encoding: encoding, node: existing, codingPath: codingPath + [key])
    }
    let child = EncodingNode()
    node.append(.node(child), named: name)
    return ValueEncoder(encoding: encoding, node: child, codingPath: codingPath + [key])
  }
}
