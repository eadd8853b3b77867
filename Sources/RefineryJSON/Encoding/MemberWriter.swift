import FoundationEssentials

/// Writes the members of an object.
struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let access: WriterAccess

  init(_ access: WriterAccess) { self.access = access }

  var codingPath: [any CodingKey] { access.level.codingPath }

  @inline(__always)
  private func write(_ key: Key, _ write: (Sink, Writing) -> Void) {
    access.use { level in
      level.begin(level.writing.convertsNames ? level.name(of: key) : key.stringValue)
      write(level.sink, level.writing)
    }
  }

  @inline(__always)
  private func write(integer value: some FixedWidthInteger, _ key: Key) { write(key) { sink, _ in sink.write(integer: value) } }

  @inline(__always)
  private func write(number value: some WrittenNumber, _ key: Key) throws {
    try access.use { level in
      let text = value.isFinite ? nil : try level.text(of: value, at: [key])
      level.begin(level.writing.convertsNames ? level.name(of: key) : key.stringValue)
      level.write(value, text)
    }
  }

  func encodeNil(forKey key: Key) throws { write(key) { sink, _ in sink.writeNull() } }
  func encode(_ value: Bool, forKey key: Key) throws { write(key) { sink, _ in sink.write(value) } }
  func encode(_ value: String, forKey key: Key) throws {
    write(key) { sink, writing in sink.write(quoted: value, escapingSlashes: writing.escapesSlashes) }
  }
  func encode(_ value: Double, forKey key: Key) throws { try write(number: value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try write(number: value, key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try access.use { level in
      let count = level.sink.count
      level.begin(level.writing.convertsNames ? level.name(of: key) : key.stringValue)
      try level.write(value, orUndoTo: count)
    }
  }
  func encode(_ value: Int, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { write(integer: value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { write(integer: value, key) }
}

extension MemberWriter {
  /// The one place where a missing value is met: a synthesized `Codable` calls `encodeIfPresent` for every optional.
  @inline(__always)
  private func write<Value>(_ value: Value?, _ key: Key, _ encode: (Value) throws -> Void) throws {
    if let value { return try encode(value) }
    if access.level.writing.writesNulls { try encodeNil(forKey: key) }
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
    let part = access.use { $0.part(key, .object, apart: access.source != nil) }
    guard let source = access.source else { return part.openContainer(type) }
    return KeyedEncodingContainer(MemberWriter<Nested>(WriterAccess(part, from: source)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ElementWriter(access.use { $0.part(key, .array, apart: access.source != nil) }, from: access.source)
  }

  func superEncoder() -> any Encoder { SuperEncoder(access.level.superLevel(PathKey.parent), from: access.source) }

  func superEncoder(forKey key: Key) -> any Encoder { SuperEncoder(access.level.superLevel(key), from: access.source) }
}
