#if SQLite
  import FoundationEssentials
  import GRDB
  import HTTPTypes
  import RefineryCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// The table of a ``SQLiteCacheStore``, and the statements that read and change it.
  enum CacheFile {
    /// "RFNC": marks the cache files of this library.
    private static let applicationID: Int32 = 0x5246_4E43
    private static let version = 1
    /// Limits the variants of a key, so that look-ups stay fast if a server varies by many values.
    private static let maximumVariants = 32

    // The body is the last column, so that the other columns can be read without it. Keys are bytes, because SQLite's text ends
    // at NUL.
    private static let schema = """
      CREATE TABLE responses (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        target BLOB NOT NULL,
        identity BLOB NOT NULL,
        variant BLOB NOT NULL,
        used INTEGER NOT NULL,
        size INTEGER NOT NULL,
        head BLOB NOT NULL,
        body BLOB NOT NULL
      );
      CREATE UNIQUE INDEX responseKeys ON responses (target, identity, variant);
      CREATE INDEX responseUses ON responses (used);
      CREATE TABLE totals (bytes INTEGER NOT NULL, uses INTEGER NOT NULL);
      INSERT INTO totals VALUES (0, 0);
      CREATE TRIGGER responseAdded AFTER INSERT ON responses BEGIN
        UPDATE totals SET bytes = bytes + NEW.size;
      END;
      CREATE TRIGGER responseRemoved AFTER DELETE ON responses BEGIN
        UPDATE totals SET bytes = bytes - OLD.size;
      END;
      """

    // MARK: The file

    static func open(_ path: String, waitingForLocks patience: Duration) throws(CacheStoreError) -> DatabasePool {
      guard !path.isEmpty, path != ":memory:" else {
        throw CacheStoreError.cannotOpen(reason: "it needs the path of a file; MemoryCacheStore needs none")
      }
      var configuration = Configuration()
      configuration.label = "RefineryCache"
      let wait = milliseconds(patience)
      configuration.busyMode = wait > 0 ? .timeout(Double(wait) / 1_000) : .immediateError
      let file = absolute(path)
      do {
        try create(file)
        try inspect(file, configuration)
        try protect(file)
        let pool = try pool(file, configuration, waitingForLocks: patience)
        try pool.write { database in
          guard try Int.fetchOne(database, sql: "PRAGMA user_version") == 0 else { return }
          try database.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version);" + schema)
        }
        return pool
      } catch {
        throw CacheStoreError(error, file)
      }
    }

    /// Returns the absolute path of a file. Some connections are opened later, when the process may have another working
    /// directory. SQLite may also take a path that begins with `file:` for a URI, and open a file that was not inspected.
    private static func absolute(_ path: String) -> String {
      let folder = FileManager.default.currentDirectoryPath
      return path.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    /// Opens the file with a write-ahead log. If two processes open a new file at the same time, SQLite does not wait: one
    /// process gets SQLITE_BUSY at once. So this function waits.
    private static func pool(_ path: String, _ configuration: Configuration, waitingForLocks patience: Duration) throws
      -> DatabasePool
    {
      let start = ContinuousClock.now
      while true {
        do {
          return try DatabasePool(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now - start < patience {
          usleep(1_000)
        }
      }
    }

    /// Creates an empty file that only its owner can read, unless the file exists. SQLite gives the same mode to the `-wal` and
    /// `-shm` files.
    private static func create(_ path: String) throws {
      guard access(path, F_OK) != 0 else { return }
      // The file is closed before it gets its name. Closing it later would end the locks of the process if the database is open
      // by then.
      var name = Array("\(path)-XXXXXX".utf8CString)
      let file = mkstemp(&name)
      guard file >= 0 else { throw failure(path) }
      fchmod(file, 0o600)
      close(file)
      defer { unlink(name) }
      guard link(name, path) == 0 || errno == EEXIST else { throw failure(path) }
    }

    private static func failure(_ path: String) -> CacheStoreError {
      CacheStoreError.cannotOpen(reason: "error number \(errno) at \(Redaction.escaped(path))")
    }

    /// Makes an older file readable only to its owner.
    private static func protect(_ path: String) throws {
      for suffix in ["", "-wal", "-shm"] {
        guard chmod(path + suffix, 0o600) == 0 || errno == ENOENT else { throw failure(path) }
      }
    }

    /// Inspects a file before anything is written to it.
    private static func inspect(_ path: String, _ configuration: Configuration) throws {
      let size = (try FileManager.default.attributesOfItem(atPath: path))[.size] as? UInt64
      guard let size, size > 0 else { return }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { database in
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        // A file without tables was left by a first transaction that did not commit.
        guard tables > 0 else { return }
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
        guard identifier == applicationID else {
          throw CacheStoreError.foreign(reason: "it belongs to another application, at \(Redaction.escaped(path))")
        }
        guard try Int.fetchOne(database, sql: "PRAGMA user_version") == version else {
          throw CacheStoreError.newerSchema(reason: "use a later version of this library at \(Redaction.escaped(path))")
        }
      }
      try queue.close()
    }

    // MARK: Statements

    /// Sets how long statements of a connection wait for another process that writes.
    static func wait(_ database: Database, _ patience: Duration) throws {
      try database.execute(sql: "PRAGMA busy_timeout = \(milliseconds(patience))")
    }

    /// SQLite has this time as a 32-bit number of milliseconds: at most 24 days.
    private static func milliseconds(_ patience: Duration) -> Int {
      let seconds = min(max(0, patience / .seconds(1)), 2_000_000)
      return Int(seconds * 1_000)
    }

    static func bytes(_ database: Database) throws -> Int {
      try Int.fetchOne(database.cachedStatement(sql: "SELECT bytes FROM totals")) ?? 0
    }

    /// The stored responses of a key.
    struct Found: Sendable {
      var responses: [(id: Int64, response: StoredResponse)] = []
      /// Whether a response is left out because its bytes have changed since it was stored.
      var isDamaged = false
    }

    /// Returns the responses of a key. A response that cannot be read is left out.
    static func responses(_ database: Database, _ key: CacheKey) throws -> Found {
      let statement = try database.cachedStatement(
        sql: "SELECT id, variant, head, body FROM responses WHERE target = ? AND identity = ? ORDER BY id")
      var found = Found()
      for row in try Row.fetchAll(statement, arguments: [key.targetBytes, key.identityBytes]) {
        // In a damaged file, a column may have another type, and a direct conversion would then end the process.
        let columns: [DatabaseValue] = [row["id"], row["variant"], row["head"], row["body"]]
        guard let id = Int64.fromDatabaseValue(columns[0]), let variant = Data.fromDatabaseValue(columns[1]),
          let head = Data.fromDatabaseValue(columns[2]), let body = Data.fromDatabaseValue(columns[3])
        else {
          found.isDamaged = true
          continue
        }
        switch StoredRecord.response(key, variant: variant, head: head, body: body) {
        case .whole(let response): found.responses.append((id, response))
        case .damaged: found.isDamaged = true
        case .otherForm: break
        }
      }
      return found
    }

    /// Marks responses as used, the most recently used one last.
    static func mark(_ database: Database, _ ids: [Int64]) throws {
      for id in ids {
        try database.execute(sql: "UPDATE totals SET uses = uses + 1")
        let statement = try database.cachedStatement(
          sql: "UPDATE responses SET used = (SELECT uses FROM totals) WHERE id = ?")
        try statement.execute(arguments: [id])
      }
    }

    static func store(_ database: Database, _ record: StoredRecord, _ key: CacheKey, byteLimit: Int) throws {
      try database.execute(
        sql: "DELETE FROM responses WHERE target = ? AND identity = ? AND variant = ?",
        arguments: [key.targetBytes, key.identityBytes, record.variant])
      guard record.size <= byteLimit else { return }
      try database.execute(
        sql: """
          DELETE FROM responses WHERE id IN (
            SELECT id FROM responses WHERE target = ? AND identity = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
          """, arguments: [key.targetBytes, key.identityBytes, maximumVariants - 1])
      try database.execute(sql: "UPDATE totals SET uses = uses + 1")
      try database.execute(
        sql: """
          INSERT INTO responses (target, identity, variant, used, size, head, body)
          VALUES (?, ?, ?, (SELECT uses FROM totals), ?, ?, ?)
          """,
        arguments: [key.targetBytes, key.identityBytes, record.variant, record.size, record.head, record.body])
    }

    static func remove(_ database: Database, _ key: CacheKey) throws {
      try database.execute(
        sql: "DELETE FROM responses WHERE target = ? AND identity = ?", arguments: [key.targetBytes, key.identityBytes])
    }

    /// Removes the responses of a target; all responses if it is nil.
    static func removeAll(_ database: Database, target: String?) throws {
      guard let target else { return try database.execute(sql: "DELETE FROM responses") }
      try database.execute(sql: "DELETE FROM responses WHERE target = ?", arguments: [Data(target.utf8)])
    }

    /// Removes the least recently used responses until the rest is within a limit.
    static func evict(_ database: Database, downTo limit: Int) throws {
      while try bytes(database) > max(0, limit) {
        let oldest = try database.cachedStatement(
          sql: "DELETE FROM responses WHERE id = (SELECT id FROM responses ORDER BY used LIMIT 1)")
        try oldest.execute()
        // The total is wrong only in a damaged file.
        guard database.changesCount > 0 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      }
    }
  }
#endif
