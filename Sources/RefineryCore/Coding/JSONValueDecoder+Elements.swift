/// Reads the elements of an array. After an element that cannot be decoded, the position is unchanged.
struct UnkeyedReader: UnkeyedDecodingContainer {
  let decoding: Decoding
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(decoding: Decoding, elements: [JSONValue], codingPath: [any CodingKey]) {
    self.decoding = decoding
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }
  private var path: [any CodingKey] { codingPath + [AnyKey(index: currentIndex)] }

  private func current(_ type: any Any.Type) throws -> JSONValue {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: path, debugDescription: "The array has no more elements."))
    }
    return elements[currentIndex]
  }

  private mutating func next<Value>(_ read: (UnkeyedReader, JSONValue) throws -> Value) throws -> Value {
    let value = try read(self, try current(Value.self))
    currentIndex += 1
    return value
  }

  private mutating func integer<Integer: FixedWidthInteger>() throws -> Integer {
    try next { try $0.decoding.integer($1, at: $0.path) }
  }

  mutating func decodeNil() throws -> Bool {
    guard try current(Any?.self).isNull else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decoding.bool($1, at: $0.path) } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decoding.string($1, at: $0.path) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decoding.double($1, at: $0.path) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.decoding.float($1, at: $0.path) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decoding.value(type, of: $1, at: $0.path) }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.nested($1).container(keyedBy: type) }
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.nested($1).unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try next { $0.nested($1) } }

  private func nested(_ json: JSONValue) -> ValueDecoder {
    ValueDecoder(decoding: decoding, json: json, codingPath: path)
  }
}

/// Reads one value.
struct SingleReader: SingleValueDecodingContainer {
  let decoding: Decoding
  let json: JSONValue
  let codingPath: [any CodingKey]

  private func integer<Integer: FixedWidthInteger>() throws -> Integer { try decoding.integer(json, at: codingPath) }

  func decodeNil() -> Bool { json.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try decoding.bool(json, at: codingPath) }
  func decode(_ type: String.Type) throws -> String { try decoding.string(json, at: codingPath) }
  func decode(_ type: Double.Type) throws -> Double { try decoding.double(json, at: codingPath) }
  func decode(_ type: Float.Type) throws -> Float { try decoding.float(json, at: codingPath) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoding.value(type, of: json, at: codingPath)
  }
}
