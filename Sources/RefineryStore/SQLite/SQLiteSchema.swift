#if SQLite
  import Foundation
  import GRDB
  import RefineryCore

  /// The tables of a ``SQLiteStore``, and the check that a file has them.
  enum SQLiteSchema {
    /// "RFNY": marks the files of this library.
    static let applicationID: Int32 = 0x5246_4E59

    static var migrator: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("1") { database in
        try database.execute(sql: tables)
      }
      migrator.registerMigration("2") { database in
        try database.execute(
          sql: """
            ALTER TABLE outbox ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE outbox ADD COLUMN failedSince REAL;
            ALTER TABLE outbox ADD COLUMN isSetAside INTEGER NOT NULL DEFAULT 0;
            """)
      }
      migrator.registerMigration("3") { database in
        try database.execute(
          sql: """
            ALTER TABLE records ADD COLUMN hasNUL INTEGER NOT NULL DEFAULT 0;
            UPDATE records SET hasNUL = 1 WHERE instr(content, '\\u0000') > 0;
            CREATE INDEX recordsWithNUL ON records (collection) WHERE hasNUL = 1;
            """)
      }
      migrator.registerMigration("4") { database in
        // Rows of earlier versions have no checksum until they are saved again.
        try database.execute(
          sql: """
            ALTER TABLE records ADD COLUMN checksum INTEGER;
            ALTER TABLE outbox ADD COLUMN checksum INTEGER;
            """)
      }
      return migrator
    }

    private static let tables = """
      CREATE TABLE records (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        collection TEXT NOT NULL,
        key TEXT NOT NULL,
        id TEXT,
        content TEXT NOT NULL,
        base TEXT,
        version TEXT,
        state TEXT NOT NULL,
        isDeleted INTEGER NOT NULL,
        stamp INTEGER NOT NULL
      );
      CREATE UNIQUE INDEX recordKeys ON records (collection, key);
      CREATE UNIQUE INDEX recordIDs ON records (collection, id) WHERE id IS NOT NULL;
      CREATE INDEX recordPlaces ON records (collection);
      CREATE INDEX recordStates ON records (collection, state) WHERE state <> 'synchronized';
      CREATE INDEX recordsDeleted ON records (collection) WHERE isDeleted = 1;
      CREATE TABLE outbox (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        collection TEXT NOT NULL,
        key TEXT NOT NULL,
        operation TEXT NOT NULL,
        idempotencyKey TEXT NOT NULL,
        isSent INTEGER NOT NULL,
        payload TEXT,
        snapshot TEXT,
        batch TEXT,
        attempts INTEGER NOT NULL,
        failure TEXT
      );
      CREATE INDEX outboxKeys ON outbox (collection, key);
      CREATE INDEX outboxPlaces ON outbox (collection);
      CREATE TABLE settings (
        collection TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (collection, name)
      ) WITHOUT ROWID;
      CREATE TABLE clock (stamp INTEGER NOT NULL);
      INSERT INTO clock VALUES (0);
      """

    /// Returns the absolute path of a file. Some connections are opened later, when the process may have another working
    /// directory. SQLite may also take a path that begins with `file:` for a URI, and open a file that was not inspected.
    static func absolute(_ path: String) -> String {
      let folder = FileManager.default.currentDirectoryPath
      return path.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    /// Creates an empty file that only its owner can read, unless the file exists. SQLite gives the same mode to the `-wal` and
    /// `-shm` files. If this fails, SQLite creates the file with the mode of `umask`, or reports why it cannot.
    static func create(_ path: String) {
      guard access(path, F_OK) != 0 else { return }
      // The file is closed before it gets its name: if this process has the database open, closing one of its files ends the
      // locks of the process.
      var name = Array("\(path)-XXXXXX".utf8CString)
      let file = mkstemp(&name)
      guard file >= 0 else { return }
      fchmod(file, 0o600)
      close(file)
      _ = link(name, path)
      unlink(name)
    }

    /// Inspects a file before anything is written to it.
    static func inspect(_ path: String, _ configuration: Configuration) throws {
      let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? UInt64
      guard let size, size > 0 else { return }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { database in
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
        // A file without tables was left by a first transaction that did not commit.
        guard tables > 0 else { return }
        guard identifier == applicationID else { throw StoreError(.foreign, reason: "at \(Redaction.escaped(path))") }
        if try migrator.hasBeenSuperseded(database) {
          throw StoreError(.newerSchema, reason: "at \(Redaction.escaped(path)): use a later version of this library")
        }
      }
      try queue.close()
    }

    /// Opens the file with a write-ahead log. If two processes open a new file at the same time, SQLite does not wait: one
    /// process gets SQLITE_BUSY at once. So this function waits.
    static func pool(_ path: String, _ configuration: Configuration, waitingForLocks patience: Duration) throws -> DatabasePool
    {
      let start = ContinuousClock.now
      while true {
        do {
          return try DatabasePool(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now - start < patience {
          Thread.sleep(forTimeInterval: 0.001)
        }
      }
    }

    /// Marks a new file, and makes the tables that a file lacks. Another process may do the same at the same time. Each step is
    /// one transaction, so the second process fails in it, and continues from the step that the first has reached.
    static func migrate(_ database: any DatabaseWriter) throws {
      // This is the first change to a new file. The migrator's own table comes later, so no process mistakes the file for a
      // foreign one.
      if try database.read({ try Int32.fetchOne($0, sql: "PRAGMA application_id") }) != applicationID {
        try database.write { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
      }
      while true {
        let steps = try database.read(migrator.appliedIdentifiers)
        do {
          return try migrator.migrate(database)
        } catch {
          guard try database.read(migrator.appliedIdentifiers) != steps else { throw error }
        }
      }
    }

    static func mapped<Output>(_ path: String? = nil, _ body: () throws -> Output) throws -> Output {
      do {
        return try body()
      } catch let error as DatabaseError {
        throw StoreError(error, path: path)
      }
    }
  }
#endif
