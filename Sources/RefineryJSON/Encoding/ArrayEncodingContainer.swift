/// Writes the elements of an array.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
  private let encoder: ValueEncoder
  private let source: SuperEncoder?

  init(_ encoder: ValueEncoder, from source: SuperEncoder? = nil) {
    self.encoder = encoder
    self.source = source
  }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elementCount }

  @inline(__always)
  private func use<Result>(_ body: (ValueEncoder) throws -> Result) rethrows -> Result {
    encoder.isOnTop ? try body(encoder) : try body(encoder.standIn())
  }

  @inline(__always)
  private func write(_ write: (OutputBuffer, EncodingContext) -> Void) {
    use { encoder in
      encoder.separate()
      write(encoder.output, encoder.context)
    }
  }

  @inline(__always)
  private func write(integer value: some FixedWidthInteger) { write { output, _ in output.write(integer: value) } }

  @inline(__always)
  private func write(number value: some EncodableFloat) throws {
    try use { encoder in
      let text = value.isFinite ? nil : try encoder.text(of: value, at: [PathKey(element: encoder.count)])
      encoder.separate()
      encoder.write(value, text)
    }
  }

  func encodeNil() throws { write { output, _ in output.writeNull() } }
  func encode(_ value: Bool) throws { write { output, _ in output.write(value) } }
  func encode(_ value: String) throws {
    write { output, context in output.write(quoted: value, escapingSlashes: context.escapesSlashes) }
  }
  func encode(_ value: Double) throws { try write(number: value) }
  func encode(_ value: Float) throws { try write(number: value) }
  func encode<Value: Encodable>(_ value: Value) throws {
    try use { encoder in
      let count = encoder.output.count
      encoder.separate()
      try encoder.write(value, orUndoTo: count)
    }
  }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  @inline(__always)
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws { write(integer: value) }
  func encode(_ value: Int128) throws { write(integer: value) }
  func encode(_ value: UInt128) throws { write(integer: value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    let kind = encoder.context.kind(keyedBy: type)
    return use { $0.part(kind, apart: source != nil) }.openContainer(type, kind, from: source)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ArrayEncodingContainer(use { $0.part(.array, apart: source != nil) }, from: source)
  }

  func superEncoder() -> any Encoder { SuperEncoder(encoder.superValueEncoder(), from: source) }
}
