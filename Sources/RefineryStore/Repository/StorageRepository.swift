public import RefineryCore

/// A repository that keeps models in a store and makes no requests.
///
/// ```swift
/// let drafts = StorageRepository<Draft>(MemoryStore(), collection: "Draft")
/// try await drafts.create(Draft(id: 1, text: "hello"))
/// let found = try await drafts.search(where: Member("text").hasPrefix("he"))
/// ```
///
/// An operation on several models is one transaction: all of them change, or none.
public struct StorageRepository<Model: Codable & Sendable>: Sendable {
  let store: any Store
  let collection: String
  let coding: RecordCoding<Model>
  private let identity: RecordIdentity
}

extension StorageRepository {
  /// A repository of a collection of a store.
  public init(
    _ store: any Store, collection: String, identifier: String = "id", coding: RecordCoding<Model> = RecordCoding()
  ) {
    self.init(store: store, collection: collection, coding: coding, identity: RecordIdentity(identifier))
  }

  /// A repository of a collection of a store, whose models have ids of any type.
  public init(
    _ store: any Store, collection: String, identifier: String = "id", coding: RecordCoding<Model> = RecordCoding()
  ) where Model: Identifiable, Model.ID: Sendable {
    let identity = RecordIdentity(identifier, of: Model.ID.self)
    self.init(store: store, collection: collection, coding: coding, identity: identity)
  }

  /// Stores a new model.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/duplicate`` if another record has its id.
  public func create(_ model: Model) async throws { try await create([model]) }

  /// Stores several new models.
  public func create(_ models: [Model]) async throws { try await insert(models.map { try coding.content(of: $0) }) }

  /// Stores a new model, given by its members.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/badRecord`` if the model cannot be read from the members.
  @discardableResult
  public func create(attributes: JSONValue) async throws -> Model {
    let model = try coding.model(of: attributes)
    try await insert([attributes])
    return model
  }

  private func insert(_ contents: [JSONValue]) async throws {
    let records = try contents.map { content in
      guard let id = identity.id(of: content) else { throw StoreError(.missingIdentifier) }
      return StoredRecord(collection: collection, key: id, id: id, content: content)
    }
    try await store.write { store in
      for record in records {
        if try store.record(record.key, in: collection) != nil { throw StoreError(.duplicate) }
        try store.save(record)
      }
    }
  }

  /// The models that match a filter, in the given order.
  ///
  /// With `ElementPolicy.skip`, records that the model cannot read are left out, but they count towards the limit;
  /// ``unreadable(where:)`` returns them.
  ///
  /// - Throws: ``StoreError``. Its kind is ``StoreError/Kind/badRecord`` for a record that the model cannot read.
  public func search(
    where filter: RecordFilter? = nil, sort: [RecordQuery.Order] = [], limit: Int? = nil, offset: Int = 0,
    elements policy: ElementPolicy = .fail
  ) async throws -> [Model] {
    let query = RecordQuery(where: filter, sort: sort, limit: limit, offset: offset)
    let records = try await store.read { try $0.records(in: collection, query) }
    return try coding.read(records, policy) { try coding.model(of: $0) }
  }

  /// The records that the model cannot read. Reads every record that matches the filter.
  public func unreadable(where filter: RecordFilter? = nil) async throws -> [UnreadableRecord] {
    try coding.unreadable(try await store.read { try $0.records(in: collection, RecordQuery(where: filter)) })
  }

  /// The model with an id; nil if there is no such record.
  public func read(_ id: some Hashable) async throws -> Model? {
    guard let text = RecordIdentity.text(of: id) else { return nil }
    return try await store.read { try $0.record(text, in: collection) }.map { try coding.model(of: $0) }
  }

  /// The number of records that match a filter.
  public func count(where filter: RecordFilter? = nil) async throws -> Int {
    try await store.read { try $0.count(in: collection, RecordQuery(where: filter)) }
  }

  /// Changes a model. Members that the model does not declare are kept.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/unknownRecord`` if no record has its id.
  public func update(_ model: Model) async throws { try await update([model]) }

  /// Changes several models.
  public func update(_ models: [Model]) async throws {
    let contents = try models.map { try coding.content(of: $0) }
    try await store.write { store in
      for content in contents {
        guard let id = identity.id(of: content) else { throw StoreError(.missingIdentifier) }
        guard var record = try store.record(id, in: collection) else { throw StoreError(.unknownRecord) }
        record.content = try coding.laid(content, over: record.content)
        try store.save(record)
      }
    }
  }

  /// Deletes the model with an id.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/unknownRecord`` if no record has this id; of kind
  ///   ``StoreError/Kind/missingIdentifier`` if the id is nil.
  public func delete(_ id: some Hashable & Sendable) async throws { try await delete([id]) }

  /// Deletes the models with these ids.
  public func delete(_ ids: [some Hashable & Sendable]) async throws {
    let texts = try RecordIdentity.texts(of: ids)
    try await store.write { store in
      for text in texts {
        guard try store.record(text, in: collection) != nil else { throw StoreError(.unknownRecord) }
        try store.removeRecord(text, in: collection)
      }
    }
  }

  /// Empties the collection.
  public func reset() async throws {
    try await store.write { try $0.removeAll(in: collection) }
  }
}
