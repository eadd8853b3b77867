import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryTesting
import TestSupport

/// What runs in a process of its own, and says in a sentence what it saw.
enum Soak {
  struct Failed: Error, CustomStringConvertible { let description: String }

  static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  static func cancelCalls(_ engine: Engine) async throws -> String {
    let total = number("REFINERY_CANCELS", 2_000)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    setenv("TMPDIR", folder.path, 1)
    let server = try LoopbackServer(keepsLog: false)
    let transport = try engine.make()
    let routes = ["/silent", "/stall", "/bytes/300000", "/head", "/drip/1000?ms=1", "/echo", "/hang-up"]
    let streamed = Options { $0.delivery = .streamed(buffer: 1 << 20) }
    var random = SeededRandom(seed: 20_26)
    var latencies: [Duration] = []
    var cancelled = 0
    latencies.reserveCapacity(total)
    try await withThrowingTaskGroup(of: (Duration, Bool).self) { group in
      for index in 0..<total {
        if index >= 64, let (latency, wasCancelled) = try await group.next() {
          latencies.append(latency)
          cancelled += wasCancelled ? 1 : 0
        }
        let route = routes[index % routes.count]
        let delay = Duration.microseconds(Int.random(in: 0...3000, using: &random))
        let chunk = Data(count: 100_000)
        let streamedBody = Body(
          AsyncStream<Data> { source in
            for _ in 0..<5 { source.yield(chunk) }
            source.finish()
          })
        let body = route == "/echo" ? index % 2 == 0 ? Body(chunk) : streamedBody : nil
        let request = server.request(
          route == "/echo" ? .post : .get, route, body: body,
          options: index % 3 == 0 ? streamed : Options())
        group.addTask {
          let call = Task { _ = try await transport.send(request).body.collect() }
          try await ContinuousClock().sleep(for: delay)
          let instant = ContinuousClock.now
          call.cancel()
          let result = await call.result
          let latency = instant.duration(to: .now)
          switch result {
          case .success: return (latency, false)
          case .failure(is CancellationError): return (latency, true)
          case .failure(is TransportError) where route == "/hang-up": return (latency, false)
          case .failure(let error): throw Failed(description: "\(route): \(error)")
          }
        }
      }
      for try await (latency, wasCancelled) in group {
        latencies.append(latency)
        cancelled += wasCancelled ? 1 : 0
      }
    }
    guard latencies.count == total, cancelled > total / 3 else {
      throw Failed(description: "\(latencies.count) ended, \(cancelled) cancelled")
    }
    // The engine still works.
    guard try await transport.send(server.request(.get, "/head")).head.status == .ok else { throw Failed(description: "dead") }
    // Every upload's temporary file goes, however its call ended.
    try await until { try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty }
    latencies.sort()
    return
      ("\(engine.rawValue): \(total) calls, \(cancelled) cancelled; from cancel to return p50 \(latencies[total / 2]), "
      + "p99 \(latencies[total * 99 / 100]), max \(latencies[total - 1])")
  }

  static func makeCalls(_ engine: Engine) async throws -> String {
    let total = number("REFINERY_SOAK_REQUESTS", number("REFINERY_CALLS", 4_000))
    let server = try LoopbackServer(keepsLog: false) { _, connection in
      connection.answer(200, ["Content-Type: application/json"], Array(#"{"id":5,"name":"Ann"}"#.utf8))
      return .keepAlive
    }
    let transport = try engine.make()
    var early = (descriptors: 0, threads: 0, megabytes: 0)
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<total {
        if index >= 256 { guard try await group.next() == 21 else { throw Failed(description: "a short body") } }
        if index == total / 10 { early = (Usage.descriptors, Usage.threads, Usage.residentMegabytes) }
        let request = server.request(.get, "/\(index)")
        group.addTask { try await transport.send(request).body.collect().count }
      }
      for try await count in group where count != 21 { throw Failed(description: "a short body") }
    }
    let elapsed = start.duration(to: .now)
    let late = (descriptors: Usage.descriptors, threads: Usage.threads, megabytes: Usage.residentMegabytes)
    let facts =
      "\(engine.rawValue): \(total) calls in \(elapsed); descriptors \(early.descriptors) to \(late.descriptors), threads "
      + "\(early.threads) to \(late.threads), connections \(server.connectionCount), resident \(early.megabytes) MB to "
      + "\(late.megabytes) MB"
    // A busy machine's pools breathe by some dozens; what grows with the calls grows by nearly all of them.
    let breath = min(total / 8, 600)
    guard late.descriptors <= early.descriptors + breath, late.threads <= early.threads + breath,
      late.megabytes <= early.megabytes + 64
    else { throw Failed(description: "memory, descriptors or threads grow: \(facts)") }
    guard server.requestCount == total else { throw Failed(description: "\(server.requestCount) requests reached the server") }
    return facts
  }

  /// Calls whose connections are lost in all ways: of ten, nine fail.
  static func loseCalls(_ engine: Engine) async throws -> String {
    let total = number("REFINERY_LOSSES", 4_000)
    let content = [UInt8](repeating: 120, count: 50_000)
    let server = try LoopbackServer(keepsLog: false) { request, connection in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
      switch (Int(request.target.dropFirst()) ?? 0) % 10 {
      case 0:
        connection.answer(200, [], content)
        return .keepAlive
      case 1, 2: connection.send(Array(head.utf8) + content)
      case 3, 4: connection.send(head)
      case 5: connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel")
      case 6, 7: connection.send("HTTP/1.1 200 O")
      case 8:
        connection.send(Array(head.utf8) + content)
        return .reset
      default: return .reset
      }
      return .close
    }
    let transport = try engine.make()
    var early = (descriptors: 0, threads: 0, megabytes: 0)
    var succeeded = 0
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<total {
        if index >= 64, await group.next() == true { succeeded += 1 }
        if index == total / 4 { early = (Usage.descriptors, Usage.threads, Usage.residentMegabytes) }
        let request = server.request(.get, "/\(index)", timeout: .seconds(60))
        group.addTask { (try? await transport.send(request).body.collect().count) == 50_000 }
      }
      for await isWhole in group where isWhole { succeeded += 1 }
    }
    let late = (descriptors: Usage.descriptors, threads: Usage.threads, megabytes: Usage.residentMegabytes)
    let facts =
      "\(engine.rawValue): \(total) calls, \(succeeded) whole; descriptors \(early.descriptors) to \(late.descriptors), threads "
      + "\(early.threads) to \(late.threads), resident \(early.megabytes) MB after a quarter, \(late.megabytes) MB at the end"
    let breath = min(total / 8, 600)
    guard late.descriptors <= early.descriptors + breath, late.threads <= early.threads + breath,
      late.megabytes <= early.megabytes + 32
    else { throw Failed(description: "memory, descriptors or threads grow: \(facts)") }
    guard succeeded == total / 10 else { throw Failed(description: "not a tenth is whole: \(facts)") }
    return facts
  }

  /// Where a process of its own says what it saw, whether it succeeds or fails.
  static func journal() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("refinery-journal-\(UUID().uuidString)").path
  }

  static func run(_ journal: String, _ soak: () async throws -> String) async throws {
    keepNoBacktraces()
    do {
      try await Data(soak().utf8).write(to: URL(filePath: journal))
    } catch {
      try Data("failed: \(error)".utf8).write(to: URL(filePath: journal))
      throw error
    }
  }

  /// Swift Testing keeps a backtrace for each error that is thrown: 24 MB for 60,000 lost calls of AsyncHTTPClient. Without its
  /// hook in the runtime, only the memory of the calls counts.
  private static func keepNoBacktraces() {
    #if os(Linux)
      for name in ["_swift_willThrow", "_swift_willThrowTypedImpl"] {
        dlsym(nil, name)?.storeBytes(of: nil, as: UnsafeRawPointer?.self)
      }
    #endif
  }

  static func show(_ journal: String) {
    print((try? String(contentsOfFile: journal, encoding: .utf8)) ?? "the process ended before it could say why")
    try? FileManager.default.removeItem(atPath: journal)
  }
}
