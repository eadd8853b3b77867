import FoundationEssentials

extension JSONReader {
  /// Reads the next value as an integer.
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
    // Eighteen digits cannot overflow. All other numbers use the slower function.
    let count = at &- digits
    guard count > 0, count <= 18, count == 1 || bytes.byte(digits) != 0x30, !bytes.byte(at).continuesNumber,
      let fitting = Value(exactly: first == UInt8(ascii: "-") ? 0 &- value : value)
    else { return try otherInteger() }
    position = at
    return fitting
  }

  @inline(never)
  private mutating func otherInteger<Value: FixedWidthInteger>() throws -> Value {
    guard let entry = numberEntry(), let value: Value = bytes.anyInteger(entry) else {
      return try readWithDecoder { decoder in try decoder.integer(at: 0, .none) }
    }
    position = entry.range.upperBound
    return value
  }

  /// Returns the tape entry of the next value; nil if it is not a number.
  @inline(__always)
  mutating func numberEntry() -> TapeEntry? {
    let first = skipSpace()
    guard first == UInt8(ascii: "-") || first &- 0x30 < 10 else { return nil }
    let (end, isInteger) = bytes.endOfNumber(from: position)
    guard end &- position < TapeEntry.maximumLength else { return nil }
    return TapeEntry(isInteger ? .integer : .number, length: end &- position, offset: position)
  }

  /// Reads the next value as a separate document with a `ValueDecoder`, for its error or for an uncommon format. Arrays and
  /// objects are not read.
  @inline(never)
  mutating func readWithDecoder<Value>(expecting type: any Any.Type = Value.self, _ read: (ValueDecoder) throws -> Value) throws
    -> Value
  {
    _ = skipSpace()
    let start = position
    do throws(JSONMalformed) {
      position = try bytes.endOfValue(from: start, depth: DocumentScanner.maximumDepth)
    } catch {
      throw fail(bytes.isContainer(start) ? .mismatch(type) : .malformed(error), at: start)
    }
    do {
      let buffer = DocumentBuffer(bytes.array(start..<position), count: position &- start)
      try DocumentScanner.scan(buffer)
      return try read(ValueDecoder(DecodingContext(buffer, settings: settings)))
    } catch let error as JSONMalformed {
      throw fail(.malformed(error.moved(by: start)), at: start)
    } catch DecodingError.typeMismatch(let type, _) {
      throw fail(.mismatch(type), at: start)
    } catch DecodingError.valueNotFound(let type, _) {
      throw fail(.null(type), at: start)
    } catch {
      if case DecodingError.dataCorrupted(let context) = error, let malformed = context.underlyingError as? JSONMalformed {
        throw fail(.malformed(malformed.moved(by: start)), at: start)
      }
      throw fail(.corrupted("A value does not fit in \(Value.self)."), at: start)
    }
  }
}

extension DocumentBytes {
  func isContainer(_ offset: Int) -> Bool { byte(offset) == UInt8(ascii: "{") || byte(offset) == UInt8(ascii: "[") }
}

extension Int: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int8: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int16: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int32: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Int64: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt8: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt16: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt32: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension UInt64: JSONReadable {
  /// Reads an integer that fits.
  public init(json: inout JSONReader) throws { self = try json.integer() }
}

extension Double: JSONReadable {
  /// Reads a number as the nearest double.
  public init(json: inout JSONReader) throws {
    if let entry = json.numberEntry(), let value = json.bytes.double(entry) {
      self = value
      json.position = entry.range.upperBound
    } else {
      self = try json.readWithDecoder { decoder in try decoder.double(at: 0, .none) }
    }
  }
}

extension Float: JSONReadable {
  /// Reads a number as the nearest float.
  public init(json: inout JSONReader) throws {
    if let entry = json.numberEntry(), let value = json.bytes.float(entry) {
      self = value
      json.position = entry.range.upperBound
    } else {
      self = try json.readWithDecoder { decoder in try decoder.float(at: 0, .none) }
    }
  }
}
