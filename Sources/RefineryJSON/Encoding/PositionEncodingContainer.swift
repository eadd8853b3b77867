/// Writes members as the elements of an array, at the positions that the keys of a model state. Skipped positions are null.
struct PositionEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let access: UnretainedEncoder

  private var encoder: ValueEncoder { access.encoder }
  private var list: ArrayEncodingContainer { ArrayEncodingContainer(encoder, from: access.source) }

  init(_ access: UnretainedEncoder) { self.access = access }

  var codingPath: [any CodingKey] { encoder.codingPath }

  /// The largest position that is written, because the positions before it are filled with null.
  private static var lastPosition: Int { 1 << 16 }

  /// Returns the array, filled up to the position of a key.
  private func filled(to key: Key) throws -> ArrayEncodingContainer {
    let list = list
    let position = key.intValue ?? -1
    let count = list.count
    guard position >= count else {
      let reason =
        position < 0 ? "A position must not be negative." : "Members must be written in the order of their positions."
      throw encoder.invalid(position, codingPath + [name(of: key)], reason)
    }
    guard position <= Self.lastPosition else {
      throw encoder.invalid(position, codingPath + [name(of: key)], "The position is above \(Self.lastPosition).")
    }
    for _ in count..<position { try list.encodeNil() }
    return list
  }

  private func name(of key: Key) -> PathKey { PathKey(stringValue: key.stringValue) }

  /// Writes the element of a key. In the path of an error, the name of the key replaces the position.
  private func write(_ key: Key, _ write: (ArrayEncodingContainer) throws -> Void) throws {
    do {
      let list = try filled(to: key)
      try write(list)
    } catch EncodingError.invalidValue(let value, let context) {
      var path = context.codingPath
      let depth = codingPath.count
      if path.count > depth { path[depth] = name(of: key) }
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError))
    }
  }

  func encodeNil(forKey key: Key) throws { try write(key) { try $0.encodeNil() } }
  func encode(_ value: Bool, forKey key: Key) throws { try write(key) { try $0.encode(value) } }
  func encode(_ value: String, forKey key: Key) throws { try write(key) { try $0.encode(value) } }
  func encode(_ value: Double, forKey key: Key) throws { try write(key) { try $0.encode(value) } }
  func encode(_ value: Float, forKey key: Key) throws { try write(key) { try $0.encode(value) } }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try write(key) { try $0.encode(value) } }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value, forKey key: Key) throws {
    try write(key) { try $0.encode(value) }
  }
  func encode(_ value: Int128, forKey key: Key) throws { try write(key) { try $0.encode(value) } }
  func encode(_ value: UInt128, forKey key: Key) throws { try write(key) { try $0.encode(value) } }
}

extension PositionEncodingContainer {
  /// A nil that is not written leaves a gap, which the next member fills with null.
  private func write<Value>(_ value: Value?, _ key: Key, _ encode: (Value) throws -> Void) throws {
    if let value { return try encode(value) }
    if encoder.context.writesNulls { try encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try write(value, key) { try encode($0, forKey: key) } }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try write(value, key) { try encode($0, forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    noteFaults { _ = try filled(to: key) }
    return list.nestedContainer(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    noteFaults { _ = try filled(to: key) }
    return list.nestedUnkeyedContainer()
  }

  func superEncoder() -> any Encoder { refusedSuperEncoder(PathKey.parent) }

  func superEncoder(forKey key: Key) -> any Encoder { refusedSuperEncoder(name(of: key)) }

  /// The output of a super encoder is inserted later, so the positions of the elements after it would be wrong.
  private func refusedSuperEncoder(_ key: PathKey) -> any Encoder {
    encoder.context.note(encoder.invalid(key.stringValue, codingPath + [key], "An array by positions has no super encoder."))
    return list.superEncoder()
  }

  private func noteFaults(_ body: () throws -> Void) {
    do { try body() } catch let error as EncodingError { encoder.context.note(error) } catch {}
  }
}
