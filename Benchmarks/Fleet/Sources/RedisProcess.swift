import Foundation
import Synchronization

/// A Redis server on a Unix socket, and its own statistics.
final class RedisProcess: Sendable {
  private let process: Mutex<Process>
  private let folder: URL
  let url: String

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let socket = folder.path + "/redis.sock"
    url = "unix://\(socket)"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/redis-server")
    process.arguments = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    self.process = Mutex(process)
    while ask("PING") != "PONG" { try await Task.sleep(for: .milliseconds(10)) }
  }

  func stop() {
    process.withLock { $0.terminate() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs redis-cli, and returns its output.
  func ask(_ arguments: String...) -> String {
    // Foundation's Process ends this one when it has more than a thousand descriptors.
    let command = (["/usr/bin/redis-cli", "-s", folder.path + "/redis.sock"] + arguments).joined(separator: " ")
    guard let output = popen("\(command) 2> /dev/null", "r") else { return "" }
    defer { pclose(output) }
    var text = ""
    var line = [CChar](repeating: 0, count: 4_096)
    while fgets(&line, Int32(line.count), output) != nil {
      text += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The scripts that were run, and the seconds of CPU that they and their connections took.
  func usage() -> (scripts: Int, seconds: Double) {
    var values: [Substring: Double] = [:]
    let calls = ask("INFO", "commandstats").split(whereSeparator: \.isNewline).first { $0.hasPrefix("cmdstat_evalsha:") }
    for line in ask("INFO", "cpu").split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":")
      if parts.count == 2 { values[parts[0]] = Double(parts[1].filter { !$0.isWhitespace }) }
    }
    let seconds = (values["used_cpu_sys"] ?? 0) + (values["used_cpu_user"] ?? 0)
    let count = calls?.split(separator: ",").first?.split(separator: "=").last.flatMap { Int($0) }
    return (count ?? 0, seconds)
  }
}
