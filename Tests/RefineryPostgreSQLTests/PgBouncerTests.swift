#if PostgreSQL
  import Foundation
  import RefineryContracts
  import RefineryPostgreSQL
  import RefineryStore
  import Testing

  extension PostgreSQLTests {
    /// The store behind PgBouncer in transaction mode.
    @Suite("PgBouncer", .enabled(if: PgBouncer.isAvailable, "pgbouncer is missing"), .timeLimit(.minutes(5)))
    struct PgBouncerTests {
      @Test(
        "T04: the store keeps its contracts behind PgBouncer in transaction mode, with fewer server connections than its own")
      func contract() async throws {
        let database = try DatabaseServer.shared()
        let bouncer = try PgBouncer(before: database)
        defer { bouncer.stop() }
        let url = bouncer.url
        try await withThrowingTaskGroup(of: Void.self) { group in
          for check in StoreContract.checks {
            let schema = database.newSchema()
            group.addTask { try await check.run { try await PostgreSQLStore(url, schema: schema, patience: .seconds(60)) } }
          }
          for check in StoreContract.leaseChecks {
            let schema = database.newSchema()
            group.addTask {
              try await check.run {
                (
                  try await PostgreSQLStore(url, schema: schema, patience: .seconds(60)),
                  try await PostgreSQLStore(url, schema: schema, patience: .seconds(60))
                )
              }
            }
          }
          try await group.waitForAll()
        }
      }

      @Test("T04: with the direct URL, changes are noticed although the store uses PgBouncer")
      func changes() async throws {
        let database = try DatabaseServer.shared()
        let bouncer = try PgBouncer(before: database)
        defer { bouncer.stop() }
        let schema = database.newSchema()
        let (first, second) = (
          try await PostgreSQLStore(bouncer.url, schema: schema), try await PostgreSQLStore(bouncer.url, schema: schema)
        )
        var changes = try first.changes(in: "c", direct: database.url).makeAsyncIterator()
        await changes.next()
        try await second.write { store in
          try store.save(OutboxEntry(collection: "c", key: "k", operation: .create, idempotencyKey: "k"))
        }
        await changes.next()
      }
    }
  }

  /// PgBouncer in transaction mode, with eight connections to its server.
  private struct PgBouncer {
    static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    static var isAvailable: Bool { program != nil }

    let folder: String
    var url: String { "postgresql://app@/postgres?host=\(folder)&port=6432" }

    init(before database: DatabaseServer) throws {
      folder = "/tmp/refinery-pgb-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let settings = """
        [databases]
        postgres = host=\(database.folder) port=5432 user=app
        [pgbouncer]
        listen_addr =
        unix_socket_dir = \(folder)
        listen_port = 6432
        auth_type = any
        pool_mode = transaction
        default_pool_size = 8
        max_client_conn = 300
        pidfile = \(folder)/pid
        logfile = \(folder)/log
        """
      try Data(settings.utf8).write(to: URL(fileURLWithPath: "\(folder)/settings"))
      let start = [Self.program ?? "", "-d", "\(folder)/settings"]
      if getuid() == 0 {
        try DatabaseServer.command("/bin/chown", ["-R", "postgres", folder])
        try DatabaseServer.command("/sbin/runuser", ["-u", "postgres", "--"] + start)
      } else {
        try DatabaseServer.command(start[0], Array(start.dropFirst()))
      }
    }

    func stop() {
      let pid = try? String(contentsOfFile: "\(folder)/pid", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
      // It inherits the signals that the thread of the test blocks, so SIGTERM would not end it.
      if let pid, let number = pid_t(pid) { kill(number, SIGKILL) }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
#endif
