import FoundationEssentials
import RefineryCore

/// Sends the outbox to the server.
extension SyncEngine {
  /// What a failure of a request means for its entry.
  enum Verdict {
    /// All other records would fail, too.
    case stop(thaws: Bool)
    /// This record cannot be sent as it is. With `isFinal`, the server has not acted on it.
    case refused(isFinal: Bool)
    /// The server does not have the record. With `isFinal`, it has not acted on the change either.
    case gone(isFinal: Bool)
    /// The server has another version of the record. With `isFinal`, it has not acted on the change.
    case conflict(isFinal: Bool)
  }

  /// - Parameter isFirst: if false, the server may have acted on an earlier request that got no response, whatever the result
  ///   of this one is.
  func verdict(on error: any Error, about entry: OutboxEntry, isFirst: Bool) -> Verdict {
    guard let error = error as? CallError else { return .refused(isFinal: false) }
    // So may it on an earlier attempt of this request that ended in another way, such as one before a retry.
    let ending = error.status.map { Attempt.Outcome.status($0) } ?? .failure(ErrorSummary.text(of: error.underlying))
    let isFirst = isFirst && error.attempts.allSatisfy { $0.outcome == ending || $0.isWithoutEffect }
    // If nothing else was sent, a link of the chain ended the call, such as one that got no credentials.
    let isUnsent =
      (error.underlying as? any SendingFailure)?.isUnsent == true || error.attempts.allSatisfy { $0.isWithoutEffect }
    switch (error.stage, error.status) {
    case (.building, _): return .refused(isFinal: isFirst)
    case (.sending, _): return .stop(thaws: isFirst && isUnsent)
    case (.mapping, _): return .refused(isFinal: false)
    case (.status, 404?), (.status, 410?):
      return entry.operation == .create ? .refused(isFinal: true) : .gone(isFinal: isFirst)
    // It can also say that the server still works on an earlier request with this key.
    case (.status, 409?): return .conflict(isFinal: isFirst)
    // The condition failed. If the entry stayed frozen, no pull could compare the record with the server's version.
    case (.status, 412?): return .conflict(isFinal: isFirst || sendsCondition(entry))
    case (.status, 401?), (.status, 407?): return .stop(thaws: isFirst)
    case (.status, 408?), (.status, 425?), (.status, 429?), (.status, 502?), (.status, 503?), (.status, 504?):
      return .stop(thaws: false)
    case (.status, .some(500...599)): return .refused(isFinal: false)
    case (.status, _): return .refused(isFinal: true)
    }
  }

  private func sendsCondition(_ entry: OutboxEntry) -> Bool {
    if entry.batch != nil { return false }
    if entry.operation == .create, case .post = settings.creates { return false }
    return true
  }

  /// Sends the entries of one record in order, up to a sequence number.
  ///
  /// - Throws: the failure that ended it. Its `isFatal` says whether other records would fail, too.
  func push(_ key: String, through last: Int64, _ tally: SyncTally) async throws {
    try await shared.records.pass(key) { try await pushAlone(key, through: last, tally) }
  }

  /// The same as ``push(_:through:_:)``, for a caller that holds the record's lock.
  func pushAlone(_ key: String, through last: Int64, _ tally: SyncTally) async throws {
    var conflicts = 0
    while true {
      try Task.checkCancellation()
      switch try await store.write({ try nextStep(key, through: last, in: $0) }) {
      case .idle: return
      case .settled: tally.advance()
      case .unreadable(let error, let record):
        throw PushFailure(key: key, id: record.id, underlying: error, isFatal: false)
      case .undecided(let entry, let record):
        conflicts += 1
        try await decideAgain(entry, record, mayRead: conflicts <= 3, tally)
      case .inBatch: throw PushFailure(key: key, id: nil, underlying: AwaitsBatch(), isFatal: false)
      case .send(let entry, let record, let isFirst):
        do {
          let answer = try await send(entry, of: record)
          try await writeWhole { try settle(entry, answer, in: $0) }
          note(entry, tally)
        } catch let error as StoreError {
          throw error
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          try await handle(error, entry, record, isFirst, &conflicts, tally)
        }
      }
    }
  }

  func note(_ entry: OutboxEntry, _ tally: SyncTally) {
    tally.note {
      switch entry.operation {
      case .create: $0.pushed.created += 1
      case .update, .patch: $0.pushed.updated += 1
      case .delete: $0.pushed.deleted += 1
      }
    }
    tally.advance()
  }

  private func handle(
    _ error: any Error, _ entry: OutboxEntry, _ record: StoredRecord, _ isFirst: Bool, _ conflicts: inout Int,
    _ tally: SyncTally
  ) async throws {
    let thaws: Bool
    var isFatal = false
    switch verdict(on: error, about: entry, isFirst: isFirst) {
    case .gone where entry.operation == .delete:
      try await writeWhole { try settle(entry, ServerResponse(), in: $0) }
      return note(entry, tally)
    case .gone(let isFinal), .conflict(let isFinal):
      conflicts += 1
      if conflicts <= 3, let refusal = error as? CallError,
        try await resolve(refusal, entry, record, isFinal: isFinal, tally)
      {
        return
      }
      thaws = isFinal
    case .refused(let isFinal): thaws = isFinal
    case .stop(let isUnsent):
      thaws = isUnsent
      isFatal = true
    }
    let withNewKey = !isFatal
    try await writeWhole { try noteFailure(entry, error, thaws: thaws, withNewKey: withNewKey, in: $0) }
    throw PushFailure(key: entry.key, id: record.id, underlying: error, isFatal: isFatal)
  }

  /// Sends all entries that are in the outbox now, except those of some records.
  ///
  /// - Throws: a failure that concerns every record. A failure of one record is added to the tally.
  func pushAll(except postponed: Set<String> = [], _ tally: SyncTally) async throws {
    let (total, last) = try await store.read { store in
      (try store.outboxCount(in: collection), try store.lastSequence(in: collection))
    }
    guard total > 0 else { return }
    tally.begin(.push, of: total)
    // If the first entry of a record has failed, or its batch has, the record is not tried again in this run.
    var done = try await repeatBatches(tally).union(postponed)
    if case .batched(let batch) = settings.push {
      done.formUnion(try await pushBatches(batch, through: last, except: done, tally))
    }
    var width = 1
    if case .oneByOne(let concurrency) = settings.push { width = max(1, concurrency) }
    var place: Int64 = 0
    while true {
      let from = place
      let entries = try await store.read { try $0.outbox(in: collection, after: from, limit: 200) }.filter {
        $0.sequence <= last
      }
      guard let end = entries.last?.sequence else { return }
      place = end
      let keys = entries.map(\.key).filter { done.insert($0).inserted }
      try await push(keys, width: width, through: last, tally)
    }
  }

  private func push(_ keys: [String], width: Int, through last: Int64, _ tally: SyncTally) async throws {
    if width == 1 {
      for key in keys { try await pushNoting(key, through: last, tally) }
      return
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, key) in keys.enumerated() {
        if index >= width { try await group.next() }
        group.addTask { try await pushNoting(key, through: last, tally) }
      }
      try await group.waitForAll()
    }
  }

  func pushNoting(_ key: String, through last: Int64, _ tally: SyncTally) async throws {
    do {
      try await push(key, through: last, tally)
    } catch let failure as PushFailure where !failure.isFatal {
      // A record whose decision was put off is already listed among the conflicts.
      if !(failure.underlying is PostponedConflict) { tally.failed(failure.key, failure.id, .push, failure.underlying) }
      tally.advance()
    }
  }
}

extension Attempt {
  /// Whether the server cannot have acted on it, because it asked for credentials or named another URL for the same request.
  fileprivate var isWithoutEffect: Bool {
    switch outcome {
    case .status(401)?, .status(407)?, .status(307)?, .status(308)?: true
    default: false
    }
  }
}

/// A record was not sent.
struct PushFailure: Error {
  let key: String
  let id: String?
  let underlying: any Error
  let isFatal: Bool
}

/// A conflict that is not resolved yet.
struct PostponedConflict: SafelyDescribed {
  var description: String { "the record was also changed at the server, and the conflict is not resolved yet" }
}

/// The last change of a record was sent in a batch that got no response. It can only be repeated with that batch.
struct AwaitsBatch: SafelyDescribed {
  var description: String { "the record's last change waits for the response to its batch" }
}
