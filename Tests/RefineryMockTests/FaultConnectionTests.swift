import Foundation
import HTTPTypes
import RefineryCore
import RefineryLoopback
import RefineryTesting
import Testing

@testable import RefineryMock

@Suite("S08: faults on a connection", .timeLimit(.minutes(2))) struct FaultConnectionTests {
  private let person = PersonHost(contentLimit: 1000)

  /// Sends a text on a connection of its own and returns all that the server sends until it closes.
  private func exchange(_ text: String) async throws -> String {
    let host = person.host
    let server = try LoopbackServer { request, connection in host.handle(request, on: connection) }
    defer { server.stop() }
    let port = server.port
    return await withCheckedContinuation { continuation in
      // A thread of its own, because it blocks.
      let thread = Thread {
        guard let socket = LoopbackSocket.connect(to: port) else { return continuation.resume(returning: "no connection") }
        _ = LoopbackSocket.send(text.utf8, to: socket)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = LoopbackSocket.receive(socket, into: &buffer), count > 0 { received += buffer.prefix(count) }
        LoopbackSocket.free(socket)
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
      thread.start()
    }
  }

  private let read = "GET /person/5 HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private let lastRead = "GET /person/5 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
  private let content = #"{"id":5,"name":"Ann"}"#
  private var last: String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 21\r\nConnection: close\r\n\r\n\(content)"
  }
  private var kept: String { last.replacingOccurrences(of: "Connection: close\r\n", with: "") }

  @Test("S08: a connection serves several requests, and ends when the client asks for that")
  func keepAlive() async throws {
    #expect(try await exchange(read + lastRead) == kept + last)
  }

  @Test("S08: HEAD has the fields of GET and no content")
  func head() async throws {
    let text = lastRead.replacingOccurrences(of: "GET", with: "HEAD")
    #expect(try await exchange(text) == last.replacingOccurrences(of: content, with: ""))
  }

  @Test(
    "S08: the bytes of each fault of the connection",
    arguments: [
      ("truncated after 4 bytes", #"Content-Length: 21\#r\#n\#r\#n{"id"#), ("dropped-after-head", "Content-Length: 21\r\n\r\n"),
      ("dropped-before-head", ""), ("content-length +5", "Content-Length: 26\r\n\r\n{\"id\":5,\"name\":\"Ann\"}"),
      ("empty", "Content-Length: 0\r\nConnection: close\r\n\r\n"),
      ("content-length -5", "Content-Length: 16\r\nConnection: close\r\n\r\n{\"id\":5,\"name\":\"Ann\"}"),
      ("dribble 5 bytes every 1ms", "Content-Length: 21\r\nConnection: close\r\n\r\n{\"id\":5,\"name\":\"Ann\"}"),
    ])
  func bytes(fault: String, end: String) async throws {
    try person.host.faults.add(parsing: "*: \(fault)")
    let start = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    let cuts = !end.contains("close")
    let sent = try await exchange(cuts ? read : lastRead)
    #expect(sent == (end.isEmpty ? "" : start + end))
  }

  @Test("S08: a response that is sent twice is followed by the next one")
  func duplicated() async throws {
    try person.host.faults.add(.duplicated, times: 1)
    #expect(try await exchange(read + lastRead) == kept + kept + last)
    try person.host.faults.add(parsing: "*: duplicated, times 1\n*: dribble 10 bytes every 1ms, times 1")
    #expect(try await exchange(read + lastRead) == kept + kept + last)
  }

  @Test("S08: content in chunks is read, within the limit")
  func chunks() async throws {
    let head = "POST /person HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    #expect(try await exchange(head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").hasSuffix("\r\n\r\nabcde"))
    #expect(person.host.journal.calls("Person.create").map(\.content) == [Data("abcde".utf8)])
  }

  @Test("S08: content beyond the limit gets 413, by its length and in chunks, and the server does not act")
  func tooLong() async throws {
    let start = "POST /person HTTP/1.1\r\nHost: localhost\r\n"
    // The client closes after it has the response, so the text ends before the content does.
    for framing in ["Content-Length: 1001\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3e9\r\n"] {
      let host = person.host
      let server = try LoopbackServer { request, connection in host.handle(request, on: connection) }
      defer { server.stop() }
      let received: String = await withCheckedContinuation { continuation in
        let port = server.port
        Thread {
          guard let socket = LoopbackSocket.connect(to: port) else { return continuation.resume(returning: "") }
          _ = LoopbackSocket.send((start + framing).utf8, to: socket)
          var buffer = [UInt8](repeating: 0, count: 4096)
          let count = max(0, LoopbackSocket.receive(socket, into: &buffer))
          LoopbackSocket.free(socket)
          continuation.resume(returning: String(decoding: buffer.prefix(count), as: UTF8.self))
        }.start()
      }
      #expect(received.hasPrefix("HTTP/1.1 413 ") && received.contains("Connection: close\r\n"))
    }
    #expect(person.acted.count == 0)
    #expect(person.host.journal.calls.map(\.status) == [413, 413])
  }

  @Test("S08: the control path is on the same port, and is not in the journal")
  func control() async throws {
    let add = #"{"faults":["Person.read: status 503"]}"#
    let post =
      "POST /__refinery/faults HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(add.utf8.count)\r\n\r\n\(add)"
    let sent = try await exchange(post + lastRead)
    #expect(sent.hasPrefix("HTTP/1.1 200 OK\r\n") && sent.contains("HTTP/1.1 503 Service Unavailable\r\n"))
    #expect(person.host.journal.rows == ["Person.read"])
  }

  @Test("S08: a method that is no token gets 400")
  func badMethod() async throws {
    #expect(try await exchange("G@T / HTTP/1.1\r\nHost: localhost\r\n\r\n").hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
  }
}
