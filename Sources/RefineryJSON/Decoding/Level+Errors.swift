extension Level {
  /// Another kind of value stands there, or null.
  @inline(never)
  func mismatch(_ type: any Any.Type, _ word: UInt64, _ place: Place) -> DecodingError {
    let found = Word.description(word)
    let context = DecodingError.Context(codingPath: path(place), debugDescription: "Expected \(type) but found \(found).")
    return Word.kind(word) == Word.null && type != Bool.self
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The value is of the right kind, and means nothing.
  @inline(never)
  func corrupted(_ description: String, _ place: Place, _ underlying: (any Error)? = nil) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path(place), debugDescription: description, underlyingError: underlying))
  }

  /// The number is none, or does not fit.
  func unfit(_ type: any Any.Type, _ word: UInt64, _ place: Place) -> DecodingError {
    guard NumberText(tape.bytes, word) != nil else {
      return corrupted("A number is malformed.", place, Malformed(.invalidNumber, at: Word.offset(word)))
    }
    return corrupted("A number does not fit in \(type).", place)
  }

  /// There is no member of that name.
  @inline(never)
  func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "There is no member \"\(key.stringValue)\"."))
  }

  /// The list has no further element.
  @inline(never)
  func exhausted(_ type: any Any.Type, _ element: Int) -> DecodingError {
    .valueNotFound(
      type, DecodingError.Context(codingPath: path(.element(element)), debugDescription: "The list has no further element."))
  }
}
