/// An option that operators can set in an overrides file.
public protocol OverridableOption: OptionKey {
  /// Reads the option from JSON.
  ///
  /// - Throws: ``InvalidSetting``, which says what a value must be.
  static func value(from json: JSONValue) throws(InvalidSetting) -> Value
}

/// A setting in a file has an invalid value.
public struct InvalidSetting: SafelyDescribed, Equatable {
  /// What a value must be.
  public let reason: String
  /// An error that says what a value must be, and does not show the value.
  public init(_ reason: String) { self.reason = reason }
  /// One line, safe to log.
  public var description: String { reason }
}

extension OverridableOption where Value == Duration? {
  /// A positive number of seconds, or null for no limit.
  public static func value(from json: JSONValue) throws(InvalidSetting) -> Duration? {
    if json.isNull { return nil }
    guard let seconds = json.double, seconds.isFinite, seconds > 0, seconds <= 86_400 * 366 else {
      throw InvalidSetting("must be a positive number of seconds, or null for no limit")
    }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }
}

extension OverridableOption where Value == Bool? {
  /// True, false, or null for the default.
  package static func value(from json: JSONValue) throws(InvalidSetting) -> Bool? {
    if json.isNull { return nil }
    guard let flag = json.bool else { throw InvalidSetting("must be true, false or null") }
    return flag
  }
}
