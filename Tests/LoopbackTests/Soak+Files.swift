import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryFiles

extension Soak {
  /// A large file is downloaded in one piece, and then by four ranges at the same time.
  static func downloadFiles(_ engine: Engine) async throws -> String {
    let total = number("REFINERY_STREAM_BYTES", 100_000_000)
    let block = [UInt8](repeating: 7, count: 1 << 20)
    let server = try LoopbackServer(keepsLog: false) { request, connection in
      let asked = request.fields[.range]?.dropFirst("bytes=".count)
      let range = asked?.split(separator: "-", omittingEmptySubsequences: false) ?? []
      let start = range.first.flatMap { Int($0) } ?? 0
      let end = min((range.last.flatMap { Int($0) } ?? total - 1) + 1, total)
      let line = range.isEmpty ? "200 OK" : "206 Partial Content\r\nContent-Range: bytes \(start)-\(end - 1)/\(total)"
      connection.send("HTTP/1.1 \(line)\r\nContent-Length: \(end - start)\r\nETag: \"a\"\r\n\r\n")
      var rest = end - start
      while rest > 0 {
        let count = min(rest, block.count)
        guard connection.send(block[..<count]) else { return .close }
        rest -= count
      }
      return .keepAlive
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = folder.appendingPathComponent("file")
    let api = Client(baseURL: "http://\(server.authority)", transport: try engine.make())
    let call = Call<Okay>(Endpoint("File.read", .get, "file"))
    var memory = Memory()
    memory.looks()
    var texts: [String] = []
    for count in [1, 4] {
      var options = DownloadOptions()
      options.parallel = count
      // A digest is not part of this.
      options.algorithms = []
      let start = ContinuousClock.now
      let download = try await api.download(call, to: target, options: options)
      memory.looks()
      let size = (try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int) ?? 0
      guard download.size == total, size == total else { throw Failed(description: "\(engine.rawValue): \(size) bytes") }
      texts.append("\(count) at once in \(start.duration(to: .now)), \(download.requests) requests")
    }
    // Without back-pressure, each of the four connections may have 16 MiB that the disk does not take in time.
    let limit = engine.capabilities.contains(.backPressure) ? 64 : 128
    guard memory.growth < limit else { throw Failed(description: "\(engine.rawValue): \(memory)") }
    return "\(engine.rawValue): \(total) bytes, \(texts.joined(separator: ", ")); \(memory)"
  }
}
