import FoundationEssentials

/// Writes the members of an object.
struct ObjectEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let access: UnretainedEncoder

  init(_ access: UnretainedEncoder) { self.access = access }

  var codingPath: [any CodingKey] { access.encoder.codingPath }

  @inline(__always)
  private func write(_ key: Key, _ write: (OutputBuffer, EncodingContext) -> Void) {
    access.use { encoder in
      encoder.begin(encoder.context.convertsNames ? encoder.name(of: key) : key.stringValue)
      write(encoder.output, encoder.context)
    }
  }

  @inline(__always)
  private func write(integer value: some FixedWidthInteger, _ key: Key) {
    write(key) { output, _ in output.write(integer: value) }
  }

  @inline(__always)
  private func write(number value: some EncodableFloat, _ key: Key) throws {
    try access.use { encoder in
      let text = value.isFinite ? nil : try encoder.text(of: value, at: [key])
      encoder.begin(encoder.context.convertsNames ? encoder.name(of: key) : key.stringValue)
      encoder.write(value, text)
    }
  }

  func encodeNil(forKey key: Key) throws { write(key) { output, _ in output.writeNull() } }
  func encode(_ value: Bool, forKey key: Key) throws { write(key) { output, _ in output.write(value) } }
  func encode(_ value: String, forKey key: Key) throws {
    write(key) { output, context in output.write(quoted: value, escapingSlashes: context.escapesSlashes) }
  }
  func encode(_ value: Double, forKey key: Key) throws { try write(number: value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try write(number: value, key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try access.use { encoder in
      let count = encoder.output.count
      encoder.begin(encoder.context.convertsNames ? encoder.name(of: key) : key.stringValue)
      try encoder.write(value, orUndoTo: count)
    }
  }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  @inline(__always)
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { write(integer: value, key) }
}

extension ObjectEncodingContainer {
  /// A synthesized `Codable` calls `encodeIfPresent` for every optional, so only this method applies `writesNulls`.
  @inline(__always)
  private func write<Value>(_ value: Value?, _ key: Key, _ encode: (Value) throws -> Void) throws {
    if let value { return try encode(value) }
    if access.encoder.context.writesNulls { try encodeNil(forKey: key) }
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

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let kind = access.encoder.context.kind(keyedBy: type)
    return access.use { $0.part(key, kind, apart: access.source != nil) }.openContainer(type, kind, from: access.source)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ArrayEncodingContainer(access.use { $0.part(key, .array, apart: access.source != nil) }, from: access.source)
  }

  func superEncoder() -> any Encoder { SuperEncoder(access.encoder.superValueEncoder(PathKey.parent), from: access.source) }

  func superEncoder(forKey key: Key) -> any Encoder { SuperEncoder(access.encoder.superValueEncoder(key), from: access.source) }
}
