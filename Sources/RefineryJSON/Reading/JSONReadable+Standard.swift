extension String: JSONReadable {
  /// Reads a string.
  public init(json: inout JSONReader) throws {
    guard json.skipSpace() == UInt8(ascii: "\"") else { throw json.mismatch(String.self) }
    let start = json.position &+ 1
    do throws(JSONMalformed) {
      let (end, kind) = try json.bytes.endOfString(from: start)
      self = try json.bytes.string(start..<end, kind)
      json.position = end &+ 1
    } catch {
      throw json.fail(.malformed(error), at: start &- 1)
    }
  }
}

extension Bool: JSONReadable {
  /// Reads `true` or `false`.
  public init(json: inout JSONReader) throws {
    let first = json.skipSpace()
    let word = json.bytes.eight(json.position)
    if first == UInt8(ascii: "t"), word & 0xFFFF_FFFF == 0x6575_7274 {
      self = true
      json.position = json.position &+ 4
    } else if first == UInt8(ascii: "f"), word & 0xFF_FFFF_FFFF == 0x65_736C_6166 {
      self = false
      json.position = json.position &+ 5
    } else if first == UInt8(ascii: "\""), json.settings.acceptsQuotedScalars {
      self = try json.readWithDecoder { decoder in try decoder.boolean(at: 0, .none) }
    } else {
      throw json.mismatch(Bool.self)
    }
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array.
  @inlinable
  public init(json: inout JSONReader) throws {
    self = []
    var elements = try json.array()
    guard try json.nextElement(in: &elements) else { return }
    // Most arrays are short; this avoids three allocations while they grow to four elements.
    reserveCapacity(4)
    repeat { append(try Element(json: &json)) } while try json.nextElement(in: &elements)
  }
}

extension Set: JSONReadable where Element: JSONReadable {
  /// Reads an array. Order and repetitions are ignored.
  @inlinable
  public init(json: inout JSONReader) throws {
    self = []
    var elements = try json.array()
    while try json.nextElement(in: &elements) { insert(try Element(json: &json)) }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  /// Reads an object whose names are data. If a name is repeated, the first value counts.
  public init(json: inout JSONReader) throws {
    self = [:]
    var names = try json.object()
    while let name = try json.nextName(in: &names) {
      if self[name] == nil { self[name] = try Value(json: &json) } else { try json.skip() }
    }
  }
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
  /// Reads an enumeration by its raw value.
  public init(json: inout JSONReader) throws {
    _ = json.skipSpace()
    let start = json.position
    guard let value = Self(rawValue: try RawValue(json: &json)) else {
      throw json.fail(.corrupted("A value is not a raw value of \(Self.self)."), at: start)
    }
    self = value
  }
}
