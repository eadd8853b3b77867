import FoundationEssentials

extension WritingLevel: Encoder {
  var userInfo: [CodingUserInfoKey: Any] { writing.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    claimed(.object).openContainer(type)
  }

  /// The container of members of a level whose bracket is open.
  @inline(__always)
  func openContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    handedOut.isFor(type) ? handedOut.container(KeyedEncodingContainer<Key>.self, for: type) : makeContainer(type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Most levels are used once or very often.
    guard isReused else { return KeyedEncodingContainer(MemberWriter<Key>(WriterAccess(self))) }
    let reference = LevelReference(self)
    let container = KeyedEncodingContainer(MemberWriter<Key>(WriterAccess(reference)))
    handedOut.set(container, for: Key.self, reference)
    return container
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ElementWriter(claimed(.array)) }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// This level with its bracket open, or one that writes to nowhere if it cannot be.
  @inline(__always)
  func claimed(_ wanted: State) -> WritingLevel {
    if state == wanted { return self }
    guard state == .empty, nesting <= Writing.maximumNesting else { return refused(wanted) }
    if !isOnTop { return refused(wanted) }
    begin(wanted)
    return self
  }

  private func refused(_ wanted: State) -> WritingLevel {
    writing.note(nesting > Writing.maximumNesting ? tooDeep() : twoKinds())
    return nowhere(wanted, nesting: nesting)
  }
}

/// Writes one value in place of this level's.
extension WritingLevel: SingleValueEncodingContainer {
  @inline(__always)
  private func write(_ write: (Sink) -> Void) throws {
    guard state == .empty, isOnTop else { throw twoKinds() }
    write(sink)
    becomeSingle()
  }

  @inline(__always)
  private func write(number value: some WrittenNumber) throws {
    let text = value.isFinite ? nil : try text(of: value, at: [])
    try write { _ in write(value, text) }
  }

  func encodeNil() throws { try write { $0.writeNull() } }
  func encode(_ value: Bool) throws { try write { $0.write(value) } }
  func encode(_ value: String) throws { try write { $0.write(quoted: value, escapingSlashes: writing.escapesSlashes) } }
  func encode(_ value: Double) throws { try write(number: value) }
  func encode(_ value: Float) throws { try write(number: value) }

  /// The value's own encoder is this one: a model may put members beside those of an object that it wrote so.
  func encode<Value: Encodable>(_ value: Value) throws {
    guard state == .empty, isOnTop else { throw twoKinds() }
    try writeInPlace(value)
    if state == .empty { begin(.object) }
  }
  func encode(_ value: Int) throws { try write { $0.write(integer: value) } }
  func encode(_ value: Int8) throws { try write { $0.write(integer: value) } }
  func encode(_ value: Int16) throws { try write { $0.write(integer: value) } }
  func encode(_ value: Int32) throws { try write { $0.write(integer: value) } }
  func encode(_ value: Int64) throws { try write { $0.write(integer: value) } }
  func encode(_ value: UInt) throws { try write { $0.write(integer: value) } }
  func encode(_ value: UInt8) throws { try write { $0.write(integer: value) } }
  func encode(_ value: UInt16) throws { try write { $0.write(integer: value) } }
  func encode(_ value: UInt32) throws { try write { $0.write(integer: value) } }
  func encode(_ value: UInt64) throws { try write { $0.write(integer: value) } }
  func encode(_ value: Int128) throws { try write { $0.write(integer: value) } }
  func encode(_ value: UInt128) throws { try write { $0.write(integer: value) } }
}
