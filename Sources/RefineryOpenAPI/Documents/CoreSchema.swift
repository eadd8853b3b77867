import RefineryJSON

/// The core schema of YAML 1.2 (section 10.3): what a scalar without quotes is.
enum CoreSchema {
  static func value(ofPlain text: String) -> JSONValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: break
    }
    guard let first = text.utf8.first, first &- 0x30 < 10 || "+-.".utf8.contains(first) else { return .string(text) }
    return number(text).map(JSONValue.number) ?? .string(text)
  }

  /// The number in a notation of the core schema. Infinity and NaN are not JSON, so they stay text.
  private static func number(_ text: String) -> JSONValue.Number? {
    if text.hasPrefix("0x") || text.hasPrefix("0o") {
      let digits = text.dropFirst(2)
      // The parser of integers takes a sign.
      guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
      return UInt64(digits, radix: text.hasPrefix("0x") ? 16 : 8).map { JSONValue.Number($0) }
    }
    if let number = JSONValue.Number(text) { return number }
    return normalized(text).flatMap { JSONValue.Number($0) }
  }

  /// The same number in the notation of JSON: without a plus, leading zeros, or a dot that lacks digits.
  private static func normalized(_ text: String) -> String? {
    var rest = Substring(text)
    var sign = ""
    if let first = rest.first, first == "+" || first == "-" {
      sign = first == "-" ? "-" : ""
      rest = rest.dropFirst()
    }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    var fraction: Substring = ""
    if rest.first == "." {
      fraction = rest.dropFirst().prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard !(digits.isEmpty && fraction.isEmpty) else { return nil }
    let whole = digits.drop { $0 == "0" }
    return sign + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction) + rest
  }
}
