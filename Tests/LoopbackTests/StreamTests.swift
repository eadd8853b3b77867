import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

extension Sockets.StreamTests {
  @Test(
    "a stream whose reader is too slow ends with a typed error after what fitted",
    arguments: Engine.lacking(.backPressure))
  func overflow(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let options = Options { $0.delivery = .streamed(buffer: 100_000) }
        let response = try await transport.send(server.request(.get, "/bytes/50000000", options: options))
        // Nothing is read until the server has noticed that the transfer is over.
        try await until { server.openConnections == 0 }
        var count = 0
        let error = await #expect(throws: TransportError.self) { for try await chunk in response.body { count += chunk.count } }
        #expect(error?.code == .bufferOverflow && error?.phase == .receiving)
        #expect(count <= 100_000)
      }
    }
  }

  @Test("a stream is limited only when that is asked for", arguments: Engine.allCases)
  func limitedStream(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let free = Options { $0.delivery = .streamed(buffer: 32 << 20) }
        let whole = try await transport.send(server.request(.get, "/bytes/20000000", options: free))
        #expect(try await whole.body.collect(upTo: 30_000_000).count == 20_000_000)
        let limited = free.merging(Options { $0.responseLimit = 5000 })
        await #expect(throws: BodyError.self) {
          try await transport.send(server.request(.get, "/bytes/20000000", options: limited)).body.collect(upTo: .max)
        }
      }
    }
  }

  @Test("O07: a stream hands out nothing after its deadline, though all of it has arrived before", arguments: Engine.allCases)
  func lateReading(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let clock = ManualClock()
        let options = Options { $0.delivery = .streamed(buffer: 1 << 20) }
        let asked = server.request(.get, "/bytes/300000", options: options)
        let request = Request(
          endpoint: asked.endpoint, head: asked.head, body: nil, options: options,
          context: CallContext(clock: CallClock(clock), timeout: .seconds(60)))
        let response = try await transport.send(request)
        var reading = response.body.makeAsyncIterator()
        let first = try await reading.next()
        #expect(first?.isEmpty == false)
        clock.advance(by: .seconds(61))
        await #expect(throws: TimedOut(.total)) { _ = try await reading.next() }
        #expect(try await reading.next() == nil)
      }
    }
  }

  @Test("a cancelled call's stream ends, and its connection with it", arguments: Engine.allCases)
  func cancelledReader(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let options = Options { $0.delivery = .streamed(buffer: 1 << 20) }
        let response = try await transport.send(server.request(.get, "/stall", options: options))
        let reading = Task { try await response.body.collect() }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await server.hangUps(1)
      }
    }
  }

  @Test("a stream that has ended may be let go of, and a second reading says that it has been read", arguments: Engine.allCases)
  func secondReading(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let options = Options { $0.delivery = .streamed(buffer: 1 << 20) }
        let response = try await transport.send(server.request(.get, "/head", options: options))
        #expect(try await response.body.collect() == Data("hello".utf8))
        await #expect(throws: BodyError.alreadyConsumed) { try await response.body.collect() }
      }
    }
  }
}

/// Permission for a server thread to go on, given by a test. It waits a minute at most, so that a test which fails before it
/// gives any can stop its server.
final class Permits: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func give(_ count: Int) { for _ in 0..<count { semaphore.signal() } }
  func take() { _ = semaphore.wait(timeout: .now() + 60) }

  /// Responds to a request with 200 as soon as there is a permit for it.
  @Sendable func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) -> LoopbackConnection.Ending {
    take()
    connection.answer(200)
    return .keepAlive
  }
}
