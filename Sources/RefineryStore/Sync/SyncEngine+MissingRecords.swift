import RefineryCore
import RefineryParts

/// Removes the records that the server no longer has.
extension SyncEngine {
  /// Deletes the records that the server did not return, in chunks.
  func removeMissing(_ missing: Pull.Missing, _ run: PullRun, _ tally: SyncTally) async throws {
    if run.isIncomplete { return }
    var scope: RecordFilter?
    switch missing {
    case .kept: return
    case .deleted: break
    case .deletedWhere(let filter): scope = filter
    }
    tally.begin(.removal, of: nil)
    let seen = run.seen
    let filter = scope
    var place: Int64 = 0
    while true {
      try Task.checkCancellation()
      let from = place
      let (end, missing) = try await store.read { store in
        var query = RecordQuery(limit: max(1, settings.chunk))
        query.deleted = .included
        query.position = from
        let records = try store.records(in: collection, query)
        let missing = try records.filter { record in
          guard let id = record.id, !seen.contains(ExactText(id)), record.stamp <= run.start else { return false }
          return try filter?.matches(record.serverContent ?? record.content) ?? true
        }
        return (records.last?.position, missing)
      }
      let gone = run.isWhole ? missing : try await confirmed(missing, run, tally)
      if !gone.isEmpty { try await remove(gone, run, tally) }
      guard let end else { return }
      place = end
    }
  }

  private func remove(_ gone: [StoredRecord], _ run: PullRun, _ tally: SyncTally) async throws {
    let (conflicts, removed) = try await store.write { store in
      var conflicts: [StoredRecord] = []
      var removed = 0
      for record in gone {
        guard try store.record(record.key, in: collection)?.stamp == record.stamp else { continue }
        switch try removeVanished(record, in: store) {
        case .deleted: removed += 1
        case .conflict: conflicts.append(record)
        default: break
        }
      }
      return (conflicts, removed)
    }
    tally.note { $0.pulled.deleted += removed }
    tally.advance(by: removed)
    for record in conflicts { try await settle(record, nil, run, tally) }
  }

  /// Asks the server for records that its listing lacks. Stores the records that it returns.
  ///
  /// - Returns: the records that it does not have.
  private func confirmed(
    _ missing: [StoredRecord], _ run: PullRun, _ tally: SyncTally
  ) async throws -> [StoredRecord] {
    guard let row = rows.read else { return missing }
    var gone: [StoredRecord] = []
    for record in missing {
      try Task.checkCancellation()
      let isMark = record.isDeleted && record.state == .synchronized
      guard let id = record.id, !isMark, record.state != .pendingCreate else {
        gone.append(record)
        continue
      }
      do {
        let theirs = try await readServer(row, id)
        tally.reached()
        if let content = theirs?.content { try await saveListed([content], run, tally) } else { gone.append(record) }
      } catch let error as CallError {
        let reach = reach(of: error, tally)
        if reach == .push || reach == .run { throw error }
        // The record is kept, because it is unknown whether the server has it.
        run.leavesRecords = true
        tally.failed(record.key, id, .removal, error)
      }
    }
    return gone
  }
}
