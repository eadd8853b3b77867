import FoundationEssentials
import RefineryCore

/// Stores one record of the server.
extension SyncEngine {
  /// What happened to a record that the server returned.
  enum Saved: Sendable {
    case created, updated, deleted, unchanged
    /// It was changed here since the pull began, or its last change is being sent. If there is a key, the change of that record
    /// must not be sent in this run, because it was not compared with the server's copy.
    case skipped(postponing: String?)
    /// It was also changed here.
    case conflict(StoredRecord, ServerResponse?)
  }

  private var unlistedID: String {
    let member = Redaction.escaped(String(settings.identifier.prefix(64)))
    return "in the server's listing, in its member '\(member)'; set SyncSettings.identifier to the member with the id"
  }

  /// The records whose ids are unknown. At most 1,000 are returned, because each is compared with each new record of the
  /// listing.
  func unidentified(in store: any StoreReading) throws -> [StoredRecord] {
    var found: [StoredRecord] = []
    let query = RecordQuery(states: [.pendingCreate])
    try store.forEach(in: collection, query, chunk: max(1, settings.chunk)) { records in
      for record in records where found.count < 1_000 && record.id == nil {
        if try isUnidentified(record, in: store) { found.append(record) }
      }
    }
    return found
  }

  /// Whether the server has created a record without stating its id.
  func isUnidentified(_ record: StoredRecord, in store: any StoreReading) throws -> Bool {
    guard record.state == .pendingCreate, record.id == nil, !record.isDeleted else { return false }
    return try store.outbox(of: record.key, in: collection).isEmpty
  }

  /// - Parameters:
  ///   - isOlder: whether a record with this stamp is older than the server's listing: it was saved before the pull, or by the
  ///     pull.
  ///   - unidentified: the records whose ids are unknown. A record that is found is removed from the list.
  func saveListed(
    _ entity: JSONValue, ifOlder isOlder: (Int64) -> Bool, deleted: MemberPath?, _ unidentified: inout [StoredRecord],
    in store: any StoreWriting
  ) throws -> Saved {
    guard case .object = entity else { throw StoreError(.badRecord, underlying: MappingError(.wrongShape, expected: "object")) }
    guard let id = identity.id(of: entity) else { throw StoreError(.missingIdentifier, reason: unlistedID) }
    let isGone = deleted.flatMap { entity.value(at: $0)?.bool } ?? false
    guard let record = try store.record(id: id, in: collection) else {
      return isGone ? .unchanged : try insert(entity, id, &unidentified, in: store)
    }
    let isBuried = record.isDeleted && record.state == .synchronized
    if !isOlder(record.stamp) {
      // The local record is newer than the listing.
      if record.state == .synchronized {
        return record.content.isIdentical(to: entity) ? .unchanged : .skipped(postponing: nil)
      }
      let isKnown = record.serverContent?.isIdentical(to: entity) == true
      let isSent = try store.outbox(of: record.key, in: collection).contains(where: \.isSent)
      return .skipped(postponing: isKnown || isSent ? nil : record.key)
    }
    if isGone { return try removeVanished(record, in: store) }
    if isBuried {
      try store.removeRecord(record.key, in: collection)
      return try insert(entity, id, &unidentified, in: store)
    }
    return record.state == .synchronized ? try replace(record, by: entity, in: store) : try compare(record, entity, in: store)
  }

  private func insert(
    _ entity: JSONValue, _ id: String, _ unidentified: inout [StoredRecord], in store: any StoreWriting
  ) throws -> Saved {
    try check(entity)
    for (index, candidate) in unidentified.enumerated() {
      var sent = candidate.content.object ?? [:]
      sent[identity.member] = JSONValue?.none
      guard MemberDifference.contains(entity, .object(sent)), var record = try store.record(candidate.key, in: collection),
        record.stamp == candidate.stamp, try isUnidentified(record, in: store)
      else { continue }
      unidentified.remove(at: index)
      try noteID(in: entity, of: identity.id(of: record.content), in: store)
      (record.id, record.content, record.version) = (id, entity, version(of: entity))
      record.state = .synchronized
      try store.save(record)
      return .updated
    }
    try store.save(
      StoredRecord(
        collection: collection, key: UUID().uuidString, id: id, content: entity, version: version(of: entity)))
    return .created
  }

  private func replace(_ record: StoredRecord, by entity: JSONValue, in store: any StoreWriting) throws -> Saved {
    if record.content.isIdentical(to: entity) { return .unchanged }
    try check(entity)
    var record = record
    record.content = entity
    record.version = version(of: entity)
    try store.save(record)
    return .updated
  }

  /// Handles the server's copy of a record that was changed here.
  private func compare(_ record: StoredRecord, _ entity: JSONValue, in store: any StoreWriting) throws -> Saved {
    let entries = try store.outbox(of: record.key, in: collection)
    if entries.contains(where: \.isSent) { return .skipped(postponing: nil) }
    if record.state != .conflicted, record.serverContent?.isIdentical(to: entity) == true { return .unchanged }
    let isSame =
      record.state == .pendingCreate
      ? MemberDifference.contains(entity, record.content) : record.content.isIdentical(to: entity)
    if isSame, !record.isDeleted {
      var record = record
      record.content = entity
      record.base = nil
      record.version = version(of: entity)
      record.state = .synchronized
      for entry in entries { try store.removeEntry(entry.sequence, in: collection) }
      try store.save(record)
      return .updated
    }
    try check(entity)
    return .conflict(record, ServerResponse(content: entity, version: version(of: entity)))
  }

  /// Handles a record that the server no longer has.
  func removeVanished(_ record: StoredRecord, in store: any StoreWriting) throws -> Saved {
    let entries = try store.outbox(of: record.key, in: collection)
    if entries.contains(where: \.isSent) { return .skipped(postponing: nil) }
    switch record.state {
    case .pendingCreate: return .unchanged
    case .pendingUpdate: return .conflict(record, nil)
    case .conflicted where !record.isDeleted: return .conflict(record, nil)
    case .synchronized, .pendingDelete, .conflicted:
      try removeWhole(record.key, in: store)
      return record.isDeleted ? .unchanged : .deleted
    }
  }
}
