/// Stands in a document and reads forward, straight from its bytes. It comes from ``JSONModelDecoder`` alone.
///
/// It takes what the decoder takes otherwise, with the same settings for dates, data and floats.
public struct JSONReader: ~Copyable {
  let bytes: Bytes
  let settings: JSONModelDecoder
  var position = 0
  private var depth = 0
  /// The first thing that went wrong.
  private(set) var fault: ReadingFault?

  init(_ bytes: Bytes, settings: JSONModelDecoder, from start: Int = 0) {
    self.bytes = bytes
    self.settings = settings
    position = start
  }

  // MARK: Values

  /// The next value.
  @inlinable
  public mutating func value<Value: JSONReadable>(_ type: Value.Type = Value.self) throws -> Value { try Value(json: &self) }

  /// The next value, or nil for `null`.
  @inlinable
  public mutating func valueIfPresent<Value: JSONReadable>(_ type: Value.Type = Value.self) throws -> Value? {
    isNull() ? nil : try Value(json: &self)
  }

  /// Whether the next value is `null`, which is then behind the reader.
  public mutating func isNull() -> Bool {
    guard skipSpace() == UInt8(ascii: "n"), bytes.eight(position) & 0xFFFF_FFFF == 0x6C6C_756E else { return false }
    position &+= 4
    return true
  }

  /// Passes over the next value. Its structure is checked; what its strings and numbers say is not.
  public mutating func skip() throws {
    do throws(Malformed) {
      position = try bytes.endOfValue(from: position, depth: depth)
    } catch {
      throw fail(.malformed(error), at: position)
    }
  }

  // MARK: Objects

  /// Enters an object, of whose members those with these names are wanted.
  @inline(__always)
  public mutating func object(_ keys: JSONKeys) throws -> JSONMembers {
    guard skipSpace() == UInt8(ascii: "{") else { throw mismatch([String: Any].self) }
    let members = JSONMembers(keys: keys, start: position)
    try enter()
    return members
  }

  /// Goes to the next member that is wanted, whose value is to be read then, and gives the place of its name in the keys.
  /// Others are passed over, and so are repetitions: the first one counts. Nil behind the end of the object.
  public mutating func next(in members: inout JSONMembers) throws -> Int? {
    while true {
      var byte = skipSpace()
      if members.isFirst {
        members.isFirst = false
      } else if byte == UInt8(ascii: ",") {
        position &+= 1
        byte = skipSpace()
      } else if byte != UInt8(ascii: "}") {
        throw malformed()
      }
      guard byte == UInt8(ascii: "\"") else {
        guard byte == UInt8(ascii: "}") else { throw malformed() }
        leave()
        return nil
      }
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
  }

  /// The value of a member that has to be there.
  ///
  /// - Throws: that it is missing, if `value` is nil.
  @inlinable
  public mutating func require<Value>(_ value: Value?, _ place: Int, of members: JSONMembers) throws -> Value {
    if let value { return value }
    throw missing(place, members)
  }

  @inline(never) @usableFromInline
  mutating func missing(_ place: Int, _ members: JSONMembers) -> any Error {
    fail(.missing(members.keys.keys[place].name), at: members.start)
  }

  /// Reads a name; its place if it is wanted.
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

  /// What is wrong with a name is said of its object.
  private mutating func otherName(_ keys: JSONKeys, from start: Int, of object: Int) throws -> Int? {
    do throws(Malformed) {
      let (end, kind) = try bytes.endOfString(from: start)
      position = end &+ 1
      if kind == Word.plain {
        for (place, key) in keys.keys.enumerated() where bytes.end(of: key, at: start) != nil { return place }
      }
      // Names that are equal as text count as the same, such as the sign of the kelvin and the letter K.
      guard let name = kind == Word.escaped ? try bytes.unescaped(start..<end) : bytes.text(start..<end) else {
        throw Malformed(.invalidText, at: start)
      }
      return keys.keys.firstIndex { $0.name == name }
    } catch {
      throw fail(.malformed(error), at: object)
    }
  }

  /// Enters an object whose names are data.
  mutating func object() throws -> JSONElements {
    guard skipSpace() == UInt8(ascii: "{") else { throw mismatch([String: Any].self) }
    try enter()
    return JSONElements()
  }

  /// Goes to the next member of such an object, and gives its name; nil behind the end.
  mutating func nextName(in names: inout JSONElements) throws -> String? {
    var byte = skipSpace()
    if names.isFirst {
      names.isFirst = false
    } else if byte == UInt8(ascii: ",") {
      position &+= 1
      byte = skipSpace()
    } else if byte != UInt8(ascii: "}") {
      throw malformed()
    }
    guard byte == UInt8(ascii: "\"") else {
      guard byte == UInt8(ascii: "}") else { throw malformed() }
      leave()
      return nil
    }
    let name = try String(json: &self)
    guard skipSpace() == UInt8(ascii: ":") else { throw malformed() }
    position &+= 1
    return name
  }

  // MARK: Lists

  /// Enters a list.
  public mutating func array() throws -> JSONElements {
    guard skipSpace() == UInt8(ascii: "[") else { throw mismatch([Any].self) }
    try enter()
    return JSONElements()
  }

  /// Goes to the next element, which is to be read then; false behind the end of the list.
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
    guard depth < Scanner.depth else { throw fail(.malformed(Malformed(.tooDeep, at: position)), at: position) }
    depth &+= 1
    position &+= 1
  }

  private mutating func leave() {
    depth &-= 1
    position &+= 1
  }

  // MARK: Bytes

  /// Skips space, and gives the byte behind it.
  @inline(__always)
  mutating func skipSpace() -> UInt8 {
    while true {
      let byte = bytes.byte(position)
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position &+= 1
    }
  }

  // MARK: Faults

  @inline(never)
  mutating func malformed() -> any Error {
    let reason: Malformed.Reason = position >= bytes.count ? .unexpectedEnd : .unexpectedByte
    return fail(.malformed(Malformed(reason, at: position)), at: position)
  }

  /// Another kind of value stands here, or null, or nothing that is a value.
  @inline(never)
  mutating func mismatch(_ type: any Any.Type) -> any Error {
    let start = position
    return fail(bytes.byte(start) == UInt8(ascii: "n") ? .null(type) : .mismatch(type), at: start)
  }

  /// Notes what went wrong. The reader stands at the end from then on, where nothing can be read.
  @inline(never)
  mutating func fail(_ kind: ReadingFault.Kind, at offset: Int) -> any Error {
    let fault = fault ?? ReadingFault(kind: kind, offset: offset)
    self.fault = fault
    position = bytes.count
    return fault
  }
}
