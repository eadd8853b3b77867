public import RefineryCore

/// One change that the server has to be told of.
///
/// While it waits, an entry says only *that* its record must be sent: what is sent is read from the record at that moment,
/// so changes of a waiting record need no second entry. With its first sending it is frozen: from then on the server may
/// have acted on it, and it is repeated to the letter, with its key, until an answer settles it.
public struct OutboxEntry: Sendable, Equatable {
  /// What is asked of the server.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// The record is new.
    case create
    /// The record replaces the server's.
    case update
    /// The members that differ are sent.
    case patch
    /// The record is to go.
    case delete
  }

  /// Its place in the outbox; 0 before it is saved for the first time.
  public var sequence: Int64
  /// What its record belongs to.
  public let collection: String
  /// The ``StoredRecord/key`` of its record.
  public let key: String
  /// What is asked.
  public var operation: Operation
  /// The `Idempotency-Key` of every sending.
  public var idempotencyKey: String
  /// Whether it may have reached the server without an answer having come back.
  public var isSent: Bool
  /// What is sent, once that is fixed; nil for deletes.
  public var payload: RawJSON?
  /// The whole record when the payload was fixed.
  public var snapshot: RawJSON?
  /// The key of the batch it went with, if it went with one.
  public var batch: String?
  /// How many times it was sent.
  public var attempts: Int
  /// Why it has not been settled, in one line; nil where nothing has failed yet.
  public var failure: String?

  /// An entry that waits to be sent.
  public init(
    sequence: Int64 = 0, collection: String, key: String, operation: Operation, idempotencyKey: String, isSent: Bool = false,
    payload: RawJSON? = nil, snapshot: RawJSON? = nil, batch: String? = nil, attempts: Int = 0, failure: String? = nil
  ) {
    self.sequence = sequence
    self.collection = collection
    self.key = key
    self.operation = operation
    self.idempotencyKey = idempotencyKey
    self.isSent = isSent
    self.payload = payload
    self.snapshot = snapshot
    self.batch = batch
    self.attempts = attempts
    self.failure = failure
  }
}
