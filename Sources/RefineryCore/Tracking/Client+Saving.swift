extension Client {
  /// Sends what changed about a tracked model by PATCH, and remembers the answer. Without changes nothing is sent.
  ///
  /// - Returns: the reply; nil where there was nothing to send.
  /// - Throws: ``Conflict`` where the server has another version; ``CallError``; `CancellationError`. Then `tracked` is as it
  ///   was, changes and all.
  @discardableResult
  public func save<Model>(_ tracked: inout Tracked<Model>) async throws -> Reply<Tracked<Model>>? where Model.Parent == Never {
    guard let reply = try await sending(tracked, by: Model.patchEndpoint, { try tracked.patch() }) else { return nil }
    tracked = reply.value
    return reply
  }

  /// Sends what changed about a tracked model by the row and with the path, header fields and options of another call. Without
  /// changes nothing is sent.
  ///
  /// ```swift
  /// try await api.save(&comment, by: Post.read(1) / Comment.patch(2, [:]))
  /// ```
  ///
  /// - Returns: the reply; nil where there was nothing to send.
  /// - Throws: what `save(_:)` throws.
  @discardableResult
  public func save<Model>(
    _ tracked: inout Tracked<Model>, by carrier: Call<Model>
  ) async throws -> Reply<Tracked<Model>>? {
    guard let reply = try await sending(tracked, by: carrier.endpoint, { try tracked.patch(by: carrier) }) else { return nil }
    tracked = reply.value
    return reply
  }

  /// Sends what changed about a tracked model, and returns it as the server has it now. Without changes nothing is sent, and
  /// it returns as it is.
  ///
  /// - Throws: ``Conflict`` where the server has another version; ``CallError``; `CancellationError`.
  public func save<Model>(_ tracked: Tracked<Model>) async throws -> Tracked<Model> where Model.Parent == Never {
    try await sending(tracked, by: Model.patchEndpoint) { try tracked.patch() }?.value ?? tracked
  }

  private func sending<Model>(
    _ tracked: Tracked<Model>, by row: Endpoint, _ patch: () throws -> Call<Tracked<Model>>?
  ) async throws -> Reply<Tracked<Model>>? {
    let call: Call<Tracked<Model>>
    do {
      guard let some = try patch() else { return nil }
      call = some
    } catch {
      throw CallError(.building, row, underlying: error)
    }
    do {
      return try await reply(to: call)
    } catch let error as CallError {
      if let conflict = Conflict(tracked, error) { throw conflict }
      throw error
    }
  }
}

extension Client {
  /// The server's version in a conflict: the one that came with the refusal, if it came with its entity tag, or what the
  /// server has now, by reading.
  ///
  /// - Throws: ``CallError``; `CancellationError`.
  public func theirs<Model: Readable>(in conflict: Conflict<Model>) async throws -> Tracked<Model> where Model.Parent == Never {
    if let theirs = conflict.theirs, theirs.strongTag != nil || conflict.mine.strongTag == nil { return theirs }
    return try await send(conflict.mine.read())
  }

  /// Sends what changed about a tracked model; where the server has another version, lays the changes upon that and tries
  /// again.
  ///
  /// - Parameters:
  ///   - tracked: what to save. At an error it is as it was.
  ///   - side: whose value stands where both changed the same member; nil to throw the conflict then.
  ///   - attempts: how many times to try in all, at least once.
  /// - Returns: the reply; nil where there was nothing to send.
  /// - Throws: ``Conflict`` when the attempts are used up or both sides changed the same member; ``CallError``;
  ///   `CancellationError`.
  @discardableResult
  public func save<Model: Readable>(
    _ tracked: inout Tracked<Model>, rebasing side: ConflictSide?, attempts: Int = 3
  ) async throws -> Reply<Tracked<Model>>? where Model.Parent == Never {
    var candidate = tracked
    var attempt = 1
    while true {
      do {
        let reply = try await save(&candidate)
        tracked = candidate
        return reply
      } catch let conflict as Conflict<Model> where attempt < attempts {
        let rebase = try await candidate.rebased(onto: theirs(in: conflict), preferring: side ?? .mine)
        guard side != nil || rebase.overlaps.isEmpty else { throw conflict }
        candidate = rebase.tracked
        attempt += 1
      }
    }
  }
}
