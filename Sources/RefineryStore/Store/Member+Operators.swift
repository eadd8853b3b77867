public import RefineryCore

/// A value that a ``Member`` can be compared with, in addition to JSON.
public protocol MemberValue: Sendable {
  /// The value as JSON.
  var json: JSONValue { get }
}

extension String: MemberValue {
  /// Text.
  public var json: JSONValue { .string(self) }
}

extension Int: MemberValue {
  /// A number.
  public var json: JSONValue { .number(self) }
}

extension Double: MemberValue {
  /// A number; null for infinity and NaN.
  public var json: JSONValue { JSONValue(floatLiteral: self) }
}

extension Bool: MemberValue {
  /// A truth value.
  public var json: JSONValue { .bool(self) }
}

extension JSONValue: MemberValue {
  /// Itself.
  public var json: JSONValue { self }
}

extension Member {
  /// Whether the member has this value. A missing member counts as null.
  public static func == (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .equal, value.json))
  }

  /// Whether the member is null or missing, for `nil`.
  public static func == (member: Member, value: JSONValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .equal, value))
  }

  /// Whether the member has another value, of any type.
  public static func != (member: Member, value: some MemberValue) -> RecordFilter { !(member == value) }

  /// Whether the member exists and is not null, for `nil`.
  public static func != (member: Member, value: JSONValue) -> RecordFilter { !(member == value) }

  /// Whether the member is a smaller number, or text that sorts before this.
  public static func < (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .less, value.json))
  }

  /// Whether the member is a number or text that is not greater.
  public static func <= (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .lessOrEqual, value.json))
  }

  /// Whether the member is a greater number, or text that sorts after this.
  public static func > (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .greater, value.json))
  }

  /// Whether the member is a number or text that is not smaller.
  public static func >= (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .greaterOrEqual, value.json))
  }

  /// Whether the member has one of these values.
  public func isOne(of values: [some MemberValue]) -> RecordFilter { RecordFilter(.any(values.map { self == $0.json })) }

  /// Whether the member is text that contains this, compared byte by byte.
  public func contains(_ part: String) -> RecordFilter { RecordFilter(.contains(path, part)) }

  /// Whether the member is text that starts with this, compared byte by byte.
  public func hasPrefix(_ start: String) -> RecordFilter { RecordFilter(.begins(path, start)) }
}

extension RecordFilter {
  /// Records that match both filters.
  public static func && (left: RecordFilter, right: RecordFilter) -> RecordFilter { RecordFilter(.all([left, right])) }
  /// Records that match at least one of the filters.
  public static func || (left: RecordFilter, right: RecordFilter) -> RecordFilter { RecordFilter(.any([left, right])) }
  /// Records that do not match the filter.
  public static prefix func ! (filter: RecordFilter) -> RecordFilter { RecordFilter(.not(filter)) }
}
