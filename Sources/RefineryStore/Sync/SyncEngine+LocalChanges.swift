import FoundationEssentials
import RefineryCore

/// Changes the store and its outbox, each time within one transaction.
extension SyncEngine {
  func create(_ content: JSONValue, in store: any StoreWriting) throws -> StoredRecord {
    var content = content
    let makesID = content[settings.identifier]?.isNull ?? true
    if let provisional = provisionalID, makesID {
      var object = content.object ?? JSONValue.Object()
      object[settings.identifier] = provisional()
      content = .object(object)
    }
    try check(content)
    let id = try checkedID(of: content)
    if provisionalID != nil, makesID, let id { try noteProvisional(id, in: store) }
    if settings.createsByPut, id == nil {
      throw StoreError(.missingIdentifier, reason: "SyncSettings.createsByPut is true, so the client must give the id")
    }
    if let id, let old = try store.record(id: id, in: collection) {
      guard old.isDeleted else { throw StoreError(.duplicate, reason: "in collection \(Redaction.escaped(collection))") }
      // A synchronized record is only the mark of a completed delete.
      if old.state != .synchronized { return try revive(old, with: content, in: store) }
      try store.removeRecord(old.key, in: collection)
    }
    let record = StoredRecord(
      collection: collection, key: UUID().uuidString, id: id, content: content, state: .pendingCreate)
    try store.save(record)
    try enqueue(.create, record.key, in: store)
    return record
  }

  private func revive(_ old: StoredRecord, with content: JSONValue, in store: any StoreWriting) throws -> StoredRecord {
    var record = old
    record.isDeleted = false
    record.content = content
    // The server has this copy until the delete is settled.
    record.base = old.serverContent
    if try store.outbox(of: old.key, in: collection).contains(where: { !$0.isSent }) {
      // A further change does not resolve a conflict.
      if old.state != .conflicted { record.state = .pendingUpdate }
      try enqueue(.update, old.key, in: store)
    } else {
      // Its delete is sent before this create, so by then the server no longer has the record.
      record.state = .pendingCreate
      try enqueue(.create, old.key, in: store)
    }
    try store.save(record)
    return record
  }

  func change(
    _ key: String, by operation: OutboxEntry.Operation, to content: (JSONValue) throws -> JSONValue, in store: any StoreWriting
  ) throws -> StoredRecord {
    var record = try visible(key, in: store)
    let new = keepingID(of: record.content, in: try content(record.content))
    try check(new)
    if operation == .patch, new.isIdentical(to: record.content) { return record }
    if let id = try checkedID(of: new), id != record.id {
      guard record.id == nil || record.state == .pendingCreate else {
        throw StoreError(.missingIdentifier, reason: "the id of a record that the server has cannot be changed")
      }
      record.id = id
    }
    if record.state == .synchronized { record.base = record.content }
    if record.state != .pendingCreate, record.state != .conflicted { record.state = .pendingUpdate }
    record.content = new
    // The server has created it without stating its id. So there is no path for a change, and it is created again.
    let operation = try isUnidentified(record, in: store) ? .create : operation
    try store.save(record)
    try enqueue(operation, key, in: store)
    return record
  }

  /// Adds the record's id to content without an id, because the model may be older than the response to the create.
  private func keepingID(of old: JSONValue, in new: JSONValue) -> JSONValue {
    guard let id = old[identity.member], identity.id(of: old) != nil, identity.id(of: new) == nil, var object = new.object
    else { return new }
    object[identity.member] = id
    return .object(object)
  }

  /// Marks a record as deleted. If it cannot have reached the server, removes it and returns nil.
  func delete(_ key: String, in store: any StoreWriting) throws -> StoredRecord? {
    var record = try visible(key, in: store)
    let entries = try store.outbox(of: key, in: collection)
    if try isUnidentified(record, in: store) {
      try store.removeRecord(key, in: collection)
      return nil
    }
    if let last = entries.last, !last.isSent, last.operation == .create {
      try store.removeEntry(last.sequence, in: collection)
      guard entries.count > 1 else {
        try store.removeRecord(key, in: collection)
        return nil
      }
    } else {
      record.base = record.serverContent
      try enqueue(.delete, key, in: store)
    }
    record.isDeleted = true
    if record.state != .conflicted { record.state = .pendingDelete }
    try store.save(record)
    return record
  }

  /// The id of a content; nil if it has none. An empty id is refused, because it would turn the path of the record into the
  /// path of the collection.
  func checkedID(of content: JSONValue) throws -> String? {
    let id = identity.id(of: content)
    if id == "" { throw StoreError(.missingIdentifier, reason: "its id is empty") }
    return id
  }

  func visible(_ key: String, in store: any StoreReading) throws -> StoredRecord {
    guard let record = try store.record(key, in: collection), !record.isDeleted else { throw StoreError(.unknownRecord) }
    return record
  }

  /// Merges an operation into the waiting entry of a record, or appends an entry if the last one was sent.
  private func enqueue(_ operation: OutboxEntry.Operation, _ key: String, in store: any StoreWriting) throws {
    guard var last = try store.outbox(of: key, in: collection).last, !last.isSent else {
      return try store.save(newEntry(operation, key))
    }
    last.operation = last.operation.followed(by: operation)
    last.failure = nil
    if last.isSetAside { last.idempotencyKey = settings.makeIdempotencyKey() }
    last.startAnew()
    try store.save(last)
  }

  func newEntry(_ operation: OutboxEntry.Operation, _ key: String) -> OutboxEntry {
    OutboxEntry(
      collection: collection, key: key, operation: operation, idempotencyKey: settings.makeIdempotencyKey())
  }

  /// Removes a record that the server has deleted. During a synchronization a mark stays, because the listing may contain the
  /// record.
  func bury(_ record: StoredRecord, in store: any StoreWriting) throws {
    // Another process may be in a synchronization.
    guard shared.isRunning || leasingStore != nil else { return try store.removeRecord(record.key, in: collection) }
    try store.save(
      StoredRecord(collection: collection, key: record.key, id: record.id, content: .object([:]), isDeleted: true))
  }
}

extension OutboxEntry.Operation {
  /// Combines two changes of a waiting record.
  func followed(by next: Self) -> Self {
    switch (self, next) {
    case (.create, _): .create
    case (.delete, .create), (.delete, .update), (.delete, .patch): .update
    case (_, .delete): .delete
    case (.patch, .patch): .patch
    default: .update
    }
  }
}
