import FoundationEssentials
import RefineryCore

/// Sends many records in one request.
extension SyncEngine {
  /// Entries that are sent together, under one key.
  private struct FrozenBatch: Sendable {
    var key: String
    /// Whether it is certain that the server has not acted on an earlier request with these entries.
    var isFirst: Bool
    var entries: [OutboxEntry] = []
  }

  /// A batch that was sent, without a usable response.
  struct SentBatch: Sendable {
    let key: String
    /// Whether it failed several times.
    let isSuspect: Bool
    /// The keys of its records.
    var records: [String] = []
  }

  /// The batches that must be repeated unchanged, in the order in which they were made.
  func sentBatches() async throws -> [SentBatch] {
    try await store.read { store in
      var batches: [SentBatch] = []
      var places: [String: Int] = [:]
      try store.forEachEntry(in: collection) { entry in
        guard let key = entry.batch else { return }
        let index = places[key] ?? batches.count
        if index == batches.count {
          places[key] = index
          batches.append(SentBatch(key: key, isSuspect: entry.isSuspect))
        }
        batches[index].records.append(entry.key)
      }
      return batches
    }
  }

  /// Repeats a batch unchanged.
  ///
  /// - Returns: the keys of the records that failed.
  func repeatBatch(_ key: String, _ tally: SyncTally) async throws -> [String] {
    var style = settings.batch ?? SyncSettings.Batch()
    let batch = try await store.write { store in
      var batch = FrozenBatch(key: key, isFirst: false)
      try store.forEachEntry(in: collection) { entry in
        guard entry.batch == key else { return }
        var entry = entry
        entry.attempts += 1
        try store.save(entry)
        batch.entries.append(entry)
      }
      return batch
    }
    return try await send(batch, &style, tally)
  }

  /// Sends the waiting entries except deletes and those of some records, one batch at a time.
  ///
  /// - Returns: the keys of the records that failed.
  func pushBatches(
    _ style: SyncSettings.Batch, through last: Int64, except postponed: Set<String>, _ tally: SyncTally
  ) async throws -> Set<String> {
    var style = style
    var failed: Set<String> = []
    var place: Int64 = 0
    while true {
      try Task.checkCancellation()
      let (from, size) = (place, max(1, style.size))
      let candidates = try await store.read { store in
        try store.outbox(in: collection, after: from, limit: size).filter { $0.sequence <= last }
      }
      guard let end = candidates.last?.sequence else { return failed }
      place = end
      // Records that another task is sending now are left out of the batch.
      let held = Set(candidates.map(\.key)).subtracting(postponed).filter { shared.records.enterIfFree($0) }
      defer { held.forEach { shared.records.leave($0) } }
      try await leasing(held.map { LeaseName.record($0) }) { engine, leased in
        let free = candidates.filter { held.contains($0.key) && leased.contains(LeaseName.record($0.key)) }
        // Entries that have failed before are sent separately, so that they do not make the others fail.
        for part in [free.filter { $0.failure == nil }, free.filter { $0.failure != nil }] where !part.isEmpty {
          let batch = try await engine.store.write { try freeze(part, in: $0) }
          failed.formUnion(try await engine.send(batch, &style, tally))
        }
      }
    }
  }

  private func freeze(_ candidates: [OutboxEntry], in store: any StoreWriting) throws -> FrozenBatch {
    var batch = FrozenBatch(key: settings.makeIdempotencyKey(), isFirst: true)
    for candidate in candidates where candidate.operation != .delete {
      // The entry is read again, and used only if it is the first of its record.
      guard var entry = try store.outbox(of: candidate.key, in: collection).first, entry.sequence == candidate.sequence,
        !entry.isSent, !entry.isSetAside, entry.operation != .delete,
        let found = try store.record(entry.key, in: collection),
        // A record that the model cannot read is sent separately, which reports the error.
        unreadable(found, for: entry) == nil,
        // A batch has no condition, so it would overwrite the server's version before the postponed decision.
        found.state != .conflicted
      else { continue }
      let record: StoredRecord
      do { record = try resolved(found, in: store) } catch is AwaitsReference { continue }
      if try freeze(&entry, of: record, batch: batch.key, in: store) { batch.entries.append(entry) }
    }
    return batch
  }

  /// Sends a batch. If one of its records makes it fail, sends its halves, so that the others are stored.
  private func send(
    _ batch: FrozenBatch, _ style: inout SyncSettings.Batch, _ tally: SyncTally
  ) async throws -> [String] {
    let entries = batch.entries
    guard !entries.isEmpty else { return [] }
    do {
      let (answers, error) = try await sendBatch(entries, style, key: batch.key)
      return try await settle(entries, answers, error, tally)
    } catch let error as StoreError {
      throw error
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      guard try await fail(batch, error, tally) else { return entries.map(\.key) }
      let middle = entries.count / 2
      if (error as? CallError)?.status == 413 { style.size = min(style.size, max(1, middle)) }
      var failed: [String] = []
      for half in [entries[..<middle], entries[middle...]] {
        try Task.checkCancellation()
        let part = try await store.write { try freeze(Array(half), in: $0) }
        failed += try await send(part, &style, tally)
      }
      return failed
    }
  }

  /// Stores the results of a batch. Returns the keys of the records that failed.
  private func settle(
    _ entries: [OutboxEntry], _ answers: [ServerResponse], _ error: (any Error)?, _ tally: SyncTally
  ) async throws -> [String] {
    let failure = error ?? UnusableResponse.noID(member: settings.identifier)
    let results = try await writeWhole { store in
      try zip(entries, answers).map { entry, answer -> Settled? in
        let id = try store.record(entry.key, in: collection)?.id
        // An object without an id, such as the description of an error, means that this record was not created.
        if isWithoutID(answer, entry, known: id), answer.content?.object?.isEmpty == false {
          try noteFailure(entry, failure, thaws: true, in: store)
          return nil
        }
        return try settle(entry, answer, in: store)
      }
    }
    var failed: [String] = []
    for (entry, result) in zip(entries, results) {
      if let result {
        note(entry, tally)
        if result == .whole, error == nil { continue }
      } else {
        tally.counts(entry, failure)
      }
      tally.failed(entry.key, nil, .push, failure)
      failed.append(entry.key)
    }
    return failed
  }

  /// Stores the failure of a batch. Returns whether its halves are to be sent instead.
  private func fail(_ batch: FrozenBatch, _ error: any Error, _ tally: SyncTally) async throws -> Bool {
    let (entries, first) = (batch.entries, batch.entries[0])
    let isFinal =
      switch verdict(on: error, about: first, isFirst: batch.isFirst) {
      case .stop(let thaws): thaws
      case .refused(let final), .conflict(let final): final
      case .doubtful: false
      // As for a create, the server does not know this path, so repeating the batch unchanged is useless.
      case .gone: true
      }
    let reach = reach(of: error, tally)
    // Without a usable response, the server may have acted on some records. So the batch is first repeated with its key, for
    // some runs.
    let isDivisible = entries.count > 1 && isAboutContent(error) && (isFinal || first.hasFailedOften)
    // If the server accepted nothing else, it may be unreachable, and each half would cost a time limit.
    let splits = isDivisible && (reach == .record || reach == .doubtful || (reach == .push && tally.isReached))
    try await writeWhole { store in
      for entry in entries { try noteFailure(entry, error, thaws: isFinal || splits, in: store) }
    }
    if splits {
      if tally.isReached { tally.reached() }
      return true
    }
    for entry in entries {
      tally.failed(entry.key, nil, .push, error)
      if reach != .run { tally.counts(entry, error) }
    }
    tally.advance(by: entries.count)
    let failure = PushFailure(key: first.key, id: nil, underlying: error, reach: reach)
    if reach == .doubtful { tally.doubt(failure) }
    if reach == .push || reach == .run { throw failure }
    return false
  }

  /// Whether one record of a batch can be the cause of a failure, instead of its row.
  private func isAboutContent(_ error: any Error) -> Bool {
    guard let error = error as? CallError else { return false }
    switch (error.stage, error.status) {
    case (.status, 404?), (.status, 405?), (.status, 406?), (.status, 410?), (.status, 411?), (.status, 415?), (.status, 501?):
      return false
    case (.status, _), (.sending, _): return true
    default: return false
    }
  }
}

extension OutboxEntry {
  /// Whether it was sent several times without a usable response. It may then be the cause.
  var isSuspect: Bool { isSent && failure != nil && attempts > 1 }
  /// Whether it has failed in several synchronizations that reached the server.
  var hasFailedOften: Bool { failures >= 3 }
}
