extension ValueDecoder {
  /// The value is of another kind, or null.
  @inline(never)
  func mismatch(_ type: any Any.Type, _ entry: TapeEntry, _ step: PathStep) -> DecodingError {
    let found = entry.description
    let context = DecodingError.Context(codingPath: path(step), debugDescription: "Expected \(type) but found \(found).")
    return entry.kind == .null && type != Bool.self
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The value is of the right kind but invalid.
  @inline(never)
  func corrupted(_ description: String, _ step: PathStep, _ underlying: (any Error)? = nil) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path(step), debugDescription: description, underlyingError: underlying))
  }

  /// The number is malformed or does not fit.
  func unfit(_ type: any Any.Type, _ entry: TapeEntry, _ step: PathStep) -> DecodingError {
    guard ParsedNumber(tape.bytes, entry) != nil else {
      return corrupted("A number is malformed.", step, JSONMalformed(.invalidNumber, at: entry.offset))
    }
    return corrupted("A number does not fit in \(type).", step)
  }

  /// The object has no member for the key.
  @inline(never)
  func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "There is no member \"\(key.stringValue)\"."))
  }

  /// The array has no further element.
  @inline(never)
  func exhausted(_ type: any Any.Type, _ element: Int) -> DecodingError {
    .valueNotFound(
      type, DecodingError.Context(codingPath: path(.element(element)), debugDescription: "The list has no further element."))
  }
}
