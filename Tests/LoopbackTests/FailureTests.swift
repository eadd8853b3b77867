import Foundation
import HTTPTypes
import RefineryCore
import Synchronization
import TestSupport
import Testing

@testable import RefineryContracts
@testable import RefineryURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Sockets.FailureTests {
  @Test("I08: each failure has its code and phase, and no URL in its words", arguments: Engine.allCases)
  func codes(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let expected: [(String, TransportError.Code, TransportError.Phase)] = [
          ("/hang-up?canary=1", .connectionLost, .waiting), ("/reset?canary=1", .connectionLost, .waiting),
          ("/reset-late?canary=1", .connectionLost, .receiving), ("/truncated?canary=1", .connectionLost, .receiving),
          ("/garbage?canary=1", .malformedResponse, .waiting),
        ]
        for (target, code, phase) in expected {
          let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, target)) }
          #expect(error?.code == code && error?.phase == phase, "\(target)")
          #expect(error?.description.contains("canary") == false)
          #expect(error?.description.contains("127.0.0.1") == false)
        }
      }
    }
  }

  @Test(
    "after a first address refused, a lost answer still says that the request may have been sent",
    arguments: Engine.allCases)
  func secondAddress(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        // `localhost` is ::1 first on many systems, where nothing listens.
        let request = server.request(.post, "/hang-up", body: Body("x")).redirected(to: "localhost:\(server.port)")
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(error?.code == .connectionLost && error?.isUnsent == false)
        #expect(server.received.count == 1)
      }
    }
  }

  @Test(
    "L02, L03: a request does not count as unsent if its first attempt was sent on a kept connection",
    arguments: Engine.having(.streamsUploads))
  func secondSending(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        guard connection.requests > 1 else {
          connection.answer(200)
          return .keepAlive
        }
        connection.waitForHangUp()
        return .close
      }) { server in
        _ = try await transport.send(server.request(.get, "/"))
        let call = Task { try await transport.send(server.request(.get, "/")) }
        try await until { server.received.count == 2 }
        server.stop()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.isUnsent == false)
      }
    }
  }

  @Test(
    "L02, L03: a connection that is reset during the TLS handshake is lost, and nothing was sent",
    arguments: Engine.having(.streamsUploads))
  func resetHandshake(engine: Engine) async throws {
    let (listener, port) = try LoopbackSocket.listen()
    let threads = LoopbackThreads()
    threads.run {
      while let connection = LoopbackSocket.accept(on: listener) {
        var input = [UInt8](repeating: 0, count: 1 << 16)
        _ = LoopbackSocket.receive(connection, into: &input)
        LoopbackSocket.reset(connection)
        LoopbackSocket.free(connection)
      }
    }
    defer {
      LoopbackSocket.shutDown(listener)
      threads.join()
      LoopbackSocket.free(listener)
    }
    let request = try await withServer { $0.request(.get, "/") }.redirected(to: "localhost:\(port)", scheme: "https")
    try await engine.using { transport in
      let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
      #expect(error?.code == .connectionLost && error?.isUnsent == true)
    }
  }

  @Test("a reset during the TLS handshake is a lost connection over URLSession, too")
  func resetHandshakeOfURLSession() throws {
    let reset = NSError(
      domain: NSURLErrorDomain, code: NSURLErrorSecureConnectionFailed,
      userInfo: [NSLocalizedDescriptionKey: "Recv failure: Connection reset by peer"])
    let error = try #require(SessionFailure.error(for: reset, hasHead: false) as? TransportError)
    #expect(error.code == .connectionLost && error.isUnsent)
  }

  @Test("L02, L03: a head that comes byte by byte is read whole", arguments: Engine.allCases)
  func slowHead(engine: Engine) async throws {
    // By its documented interface only, URLSession needs the space.
    let length = Engine.usesFoundationInternals ? "Content-Length:5" : "Content-Length: 5"
    let text = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 1\r\n\(length)\r\n\r\nhello"
    try await withServer({ _, connection in
      for byte in text.utf8 {
        connection.send([byte])
      }
      return .keepAlive
    }) { server in
      try await engine.using { transport in
        for _ in 0..<20 {
          let response = try await transport.send(server.request(.get, "/"))
          #expect(try await response.body.collect() == Data("hello".utf8))
        }
      }
    }
  }

  @Test("L02, L03: a head with thousands of fields is a malformed response", arguments: Engine.allCases)
  func manyFields(engine: Engine) async throws {
    let fields = (0..<5001).map { "X-\($0): v\r\n" }.joined()
    try await withServer({ _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
      return .close
    }) { server in
      try await engine.using { transport in
        let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, "/")) }
        // A newer libcurl under Foundation refuses the head itself.
        #expect(error?.code == .malformedResponse || engine == .urlSession)
      }
    }
  }

  @Test("I15: cancellation stays CancellationError through the chain", arguments: Engine.allCases)
  func cancellation(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let next = Next(transport: transport)
        let call = Task { try await next(server.request(.get, "/silent")) }
        try await until { !server.received.isEmpty }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.hangUps(1)
      }
    }
  }

  @Test("M07: an attempt's own limit ends it and names the timer", arguments: Engine.allCases)
  func attemptLimit(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let options = Options { $0.attemptTimeout = .milliseconds(100) }
        let error = await #expect(throws: TimedOut.self) {
          try await Next(transport: transport)(server.request(.get, "/silent", options: options))
        }
        #expect(error?.timer == .attempt)
      }
    }
  }

  @Test("P06, M07: an attempt that reaches its own limit has its phase and times", arguments: Engine.allCases)
  func timesOfLateAttempt(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let own = Options { $0.attemptTimeout = .milliseconds(500) }
        for isOwn in [true, false] {
          let request =
            isOwn
            ? server.request(.get, "/silent", options: own) : server.request(.get, "/silent", timeout: .milliseconds(500))
          let error = await #expect(throws: TimedOut.self) { try await Next(transport: transport)(request) }
          #expect(error?.phase == .waiting && error?.isUnsent == false)
          let attempt = try #require(request.context.attempts.first)
          let times = try #require(attempt.times)
          #expect(attempt.phase == .waiting && times.firstByte == nil && times.lastByte == nil)
          #if Curl
            if engine == .curl { #expect(times.sent != nil) }
          #endif
          if engine != .urlSession { #expect(times.peerAddress == "127.0.0.1" && times.peerPort == server.port) }
        }
      }
    }
  }

  @Test("L03: the limit of an attempt does not include its wait for a place", arguments: Engine.allCases)
  func limitAfterQueue(engine: Engine) async throws {
    let transport = try engine.make { $0.maximumConnectionsPerOrigin = 1 }
    try await withServer { server in
      // The call before it has the only place for longer than the limit.
      let silent = server.request(.get, "/silent", timeout: .milliseconds(2_500))
      let other = Task { try await Next(transport: transport)(silent) }
      try await until { server.received.contains(where: { $0.target == "/silent" }) }
      let options = Options { $0.attemptTimeout = .seconds(2) }
      let waiting = server.request(.get, "/head", options: options)
      #expect(try await Next(transport: transport)(waiting).head.status == .ok)
      #expect(waiting.context.waits["queue"] ?? .zero > .zero)
      await #expect(throws: TimedOut.self) { try await other.value }
    }
    await transport.shutdown()
  }

  @Test("P06: an attempt has the times of the phases that its engine tells", arguments: Engine.allCases)
  func times(engine: Engine) async throws {
    let transport = try engine.make { $0.maximumConnectionsPerOrigin = 1 }
    try await withServer { server in
      func times(of request: Request) async throws -> AttemptTimes {
        _ = try await Next(transport: transport)(request)
        return try #require(request.context.attempts.first?.times)
      }
      let first = try await times(of: server.request(.get, "/head"))
      #expect(first.admitted == nil && first.firstByte != nil && first.lastByte != nil)
      let spans = first.spans
      #expect(spans.last?.phase == .receiving && zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.end })
      if engine != .urlSession { #expect(first.connected != nil) }
      if engine != .urlSession || Engine.usesFoundationInternals {
        let second = try await times(of: server.request(.get, "/head"))
        #expect(first.isConnectionReused == false && second.isConnectionReused == true && second.connected == nil)
        for times in [first, second] { #expect(times.peerAddress == "127.0.0.1" && times.peerPort == server.port) }
      }
      // There is one place, and another call has it until its time is over.
      let silent = server.request(.get, "/silent", timeout: .milliseconds(300))
      let other = Task { try await Next(transport: transport)(silent) }
      try await until { server.received.contains(where: { $0.target == "/silent" }) }
      #expect(try await times(of: server.request(.get, "/head")).admitted ?? .zero > .zero)
      await #expect(throws: TimedOut.self) { try await other.value }
    }
    await transport.shutdown()
  }

  #if Curl
    @Test("P06: libcurl's times of an upload whose source starts late count from the start of the attempt")
    func timesOfALateUpload() async throws {
      let transport = try Engine.curl.make { _ in }
      try await withServer { server in
        let silent = server.request(.get, "/silent", timeout: .milliseconds(100))
        // When the source was first asked, and when it gave its chunk, measured from the start of the call.
        let asked = Mutex(Duration.zero), given = Mutex(Duration.zero)
        let context = CallContext()
        let body = Body(
          AsyncStream<Data>(unfolding: {
            guard given.withLock({ $0 == .zero }) else { return nil }
            asked.withLock { $0 = context.elapsed }
            // Ends when the call's time is over.
            _ = try? await transport.send(silent)
            given.withLock { $0 = context.elapsed }
            return Data("late".utf8)
          }))
        let upload = server.request(.post, "/echo", body: body)
        let request = Request(
          endpoint: upload.endpoint, head: upload.head, body: upload.body, options: upload.options, context: context)
        _ = try await Next(transport: transport)(request)
        let times = try #require(context.attempts.first?.times)
        let waited = given.withLock { $0 } - asked.withLock { $0 }
        let ends = try [#require(times.connected), #require(times.firstByte), #require(times.lastByte)]
        #expect(ends.allSatisfy { $0 >= waited }, "\(ends), \(waited)")
      }
      await transport.shutdown()
    }
  #endif

  @Test("P06: a timeout names the phase that it interrupted", arguments: Engine.allCases)
  func interruptedPhase(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let silent = server.request(.get, "/silent", timeout: .milliseconds(300))
        let error = await #expect(throws: TimedOut.self) { try await transport.send(silent) }
        #expect(error?.phase == .waiting && error?.description.hasSuffix("while waiting for the response") == true)
      }
    }
  }

  #if AsyncHTTPClient
    @Test("L03: the idle timeout does not include the time that a proxy takes to connect")
    func slowTunnel() async throws {
      let proxying = LoopbackRoutes.proxy()
      try await withServer({ request, connection in
        connection.waitForHangUp(milliseconds: 2500)
        return proxying(request, connection)
      }) { proxy in
        try await withServer({ _, connection in
          connection.waitForHangUp(milliseconds: 2500)
          connection.answer(200)
          return .keepAlive
        }) { server in
          try await Engine.asyncHTTPClient.using({ $0.proxy = "http://\(proxy.authority)" }) { transport in
            let options = Options { $0.idleTimeout = .milliseconds(4500) }
            let status = try await transport.send(server.request(.get, "/", options: options)).head.status
            #expect(status == .ok)
          }
        }
      }
    }
  #endif

  @Test("a followed redirect is an attempt of its own, told without its query", arguments: Engine.allCases)
  func note(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let request = server.request(.get, "/redirect/302?to=/head?token=canary")
        _ = try await Next([RedirectMiddleware()], transport: transport)(request)
        let attempts = request.context.attempts
        #expect(attempts.map(\.outcome) == [.status(302), .status(200)])
        let reason = try #require(attempts.last?.reason).description
        #expect(reason.hasPrefix("redirect 302 to http://127.0.0.1") && !reason.contains("canary"))
      }
    }
  }

  @Test(
    "a certificate of an unknown authority is a TLS failure",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/openssl"), "needs openssl"), arguments: Engine.allCases)
  func unknownAuthority(engine: Engine) async throws {
    try await engine.using { transport in
      let tls = try TLSServer()
      defer { tls.stop() }
      let request = try await withServer { $0.request(.get, "/") }.redirected(to: "localhost:\(tls.port)", scheme: "https")
      let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
      #expect(error?.code == .tlsFailed && error?.isUnsent == true)
    }
  }
}

/// `openssl s_server` with a certificate it has signed itself.
final class TLSServer {
  let port: Int
  private let process = Process()
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let free = try LoopbackServer()
    port = free.port
    free.stop()
    let key = folder.appendingPathComponent("key.pem").path
    let certificate = folder.appendingPathComponent("certificate.pem").path
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    maker.arguments = [
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
    ]
    maker.standardError = FileHandle.nullDevice
    // Its output ends when it does.
    let made = Pipe()
    maker.standardOutput = made
    try maker.run()
    _ = made.fileHandleForReading.readDataToEndOfFile()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key, "-www"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("ACCEPT") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  func stop() {
    // Waiting for the end would wait for ever where something else has reaped the process.
    // Not `terminate()`: the child inherits a mask that blocks SIGTERM when it is started from a pool thread.
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }
}
