#if SQLite
  import FoundationEssentials
  import GRDB
  import RefineryCore

  /// The tables within one transaction.
  final class SQLiteTransaction: StoreWriting {
    private let database: Database
    private var current: Int64?

    init(_ database: Database) { self.database = database }

    var stamp: Int64 {
      get throws { try Int64.fetchOne(database.cachedStatement(sql: "SELECT stamp FROM clock")) ?? 0 }
    }

    // The clock advances with the first change of a transaction, so each transaction has its own stamp.
    private func tick() throws -> Int64 {
      if let current { return current }
      try execute("UPDATE clock SET stamp = stamp + 1", [])
      let stamp = try stamp
      current = stamp
      return stamp
    }

    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
      try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func record(_ key: String, in collection: String) throws -> StoredRecord? {
      let statement = try database.cachedStatement(sql: "SELECT * FROM records WHERE collection = ? AND key = ?")
      return try Row.fetchOne(statement, arguments: [collection.boundText, key.boundText]).map(StoredRecord.init)
    }

    func record(id: String, in collection: String) throws -> StoredRecord? {
      let statement = try database.cachedStatement(sql: "SELECT * FROM records WHERE collection = ? AND id = ?")
      return try Row.fetchOne(statement, arguments: [collection.boundText, id.boundText]).map(StoredRecord.init)
    }

    func records(in collection: String, _ query: RecordQuery) throws -> [StoredRecord] {
      let select = SQLiteSelect(collection, query, hasNUL: try hasNUL(collection, query))
      if select.isExact, select.isSorted {
        let rows = try Row.fetchCursor(
          database,
          sql:
            "SELECT * FROM records \(select.conditions) \(select.order) LIMIT \(query.limit ?? -1) OFFSET \(query.offset)",
          arguments: select.arguments)
        return try Array(rows.map(StoredRecord.init))
      }
      var found: [StoredRecord] = []
      var missing = query.offset
      let rows = try Row.fetchCursor(
        database, sql: "SELECT * FROM records \(select.conditions) \(select.order)", arguments: select.arguments)
      guard select.isSorted else {
        let matching = try Array(rows.map(StoredRecord.init)).filter { try query.contains($0) }
        return query.part(of: query.sorted(matching))
      }
      while found.count < query.limit ?? .max, let row = try rows.next() {
        let record = try StoredRecord(row)
        guard try query.contains(record) else { continue }
        if missing > 0 { missing -= 1 } else { found.append(record) }
      }
      return found
    }

    /// Whether SQLite would compare or sort records of the collection wrongly.
    private func hasNUL(_ collection: String, _ query: RecordQuery) throws -> Bool {
      guard query.filter != nil || !query.sort.isEmpty else { return false }
      let sql = "SELECT 1 FROM records WHERE collection = ? AND hasNUL = 1 LIMIT 1"
      return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [collection.boundText]) != nil
    }

    func count(in collection: String, _ query: RecordQuery) throws -> Int {
      let select = SQLiteSelect(collection, query, hasNUL: try hasNUL(collection, query))
      if select.isExact {
        let sql = "SELECT count(*) FROM records \(select.conditions)"
        return try Int.fetchOne(database, sql: sql, arguments: select.arguments) ?? 0
      }
      let sql = "SELECT * FROM records \(select.conditions)"
      let rows = try Row.fetchCursor(database, sql: sql, arguments: select.arguments)
      var count = 0
      while let row = try rows.next() {
        if try query.contains(StoredRecord(row)) { count += 1 }
      }
      return count
    }

    func outbox(in collection: String, after sequence: Int64, limit: Int) throws -> [OutboxEntry] {
      let sql = "SELECT * FROM outbox WHERE collection = ? AND sequence > ? ORDER BY sequence LIMIT ?"
      let statement = try database.cachedStatement(sql: sql)
      return try Row.fetchAll(statement, arguments: [collection.boundText, sequence, limit]).map(OutboxEntry.init)
    }

    func outbox(of key: String, in collection: String) throws -> [OutboxEntry] {
      let sql = "SELECT * FROM outbox WHERE collection = ? AND key = ? ORDER BY sequence"
      let statement = try database.cachedStatement(sql: sql)
      return try Row.fetchAll(statement, arguments: [collection.boundText, key.boundText]).map(OutboxEntry.init)
    }

    func outboxCount(in collection: String) throws -> Int {
      let statement = try database.cachedStatement(sql: "SELECT count(*) FROM outbox WHERE collection = ?")
      return try Int.fetchOne(statement, arguments: [collection.boundText]) ?? 0
    }

    func lastSequence(in collection: String) throws -> Int64 {
      let statement = try database.cachedStatement(sql: "SELECT max(sequence) FROM outbox WHERE collection = ?")
      return try Int64.fetchOne(statement, arguments: [collection.boundText]) ?? 0
    }

    func value(for name: String, in collection: String) throws -> String? {
      let statement = try database.cachedStatement(sql: "SELECT value FROM settings WHERE collection = ? AND name = ?")
      return try Row.fetchOne(statement, arguments: [collection.boundText, name.boundText])?.text("value")
    }
  }

  extension SQLiteTransaction {
    private static let savingRecord: String = {
      let columns = StoredRecord.textColumns + ["isDeleted", "stamp", "hasNUL", "checksum"]
      let changes = columns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      return "INSERT INTO records \(values(of: columns)) ON CONFLICT (collection, key) DO UPDATE SET \(changes)"
    }()

    private static let savingEntry: String = {
      let others = ["sequence", "isSent", "attempts", "failure", "failures", "failedSince", "isSetAside", "checksum"]
      return "INSERT OR REPLACE INTO outbox \(values(of: OutboxEntry.textColumns + others))"
    }()

    private static func values(of columns: [String]) -> String {
      "(\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    }

    func save(_ record: StoredRecord) throws {
      let content = record.content.text()
      let hasNUL = content.utf8.firstRange(of: #"\u0000"#.utf8) != nil
      let texts = record.texts(content)
      do {
        try execute(
          Self.savingRecord,
          StatementArguments(texts.map { $0?.boundText })
            + [record.isDeleted, try tick(), hasNUL, record.checksum(texts)])
      } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
        throw StoreError(.duplicate, reason: "in collection \(Redaction.escaped(record.collection))", underlying: error)
      }
    }

    func removeRecord(_ key: String, in collection: String) throws {
      try execute("DELETE FROM records WHERE collection = ? AND key = ?", [collection.boundText, key.boundText])
    }

    func save(_ entry: OutboxEntry) throws {
      let texts = entry.texts
      try execute(
        Self.savingEntry,
        StatementArguments(texts.map { $0?.boundText }) + [
          entry.sequence == 0 ? nil : entry.sequence, entry.isSent, entry.attempts, entry.failure?.boundText, entry.failures,
          entry.failedSince?.timeIntervalSinceReferenceDate, entry.isSetAside,
          entry.checksum(texts),
        ])
    }

    func removeEntry(_ sequence: Int64, in collection: String) throws {
      try execute("DELETE FROM outbox WHERE sequence = ? AND collection = ?", [sequence, collection.boundText])
    }

    func setValue(_ value: String?, for name: String, in collection: String) throws {
      guard let value else {
        return try execute("DELETE FROM settings WHERE collection = ? AND name = ?", [collection.boundText, name.boundText])
      }
      try execute(
        "INSERT OR REPLACE INTO settings (collection, name, value) VALUES (?, ?, ?)",
        [collection.boundText, name.boundText, value.boundText])
    }

    func removeAll(in collection: String) throws {
      for table in ["records", "outbox", "settings"] {
        try execute("DELETE FROM \(table) WHERE collection = ?", [collection.boundText])
      }
    }
  }
#endif
