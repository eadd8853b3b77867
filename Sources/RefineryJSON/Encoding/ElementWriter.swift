/// Writes the elements of a list.
struct ElementWriter: UnkeyedEncodingContainer {
  private let level: WritingLevel
  private let source: SuperEncoder?

  init(_ level: WritingLevel, from source: SuperEncoder? = nil) {
    self.level = level
    self.source = source
  }

  var codingPath: [any CodingKey] { level.codingPath }
  var count: Int { level.count }

  @inline(__always)
  private func use<Result>(_ body: (WritingLevel) throws -> Result) rethrows -> Result {
    level.isOnTop ? try body(level) : try body(level.standIn())
  }

  @inline(__always)
  private func write(_ write: (Sink, Writing) -> Void) {
    use { level in
      level.separate()
      write(level.sink, level.writing)
    }
  }

  @inline(__always)
  private func write(integer value: some FixedWidthInteger) { write { sink, _ in sink.write(integer: value) } }

  @inline(__always)
  private func write(number value: some WrittenNumber) throws {
    try use { level in
      let text = value.isFinite ? nil : try level.text(of: value, at: [PathKey(element: level.count)])
      level.separate()
      level.write(value, text)
    }
  }

  func encodeNil() throws { write { sink, _ in sink.writeNull() } }
  func encode(_ value: Bool) throws { write { sink, _ in sink.write(value) } }
  func encode(_ value: String) throws {
    write { sink, writing in sink.write(quoted: value, escapingSlashes: writing.escapesSlashes) }
  }
  func encode(_ value: Double) throws { try write(number: value) }
  func encode(_ value: Float) throws { try write(number: value) }
  func encode<Value: Encodable>(_ value: Value) throws {
    try use { level in
      let count = level.sink.count
      level.separate()
      try level.write(value, orUndoTo: count)
    }
  }
  func encode(_ value: Int) throws { write(integer: value) }
  func encode(_ value: Int8) throws { write(integer: value) }
  func encode(_ value: Int16) throws { write(integer: value) }
  func encode(_ value: Int32) throws { write(integer: value) }
  func encode(_ value: Int64) throws { write(integer: value) }
  func encode(_ value: UInt) throws { write(integer: value) }
  func encode(_ value: UInt8) throws { write(integer: value) }
  func encode(_ value: UInt16) throws { write(integer: value) }
  func encode(_ value: UInt32) throws { write(integer: value) }
  func encode(_ value: UInt64) throws { write(integer: value) }
  func encode(_ value: Int128) throws { write(integer: value) }
  func encode(_ value: UInt128) throws { write(integer: value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    let part = use { $0.part(.object, apart: source != nil) }
    guard let source else { return part.openContainer(type) }
    return KeyedEncodingContainer(MemberWriter<Nested>(WriterAccess(part, from: source)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ElementWriter(use { $0.part(.array, apart: source != nil) }, from: source)
  }

  func superEncoder() -> any Encoder { SuperEncoder(level.superLevel(), from: source) }
}
