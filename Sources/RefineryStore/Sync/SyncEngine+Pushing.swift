import FoundationEssentials
import RefineryCore

/// Sends the outbox to the server.
extension SyncEngine {
  /// What a failure of a request means for its entry.
  enum Verdict {
    /// All other records would fail, too.
    case stop(thaws: Bool)
    /// There is no response, or only one of a gateway: the server is unreachable, or this record makes it fail.
    case doubtful
    /// This record cannot be sent as it is. With `isFinal`, the server has not acted on it.
    case refused(isFinal: Bool)
    /// The server does not have the record. With `isFinal`, it has not acted on the change either.
    case gone(isFinal: Bool)
    /// The server has another version of the record. With `isFinal`, it has not acted on the change.
    case conflict(isFinal: Bool)
  }

  /// - Parameter isFirst: if false, the server may have acted on an earlier request without a response, whatever the result of
  ///   this request is.
  func verdict(on error: any Error, about entry: OutboxEntry, isFirst: Bool) -> Verdict {
    guard let error = error as? CallError else { return .refused(isFinal: false) }
    // It may also have acted on an earlier attempt of this request, such as one before a retry, that ended in another way.
    let ending = error.status.map { Attempt.Outcome.status($0) } ?? .failure(ErrorSummary.text(of: error.underlying))
    let isFirst = isFirst && error.attempts.allSatisfy { $0.outcome == ending || $0.isWithoutEffect }
    // If nothing else was sent, middleware ended the call, for example because it got no credentials.
    let isUnsent =
      (error.underlying as? any SendingFailure)?.isUnsent == true || error.attempts.allSatisfy { $0.isWithoutEffect }
    switch (error.stage, error.status) {
    case (.building, _): return .refused(isFinal: isFirst)
    case (.sending, _): return isUnsent ? .stop(thaws: isFirst) : .doubtful
    case (.mapping, _): return .refused(isFinal: false)
    case (.status, 404?), (.status, 410?):
      return entry.operation == .create ? .refused(isFinal: true) : .gone(isFinal: isFirst)
    // It can also mean that the server is still processing an earlier request with this key.
    case (.status, 409?): return .conflict(isFinal: isFirst)
    // The condition failed. The entry must not stay frozen, because then no pull could compare the record with the server's
    // version.
    case (.status, 412?): return .conflict(isFinal: isFirst || sendsCondition(entry))
    case (.status, 401?), (.status, 407?): return .stop(thaws: isFirst)
    case (.status, 425?), (.status, 429?): return .stop(thaws: false)
    // With `Retry-After`, the status is about the server and not about the record.
    case (.status, 408?), (.status, 502?), (.status, 503?), (.status, 504?):
      return error.retryAfter == nil ? .doubtful : .stop(thaws: false)
    case (.status, .some(500...599)): return .refused(isFinal: false)
    case (.status, _): return .refused(isFinal: true)
    }
  }

  /// Whether a failure concerns only its record. Two records in a row without a usable response end the push, because each may
  /// cost a time limit.
  func reach(of error: any Error, _ tally: SyncTally) -> PushFailure.Reach {
    let entry = OutboxEntry(collection: collection, key: "", operation: .update, idempotencyKey: "")
    switch verdict(on: error, about: entry, isFirst: false) {
    case .stop: return .run
    case .doubtful: return tally.doubted() ? .push : .doubtful
    case .refused, .gone, .conflict:
      tally.reached()
      return .record
    }
  }

  private func sendsCondition(_ entry: OutboxEntry) -> Bool {
    entry.batch == nil && (entry.operation != .create || settings.createsByPut)
  }

  /// Sends the entries of one record in order, up to a sequence number.
  ///
  /// - Throws: the failure that ended it. Its `reach` says whether other records would also fail.
  ///
  /// A record that another process is sending is passed over, unless `limit` says how long to wait for it.
  func push(
    _ key: String, through last: Int64, _ tally: SyncTally, waitingForOthers limit: Duration? = nil
  ) async throws {
    try await shared.records.pass(key) {
      do {
        try await leasing(LeaseName.record(key), within: limit ?? .zero) { engine in
          try await engine.pushAlone(key, through: last, tally)
        }
      } catch let error as StoreError where error.kind == .leaseLost {
        // This process was suspended for so long that another one has gone on. Its requests have the same keys.
        if limit != nil { throw HeldByAnotherProcess() }
      } catch is HeldByAnotherProcess where limit == nil {
        tally.advance()
      }
    }
  }

  /// The same as ``push(_:through:_:)``, for a caller that holds the record's lock.
  func pushAlone(_ key: String, through last: Int64, _ tally: SyncTally) async throws {
    var conflicts = 0
    while true {
      try Task.checkCancellation()
      switch try await store.write({ try nextStep(key, through: last, in: $0) }) {
      case .idle: return
      case .settled: tally.advance()
      case .unsendable(let error, let record):
        throw PushFailure(key: key, id: record.id, underlying: error)
      case .undecided(let entry, let record):
        conflicts += 1
        try await decideAgain(entry, record, mayRead: conflicts <= 3, tally)
      case .inBatch: throw PushFailure(key: key, id: nil, underlying: AwaitsBatch())
      case .send(let entry, let record, let isFirst):
        do {
          let answer = try await send(entry, of: record)
          let settled = try await writeWhole { try settle(entry, answer, in: $0) }
          note(entry, tally)
          if settled == .withoutID {
            let error = UnusableResponse.noID(member: settings.identifier)
            throw PushFailure(key: key, id: nil, underlying: error)
          }
        } catch let error as StoreError {
          throw error
        } catch let failure as PushFailure {
          throw failure
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          try await handle(error, entry, record, isFirst, &conflicts, tally)
        }
      }
    }
  }

  func note(_ entry: OutboxEntry, _ tally: SyncTally) {
    tally.accepted()
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
    var isRefused = true
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
    case .doubtful: thaws = false
    case .stop(let isUnsent):
      thaws = isUnsent
      isRefused = false
    }
    let withNewKey = isRefused
    try await writeWhole { try noteFailure(entry, error, thaws: thaws, withNewKey: withNewKey, in: $0) }
    let reach = reach(of: error, tally)
    if reach != .run { tally.counts(entry, error) }
    throw PushFailure(key: entry.key, id: record.id, underlying: error, reach: reach)
  }

  /// Sends all entries that are in the outbox now, except those of some records. Entries without a usable response the last
  /// time are sent after the others, because they may be the cause.
  ///
  /// - Throws: a failure that concerns every record. A failure of one record is added to the tally.
  func pushAll(except postponed: Set<String> = [], _ tally: SyncTally) async throws {
    let (total, last) = try await store.read { store in
      (try store.outboxCount(in: collection), try store.lastSequence(in: collection))
    }
    guard total > 0 else { return }
    tally.begin(.push, of: total)
    try await untilDoubtful(tally) {
      // If the first entry of a record or its batch has failed, the record is not tried again in this run.
      var done = postponed
      var batches = try await sentBatches()
      if !batches.isEmpty || settings.batch != nil {
        try await leasing(LeaseName.batch) { engine in
          // Another process may have settled some of them before it released the lease.
          batches = try await engine.sentBatches()
          for batch in batches {
            done.formUnion(batch.isSuspect ? batch.records : try await engine.repeatBatch(batch.key, tally))
          }
          if let batch = settings.batch {
            done.formUnion(try await engine.pushBatches(batch, through: last, except: done, tally))
          }
        }
      }
      var suspects: [String] = []
      var place: Int64 = 0
      while true {
        let from = place
        let entries = try await store.read { try $0.outbox(in: collection, after: from, limit: 200) }.filter {
          $0.sequence <= last
        }
        guard let end = entries.last?.sequence else { break }
        place = end
        var keys: [String] = []
        for entry in entries where done.insert(entry.key).inserted {
          if entry.isSetAside {
            tally.note { $0.setAside.append(entry.key) }
          } else if entry.isSuspect {
            suspects.append(entry.key)
          } else {
            keys.append(entry.key)
          }
        }
        try await push(keys, through: last, tally)
      }
      for batch in batches where batch.isSuspect {
        try await leasing(LeaseName.batch) { _ = try await $0.repeatBatch(batch.key, tally) }
      }
      try await push(suspects, through: last, tally)
    }
  }

  /// Ends a push without an error if it is unknown whether the server can be reached. The pull finds out.
  func untilDoubtful(_ tally: SyncTally, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let failure as PushFailure where failure.reach == .push {
      tally.doubt(failure)
    }
  }

  private func push(_ keys: [String], through last: Int64, _ tally: SyncTally) async throws {
    let width = settings.concurrency
    if width <= 1 {
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
    } catch let failure as PushFailure {
      // A record with a postponed decision is already listed among the conflicts. Another process is sending the batch of a
      // record that waits for one, because this process has repeated the batches of killed processes.
      let isWithOthers = failure.underlying is AwaitsBatch && leasingStore != nil
      if !(failure.underlying is PostponedConflict), !isWithOthers {
        tally.failed(failure.key, failure.id, .push, failure.underlying)
      }
      tally.advance()
      if failure.reach == .doubtful { tally.doubt(failure) }
      if failure.reach == .push || failure.reach == .run { throw failure }
    }
  }
}

extension Attempt {
  /// Whether the server cannot have acted on the request, because it asked for credentials or named another URL for the same
  /// request.
  fileprivate var isWithoutEffect: Bool {
    switch outcome {
    case .status(401)?, .status(407)?, .status(307)?, .status(308)?: true
    default: false
    }
  }
}

/// A record was not sent.
struct PushFailure: Error {
  /// Whether the failure also concerns other records.
  enum Reach: Sendable {
    /// It concerns only this record.
    case record
    /// There was no usable response. The next record shows whether the server can be reached.
    case doubtful
    /// The same, for the second record in a row: the push ends.
    case push
    /// The server refuses the client, or cannot be reached: the run ends.
    case run
  }

  let key: String
  let id: String?
  let underlying: any Error
  var reach = Reach.record
}

/// A conflict that is not resolved yet.
struct PostponedConflict: SafelyDescribed {
  var description: String { "the record was also changed at the server, and the conflict is not resolved yet" }
}

/// The last change of a record was sent in a batch without a response. It can only be repeated with that batch.
struct AwaitsBatch: SafelyDescribed {
  var description: String { "the record's last change waits for the response to its batch" }
}
