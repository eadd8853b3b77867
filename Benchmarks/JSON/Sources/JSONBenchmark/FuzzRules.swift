/// The known differences.
enum Rules {
  /// Returns the known difference that explains two outcomes, Foundation's and Refinery's; nil if none does.
  ///
  /// - Parameter errors: all errors that Foundation finds. The first error in the document may differ from the first one that
  ///   the model meets.
  static func reason(
    _ one: Outcome, _ two: Outcome, _ schema: Schema, _ data: String, _ errors: () -> [Outcome]
  ) -> String? {
    guard case .failure(let kind, _, let path) = two else {
      // Foundation treats the exponent's digits as the number's.
      guard case .failure = one else { return nil }
      return data.contains("0e") || data.contains("0E") ? "zero with an exponent" : nil
    }
    if isSame(two, as: one) { return "path of a bad value" }
    // Foundation loses the fraction in a division.
    if kind == "corrupted", holdsLongFraction(data) { return "whole number beyond 2^53 with a fraction" }
    guard case .failure(let otherKind, _, let other) = one else { return nil }
    if schema.isDictionary(path.dropLast()),
      other.dropLast() == path.dropLast() || (otherKind == "corrupted" && path.dropLast().starts(with: other))
    {
      return "another of a dictionary's errors"
    }
    let isKnown = errors().contains { error in
      // If a name of an object is not valid text, Foundation reads none of its members.
      if case .failure("corrupted", _, let object) = error, path.starts(with: object) { return true }
      return isSame(two, as: error)
    }
    return isKnown ? "another of several errors" : nil
  }

  /// Whether Refinery's error is the same as Foundation's, which omits steps of a bad value's path.
  private static func isSame(_ ours: Outcome, as other: Outcome) -> Bool {
    if case .failure("corrupted", _, let path) = ours, case .failure("corrupted", _, let short) = other {
      return path.starts(with: short)
    }
    return ours == other
  }

  private static func holdsLongFraction(_ data: String) -> Bool {
    var digits = 0
    for byte in data.utf8 {
      if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e"), digits >= 16 { return true }
      digits = byte >= 0x30 && byte <= 0x39 ? digits + 1 : 0
    }
    return false
  }
}

extension Schema {
  /// Whether a path leads to a dictionary.
  func isDictionary(_ path: ArraySlice<String>) -> Bool {
    switch self {
    case .dictionary, .numbered: return path.isEmpty
    case .optional(let schema): return schema.isDictionary(path)
    case .list(let schema): return !path.isEmpty && schema.isDictionary(path.dropFirst())
    case .object(let members):
      return members.contains { $0.name == path.first && $0.schema.isDictionary(path.dropFirst()) }
    default: return false
    }
  }
}
