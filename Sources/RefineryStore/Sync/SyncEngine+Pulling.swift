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
    let start = try await store.read { try $0.stamp }
    let run = PullRun(start: start)
    switch pull.kind {
    case .nothing:
      break
    case .listing(let query, let missing):
      tally.begin(.pull, of: nil)
      run.keeps(missing)
      _ = try await takeListing(query, run, tally)
      try await removeMissing(missing, run, tally)
    case .pages(let missing, let fetch):
      tally.begin(.pull, of: nil)
      run.keeps(missing)
      try await fetch(client) { try await take($0, run, tally) }
      tally.accepted()
      try await removeMissing(missing, run, tally)
    case .changes(let changes):
      tally.begin(.pull, of: nil)
      try await pullChanges(changes, run, tally)
    }
    return run
  }

  private func pullChanges(_ changes: Pull.Changes, _ run: PullRun, _ tally: SyncTally) async throws {
    let known = try await store.read { try $0.value(for: Self.tokenName, in: collection) }
    run.deleted = changes.deleted
    run.token = changes.token
    if let known {
      do {
        try await takeListing(changes.query.merging([changes.parameter: .string(known)]), run, tally, isWhole: false)
      } catch let error as CallError where error.status == 410 {
        try await store.write { try $0.setValue(nil, for: Self.tokenName, in: collection) }
        return try await pullChanges(changes, run, tally)
      }
    } else {
      run.keeps(.deleted)
      try await takeListing(changes.query, run, tally)
      try await removeMissing(.deleted, run, tally)
    }
    // The token is stored last, so that after an early end the next pull requests the same changes again. It is not stored if a
    // record is left for the next time, because the server would not list it again.
    if !run.leavesRecords, let token = run.found {
      try await writeWhole { try $0.setValue(token, for: Self.tokenName, in: collection) }
    }
  }

  private func takeListing(_ query: Query, _ run: PullRun, _ tally: SyncTally, isWhole: Bool = true) async throws {
    var received = 0
    var announced: Int?
    func takes(_ entities: [JSONValue], _ head: HTTPResponse, _ total: Int?) async throws {
      if run.found == nil { run.found = run.token?(head, entities) }
      tally.accepted()
      received += entities.count
      announced = total
      try await take(entities, run, tally)
    }
    if rows.list.options[PaginationOption.self] != nil {
      for try await page in client.pages(of: listing(query)) { try await takes(page.value, page.head, page.info.total) }
    } else {
      var next: Query? = query
      var read: Set<Query> = []
      while let current = next {
        read.insert(current)
        let page = try await list(current)
        let head = try ListingHead(page.head)
        try await takes(page.entities, page.head, head.announced)
        next = head.next.map { query.merging($0) }
        if let next, read.contains(next) { throw UnusableResponse.endlessListing }
      }
    }
    // If a part were taken for the whole, the other records would be deleted.
    guard isWhole, let announced else { return }
    let different = received - run.repeated
    if received < announced { throw UnusableResponse.incompleteListing(announced: announced, received: received) }
    // A listing whose order changes between two pages lists one record twice and may leave another out.
    if different < announced {
      run.isIncomplete = true
      run.leavesRecords = true
      tally.failed(nil, nil, .removal, UnusableResponse.incompleteListing(announced: announced, received: different))
    }
  }

  private func take(_ entities: [JSONValue], _ run: PullRun, _ tally: SyncTally) async throws {
    var rest = entities[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let part = Array(rest.prefix(max(1, settings.chunk)))
      rest = rest.dropFirst(part.count)
      let (start, deleted) = (run.start, run.deleted)
      let results = try await store.write { store in
        part.map { entity in Result { try taken(entity, since: start, deleted: deleted, in: store) } }
      }
      run.saw(part.compactMap { identity.id(of: $0) })
      try await note(results, part, run, tally)
      tally.advance(by: part.count)
    }
  }

  private func note(
    _ results: [Result<Taken, any Error>], _ entities: [JSONValue], _ run: PullRun, _ tally: SyncTally
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

  private func settle(_ record: StoredRecord, _ theirs: ServerResponse?, _ run: PullRun, _ tally: SyncTally) async throws {
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

  /// Deletes the records that the server did not return, in chunks.
  private func removeMissing(_ missing: Pull.Missing, _ run: PullRun, _ tally: SyncTally) async throws {
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
      let (end, conflicts, removed) = try await store.write { store in
        var query = RecordQuery(limit: max(1, settings.chunk))
        query.deleted = .included
        query.position = from
        let records = try store.records(in: collection, query)
        var conflicts: [StoredRecord] = []
        var removed = 0
        for record in records {
          guard let id = record.id, !seen.contains(ExactText(id)), record.stamp <= run.start else { continue }
          guard try filter?.matches(record.serverContent ?? record.content) ?? true else { continue }
          switch try vanished(record, in: store) {
          case .deleted: removed += 1
          case .conflict: conflicts.append(record)
          default: break
          }
        }
        return (records.last?.position, conflicts, removed)
      }
      tally.note { $0.pulled.deleted += removed }
      tally.advance(by: removed)
      for record in conflicts { try await settle(record, nil, run, tally) }
      guard let end else { return }
      place = end
    }
  }
}

/// The state of one pull.
final class PullRun: Sendable {
  private struct State {
    var seen: Set<ExactText> = []
    var repeated = 0
    var isRemembering = false
    var isIncomplete = false
    var again: [String] = []
    var postponed: Set<String> = []
    var deleted: MemberPath?
    var token: (@Sendable (HTTPResponse, [JSONValue]) -> String?)?
    var found: String?
    var leavesRecords = false
  }

  /// The store's clock at the start: a record saved later is newer than the server's listing.
  let start: Int64
  private let state = Mutex(State())

  init(start: Int64) { self.start = start }

  var seen: Set<ExactText> { state.withLock { $0.seen } }
  /// How many of the listed records were listed before. Counted only if missing records are to be deleted.
  var repeated: Int { state.withLock { $0.repeated } }
  /// Whether the listing may lack records of the server.
  var isIncomplete: Bool {
    get { state.withLock { $0.isIncomplete } }
    set { state.withLock { $0.isIncomplete = newValue } }
  }
  /// The keys of the records that must be sent again, because a conflict was resolved in favour of their change.
  var again: [String] { state.withLock { $0.again } }
  /// The keys of the records whose change was not compared with the server's copy, or whose conflict is not resolved. They are
  /// not sent in this run if it pulls first.
  var postponed: Set<String> { state.withLock { $0.postponed } }
  var deleted: MemberPath? {
    get { state.withLock { $0.deleted } }
    set { state.withLock { $0.deleted = newValue } }
  }
  var token: (@Sendable (HTTPResponse, [JSONValue]) -> String?)? {
    get { state.withLock { $0.token } }
    set { state.withLock { $0.token = newValue } }
  }
  var found: String? {
    get { state.withLock { $0.found } }
    set { state.withLock { $0.found = newValue } }
  }

  /// Whether the server's copy of a record is to be handled the next time.
  var leavesRecords: Bool {
    get { state.withLock { $0.leavesRecords } }
    set { state.withLock { $0.leavesRecords = newValue } }
  }

  /// Collects ids only if missing records are to be deleted.
  func keeps(_ missing: Pull.Missing) {
    if case .kept = missing { return }
    state.withLock { $0.isRemembering = true }
  }

  func saw(_ ids: [String]) {
    state.withLock { state in
      guard state.isRemembering else { return }
      for id in ids where !state.seen.insert(ExactText(id)).inserted { state.repeated += 1 }
    }
  }

  func sends(_ key: String) { state.withLock { $0.again.append(key) } }

  func postpones(_ key: String) { state.withLock { _ = $0.postponed.insert(key) } }
}
