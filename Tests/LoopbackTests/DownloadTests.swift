import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryFiles
import RefineryTesting
import Synchronization
import Testing

extension Sockets.DownloadTests {
  private static let call = Call<Okay>(Endpoint("File.read", .get, "file"))
    .options { $0.reconnection = Reconnection(delay: .zero) }

  private static func content(_ count: Int) -> [UInt8] {
    var random = SeededRandom(seed: 7)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private static func names(beside target: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: target.deletingLastPathComponent().path)
    return names?.sorted() ?? ["(the folder cannot be read)"]
  }

  private static func withTarget<Output>(_ body: (URL) async throws -> Output) async throws -> Output {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-download-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appendingPathComponent("file"))
  }

  @Test("R06: A file whose connections are lost at 300 random bytes is equal byte for byte", arguments: Engine.allCases)
  func drops(engine: Engine) async throws {
    let content = Self.content(600_000)
    let drops = RandomDrops(300, below: 1900, seed: 3)
    try await engine.using { transport in
      try await withServer(
        keepsLog: false, { FileRoute(content, drops: drops).respond(to: $0, on: $1) }
      ) { server in
        try await Self.withTarget { target in
          let api = Client(baseURL: "http://\(server.authority)", transport: transport)
          let download = try await api.download(Self.call, to: target)
          #expect(try Data(contentsOf: target) == Data(content))
          #expect(drops.isOver && download.requests > 300)
        }
      }
    }
  }

  @Test(
    "R06: Four ranges at the same time, lost at random bytes, make the same file on four connections",
    arguments: Engine.allCases)
  func parallel(engine: Engine) async throws {
    let content = Self.content(9_000_000)
    let drops = RandomDrops(20, below: 1_500_000, seed: 4)
    var options = DownloadOptions()
    options.parallel = 4
    let load = Mutex((now: 0, peak: 0))
    try await engine.using { transport in
      try await withServer(
        keepsLog: false,
        { request, connection in
          load.withLock { $0 = ($0.now + 1, max($0.peak, $0.now + 1)) }
          defer { load.withLock { $0.now -= 1 } }
          return FileRoute(content, drops: drops).respond(to: request, on: connection)
        }
      ) { [options] server in
        try await Self.withTarget { target in
          let api = Client(baseURL: "http://\(server.authority)", transport: transport)
          let download = try await api.download(Self.call, to: target, options: options)
          #expect(try Data(contentsOf: target) == Data(content))
          // The thread of the first response may still be at its end.
          #expect(download.requests >= 5 && load.withLock { $0.peak } <= 5)
        }
      }
    }
  }

  @Test(
    "R06: What a server may do wrong with a range never makes a wrong file",
    arguments: Engine.allCases, FileRoute.Quirk.allCases)
  func quirks(engine: Engine, quirk: FileRoute.Quirk) async throws {
    let content = Self.content(100_000)
    try await engine.using { transport in
      try await withServer({ request, connection in
        FileRoute(content, drops: RandomDrops(request.number == 0 ? 1 : 0, below: 50_000, seed: 5), quirk: quirk)
          .respond(to: request, on: connection)
      }) { server in
        try await Self.withTarget { target in
          let api = Client(baseURL: "http://\(server.authority)", transport: transport)
          if quirk == .encoded, engine.capabilities.contains(.decodesContent) {
            // The transport decodes the part itself, and fails.
            await #expect(throws: CallError.self) { try await api.download(Self.call, to: target) }
            #expect(Self.names(beside: target).isEmpty)
            return
          }
          let download = try await api.download(Self.call, to: target)
          let expected = quirk == .changed ? Array(content.reversed()) : content
          #expect(try Data(contentsOf: target) == Data(expected))
          // Within 16 KiB, a loss before the first chunk is possible.
          #expect(server.requestCount >= 2 && download.size == expected.count)
        }
      }
    }
  }

  @Test(
    "R06: An encoded response is written as the transport returns it, and read again from its start",
    arguments: Engine.allCases)
  func encoded(engine: Engine) async throws {
    // A stored block of gzip: its header, one block, checksum and length.
    let plain = Array("hello".utf8)
    let coded: [UInt8] =
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 5, 0, 0xFA, 0xFF] + plain + [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0]
    try await engine.using { transport in
      try await withServer({ request, connection in
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nETag: \"a\"\r\nContent-Length: \(coded.count)\r\n\r\n"
        connection.send(Array(head.utf8) + coded.prefix(request.number == 0 ? 17 : coded.count))
        return request.number == 0 ? .close : .keepAlive
      }) { server in
        try await Self.withTarget { target in
          let api = Client(baseURL: "http://\(server.authority)", transport: transport)
          try await api.download(Self.call, to: target)
          let isDecoded = engine.capabilities.contains(.decodesContent)
          #expect(try Data(contentsOf: target) == Data(isDecoded ? plain : coded))
          #expect(server.received.allSatisfy { $0.fields[.range] == nil && $0.fields[.acceptEncoding] == "identity" })
          #expect(server.requestCount == 2)
        }
      }
    }
  }

  @Test("R06: A download whose process is killed ten times continues, and is equal byte for byte", arguments: Engine.allCases)
  func killed(engine: Engine) async throws {
    let block = Self.content(100_003)
    let content = Array(repeatElement(block, count: 200).joined())
    try await withServer({ FileRoute(content, drops: RandomDrops(0, below: 1, seed: 0)).respond(to: $0, on: $1) }) { server in
      try await Self.withTarget { target in
        let (path, address) = (target.path, server.authority)
        for number in 1...10 {
          // After the first, the second or the third write, and at last when all bytes are there.
          let goal = number == 10 ? .max : number % 3 + 1
          let total = content.count
          await #expect(processExitsWith: .signal(SIGKILL)) {
            [
              engine = engine as Engine, path = path as String, address = address as String, goal = goal as Int,
              total = total as Int
            ] in
            var options = DownloadOptions()
            options.keepsPart = true
            let api = Client(baseURL: try #require(URL(string: "http://\(address)")), transport: try engine.make())
            let call = Call<Okay>(Endpoint("File.read", .get, "file"))
            let writes = Mutex(0)
            try await api.download(call, to: URL(filePath: path), options: options) { progress in
              guard progress.completed > progress.resumed else { return }
              let count = writes.withLock { count in
                count += 1
                return count
              }
              if count == goal || progress.completed == total { kill(getpid(), SIGKILL) }
            }
          }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        var options = DownloadOptions()
        options.keepsPart = true
        let download = try await engine.using { transport in
          try await Client(baseURL: "http://\(address)", transport: transport).download(Self.call, to: target, options: options)
        }
        #expect(try Data(contentsOf: target) == Data(content))
        #expect(download.resumed == content.count && server.requestCount == 11)
        // Each process continued where the one before ended.
        let starts = server.received.map { $0.fields[.range] ?? "none" }
        #expect(Set(starts).count == 11 && starts.first == "none")
        #expect(Self.names(beside: target) == ["file"])
      }
    }
  }

  @Test("R06: A file beyond the size that the process may write is an error, and the process goes on")
  func tooLarge() async throws {
    let content = Self.content(1_000_000)
    try await withServer({ FileRoute(content, drops: RandomDrops(0, below: 1, seed: 0)).respond(to: $0, on: $1) }) { server in
      try await Self.withTarget { target in
        let (path, address) = (target.path, server.authority)
        await #expect(processExitsWith: .success) { [path = path as String, address = address as String] in
          var limit = rlimit(rlim_cur: 300_000, rlim_max: 300_000)
          #if canImport(Glibc)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
          #else
            try #require(setrlimit(RLIMIT_FSIZE, &limit) == 0)
          #endif
          let api = Client(
            baseURL: try #require(URL(string: "http://\(address)")), transport: try Engine.urlSession.make())
          let call = Call<Okay>(Endpoint("File.read", .get, "file"))
          let error = await #expect(throws: CallError.self) { try await api.download(call, to: URL(filePath: path)) }
          try #require(error?.underlying as? FileFault == FileFault(.noSpace, name: "file") && error?.stage == .sending)
        }
        #expect(Self.names(beside: target).isEmpty)
      }
    }
  }

  @Test("R06: A cancelled download closes its connection", arguments: Engine.allCases)
  func cancelled(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nETag: \"a\"\r\n\r\nhello")
        connection.waitForHangUp()
        return .close
      }) { server in
        try await Self.withTarget { target in
          let api = Client(baseURL: "http://\(server.authority)", transport: transport)
          let (seen, see) = AsyncStream<Void>.makeStream()
          let task = Task {
            try await api.download(Self.call, to: target) { if $0.completed == 5 { see.yield() } }
          }
          _ = await seen.first { true }
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
          await server.hangUps(1)
          #expect(Self.names(beside: target).isEmpty)
        }
      }
    }
  }
}

/// After how many bytes of content the next connections are lost.
final class RandomDrops: Sendable {
  private let state: Mutex<(left: Int, random: SeededRandom)>
  private let bound: Int
  var isOver: Bool { state.withLock { $0.left == 0 } }

  init(_ count: Int, below bound: Int, seed: UInt64) {
    state = Mutex((count, SeededRandom(seed: seed)))
    self.bound = bound
  }

  /// The number of bytes, and whether the connection is reset; nil if it is not lost.
  func next() -> (count: Int, isReset: Bool)? {
    state.withLock { state in
      guard state.left > 0 else { return nil }
      state.left -= 1
      return (Int.random(in: 0..<bound, using: &state.random), Int.random(in: 0..<4, using: &state.random) == 0)
    }
  }
}

/// A route that gives a file and its ranges, and does one thing wrong with ranges.
struct FileRoute {
  enum Quirk: String, CaseIterable, Sendable {
    /// The range begins one byte too early.
    case early
    /// The range says that it begins as requested, and has another total.
    case total
    /// The file has changed, and the server sends the new one.
    case changed
    /// The file has changed, and the server ignores `If-Range`.
    case ignoresCondition
    /// The server ignores `Range`.
    case whole
    /// The server has no such range, it says.
    case refused
    /// The range is encoded.
    case encoded
    /// The range is multipart.
    case multipart
    /// The range has fewer bytes than it says.
    case short
  }

  let content: [UInt8]
  let drops: RandomDrops
  let quirk: Quirk?

  init(_ content: [UInt8], drops: RandomDrops, quirk: Quirk? = nil) {
    self.content = content
    self.drops = drops
    self.quirk = quirk
  }

  func respond(to request: LoopbackRequest, on connection: LoopbackConnection) -> LoopbackConnection.Ending {
    let isFirst = request.number == 0
    let range = request.fields[.range]?.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    // Only the first request for a range is treated wrong, or the file would never be complete.
    let quirk = request.number == 1 && range != nil ? quirk : nil
    let file = self.quirk == .changed && !isFirst ? content.reversed() : content
    guard let range, let start = Int(range[0]), start > 0 || range[1] != "", quirk != .whole, quirk != .changed else {
      let tag = self.quirk == .changed && !isFirst ? "b" : "a"
      return send("200 OK", ["ETag: \"\(tag)\""], file, on: connection)
    }
    if quirk == .refused || start >= file.count {
      connection.answer(416, ["Content-Range: bytes */\(quirk == .refused ? file.count + 1 : file.count)"])
      return .keepAlive
    }
    let end = min((Int(range[1]) ?? file.count - 1) + 1, file.count)
    var fields = ["ETag: \"\(quirk == .ignoresCondition ? "b" : "a")\""]
    var part = Array(file[start..<end])
    switch quirk {
    case .early: fields.append("Content-Range: bytes \(start - 1)-\(end - 1)/\(file.count)")
    case .total: fields.append("Content-Range: bytes \(start)-\(end - 1)/\(file.count + 1)")
    case .multipart: fields.append("Content-Type: multipart/byteranges; boundary=b")
    case .encoded: fields += ["Content-Range: bytes \(start)-\(end - 1)/\(file.count)", "Content-Encoding: gzip"]
    case .ignoresCondition:
      fields.append("Content-Range: bytes \(start)-\(end - 1)/\(file.count)")
      part = part.reversed()
    default: fields.append("Content-Range: bytes \(start)-\(end - 1)/\(file.count)")
    }
    if quirk == .short {
      let lines = (["HTTP/1.1 206 Partial Content", "Content-Length: \(part.count)"] + fields).joined(separator: "\r\n")
      connection.send(lines + "\r\n\r\n")
      connection.send(part.prefix(10))
      return .close
    }
    return send("206 Partial Content", fields, part, on: connection)
  }

  private func send(
    _ line: String, _ fields: [String], _ bytes: [UInt8], on connection: LoopbackConnection
  ) -> LoopbackConnection.Ending {
    let head = (["HTTP/1.1 \(line)", "Content-Length: \(bytes.count)"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    guard let drop = drops.next() else {
      connection.send(Array(head.utf8) + bytes)
      return .keepAlive
    }
    connection.send(Array(head.utf8) + bytes.prefix(drop.count))
    return drop.isReset ? .reset : .close
  }
}
