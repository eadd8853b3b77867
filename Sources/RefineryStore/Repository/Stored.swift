import RefineryCore

/// A model together with what a store knows about its record.
public struct Stored<Model: Sendable>: Sendable {
  /// The model.
  public let value: Model
  /// The record: its key, id, state and version, and all members that the server has given.
  public let record: StoredRecord

  init(_ record: StoredRecord, _ coding: RecordCoding<Model>) throws {
    value = try coding.model(of: record)
    self.record = record
  }

  /// What identifies the record in its store, also before it has an id.
  public var key: String { record.key }
  /// How far record and server agree.
  public var state: RecordState { record.state }
  /// Whether the server has the record as it stands here.
  public var isSynchronized: Bool { record.state == .synchronized }
}

/// A record that the model cannot read, as after a change of the model.
///
/// It can be mended by an update of its id or key, or deleted; what is left out of it by an update is gone.
public struct UnreadableRecord: Sendable {
  /// The record: its key, its id and its content.
  public let record: StoredRecord
  /// Why it cannot be read: of kind ``StoreError/Kind/badRecord``.
  public let error: StoreError
}

extension Stored: Equatable where Model: Equatable {}
