import FoundationEssentials

/// Writes the members of an object with their names in the document. It needs no keys and no container, and no strategy changes
/// the names.
package struct MemberWriter {
  private let encoder: ValueEncoder

  /// Begins an object as the value of an encoder of this module; returns nil for any other encoder.
  package init?(_ encoder: any Encoder) {
    guard let encoder = encoder as? ValueEncoder else { return nil }
    self.encoder = encoder.claimed(.object)
  }

  /// The path to the object.
  package var codingPath: [any CodingKey] { encoder.codingPath }

  /// The encoder, or its stand-in while a nested value is unfinished.
  @inline(__always)
  private var current: ValueEncoder { encoder.isOnTop ? encoder : encoder.standIn() }

  /// Writes a member with the value of a variable, which is not changed.
  package func write<Value: Encodable>(_ name: String, from value: inout Value) throws {
    let encoder = current
    let output = encoder.output
    let count = output.count
    encoder.key = nil
    encoder.begin(name)
    // The most frequent types are written without their metadata and witnesses.
    if Value.self == String.self {
      with(&value) { output.write(quoted: $0 as String, escapingSlashes: encoder.context.escapesSlashes) }
    } else if Value.self == Int.self {
      with(&value) { output.write(integer: $0 as Int) }
    } else if Value.self == Bool.self {
      with(&value) { output.write($0 as Bool) }
    } else {
      try encoder.write(value, orUndoTo: count)
    }
  }

  /// Writes a member, unless its value is nil and the settings leave such members out.
  package func writeIfPresent<Value: Encodable>(_ name: String, from value: inout Value?) throws {
    if Value.self == String.self {
      try with(&value) { try writeIfPresent(name, known: $0 as String?) }
    } else if Value.self == Int.self {
      try with(&value) { try writeIfPresent(name, known: $0 as Int?) }
    } else if Value.self == Bool.self {
      try with(&value) { try writeIfPresent(name, known: $0 as Bool?) }
    } else {
      try writeIfPresent(name, known: value)
    }
  }

  @inline(__always)
  private func writeIfPresent<Value: Encodable>(_ name: String, known value: Value?) throws {
    if var value { try write(name, from: &value) } else { writeNilIfWanted(name) }
  }

  /// Writes a member, as null if its value is nil.
  package func writeOrNil<Value: Encodable>(_ name: String, from value: inout Value?) throws {
    if var wrapped = value { try write(name, from: &wrapped) } else { writeNil(name) }
  }

  /// Writes a member that is null.
  package func writeNil(_ name: String) {
    let encoder = current
    encoder.key = nil
    encoder.begin(name)
    encoder.output.writeNull()
  }

  /// Writes a member that is nil as the settings say.
  package func writeNilIfWanted(_ name: String) {
    if encoder.context.writesNulls { writeNil(name) }
  }
}

/// Calls a function with the value of a variable whose type is `Wanted`, as the caller knows.
///
/// Unsafe: a pointer to another type. Reason: a generic copy of a value takes longer than writing it. Why it is safe: callers
/// have compared the two types.
@inline(__always)
private func with<Value, Wanted>(_ value: inout Value, _ body: (Wanted) throws -> some Any) rethrows {
  try withUnsafeMutablePointer(to: &value) {
    _ = try body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: Wanted.self).pointee)
  }
}
