#if PostgreSQL
  import FoundationEssentials
  import RefineryCore
  import RefineryStore

  /// The tables within one transaction.
  final class PostgreSQLTransaction: StoreWriting {
    let session: Session
    private let channel: String?
    private let holder: String
    private var current: Int64?
    /// The collections whose new entries other processes are told about.
    private var notified: Set<String> = []

    /// - Parameter channel: where other processes learn of new entries.
    init(_ session: Session, notifies channel: String? = nil, as holder: String = "") {
      self.session = session
      self.channel = channel
      self.holder = holder
    }

    var stamp: Int64 {
      get throws { (try session.first("SELECT stamp FROM clock") { $0.number(0) } ?? nil) ?? 0 }
    }

    // The clock advances with the first change of a transaction, so each transaction has its own stamp.
    private func tick() throws -> Int64 {
      if let current { return current }
      let next = try session.first("UPDATE clock SET stamp = stamp + 1 RETURNING stamp") { $0.number(0) } ?? nil
      guard let next else { throw StoreError(.corrupt, reason: "the table clock is empty") }
      current = next
      return next
    }

    // MARK: Reading

    func record(_ key: String, in collection: String) throws -> StoredRecord? {
      try session.first(
        "SELECT \(StoredRecord.columns) FROM records WHERE collection = $1 AND sha256(key) = sha256($2) AND key = $2",
        [.bytes(collection), .bytes(key)]
      ) { try StoredRecord($0, in: collection) }
    }

    func record(id: String, in collection: String) throws -> StoredRecord? {
      try session.first(
        """
        SELECT \(StoredRecord.columns) FROM records
        WHERE collection = $1 AND id IS NOT NULL AND sha256(id) = sha256($2) AND id = $2
        """, [.bytes(collection), .bytes(id)]
      ) { try StoredRecord($0, in: collection) }
    }

    func records(in collection: String, _ query: RecordQuery) throws -> [StoredRecord] {
      guard query.limit != 0 else { return [] }
      let select = RecordSelect(collection, query, hasOpaque: try hasOpaque(collection, query))
      if select.isExact, query.sort.isEmpty {
        let limit = query.limit.map { " LIMIT \($0)" } ?? ""
        return try session.rows(
          "\(select.sql) ORDER BY position\(limit) OFFSET \(query.offset)", select.values
        ) { try StoredRecord($0, in: collection) }
      }
      var result = RecordSelection(query)
      try stream(select, in: collection, query) { record in
        result.add(record)
        return !result.isFull
      }
      return result.records
    }

    func count(in collection: String, _ query: RecordQuery) throws -> Int {
      let select = RecordSelect(collection, query, hasOpaque: try hasOpaque(collection, query))
      if select.isExact { return Int(try session.first(select.count, select.values) { $0.number(0) ?? 0 } ?? 0) }
      var count = 0
      try stream(select, in: collection, query) { _ in
        count += 1
        return true
      }
      return count
    }

    /// Calls a closure with each record that matches, in the order of positions. It returns whether it needs more records. A
    /// statement selects a part of the records, because the rest of its rows would have to be read, too.
    private func stream(
      _ select: RecordSelect, in collection: String, _ query: RecordQuery, _ body: (StoredRecord) throws -> Bool
    ) throws {
      var select = select
      var size = 100
      var wantsMore = true
      while wantsMore {
        var count = 0
        var last = select.position
        try session.query("\(select.sql) ORDER BY position LIMIT \(size)", select.values) { row in
          let record = try StoredRecord(row, in: collection)
          (count, last) = (count + 1, record.position)
          if try query.contains(record) { wantsMore = try body(record) }
          return wantsMore
        }
        guard count == size else { return }
        select.position = last
        size = min(size * 4, 10_000)
      }
    }

    /// Whether the members of some records are not in the column for comparisons. All these records are compared in Swift.
    private func hasOpaque(_ collection: String, _ query: RecordQuery) throws -> Bool {
      guard query.filter != nil else { return false }
      return try session.first(
        "SELECT 1 FROM records WHERE collection = $1 AND members IS NULL LIMIT 1", [.bytes(collection)]
      ) { _ in true } ?? false
    }

    func outbox(in collection: String, after sequence: Int64, limit: Int) throws -> [OutboxEntry] {
      let limit = limit < 0 ? "" : " LIMIT \(limit)"
      return try session.rows(
        "SELECT \(OutboxEntry.columns) FROM outbox WHERE collection = $1 AND sequence > $2 ORDER BY sequence\(limit)",
        [.bytes(collection), .number(sequence)]
      ) { try OutboxEntry($0, in: collection) }
    }

    func outbox(of key: String, in collection: String) throws -> [OutboxEntry] {
      try session.rows(
        """
        SELECT \(OutboxEntry.columns) FROM outbox
        WHERE collection = $1 AND sha256(key) = sha256($2) AND key = $2 ORDER BY sequence
        """, [.bytes(collection), .bytes(key)]
      ) { try OutboxEntry($0, in: collection) }
    }

    func outboxCount(in collection: String) throws -> Int {
      let sql = "SELECT count(*) FROM outbox WHERE collection = $1"
      return Int(try session.first(sql, [.bytes(collection)]) { $0.number(0) ?? 0 } ?? 0)
    }

    func lastSequence(in collection: String) throws -> Int64 {
      let sql = "SELECT coalesce(max(sequence), 0) FROM outbox WHERE collection = $1"
      return try session.first(sql, [.bytes(collection)]) { $0.number(0) ?? 0 } ?? 0
    }

    func value(for name: String, in collection: String) throws -> String? {
      try session.first(
        "SELECT value FROM settings WHERE collection = $1 AND sha256(name) = sha256($2) AND name = $2",
        [.bytes(collection), .bytes(name)]
      ) { $0.text(0) } ?? nil
    }
  }

  extension PostgreSQLTransaction {
    // A record with the id of another one is not inserted. A violated index would end the transaction, but the caller may
    // continue.
    private static let savingRecord = """
      INSERT INTO records (collection, key, id, content, base, version, state, is_deleted, stamp, members)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb
      WHERE $3 IS NULL OR NOT EXISTS (
        SELECT 1 FROM records
        WHERE collection = $1 AND id IS NOT NULL AND sha256(id) = sha256($3) AND id = $3 AND key <> $2
      )
      ON CONFLICT (collection, sha256(key)) DO UPDATE SET
        id = excluded.id, content = excluded.content, base = excluded.base, version = excluded.version,
        state = excluded.state, is_deleted = excluded.is_deleted, stamp = excluded.stamp, members = excluded.members
      """

    private static let entryColumns = """
      collection, key, operation, idempotency_key, is_sent, payload, snapshot, batch, attempts, failure, failures,
      failed_since, is_set_aside
      """

    private static let entryValues = (1...13).map { "$\($0)" }.joined(separator: ", ")

    private static let addingEntry = "INSERT INTO outbox (\(entryColumns)) VALUES (\(entryValues))"

    private static let savingEntry = """
      INSERT INTO outbox (\(entryColumns), sequence) VALUES (\(entryValues), $14)
      ON CONFLICT (sequence) DO UPDATE SET
        collection = excluded.collection, key = excluded.key, operation = excluded.operation,
        idempotency_key = excluded.idempotency_key, is_sent = excluded.is_sent, payload = excluded.payload,
        snapshot = excluded.snapshot, batch = excluded.batch, attempts = excluded.attempts, failure = excluded.failure,
        failures = excluded.failures, failed_since = excluded.failed_since, is_set_aside = excluded.is_set_aside
      """

    func save(_ record: StoredRecord) throws {
      let stamp = try tick()
      let changes = try session.execute(
        Self.savingRecord,
        [
          .bytes(record.collection), .bytes(record.key), .bytes(record.id), .data(record.content.data()),
          .data(record.base?.data()), .bytes(record.version), .text(record.state.rawValue), .bool(record.isDeleted),
          .number(stamp), .text(record.content.comparableText),
        ])
      guard changes == 1 else {
        throw StoreError(.duplicate, reason: "in collection \(Redaction.escaped(record.collection))")
      }
    }

    func removeRecord(_ key: String, in collection: String) throws {
      try session.execute(
        "DELETE FROM records WHERE collection = $1 AND sha256(key) = sha256($2) AND key = $2",
        [.bytes(collection), .bytes(key)])
    }

    func save(_ entry: OutboxEntry) throws {
      let values: [SQLValue] = [
        .bytes(entry.collection), .bytes(entry.key), .text(entry.operation.rawValue), .bytes(entry.idempotencyKey),
        .bool(entry.isSent), .data(entry.payload?.data()), .data(entry.snapshot?.data()), .bytes(entry.batch),
        .number(Int64(clamping: entry.attempts)), .bytes(entry.failure), .number(Int64(clamping: entry.failures)),
        .real(entry.failedSince?.timeIntervalSinceReferenceDate), .bool(entry.isSetAside),
      ]
      guard entry.sequence == 0 else {
        try session.execute(Self.savingEntry, values + [.number(entry.sequence)])
        return
      }
      try session.execute(Self.addingEntry, values)
      if let channel, notified.insert(entry.collection).inserted {
        let payload = OutboxNotice(holder: holder, collection: entry.collection).text
        try session.execute("SELECT pg_notify($1, $2)", [.text(channel), .text(payload)])
      }
    }

    func removeEntry(_ sequence: Int64, in collection: String) throws {
      try session.execute(
        "DELETE FROM outbox WHERE sequence = $1 AND collection = $2", [.number(sequence), .bytes(collection)])
    }

    func setValue(_ value: String?, for name: String, in collection: String) throws {
      guard let value else {
        try session.execute(
          "DELETE FROM settings WHERE collection = $1 AND sha256(name) = sha256($2) AND name = $2",
          [.bytes(collection), .bytes(name)])
        return
      }
      try session.execute(
        """
        INSERT INTO settings (collection, name, value) VALUES ($1, $2, $3)
        ON CONFLICT (collection, sha256(name)) DO UPDATE SET value = excluded.value
        """, [.bytes(collection), .bytes(name), .bytes(value)])
    }

    func removeAll(in collection: String) throws {
      for table in ["records", "outbox", "settings"] {
        try session.execute("DELETE FROM \(table) WHERE collection = $1", [.bytes(collection)])
      }
    }
  }
#endif
