public import RefineryCore

extension SyncedRepository {
  /// Sends what waits in the outbox and takes over what is new at the server.
  ///
  /// What is created, changed or deleted here while it runs is kept, and what the server says about those records is left for
  /// the next time. It may be cancelled, or the process killed, at any point: the store is consistent, and the next
  /// synchronization goes on from there. One runs at a time; a second call waits for the first and then runs itself.
  /// So never await this or ``reset()`` of the same repository, or of a copy, in a closure that a synchronization of it is
  /// waiting for, that of a ``Pull`` or of ``ConflictPolicy/ask(_:)``: both would wait for each other until they are cancelled.
  ///
  /// - Parameters:
  ///   - pull: what is fetched; everything unless told.
  ///   - progress: told how far it has come, after each record sent and each chunk stored; called on whatever task is at work.
  /// - Returns: what was done, and what was not: single records that failed do not end it.
  /// - Throws: ``SynchronizationError`` when the server cannot be reached, refuses the client, fails the pull, or the store
  ///   fails; `CancellationError`.
  @discardableResult
  public func synchronize(
    _ pull: Pull = .everything, progress: (@Sendable (SynchronizationProgress) -> Void)? = nil
  ) async throws -> SynchronizationReport {
    try await engine.synchronize(pull, progress)
  }

  /// As ``synchronize(_:progress:)``, with models that you fetch. Members that the model does not know are lost: fetch `.json`
  /// and use ``Pull/entities(missing:_:)`` where there are some.
  @discardableResult
  public func synchronize(
    missing: Pull.Missing, from fetch: @escaping @Sendable (Client) async throws -> [Model]
  ) async throws -> SynchronizationReport {
    let coding = coding
    return try await synchronize(
      .entities(missing: missing) { client in try await fetch(client).map { try coding.content(of: $0) } })
  }

  /// Empties the collection: its records, its outbox, and the token of delta pulls. A running synchronization ends first.
  ///
  /// - Returns: how many changes were thrown away that the server has not been told of.
  @discardableResult
  public func reset() async throws -> Int { try await engine.reset() }
}
