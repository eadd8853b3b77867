extension JSONReader {
  /// Reads an integer of at most nineteen digits. Returns nil, and reads nothing, for any other value.
  @usableFromInline
  mutating func shortInteger() -> Int64? {
    let isNegative = skipSpace() == UInt8(ascii: "-")
    let first = isNegative ? position &+ 1 : position
    var at = first
    var value: UInt64 = 0
    while true {
      let digit = bytes.byte(at) &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      at &+= 1
    }
    // Nineteen digits cannot overflow.
    let count = at &- first
    guard count > 0, count <= 19, count == 1 || bytes.byte(first) != 0x30, !bytes.byte(at).continuesNumber,
      let magnitude = Int64(exactly: value)
    else { return nil }
    position = at
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// Reads a longer integer. Returns nil, and reads nothing, for any other value.
  @usableFromInline
  mutating func longInteger() -> Int128? { number { $1.kind == .integer ? $0.anyInteger($1) : nil } }

  /// Reads a number. Returns nil, and reads nothing, if the function returns nil or the value is not a number.
  @inline(__always)
  mutating func number<Value>(_ parse: (DocumentBytes, TapeEntry) -> Value?) -> Value? {
    let first = skipSpace()
    guard first == UInt8(ascii: "-") || first &- 0x30 < 10 else { return nil }
    let (end, isInteger) = bytes.endOfNumber(from: position)
    guard end &- position < TapeEntry.maximumLength,
      let value = parse(bytes, TapeEntry(isInteger ? .integer : .number, length: end &- position, offset: position))
    else { return nil }
    position = end
    return value
  }
}

extension JSONReadable where Self: FixedWidthInteger {
  /// Reads an integer that fits.
  @inlinable
  public init(json: inout JSONReader) throws {
    if let short = json.shortInteger() {
      guard let value = Self(exactly: short) else { throw json.fail() }
      self = value
    } else if let long = json.longInteger() {
      guard let value = Self(exactly: long) else { throw json.fail() }
      self = value
    } else {
      self = try json.codable()
    }
  }
}

extension Int: JSONReadable {}
extension Int8: JSONReadable {}
extension Int16: JSONReadable {}
extension Int32: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt: JSONReadable {}
extension UInt8: JSONReadable {}
extension UInt16: JSONReadable {}
extension UInt32: JSONReadable {}
extension UInt64: JSONReadable {}

extension Double: JSONReadable {
  /// Reads a number as the nearest double.
  public init(json: inout JSONReader) throws { self = try json.number { $0.double($1) } ?? json.codable() }
}

extension Float: JSONReadable {
  /// Reads a number as the nearest float.
  public init(json: inout JSONReader) throws { self = try json.number { $0.float($1) } ?? json.codable() }
}
