import FoundationEssentials

extension ValueEncoder: Encoder {
  var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if containerCache.isFor(type) { return claimed(.object).openContainer(type) }
    return otherContainer(type)
  }

  private func otherContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    let kind = containerCache.isForPositions(type) ? .array : context.kind(keyedBy: type)
    return claimed(kind).openContainer(type, kind)
  }

  /// Returns the keyed container of an encoder whose bracket is open, of an object or of an array by positions.
  func openContainer<Key: CodingKey>(
    _ type: Key.Type, _ kind: State, from source: SuperEncoder? = nil
  ) -> KeyedEncodingContainer<Key> {
    switch (kind, source) {
    case (.array, nil): return positionContainer(type)
    case (.array, let source?):
      return KeyedEncodingContainer(PositionEncodingContainer<Key>(UnretainedEncoder(self, from: source)))
    case (_, nil): return openContainer(type)
    case (_, let source?):
      return KeyedEncodingContainer(ObjectEncodingContainer<Key>(UnretainedEncoder(self, from: source)))
    }
  }

  /// Returns the keyed container of an encoder of an object whose bracket is open.
  @inline(__always)
  func openContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    containerCache.isFor(type) ? containerCache.container(KeyedEncodingContainer<Key>.self, for: type) : makeContainer(type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Most encoders are used either once or very often. A cached container is worthwhile only if the encoder is used often.
    guard isReused else { return KeyedEncodingContainer(ObjectEncodingContainer<Key>(UnretainedEncoder(self))) }
    let owner = ContainerOwner(self)
    let container = KeyedEncodingContainer(ObjectEncodingContainer<Key>(UnretainedEncoder(owner)))
    containerCache.set(container, for: Key.self, owner)
    return container
  }

  private func positionContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    if containerCache.isForPositions(type) { return containerCache.container(KeyedEncodingContainer<Key>.self, for: type) }
    guard isReused else { return KeyedEncodingContainer(PositionEncodingContainer<Key>(UnretainedEncoder(self))) }
    let owner = ContainerOwner(self)
    let container = KeyedEncodingContainer(PositionEncodingContainer<Key>(UnretainedEncoder(owner)))
    containerCache.set(container, for: Key.self, owner, isOfPositions: true)
    return container
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ArrayEncodingContainer(claimed(.array)) }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Returns this encoder with its bracket open. If that is not possible, returns an encoder whose output is dropped.
  @inline(__always)
  func claimed(_ wanted: State) -> ValueEncoder {
    if state == wanted { return self }
    guard state == .empty, nesting <= EncodingContext.maximumNesting else { return refused(wanted) }
    if !isOnTop { return refused(wanted) }
    begin(wanted)
    return self
  }

  private func refused(_ wanted: State) -> ValueEncoder {
    context.note(nesting > EncodingContext.maximumNesting ? tooDeep() : twoKinds())
    return discardingEncoder(wanted, nesting: nesting)
  }
}

/// Writes a single value as the value of this encoder.
extension ValueEncoder: SingleValueEncodingContainer {
  @inline(__always)
  private func write(_ write: (OutputBuffer) -> Void) throws {
    guard state == .empty, isOnTop else { throw twoKinds() }
    write(output)
    becomeSingle()
  }

  @inline(__always)
  private func write(number value: some EncodableFloat) throws {
    let text = value.isFinite ? nil : try text(of: value, at: [])
    try write { _ in write(value, text) }
  }

  func encodeNil() throws { try write { $0.writeNull() } }
  func encode(_ value: Bool) throws { try write { $0.write(value) } }
  func encode(_ value: String) throws { try write { $0.write(quoted: value, escapingSlashes: context.escapesSlashes) } }
  func encode(_ value: Double) throws { try write(number: value) }
  func encode(_ value: Float) throws { try write(number: value) }

  /// The value uses this same encoder, so a model may later add members to an object that it has written here.
  func encode<Value: Encodable>(_ value: Value) throws {
    guard state == .empty, isOnTop else { throw twoKinds() }
    try writeInPlace(value)
    if state == .empty { begin(.object) }
  }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  @inline(__always)
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws { try write { $0.write(integer: value) } }
  func encode(_ value: Int128) throws { try write { $0.write(integer: value) } }
  func encode(_ value: UInt128) throws { try write { $0.write(integer: value) } }
}
