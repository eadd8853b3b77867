/// Writes the elements of an array.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let encoding: Encoding
  let node: EncodingNode
  let codingPath: [any CodingKey]

  var count: Int { node.children.count }
  private var path: [any CodingKey] { codingPath + [AnyKey(index: count)] }
  private func write(_ json: JSONValue) { node.children.append(.value(json)) }

  func encodeNil() { write(.null) }
  func encode(_ value: Bool) { write(.bool(value)) }
  func encode(_ value: String) { write(.string(value)) }
  func encode(_ value: Double) throws { write(try encoding.json(of: value, at: path)) }
  func encode(_ value: Float) throws { write(try encoding.json(of: value, at: path)) }
  func encode(_ value: Int) { write(.number(value)) }
  func encode(_ value: Int8) { write(.number(value)) }
  func encode(_ value: Int16) { write(.number(value)) }
  func encode(_ value: Int32) { write(.number(value)) }
  func encode(_ value: Int64) { write(.number(value)) }
  func encode(_ value: Int128) { write(.number(value)) }
  func encode(_ value: UInt) { write(.number(value)) }
  func encode(_ value: UInt8) { write(.number(value)) }
  func encode(_ value: UInt16) { write(.number(value)) }
  func encode(_ value: UInt32) { write(.number(value)) }
  func encode(_ value: UInt64) { write(.number(value)) }
  func encode(_ value: UInt128) { write(.number(value)) }
  func encode<Value: Encodable>(_ value: Value) throws { write(try encoding.json(of: value, at: path)) }

  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: Nested.self)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }

  private func nested() -> ValueEncoder {
    let child = EncodingNode()
    let encoder = ValueEncoder(encoding: encoding, node: child, codingPath: path)
    node.children.append(.node(child))
    return encoder
  }
}

/// Writes one value.
struct SingleWriter: SingleValueEncodingContainer {
  let encoding: Encoding
  let node: EncodingNode
  let codingPath: [any CodingKey]

  private func write(_ json: JSONValue) throws {
    guard node.become(.scalar(json)) else { throw EncodingError.twoKinds(at: codingPath) }
  }

  func encodeNil() throws { try write(.null) }
  func encode(_ value: Bool) throws { try write(.bool(value)) }
  func encode(_ value: String) throws { try write(.string(value)) }
  func encode(_ value: Double) throws { try write(try encoding.json(of: value, at: codingPath)) }
  func encode(_ value: Float) throws { try write(try encoding.json(of: value, at: codingPath)) }
  func encode(_ value: Int) throws { try write(.number(value)) }
  func encode(_ value: Int8) throws { try write(.number(value)) }
  func encode(_ value: Int16) throws { try write(.number(value)) }
  func encode(_ value: Int32) throws { try write(.number(value)) }
  func encode(_ value: Int64) throws { try write(.number(value)) }
  func encode(_ value: Int128) throws { try write(.number(value)) }
  func encode(_ value: UInt) throws { try write(.number(value)) }
  func encode(_ value: UInt8) throws { try write(.number(value)) }
  func encode(_ value: UInt16) throws { try write(.number(value)) }
  func encode(_ value: UInt32) throws { try write(.number(value)) }
  func encode(_ value: UInt64) throws { try write(.number(value)) }
  func encode(_ value: UInt128) throws { try write(.number(value)) }
  func encode<Value: Encodable>(_ value: Value) throws { try write(try encoding.json(of: value, at: codingPath)) }
}
