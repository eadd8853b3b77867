public import RefineryCore

/// Selects records of a collection, and sorts them.
///
/// ```swift
/// let query = RecordQuery(where: Member("city") == "Oslo" && Member("age") >= 18, sort: [.descending("age")], limit: 20)
/// ```
public struct RecordQuery: Sendable {
  /// A member to sort by.
  public struct Order: Sendable, Hashable {
    /// The member.
    public let member: MemberPath
    /// Whether the smallest value comes first.
    public let isAscending: Bool

    /// Smallest first. Missing members and nulls come first, then booleans and numbers, then text by its bytes.
    public static func ascending(_ member: MemberPath) -> Order { Order(member: member, isAscending: true) }
    /// Greatest first.
    public static func descending(_ member: MemberPath) -> Order { Order(member: member, isAscending: false) }
  }

  /// Whether the result contains the marks of deleted records.
  package enum Deleted: Sendable {
    /// It contains no marks.
    case excluded
    /// It contains marks and all other records.
    case included
    /// It contains only marks.
    case only
  }

  /// The condition on records; nil for all.
  public var filter: RecordFilter?
  /// The states a record may be in; nil for all.
  public var states: Set<RecordState>?
  /// Whether the result contains marks of deleted records: see ``StoredRecord/isDeleted``.
  package var deleted = Deleted.excluded
  /// The members to sort by. Records that compare equal are in the order in which they were first saved.
  public var sort: [Order]
  /// The largest number of records; nil for all. A negative number becomes nil.
  public var limit: Int? {
    didSet { limit = Self.bound(limit) }
  }
  /// The number of records to skip at the start. A negative number becomes 0.
  public var offset: Int {
    didSet { offset = max(0, offset) }
  }
  /// Selects only records after this ``StoredRecord/position``, to read a collection in parts.
  public var position: Int64 = 0

  /// A query. A negative limit means no limit, as in SQLite.
  public init(
    where filter: RecordFilter? = nil, states: Set<RecordState>? = nil, sort: [Order] = [], limit: Int? = nil, offset: Int = 0
  ) {
    self.filter = filter
    self.states = states
    self.sort = sort
    self.limit = Self.bound(limit)
    self.offset = max(0, offset)
  }

  private static func bound(_ limit: Int?) -> Int? { limit.flatMap { $0 < 0 ? nil : $0 } }

  /// Whether a record matches the query; its limit and offset are ignored.
  public func contains(_ record: StoredRecord) throws -> Bool {
    guard record.position > position, deleted == .included || record.isDeleted == (deleted == .only) else { return false }
    if let states, !states.contains(record.state) { return false }
    return try filter?.matches(record.content) ?? true
  }

  /// The records in the query's order.
  package func sorted(_ records: [StoredRecord]) -> [StoredRecord] {
    records.sorted { left, right in
      for order in sort {
        let result = order.order(left.content, right.content)
        if result != 0 { return result < 0 }
      }
      return left.position < right.position
    }
  }

  /// The records that remain after offset and limit.
  package func part(of records: [StoredRecord]) -> [StoredRecord] {
    Array(records.dropFirst(offset).prefix(limit ?? .max))
  }
}
