import FoundationEssentials

/// Reads the elements of an array in order. It fits into an existential, so returning it allocates nothing.
struct ArrayDecodingContainer: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  private var at: Int
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder) {
    self.decoder = decoder
    at = decoder.index + 1
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { at >= decoder.entry.next(after: decoder.index) }

  // Never nil, because code of others may unwrap it.
  var count: Int? { decoder.elementCount }

  /// Reads the next element, and advances unless reading fails.
  @inline(__always)
  private mutating func next<Value>(_ type: Any.Type, _ read: (ValueDecoder, Int, PathStep) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw decoder.exhausted(type, currentIndex) }
    let value = try read(decoder, at, .element(currentIndex))
    advance()
    return value
  }

  @inline(__always)
  private mutating func advance() {
    at = decoder.tape[at].next(after: at)
    currentIndex &+= 1
  }

  @inline(__always)
  private mutating func integer<Value: FixedWidthInteger>() throws -> Value {
    try next(Value.self) { try $0.integer(at: $1, $2) }
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw decoder.exhausted(Never.self, currentIndex) }
    guard decoder.isNull(at: at) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.boolean(at: $1, $2) } }
  mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.string(at: $1, $2) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.double(at: $1, $2) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.float(at: $1, $2) } }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  @inline(__always)
  mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.read(type, at: $1, under: $2) }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next(KeyedDecodingContainer<Nested>.self) {
      try ValueDecoder(inside: $0, at: $1, under: $2).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) { try ValueDecoder(inside: $0, at: $1, under: $2).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { ValueDecoder(inside: $0, at: $1, under: $2) }
  }
}
