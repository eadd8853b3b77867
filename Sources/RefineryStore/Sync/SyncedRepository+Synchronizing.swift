import RefineryCore

extension SyncedRepository {
  /// Sends the changes in the outbox and stores what is new on the server.
  ///
  /// Records that are created, changed or deleted here during the run are kept; the server's version of them is handled the
  /// next time. The run may be cancelled, or the process killed, at any point: the store stays consistent, and the next
  /// synchronization continues from there. One run at a time; a second call waits for the first and then runs. With a
  /// ``LeasingStore``, several processes may run at the same time: a record that another process is sending is passed over, and
  /// a pull waits for the pull of another process.
  ///
  /// Do not await this or ``reset()`` of the same repository, or of a copy, in the closure of a ``Pull`` or of
  /// ``ConflictPolicy/ask(_:)``: the two would wait for each other until they are cancelled.
  ///
  /// - Parameters:
  ///   - pull: what is fetched; by default everything.
  ///   - progress: called after each sent record and each stored chunk, on any task, with the current phase, the number of
  ///     records that are done in this phase, and the number of records in this phase. The latter is nil if unknown, such as
  ///     while a listing arrives page by page.
  /// - Returns: what was done, and the single records that failed. A failed record does not end the run, even if it gets no
  ///   response or only one of a gateway (502, 503, 504). The second such record in a row ends the push, and the pull follows.
  /// - Throws: ``SynchronizationError`` if the server cannot be reached or refuses the client, or if the pull or the store
  ///   fails; `CancellationError`.
  @discardableResult
  public func synchronize(
    _ pull: Pull = .everything, progress: (@Sendable (_ phase: SynchronizationPhase, _ done: Int, _ total: Int?) -> Void)? = nil
  ) async throws -> SynchronizationReport {
    try await engine.synchronize(pull, progress)
  }

  /// The changes that are set aside: see ``SyncSettings/GiveUp``. Each has the key of its record and its last failure.
  ///
  /// The records keep their local content. A change is sent again after ``retry(key:)``, or when its record is changed.
  /// Deleting the record drops the change.
  public func setAside() async throws -> [OutboxEntry] {
    try await store.read { store in
      try store.outbox(in: collection, after: 0, limit: -1).filter(\.isSetAside)
    }
  }

  /// Makes a change that is set aside wait again: the next synchronization sends it. Does nothing for other records.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/unknownRecord`` if no record has this key.
  public func retry(key: String) async throws { try await engine.retry(key) }

  /// Removes all records of the collection, its outbox, and the token of delta pulls. Waits for a running synchronization.
  ///
  /// - Returns: the number of unsent changes that were dropped.
  @discardableResult
  public func reset() async throws -> Int { try await engine.reset() }
}
