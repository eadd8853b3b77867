import FoundationEssentials

/// Reads the members of an object by their names in the document. It needs no keys and no container, and no strategy changes
/// the names.
package struct MemberReader {
  private let decoder: ValueDecoder

  /// Begins to read the value of a decoder of this module; returns nil for any other decoder.
  ///
  /// - Throws: the error of a keyed container, if the value is not an object.
  package init?(_ decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else { return nil }
    self.decoder = decoder
    try decoder.beginMembers()
  }

  /// The path to the object.
  package var codingPath: [any CodingKey] { decoder.codingPath }

  /// The names of all members, each once.
  package var names: [String] { decoder.allNames() }

  /// The index of the value of the first member with a name; -1 if there is none.
  @inline(__always)
  private func find(_ name: String) -> Int {
    let object = decoder.linearObject
    let found = object < 0 ? -1 : decoder.tape.member(of: object, named: name)
    return found < 0 ? decoder.findOtherwise(name) : found
  }

  @inline(__always)
  private func index(_ name: String) throws -> Int {
    let index = find(name)
    if index < 0 { throw decoder.missing(PathKey(stringValue: name)) }
    return index
  }

  /// Whether there is a member with a name.
  package func contains(_ name: String) -> Bool { find(name) >= 0 }

  /// Whether a member is null or missing.
  package func isNil(_ name: String) -> Bool {
    let index = find(name)
    return index < 0 || decoder.isNull(at: index)
  }

  /// Returns the value of a member that must be there.
  package func value<Value: Decodable>(_ name: String) throws -> Value {
    let index = try index(name)
    return try decoder.read(Value.self, at: index, under: .member(index - 1))
  }

  /// Reads a member that must be there.
  package func read<Value: Decodable>(_ name: String, into value: inout Value) throws {
    let index = try index(name)
    let step = PathStep.member(index - 1)
    let tape = decoder.tape
    // The most frequent types are read without their metadata and witnesses.
    if Value.self == String.self {
      set(&value, try tape.plainString(index) ?? decoder.string(at: index, step))
    } else if Value.self == Int.self {
      set(&value, try tape.integer(index) ?? decoder.integer(at: index, step) as Int)
    } else if Value.self == Bool.self {
      set(&value, try tape.boolean(index) ?? decoder.boolean(at: index, step))
    } else if Value.self == Double.self {
      set(&value, try decoder.double(at: index, step))
    } else {
      value = try decoder.read(Value.self, at: index, under: step)
    }
  }

  /// Reads a member that may be missing or null.
  package func readIfPresent<Value: Decodable>(_ name: String, into value: inout Value?) throws {
    let index = find(name)
    let isNil = index < 0 || decoder.isNull(at: index)
    let step = PathStep.member(index - 1)
    let tape = decoder.tape
    if Value.self == String.self {
      set(&value, isNil ? nil : try tape.plainString(index) ?? decoder.string(at: index, step))
    } else if Value.self == Int.self {
      set(&value, isNil ? nil : try tape.integer(index) ?? decoder.integer(at: index, step) as Int)
    } else if Value.self == Bool.self {
      set(&value, isNil ? nil : try tape.boolean(index) ?? decoder.boolean(at: index, step))
    } else if isNil {
      value = nil
    } else {
      value = try decoder.read(Value.self, at: index, under: step)
    }
  }
}

/// Sets a variable whose type is `Wanted`, as the caller knows.
///
/// Unsafe: a pointer to another type. Reason: a generic copy of a value takes longer than reading it. Why it is safe: callers
/// have compared the two types.
@inline(__always)
private func set<Value, Wanted>(_ value: inout Value, _ new: Wanted) {
  withUnsafeMutablePointer(to: &value) { pointer in
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Wanted.self).pointee = new
  }
}
