// Overloads by what a type can do, which the compiler chooses from: generated code names a member's type and need not know.

extension JSONReader {
  /// The next value, of a type that reads itself.
  @inlinable
  public mutating func value<Value: JSONReadable & Decodable>(_ type: Value.Type) throws -> Value { try Value(json: &self) }

  /// The next value, or nil for `null`, of a type that reads itself.
  @inlinable
  public mutating func valueIfPresent<Value: JSONReadable & Decodable>(_ type: Value.Type) throws -> Value? {
    isNull() ? nil : try Value(json: &self)
  }

  /// The next value, of a type that only `Codable` reads. It costs what a document of its own costs ``JSONModelDecoder``,
  /// and while it is read its coding paths begin at it; those of errors are whole.
  @inline(never)
  public mutating func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    _ = skipSpace()
    let start = position
    try skip()
    do {
      let memory = Memory(bytes.array(start..<position), count: position &- start)
      try Scanner.scan(memory)
      let root = Level(Reading(memory, settings: settings))
      defer { root.finish() }
      return try root.readRoot(type)
    } catch let error as Malformed {
      throw fail(.malformed(error), at: start)
    } catch {
      throw fail(.thrown(error), at: start)
    }
  }

  /// The next value, or nil for `null`, of a type that only `Codable` reads.
  @inlinable
  public mutating func valueIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    isNull() ? nil : try value(type)
  }

  /// The value of a member whose type is an optional under another name: nil where it is missing.
  @inlinable
  public func require<Value>(_ value: Value??, _ place: Int, of members: JSONMembers) throws -> Value? { value ?? nil }

  /// The value of a member that may be missing and knows what that means.
  @inlinable
  public func require<Value: JSONOmittable>(_ value: Value?, _ place: Int, of members: JSONMembers) throws -> Value {
    value ?? .absent
  }
}

/// A type whose members may be missing from a document without being optional.
public protocol JSONOmittable {
  /// What stands for a member that is missing.
  static var absent: Self { get }
}
