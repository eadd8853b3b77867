import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTransport
import Synchronization
import Testing

@Suite struct LimiterTests {
  @Test(
    "L03: by its configuration requests beyond the limit wait their turn; one too many fails at once; the deadline says `queue`",
    arguments: Engine.allCases)
  func limits(engine: Engine) async throws {
    let transport = try engine.make {
      $0.maximumConnectionsPerOrigin = 1
      $0.maximumWaitingPerOrigin = 2
    }
    let permits = Permits()
    try await withServer({ _, connection in
      permits.take()
      connection.answer(200)
      return .keepAlive
    }) { server in
      let first = Task { try await transport.send(server.request(.get, "/1")).head.status.code }
      while server.received.isEmpty { await Task.yield() }
      let error = await #expect(throws: TimedOut.self) {
        try await transport.send(server.request(.get, "/late", timeout: .milliseconds(50)))
      }
      #expect(error?.timer == .queue)
      let cancelled = Task { try await transport.send(server.request(.get, "/cancelled")) }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }

      // Two may wait; whichever of three comes last fails at once.
      let outcomes = await withTaskGroup(of: Result<Int, any Error>.self) { group in
        for number in 2...4 {
          group.addTask { await Result { try await transport.send(server.request(.get, "/\(number)")).head.status.code } }
        }
        let rejected = await group.next()
        permits.give(3)
        return (rejected, await group.reduce(into: []) { $0.append($1) })
      }
      let rejection = #expect(throws: TransportError.self) { try outcomes.0?.get() }
      #expect(rejection?.code == .queueFull && rejection?.isUnsent == true)
      let statuses = try outcomes.1.map { try $0.get() }
      #expect(statuses == [200, 200])
      #expect(try await first.value == 200)
      #expect(server.received.count == 3)
    }
  }

  @Test("those who wait are served in the order they came, also when one of them gives up")
  func order() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 100)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    let served = Log()
    var calls: [Task<Void, any Error>] = []
    for number in 0..<10 {
      calls.append(
        Task {
          let slot = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
          served.append(number)
          slot.leave()
        })
      while limiter.waiting(for: origin) <= number { await Task.yield() }
    }
    calls[4].cancel()
    await #expect(throws: CancellationError.self) { try await calls[4].value }
    first.leave()
    for (number, call) in calls.enumerated() where number != 4 { try await call.value }
    #expect(served.all == [0, 1, 2, 3, 5, 6, 7, 8, 9])
    #expect(limiter.waiting(for: origin) == 0)
  }

  @Test("two requests never hold the same place; a place that was left last is taken first, and one that is handed on is kept")
  func places() async throws {
    let limiter = OriginLimiter(active: 3, waiting: 10)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let alarms = AlarmClock()
    func admit() async throws -> OriginLimiter.Slot { try await limiter.admit(to: origin, deadline: nil, alarms: alarms) }

    let slots = [try await admit(), try await admit(), try await admit()]
    #expect(slots.map(\.place) == [0, 1, 2])
    let waiting = Task { try await admit().place }
    while limiter.waiting(for: origin) == 0 { await Task.yield() }
    slots[1].leave()
    #expect(try await waiting.value == 1)
    slots[0].leave()
    slots[2].leave()
    #expect(try await admit().place == 2)
    #expect(try await admit().place == 0)
  }
}

private final class Log: Sendable {
  private let numbers = Mutex<[Int]>([])
  func append(_ number: Int) { numbers.withLock { $0.append(number) } }
  var all: [Int] { numbers.withLock { $0 } }
}
