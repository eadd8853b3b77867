public import RefineryCore

// A value that is no literal is written as JSON: `Member("city") == .string(city)`.
extension Member {
  /// Whether the member has this value. A missing member counts as null.
  public static func == (member: Member, value: JSONValue) -> RecordFilter { member.compared(.equal, value) }
  /// Whether the member has another value, of any type.
  public static func != (member: Member, value: JSONValue) -> RecordFilter { !(member == value) }
  /// Whether the member is a smaller number, or text that sorts before this.
  public static func < (member: Member, value: JSONValue) -> RecordFilter { member.compared(.less, value) }
  /// Whether the member is a number or text that is not greater.
  public static func <= (member: Member, value: JSONValue) -> RecordFilter { member.compared(.lessOrEqual, value) }
  /// Whether the member is a greater number, or text that sorts after this.
  public static func > (member: Member, value: JSONValue) -> RecordFilter { member.compared(.greater, value) }
  /// Whether the member is a number or text that is not smaller.
  public static func >= (member: Member, value: JSONValue) -> RecordFilter { member.compared(.greaterOrEqual, value) }

  private func compared(_ comparison: RecordFilter.Comparison, _ value: JSONValue) -> RecordFilter {
    RecordFilter(.compare(path, comparison, value))
  }

  /// Whether the member has one of these values.
  public func isOne(of values: [JSONValue]) -> RecordFilter { RecordFilter(.any(values.map { self == $0 })) }
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
