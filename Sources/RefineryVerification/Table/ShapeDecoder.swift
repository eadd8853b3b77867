/// Answers every question of a type with a made-up value, and records the question.
struct ShapeDecoder: Decoder {
  let probe: ShapeProbe
  let record: ShapeRecord
  let trial: ShapeProbe.Trial
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if trial.refused?.name == nil, trial.refused != nil { throw ShapeProbe.Refusal() }
    return KeyedDecodingContainer(ShapeMembers<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if trial.refused?.name == nil, trial.refused != nil { throw ShapeProbe.Refusal() }
    record.isOther = true
    return ShapeElements(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { ShapeValue(decoder: self) }
}

/// One value.
private struct ShapeValue: SingleValueDecodingContainer {
  let decoder: ShapeDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    decoder.record.asksForNull = true
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let refused = decoder.trial.refused, refused.name == nil, refused.types.contains(ObjectIdentifier(type)) {
      throw ShapeProbe.Refusal()
    }
    let value = try decoder.probe.value(type, decoder.trial)
    decoder.record.askSingle(type)
    return value
  }
}

/// A list with one element.
private struct ShapeElements: UnkeyedDecodingContainer {
  let decoder: ShapeDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex > 0 }
  private(set) var currentIndex = 0

  init(decoder: ShapeDecoder) { self.decoder = decoder }

  private mutating func advance() throws {
    guard !isAtEnd else { throw ShapeProbe.Refusal() }
    currentIndex += 1
  }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try advance()
    return try decoder.probe.value(type)
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try advance()
    return try nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try advance()
    return try nested().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    try advance()
    return nested()
  }

  private func nested() -> ShapeDecoder {
    ShapeDecoder(probe: decoder.probe, record: ShapeRecord(), trial: ShapeProbe.Trial())
  }
}
