public import RefineryCore

/// Writing stores a change with its entry in the outbox, in one transaction, and then sends it: unless
/// ``SyncSettings/writes-swift.property`` leaves that to the next synchronization.
///
/// What cannot be sent is kept and thrown as ``Unsynchronized``. Whoever does not mind catches that.
extension SyncedRepository {
  /// Creates a record.
  ///
  /// - Returns: the record with what the server said about it, its id first of all.
  /// - Throws: ``StoreError``, and then nothing is stored; ``Unsynchronized``, and then it is.
  @discardableResult
  public func create(_ model: Model) async throws -> Stored<Model> { try await create(attributes: coding.content(of: model)) }

  /// Creates a record from attributes, of which the model must be able to read itself.
  @discardableResult
  public func create(attributes: RawJSON) async throws -> Stored<Model> {
    let engine = engine
    let record = try await store.write { try engine.create(attributes, in: $0) }
    try await engine.sendThrough(record.key)
    return try await current(record)
  }

  /// Stores several new records in one transaction, to be sent by the next synchronization. All are stored or none.
  ///
  /// - Returns: the keys of the records.
  @discardableResult
  public func create(_ models: [Model]) async throws -> [String] {
    let contents = try models.map { try coding.content(of: $0) }
    let engine = engine
    return try await store.write { store in try contents.map { try engine.create($0, in: store).key } }
  }

  /// Replaces the record with the model's id by PUT. Members that the model does not know stay.
  @discardableResult
  public func update(_ model: Model) async throws -> Stored<Model> { try await change(model, by: .update) }

  /// Replaces the record with a key by PUT, for one that has no id yet.
  @discardableResult
  public func update(_ model: Model, key: String) async throws -> Stored<Model> {
    try await change(model, key: key, by: .update)
  }

  /// Changes several records in one transaction, to be sent by the next synchronization. All are changed or none.
  public func update(_ models: [Model]) async throws {
    let coding = coding
    let changes = try models.map { model in
      let content = try coding.content(of: model)
      return (try id(in: content), content)
    }
    let engine = engine
    try await store.write { store in
      for (id, content) in changes {
        guard let record = try store.record(id: id, in: engine.collection) else { throw StoreError(.unknownRecord) }
        _ = try engine.change(record.key, by: .update, to: { try coding.laid(content, over: $0) }, in: store)
      }
    }
  }

  /// Deletes the record with an id.
  ///
  /// The server is asked first, and a failure leaves the record as it is; or, with ``SyncSettings/Deletes/outbox``, the record
  /// is hidden at once and the server told when it can be.
  public func delete(_ id: some Hashable & Sendable) async throws {
    guard let text = RecordIdentity.text(of: id) else { throw StoreError(.unidentifiable) }
    let collection = collection
    let record = try await store.read { try $0.record(id: text, in: collection) }
    guard let record, !record.isDeleted else { throw StoreError(.unknownRecord) }
    try await delete(key: record.key)
  }

  /// Deletes the record with a key.
  public func delete(key: String) async throws {
    let engine = engine
    if case .throughNetwork = settings.writes, case .networkFirst = settings.deletes {
      return try await engine.deleteThrough(key)
    }
    let isLeft = try await store.write { try engine.delete(key, in: $0) != nil }
    if isLeft { try await engine.sendThrough(key) }
  }

  /// Hides several records in one transaction; the next synchronization tells the server. All are hidden or none.
  public func delete(_ ids: [some Hashable & Sendable]) async throws {
    let texts = ids.compactMap { RecordIdentity.text(of: $0) }
    let engine = engine
    try await store.write { store in
      for text in texts {
        guard let record = try store.record(id: text, in: engine.collection) else { throw StoreError(.unknownRecord) }
        _ = try engine.delete(record.key, in: store)
      }
    }
  }

  func change(
    _ model: Model, key: String? = nil, by operation: OutboxEntry.Operation
  ) async throws -> Stored<Model> {
    let content = try coding.content(of: model)
    let (engine, coding) = (engine, coding)
    let id = key == nil ? try id(in: content) : nil
    let record = try await store.write { store in
      let found = try key ?? id.flatMap { try store.record(id: $0, in: engine.collection)?.key }
      guard let found else { throw StoreError(.unknownRecord) }
      return try engine.change(found, by: operation, to: { try coding.laid(content, over: $0) }, in: store)
    }
    try await engine.sendThrough(record.key)
    return try await current(record)
  }

  private func id(in content: RawJSON) throws -> String {
    guard let id = try engine.checkedID(of: content) else { throw StoreError(.unidentifiable) }
    return id
  }

  private func current(_ record: StoredRecord) async throws -> Stored<Model> {
    let collection = collection
    let current = try await store.read { try $0.record(record.key, in: collection) }
    return try stored(current ?? record)
  }
}

extension SyncedRepository where Model: Patchable {
  /// Changes the record with the model's id, and sends by PATCH what differs from the server's last state. Where nothing
  /// differs there is no request.
  @discardableResult
  public func patch(_ model: Model) async throws -> Stored<Model> { try await change(model, by: .patch) }
}

extension SyncedRepository where Model == RawJSON {
  /// Changes the record with the object's id, and sends by PATCH what differs from the server's last state. Where nothing
  /// differs there is no request.
  @discardableResult
  public func patch(_ object: RawJSON) async throws -> Stored<RawJSON> { try await change(object, by: .patch) }
}

extension RecordCoding {
  /// A content as a changed model has it: what the model does not know stays as it was.
  func laid(_ new: RawJSON, over old: RawJSON) throws -> RawJSON {
    guard Model.self != RawJSON.self, let known = try? content(of: model(of: old)) else { return new }
    return MemberDifference.carried(from: known, to: new, onto: old)
  }
}
