import FoundationEssentials

extension JSONReader {
  /// A whole number.
  @inline(__always)
  mutating func integer<Value: FixedWidthInteger>() throws -> Value {
    let first = skipSpace()
    let start = position
    var at = start
    if first == UInt8(ascii: "-") { at &+= 1 }
    let digits = at
    var value: Int64 = 0
    while true {
      let digit = bytes.byte(at) &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ Int64(digit)
      at &+= 1
    }
    // Eighteen digits cannot overflow; anything less plain is left to those who know.
    let count = at &- digits
    guard count > 0, count <= 18, count == 1 || bytes.byte(digits) != 0x30, !Self.goesOn(bytes.byte(at)),
      let fitting = Value(exactly: first == UInt8(ascii: "-") ? 0 &- value : value)
    else { return try otherInteger() }
    position = at
    return fitting
  }

  @inline(never)
  private mutating func otherInteger<Value: FixedWidthInteger>() throws -> Value {
    guard let word = numberWord(), let value: Value = bytes.anyInteger(word) else {
      return try byLevel { level in try level.integer(at: 0, .none) }
    }
    position = Word.range(word).upperBound
    return value
  }

  /// The word of the number that begins here, if one does.
  @inline(__always)
  mutating func numberWord() -> UInt64? {
    let first = skipSpace()
    guard first == UInt8(ascii: "-") || first &- 0x30 < 10 else { return nil }
    let (end, isInteger) = bytes.endOfNumber(from: position)
    guard end &- position < Word.limit else { return nil }
    return Word.make(isInteger ? Word.integer : Word.number, length: end &- position, offset: position)
  }

  /// Whether a number goes on with a byte that is no digit.
  @inline(__always)
  static func goesOn(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  /// Reads the next value, which is no container, as a document of its own, in the way of ``JSONModelDecoder``.
  @inline(never)
  mutating func byLevel<Value>(expecting type: any Any.Type = Value.self, _ read: (Level) throws -> Value) throws -> Value {
    _ = skipSpace()
    let start = position
    do throws(Malformed) {
      position = try bytes.endOfValue(from: start, depth: Scanner.depth)
    } catch {
      throw fail(bytes.isContainer(start) ? .mismatch(type) : .malformed(error), at: start)
    }
    do {
      let memory = Memory(bytes.array(start..<position), count: position &- start)
      try Scanner.scan(memory)
      return try read(Level(Reading(memory, settings: settings)))
    } catch let error as Malformed {
      throw fail(.malformed(error), at: start)
    } catch DecodingError.typeMismatch(let type, _) {
      throw fail(.mismatch(type), at: start)
    } catch DecodingError.valueNotFound(let type, _) {
      throw fail(.null(type), at: start)
    } catch {
      throw fail(.corrupted("A value does not fit in \(Value.self)."), at: start)
    }
  }
}

extension Bytes {
  func isContainer(_ offset: Int) -> Bool { byte(offset) == UInt8(ascii: "{") || byte(offset) == UInt8(ascii: "[") }
}

extension Int: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int8: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int16: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int32: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int64: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt8: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt16: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt32: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt64: JSONReadable {
  /// Reads a whole number that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Double: JSONReadable {
  /// Reads a number, rounded to the nearest double.
  public init(json: inout JSONReader) throws {
    if let word = json.numberWord(), let value = json.bytes.double(word) {
      self = value
      json.position = Word.range(word).upperBound
    } else {
      self = try json.byLevel { level in try level.double(at: 0, .none) }
    }
  }
}

extension Float: JSONReadable {
  /// Reads a number, rounded to the nearest float.
  public init(json: inout JSONReader) throws {
    if let word = json.numberWord(), let value = json.bytes.float(word) {
      self = value
      json.position = Word.range(word).upperBound
    } else {
      self = try json.byLevel { level in try level.float(at: 0, .none) }
    }
  }
}
