public import RefineryCore

/// What a ``Member`` can be compared with, beside JSON itself.
public protocol MemberValue: Sendable {
  /// The value as JSON.
  var json: RawJSON { get }
}

extension String: MemberValue {
  /// Text.
  public var json: RawJSON { .string(self) }
}

extension Int: MemberValue {
  /// A number.
  public var json: RawJSON { .number(self) }
}

extension Double: MemberValue {
  /// A number; null for infinity and NaN.
  public var json: RawJSON { RawJSON(floatLiteral: self) }
}

extension Bool: MemberValue {
  /// A truth value.
  public var json: RawJSON { .bool(self) }
}

extension RawJSON: MemberValue {
  /// Itself.
  public var json: RawJSON { self }
}

extension Member {
  /// Whether the member has this value. A missing member counts as null.
  public static func == (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .equal, value.json))
  }

  /// Whether the member is null or missing, for `nil`.
  public static func == (member: Member, value: RawJSON) -> RecordFilter {
    RecordFilter(.compare(member.path, .equal, value))
  }

  /// Whether the member has another value, of whatever kind.
  public static func != (member: Member, value: some MemberValue) -> RecordFilter { !(member == value) }

  /// Whether the member is there and not null, for `nil`.
  public static func != (member: Member, value: RawJSON) -> RecordFilter { !(member == value) }

  /// Whether the member is a smaller number, or text that comes before.
  public static func < (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .less, value.json))
  }

  /// Whether the member is a number or text that is not greater.
  public static func <= (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .lessOrEqual, value.json))
  }

  /// Whether the member is a greater number, or text that comes behind.
  public static func > (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .greater, value.json))
  }

  /// Whether the member is a number or text that is not smaller.
  public static func >= (member: Member, value: some MemberValue) -> RecordFilter {
    RecordFilter(.compare(member.path, .greaterOrEqual, value.json))
  }

  /// Whether the member has one of these values.
  public func isOne(of values: [some MemberValue]) -> RecordFilter { RecordFilter(.any(values.map { self == $0.json })) }

  /// Whether the member is text with this in it, byte by byte.
  public func contains(_ part: String) -> RecordFilter { RecordFilter(.contains(path, part)) }

  /// Whether the member is text that begins like this, byte by byte.
  public func hasPrefix(_ start: String) -> RecordFilter { RecordFilter(.begins(path, start)) }
}

extension RecordFilter {
  /// Both.
  public static func && (left: RecordFilter, right: RecordFilter) -> RecordFilter { RecordFilter(.all([left, right])) }
  /// Either.
  public static func || (left: RecordFilter, right: RecordFilter) -> RecordFilter { RecordFilter(.any([left, right])) }
  /// Not.
  public static prefix func ! (filter: RecordFilter) -> RecordFilter { RecordFilter(.not(filter)) }
}
