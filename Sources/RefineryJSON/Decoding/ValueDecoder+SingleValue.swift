import FoundationEssentials

extension ValueDecoder: SingleValueDecodingContainer {
  /// Returns the index of the value; throws for a missing member, which reads as null.
  @inline(__always)
  private func here(_ type: any Any.Type) throws -> Int {
    if index < 0 { throw mismatch(type, .null, .none) }
    return index
  }

  func decodeNil() -> Bool { entry.kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool { try boolean(at: try here(type), .none) }
  func decode(_ type: String.Type) throws -> String { try string(at: try here(type), .none) }
  func decode(_ type: Double.Type) throws -> Double { try double(at: try here(type), .none) }
  func decode(_ type: Float.Type) throws -> Float { try float(at: try here(type), .none) }
  // One generic method is the witness for the integers up to 64 bits. For 128 bits, the protocol has a default implementation,
  // which the compiler would choose instead.
  @inline(__always)
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try integer(at: try here(type), .none)
  }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(at: try here(type), .none) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(at: try here(type), .none) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard index < 0 else { return try read(type, at: index, under: .none) }
    switch context.method(for: ObjectIdentifier(type)) {
    case .date, .data, .url, .decimal: throw mismatch(type, .null, .none)
    default: return try Value(from: self)
    }
  }
}
