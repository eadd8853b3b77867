/// Reads a document forward, directly from its bytes. Only ``JSONModelDecoder`` creates it.
///
/// It accepts what the decoder accepts, with the same strategies for dates, data and floats. After an error it cannot read
/// anything. `Codable` then reads the document, or says what is wrong with it.
public struct JSONReader: ~Copyable {
  /// The reader cannot continue. It never leaves the decoder.
  private struct Fault: Error {}

  let bytes: DocumentBytes
  let settings: JSONModelDecoder
  var position = 0
  private var depth = 0
  private(set) var hasFailed = false

  init(_ bytes: DocumentBytes, settings: JSONModelDecoder, from start: Int = 0) {
    self.bytes = bytes
    self.settings = settings
    position = start
  }

  /// Calls a function that reads. Returns nil if this reader could not read everything; the model may have caught its error.
  mutating func attempt<Value>(_ read: (inout JSONReader) throws -> Value?) throws -> Value? {
    do {
      let value = try read(&self)
      return hasFailed ? nil : value
    } catch {
      if hasFailed { return nil }
      throw error
    }
  }

  // MARK: Values

  /// Reads the next value.
  @inlinable
  public mutating func value<Value: JSONReadable>(_ type: Value.Type = Value.self) throws -> Value { try Value(json: &self) }

  /// Reads the next value; nil for `null`.
  @inlinable
  public mutating func valueIfPresent<Value: JSONReadable>(_ type: Value.Type = Value.self) throws -> Value? {
    isNull() ? nil : try Value(json: &self)
  }

  /// Reads the next value with `Decodable`. This costs as much as a separate document. During the read, coding paths begin at
  /// this value; the paths of errors are complete.
  @inlinable
  public mutating func value<Value: Decodable>(_ type: Value.Type) throws -> Value { try codable() }

  /// Reads the next value with `Decodable`; nil for `null`.
  @inlinable
  public mutating func valueIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? { isNull() ? nil : try codable() }

  /// Whether the next value is `null`. If so, the reader moves past it.
  public mutating func isNull() -> Bool {
    guard skipSpace() == UInt8(ascii: "n"), bytes.eight(position) & 0xFFFF_FFFF == 0x6C6C_756E else { return false }
    position &+= 4
    return true
  }

  /// Skips the next value. Its structure is checked, but not its numbers and strings.
  public mutating func skip() throws {
    guard let end = bytes.endOfValue(from: position, depth: depth) else { throw fail() }
    position = end
  }

  /// Reads the next value as a separate document.
  @inline(never) @usableFromInline
  mutating func codable<Value: Decodable>() throws -> Value {
    _ = skipSpace()
    let start = position
    try skip()
    do {
      let buffer = DocumentBuffer(bytes.array(start..<position), count: position &- start)
      try DocumentScanner.scan(buffer)
      return try DecodingContext(buffer, settings: settings).read { root in try root.readRoot(Value.self) }
    } catch {
      throw fail()
    }
  }

  // MARK: Objects

  /// Enters an object. ``next(in:)`` stops only at members with these names.
  @inline(__always)
  public mutating func object(_ keys: JSONKeys) throws -> JSONMembers {
    try enter(UInt8(ascii: "{"))
    return JSONMembers(keys: keys)
  }

  /// Moves to the next member with one of the names. The caller must then read its value. Other members and repeated members
  /// are skipped: the first one counts.
  ///
  /// - Returns: the index of the member's name; nil after the last member.
  public mutating func next(in members: inout JSONMembers) throws -> Int? {
    while try isAtName(&members.isFirst) {
      let place = try name(members)
      try passColon()
      guard let place, members.meet(place) else {
        try skip()
        continue
      }
      members.expected = place &+ 1
      return place
    }
    return nil
  }

  /// Returns the value of a member that must exist, unless its type is an optional or ``JSONOmittable``.
  ///
  /// - Throws: an error if `value` is nil.
  @inlinable
  public mutating func require<Value>(_ value: Value?) throws -> Value {
    if let value { return value }
    return try missing()
  }

  @inline(never) @usableFromInline
  mutating func missing<Value>() throws -> Value {
    if let omittable = Value.self as? any JSONOmittable.Type, let absent = omittable.absent as? Value { return absent }
    // A type alias can hide that the type is an optional.
    guard let none = Any?.none as? Value else { throw fail() }
    return none
  }

  /// Moves to the next name of an object. Returns false after its closing brace.
  @inline(__always)
  private mutating func isAtName(_ isFirst: inout Bool) throws -> Bool {
    var byte = skipSpace()
    if isFirst {
      isFirst = false
    } else if byte == UInt8(ascii: ",") {
      position &+= 1
      byte = skipSpace()
    } else if byte != UInt8(ascii: "}") {
      throw fail()
    }
    if byte == UInt8(ascii: "\"") { return true }
    guard byte == UInt8(ascii: "}") else { throw fail() }
    leave()
    return false
  }

  /// Reads a name. Returns its index; nil if it is not one of the names.
  @inline(__always)
  private mutating func name(_ members: JSONMembers) throws -> Int? {
    let expected = members.expected
    if expected < members.keys.keys.count, let end = bytes.end(of: members.keys.keys[expected], at: position &+ 1) {
      position = end
      return expected
    }
    return try otherName(members.keys)
  }

  /// Compares a name with all keys.
  private mutating func otherName(_ keys: JSONKeys) throws -> Int? {
    for (place, key) in keys.keys.enumerated() {
      guard let end = bytes.end(of: key, at: position &+ 1) else { continue }
      position = end
      return place
    }
    let name = try text()
    // Names are equal if their text is equal: the kelvin sign equals the letter K.
    return keys.keys.firstIndex { $0.name == name }
  }

  @inline(__always)
  private mutating func passColon() throws {
    guard skipSpace() == UInt8(ascii: ":") else { throw fail() }
    position &+= 1
  }

  /// Enters an object whose names are data.
  mutating func object() throws { try enter(UInt8(ascii: "{")) }

  /// Moves to the next member of such an object. Returns its name; nil after the last member.
  mutating func nextName(_ isFirst: inout Bool) throws -> String? {
    guard try isAtName(&isFirst) else { return nil }
    let name = try text()
    try passColon()
    return name
  }

  // MARK: Lists

  /// Enters an array.
  @usableFromInline
  mutating func array() throws { try enter(UInt8(ascii: "[")) }

  /// Moves to the next element, which the caller must then read. Returns false after the last one.
  @usableFromInline
  mutating func nextElement(_ isFirst: inout Bool) throws -> Bool {
    var byte = skipSpace()
    if isFirst {
      isFirst = false
      if byte != UInt8(ascii: "]") { return true }
    } else if byte == UInt8(ascii: ",") {
      position &+= 1
      byte = skipSpace()
      if byte != UInt8(ascii: "]") { return true }
    }
    guard byte == UInt8(ascii: "]") else { throw fail() }
    leave()
    return false
  }

  @inline(__always)
  private mutating func enter(_ bracket: UInt8) throws {
    guard skipSpace() == bracket, depth < DocumentScanner.maximumDepth else { throw fail() }
    depth &+= 1
    position &+= 1
  }

  private mutating func leave() {
    depth &-= 1
    position &+= 1
  }

  // MARK: Text

  /// Reads a string.
  mutating func text() throws -> String {
    guard skipSpace() == UInt8(ascii: "\"") else { throw fail() }
    let start = position &+ 1
    do throws(JSONMalformed) {
      let (end, kind) = try bytes.endOfString(from: start)
      position = end &+ 1
      return try bytes.string(start..<end, kind)
    } catch {
      throw fail()
    }
  }

  /// Makes a value of the next string. Returns nil, and reads nothing, if the value is another one or has escapes, or if the
  /// function returns nil.
  @inline(__always)
  mutating func plainText<Value>(_ make: (DocumentBytes, Range<Int>) -> Value?) -> Value? {
    guard skipSpace() == UInt8(ascii: "\""), let (end, kind) = try? bytes.endOfString(from: position &+ 1), kind == .plain,
      let value = make(bytes, position &+ 1..<end)
    else { return nil }
    position = end &+ 1
    return value
  }

  /// Skips white space and returns the byte after it.
  @inline(__always)
  mutating func skipSpace() -> UInt8 { bytes.skipSpace(&position) }

  /// Moves to the end of the document, where nothing can be read.
  @inline(never) @usableFromInline
  mutating func fail() -> any Error {
    hasFailed = true
    position = bytes.count
    return Fault()
  }
}
