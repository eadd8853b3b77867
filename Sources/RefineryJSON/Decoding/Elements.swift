import FoundationEssentials

/// The elements of a list, read one after the other. It fits into an existential, so that handing it out allocates nothing.
struct Elements: UnkeyedDecodingContainer {
  let level: Level
  private var at: Int
  private(set) var currentIndex = 0

  /// The elements of the list that a level stands at.
  init(level: Level) {
    self.level = level
    at = level.index + 1
  }

  var codingPath: [any CodingKey] { level.codingPath }
  var isAtEnd: Bool { at >= Word.next(level.word, at: level.index) }

  var count: Int? {
    let count = Word.length(level.word)
    guard count == Word.limit else { return count }
    var exact = 0
    var index = level.index + 1
    while index < Word.next(level.word, at: level.index) {
      index = Word.next(level.tape.word(index), at: index)
      exact += 1
    }
    return exact
  }

  /// Reads the next element, and goes on to the one behind it unless that fails.
  @inline(__always)
  private mutating func next<Value>(_ type: Any.Type, _ read: (Level, Int, Place) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw level.exhausted(type, currentIndex) }
    let value = try read(level, at, .element(currentIndex))
    advance()
    return value
  }

  @inline(__always)
  private mutating func advance() {
    at = Word.next(level.tape.word(at), at: at)
    currentIndex &+= 1
  }

  @inline(__always)
  private mutating func integer<Value: FixedWidthInteger>() throws -> Value {
    try next(Value.self) { try $0.integer(at: $1, $2) }
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw level.exhausted(Never.self, currentIndex) }
    guard level.isNull(at: at) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.boolean(at: $1, $2) } }
  mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.string(at: $1, $2) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.double(at: $1, $2) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.float(at: $1, $2) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.read(type, at: $1, under: $2) }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next(KeyedDecodingContainer<Nested>.self) {
      try Level(inside: $0, at: $1, under: $2).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) { try Level(inside: $0, at: $1, under: $2).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { Level(inside: $0, at: $1, under: $2) }
  }
}
