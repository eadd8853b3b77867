public import RefineryCore

/// Keeps records, the outbox and a few values, all of it in transactions.
///
/// ``MemoryStore`` and `SQLiteStore` are two; a store of your own implements these two methods and the dozen of
/// ``StoreWriting``. One store may serve any number of collections and repositories.
public protocol Store: Sendable, Redacted {
  /// Reads one consistent state. Nothing else changes what `body` sees while it runs.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output

  /// Changes the store by all that `body` does, or, where it throws, by nothing. Changes come one after the other.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output
}

/// What can be read in a transaction. Valid only within it.
public protocol StoreReading {
  /// The record with a key.
  func record(_ key: String, in collection: String) throws -> StoredRecord?
  /// The record with an id.
  func record(id: String, in collection: String) throws -> StoredRecord?
  /// The records that a query asks for.
  func records(in collection: String, _ query: RecordQuery) throws -> [StoredRecord]
  /// How many records a query asks for; its limit and offset do not count.
  func count(in collection: String, _ query: RecordQuery) throws -> Int
  /// The outbox in its order, from behind a place in it.
  func outbox(in collection: String, after sequence: Int64, limit: Int) throws -> [OutboxEntry]
  /// The entries of one record, in order.
  func outbox(of key: String, in collection: String) throws -> [OutboxEntry]
  /// How many entries there are.
  func outboxCount(in collection: String) throws -> Int
  /// The place of the last entry; 0 where there is none.
  func lastSequence(in collection: String) throws -> Int64
  /// A value that was kept under a name.
  func value(for name: String, in collection: String) throws -> String?
  /// The store's clock: no record that is saved later has a stamp as small as this.
  var stamp: Int64 { get throws }
}

/// What can be changed in a transaction. Valid only within it.
public protocol StoreWriting: StoreReading {
  /// Saves a record under its key, new or not, and gives it its stamp and, where it is new, its position.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/duplicate`` where another record of the collection has its id.
  func save(_ record: StoredRecord) throws
  /// Removes a record. Its entries stay.
  func removeRecord(_ key: String, in collection: String) throws
  /// Saves an entry at its place, or behind all others where it has none.
  func save(_ entry: OutboxEntry) throws
  /// Removes an entry.
  func removeEntry(_ sequence: Int64, in collection: String) throws
  /// Keeps a value under a name; nil removes it.
  func setValue(_ value: String?, for name: String, in collection: String) throws
  /// Removes all there is of a collection: records, outbox and values.
  func removeAll(in collection: String) throws
}

extension StoreReading {
  /// Hands over the records that a query asks for, a limited number at a time, in the order in which they were first saved.
  ///
  /// For collections that should not be in memory at once; the query's sorting, limit and offset do not count.
  public func forEach(
    in collection: String, _ query: RecordQuery = RecordQuery(), chunk: Int = 500, _ body: ([StoredRecord]) throws -> Void
  ) throws {
    var query = query
    query.sort = []
    query.offset = 0
    query.limit = max(1, chunk)
    while true {
      let records = try records(in: collection, query)
      guard let last = records.last else { return }
      try body(records)
      query.position = last.position
    }
  }
}
