#if Redis
  import Foundation
  import Synchronization

  /// A Redis server of its own, on a Unix socket in a temporary folder.
  final class RedisServer: Sendable {
    static let program = ["/usr/bin/redis-server", "/usr/bin/valkey-server", "/usr/local/bin/redis-server"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    static let isMissing = "redis-server is not installed (Debian's package redis-server)"

    private let folder: URL
    private let options: [String]
    private let process = Mutex<Process?>(nil)

    /// Starts a server, and waits until it accepts connections.
    convenience init(_ options: String...) async throws { try await self.init(options) }

    init(_ options: [String]) async throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("redis-\(UInt64.random(in: 0 ... .max))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      self.options = options
      try await start()
    }

    deinit {
      process.withLock { if let process = $0 { kill(process.processIdentifier, SIGKILL) } }
      try? FileManager.default.removeItem(at: folder)
    }

    var socket: String { folder.path + "/redis.sock" }
    var url: String { "unix://\(socket)" }

    func start() async throws {
      let started = Process()
      started.executableURL = URL(fileURLWithPath: Self.program ?? "")
      started.arguments =
        ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder.path] + options
      started.standardOutput = FileHandle.nullDevice
      started.standardError = FileHandle.nullDevice
      started.standardInput = FileHandle.nullDevice
      try? FileManager.default.removeItem(atPath: socket)
      try started.run()
      process.withLock { $0 = started }
      // The file of the socket exists before the server accepts connections.
      while try FileManager.default.fileExists(atPath: socket) == false || ask("PING").isEmpty {
        try Task.checkCancellation()
        guard started.isRunning else { throw RedisServerFailed(status: started.terminationStatus) }
        try await Task.sleep(for: .milliseconds(5))
      }
    }

    func stop() {
      process.withLock { process in
        guard let old = process else { return }
        kill(old.processIdentifier, SIGKILL)
        old.waitUntilExit()
        process = nil
      }
    }

    func pause() { process.withLock { if let process = $0 { kill(process.processIdentifier, SIGSTOP) } } }
    func resume() { process.withLock { if let process = $0 { kill(process.processIdentifier, SIGCONT) } } }

    /// Runs redis-cli with these arguments, and returns its output.
    func ask(_ arguments: String...) throws -> String { try ask(arguments) }

    func ask(_ arguments: [String]) throws -> String {
      let client = Process()
      client.executableURL = URL(fileURLWithPath: "/usr/bin/redis-cli")
      client.arguments = ["-s", socket] + arguments
      let output = Pipe()
      client.standardOutput = output
      client.standardError = FileHandle.nullDevice
      try client.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      client.waitUntilExit()
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  struct RedisServerFailed: Error {
    let status: Int32
  }
#endif
