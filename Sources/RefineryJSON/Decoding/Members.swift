import FoundationEssentials

/// The members of an object.
struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let access: LevelAccess

  private var level: Level { access.level }

  init(level: Level) { access = LevelAccess(level) }
  init(_ reference: LevelReference<Level>) { access = LevelAccess(reference) }
  var codingPath: [any CodingKey] { level.codingPath }
  var allKeys: [Key] {
    let names = level.allNames()
    return level.rule == nil ? names.compactMap { Key(stringValue: $0) } : Level.keys(renamed: names)
  }

  func contains(_ key: Key) -> Bool { access.find(key.stringValue) >= 0 }

  @inline(__always)
  private func isNull(_ index: Int) -> Bool { Word.kind(access.tape.word(index)) == Word.null }

  /// Where the member's value is.
  @inline(__always)
  private func index(_ key: Key) throws -> Int {
    let index = access.find(key.stringValue)
    if index < 0 { throw level.missing(key) }
    return index
  }

  /// Where the member's value is, if it has one.
  @inline(__always)
  private func indexIfPresent(_ key: Key) -> Int? {
    let index = access.find(key.stringValue)
    return index < 0 || isNull(index) ? nil : index
  }

  @inline(__always)
  private func integer<Value: FixedWidthInteger>(_ key: Key) throws -> Value {
    let index = try index(key)
    return try access.tape.integer(index) ?? level.integer(at: index, .member(index - 1))
  }

  @inline(__always)
  private func integerIfPresent<Value: FixedWidthInteger>(_ key: Key) throws -> Value? {
    guard let index = indexIfPresent(key) else { return nil }
    return try access.tape.integer(index) ?? level.integer(at: index, .member(index - 1))
  }

  func decodeNil(forKey key: Key) throws -> Bool { isNull(try index(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let index = try index(key)
    return try access.tape.boolean(index) ?? level.boolean(at: index, .member(index - 1))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let index = try index(key)
    return try access.tape.plainString(index) ?? level.string(at: index, .member(index - 1))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let index = try index(key)
    return try level.double(at: index, .member(index - 1))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    let index = try index(key)
    return try level.float(at: index, .member(index - 1))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let index = try index(key)
    return try level.read(type, at: index, under: .member(index - 1))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let index = indexIfPresent(key) else { return nil }
    return try access.tape.boolean(index) ?? level.boolean(at: index, .member(index - 1))
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let index = indexIfPresent(key) else { return nil }
    return try access.tape.plainString(index) ?? level.string(at: index, .member(index - 1))
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let index = indexIfPresent(key) else { return nil }
    return try level.double(at: index, .member(index - 1))
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let index = indexIfPresent(key) else { return nil }
    return try level.float(at: index, .member(index - 1))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let index = indexIfPresent(key) else { return nil }
    return try level.read(type, at: index, under: .member(index - 1))
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(key) }
}

extension Members {
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try nested(key).unkeyedContainer() }

  func superDecoder() throws -> any Decoder { parent(PathKey.parent) }

  func superDecoder(forKey key: Key) throws -> any Decoder { parent(key) }

  private func nested(_ key: Key) throws -> Level {
    let index = try index(key)
    return Level(inside: level, at: index, under: .member(index - 1))
  }

  private func parent(_ key: any CodingKey) -> Level {
    let index = access.find(key.stringValue)
    guard index >= 0 else { return Level(inside: level, missing: key) }
    return Level(inside: level, at: index, under: .member(index - 1))
  }
}
