public import RefineryCore

/// How far a record of a store and the server agree.
public enum RecordState: String, Sendable, Hashable, CaseIterable {
  /// The server has it as it stands here.
  case synchronized
  /// The server does not have it yet.
  case pendingCreate
  /// It was changed here, and the server has not taken that over yet.
  case pendingUpdate
  /// It was deleted here, and the server has not done so yet. Searches do not see it.
  case pendingDelete
  /// It was changed both here and at the server, and nobody has decided yet which holds; it is asked again next time.
  case conflicted
}

/// One record of a store: its content as the server writes it, and what is known about the server's copy.
///
/// The content is untyped, so that members which a model does not know survive.
public struct StoredRecord: Sendable, Equatable {
  /// What the record belongs to: a name for each kind of record.
  public let collection: String
  /// What identifies it in this store for as long as it is there, also before the server has given it an id.
  public let key: String
  /// Its id as it stands in paths; nil until the server has given one.
  public var id: String?
  /// The record as it stands here.
  public var content: RawJSON
  /// The last state known of the server's copy, where ``content`` differs from that; nil where it does not.
  public var base: RawJSON?
  /// The version of the server's copy, as `If-Match` takes it; nil where it is not known.
  public var version: String?
  /// How far record and server agree.
  public var state: RecordState
  /// Whether it stands only for a record that was deleted. Searches do not see it.
  public var isDeleted: Bool
  /// When it was last saved, on the store's own clock, which steps once a transaction: see ``StoreReading/stamp``.
  public var stamp: Int64
  /// Its place in the order in which records were first saved.
  public var position: Int64

  /// A record. `stamp` and `position` are the store's to give: it does so when the record is saved.
  public init(
    collection: String, key: String, id: String? = nil, content: RawJSON, base: RawJSON? = nil, version: String? = nil,
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

  /// What the server had when it was last heard of; nil where it has no copy.
  public var serverContent: RawJSON? { (base ?? content).unless(state == .pendingCreate) }
}

extension RawJSON {
  /// This value, or none. `condition ? nil : value` would be a JSON null.
  func unless(_ condition: Bool) -> RawJSON? {
    if condition { return Optional.none }
    return self
  }
}
