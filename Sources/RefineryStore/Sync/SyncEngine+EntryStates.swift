import RefineryCore
import RefineryParts
import RefineryTracking

/// Changes the state of entries: from waiting to sent, and then to settled or back to waiting.
extension SyncEngine {
  /// The next step for a record.
  enum Step: Sendable {
    /// Send this entry. `isFirst` means that the server cannot have acted on an earlier request for it.
    case send(OutboxEntry, StoredRecord, isFirst: Bool)
    /// The entry needs no request.
    case settled
    /// The decision about a conflict was postponed, and the entry would be sent without a condition.
    case undecided(OutboxEntry, StoredRecord)
    /// The record cannot be sent now: the model cannot read it, or it refers to a record that is not sent yet.
    case unsendable(any Error, StoredRecord)
    /// The entry was sent in a batch and must be repeated with it.
    case inBatch
    /// Nothing is left to send.
    case idle
  }

  /// Freezes the first entry of a record.
  func nextStep(_ key: String, through last: Int64, in store: any StoreWriting) throws -> Step {
    guard var entry = try store.outbox(of: key, in: collection).first, entry.sequence <= last, !entry.isSetAside else {
      return .idle
    }
    guard var record = try store.record(key, in: collection) else {
      try store.removeEntry(entry.sequence, in: collection)
      return .settled
    }
    guard entry.batch == nil else { return .inBatch }
    do {
      if let error = unreadable(record, for: entry) { throw error }
      if !entry.isSent, entry.operation != .delete { record = try resolved(record, in: store) }
    } catch  where error is AwaitsReference || (error as? StoreError)?.kind == .badRecord {
      entry.failure = ErrorSummary.text(of: error)
      try store.save(entry)
      return .unsendable(error, record)
    }
    if record.state == .conflicted, record.version == nil, !entry.isSent { return .undecided(entry, record) }
    let isFirst = !entry.isSent
    guard try freeze(&entry, of: record, in: store) else { return .settled }
    return .send(entry, record, isFirst: isFirst)
  }

  /// Why a record cannot be sent. An entry that was sent before is always repeated, and a delete sends no content.
  func unreadable(_ record: StoredRecord, for entry: OutboxEntry) -> StoreError? {
    guard !entry.isSent, entry.operation != .delete else { return nil }
    do {
      try check(record.content)
      return nil
    } catch {
      let error = error as? StoreError ?? StoreError(.badRecord, underlying: error)
      return error.naming(key: record.key, id: record.id)
    }
  }

  /// Freezes an entry. Returns false if there is nothing to send.
  func freeze(_ entry: inout OutboxEntry, of record: StoredRecord, batch: String? = nil, in store: any StoreWriting) throws
    -> Bool
  {
    if !entry.isSent {
      // Without a row for patches, the record is sent as a whole. An earlier version of the model may have had one.
      if entry.operation == .patch, batch == nil, let patch = rows.patch {
        let changes = MemberDifference.changes(from: record.base ?? record.content, to: record.content, by: patch)
        if changes.object?.isEmpty == true {
          try store.removeEntry(entry.sequence, in: collection)
          var record = record
          record.state = .synchronized
          record.base = nil
          try store.save(record)
          return false
        }
        entry.payload = changes
      } else {
        entry.payload = payload(of: record.content, for: entry.operation).unless(entry.operation == .delete)
      }
      entry.snapshot = record.content.unless(entry.operation == .delete)
      entry.isSent = true
      entry.batch = batch
    } else if entry.operation == .patch, entry.batch == nil, rows.patch == nil, let whole = entry.snapshot {
      // It was frozen for a row for patches that the model had at that time. A PUT of the patch would remove the other members.
      entry.payload = whole
    }
    entry.attempts += 1
    try store.save(entry)
    return true
  }

  private func payload(of content: JSONValue, for operation: OutboxEntry.Operation) -> JSONValue {
    guard operation == .create, provisionalID != nil, var object = content.object else { return content }
    object[settings.identifier] = nil
    return .object(object)
  }

  /// How a response left a record.
  enum Settled: Sendable {
    case whole
    /// The server has created the record, but did not state its id. A pull finds it.
    case withoutID
  }

  /// Stores the server's response. Local changes that were made in the meantime are kept on top of it.
  @discardableResult
  func settle(_ entry: OutboxEntry, _ answer: ServerResponse, in store: any StoreWriting) throws -> Settled {
    let entries = try store.outbox(of: entry.key, in: collection)
    // A reset may have removed the entry.
    guard entries.contains(where: { $0.sequence == entry.sequence && $0.idempotencyKey == entry.idempotencyKey }) else {
      return .whole
    }
    try store.removeEntry(entry.sequence, in: collection)
    guard var record = try store.record(entry.key, in: collection) else { return .whole }
    if isWithoutID(answer, entry, known: record.id) {
      // It stays a new record, without an entry, until a pull lists it. Until then, there is no path for its later changes.
      for other in entries where other.sequence != entry.sequence { try store.removeEntry(other.sequence, in: collection) }
      record.id = nil
      if record.isDeleted { try store.removeRecord(record.key, in: collection) } else { try store.save(record) }
      return .withoutID
    }
    var next = entries.first { $0.sequence != entry.sequence }
    if entry.operation == .delete {
      guard next != nil else {
        try bury(record, in: store)
        return .whole
      }
      record.base = nil
      record.version = nil
      record.state = .pendingCreate
      next?.operation = .create
    } else {
      let sent = entry.snapshot ?? record.content
      let server = state(after: sent, answer.content)
      record.version = answer.version
      // A server may change the Unicode form of an accented letter. The two ids are then equal as strings, but not in a
      // look-up.
      if let id = identity.id(of: server), ExactText(id) != record.id.map(ExactText.init) {
        guard try makesRoom(for: id, in: store) else {
          try removeWhole(record.key, in: store)
          return .whole
        }
        if entry.operation == .create { try noteID(in: server, of: record.id, in: store) }
        record.id = id
      }
      if next == nil {
        record.content = server
      } else if !record.isDeleted {
        let merged = MemberDifference.merge(base: sent, mine: record.content, theirs: server, preferring: .mine)
        record.content = merged ?? server
      }
      record.base = server.unless(record.content.isIdentical(to: server))
      if next == nil || (record.base == nil && !record.isDeleted) {
        record.state = .synchronized
        try next.map { try store.removeEntry($0.sequence, in: collection) }
        next = nil
      } else {
        record.state = record.isDeleted ? .pendingDelete : .pendingUpdate
      }
    }
    try store.save(record)
    if let next { try store.save(next) }
    return .whole
  }

  /// The server's state of a record after an accepted change. If the model cannot read the response, only its id is used: as in
  /// a pull, such content is not stored.
  private func state(after sent: JSONValue, _ answer: JSONValue?) -> JSONValue {
    guard let answer else { return sent }
    let whole = sent.merging(answer)
    if whole == sent || (try? check(whole)) != nil { return whole }
    var members = sent.object ?? [:]
    if let id = answer[identity.member] { members[identity.member] = id }
    let known = JSONValue.object(members)
    return (try? check(known)) != nil ? known : whole
  }

  /// Removes a copy that was pulled between a create and its response. Returns false if the copy has been changed.
  private func makesRoom(for id: String, in store: any StoreWriting) throws -> Bool {
    guard let other = try store.record(id: id, in: collection) else { return true }
    guard other.state == .synchronized else { return false }
    try store.removeRecord(other.key, in: collection)
    return true
  }

  func removeWhole(_ key: String, in store: any StoreWriting) throws {
    for entry in try store.outbox(of: key, in: collection) { try store.removeEntry(entry.sequence, in: collection) }
    try store.removeRecord(key, in: collection)
  }

  /// Makes an entry wait again, together with the entries after it, because the server has not acted on it.
  func thaw(_ entry: OutboxEntry, failure: any Error, withNewKey: Bool, in store: any StoreWriting) throws {
    let entries = try store.outbox(of: entry.key, in: collection)
    guard var first = entries.first(where: { $0.sequence == entry.sequence }), first.idempotencyKey == entry.idempotencyKey
    else {
      return
    }
    first.isSent = false
    first.payload = nil
    first.snapshot = nil
    first.batch = nil
    first.failure = ErrorSummary.text(of: failure)
    if withNewKey { first.idempotencyKey = settings.makeIdempotencyKey() }
    for next in entries where next.sequence > entry.sequence {
      first.startAnew()
      try store.removeEntry(next.sequence, in: collection)
      if first.operation == .create, next.operation == .delete { return try removeWhole(entry.key, in: store) }
      first.operation = first.operation.followed(by: next.operation)
    }
    try store.save(first)
    guard var record = try store.record(entry.key, in: collection) else { return }
    switch (first.operation, record.state) {
    case (.update, .pendingCreate):
      // The record was deleted and created again, and the delete was refused: the server still has it.
      record.state = .pendingUpdate
    case (.create, .pendingUpdate):
      // The record was deleted and created again while its create was sent, and the create was refused: the server has no copy.
      record.state = .pendingCreate
      record.base = nil
      record.version = nil
    default: return
    }
    try store.save(record)
  }

  /// Stores the failure of an entry. With `thaws`, the entry and those after it also wait again.
  func noteFailure(
    _ entry: OutboxEntry, _ error: any Error, thaws: Bool = false, withNewKey: Bool = true, in store: any StoreWriting
  ) throws {
    if thaws { return try thaw(entry, failure: error, withNewKey: withNewKey, in: store) }
    guard var kept = try store.outbox(of: entry.key, in: collection).first(where: { $0.sequence == entry.sequence }) else {
      return
    }
    kept.failure = ErrorSummary.text(of: error)
    try store.save(kept)
  }
}

extension JSONValue {
  /// This object with its members overwritten by those of another.
  func merging(_ other: JSONValue) -> JSONValue {
    guard let mine = object, let theirs = other.object else { return self }
    return .object(mine.merging(theirs))
  }
}
