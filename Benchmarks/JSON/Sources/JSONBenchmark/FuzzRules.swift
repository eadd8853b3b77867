/// The listed differences.
enum Rules {
  /// The one that explains two outcomes, Foundation's and Refinery's, if any does.
  ///
  /// - Parameter errors: all errors that Foundation finds, where the first one in the document may be another than the first
  ///   one that the model asks for.
  static func reason(
    _ one: Outcome, _ two: Outcome, _ schema: Schema, _ data: String, _ errors: () -> [Outcome]
  ) -> String? {
    guard case .failure(let kind, _, let path) = two else {
      // Foundation takes the exponent's digits for the number's.
      guard case .failure = one else { return nil }
      return data.contains("0e") || data.contains("0E") ? "zero with an exponent" : nil
    }
    if isSame(two, as: one) { return "path of a bad value" }
    // Foundation divides the fraction away.
    if kind == "corrupted", holdsLongFraction(data) { return "whole number beyond 2^53 with a fraction" }
    guard case .failure(let otherKind, _, let other) = one else { return nil }
    if schema.isDictionary(path.dropLast()),
      other.dropLast() == path.dropLast() || (otherKind == "corrupted" && path.dropLast().starts(with: other))
    {
      return "another of a dictionary's errors"
    }
    let isKnown = errors().contains { error in
      // Of an object with a name that is no text Foundation reads no member.
      if case .failure("corrupted", _, let object) = error, path.starts(with: object) { return true }
      return isSame(two, as: error)
    }
    return isKnown ? "another of several errors" : nil
  }

  /// Whether ours is the same error as Foundation's, which leaves steps of a bad value's path out.
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
