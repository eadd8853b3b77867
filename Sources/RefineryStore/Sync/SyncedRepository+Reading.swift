public import RefineryCore

/// Reads use only the store and make no request.
extension SyncedRepository {
  /// The models of all records that match a filter, in the given order.
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
    return try await records(query, elements: policy).map(\.value)
  }

  /// The records that match a query, with their models. `ElementPolicy.skip` leaves out records that the model cannot read.
  public func records(
    _ query: RecordQuery = RecordQuery(), elements policy: ElementPolicy = .fail
  ) async throws -> [Stored<Model>] {
    let records = try await store.read { try $0.records(in: collection, query) }
    return try coding.read(records, policy) { try stored($0) }
  }

  /// The records that the model cannot read. Reads every record that matches the filter.
  public func unreadable(where filter: RecordFilter? = nil) async throws -> [UnreadableRecord] {
    try coding.unreadable(try await store.read { try $0.records(in: collection, RecordQuery(where: filter)) })
  }

  /// The model with an id; nil if the store has no such record.
  public func read(_ id: some Hashable & Sendable) async throws -> Model? { try await record(id)?.value }

  /// The record with an id; nil if the store has no such record.
  public func record(_ id: some Hashable & Sendable) async throws -> Stored<Model>? {
    guard let text = RecordIdentity.text(of: id) else { return nil }
    let record = try await store.read { try $0.record(id: text, in: collection) }
    return try record.flatMap { $0.isDeleted ? nil : try stored($0) }
  }

  /// The record with a key; nil if the store has no such record.
  public func record(key: String) async throws -> Stored<Model>? {
    let record = try await store.read { try $0.record(key, in: collection) }
    return try record.flatMap { $0.isDeleted ? nil : try stored($0) }
  }

  /// The number of records that match a filter.
  public func count(where filter: RecordFilter? = nil) async throws -> Int {
    try await store.read { try $0.count(in: collection, RecordQuery(where: filter)) }
  }

  /// The number of changes that are not sent yet.
  public func unsentCount() async throws -> Int { try await store.read { try $0.outboxCount(in: collection) } }
}
