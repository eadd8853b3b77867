extension ValueEncoder {
  /// Returns the error for a value that JSON cannot represent.
  func invalid(_ value: Any, _ path: [any CodingKey], _ reason: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
  }

  @inline(never)
  func tooDeep() -> EncodingError {
    invalid(nesting, codingPath, "More than \(EncodingContext.maximumNesting) values are nested.")
  }

  @inline(never)
  func notJSON() -> EncodingError { invalid("", codingPath, "A value that is not valid JSON cannot be continued.") }

  @inline(never)
  func twoKinds() -> EncodingError {
    invalid(
      codingPath.last?.stringValue ?? "", codingPath,
      "A value was encoded twice in one place, or into a container that is already complete.")
  }
}
