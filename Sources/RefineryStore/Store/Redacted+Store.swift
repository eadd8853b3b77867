public import RefineryCore

// Descriptions of this module's types. A record is treated like a body. A type without a description here shows its name.

extension StoredRecord: Redacted {
  /// Collection, key and state: `StoredRecord(people 7f1c, synchronized)`.
  public var description: String { "StoredRecord(\(Redaction.escaped("\(collection) \(key)")), \(state.rawValue))" }
}

extension OutboxEntry: Redacted {
  /// Operation, collection and key: `OutboxEntry(update people 7f1c)`.
  public var description: String { "OutboxEntry(\(operation.rawValue) \(Redaction.escaped("\(collection) \(key)")))" }
}

extension Stored: Redacted {
  /// The record's description.
  public var description: String { "Stored(\(record))" }
}

extension UnreadableRecord: Redacted {}
extension SyncConflict: Redacted {}

extension ConflictResolution: Redacted {
  /// The name of the case.
  public var description: String {
    switch self {
    case .server: "server"
    case .client: "client"
    case .content: "content"
    case .later: "later"
    }
  }
}

extension StorageRepository: Redacted {}
extension SyncedRepository: Redacted {}
