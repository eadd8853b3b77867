import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// Takes records from the server into the store.
extension SyncEngine {
  /// The name under which the token of the last delta pull is stored.
  static let tokenName = "sync.token"

  /// Stores the records that the server has.
  ///
  /// - Returns: the run, which knows what its conflicts mean for a push that follows.
  func pull(_ pull: Pull, _ tally: SyncTally) async throws -> PullRun {
    if case .nothing = pull.kind { return PullRun(start: 0) }
    let (start, unidentified) = try await store.read { store in
      (try store.stamp, try self.unidentified(in: store))
    }
    let run = PullRun(start: start)
    run.unidentified = unidentified
    tally.begin(.pull, of: nil)
    switch pull.kind {
    case .nothing: break
    case .listing(let query, let missing):
      run.keeps(missing)
      try await readListing(query, run, tally)
      try await removeMissing(missing, run, tally)
    case .pages(let missing, let fetch):
      run.keeps(missing)
      try await fetch(client) { try await saveListed($0, run, tally) }
      tally.accepted()
      try await removeMissing(missing, run, tally)
    case .changes(let changes):
      try await pullChanges(changes, run, tally)
    }
    for record in run.unidentified { tally.failed(record.key, nil, .pull, UnusableResponse.noID(member: settings.identifier)) }
    return run
  }

  private func pullChanges(_ changes: Pull.Changes, _ run: PullRun, _ tally: SyncTally) async throws {
    let known = try await store.read { try $0.value(for: Self.tokenName, in: collection) }
    run.deleted = changes.deleted
    run.token = changes.token
    if let known {
      do {
        try await readListing(changes.query.merging([changes.parameter: known]), run, tally, isWhole: false)
      } catch let error as CallError where error.status == 410 {
        try await store.write { try $0.setValue(nil, for: Self.tokenName, in: collection) }
        return try await pullChanges(changes, run, tally)
      }
    } else {
      run.keeps(.deleted)
      try await readListing(changes.query, run, tally)
      try await removeMissing(.deleted, run, tally)
    }
    // The token is stored last, so that after an early end the next pull requests the same changes again. If a record is left
    // for the next pull, the token is not stored, because the server would not list the record again.
    if !run.leavesRecords, let token = run.found {
      try await writeWhole { try $0.setValue(token, for: Self.tokenName, in: collection) }
    }
  }

  private func readListing(_ query: Query, _ run: PullRun, _ tally: SyncTally, isWhole: Bool = true) async throws {
    var received = 0
    var totals: [Int?] = []
    func saves(_ listed: [ListedRecord], _ head: HTTPResponse, _ total: Int?) async throws {
      if run.found == nil { run.found = run.token?(head, listed.map(\.content)) }
      tally.accepted()
      received += listed.count
      totals.append(total)
      report(listed, run, tally)
      try await saveListed(listed.filter { $0.error == nil }.map(\.content), run, tally)
    }
    if rows.list.options.pagination != nil {
      for try await page in client.pages(of: listing(query)) { try await saves(page.value, page.head, page.info.total) }
    } else {
      var next: Query? = query
      var read: Set<Query> = []
      while let current = next {
        read.insert(current)
        let page = try await list(current)
        let head = try ListingHead(page.head)
        try await saves(page.entities, page.head, head.announced)
        next = head.next.map { query.merging($0) }
        if let next, read.contains(next) { throw UnusableResponse.endlessListing }
      }
    }
    guard isWhole else { return }
    let different = received - run.repeated
    let announced = totals.last ?? nil
    // A listing is certainly whole only if it is one response with as many records as it announces. In pages by offset, a
    // deletion can move another record to a page that was already read, and the last page may lack its link.
    run.isWhole = totals.count == 1 && announced == different
    // If a part counted as the whole listing, the other records would be deleted.
    guard let announced else { return }
    if received < announced { throw UnusableResponse.incompleteListing(announced: announced, received: received) }
    let first = totals.compactMap(\.self).first ?? announced
    // Records left the listing while it was read. The read row finds missing records, but not records that are unknown here,
    // and with a token they would never be listed again.
    let isDoubtful = first > announced && (rows.read == nil || run.token != nil)
    // If the order of a listing changes between two pages, it lists one record twice and may leave out another one.
    if different < announced || isDoubtful {
      run.isIncomplete = true
      run.leavesRecords = true
      let most = max(first, announced)
      tally.failed(nil, nil, .removal, UnusableResponse.incompleteListing(announced: most, received: different))
    }
  }

  /// Reports the records whose text is not valid Unicode. They are not missing.
  private func report(_ listed: [ListedRecord], _ run: PullRun, _ tally: SyncTally) {
    for record in listed {
      guard let error = record.error else { continue }
      let id = identity.id(of: record.content)
      run.leavesRecords = true
      // Without a read row, it cannot be requested.
      if id == nil, rows.read == nil { run.isIncomplete = true }
      run.saw([id].compactMap(\.self))
      tally.failed(nil, id, .pull, StoreError(.badRecord, underlying: error))
    }
  }

  func saveListed(_ entities: [JSONValue], _ run: PullRun, _ tally: SyncTally) async throws {
    var rest = entities[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let part = Array(rest.prefix(max(1, settings.chunk)))
      rest = rest.dropFirst(part.count)
      let (start, deleted, known, stamps) = (run.start, run.deleted, run.unidentified, run.stamps)
      let (results, unidentified, stamp) = try await store.write { store in
        var unidentified = known
        // Each transaction has its own stamp.
        let before = try store.stamp
        let results = part.map { entity in
          let isOlder = { (stamp: Int64) in stamp <= start || stamp > before || stamps.contains(stamp) }
          return Result { try saveListed(entity, ifOlder: isOlder, deleted: deleted, &unidentified, in: store) }
        }
        // If nothing was changed, this is the stamp of another transaction.
        let after = try store.stamp
        return (results, unidentified, after > before ? after : nil)
      }
      run.unidentified = unidentified
      if let stamp { run.saved(at: stamp) }
      run.saw(part.compactMap { identity.id(of: $0) })
      try await note(results, part, run, tally)
      tally.advance(by: part.count)
    }
  }

  private func note(
    _ results: [Result<Saved, any Error>], _ entities: [JSONValue], _ run: PullRun, _ tally: SyncTally
  ) async throws {
    var compared: [String: JSONValue] = [:]
    for (result, entity) in zip(results, entities) {
      switch result {
      // An error about one record is reported for that record; an error of the store ends the pull.
      case .failure(let error as StoreError) where error.kind != .badRecord && error.kind != .missingIdentifier: throw error
      case .failure(let error):
        run.leavesRecords = true
        tally.failed(nil, identity.id(of: entity), .pull, error)
      case .success(.created): tally.note { $0.pulled.created += 1 }
      case .success(.updated): tally.note { $0.pulled.updated += 1 }
      case .success(.deleted): tally.note { $0.pulled.deleted += 1 }
      case .success(.unchanged): tally.note { $0.pulled.unchanged += 1 }
      case .success(.skipped(let key)): skip(key, run, tally)
      case .success(.conflict(let record, let theirs)):
        // If the listing has the record twice, it is one conflict.
        if compared.updateValue(entity, forKey: record.key)?.isIdentical(to: entity) == true { continue }
        try await settle(record, theirs, run, tally)
      }
    }
  }

  func settle(_ record: StoredRecord, _ theirs: ServerResponse?, _ run: PullRun, _ tally: SyncTally) async throws {
    let conflict = SyncConflict(
      key: record.key, id: record.id, base: record.serverContent, mine: record.content.unless(record.isDeleted),
      theirs: theirs?.content)
    do {
      let resolution = try await settings.conflicts.resolution(of: conflict)
      let (applied, isSent) = try await writeWhole { store in
        let isSent = try store.outbox(of: record.key, in: collection).contains(where: \.isSent)
        return (try apply(resolution, to: record, theirs, in: store), isSent)
      }
      guard let isAgain = applied else { return skip(isSent ? nil : record.key, run, tally) }
      if isAgain { run.sends(record.key) }
      if resolution == .later {
        run.leavesRecords = true
        run.postpones(record.key)
      }
      tally.note { $0.conflicts.append(.init(key: record.key, id: record.id, resolution: resolution)) }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // The conflict remains. If the change were sent, it would win without a decision.
      try await writeWhole { _ = try apply(.later, to: record, theirs, in: $0) }
      run.leavesRecords = true
      run.postpones(record.key)
      tally.failed(record.key, record.id, .pull, error)
    }
  }

  private func skip(_ postponed: String?, _ run: PullRun, _ tally: SyncTally) {
    run.leavesRecords = true
    if let postponed { run.postpones(postponed) }
    tally.note { $0.skipped += 1 }
  }
}
