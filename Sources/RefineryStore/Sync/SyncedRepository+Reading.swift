public import RefineryCore

/// Reading asks the store alone; there is no request.
extension SyncedRepository {
  /// The models of all records that a filter finds, in the order asked for.
  ///
  /// With `ElementPolicy.skip` records that the model cannot read are left out, though the limit counts them;
  /// ``unreadable(where:)`` has them.
  ///
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/badRecord`` for a record that the model cannot read.
  public func search(
    where filter: RecordFilter? = nil, sort: [RecordQuery.Order] = [], limit: Int? = nil, offset: Int = 0,
    elements policy: ElementPolicy = .fail
  ) async throws -> [Model] {
    let query = RecordQuery(where: filter, sort: sort, limit: limit, offset: offset)
    return try await records(query, elements: policy).map(\.value)
  }

  /// The models for which a closure says so. Every record is read.
  public func search(
    where isIncluded: @Sendable (Model) throws -> Bool, elements policy: ElementPolicy = .fail
  ) async throws -> [Model] {
    try await search(elements: policy).filter { try isIncluded($0) }
  }

  /// The records that a query finds, with their models; with `ElementPolicy.skip` those it can be had of.
  public func records(
    _ query: RecordQuery = RecordQuery(), elements policy: ElementPolicy = .fail
  ) async throws -> [Stored<Model>] {
    let records = try await store.read { try $0.records(in: collection, query) }
    return try coding.read(records, policy) { try stored($0) }
  }

  /// The records that the model cannot read. Every record that the filter finds is read.
  public func unreadable(where filter: RecordFilter? = nil) async throws -> [UnreadableRecord] {
    try coding.unreadable(try await store.read { try $0.records(in: collection, RecordQuery(where: filter)) })
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
