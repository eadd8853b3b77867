/// The encoder that a container hands out for a part of a value, most often a superclass's. What it took is put in its place
/// when nobody has it any more, nor a container that came from it.
final class SuperEncoder: Encoder, SingleValueEncodingContainer {
  private var level: WritingLevel
  private let source: SuperEncoder?

  init(_ level: WritingLevel, from source: SuperEncoder?) {
    self.level = level
    self.source = source
  }

  deinit {
    level.deliver()
    WritingLevel.recycle(&level)
  }

  var codingPath: [any CodingKey] { level.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { level.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberWriter<Key>(WriterAccess(level.claimed(.object), from: self)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ElementWriter(level.claimed(.array), from: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { try level.encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try level.encode(value) }
  func encode(_ value: Bool) throws { try level.encode(value) }
  func encode(_ value: String) throws { try level.encode(value) }
  func encode(_ value: Double) throws { try level.encode(value) }
  func encode(_ value: Float) throws { try level.encode(value) }
  func encode(_ value: Int) throws { try level.encode(value) }
  func encode(_ value: Int8) throws { try level.encode(value) }
  func encode(_ value: Int16) throws { try level.encode(value) }
  func encode(_ value: Int32) throws { try level.encode(value) }
  func encode(_ value: Int64) throws { try level.encode(value) }
  func encode(_ value: UInt) throws { try level.encode(value) }
  func encode(_ value: UInt8) throws { try level.encode(value) }
  func encode(_ value: UInt16) throws { try level.encode(value) }
  func encode(_ value: UInt32) throws { try level.encode(value) }
  func encode(_ value: UInt64) throws { try level.encode(value) }
  func encode(_ value: Int128) throws { try level.encode(value) }
  func encode(_ value: UInt128) throws { try level.encode(value) }
}
