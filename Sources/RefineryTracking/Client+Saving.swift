import HTTPTypes
public import RefineryCore

extension Client {
  /// Sends the changes of a tracked model by PATCH, and updates the model with the response. If nothing changed, sends no
  /// request.
  ///
  /// - Returns: the reply; nil if there was nothing to send.
  /// - Throws: ``Conflict`` if the server has another version; `CallError`; `CancellationError`. After an error, `tracked`
  ///   still has its changes.
  @discardableResult
  public func save<Model>(_ tracked: inout Tracked<Model>) async throws -> Reply<Tracked<Model>>? where Model.Parent == Never {
    try await saving(&tracked, by: Model.patchEndpoint) { try $0.patch() }
  }

  /// Sends the changes of a tracked model with the row, path, header fields and options of another call. If nothing changed,
  /// sends no request.
  ///
  /// ```swift
  /// try await api.save(&comment, by: Post.read(1) / Comment.patch(2, [:]))
  /// ```
  ///
  /// - Returns: the reply; nil if there was nothing to send.
  /// - Throws: the same as `save(_:)`.
  @discardableResult
  public func save<Model>(
    _ tracked: inout Tracked<Model>, by carrier: Call<Model>
  ) async throws -> Reply<Tracked<Model>>? {
    try await saving(&tracked, by: carrier.endpoint) { try $0.patch(by: carrier) }
  }

  private func saving<Model>(
    _ tracked: inout Tracked<Model>, by row: Endpoint, _ patch: (Tracked<Model>) throws -> Call<Tracked<Model>>?
  ) async throws -> Reply<Tracked<Model>>? {
    let call: Call<Tracked<Model>>
    do {
      guard let some = try patch(tracked) else { return nil }
      call = some
    } catch {
      throw CallError(.building, row, underlying: error)
    }
    do {
      let reply = try await reply(to: call)
      tracked = reply.value
      return reply
    } catch let error as CallError {
      if let conflict = Conflict(tracked, error) { throw conflict }
      throw error
    }
  }
}

extension Client {
  /// The server's version in a conflict. It is taken from the response, if it is there. It is read from the server if the
  /// response lacks it, or if the local model has a strong entity tag and the version in the response has none.
  ///
  /// - Throws: `CallError`; `CancellationError`.
  public func theirs<Model: Readable>(in conflict: Conflict<Model>) async throws -> Tracked<Model> where Model.Parent == Never {
    if let theirs = conflict.theirs, theirs.strongTag != nil || conflict.mine.strongTag == nil { return theirs }
    // Without `no-cache`, a cache could return the version that the server has just refused (RFC 9111 section 5.2.1.4). A
    // `no-store` of the row or the client still applies.
    let call = conflict.mine.read()
    let mayStore = headers(of: call)[.cacheControl]?.lowercased().contains("no-store") != true
    return try await send(call.header(.cacheControl, mayStore ? "no-cache" : "no-cache, no-store"))
  }

  /// Sends the changes of a tracked model. If the server has another version, applies the changes to that version and tries
  /// again.
  ///
  /// - Parameters:
  ///   - tracked: the model to save. After an error it is unchanged. There is one exception: if a later try fails, a
  ///     `Refreshable` model has the changes of both sides.
  ///   - side: the side whose value is kept if both sides changed the same member. If nil, such a conflict is thrown.
  ///   - attempts: the number of tries, at least one.
  /// - Returns: the reply; nil if there was nothing to send.
  /// - Throws: ``Conflict`` after the last try, or if `side` is nil and both sides changed the same member; `CallError`;
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
        let other = try await theirs(in: conflict)
        if side == nil, try !candidate.overlaps(with: other).isEmpty { throw conflict }
        candidate = try candidate.rebased(onto: other, preferring: side ?? .mine).tracked
        attempt += 1
      }
    }
  }
}
