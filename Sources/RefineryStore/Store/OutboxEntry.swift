public import FoundationEssentials
public import RefineryCore

/// One change that must be sent to the server.
///
/// While an entry waits, it has no content: the content is read from the record when the entry is sent. So further changes of
/// the record need no second entry. When an entry is first sent, it is frozen, because the server may have acted on it. It is
/// then repeated unchanged, with the same key, until a response settles it or it is set aside.
public struct OutboxEntry: Sendable, Equatable {
  /// The kind of change.
  public enum Operation: String, Sendable {
    /// The record is new.
    case create
    /// The record replaces the server's copy.
    case update
    /// Only the members that differ are sent.
    case patch
    /// The record is deleted.
    case delete
  }

  /// Its place in the outbox; 0 before it is saved for the first time.
  public var sequence: Int64 = 0
  /// The collection of its record.
  public let collection: String
  /// The ``StoredRecord/key`` of its record.
  public let key: String
  /// The kind of change.
  public var operation: Operation
  /// The `Idempotency-Key` of every request for this entry.
  public var idempotencyKey: String
  /// Whether it may have reached the server although no response came back.
  public var isSent = false
  /// The content that is sent, once it is frozen; nil for deletes.
  public var payload: JSONValue?
  /// The whole record at the time when the payload was frozen.
  public var snapshot: JSONValue?
  /// The key of its batch, if it was sent in a batch.
  public var batch: String?
  /// How many times it was sent.
  public var attempts = 0
  /// Why the last attempt failed, in one line; nil if no attempt has failed.
  public var failure: String?
  /// The number of synchronizations in which it failed although the server could be reached. A change of the record resets this
  /// number.
  public var failures = 0
  /// When it failed first; nil if ``failures`` is 0.
  public var failedSince: Date?
  /// Whether it is set aside: it is kept, but not sent, until it is retried or its record is changed. See
  /// ``SyncSettings/GiveUp``.
  public var isSetAside = false

  /// An entry that waits to be sent.
  public init(collection: String, key: String, operation: Operation, idempotencyKey: String) {
    self.collection = collection
    self.key = key
    self.operation = operation
    self.idempotencyKey = idempotencyKey
  }

  /// Forgets the failures, so that the change is sent like a new one.
  mutating func startAnew() {
    failures = 0
    failedSince = nil
    isSetAside = false
  }
}
