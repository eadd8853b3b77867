#if PostgreSQL
  import FoundationEssentials
  import RefineryCore
  import RefineryStore

  /// The names that a store derives from its schema, and the statements that begin its transactions.
  struct Names: Sendable {
    let schema: String
    /// The schema as an identifier in SQL.
    let quoted: String
    /// The key of the lock that writers hold until they commit.
    let writerLock: Int64
    /// The key of the lock that a migration holds.
    let migrationLock: Int64
    /// The channel of notifications.
    let channel: String
    private let statementLimit: Int64
    private let lockLimit: Int64

    init(schema: String, statementTimeout: Duration, lockTimeout: Duration) throws(StoreError) {
      // PostgreSQL cuts longer names.
      guard !schema.isEmpty, schema.utf8.count <= 63, !schema.utf8.contains(0), !schema.hasPrefix("pg_") else {
        throw StoreError(.cannotOpen, reason: "the name of the schema must have 1 to 63 bytes and must not begin with pg_")
      }
      self.schema = schema
      quoted = "\"\(schema.doubling("\""))\""
      writerLock = Self.hash("refinery writer \(schema)")
      migrationLock = Self.hash("refinery migration \(schema)")
      channel = "refinery_\(String(UInt64(bitPattern: Self.hash(schema)), radix: 16))"
      // Zero would mean no limit.
      statementLimit = min(max(1, statementTimeout.milliseconds), 2_000_000_000)
      lockLimit = min(max(1, lockTimeout.milliseconds), 2_000_000_000)
    }

    /// Settings for one transaction only, because PgBouncer may give the connection to another client afterwards.
    private func settings(_ limit: Int64) -> String {
      """
      SET LOCAL statement_timeout = \(limit); SET LOCAL lock_timeout = \(lockLimit); \
      SET LOCAL idle_in_transaction_session_timeout = \(statementLimit); SET LOCAL search_path = \(quoted), pg_temp
      """
    }

    private static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    private static let writing = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

    var beginReading: String { "\(Self.reading); \(settings(statementLimit))" }
    /// For statements that need no lock of all writers.
    var beginShared: String { "\(Self.writing); \(settings(statementLimit))" }
    // The limit of locks ends the wait for the lock of the writers, and not that of statements.
    var beginWriting: String {
      """
      \(Self.writing); \(settings(lockLimit + 1_000)); SELECT pg_advisory_xact_lock(\(writerLock)); \
      SET LOCAL statement_timeout = \(statementLimit)
      """
    }
    /// Its statements may take any time, because the tables may be large.
    var beginIndexing: String { "\(beginWriting); SET LOCAL statement_timeout = 0" }
    /// Its statements may take any time, too.
    var beginMigrating: String { "\(Self.writing); \(settings(0)); SELECT pg_advisory_xact_lock(\(migrationLock))" }

    /// FNV-1a with 64 bits. All versions of this library must agree on it.
    static func hash(_ text: String) -> Int64 {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return Int64(bitPattern: hash)
    }
  }

  extension String {
    /// The text with this quotation mark doubled, as SQL requires within a name.
    func doubling(_ mark: Unicode.Scalar) -> String {
      var doubled = ""
      for scalar in unicodeScalars {
        if scalar == mark { doubled.unicodeScalars.append(mark) }
        doubled.unicodeScalars.append(scalar)
      }
      return doubled
    }

    /// The text as a literal in SQL. It must not contain NUL.
    var literal: String { "E'\(doubling("'").doubling("\\"))'" }
  }
#endif
