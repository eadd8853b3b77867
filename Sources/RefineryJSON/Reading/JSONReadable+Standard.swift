extension String: JSONReadable {
  /// Reads a string.
  public init(json: inout JSONReader) throws { self = try json.text() }
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
    } else {
      throw json.fail()
    }
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array.
  @inlinable
  public init(json: inout JSONReader) throws {
    self = []
    try json.array()
    var isFirst = true
    guard try json.nextElement(&isFirst) else { return }
    // Most arrays are short; this avoids three allocations while they grow to four elements.
    reserveCapacity(4)
    repeat { append(try Element(json: &json)) } while try json.nextElement(&isFirst)
  }
}

extension Set: JSONReadable where Element: JSONReadable {
  /// Reads an array. Order and repetitions are ignored.
  @inlinable
  public init(json: inout JSONReader) throws {
    self = []
    try json.array()
    var isFirst = true
    while try json.nextElement(&isFirst) { insert(try Element(json: &json)) }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  /// Reads an object whose names are data. If a name is repeated, the first value counts.
  public init(json: inout JSONReader) throws {
    self = [:]
    try json.object()
    var isFirst = true
    while let name = try json.nextName(&isFirst) {
      if self[name] == nil { self[name] = try Value(json: &json) } else { try json.skip() }
    }
  }
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
  /// Reads an enumeration by its raw value.
  public init(json: inout JSONReader) throws {
    guard let value = Self(rawValue: try RawValue(json: &json)) else { throw json.fail() }
    self = value
  }
}
