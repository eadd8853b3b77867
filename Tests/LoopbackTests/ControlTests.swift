import Foundation
import HTTPTypes
import RefineryContracts
import RefineryControl
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

extension Sockets.ControlTests {
  private var row: Endpoint { Endpoint("Loopback", .get, "bytes") }

  private func api(_ server: LoopbackServer, _ transport: any Transport) -> Client {
    Client(baseURL: "http://\(server.authority)", transport: transport)
  }

  @Test(
    "M03: 5 MB that are paused at half, while the server sends all the rest, arrive byte for byte by one request",
    arguments: Engine.allCases)
  func pausedDownload(engine: Engine) async throws {
    try await engine.using { transport in
      let total = 5_000_000
      let content = LoopbackRoutes.pattern(total)
      let permits = Permits()
      let (sent, sends) = AsyncStream<Bool>.makeStream()
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
        connection.send(content[..<(total / 2)])
        permits.take()
        sends.yield(connection.send(content[(total / 2)...]))
        return .keepAlive
      }) { server in
        let download = api(server, transport).controlled(Call<Okay>(row).data)
        download.start()
        for await progress in download.progressUpdates where progress.received == total / 2 { break }
        download.pause()
        permits.give(1)
        // One that stops the sender lets it go on only when the call does.
        if !engine.capabilities.contains(.backPressure) {
          for await isWhole in sent {
            #expect(isWhole)
            break
          }
        }
        #expect(download.state == .paused(isStarted: true))
        #expect(download.progress.received == total / 2 && download.progress.toReceive == total)
        download.resume()
        let data = try await download.value
        #expect(data.count == total && LoopbackRequest.hash(of: data) == LoopbackRequest.hash(of: content))
        #expect(server.received.map(\.target) == ["/bytes"])
      }
    }
  }

  @Test("M03: an upload whose source is paused at half arrives byte for byte, by one request", arguments: Engine.allCases)
  func pausedUpload(engine: Engine) async throws {
    try await engine.using { transport in
      let content = Data(LoopbackRoutes.pattern(2_000_000))
      try await withServer { server in
        let (chunks, source) = AsyncStream<Data>.makeStream()
        let call = Call<Okay>(Endpoint("Loopback", .put, "echo")).body(Body(chunks, length: content.count))
        let upload = api(server, transport).controlled(call)
        upload.start()
        source.yield(content.prefix(1_000_000))
        for await progress in upload.progressUpdates where progress.sent == 1_000_000 { break }
        upload.pause()
        source.yield(content.dropFirst(1_000_000))
        source.finish()
        for _ in 0..<200 { await Task.yield() }
        #expect(upload.progress.sent == 1_000_000 && upload.progress.toSend == 2_000_000)
        #expect(!server.received.contains { $0.isWhole })
        upload.resume()
        _ = try await upload.value
        #expect(server.received.map(\.bodyHash) == [LoopbackRequest.hash(of: content)])
        #expect(upload.progress.sent == upload.progress.toSend)
      }
    }
  }

  @Test(
    "M03: what comes in during a pause is bounded by the response limit, and beyond it the call fails",
    arguments: Engine.lacking(.backPressure))
  func bounded(engine: Engine) async throws {
    try await engine.using { transport in
      let permits = Permits()
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1000))
        permits.take()
        while connection.send([UInt8](repeating: 7, count: 65_536)) {}
        return .close
      }) { server in
        let call = Call<Okay>(row).data.options { $0.responseLimit = 1_000_000 }
        let download = api(server, transport).controlled(call)
        download.start()
        for await progress in download.progressUpdates where progress.received > 0 { break }
        download.pause()
        permits.give(1)
        try await until { server.openConnections == 0 }
        // The transfer is over; what had arrived is still held.
        #expect(download.state == .paused(isStarted: true))
        download.resume()
        let error = await #expect(throws: CallError.self) { try await download.value }
        guard case .tooLarge(limit: 1_000_000, _) = error?.underlying as? BodyError else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  }

  @Test("M05: a length beyond the response limit is refused by the head, as for any other call", arguments: Engine.allCases)
  func refused(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let call = Call<Okay>(Endpoint("Loopback", .get, "bytes/20000000")).data
        let error = await #expect(throws: CallError.self) { try await api(server, transport).controlled(call).value }
        #expect(error?.underlying as? BodyError == .tooLarge(limit: Body.defaultLimit, observed: 20_000_000))
      }
    }
  }

  @Test(
    "M02: cancelling by the handle or by the waiting task closes the connection", arguments: Engine.allCases, [true, false])
  func cancelled(engine: Engine, byHandle: Bool) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let call = api(server, transport).controlled(Call<Okay>(Endpoint("Loopback", .get, "stall")).data)
        let waiter = Task { try await call.value }
        for await progress in call.progressUpdates where progress.received > 0 { break }
        if byHandle { call.cancel() } else { waiter.cancel() }
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await server.hangUps(1)
        #expect(call.state == .cancelled)
      }
    }
  }

  @Test(
    "M03: a thousand calls under storms of controls end whole or cancelled, are sent once, and leave nothing behind",
    arguments: Engine.allCases)
  func storms(engine: Engine) async throws {
    try await engine.using { transport in
      let size = 120_000
      let expected = LoopbackRequest.hash(of: LoopbackRoutes.pattern(size))
      let alive = Census()
      try await withServer(keepsLog: false) { server in
        let api = api(server, transport)
        var outcomes: [Bool] = []
        for batch in 0..<50 {
          outcomes += try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
              group.addTask {
                try await Storm(seed: UInt64(batch * 20 + number)).rages(over: api, size: size, expected: expected, alive)
              }
            }
            return try await group.reduce(into: []) { $0.append($1) }
          }
        }
        #expect(outcomes.count == 1000)
        // Some end either way, or the storms say nothing.
        #expect(outcomes.contains(true) && outcomes.contains(false))
        #expect(server.requestCount <= 1000 && server.requestCount >= outcomes.count { $0 })
        try await until { alive.count == 0 }
      }
    }
  }
}

/// Random controls over one call, the same for the same seed.
private struct Storm {
  let seed: UInt64

  /// A download of a pattern, or an upload of it by a stream: both give the hash of what arrived.
  private func call(size: Int, _ citizen: Census.Citizen) -> Call<UInt64?> {
    guard seed.isMultiple(of: 4) else {
      return Call<Okay>(Endpoint("Loopback", .get, "bytes/{size}"), ["size": "\(size)"]).mapping { input in
        withExtendedLifetime(citizen) { LoopbackRequest.hash(of: input.data) }
      }
    }
    let chunks = AsyncStream<Data> { source in
      for start in stride(from: 0, to: size, by: 10_000) {
        source.yield(Data(LoopbackRoutes.pattern(min(10_000, size - start), from: start)))
      }
      source.finish()
    }
    return Call<Okay>(Endpoint("Loopback", .put, "echo")).body(Body(chunks, length: size)).mapping { input in
      withExtendedLifetime(citizen) {
        input.head.headerFields.first { $0.name.canonicalName == "x-hash" }.flatMap { UInt64($0.value) }
      }
    }
  }

  /// True when the content came whole, false when the call was cancelled.
  func rages(over api: Client, size: Int, expected: UInt64, _ census: Census) async throws -> Bool {
    var random = SeededRandom(seed: seed)
    let call = api.controlled(call(size: size, census.born()), pausingStopsClock: seed.isMultiple(of: 5))
    let controls = (0..<Int.random(in: 1...40, using: &random)).map { _ in Int.random(in: 0..<10, using: &random) }
    let isEnded = seed.isMultiple(of: 3) && Bool.random(using: &random)
    async let result = { try await call.value }()
    async let storm: Void = {
      for control in controls {
        switch control {
        case 0..<4: call.pause()
        case 4..<7: call.resume()
        case 7: call.start()
        default: for _ in 0..<control { await Task.yield() }
        }
        _ = (call.state, call.progress)
      }
      if isEnded { call.cancel() }
      call.resume()
    }()
    await storm
    do {
      let isWhole = try await result == expected
      guard isWhole, call.state == .finished, max(call.progress.received, call.progress.sent) == size else {
        throw Soak.Failed(description: "seed \(seed): \(isWhole), \(call.state), \(call.progress)")
      }
      return true
    } catch is CancellationError {
      guard isEnded, call.state == .cancelled else { throw Soak.Failed(description: "seed \(seed): cancelled") }
      return false
    }
  }
}

/// Counts the living.
private final class Census: Sendable {
  final class Citizen: Sendable {
    private let census: Census
    init(_ census: Census) {
      self.census = census
      census.living.withLock { $0 += 1 }
    }
    deinit { census.living.withLock { $0 -= 1 } }
  }

  private let living = Mutex(0)
  func born() -> Citizen { Citizen(self) }
  var count: Int { living.withLock { $0 } }
}
