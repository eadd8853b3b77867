import FoundationEssentials
import RefineryCore

/// Sends many records in one request.
extension SyncEngine {
  /// Entries that are sent together, under one key.
  private struct FrozenBatch: Sendable {
    var key: String
    /// Whether the server cannot have acted on an earlier request with these entries.
    var isFirst: Bool
    var entries: [OutboxEntry] = []
  }

  /// Repeats unchanged the batches that got no response.
  ///
  /// - Returns: the keys of the records that failed.
  func repeatBatches(_ tally: SyncTally) async throws -> Set<String> {
    var failed: Set<String> = []
    var style = SyncSettings.Batch()
    if case .batched(let batch) = settings.push { style = batch }
    let keys = try await store.read { store in
      var keys: [String] = []
      var place: Int64 = 0
      while let page = try Optional(store.outbox(in: collection, after: place, limit: 500)), let end = page.last?.sequence {
        for case let key? in page.map(\.batch) where keys.last != key && !keys.contains(key) { keys.append(key) }
        place = end
      }
      return keys
    }
    for key in keys {
      let batch = try await store.write { store in
        var batch = FrozenBatch(key: key, isFirst: false)
        var place: Int64 = 0
        while let page = try Optional(store.outbox(in: collection, after: place, limit: 500)), let end = page.last?.sequence {
          for var entry in page where entry.batch == key {
            entry.attempts += 1
            try store.save(entry)
            batch.entries.append(entry)
          }
          place = end
        }
        return batch
      }
      failed.formUnion(try await send(batch, style, tally))
    }
    return failed
  }

  /// Sends the waiting entries except deletes and those of some records, one batch at a time.
  ///
  /// - Returns: the keys of the records that failed.
  func pushBatches(
    _ style: SyncSettings.Batch, through last: Int64, except postponed: Set<String>, _ tally: SyncTally
  ) async throws -> Set<String> {
    var failed: Set<String> = []
    var place: Int64 = 0
    while true {
      try Task.checkCancellation()
      let from = place
      let candidates = try await store.read { store in
        try store.outbox(in: collection, after: from, limit: max(1, style.size)).filter { $0.sequence <= last }
      }
      guard let end = candidates.last?.sequence else { return failed }
      place = end
      // Records that another task is sending now are left out of the batch.
      let held = Set(candidates.map(\.key)).subtracting(postponed).filter { shared.records.enterIfFree($0) }
      defer { held.forEach { shared.records.leave($0) } }
      let batch = try await store.write { try freeze(candidates.filter { held.contains($0.key) }, in: $0) }
      failed.formUnion(try await send(batch, style, tally))
    }
  }

  private func freeze(_ candidates: [OutboxEntry], in store: any StoreWriting) throws -> FrozenBatch {
    var batch = FrozenBatch(key: settings.makeIdempotencyKey(), isFirst: true)
    for candidate in candidates where candidate.operation != .delete {
      // Read again, and used only if it is the first entry of its record.
      guard var entry = try store.outbox(of: candidate.key, in: collection).first, entry.sequence == candidate.sequence,
        !entry.isSent, entry.operation != .delete, let record = try store.record(entry.key, in: collection),
        // A record that the model cannot read is sent on its own, which reports the error.
        unreadable(record, for: entry) == nil,
        // A batch has no condition, so it would overwrite the server's version without the decision that was put off.
        record.state != .conflicted
      else { continue }
      if try freeze(&entry, of: record, batch: batch.key, in: store) { batch.entries.append(entry) }
    }
    return batch
  }

  private func send(_ batch: FrozenBatch, _ style: SyncSettings.Batch, _ tally: SyncTally) async throws -> [String] {
    guard let first = batch.entries.first else { return [] }
    do {
      let answers = try await sendBatch(batch.entries, style, key: batch.key)
      let entries = batch.entries
      try await writeWhole { store in
        for (entry, answer) in zip(entries, answers) { try settle(entry, answer, in: store) }
      }
      for entry in entries { note(entry, tally) }
      return []
    } catch let error as StoreError {
      throw error
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try await fail(batch, first, error, tally)
      return batch.entries.map(\.key)
    }
  }

  private func fail(_ batch: FrozenBatch, _ first: OutboxEntry, _ error: any Error, _ tally: SyncTally) async throws {
    var isFinal = false
    var isFatal = true
    switch verdict(on: error, about: first, isFirst: batch.isFirst) {
    case .stop(let thaws): isFinal = thaws
    case .refused(let final): (isFinal, isFatal) = (final, false)
    // As for a create: the server knows no such row, so nothing is gained by repeating the batch unchanged.
    case .gone: (isFinal, isFatal) = (true, false)
    case .conflict(let final): (isFinal, isFatal) = (final, false)
    }
    let entries = batch.entries
    let thaws = isFinal
    try await writeWhole { store in
      for entry in entries { try noteFailure(entry, error, thaws: thaws, in: store) }
    }
    if isFatal { throw PushFailure(key: first.key, id: nil, underlying: error, isFatal: true) }
    for entry in entries { tally.failed(entry.key, nil, .push, error) }
    tally.advance(by: entries.count)
  }
}
