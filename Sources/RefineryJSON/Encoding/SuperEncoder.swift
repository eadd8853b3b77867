/// The encoder that `superEncoder()` returns. When no object holds it or its containers any longer, its output is inserted.
final class SuperEncoder: Encoder, SingleValueEncodingContainer {
  private var encoder: ValueEncoder
  private let source: SuperEncoder?

  init(_ encoder: ValueEncoder, from source: SuperEncoder?) {
    self.encoder = encoder
    self.source = source
  }

  deinit {
    encoder.deliver()
    ValueEncoder.recycle(&encoder)
  }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let kind = encoder.context.kind(keyedBy: type)
    return encoder.claimed(kind).openContainer(type, kind, from: self)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ArrayEncodingContainer(encoder.claimed(.array), from: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { try encoder.encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
  func encode(_ value: Bool) throws { try encoder.encode(value) }
  func encode(_ value: String) throws { try encoder.encode(value) }
  func encode(_ value: Double) throws { try encoder.encode(value) }
  func encode(_ value: Float) throws { try encoder.encode(value) }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws { try encoder.encode(value) }
  func encode(_ value: Int128) throws { try encoder.encode(value) }
  func encode(_ value: UInt128) throws { try encoder.encode(value) }
}
