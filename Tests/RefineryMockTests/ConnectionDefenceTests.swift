import Endpoints
import Foundation
import HTTPTypes
import RefineryLoopback
import Synchronization
import Testing

@testable import RefineryMock

/// What a client or a page of another host may not do on a connection.
@Suite("Mock server: connections", .timeLimit(.minutes(2))) struct ConnectionDefenceTests {
  /// Sends bytes on a connection of their own, which stays open until the server closes it, and returns all that comes back. A
  /// thread of its own waits, because the server needs those of Swift's tasks.
  private func exchange(_ mock: MockServer, _ request: String) async throws -> String {
    let port = try #require(mock.url.split(separator: ":").last.flatMap { Int($0) })
    return await withCheckedContinuation { continuation in
      LoopbackThreads().run {
        guard let socket = LoopbackSocket.connect(to: port) else { return continuation.resume(returning: "no connection") }
        _ = LoopbackSocket.send(Array(request.utf8), to: socket)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = LoopbackSocket.receive(socket, into: &buffer), count > 0 { received += buffer[..<count] }
        LoopbackSocket.free(socket)
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
    }
  }

  private func served(_ settings: MockSettings = MockSettings { $0.records = 2 }) throws -> MockServer {
    let mock = try MockServer(Household.table, settings)
    try mock.start()
    return mock
  }

  @Test(
    "S07: a request whose length is ambiguous gets 400, and its content is not the next request",
    arguments: [
      "Content-Length: 5\r\nContent-Length: 0", "Content-Length: 5, 5", "Content-Length: abc", "Content-Length : 5",
      "Content-Length: +5",
      "Content-Length: -5", "Content-Length: 99999999999999999999", "Content-Length:", "X-A: b\r\n folded",
      "Transfer-Encoding: gzip", "Transfer-Encoding: xchunked", "Content-Length: 5\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "no colon",
    ])
  func framing(fields: String) async throws {
    let mock = try served()
    defer { mock.stop() }
    let next = "DELETE /people/1/membership HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    let sent = try await exchange(mock, "GET /households HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(next)")
    #expect(sent.hasPrefix("HTTP/1.1 400 ") && sent.components(separatedBy: "HTTP/1.1 ").count == 2, "\(sent)")
    #expect(mock.records { $0.all("Person") }.count == 2)
  }

  @Test("S07: chunks whose length is wrong are not followed by a request") func chunkEnds() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let port = server.port
    let count: Int = await withCheckedContinuation { continuation in
      LoopbackThreads().run {
        guard let socket = LoopbackSocket.connect(to: port) else { return continuation.resume(returning: 0) }
        let next = "GET /head HTTP/1.1\r\nHost: a\r\n\r\n"
        let request = "POST /sink HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n\(next)"
        _ = LoopbackSocket.send(Array(request.utf8), to: socket)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while LoopbackSocket.receive(socket, into: &buffer) > 0 {}
        LoopbackSocket.free(socket)
        continuation.resume(returning: server.received.count)
      }
    }
    #expect(count == 1)
  }

  @Test("S07: spaces around a length do not matter, and many small chunks are one content") func wellFormed() async throws {
    let mock = try served(MockSettings())
    defer { mock.stop() }
    let (json, start) = (#"{"name":"Ann"}"#, "POST /people/new HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n")
    let whole = "\(start)Content-Length:\t\(json.utf8.count) \r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"
    let padded = json + String(repeating: " ", count: 30_000)
    let chunks = padded.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
    let sent = try await exchange(
      mock, "\(whole)\(start)Connection: close\r\nTransfer-Encoding: Chunked\r\n\r\n\(chunks)")
    #expect(sent.components(separatedBy: "HTTP/1.1 201 ").count == 3, "\(sent)")
    #expect(mock.records { $0.all("Person") }.count == 2)
  }

  @Test("S07: the connection of a request of HTTP/1.0 ends with the response, unless the client wants to keep it")
  func old() async throws {
    let mock = try served()
    defer { mock.stop() }
    let once = try await exchange(mock, "GET /households HTTP/1.0\r\nExpect: 100-continue\r\n\r\n")
    #expect(once.hasPrefix("HTTP/1.1 200 ") && once.contains("Connection: close\r\n"))
    let twice = try await exchange(
      mock, "GET /households HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\nGET /households HTTP/1.0\r\n\r\n")
    #expect(twice.components(separatedBy: "HTTP/1.1 200 ").count == 3 && twice.contains("Connection: keep-alive\r\n"))
    let server = try LoopbackServer()
    defer { server.stop() }
    let port = server.port
    let other: String = await withCheckedContinuation { continuation in
      LoopbackThreads().run {
        guard let socket = LoopbackSocket.connect(to: port) else { return continuation.resume(returning: "") }
        _ = LoopbackSocket.send(Array("GET /head HTTP/1.0\r\n\r\n".utf8), to: socket)
        var (text, buffer) = ("", [UInt8](repeating: 0, count: 4096))
        while case let count = LoopbackSocket.receive(socket, into: &buffer), count > 0 {
          text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        LoopbackSocket.free(socket)
        continuation.resume(returning: text)
      }
    }
    #expect(other.hasSuffix("hello"))
  }

  @Test("S08: a delay is not cut short by a request that comes meanwhile") func delays() async throws {
    let mock = try served()
    defer { mock.stop() }
    try mock.faults.add(.delay(.milliseconds(200)), times: 1)
    let request = "GET /households HTTP/1.1\r\nHost: a\r\n"
    let start = ContinuousClock.now
    let sent = try await exchange(mock, "\(request)\r\n\(request)Connection: close\r\n\r\n")
    #expect(sent.components(separatedBy: "HTTP/1.1 200 ").count == 3)
    #expect(ContinuousClock.now - start >= .milliseconds(200))
  }

  @Test(
    "S07: a page of another host changes no records",
    arguments: [
      "Host: localhost:8080\r\nOrigin: https://evil.example\r\nSec-Fetch-Site: cross-site",
      "Host: localhost:8080\r\nOrigin: null\r\nSec-Fetch-Site: cross-site",
    ])
  func pages(fields: String) async throws {
    let mock = try served()
    defer { mock.stop() }
    let request = "DELETE /people/1/membership HTTP/1.1\r\n\(fields)\r\nConnection: close\r\n\r\n"
    #expect(try await exchange(mock, request).hasPrefix("HTTP/1.1 403 "))
    #expect(mock.records { $0.all("Person") }.count == 2 && mock.journal.calls.map(\.status) == [403])
  }

  @Test("S07: starts at the same time start one server, which also listens on ::1") func starts() throws {
    let port = try LoopbackSocket.freePort()
    let mock = try MockServer(Household.table, MockSettings { $0.port = port })
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do { try mock.start() } catch { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
    if let other = try? LoopbackServer(on: .ipv6()) {
      other.stop()
      #expect(throws: (any Error).self) { try LoopbackServer(on: .ipv6(port: port)) }
    }
    mock.stop()
    try LoopbackServer(on: .ipv4(port: port)).stop()
  }
}
