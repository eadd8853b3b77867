#if SQLite
  import FoundationEssentials
  import GRDB
  public import RefineryCore
  import Synchronization

  /// A store in a SQLite database: a file, or memory.
  ///
  /// A file has a write-ahead log (WAL): readers never wait for writers, and a committed transaction survives a crash of the
  /// process, but a power cut may lose the last transactions, unless each waits for the disk. Two files whose names end in
  /// `-wal` and `-shm` belong to the database. Let one process at a time synchronize a file; any number of processes may read
  /// it.
  ///
  /// Only the owner can read a new file (mode 0600). On a file system without hard links, `umask` determines the mode. An
  /// existing file keeps its mode. The file contains the records in plain text.
  ///
  /// Needs the package's trait `SQLite`.
  ///
  /// ```swift
  /// let store = try SQLiteStore("/var/lib/app/notes.sqlite")
  /// ```
  public struct SQLiteStore: Store {
    let database: any DatabaseWriter
    private let path: String?
    private let patience: Duration
    private let clock: CallClock
    private let latch = Latch()

    /// Opens a database file, or creates it. Its folder must exist.
    ///
    /// - Parameters:
    ///   - path: the path of the file, not its URL. An empty path and `:memory:` are refused; ``MemoryStore`` needs no
    ///     file.
    ///   - patience: how long a write waits for another process that has locked the file. The time begins with the call, so it
    ///     includes the wait behind other writes. After that, the write throws ``StoreError`` of kind
    ///     ``StoreError/Kind/locked``, and nothing is stored. Reads do not wait for writers. Opening a file may wait twice as
    ///     long, and blocks its thread.
    ///   - waitsForDisk: whether every transaction waits for the disk. A committed transaction then survives a power cut, too.
    /// - Throws: ``StoreError``. A file that is not a database, belongs to another application, or was made by a later version
    ///   is not changed.
    public init(_ path: String, waitingForLocks patience: Duration = .seconds(5), waitsForDisk: Bool = false) throws {
      try self.init(path, waitingForLocks: patience, waitsForDisk: waitsForDisk, clock: .continuous)
    }

    init(_ path: String, waitingForLocks patience: Duration, waitsForDisk: Bool, clock: CallClock) throws {
      guard !path.isEmpty, path != ":memory:" else {
        throw StoreError(
          .cannotOpen, reason: "it needs the path of a file; MemoryStore is a store without one")
      }
      let file = SQLiteSchema.absolute(path)
      self.path = file
      self.patience = patience
      self.clock = clock
      let configuration = Self.configuration(patience, waitsForDisk)
      database = try SQLiteSchema.mapped(file) {
        SQLiteSchema.create(file)
        try SQLiteSchema.inspect(file, configuration)
        return try SQLiteSchema.pool(file, configuration, waitingForLocks: patience)
      }
      try SQLiteSchema.mapped(file) { try SQLiteSchema.migrate(database) }
    }

    /// A database in memory, which is lost with the store.
    ///
    /// - Throws: ``StoreError`` if SQLite cannot allocate memory.
    package static func inMemory() throws -> SQLiteStore {
      try SQLiteStore(database: SQLiteSchema.mapped { try DatabaseQueue(configuration: configuration(.zero, false)) })
    }

    private init(database: any DatabaseWriter) throws {
      self.database = database
      path = nil
      patience = .zero
      clock = .continuous
      try SQLiteSchema.mapped { try SQLiteSchema.migrate(database) }
    }

    private static func configuration(_ patience: Duration, _ waitsForDisk: Bool) -> Configuration {
      var configuration = Configuration()
      configuration.label = "RefineryStore"
      let milliseconds = milliseconds(of: patience)
      configuration.busyMode = milliseconds > 0 ? .timeout(Double(milliseconds) / 1_000) : .immediateError
      configuration.prepareDatabase { database in
        // GRDB's own setting is faster, but a power cut may lose the last transactions.
        if waitsForDisk { try database.execute(sql: "PRAGMA synchronous = FULL") }
      }
      return configuration
    }

    /// Reads one consistent state; writers do not wait for it.
    public func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output {
      try await mapped { try await database.read { try body(SQLiteTransaction($0)) } }
    }

    /// Applies all changes of `body`, or none if it throws.
    public func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output {
      try await transaction { try body(SQLiteTransaction($0)) }
    }

    /// Runs a transaction. The writes of a process wait in a queue. If the file is locked, these writes would wait for the lock
    /// one after the other. So the time in the queue counts, too.
    private func transaction<Output: Sendable>(_ body: @Sendable (Database) throws -> Output) async throws -> Output {
      let start = clock.now
      return try await mapped {
        try await database.writeWithoutTransaction { database in
          let waited = clock.now - start
          let isLate = waited > .milliseconds(10)
          if isLate { try Self.limit(patience - waited, in: database) }
          defer { if isLate { try? Self.limit(patience, in: database) } }
          var output: Result<Output, any Error> = .failure(CancellationError())
          try database.inTransaction(.immediate) {
            output = .success(try body(database))
            return .commit
          }
          return try output.get()
        }
      }
    }

    /// Limits the wait for a lock.
    private static func limit(_ patience: Duration, in database: Database) throws {
      try database.execute(sql: "PRAGMA busy_timeout = \(milliseconds(of: patience))")
    }

    /// The milliseconds of a wait, rounded up. SQLite stores them as a 32-bit number: at most 24 days.
    private static func milliseconds(of patience: Duration) -> Int {
      Int(min(max(patience / .milliseconds(1), 0), 2_000_000_000).rounded(.up))
    }

    private func mapped<Output>(_ body: () async throws -> Output) async throws -> Output {
      if latch.isClosed.load(ordering: .acquiring) { throw StoreError.closed(path) }
      do {
        return try await body()
      } catch let error as DatabaseError {
        throw StoreError(error, path: path)
      }
    }

    /// Adds an index for queries that compare or sort by a member. Does nothing if the index exists.
    ///
    /// - Throws: ``StoreError``; of kind ``StoreError/Kind/failed`` for a member that SQLite cannot address.
    public func addIndex(on member: MemberPath, in collection: String) async throws {
      guard let path = SQLitePath(member), !collection.utf8.contains(0) else {
        throw StoreError(.failed, reason: "\(Redaction.escaped(member.description)) cannot be indexed")
      }
      let name = "index on \(collection).\(member)".doubling("\"")
      let sql = """
        CREATE INDEX IF NOT EXISTS "\(name)" ON records (collection, json_extract(content, \(path.literal)))
        """
      try await transaction { try $0.execute(sql: sql) }
    }

    /// Writes the log into the database file and closes both. If another process keeps the file locked for longer than a
    /// transaction waits, a part stays in the log, where the next process to open the file finds it. Later use of the store
    /// throws ``StoreError`` of kind ``StoreError/Kind/closed``.
    public func close() throws {
      latch.isClosed.store(true, ordering: .releasing)
      // GRDB's in-memory connection must not be read after it is closed. It is released with the store instead.
      guard let path else { return }
      // SQLite does this when it closes the last connection, unless that is a reader. A closed connection has no log and must
      // not be used.
      _ = try? database.writeWithoutTransaction { if $0.sqliteConnection != nil { try $0.checkpoint(.truncate) } }
      try SQLiteSchema.mapped(path) { try database.close() }
    }
  }

  /// Whether a store is closed; all its copies share this.
  private final class Latch: Sendable {
    let isClosed = Atomic(false)
  }

  extension StoreError {
    fileprivate static func closed(_ path: String?) -> StoreError {
      StoreError(.closed, reason: path.map { "at \(Redaction.escaped($0))" } ?? "")
    }

    /// Converts an error of SQLite.
    init(_ error: DatabaseError, path: String? = nil) {
      let place = path.map { " at \(Redaction.escaped($0))" } ?? ""
      // The store was closed while this transaction waited. This is the only misuse that a store can cause.
      if error.resultCode == .SQLITE_MISUSE {
        self = .closed(path)
        return
      }
      let kind: Kind =
        switch error.resultCode {
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .cannotOpen
        case .SQLITE_NOTADB: .notADatabase
        case .SQLITE_CORRUPT: .corrupt
        case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
        case .SQLITE_FULL: .full
        case .SQLITE_READONLY: .readOnly
        default: .failed
        }
      // Only the code is used, because SQLite's message may quote the statement, which contains names of members.
      self.init(kind, reason: "SQLite result code \(error.extendedResultCode.rawValue)\(place)", underlying: error)
    }
  }
#endif
