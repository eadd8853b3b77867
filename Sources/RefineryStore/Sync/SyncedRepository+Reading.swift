import RefineryCore

/// Reading asks the store alone; there is no request.
extension SyncedRepository {
  /// The models of all records that a filter finds, in the order asked for.
  ///
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/badRecord`` for a record that the model cannot read.
  public func search(
    where filter: RecordFilter? = nil, sort: [RecordQuery.Order] = [], limit: Int? = nil, offset: Int = 0
  ) async throws -> [Model] {
    try await records(RecordQuery(where: filter, sort: sort, limit: limit, offset: offset)).map(\.value)
  }

  /// The models for which a closure says so. Every record is read.
  public func search(where isIncluded: @Sendable (Model) throws -> Bool) async throws -> [Model] {
    try await search().filter { try isIncluded($0) }
  }

  /// The records that a query finds, with their models.
  public func records(_ query: RecordQuery = RecordQuery()) async throws -> [Stored<Model>] {
    try await store.read { try $0.records(in: collection, query) }.map { try stored($0) }
  }

  /// The model with an id; nil where there is none here.
  public func read(_ id: some Hashable & Sendable) async throws -> Model? { try await record(id)?.value }

  /// The record with an id; nil where there is none here.
  public func record(_ id: some Hashable & Sendable) async throws -> Stored<Model>? {
    guard let text = RecordIdentity.text(of: id) else { return nil }
    let record = try await store.read { try $0.record(id: text, in: collection) }
    return try record.flatMap { $0.isDeleted ? nil : try stored($0) }
  }

  /// The record with a key; nil where there is none.
  public func record(key: String) async throws -> Stored<Model>? {
    let record = try await store.read { try $0.record(key, in: collection) }
    return try record.flatMap { $0.isDeleted ? nil : try stored($0) }
  }

  /// How many records a filter finds.
  public func count(where filter: RecordFilter? = nil) async throws -> Int {
    try await store.read { try $0.count(in: collection, RecordQuery(where: filter)) }
  }

  /// How many changes wait for the server.
  public func unsentCount() async throws -> Int { try await store.read { try $0.outboxCount(in: collection) } }
}
