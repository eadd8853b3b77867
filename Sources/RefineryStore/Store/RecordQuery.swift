public import RefineryCore

/// Which records of a collection are asked for, in which order.
///
/// ```swift
/// let query = RecordQuery(where: Member("city") == "Oslo" && Member("age") >= 18, sort: [.descending("age")], limit: 20)
/// ```
public struct RecordQuery: Sendable {
  /// A member to sort by.
  public struct Order: Sendable, Hashable {
    /// The member.
    public let member: KeyPathText
    /// Whether small comes first.
    public let isAscending: Bool

    /// Small first. Missing members and nulls come first, then truth values and numbers, then text by its bytes.
    public static func ascending(_ member: KeyPathText) -> Order { Order(member: member, isAscending: true) }
    /// Great first.
    public static func descending(_ member: KeyPathText) -> Order { Order(member: member, isAscending: false) }
  }

  /// Whether records count that stand for deleted ones.
  public enum Deleted: Sendable {
    /// They do not.
    case excluded
    /// They do, as all others.
    case included
    /// They alone do.
    case only
  }

  /// What a record must be like; nil for all.
  public var filter: RecordFilter?
  /// The states a record may be in; nil for all.
  public var states: Set<RecordState>?
  /// Which records count that stand for deleted ones: see ``StoredRecord/isDeleted``.
  public var deleted = Deleted.excluded
  /// What to sort by; of equal records, and without any order, the one first saved comes first.
  public var sort: [Order]
  /// How many records at most; nil for all of them. A negative number becomes nil.
  public var limit: Int? {
    didSet { limit = Self.bound(limit) }
  }
  /// How many of the first records to leave out. A negative number becomes 0.
  public var offset: Int {
    didSet { offset = max(0, offset) }
  }
  /// Only records behind this ``StoredRecord/position``: to go through a collection in parts.
  public var position: Int64 = 0

  /// A query. A negative limit is none, as in SQLite.
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

  /// Whether a record is one of those asked for, its place apart.
  public func contains(_ record: StoredRecord) throws -> Bool {
    guard record.position > position, deleted == .included || record.isDeleted == (deleted == .only) else { return false }
    if let states, !states.contains(record.state) { return false }
    return try filter?.matches(record.content) ?? true
  }

  /// The records in the order asked for.
  func sorted(_ records: [StoredRecord]) -> [StoredRecord] {
    records.sorted { left, right in
      for order in sort {
        let result = order.order(left.content, right.content)
        if result != 0 { return result < 0 }
      }
      return left.position < right.position
    }
  }

  /// What the limit and the offset leave of the records.
  func part(of records: [StoredRecord]) -> [StoredRecord] {
    Array(records.dropFirst(offset).prefix(limit ?? .max))
  }
}
