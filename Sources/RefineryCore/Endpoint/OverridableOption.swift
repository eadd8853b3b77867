/// An option that operators can set in an overrides file.
public protocol OverridableOption: OptionKey {
  /// Reads the option from JSON.
  ///
  /// - Throws: a ``MappingError`` whose ``MappingError/expected`` says what a value must be: `a number of seconds`.
  static func value(from json: JSONValue) throws(MappingError) -> Value
}

extension OverridableOption where Value == Duration? {
  /// A positive number of seconds, or null for no limit.
  public static func value(from json: JSONValue) throws(MappingError) -> Duration? {
    if json.isNull { return nil }
    guard let seconds = json.double, seconds.isFinite, seconds > 0, seconds <= 86_400 * 366 else {
      throw MappingError(.invalid, expected: "a positive number of seconds, or null for no limit")
    }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }
}

extension OverridableOption where Value == Bool? {
  /// True, false, or null for the default.
  package static func value(from json: JSONValue) throws(MappingError) -> Bool? {
    if json.isNull { return nil }
    guard let flag = json.bool else { throw MappingError(.invalid, expected: "true, false or null") }
    return flag
  }
}
