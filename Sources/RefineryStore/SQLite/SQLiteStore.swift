#if SQLite
  import FoundationEssentials
  import GRDB
  public import RefineryCore
  import Synchronization

  /// A store in a SQLite database: a file, or memory.
  ///
  /// A file is kept with a write-ahead log (WAL): readers never wait, and what a transaction committed survives the death of
  /// the process at any moment. Whether it also survives a power cut is ``Durability``. Two files whose names end in `-wal`
  /// and `-shm` belong to the database. One process at a time should synchronise a file; any number may read it.
  ///
  /// Needs the package's trait `SQLite`.
  ///
  /// ```swift
  /// let store = try SQLiteStore("/var/lib/app/notes.sqlite")
  /// ```
  public struct SQLiteStore: Store {
    /// What a committed transaction survives.
    public enum Durability: Sendable {
      /// The death of the process. The last transactions before a power cut may be lost, the database is whole.
      case processes
      /// A power cut too; every transaction waits for the disk.
      case power
    }

    let database: any DatabaseWriter
    private let path: String?
    private let latch = Latch()

    /// Opens a database file, or makes it. Its folder has to be there.
    ///
    /// - Parameters:
    ///   - path: the file. For a store without one there is ``inMemory()``; an empty path and `:memory:` are refused.
    ///   - patience: how long a transaction waits for another process that holds the file.
    ///   - durability: what a committed transaction survives.
    /// - Throws: ``StoreError``. A file that is no database, is one of something else, or was made by a later version is left
    ///   as it is.
    public init(_ path: String, waitingForLocks patience: Duration = .seconds(5), durability: Durability = .processes) throws {
      guard !path.isEmpty, path != ":memory:" else {
        throw StoreError(
          .cannotOpen, reason: "it needs the path of a file; SQLiteStore.inMemory() makes a store without one")
      }
      self.path = path
      let configuration = Self.configuration(patience, durability)
      database = try SQLiteSchema.mapped(path) {
        try SQLiteSchema.inspect(path, configuration)
        return try DatabasePool(path: path, configuration: configuration)
      }
      try SQLiteSchema.mapped(path) { try SQLiteSchema.migrator.migrate(database) }
    }

    /// A database in memory, gone with the store.
    ///
    /// - Throws: ``StoreError`` when SQLite has no memory.
    public static func inMemory() throws -> SQLiteStore {
      try SQLiteStore(database: SQLiteSchema.mapped { try DatabaseQueue(configuration: configuration(.zero, .processes)) })
    }

    private init(database: any DatabaseWriter) throws {
      self.database = database
      path = nil
      try SQLiteSchema.mapped { try SQLiteSchema.migrator.migrate(database) }
    }

    private static func configuration(_ patience: Duration, _ durability: Durability) -> Configuration {
      var configuration = Configuration()
      configuration.label = "RefineryStore"
      let seconds = Double(patience.components.seconds) + Double(patience.components.attoseconds) / 1e18
      configuration.busyMode = seconds > 0 ? .timeout(seconds) : .immediateError
      configuration.prepareDatabase { database in
        // After GRDB's own settings, which trade a power cut's last transactions for speed.
        if durability == .power { try database.execute(sql: "PRAGMA synchronous = FULL") }
      }
      return configuration
    }

    /// Reads one consistent state; writers do not wait for it.
    public func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output {
      try await mapped { try await database.read { try body(SQLiteTransaction($0)) } }
    }

    /// Changes the store by all that `body` does, or by nothing.
    public func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output {
      try await mapped { try await database.write { try body(SQLiteTransaction($0)) } }
    }

    private func mapped<Output>(_ body: () async throws -> Output) async throws -> Output {
      if latch.isClosed.load(ordering: .acquiring) { throw StoreError.closed(path) }
      do {
        return try await body()
      } catch let error as DatabaseError {
        throw StoreError(error, path: path)
      }
    }

    /// Lets queries that compare or sort by a member find it in an index. Does nothing where the index is there.
    ///
    /// - Throws: ``StoreError``; of kind ``StoreError/Kind/failed`` for a member that SQLite cannot address.
    public func addIndex(on member: KeyPathText, in collection: String) async throws {
      guard let path = SQLitePath(member) else {
        throw StoreError(.failed, reason: "\(Redaction.escaped(member.description)) cannot be indexed")
      }
      let name = "index on \(collection).\(member)".replacing("\"", with: "\"\"")
      let sql = """
        CREATE INDEX IF NOT EXISTS "\(name)" ON records (collection, json_extract(content, \(path.literal)))
        """
      try await mapped { try await database.write { try $0.execute(sql: sql) } }
    }

    /// Writes the log into the database file and closes both. Later use of the store throws ``StoreError`` of kind
    /// ``StoreError/Kind/closed``.
    public func close() throws {
      latch.isClosed.store(true, ordering: .releasing)
      // GRDB's connections to memory cannot bear to be read once they are closed. This one goes with the store.
      if let path { try SQLiteSchema.mapped(path) { try database.close() } }
    }
  }

  /// Whether a store was closed, known to all its copies.
  private final class Latch: Sendable {
    let isClosed = Atomic(false)
  }

  extension StoreError {
    fileprivate static func closed(_ path: String?) -> StoreError {
      StoreError(.closed, reason: path.map { "at \(Redaction.escaped($0))" } ?? "")
    }

    /// What SQLite said, in this form.
    init(_ error: DatabaseError, path: String? = nil) {
      let place = path.map { " at \(Redaction.escaped($0))" } ?? ""
      // Closed while this transaction waited; there is no other misuse that a store could be put to.
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
      // SQLite's message may quote the statement, and with it names of members; the code says what happened.
      self.init(kind, reason: "SQLite result code \(error.extendedResultCode.rawValue)\(place)", underlying: error)
    }
  }
#endif
