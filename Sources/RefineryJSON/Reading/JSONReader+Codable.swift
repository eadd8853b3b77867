// Overloads for the conformances of a type. Generated code calls `value`, and the compiler chooses the overload.

extension JSONReader {
  /// Reads the next value with ``JSONReadable``.
  @inlinable
  public mutating func value<Value: JSONReadable & Decodable>(_ type: Value.Type) throws -> Value { try Value(json: &self) }

  /// Reads the next value with ``JSONReadable``; nil for `null`.
  @inlinable
  public mutating func valueIfPresent<Value: JSONReadable & Decodable>(_ type: Value.Type) throws -> Value? {
    isNull() ? nil : try Value(json: &self)
  }

  /// Reads the next value with `Decodable`. This costs as much as a separate document. During the read, coding paths begin at
  /// this value; the paths of errors are complete.
  @inline(never)
  public mutating func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let settings = settings
    return try document { buffer in
      let root = ValueDecoder(DecodingContext(buffer, settings: settings))
      defer { root.releaseCaches() }
      return try root.readRoot(type)
    }
  }

  /// Reads the next value as a separate document.
  mutating func document<Value>(_ read: (DocumentBuffer) throws -> Value) throws -> Value {
    _ = skipSpace()
    let start = position
    try skip()
    do {
      let buffer = DocumentBuffer(bytes.array(start..<position), count: position &- start)
      try DocumentScanner.scan(buffer)
      return try read(buffer)
    } catch let error as JSONMalformed {
      throw fail(.malformed(error.moved(by: start)), at: start)
    } catch {
      throw fail(.thrown(error), at: start)
    }
  }

  /// Reads the next value with `Decodable`; nil for `null`.
  @inlinable
  public mutating func valueIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    isNull() ? nil : try value(type)
  }

  /// Returns the value of a member whose type is a type alias of an optional; nil if the member is missing.
  @inlinable
  public func require<Value>(_ value: Value??, _ place: Int, of members: JSONMembers) throws -> Value? { value ?? nil }

  /// Returns the value of a member that may be missing.
  @inlinable
  public func require<Value: JSONOmittable>(_ value: Value?, _ place: Int, of members: JSONMembers) throws -> Value {
    value ?? .absent
  }
}

/// A type that distinguishes a missing member from `null`, and is not an optional.
public protocol JSONOmittable {
  /// The value of a missing member.
  static var absent: Self { get }
  /// Whether this is the value of a missing member. ``JSONModelEncoder`` then leaves the member out.
  var isAbsent: Bool { get }
}
