#if PostgreSQL
  import Foundation
  import RefineryPostgreSQL
  import Synchronization

  /// A PostgreSQL server in a temporary folder, on a Unix socket only.
  final class DatabaseServer: Sendable {
    private struct Failed: Error, CustomStringConvertible {
      let description: String
    }

    /// The folder of the server's programs; nil if there is none.
    static let programs: String? = {
      let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
      let folders = versions.sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin" } + ["/usr/bin", "/usr/local/bin"]
      return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    static var isAvailable: Bool { programs != nil }

    private static let first = Mutex<DatabaseServer?>(nil)

    /// The server that most tests share. It ends with the process.
    static func shared() throws -> DatabaseServer {
      try first.withLock { server in
        if let server { return server }
        let started = try DatabaseServer()
        server = started
        atexit { DatabaseServer.first.withLock { $0?.stop() } }
        return started
      }
    }

    let folder: String
    private let counter = Atomic(0)

    init() throws {
      folder = "/tmp/refinery-pg-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if getuid() == 0 { try Self.command("/bin/chown", ["postgres", folder]) }
      try run("initdb", ["-D", "\(folder)/data", "-A", "trust", "-U", "app", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
      try start()
    }

    func start() throws {
      let options = "-c fsync=off -c listen_addresses='' -c unix_socket_directories=\(folder) -c max_connections=200"
      try run("pg_ctl", ["-D", "\(folder)/data", "-w", "-l", "\(folder)/log", "-o", options, "start"])
    }

    func stop() {
      halt()
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Ends the server as a crash does.
    func halt() { _ = try? run("pg_ctl", ["-D", "\(folder)/data", "-m", "immediate", "-w", "stop"]) }

    /// Demands passwords of all roles from now on.
    func authenticate() throws {
      try Data("local all app trust\nlocal all all scram-sha-256\n".utf8)
        .write(to: URL(fileURLWithPath: "\(folder)/data/pg_hba.conf"))
      try psql("SELECT pg_reload_conf()")
    }

    /// The connection string of its database.
    var url: String { "postgresql://app@/postgres?host=\(folder)" }

    /// The name of a schema that no other test uses.
    func newSchema() -> String { "s\(counter.wrappingAdd(1, ordering: .relaxed).newValue)" }

    func store(
      schema: String? = nil, connections: Int = 4, patience: Duration = .seconds(10)
    ) async throws -> PostgreSQLStore {
      try await PostgreSQLStore(url, schema: schema ?? newSchema(), connections: connections, patience: patience)
    }

    /// Runs SQL by psql, and returns its output without trailing white space.
    @discardableResult
    func psql(_ sql: String, database: String = "postgres") throws -> String {
      try run("psql", ["-h", folder, "-U", "app", "-d", database, "-v", "ON_ERROR_STOP=1", "-qAt", "-c", sql])
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> String {
      let path = "\(Self.programs ?? "")/\(program)"
      // The server refuses to run as root.
      if getuid() == 0 { return try Self.command("/sbin/runuser", ["-u", "postgres", "--", path] + arguments) }
      return try Self.command(path, arguments)
    }

    @discardableResult
    static func command(_ path: String, _ arguments: [String]) throws -> String {
      // A file, because the server keeps its standard output open.
      let output = "/tmp/refinery-pg-output-\(UUID().uuidString)"
      _ = FileManager.default.createFile(atPath: output, contents: nil)
      defer { try? FileManager.default.removeItem(atPath: output) }
      // Foundation's `waitUntilExit` would wait for the server, too, because the server inherits its socket.
      let script = "cd /tmp && exec \"$0\" \"$@\" >\(output) 2>&1 </dev/null"
      var words = (["/bin/sh", "-c", script, path] + arguments).map { strdup($0) } + [nil]
      defer { words.forEach { free($0) } }
      var child: pid_t = 0
      var status: Int32 = 0
      guard posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0 else { throw Failed(description: path) }
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      let text = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
      guard status == 0 else { throw Failed(description: "\(path): \(text)") }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
#endif
