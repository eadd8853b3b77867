#if PostgreSQL
  import FoundationEssentials
  public import RefineryCore
  public import RefineryStore

  /// A store in a PostgreSQL database, for apps with several instances. All instances share its records and its outbox.
  ///
  /// A committed transaction is as durable as the server's settings make it. Records are in plain text in the database.
  /// Every change of the store is one transaction, and the transactions of all processes run one after the other.
  ///
  /// Needs the package's trait `PostgreSQL`, and libpq.
  ///
  /// ```swift
  /// let store = try await PostgreSQLStore("postgresql://app@db.example.com/app?sslmode=verify-full&sslrootcert=system")
  /// ```
  public final class PostgreSQLStore: LeasingStore {
    let pool: ConnectionPool
    let names: Names
    /// Identifies this store among all holders of leases.
    let holder = UUID().uuidString.lowercased()
    private let size: Int
    private let patience: Duration

    /// Connects to a database, and makes the tables that it lacks.
    ///
    /// The encoding of the database must be UTF8. The server must have version 12 or later.
    ///
    /// - Parameters:
    ///   - url: `postgresql://user:password@host:5432/database?sslmode=verify-full`, or `key=value` pairs, as libpq reads them.
    ///     **libpq's default `sslmode=prefer` does not protect the connection**: it accepts any certificate, and a connection
    ///     without TLS. Use `verify-full` for every server that is not on the same machine.
    ///   - schema: the schema of the tables. It is created if it does not exist.
    ///   - connections: the largest number of connections. Each connection has a thread. At least 1.
    ///   - patience: how long a call waits for a free connection, and how long a statement waits for a lock. It is also how
    ///     long a call waits for a server that cannot be reached.
    ///   - statementTimeout: how long one statement may take. A transaction that is idle for as long is ended by the server.
    /// - Throws: `StoreError`. Tables of another application, or of a later version of this library, are not changed.
    public init(
      _ url: String, schema: String = "refinery", connections: Int = 4, patience: Duration = .seconds(5),
      statementTimeout: Duration = .seconds(30)
    ) async throws {
      let address = try Address(url)
      names = try Names(schema: schema, statementTimeout: statementTimeout, lockTimeout: patience)
      size = max(1, connections)
      self.patience = patience
      pool = ConnectionPool(
        address, size: size, replyWithin: max(patience, statementTimeout) + .seconds(5))
      do {
        try await open()
      } catch {
        pool.close()
        throw error
      }
    }

    deinit { pool.close() }

    private func open() async throws {
      let (names, place) = (names, pool.address.place)
      let version = try await transaction(names.beginReading, repeats: true, mayChange: false) { session in
        if let encoding = session.status("server_encoding"), encoding != "UTF8" {
          throw StoreError(.cannotOpen, reason: "the encoding of the database at \(place) must be UTF8")
        }
        return try PostgreSQLSchema.version(session, names, at: place)
      }
      guard !PostgreSQLSchema.isCurrent(version) else { return await forgetOldLeases() }
      try await transaction(names.beginMigrating) { try PostgreSQLSchema.migrate($0, names, at: place) }
    }

    /// Removes what killed processes have left. Without the right to do so, the rows stay, which only costs room.
    private func forgetOldLeases() async {
      _ = try? await transaction(names.beginShared) { session in
        try session.execute("DELETE FROM leases WHERE ends < clock_timestamp() - interval '1 hour'")
      }
    }

    /// Reads one consistent state, which does not include later writes. If the connection is lost, `body` runs again on another
    /// one, once.
    public func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output {
      try await transaction(names.beginReading, repeats: true, mayChange: false) { try body(PostgreSQLTransaction($0)) }
    }

    /// Applies all changes of `body`, or none if it throws.
    ///
    /// If the connection is lost after COMMIT was sent, the error is of kind `outcomeUnknown`. If it is lost earlier, nothing
    /// is stored, and the error is of kind `unreachable`.
    public func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output {
      try await transaction(names.beginWriting, asWriter: true) { session in
        try body(PostgreSQLTransaction(session, notifies: names.channel, as: holder))
      }
    }

    /// Adds indexes for queries that compare a member. Does nothing if they exist. Other processes cannot write while they are
    /// made. Sorting does not use them.
    ///
    /// - Throws: `StoreError`; of kind `StoreError.Kind.failed` for a member that the store cannot compare in SQL.
    public func addIndex(on member: MemberPath, in collection: String) async throws {
      guard let path = SQLPath(member) else {
        throw StoreError(.failed, reason: "\(Redaction.escaped(member.description)) cannot be indexed")
      }
      let name = String(UInt64(bitPattern: Names.hash("\(collection.utf8.count) \(collection).\(member)")), radix: 16)
      let condition = "WHERE collection = E'\\\\x\(Array(collection.utf8).hexadecimal)'::bytea"
      try await transaction(names.beginIndexing, asWriter: true) { session in
        try session.run(
          "CREATE INDEX IF NOT EXISTS records_text_\(name) ON records ((\(path.start))) \(condition)", hasLimit: false)
        try session.run(
          "CREATE INDEX IF NOT EXISTS records_number_\(name) ON records ((\(path.number))) \(condition)", hasLimit: false)
      }
    }

    /// Closes the connections, each as soon as its transaction has ended. Later use of the store throws `StoreError` of kind
    /// `StoreError.Kind.closed`.
    public func close() { pool.close() }

    /// Runs a transaction on a connection of the pool.
    ///
    /// - Parameter repeats: whether the body may run again if its connection is lost.
    func transaction<Output: Sendable>(
      _ beginning: String, asWriter isWriter: Bool = false, repeats: Bool = false, mayChange: Bool = true,
      _ body: @Sendable (Session) throws -> Output
    ) async throws -> Output {
      let clock = ContinuousClock()
      let start = clock.now
      var losses = 0
      // Connections that the server has closed are noticed one by one.
      for attempt in 0... {
        let connection = try await pool.take(asWriter: isWriter, within: max(.zero, patience - (clock.now - start)))
        switch await connection.transaction(beginning: beginning, mayChange: mayChange, body) {
        case .done(let output):
          pool.give(back: connection, asWriter: isWriter)
          return output
        case .failed(let error):
          pool.give(back: connection, asWriter: isWriter)
          throw error
        case .stale(let error):
          pool.discard(asWriter: isWriter)
          if attempt > size { throw error }
        case .lost(let error):
          pool.discard(asWriter: isWriter)
          losses += 1
          if !repeats || losses > 1 { throw error }
        }
      }
      throw StoreError(.unreachable)
    }
  }

  extension PostgreSQLStore: Redacted {
    /// The schema.
    public var description: String { "PostgreSQLStore(\(Redaction.escaped(names.schema)))" }
  }

  extension [UInt8] {
    var hexadecimal: String {
      map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
  }
#endif
