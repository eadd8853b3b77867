import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import Synchronization
import TestSupport
import Testing

extension Sockets.UploadTests {
  @Test("a streamed upload that pauses is neither cut short nor holds up other calls", arguments: Engine.allCases)
  func pausing(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let (chunks, source) = AsyncStream<Data>.makeStream()
        source.yield(Data("first ".utf8))
        async let upload = transport.send(server.request(.put, "/echo", body: Body(chunks)))
        for _ in 0..<20 {
          #expect(try await transport.send(server.request(.get, "/head")).body.collect() == Data("hello".utf8))
        }
        source.yield(Data("second".utf8))
        source.finish()
        let status = try await upload.head.status
        #expect(status == .ok)
        #expect(server.received.last { $0.method == "PUT" }?.bodyPrefix == Array("first second".utf8))
      }
    }
  }

  @Test(
    "the idle timeout does not end an upload whose source pauses", arguments: Engine.having(.streamsUploads), [11, nil])
  func slowSource(engine: Engine, length: Int?) async throws {
    try await engine.using { transport in
      try await withServer { server in
        // Ends when the call's time is over, which is longer than the idle timeout.
        let silent = server.request(.get, "/silent", timeout: .seconds(3))
        let given = Mutex(0)
        let chunks = AsyncStream<Data>(unfolding: {
          let number = given.withLock { given in
            given += 1
            return given
          }
          if number == 2 { _ = try? await transport.send(silent) }
          return number < 3 ? Data(count: 4 + number) : nil
        })
        let options = Options { $0.idleTimeout = .seconds(2) }
        let request = server.request(.put, "/echo", body: Body(chunks, length: length), options: options)
        let status = try await transport.send(request).head.status
        #expect(status == .ok)
        #expect(server.received.last { $0.method == "PUT" }?.bodyLength == 11)
      }
    }
  }

  @Test(
    "a body shorter than it promised is refused before anything is sent", arguments: Engine.lacking(.streamsUploads)
  )
  func brokenPromise(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let body = Body(AsyncStream<Data> { $0.finish() }, length: 10)
        let error = await #expect(throws: TransportError.self) {
          try await transport.send(server.request(.put, "/echo", body: body))
        }
        #expect(error?.code == .invalidRequest)
        #expect(server.received.isEmpty)
      }
    }
  }

  @Test("a body whose file is missing is refused before anything is sent", arguments: Engine.allCases)
  func missingFile(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-test-\(UUID().uuidString)")
        try Data("x".utf8).write(to: file)
        let body = try Body(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        let error = await #expect(throws: TransportError.self) {
          try await transport.send(server.request(.put, "/echo", body: body))
        }
        #expect(error?.code == .invalidRequest && error?.isUnsent == true)
        #expect(server.received.isEmpty)
      }
    }
  }

  @Test("a body whose file has become shorter is refused, and never reaches the server whole", arguments: Engine.allCases)
  func truncatedFile(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-test-\(UUID().uuidString)")
        try Data(count: 1000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body = try Body(contentsOf: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 400)
        try handle.close()
        let error = await #expect(throws: TransportError.self) {
          try await transport.send(server.request(.put, "/echo", body: body))
        }
        #expect(error?.code == .invalidRequest)
        #expect(!server.received.contains { $0.isWhole })
      }
    }
  }

  @Test("a file that has grown is sent only up to the announced length", arguments: Engine.allCases)
  func grownFile(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-test-\(UUID().uuidString)")
        try Data("first".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body = try Body(contentsOf: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(" second".utf8))
        try handle.close()
        _ = try await transport.send(server.request(.put, "/echo", body: body))
        let seen = try #require(server.received.last)
        #expect(seen.isWhole && seen.bodyPrefix == Array("first".utf8))
      }
    }
  }

  @Test(
    "L03: an upload closes its file when the file is sent, not at the end of a streamed response", arguments: Engine.allCases)
  func closedFile(engine: Engine) async throws {
    try await withServer({ _, connection in
      connection.readBody()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nstart")
      connection.waitForHangUp()
      return .close
    }) { server in
      try await engine.using { transport in
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-test-\(UUID().uuidString)")
        try Data("x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let options = Options { $0.delivery = .streamed(buffer: 1000) }
        let request = server.request(.put, "/", body: try Body(contentsOf: file), options: options)
        var chunks = try await transport.send(request).body.makeAsyncIterator()
        try await until { !openFiles.contains { $0.contains(file.lastPathComponent) } }
        let chunk = try await chunks.next()
        #expect(chunk == Data("start".utf8), "the call is not over")
      }
    }
  }

  /// The open files of this process.
  private var openFiles: [String] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
  }

  @Test(
    "streams and files are sent with their length and not in chunks", arguments: Engine.allCases,
    [1, 70_000, 3_000_000])
  func framing(engine: Engine, count: Int) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let bytes = Data(LoopbackRoutes.pattern(count))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-test-\(UUID().uuidString)")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = AsyncStream<Data> { source in
          source.yield(bytes)
          source.finish()
        }
        // What is sent as it is produced has no length before.
        let streamed = engine.capabilities.contains(.streamsUploads) ? Body(stream, length: count) : Body(stream)
        for body in [streamed, try Body(contentsOf: file)] {
          for method in [HTTPRequest.Method.post, .put] where body.isReplayable || method == .post {
            _ = try await transport.send(server.request(method, "/echo", body: body))
            let seen = try #require(server.received.last)
            #expect(seen.bodyLength == count && seen.bodyHash == LoopbackRequest.hash(of: bytes))
            #expect(seen.fields[.contentLength] == "\(count)" && seen.fields[.transferEncoding] == nil)
          }
        }
      }
    }
  }

  @Test("a streamed body that turns out to be empty is sent as none", arguments: Engine.allCases)
  func emptyStream(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        _ = try await transport.send(server.request(.post, "/echo", body: Body(AsyncStream<Data> { $0.finish() })))
        #expect(server.received.map(\.bodyLength) == [0])
      }
    }
  }

  @Test("a streamed upload is cancelled while its source waits", arguments: Engine.lacking(.streamsUploads))
  func cancelledSource(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let (chunks, source) = AsyncStream<Data>.makeStream()
        let upload = Task { try await transport.send(server.request(.put, "/echo", body: Body(chunks))) }
        source.yield(Data("x".utf8))
        upload.cancel()
        await #expect(throws: CancellationError.self) { try await upload.value }
        #expect(server.received.isEmpty)
      }
    }
  }
}

extension Result where Failure == any Error {
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
