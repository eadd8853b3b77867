#if SQLite
  import FoundationEssentials
  import GRDB
  public import RefineryCore
  import Synchronization

  /// Keeps responses in a SQLite file, up to a number of bytes. When the store is full, it removes the least recently used
  /// responses.
  ///
  /// The responses survive a restart, and any number of processes of one machine can use the file at the same time. For this,
  /// the identity of a call must be the same in each process: use ``CacheMiddleware/Identity/each(_:)`` or
  /// ``CacheMiddleware/Identity/fields``. With ``CacheMiddleware/Identity/client``, each cache finds only its own responses.
  ///
  /// ```swift
  /// let store = try SQLiteCacheStore("/var/cache/app/responses.sqlite")
  /// CacheMiddleware(for: .each { _ in "app" }, store: store)
  /// ```
  ///
  /// Only the owner of the file can read it (mode 0600). It contains the responses and the identities in plain text; with
  /// ``CacheMiddleware/Identity/fields``, identities are credentials. Two more files, whose names end in `-wal` and `-shm`,
  /// belong to the store.
  ///
  /// Reads and writes run on separate threads and do not block Swift's tasks. A call waits for them only a few milliseconds:
  /// see ``CacheStore``. If a read or write fails, ``CacheMiddleware`` continues as if nothing were stored, and ``lastError``
  /// has the error. A stored response has a checksum. If its bytes have changed on the disk, it is not returned. If a removal
  /// fails, for example because another program locks the file, this store does not return the responses of the URL until a
  /// later write has removed them. Other processes may still use them. Needs the package's trait `SQLite`.
  public final class SQLiteCacheStore: CacheStore {
    private let byteLimit: Int
    private let pool: DatabasePool
    private let path: String
    private let patience: Duration
    private let state = Mutex(State())

    private struct State {
      /// The responses that were read since the last write, the latest last. A read does not change the file; the next write
      /// marks them as used.
      var used: [Int64] = []
      /// The targets whose removal failed, each with the number of the last failure. The next write removes them. If there are
      /// too many, one empty string means all targets.
      var removals: [String: Int] = [:]
      var failures = 0
      /// Whether the last write failed because another process writes.
      var isLocked = false
      var lastError: CacheStoreError?
    }

    /// Opens a file, or creates it. Its folder must exist.
    ///
    /// - Parameters:
    ///   - path: the path of the file, not its URL.
    ///   - byteLimit: the maximum number of bytes, counted as by ``MemoryCacheStore``; 256 MiB by default. The file can be
    ///     somewhat larger. A larger response is not stored. If the limit is zero or negative, nothing is stored.
    ///   - patience: how long opening the file, and a write, wait for another process that writes; 1 s by default. Reads do not
    ///     wait for writes. After a write whose wait did not help, the next writes do not wait until one of them succeeds.
    /// - Throws: ``CacheStoreError``. A file that is not a database, is damaged, belongs to another application, or was made by
    ///   a later version is not changed. To begin with an empty cache, delete the file and its `-wal` and `-shm` files.
    public init(_ path: String, byteLimit: Int = 256 * 1024 * 1024, waitingForLocks patience: Duration = .seconds(1))
      throws(CacheStoreError)
    {
      self.path = path
      self.byteLimit = byteLimit
      self.patience = patience
      pool = try CacheFile.open(path, waitingForLocks: patience)
      do {
        try pool.write { try CacheFile.evict($0, downTo: byteLimit) }
      } catch {
        throw CacheStoreError(error, path)
      }
    }

    /// The error of the last failed read or write, for a log line; nil if no read or write has failed.
    public var lastError: CacheStoreError? { state.withLock { $0.lastError } }

    package func count() async throws -> Int {
      try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM responses") ?? 0 }
    }

    /// Returns the approximate number of bytes that the responses use, for a metric.
    ///
    /// - Throws: ``CacheStoreError``.
    public func byteCount() async throws -> Int { try await read { try CacheFile.bytes($0) } }

    /// Removes everything.
    ///
    /// - Throws: ``CacheStoreError``.
    public func removeAll() async throws { try await write { try CacheFile.removeAll($0, target: nil) } }

    /// Returns the responses of a key, and marks them as most recently used.
    ///
    /// - Throws: ``CacheStoreError``; `CancellationError`.
    public func responses(for key: CacheKey) async throws -> [StoredResponse] {
      guard state.withLock({ $0.removals[key.target] ?? $0.removals[""] }) == nil else { return [] }
      let found = try await read { try CacheFile.responses($0, key) }
      let count = state.withLock { state in
        for (id, _) in found.responses where state.used.last != id { state.used.append(id) }
        if found.isDamaged {
          state.lastError = .corrupt(reason: "a stored response at \(Redaction.escaped(path))")
        }
        return state.used.count
      }
      // Keeps the list short if there are only reads. They do not wait for this write.
      if count >= 1_000 { Task { try? await write { _ in } } }
      return found.responses.map(\.response)
    }

    /// Stores a response.
    ///
    /// - Throws: ``CacheStoreError``.
    public func store(_ response: StoredResponse, for key: CacheKey) async throws {
      let record: StoredRecord
      do {
        record = try StoredRecord(response, key)
      } catch {
        throw CacheStoreError(error, path)
      }
      try await write { [byteLimit] in
        try CacheFile.store($0, record, key, byteLimit: byteLimit)
        try CacheFile.evict($0, downTo: byteLimit)
      }
    }

    /// Removes the responses of a key.
    ///
    /// - Throws: ``CacheStoreError``.
    public func remove(_ key: CacheKey) async throws {
      try await removing(key.target) { try CacheFile.remove($0, key) }
    }

    /// Removes all responses of a target.
    ///
    /// - Throws: ``CacheStoreError``.
    public func removeAll(target: String) async throws {
      try await removing(target) { try CacheFile.removeAll($0, target: target) }
    }

    private func read<Output: Sendable>(_ body: @escaping @Sendable (Database) throws -> Output) async throws -> Output {
      try await noting { try await pool.read(body) }
    }

    private func removing(_ target: String, _ body: @escaping @Sendable (Database) throws -> Void) async throws {
      do {
        try await write(body)
      } catch {
        state.withLock { state in
          state.failures += 1
          state.removals[state.removals.count < 10_000 ? target : ""] = state.failures
        }
        throw error
      }
    }

    /// Changes the file. The same transaction also marks the responses of earlier reads as used, and repeats the removals that
    /// failed. Cancelling the task does not stop this; otherwise an invalid response could stay.
    private func write(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
      let (used, removals) = state.withLock { state in
        defer { state.used = [] }
        return (state.used, state.removals)
      }
      try await noting {
        try await Task { [self] in
          try await pool.writeWithoutTransaction { [self] database in
            // After a write that found a lock, the next writes do not each wait for that lock.
            let isLocked = state.withLock { $0.isLocked }
            try CacheFile.wait(database, isLocked ? .zero : patience)
            do {
              try database.inTransaction(.immediate) {
                try CacheFile.mark(database, used)
                for target in removals.keys { try CacheFile.removeAll(database, target: target.isEmpty ? nil : target) }
                try body(database)
                return .commit
              }
              if isLocked { state.withLock { $0.isLocked = false } }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
              state.withLock { $0.isLocked = true }
              throw error
            }
          }
        }.value
      }
      guard !removals.isEmpty else { return }
      state.withLock { state in
        for (target, failure) in removals where state.removals[target] == failure { state.removals[target] = nil }
      }
    }

    private func noting<Output>(_ body: () async throws -> Output) async throws -> Output {
      do {
        return try await body()
      } catch let error as CancellationError {
        throw error
      } catch {
        let error = CacheStoreError(error, path)
        state.withLock { $0.lastError = error }
        throw error
      }
    }
  }

  /// A cache file cannot be opened, or a read or write failed. The reason has more details, in a few words, with the path of
  /// the file. It contains no part of a response.
  public enum CacheStoreError: SafelyDescribed {
    /// The file cannot be opened or created: its folder does not exist, or the permission is missing.
    case cannotOpen(reason: String)
    /// The file is not a database, or is that of another application. It was not changed.
    case foreign(reason: String)
    /// A later version of this library made the file. It was not changed.
    case newerSchema(reason: String)
    /// The file is damaged. Delete it and its `-wal` and `-shm` files.
    case corrupt(reason: String)
    /// Another failure, such as a full disk; the reason has SQLite's result code.
    case failed(reason: String)

    init(_ error: any Error, _ path: String) {
      let place = "at \(Redaction.escaped(path))"
      if let own = error as? CacheStoreError {
        self = own
      } else if let error = error as? DatabaseError {
        // SQLite's message may contain stored data, so only its code is used.
        let reason = "SQLite result code \(error.extendedResultCode.rawValue) \(place)"
        self =
          switch error.resultCode {
          case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY: .cannotOpen(reason: reason)
          case .SQLITE_NOTADB: .foreign(reason: reason)
          case .SQLITE_CORRUPT: .corrupt(reason: reason)
          default: .failed(reason: reason)
          }
      } else {
        self = .failed(reason: "\(type(of: error)) \(place)")
      }
    }

    /// One line, safe to log.
    public var description: String {
      switch self {
      case .cannotOpen(let reason): "the cache file cannot be opened: \(reason)"
      case .foreign(let reason): "the file is not a cache: \(reason)"
      case .newerSchema(let reason): "the cache file was made by a later version: \(reason)"
      case .corrupt(let reason): "the cache file is damaged: \(reason)"
      case .failed(let reason): "the cache file cannot be read or written: \(reason)"
      }
    }
  }
#endif
