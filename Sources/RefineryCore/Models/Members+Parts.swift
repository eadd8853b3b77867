import RefineryJSON

// What codings and other members need, for the objects of all coders.

extension Members {
  /// The work of the list.
  enum Direction {
    case reading, writing
    case describing(OtherMembers)
  }

  var direction: Direction {
    switch object {
    case .reader: return .reading
    case .writer: return .writing
    case .other(let other):
      switch other.mode {
      case .reading: return .reading
      case .writing: return .writing
      case .describing: return .describing(other)
      }
    }
  }

  /// The path to the object.
  var codingPath: [any CodingKey] {
    switch object {
    case .reader(let reader): return reader.codingPath
    case .writer(let writer): return writer.codingPath
    case .other(let other):
      switch other.mode {
      case .reading(let container): return container.codingPath
      case .writing(let container): return container.codingPath
      case .describing: return []
      }
    }
  }

  /// The names of all members of the object that is read.
  var names: [String] {
    switch object {
    case .reader(let reader): return reader.names
    case .writer: return []
    case .other(let other):
      guard case .reading(let container) = other.mode else { return [] }
      return container.allKeys.map(\.stringValue)
    }
  }

  func contains(_ name: String) -> Bool {
    switch object {
    case .reader(let reader): return reader.contains(name)
    case .writer: return false
    case .other(let other):
      guard case .reading(let container) = other.mode else { return false }
      return container.contains(MemberName(name))
    }
  }

  /// Whether a member is null or missing.
  func isNil(_ name: String) throws -> Bool {
    switch object {
    case .reader(let reader): return reader.isNil(name)
    case .writer: return true
    case .other(let other):
      guard case .reading(let container) = other.mode, container.contains(MemberName(name)) else { return true }
      return try container.decodeNil(forKey: MemberName(name))
    }
  }

  /// Reads a member that must be there.
  func value<Value: Codable>(_ name: String) throws -> Value {
    switch object {
    case .reader(let reader): return try reader.value(name)
    case .other(let other):
      guard case .reading(let container) = other.mode else { break }
      return try container.decode(Value.self, forKey: MemberName(name))
    case .writer: break
    }
    throw CodingFault.invalid("The object is not read.")
  }

  /// Reads or writes a member that must be there.
  func exchange<Value: Codable>(_ name: String, _ value: inout Value) throws {
    switch object {
    case .reader(let reader): try reader.read(name, into: &value)
    case .writer(let writer): try writer.write(name, from: &value)
    case .other(let other): try other.required(name, &value)
    }
  }

  /// Writes nil; as null, or as the coder's settings say.
  func writeNil(_ name: String, always: Bool) throws {
    switch object {
    case .reader: break
    case .writer(let writer): always ? writer.writeNil(name) : writer.writeNilIfWanted(name)
    case .other(let other):
      var nothing: String?
      if always { try other.nullable(name, &nothing) } else { try other.optional(name, &nothing) }
    }
  }
}
