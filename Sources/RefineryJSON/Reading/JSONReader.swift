/// Reads a document forward, directly from its bytes. Only ``JSONModelDecoder`` creates it.
///
/// It accepts what the decoder accepts, with the same strategies for dates, data and floats.
public struct JSONReader: ~Copyable {
  let bytes: DocumentBytes
  let settings: JSONModelDecoder
  var position = 0
  private var depth = 0
  /// The first fault.
  private(set) var fault: ReaderFault?

  init(_ bytes: DocumentBytes, settings: JSONModelDecoder, from start: Int = 0) {
    self.bytes = bytes
    self.settings = settings
    position = start
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

  /// Whether the next value is `null`. If so, the reader moves past it.
  public mutating func isNull() -> Bool {
    guard skipSpace() == UInt8(ascii: "n"), bytes.eight(position) & 0xFFFF_FFFF == 0x6C6C_756E else { return false }
    position &+= 4
    return true
  }

  /// Skips the next value. Its structure is checked, but not its numbers and strings.
  public mutating func skip() throws {
    do throws(JSONMalformed) {
      position = try bytes.endOfValue(from: position, depth: depth)
    } catch {
      throw fail(.malformed(error), at: position)
    }
  }

  // MARK: Objects

  /// Enters an object. ``next(in:)`` stops only at members with these names.
  @inline(__always)
  public mutating func object(_ keys: JSONKeys) throws -> JSONMembers {
    guard skipSpace() == UInt8(ascii: "{") else { throw mismatch([String: Any].self) }
    let members = JSONMembers(keys: keys, start: position)
    try enter()
    return members
  }

  /// Moves to the next member with one of the names. The caller must then read its value. Other members and repeated members
  /// are skipped: the first one counts.
  ///
  /// - Returns: the index of the member's name; nil after the last member.
  public mutating func next(in members: inout JSONMembers) throws -> Int? {
    while try isAtName(&members.isFirst) {
      let place = try name(members)
      guard skipSpace() == UInt8(ascii: ":") else { throw malformed() }
      position &+= 1
      guard let place, members.meet(place) else {
        try skip()
        continue
      }
      members.expected = place &+ 1
      return place
    }
    return nil
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
      throw malformed()
    }
    if byte == UInt8(ascii: "\"") { return true }
    guard byte == UInt8(ascii: "}") else { throw malformed() }
    leave()
    return false
  }

  /// Returns the value of a required member.
  ///
  /// - Throws: `DecodingError.keyNotFound` if `value` is nil.
  @inlinable
  public mutating func require<Value>(_ value: Value?, _ place: Int, of members: JSONMembers) throws -> Value {
    if let value { return value }
    throw missing(place, members)
  }

  @inline(never) @usableFromInline
  mutating func missing(_ place: Int, _ members: JSONMembers) -> any Error {
    let keys = members.keys.keys
    return fail(.missing(keys.indices.contains(place) ? keys[place].name : "\(place)"), at: members.start)
  }

  /// Reads a name. Returns its index; nil if it is not one of the names.
  @inline(__always)
  private mutating func name(_ members: JSONMembers) throws -> Int? {
    let start = position &+ 1
    let expected = members.expected
    if expected < members.keys.keys.count, let end = bytes.end(of: members.keys.keys[expected], at: start) {
      position = end
      return expected
    }
    return try otherName(members.keys, from: start, of: members.start)
  }

  /// Compares a name with all keys. The path of an error leads to the object.
  private mutating func otherName(_ keys: JSONKeys, from start: Int, of object: Int) throws -> Int? {
    do throws(JSONMalformed) {
      let (end, kind) = try bytes.endOfString(from: start)
      position = end &+ 1
      if kind == .plain {
        for (place, key) in keys.keys.enumerated() where bytes.end(of: key, at: start) != nil { return place }
      }
      // Names are equal if their text is equal: the kelvin sign equals the letter K.
      let name = try bytes.string(start..<end, kind)
      return keys.keys.firstIndex { $0.name == name }
    } catch {
      throw fail(.malformed(error), at: object)
    }
  }

  /// Enters an object whose names are data.
  mutating func object() throws -> JSONElements {
    guard skipSpace() == UInt8(ascii: "{") else { throw mismatch([String: Any].self) }
    let elements = JSONElements(start: position)
    try enter()
    return elements
  }

  /// Moves to the next member of such an object. Returns its name; nil after the last member.
  mutating func nextName(in names: inout JSONElements) throws -> String? {
    guard try isAtName(&names.isFirst) else { return nil }
    let name = try text(of: names.start)
    guard skipSpace() == UInt8(ascii: ":") else { throw malformed() }
    position &+= 1
    return name
  }

  /// Reads a name. The path of an error leads to the object.
  private mutating func text(of object: Int) throws -> String {
    let start = position &+ 1
    do throws(JSONMalformed) {
      let (end, kind) = try bytes.endOfString(from: start)
      position = end &+ 1
      return try bytes.string(start..<end, kind)
    } catch {
      throw fail(.malformed(error), at: object)
    }
  }

  // MARK: Lists

  /// Enters an array.
  public mutating func array() throws -> JSONElements {
    guard skipSpace() == UInt8(ascii: "[") else { throw mismatch([Any].self) }
    let elements = JSONElements(start: position)
    try enter()
    return elements
  }

  /// Moves to the next element, which the caller must then read. Returns false after the last one.
  public mutating func nextElement(in elements: inout JSONElements) throws -> Bool {
    var byte = skipSpace()
    if elements.isFirst {
      elements.isFirst = false
      if byte != UInt8(ascii: "]") { return true }
    } else if byte == UInt8(ascii: ",") {
      position &+= 1
      byte = skipSpace()
      if byte != UInt8(ascii: "]") { return true }
    }
    guard byte == UInt8(ascii: "]") else { throw malformed() }
    leave()
    return false
  }

  private mutating func enter() throws {
    guard depth < DocumentScanner.maximumDepth else {
      throw fail(.malformed(JSONMalformed(.tooDeep, at: position)), at: position)
    }
    depth &+= 1
    position &+= 1
  }

  private mutating func leave() {
    depth &-= 1
    position &+= 1
  }

  // MARK: Bytes

  /// Skips white space and returns the byte after it.
  @inline(__always)
  mutating func skipSpace() -> UInt8 { bytes.skipSpace(&position) }

  // MARK: Faults

  @inline(never)
  mutating func malformed() -> any Error {
    let reason: JSONMalformed.Reason = position >= bytes.count ? .unexpectedEnd : .unexpectedByte
    return fail(.malformed(JSONMalformed(reason, at: position)), at: position)
  }

  /// Returns the fault for a value of another kind, for null, or for a byte that begins no value.
  @inline(never)
  mutating func mismatch(_ type: any Any.Type) -> any Error {
    let start = position
    return fail(bytes.byte(start) == UInt8(ascii: "n") ? .null(type) : .mismatch(type), at: start)
  }

  /// Keeps the first fault and moves to the end of the document, where nothing can be read.
  @inline(never)
  mutating func fail(_ kind: ReaderFault.Kind, at offset: Int) -> any Error {
    let fault = fault ?? ReaderFault(kind: kind, offset: offset)
    self.fault = fault
    position = bytes.count
    return fault
  }
}
