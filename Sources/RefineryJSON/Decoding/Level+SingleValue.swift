import FoundationEssentials

extension Level: SingleValueDecodingContainer {
  /// Where the value is; a member that is not there reads as null.
  @inline(__always)
  private func here(_ type: any Any.Type) throws -> Int {
    if index < 0 { throw mismatch(type, Word.null, .none) }
    return index
  }

  @inline(__always)
  private func integer<Value: FixedWidthInteger>() throws -> Value { try integer(at: try here(Value.self), .none) }

  func decodeNil() -> Bool { Word.kind(word) == Word.null }

  func decode(_ type: Bool.Type) throws -> Bool { try boolean(at: try here(type), .none) }
  func decode(_ type: String.Type) throws -> String { try string(at: try here(type), .none) }
  func decode(_ type: Double.Type) throws -> Double { try double(at: try here(type), .none) }
  func decode(_ type: Float.Type) throws -> Float { try float(at: try here(type), .none) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard index < 0 else { return try read(type, at: index, under: .none) }
    switch reading.way(of: ObjectIdentifier(type)) {
    case .date, .data, .url, .decimal: throw mismatch(type, Word.null, .none)
    default: return try Value(from: self)
    }
  }
}
