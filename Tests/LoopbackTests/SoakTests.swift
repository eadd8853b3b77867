import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryURLSession
import Testing

/// Many calls in a process of their own, so that threads and descriptors are theirs alone.
///
/// `REFINERY_CANCELS` and `REFINERY_CALLS` in the environment change how many.
@Suite(.serialized) struct SoakTests {
  @Test("defect L1: calls cancelled at random moments all end, and with CancellationError", .timeLimit(.minutes(10)))
  func cancelled() async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String] in
      try await Soak.run(Soak.cancelCalls, journal)
    }
    Soak.show(journal)
  }

  @Test(
    "defect L18, L31: many calls, 256 at once, end without an error, descriptors and threads flat",
    .timeLimit(.minutes(10)))
  func many() async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String] in
      try await Soak.run(Soak.makeCalls, journal)
    }
    Soak.show(journal)
  }
}

enum Soak {
  struct Failed: Error, CustomStringConvertible { let description: String }

  static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  @Sendable static func cancelCalls() async throws -> String {
    let total = number("REFINERY_CANCELS", 2_000)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    setenv("TMPDIR", folder.path, 1)
    let server = try LoopbackServer(keepsLog: false)
    let transport = URLSessionTransport()
    let routes = ["/silent", "/stall", "/bytes/300000", "/head", "/drip/1000?ms=1", "/echo", "/hang-up"]
    let streamed = Options().setting(Delivery.self, .streamed(buffer: 1 << 20))
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
    while try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty { await Task.yield() }
    latencies.sort()
    return
      ("\(total) calls, \(cancelled) cancelled; from cancel to return p50 \(latencies[total / 2]), "
      + "p99 \(latencies[total * 99 / 100]), max \(latencies[total - 1])")
  }

  @Sendable static func makeCalls() async throws -> String {
    let total = number("REFINERY_CALLS", 4_000)
    let server = try LoopbackServer(keepsLog: false) { _, connection in
      connection.answer(200, ["Content-Type: application/json"], Array(#"{"id":5,"name":"Ann"}"#.utf8))
      return .keepAlive
    }
    let transport = URLSessionTransport()
    var early = (descriptors: 0, threads: 0)
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<total {
        if index >= 256 { guard try await group.next() == 21 else { throw Failed(description: "a short body") } }
        if index == total / 10 { early = (Usage.descriptors, Usage.threads) }
        let request = server.request(.get, "/\(index)")
        group.addTask { try await transport.send(request).body.collect().count }
      }
      for try await count in group where count != 21 { throw Failed(description: "a short body") }
    }
    let elapsed = start.duration(to: .now)
    let late = (descriptors: Usage.descriptors, threads: Usage.threads)
    let facts =
      "\(total) calls in \(elapsed); descriptors \(early.descriptors) to \(late.descriptors), threads \(early.threads) to "
      + "\(late.threads), connections \(server.connectionCount), resident \(Usage.residentMegabytes) MB"
    // A busy machine's pools breathe by some dozens; what grows with the calls grows by nearly all of them.
    guard late.descriptors <= early.descriptors + total / 8, late.threads <= early.threads + total / 8 else {
      throw Failed(description: "descriptors or threads grow: \(facts)")
    }
    guard server.requestCount == total else { throw Failed(description: "\(server.requestCount) requests reached the server") }
    return facts
  }

  @Sendable static func streamMuch() async throws -> String {
    let total = 100_000_000
    let block = 500_000
    let permits = Permits()
    let server = try LoopbackServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      let bytes = [UInt8](repeating: 7, count: block)
      for _ in 0..<(total / block) {
        permits.take()
        guard connection.send(bytes) else { return .close }
      }
      return .keepAlive
    }
    let options = Options().setting(Delivery.self, .streamed(buffer: 2 * block))
    permits.give(2)
    let request = server.request(.get, "/", options: options, timeout: .seconds(300))
    let response = try await URLSessionTransport().send(request)
    var before = 0
    var peak = 0
    var count = 0
    for try await chunk in response.body {
      if (count + chunk.count) / block > count / block {
        permits.give(1)
        if before == 0 { before = Usage.residentMegabytes }
        peak = max(peak, Usage.residentMegabytes)
      }
      count += chunk.count
    }
    guard count == total, peak - before < 50 else { throw Failed(description: "\(count) bytes, \(peak - before) MB more") }
    return "\(count) bytes streamed; resident memory \(before) MB after the first, \(peak) MB at most"
  }

  /// Where a process of its own says what it saw, whether it succeeds or fails.
  static func journal() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("refinery-journal-\(UUID().uuidString)").path
  }

  static func run(_ soak: @Sendable () async throws -> String, _ journal: String) async throws {
    do {
      try await Data(soak().utf8).write(to: URL(filePath: journal))
    } catch {
      try Data("failed: \(error)".utf8).write(to: URL(filePath: journal))
      throw error
    }
  }

  static func show(_ journal: String) {
    print((try? String(contentsOfFile: journal, encoding: .utf8)) ?? "the process ended before it could say why")
    try? FileManager.default.removeItem(atPath: journal)
  }
}
