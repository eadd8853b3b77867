import Foundation
import HTTPTypes
import RefineryContracts
import RefineryControl
import RefineryCore
import RefineryGzip
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

extension Sockets.LongErrorTests {
  private static let contents = ["Content-Length: 20971520", "Content-Length: 20971520\r\nContent-Encoding: gzip", chunked]
  private static let chunked = "Transfer-Encoding: chunked"

  /// A part of content that is longer than the limit, also in its coded form, which nothing shortens.
  private static let part: (plain: [UInt8], coded: [UInt8]) = {
    var generator = SeededRandom(seed: 7)
    let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let coded = try? Gzip.compress(Data(bytes))
    return (Array(bytes.prefix(100_000)), coded.map { Array($0.prefix(100_000)) } ?? [])
  }()

  /// Answers the first requests, at most `failures`, with 503 and content that never ends, and later ones with `ok`.
  private static func handler(_ failures: Int, _ fields: String) -> LoopbackServer.Handler {
    let left = Mutex(failures)
    return { _, connection in
      let fails = left.withLock { left in
        defer { left -= 1 }
        return left > 0
      }
      guard fails else {
        connection.answer(200, [], Array("ok".utf8))
        return .keepAlive
      }
      connection.send("HTTP/1.1 503 Service Unavailable\r\n\(fields)\r\n\r\n")
      let part = fields.contains("gzip") ? Self.part.coded : Self.part.plain
      connection.send(fields == chunked ? Array("186a0\r\n".utf8) + part + Array("\r\n".utf8) : part)
      connection.waitForHangUp()
      return .close
    }
  }

  private static func client(_ server: LoopbackServer, _ transport: any Transport) -> Client {
    Client(
      baseURL: "http://\(server.authority)", middleware: [RetryMiddleware(), GzipMiddleware()],
      transport: transport, clock: CallClock(ContinuousClock(), random: { 0 }))
  }

  private static let call = Call<Okay>(Endpoint("Loopback", .get, "it")).data
    .options { $0.responseLimit = 50_000 }.timeout(.seconds(60))

  @Test(
    "L02: an error with content beyond the limit is retried by its status",
    arguments: Engine.allCases, contents)
  func retried(engine: Engine, fields: String) async throws {
    try await withServer(Self.handler(2, fields)) { server in
      try await engine.using { transport in
        let data = try await Self.client(server, transport).send(Self.call)
        #expect(data == Data("ok".utf8))
      }
      #expect(server.received.count == 3)
    }
  }

  @Test("L02: the same for a stream, and for a call that is controlled", arguments: Engine.allCases, contents)
  func streamed(engine: Engine, fields: String) async throws {
    try await withServer(Self.handler(1, fields)) { server in
      try await engine.using { transport in
        let response = try await Self.client(server, transport).open(Self.call)
        var content = Data()
        while let chunk = try await response.next() { content.append(chunk) }
        #expect(content == Data("ok".utf8))
      }
      #expect(server.received.count == 2)
    }
    try await withServer(Self.handler(1, fields)) { server in
      try await engine.using { transport in
        let data = try await Self.client(server, transport).controlled(Self.call).value
        #expect(data == Data("ok".utf8))
      }
      #expect(server.received.count == 2)
    }
  }

  @Test("L02: if it remains, the call fails by the status, with what arrived", arguments: Engine.allCases, contents)
  func remains(engine: Engine, fields: String) async throws {
    try await withServer(Self.handler(.max, fields)) { server in
      try await engine.using { transport in
        let api = Self.client(server, transport)
        let error = await #expect(throws: CallError.self) { try await api.send(Self.call.options { $0.retries = 1 }) }
        #expect(error?.stage == .status && error?.status == 503)
        #expect(error?.attempts.count == 2)
        #expect(Self.part.plain.starts(with: error?.body ?? Data()) || fields.contains("gzip"))
        #expect(error?.isBodyTruncated == true)
      }
      #expect(server.received.count == 2)
    }
  }
}
