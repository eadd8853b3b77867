import FoundationEssentials
import RefineryCore

/// Runs a whole synchronization, and sends single writes.
extension SyncEngine {
  func synchronize(
    _ pull: Pull, _ progress: (@Sendable (SynchronizationProgress) -> Void)?
  ) async throws -> SynchronizationReport {
    try await shared.runs.pass("") {
      let tally = SyncTally(progress)
      shared.isRunning = true
      defer { shared.isRunning = false }
      switch settings.order {
      case .pushThenPull:
        try await phase(.push, tally) { try await pushAll(tally) }
        let again = try await phase(.pull, tally) { try await self.pull(pull, tally).again }
        if !again.isEmpty { try await phase(.push, tally) { try await pushAgain(again, tally) } }
      case .pullThenPush:
        let postponed = try await phase(.pull, tally) { try await self.pull(pull, tally).postponed }
        try await phase(.push, tally) { try await pushAll(except: postponed, tally) }
      }
      try await phase(.removal, tally) { try await forgetBuried() }
      return tally.report
    }
  }

  private func phase<Output>(
    _ phase: SynchronizationPhase, _ tally: SyncTally, _ body: () async throws -> Output
  ) async throws -> Output {
    do {
      return try await body()
    } catch let failure as PushFailure {
      throw SynchronizationError(phase: phase, report: tally.report, underlying: failure.underlying)
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      throw SynchronizationError(phase: phase, report: tally.report, underlying: error)
    }
  }

  /// Sends the records whose conflicts were resolved during the pull.
  private func pushAgain(_ keys: [String], _ tally: SyncTally) async throws {
    let last = try await store.read { try $0.lastSequence(in: collection) }
    tally.begin(.push, of: keys.count)
    for key in keys { try await pushNoting(key, through: last, tally) }
  }

  /// Removes the marks of deleted records, which only the synchronization needed.
  private func forgetBuried() async throws {
    try await store.write { store in
      var query = RecordQuery(states: [.synchronized])
      query.deleted = .only
      for record in try store.records(in: collection, query) { try store.removeRecord(record.key, in: collection) }
    }
  }

  /// Sends a stored write, if the settings send writes at once.
  func sendThrough(_ key: String) async throws {
    guard case .throughNetwork = settings.writes else { return }
    do {
      let last = try await store.read { try $0.lastSequence(in: collection) }
      try await push(key, through: last, SyncTally())
    } catch let failure as PushFailure {
      throw Unsynchronized(key: key, underlying: failure.underlying)
    } catch let error as StoreError {
      // The store has taken the change and fails now. An error of the store itself would say that nothing is stored.
      throw Unsynchronized(key: key, underlying: error)
    }
  }

  /// Deletes a record on the server and then here.
  func deleteThrough(_ key: String) async throws {
    try await shared.records.pass(key) {
      let entries = try await store.read { store in
        _ = try visible(key, in: store)
        return try store.outbox(of: key, in: collection)
      }
      if let first = entries.first, first.operation == .create, !first.isSent {
        return try await store.write { _ = try delete(key, in: $0) }
      }
      if let first = entries.first, first.isSent {
        // It is unknown whether the server acted on the create, and a create that arrives late must not outlive the delete.
        do {
          try await pushAlone(key, through: first.sequence, SyncTally())
        } catch let failure as PushFailure {
          throw failure.underlying
        }
      }
      let record = try await store.read { try visible(key, in: $0) }
      try await sendDelete(record)
      try await writeWhole { store in
        guard let record = try store.record(key, in: collection) else { return }
        for entry in try store.outbox(of: key, in: collection) { try store.removeEntry(entry.sequence, in: collection) }
        try bury(record, in: store)
      }
    }
  }

  /// Removes all records, the outbox and the token of delta pulls.
  func reset() async throws -> Int {
    try await shared.runs.pass("") {
      try await store.write { store in
        let unsent = try store.outboxCount(in: collection)
        try store.removeAll(in: collection)
        return unsent
      }
    }
  }
}
