import RefineryCore

/// A model, and its record in the store.
public struct Stored<Model: Sendable>: Sendable {
  /// The model.
  public let value: Model
  /// The record: its key, id, state and version, and all members that the server has given.
  public let record: StoredRecord

  init(_ record: StoredRecord, _ coding: RecordCoding<Model>) throws {
    value = try coding.model(of: record)
    self.record = record
  }

  /// Identifies the record in its store, even before it has an id.
  public var key: String { record.key }
  /// Whether the server has this version of the record.
  public var isSynchronized: Bool { record.state == .synchronized }
}

/// A record that the model cannot read, for example after the model has changed.
///
/// To repair it, update it by its id or key, or delete it. An update removes the members that it leaves out.
public struct UnreadableRecord: Sendable {
  /// The record: its key, its id and its content.
  public let record: StoredRecord
  /// Why it cannot be read: of kind ``StoreError/Kind/badRecord``.
  public let error: StoreError
}

extension Stored: Equatable where Model: Equatable {}
