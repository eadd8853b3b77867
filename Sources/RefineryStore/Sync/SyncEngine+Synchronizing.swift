import FoundationEssentials
import RefineryCore

/// Runs a whole synchronization, and sends single writes.
extension SyncEngine {
  func synchronize(
    _ pull: Pull, _ progress: SyncTally.Progress?
  ) async throws -> SynchronizationReport {
    try await shared.runs.pass("") {
      let tally = SyncTally(progress)
      shared.isRunning = true
      defer { shared.isRunning = false }
      if settings.pullsFirst {
        let postponed = try await phase(.pull, tally) { try await pullAlone(pull, tally).postponed }
        try await phase(.push, tally) { try await push(except: postponed, before: pull, tally) }
      } else {
        try await phase(.push, tally) { try await push(before: pull, tally) }
        let again = try await phase(.pull, tally) { try await pullAlone(pull, tally).again }
        if !again.isEmpty { try await phase(.push, tally) { try await pushAgain(again, tally) } }
      }
      try await phase(.push, tally) { try await giveUp(tally) }
      try await phase(.removal, tally) { try await forgetBuried() }
      return tally.report
    }
  }

  /// Pulls while no other process does. Conflicts that were found in the meantime are those of the other process.
  private func pullAlone(_ pull: Pull, _ tally: SyncTally) async throws -> PullRun {
    if case .nothing = pull.kind { return PullRun(start: 0) }
    return try await leasing(LeaseName.pull) { try await $0.pull(pull, tally) }
  }

  /// - Throws: the last failure, if no other request of the run shows that the server can be reached.
  private func push(except postponed: Set<String> = [], before pull: Pull, _ tally: SyncTally) async throws {
    try await pushAll(except: postponed, tally)
    if case .nothing = pull.kind, let failure = tally.doubt { throw failure }
  }

  private func phase<Output>(
    _ phase: SynchronizationPhase, _ tally: SyncTally, _ body: () async throws -> Output
  ) async throws -> Output {
    do {
      return try await body()
    } catch let failure as PushFailure {
      throw SynchronizationError(phase: phase, key: failure.key, report: tally.report, underlying: failure.underlying)
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      throw SynchronizationError(phase: phase, key: nil, report: tally.report, underlying: error)
    }
  }

  /// Sends the records whose conflicts were resolved during the pull.
  private func pushAgain(_ keys: [String], _ tally: SyncTally) async throws {
    let last = try await store.read { try $0.lastSequence(in: collection) }
    tally.begin(.push, of: keys.count)
    try await untilDoubtful(tally) {
      for key in keys { try await pushNoting(key, through: last, tally) }
    }
  }

  /// Counts the failures of this run, and sets aside the changes that have failed too often for too long.
  private func giveUp(_ tally: SyncTally) async throws {
    let failures = tally.countable
    guard !failures.isEmpty else { return }
    // Another process may be sending one of the changes again.
    let keys = try await leasing(failures.map { LeaseName.record($0.entry.key) }) { engine, free in
      let failures = failures.filter { free.contains(LeaseName.record($0.entry.key)) }
      return try await engine.writeWhole { store in
        try failures.filter { try count($0.error, of: $0.entry, in: store) }.map(\.entry.key)
      }
    }
    tally.note { $0.setAside += keys }
  }

  /// Counts the failure of an entry. Returns whether the entry is set aside now.
  private func count(_ error: any Error, of failed: OutboxEntry, in store: any StoreWriting) throws -> Bool {
    let entries = try store.outbox(of: failed.key, in: collection)
    // If it has no failure, the record has been changed, so it is another change.
    guard var entry = entries.first, entry.sequence == failed.sequence, entry.failure != nil else { return false }
    let now = settings.now()
    entry.failures += 1
    entry.failedSince = entry.failedSince ?? now
    try store.save(entry)
    let isOver = settings.giveUp?.isReached(by: entry, at: now) == true
    if entries.count > 1 {
      // A correction or a deletion waits behind it, and the server may accept that.
      let isHopeless = (error as? CallError)?.isServerFault == true && entry.hasFailedOften
      if isOver || isHopeless { try thaw(entry, failure: error, withNewKey: true, in: store) }
      return false
    }
    guard isOver else { return false }
    if entry.isSent { try thaw(entry, failure: error, withNewKey: false, in: store) }
    guard var waiting = try store.outbox(of: entry.key, in: collection).first else { return false }
    waiting.isSetAside = true
    try store.save(waiting)
    return true
  }

  /// Makes an entry that was set aside wait again.
  func retry(_ key: String) async throws {
    try await store.write { store in
      guard try store.record(key, in: collection) != nil else { throw StoreError(.unknownRecord) }
      for var entry in try store.outbox(of: key, in: collection) where entry.isSetAside {
        entry.startAnew()
        try store.save(entry)
      }
    }
  }

  /// Removes the marks of deleted records, which only the synchronization needed.
  private func forgetBuried() async throws {
    try await leasing([LeaseName.pull]) { engine, free in
      // Another process that pulls needs them until its end, and then removes them.
      guard !free.isEmpty else { return }
      try await engine.store.write { store in
        var query = RecordQuery(states: [.synchronized])
        query.deleted = .only
        for record in try store.records(in: collection, query) { try store.removeRecord(record.key, in: collection) }
      }
    }
  }

  /// Sends a stored write, if the settings send writes at once.
  func sendThrough(_ key: String) async throws {
    guard settings.sendsAtOnce else { return }
    do {
      let last = try await store.read { try $0.lastSequence(in: collection) }
      try await push(key, through: last, SyncTally(), waitingForOthers: settings.leaseDuration * 2)
    } catch let failure as PushFailure {
      throw Unsynchronized(key: key, underlying: failure.underlying)
    } catch let error as HeldByAnotherProcess {
      throw Unsynchronized(key: key, underlying: error)
    } catch let error as StoreError {
      // The store has accepted the change, and fails now. An error of the store would mean that nothing is stored.
      throw Unsynchronized(key: key, underlying: error)
    }
  }

  /// Deletes a record on the server and then here.
  func deleteThrough(_ key: String) async throws {
    try await shared.records.pass(key) {
      do {
        try await leasing(LeaseName.record(key), within: settings.leaseDuration * 2) { try await $0.deleteAlone(key) }
      } catch let error as HeldByAnotherProcess {
        throw StoreError(.locked, underlying: error)
      }
    }
  }

  private func deleteAlone(_ key: String) async throws {
    let (entries, isUnknown) = try await store.read { store in
      (try store.outbox(of: key, in: collection), try isUnidentified(visible(key, in: store), in: store))
    }
    if isUnknown || entries.first.map({ $0.operation == .create && !$0.isSent }) == true {
      return try await store.write { _ = try delete(key, in: $0) }
    }
    if let first = entries.first, first.isSent {
      // It is unknown whether the server acted on the create, and a late create must not outlive the delete.
      do {
        try await pushAlone(key, through: first.sequence, SyncTally())
      } catch let failure as PushFailure {
        guard (failure.underlying as? CallError)?.isServerFault == true, first.hasFailedOften else {
          throw failure.underlying
        }
        // The server never processes this change, so the change must not keep the record from being deleted.
        try await store.write { try thaw(first, failure: failure.underlying, withNewKey: true, in: $0) }
        if first.operation == .create { return try await store.write { try removeWhole(key, in: $0) } }
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

  /// Removes all records, the outbox and the token of delta pulls.
  func reset() async throws -> Int {
    try await shared.runs.pass("") {
      try await leasing(LeaseName.pull) { engine in
        try await engine.store.write { store in
          let unsent = try store.outboxCount(in: collection)
          try store.removeAll(in: collection)
          return unsent
        }
      }
    }
  }
}
