public import RefineryCore

/// Whether a record of a store and the server agree.
public enum RecordState: String, Sendable, CaseIterable {
  /// The server has this version.
  case synchronized
  /// The server does not have it yet.
  case pendingCreate
  /// It was changed here, and the server does not have the change yet.
  case pendingUpdate
  /// It was deleted here, and not yet on the server. Searches do not return it.
  case pendingDelete
  /// It was changed here and on the server, and the conflict is not resolved; the policy is called again next time.
  case conflicted
}

/// One record of a store: its content as the server writes it, and what is known about the server's copy.
///
/// The content is untyped, so members that the model does not declare are kept.
public struct StoredRecord: Sendable, Equatable {
  /// The collection: a name for each kind of record.
  public let collection: String
  /// Identifies the record in this store for its whole life, even before it has an id.
  public let key: String
  /// Its id as it is written in paths; nil until the server has assigned one.
  public var id: String?
  /// The local content of the record.
  public var content: JSONValue
  /// The last known content of the server's copy if it differs from ``content``; otherwise nil.
  public var base: JSONValue?
  /// The version of the server's copy, as sent in `If-Match`; nil if unknown.
  public var version: String?
  /// Whether the record and the server agree.
  public var state: RecordState
  /// Whether this is only a mark of a deleted record. Searches do not return it.
  public var isDeleted: Bool
  /// When it was last saved, by the store's own clock, which advances once per transaction: see ``StoreReading/stamp``.
  public var stamp: Int64
  /// Its place in the order in which records were first saved.
  public var position: Int64

  /// A record. The store sets `stamp` and `position` when it saves the record.
  public init(
    collection: String, key: String, id: String? = nil, content: JSONValue, base: JSONValue? = nil, version: String? = nil,
    state: RecordState = .synchronized, isDeleted: Bool = false, stamp: Int64 = 0, position: Int64 = 0
  ) {
    self.collection = collection
    self.key = key
    self.id = id
    self.content = content
    self.base = base
    self.version = version
    self.state = state
    self.isDeleted = isDeleted
    self.stamp = stamp
    self.position = position
  }

  /// The last known content on the server; nil if the server has no copy.
  package var serverContent: JSONValue? { (base ?? content).unless(state == .pendingCreate) }
}

extension JSONValue {
  /// Returns this value, or nil if the condition is true. The expression `condition ? nil : value` would give a JSON null.
  func unless(_ condition: Bool) -> JSONValue? {
    if condition { return Optional.none }
    return self
  }
}
