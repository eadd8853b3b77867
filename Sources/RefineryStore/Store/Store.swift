public import RefineryCore

/// Stores records, the outbox and named values, all in transactions.
///
/// ``MemoryStore`` and `SQLiteStore` conform, and so does `PostgreSQLStore` of RefineryPostgreSQL. A store of your own
/// implements these two methods, and the methods of ``StoreWriting``; `StoreContract` of RefineryContracts checks it. See also
/// ``LeasingStore``. One store can serve any number of collections and repositories.
public protocol Store: Sendable, Redacted {
  /// Reads one consistent state. While `body` runs, no other task changes this state.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output

  /// Applies all changes of `body`, or none if it throws. Writes run one after the other.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output
}

/// The reads of a transaction. Valid only within it. Keys, ids, the names of collections and values, and the text of records
/// are compared by their bytes. Text may contain any character, also NUL.
public protocol StoreReading {
  /// The record with a key.
  func record(_ key: String, in collection: String) throws -> StoredRecord?
  /// The record with an id.
  func record(id: String, in collection: String) throws -> StoredRecord?
  /// The records that match a query.
  func records(in collection: String, _ query: RecordQuery) throws -> [StoredRecord]
  /// The number of records that match a query; its limit and offset are ignored.
  func count(in collection: String, _ query: RecordQuery) throws -> Int
  /// The outbox in its order, starting after a sequence number. A negative limit means no limit, as in SQLite.
  func outbox(in collection: String, after sequence: Int64, limit: Int) throws -> [OutboxEntry]
  /// The entries of one record, in order.
  func outbox(of key: String, in collection: String) throws -> [OutboxEntry]
  /// The number of entries.
  func outboxCount(in collection: String) throws -> Int
  /// The sequence number of the last entry; 0 if the outbox is empty.
  func lastSequence(in collection: String) throws -> Int64
  /// The value stored under a name.
  func value(for name: String, in collection: String) throws -> String?
  /// The store's clock: every record that is saved later has a greater stamp.
  var stamp: Int64 { get throws }
}

/// The changes of a transaction. Valid only within it.
public protocol StoreWriting: StoreReading {
  /// Saves a record under its key, new or not. Sets its stamp and, if it is new, its position.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/duplicate`` if another record of the collection has its id.
  func save(_ record: StoredRecord) throws
  /// Removes a record. Its entries stay.
  func removeRecord(_ key: String, in collection: String) throws
  /// Saves an entry at its sequence number; an entry without one is appended.
  func save(_ entry: OutboxEntry) throws
  /// Removes an entry.
  func removeEntry(_ sequence: Int64, in collection: String) throws
  /// Stores a value under a name; nil removes it.
  func setValue(_ value: String?, for name: String, in collection: String) throws
  /// Removes the whole collection: records, outbox and values.
  func removeAll(in collection: String) throws
}

extension StoreReading {
  /// Calls a closure with the records that match a query, in chunks, in the order in which they were first saved.
  ///
  /// For collections that are too large for memory. The query's sorting, limit and offset are ignored.
  package func forEach(
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

  /// Calls a closure with each entry of the outbox, in its order.
  func forEachEntry(in collection: String, _ body: (OutboxEntry) throws -> Void) throws {
    var place: Int64 = 0
    while let page = try Optional(outbox(in: collection, after: place, limit: 500)), let end = page.last?.sequence {
      try page.forEach(body)
      place = end
    }
  }
}
