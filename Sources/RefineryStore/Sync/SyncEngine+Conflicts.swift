import FoundationEssentials
import RefineryCore

/// Resolves records that were changed on both sides.
extension SyncEngine {
  /// Handles a refusal because the server has another version. Returns false if it cannot be resolved. If the server's copy
  /// cannot be read and `isFinal` is true, the entry waits again.
  func resolve(
    _ refusal: CallError, _ entry: OutboxEntry, _ record: StoredRecord, isFinal: Bool, _ tally: SyncTally
  ) async throws -> Bool {
    guard refusal.kind == .notFound || canReadServer(record, refusedBy: refusal) else { return false }
    let theirs = try await failing(entry, record, tally, thaws: isFinal) {
      refusal.kind == .notFound ? nil : try await readServer(record, refusedBy: refusal)
    }
    if try await settleGone(entry, record, theirs, tally) { return true }
    // If the server does not have the record, a 409 is not a conflict: another request uses the key, or 409 has another
    // meaning.
    if refusal.status == 409, theirs == nil { return false }
    if let content = theirs?.content, let theirs, has(content, entry, since: record.serverContent) {
      try await writeWhole { try settle(entry, theirs, in: $0) }
      note(entry, tally)
      return true
    }
    // The server has refused the request, so the next one is a new request with a new key.
    try await writeWhole { try thaw(entry, failure: refusal, withNewKey: true, in: $0) }
    try await decide(entry, record, theirs, tally)
    return true
  }

  /// Asks again about a change with a postponed decision and without a version. If it were sent, it would win without a
  /// decision.
  func decideAgain(_ entry: OutboxEntry, _ record: StoredRecord, mayRead: Bool, _ tally: SyncTally) async throws {
    guard mayRead, let row = rows.read, let id = record.id else {
      tally.note { $0.conflicts.append(.init(key: record.key, id: record.id, resolution: .later)) }
      throw PushFailure(key: record.key, id: record.id, underlying: PostponedConflict())
    }
    let theirs = try await failing(entry, record, tally) { try await readServer(row, id) }
    if try await settleGone(entry, record, theirs, tally) { return }
    try await decide(entry, record, theirs, tally)
  }

  /// Settles a delete if the server no longer has the record. Returns false in all other cases.
  private func settleGone(
    _ entry: OutboxEntry, _ record: StoredRecord, _ theirs: ServerResponse?, _ tally: SyncTally
  ) async throws -> Bool {
    guard theirs == nil, entry.operation == .delete else { return false }
    let isSettled = try await writeWhole { store in
      // If the record was created again in the meantime, a waiting entry is no longer a delete.
      let isSame = try store.record(entry.key, in: collection)?.stamp == record.stamp
      guard entry.isSent || isSame else { return false }
      try settle(entry, ServerResponse(), in: store)
      return true
    }
    if isSettled { note(entry, tally) }
    return true
  }

  /// Calls the policy for an entry that waits, and applies the resolution.
  private func decide(
    _ entry: OutboxEntry, _ record: StoredRecord, _ theirs: ServerResponse?, _ tally: SyncTally
  ) async throws {
    // Only the version differs, so there is nothing to resolve.
    let isUntouched = record.serverContent.map { theirs?.content?.isIdentical(to: $0) == true } ?? false
    let conflict = SyncConflict(
      key: record.key, id: record.id, base: record.serverContent, mine: record.content.unless(entry.operation == .delete),
      theirs: theirs?.content)
    let resolution = try await failing(entry, record, tally, isConflict: true) {
      isUntouched ? .client : try await settings.conflicts.resolution(of: conflict)
    }
    let isApplied: Bool
    do {
      isApplied = try await writeWhole { try apply(resolution, to: record, theirs, in: $0) != nil }
    } catch let error as StoreError where error.kind == .badRecord {
      // The model cannot read the result. Other records do not depend on it.
      try await writeWhole { store in
        try noteFailure(entry, error, in: store)
        _ = try apply(.later, to: record, theirs, in: store)
      }
      throw PushFailure(key: entry.key, id: record.id, underlying: error)
    }
    guard isApplied, !isUntouched else { return }
    tally.note { $0.conflicts.append(.init(key: record.key, id: record.id, resolution: resolution)) }
    if resolution == .later {
      throw PushFailure(key: record.key, id: record.id, underlying: PostponedConflict())
    }
  }

  /// Whether the server already has all changes of an entry, as after a lost response.
  private func has(_ content: JSONValue, _ entry: OutboxEntry, since base: JSONValue?) -> Bool {
    guard let payload = entry.payload else { return false }
    if entry.operation == .patch {
      let hasMembers = payload.object?.allSatisfy { key, value in (content[key] ?? .null).isIdentical(to: value) } ?? false
      return hasMembers || MergePatch(payload).apply(to: content).isIdentical(to: content)
    }
    guard let base, entry.operation != .create else { return MemberDifference.contains(content, payload) }
    return MemberDifference.carried(from: base, to: payload, onto: content).isIdentical(to: content)
  }

  /// - Parameter isConflict: whether the record is known to be changed on both sides. It is then marked as undecided.
  private func failing<Output>(
    _ entry: OutboxEntry, _ record: StoredRecord, _ tally: SyncTally, thaws: Bool = false, isConflict: Bool = false,
    _ body: () async throws -> Output
  ) async throws -> Output {
    do {
      return try await body()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try await writeWhole { store in
        try noteFailure(entry, error, thaws: thaws, in: store)
        if isConflict { _ = try apply(.later, to: record, nil, in: store) }
      }
      let reach = reach(of: error, tally)
      // An error of the policy says nothing about the server.
      if reach != .run, error is CallError { tally.counts(entry, error) }
      throw PushFailure(key: entry.key, id: record.id, underlying: error, reach: reach)
    }
  }

  /// Applies a resolution. Returns nil and does nothing if the record has changed since; otherwise, whether it must be sent.
  func apply(
    _ resolution: ConflictResolution, to seen: StoredRecord, _ theirs: ServerResponse?, in store: any StoreWriting
  ) throws -> Bool? {
    guard var record = try store.record(seen.key, in: collection), record.stamp == seen.stamp else { return nil }
    let entries = try store.outbox(of: record.key, in: collection)
    guard !entries.contains(where: \.isSent) else { return nil }
    let server = theirs?.content
    switch resolution {
    case .later:
      // A new record stays new, because the local change is not based on the server's copy.
      if record.state != .pendingCreate { record.state = .conflicted }
      try store.save(record)
      return false
    case .content(let content):
      try check(content)
      record.content = content
      record.isDeleted = false
    case .server:
      guard let server else {
        try removeWhole(record.key, in: store)
        return false
      }
      try check(server)
      record.content = server
      record.isDeleted = false
    case .client:
      break
    }
    if server == nil, record.isDeleted {
      try removeWhole(record.key, in: store)
      return false
    }
    record.version = theirs?.version
    let isSame = server?.isIdentical(to: record.content) == true
    record.base = server?.unless(isSame && !record.isDeleted)
    let operation: OutboxEntry.Operation?
    switch (server, record.isDeleted) {
    case (nil, _): (record.state, operation) = (.pendingCreate, .create)
    case (_, true): (record.state, operation) = (.pendingDelete, .delete)
    case (_, false) where isSame: (record.state, operation) = (.synchronized, nil)
    default: (record.state, operation) = (.pendingUpdate, entries.last?.operation == .patch ? .patch : .update)
    }
    for entry in entries { try store.removeEntry(entry.sequence, in: collection) }
    if let operation {
      var entry = newEntry(operation, record.key)
      entry.sequence = entries.first?.sequence ?? 0
      try store.save(entry)
    }
    try store.save(record)
    return operation != nil
  }
}
