public import RefineryCore

/// A member of a record, for comparisons with JSON: `Member("address.city") == "Oslo"`, `Member("city") == .string(city)`.
///
/// Write the accented letters of a name in the same Unicode form as in the records, because SQLite compares the bytes of names.
public struct Member: Sendable {
  let path: MemberPath

  /// The member at a path of names.
  public init(_ path: MemberPath) { self.path = path }
}

/// A condition on records.
///
/// The store evaluates comparisons of a ``Member``. SQLite uses an index if there is one. Without an index, it still passes
/// only the matching records to Swift. A filter with a closure is called with every record.
///
/// ```swift
/// let grown: RecordFilter = Member("age") >= 18 && !(Member("city") == "Oslo")
/// let odd = RecordFilter { ($0["age"]?.int ?? 0) % 2 == 1 }
/// ```
public struct RecordFilter: Sendable {
  /// A way to compare a member.
  package enum Comparison: String, Sendable {
    /// Equal.
    case equal = "="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// How a filter is composed.
  package indirect enum Form: Sendable {
    case compare(MemberPath, Comparison, JSONValue)
    case contains(MemberPath, String)
    case begins(MemberPath, String)
    case all([RecordFilter])
    case any([RecordFilter])
    case not(RecordFilter)
    case closure(@Sendable (JSONValue) throws -> Bool)
  }

  /// How the filter is composed.
  package let form: Form

  init(_ form: Form) { self.form = form }

  /// Records for which a closure returns true.
  public init(_ isIncluded: @escaping @Sendable (JSONValue) throws -> Bool) { form = .closure(isIncluded) }

  /// Whether a record's content matches this filter.
  package func matches(_ content: JSONValue) throws -> Bool {
    switch form {
    case .compare(let path, let comparison, let value): return comparison.holds(content.value(at: path) ?? .null, value)
    case .contains(let path, let part):
      return content.value(at: path)?.string.map { $0.utf8.firstRange(of: part.utf8) != nil } ?? false
    case .begins(let path, let start): return content.value(at: path)?.string?.utf8.starts(with: start.utf8) ?? false
    case .all(let filters): return try filters.allSatisfy { try $0.matches(content) }
    case .any(let filters): return try filters.contains { try $0.matches(content) }
    case .not(let filter): return try !filter.matches(content)
    case .closure(let isIncluded): return try isIncluded(content)
    }
  }
}

extension RecordFilter.Comparison {
  /// Only values of the same type can be less or greater than each other.
  func holds(_ member: JSONValue, _ value: JSONValue) -> Bool {
    // Two forms of an accented letter are the same text for Swift, but not for a database.
    let order: Int
    if let left = member.number, let right = value.number {
      order = left.order(to: right)
    } else if let left = member.string, let right = value.string {
      order = left.order(to: right)
    } else {
      return self == .equal && member == value
    }
    switch self {
    case .equal: return order == 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    }
  }
}

extension JSONValue.Number {
  /// Compares as SQLite does: whole numbers exactly, all others in binary floating point.
  func order(to other: JSONValue.Number) -> Int {
    if let left = int, let right = other.int { return left == right ? 0 : left < right ? -1 : 1 }
    let left = double ?? (text.hasPrefix("-") ? -.infinity : .infinity)
    let right = other.double ?? (other.text.hasPrefix("-") ? -.infinity : .infinity)
    return left == right ? 0 : left < right ? -1 : 1
  }
}

extension String {
  /// Compares bytes, as databases do.
  func order(to other: String) -> Int {
    if utf8.elementsEqual(other.utf8) { return 0 }
    return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }
}

extension RecordQuery.Order {
  /// Negative if the first comes before the second.
  func order(_ left: JSONValue, _ right: JSONValue) -> Int {
    let (first, second) = (left.value(at: member) ?? .null, right.value(at: member) ?? .null)
    let order = first.rank != second.rank ? first.rank - second.rank : first.order(withinRank: second)
    return isAscending ? order : -order
  }
}

extension JSONValue {
  fileprivate var rank: Int {
    switch self {
    case .null: 0
    case .bool, .number: 1
    case .string, .array, .object: 2
    }
  }

  fileprivate func order(withinRank other: JSONValue) -> Int {
    switch (sortNumber, other.sortNumber) {
    case (let left?, let right?): left.order(to: right)
    case (nil, nil) where !isNull: (string ?? text()).order(to: other.string ?? other.text())
    default: 0
    }
  }

  private var sortNumber: Number? { number ?? bool.map { Number($0 ? 1 : 0) } }
}
