public import RefineryCore

/// A write stores the change and its outbox entry in one transaction, and then sends it, unless
/// ``SyncSettings/sendsAtOnce`` defers that to the next synchronization.
///
/// A change that cannot be sent stays stored, and ``Unsynchronized`` is thrown. To continue offline, catch that error.
extension SyncedRepository {
  /// Creates a record.
  ///
  /// - Returns: the record with the members of the response, such as its id.
  /// - Throws: ``StoreError`` if nothing is stored; ``Unsynchronized`` if it is stored but not sent.
  @discardableResult
  public func create(_ model: Model) async throws -> Stored<Model> { try await create(attributes: coding.content(of: model)) }

  /// Creates a record from attributes. The model must be decodable from them.
  @discardableResult
  public func create(attributes: JSONValue) async throws -> Stored<Model> {
    let record = try await store.write { try engine.create(attributes, in: $0) }
    try await engine.sendThrough(record.key)
    return try await current(record)
  }

  /// Stores several new records in one transaction; the next synchronization sends them. All are stored, or none.
  ///
  /// - Returns: the keys of the records.
  @discardableResult
  public func create(_ models: [Model]) async throws -> [String] {
    let contents = try models.map { try coding.content(of: $0) }
    return try await store.write { store in try contents.map { try engine.create($0, in: store).key } }
  }

  /// Replaces the record with the model's id by PUT. Members that the model does not declare are kept.
  @discardableResult
  public func update(_ model: Model) async throws -> Stored<Model> { try await change(model, by: .update) }

  /// Replaces the record with a key by PUT, for a record that has no id yet.
  @discardableResult
  public func update(_ model: Model, key: String) async throws -> Stored<Model> {
    try await change(model, key: key, by: .update)
  }

  /// Changes several records in one transaction; the next synchronization sends them. All are changed, or none.
  public func update(_ models: [Model]) async throws {
    let changes = try models.map { model in
      let content = try coding.content(of: model)
      return (try id(in: content), content)
    }
    try await store.write { store in
      for (id, content) in changes {
        guard let record = try store.record(id: id, in: engine.collection) else { throw StoreError(.unknownRecord) }
        _ = try engine.change(record.key, by: .update, to: { try coding.laid(content, over: $0) }, in: store)
      }
    }
  }

  /// Deletes the record with an id.
  ///
  /// The delete is sent to the server first; if that fails, the record stays. Without ``SyncSettings/deletesOnServerFirst``,
  /// the record is hidden at once, and the outbox sends the delete. If the record's conflict is not resolved, a delete that is
  /// sent first fails.
  public func delete(_ id: some Hashable & Sendable) async throws {
    guard let text = RecordIdentity.text(of: id) else { throw StoreError(.missingIdentifier) }
    let record = try await store.read { try $0.record(id: text, in: collection) }
    guard let record else { throw StoreError(.unknownRecord) }
    try await delete(key: record.key)
  }

  /// Deletes the record with a key.
  public func delete(key: String) async throws {
    if settings.sendsAtOnce, settings.deletesOnServerFirst {
      return try await engine.deleteThrough(key)
    }
    let isLeft = try await store.write { try engine.delete(key, in: $0) != nil }
    if isLeft { try await engine.sendThrough(key) }
  }

  /// Hides several records in one transaction; the next synchronization sends the deletes. All are hidden, or none. A nil id is
  /// an error: to delete a record without an id, use its key.
  public func delete(_ ids: [some Hashable & Sendable]) async throws {
    let texts = try RecordIdentity.texts(of: ids)
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
    let id = key == nil ? try id(in: content) : nil
    let record = try await store.write { store in
      let found = try key ?? id.flatMap { try store.record(id: $0, in: engine.collection)?.key }
      guard let found else { throw StoreError(.unknownRecord) }
      return try engine.change(found, by: operation, to: { try coding.laid(content, over: $0) }, in: store)
    }
    try await engine.sendThrough(record.key)
    return try await current(record)
  }

  private func id(in content: JSONValue) throws -> String {
    guard let id = try engine.checkedID(of: content) else { throw StoreError(.missingIdentifier) }
    return id
  }

  private func current(_ record: StoredRecord) async throws -> Stored<Model> {
    let current = try await store.read { try $0.record(record.key, in: collection) }
    return try stored(current ?? record)
  }
}

extension SyncedRepository where Model: Patchable {
  /// Changes the record with the model's id, and sends the difference from the server's last state by PATCH. Without a
  /// difference, no request is sent.
  @discardableResult
  public func patch(_ model: Model) async throws -> Stored<Model> { try await change(model, by: .patch) }
}

extension SyncedRepository where Model == JSONValue {
  /// Changes the record with the object's id, and sends the difference from the server's last state by PATCH. Without a
  /// difference, no request is sent.
  @discardableResult
  public func patch(_ object: JSONValue) async throws -> Stored<JSONValue> { try await change(object, by: .patch) }
}

extension RecordCoding {
  /// The content after a change of the model. Members that the model does not declare are kept.
  func laid(_ new: JSONValue, over old: JSONValue) throws -> JSONValue {
    guard Model.self != JSONValue.self, let known = try? content(of: model(of: old)) else { return new }
    return MemberDifference.carried(from: known, to: new, onto: old)
  }
}
