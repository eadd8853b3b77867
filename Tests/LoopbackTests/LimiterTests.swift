import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryTransport

extension Sockets.LimiterTests {
  @Test(
    "L03: by its configuration requests beyond the limit wait their turn; one too many fails at once; the deadline says `queue`",
    arguments: Engine.allCases)
  func limits(engine: Engine) async throws {
    let transport = try engine.make {
      $0.maximumConnectionsPerOrigin = 1
      $0.maximumWaitingPerOrigin = 2
    }
    let permits = Permits()
    try await withServer(permits.answer) { server in
      let first = Task { try await transport.send(server.request(.get, "/1")).head.status.code }
      try await until { !server.received.isEmpty }
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

  @Test("L03: a call without a place in the queue fails at once and reads no streamed body", arguments: Engine.allCases)
  func refusedStream(engine: Engine) async throws {
    let transport = try engine.make {
      $0.maximumConnectionsPerOrigin = 1
      $0.maximumWaitingPerOrigin = 0
    }
    try await withServer { server in
      let first = Task { try await transport.send(server.request(.get, "/silent")) }
      try await until { !server.received.isEmpty }
      let body = Body(
        AsyncStream<Data> { source in
          source.yield(Data("unread".utf8))
          source.finish()
        })
      let error = await #expect(throws: TransportError.self) {
        try await transport.send(server.request(.put, "/echo", body: body))
      }
      #expect(error?.code == .queueFull)
      let content = try await body.collect()
      #expect(content == Data("unread".utf8))
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
    }
    await transport.shutdown(grace: .zero)
  }

  @Test("those who wait are served in the order they came, also when one of them gives up")
  func order() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 100)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    let served = Gathered<Int>()
    var calls: [Task<Void, any Error>] = []
    for number in 0..<10 {
      calls.append(
        Task {
          let slot = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
          served.add(number)
          slot.leave()
        })
      try await until { limiter.waiting(for: origin) > number }
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
    try await until { limiter.waiting(for: origin) > 0 }
    slots[1].leave()
    #expect(try await waiting.value == 1)
    slots[0].leave()
    slots[2].leave()
    #expect(try await admit().place == 2)
    #expect(try await admit().place == 0)
  }

  @Test("L03, M07: a deadline or a cancellation that comes before a request waits ends the wait, and its place in line goes on")
  func earlySignal() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 2)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    let late = try #require(limiter.enter(origin).waiter)
    limiter.withdraw(late, with: TimedOut(.queue))
    await #expect(throws: TimedOut(.queue)) { try await late.turn.value() }
    let cancelled = try #require(limiter.enter(origin).waiter)
    limiter.withdraw(cancelled, with: CancellationError())
    await #expect(throws: CancellationError.self) { try await cancelled.turn.value() }
    #expect(limiter.waiting(for: origin) == 0)
    first.leave()
    #expect(try limiter.enter(origin).waiter == nil)
  }

  @Test("L03: a place that becomes free before a request waits is its own, whatever comes later")
  func earlyTurn() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 2)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    let waiter = try #require(limiter.enter(origin).waiter)
    first.leave()
    limiter.withdraw(waiter, with: TimedOut(.queue))
    #expect(try await waiter.turn.value() == first.place)
    #expect(limiter.waiting(for: origin) == 0)
    #expect(try limiter.enter(origin).waiter != nil)
  }

  @Test(
    "L03, M07: a request whose turn comes at its deadline or after it is not sent, and its place goes on",
    arguments: [60, 61])
  func lateTurn(seconds: Int) async throws {
    let limiter = OriginLimiter(active: 1, waiting: 2)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let clock = ManualClock()
    let deadline = Deadline(after: .seconds(60), on: CallClock(clock))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    let call = Task { try await limiter.admit(to: origin, deadline: deadline, alarms: AlarmClock()) }
    try await until { limiter.waiting(for: origin) > 0 }
    clock.advance(by: .seconds(seconds))
    first.leave()
    await #expect(throws: TimedOut(.queue)) { try await call.value }
    #expect(try limiter.enter(origin).waiter == nil)
  }

  @Test(
    "L03, M07: every one of 20,000 requests with a deadline of microseconds ends while no place is free")
  func shortDeadlines() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 20_000)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let alarms = AlarmClock()
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: alarms)
    let ended = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20_000 {
        group.addTask {
          let deadline = Deadline(after: .microseconds(number % 50))
          do { _ = try await limiter.admit(to: origin, deadline: deadline, alarms: alarms) } catch {
            return error as? TimedOut == TimedOut(.queue)
          }
          return false
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(ended == 20_000)
    #expect(limiter.waiting(for: origin) == 0 && alarms.counts.alarms == 0)
    first.leave()
  }

  @Test("L03: requests behind many that gave up keep their order")
  func orderAfterAbandonment() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 200)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    let served = Gathered<Int>()
    let (pause, end) = AsyncStream<Void>.makeStream()
    var calls: [Task<Void, any Error>] = []
    func call() async throws {
      let number = calls.count
      let before = limiter.waiting(for: origin)
      calls.append(
        Task {
          let slot = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
          served.add(number)
          if number == 10 { for await _ in pause {} }
          slot.leave()
        })
      try await until { limiter.waiting(for: origin) != before }
    }
    for _ in 0..<100 { try await call() }
    first.leave()
    try await until { served.all.count >= 11 }
    for call in calls[11..<95] {
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    try await call()
    end.finish()
    for number in Array(0...10) + Array(95...100) { try await calls[number].value }
    #expect(served.all == Array(0...10) + Array(95...100))
  }

  @Test("L03: the limit of an origin holds, however many others come in between, and idle ones are forgotten")
  func manyOrigins() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 2)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    for number in 0..<200 {
      let other = try #require(Origin(scheme: "http", authority: "h\(number)"))
      try await limiter.admit(to: other, deadline: nil, alarms: AlarmClock()).leave()
    }
    #expect(limiter.originCount <= 64)
    let waiter = try #require(limiter.enter(origin).waiter)
    first.leave()
    #expect(try await waiter.turn.value() == first.place)
  }

  @Test("L03: if many origins are in use, idle ones are removed only when the number of origins has doubled")
  func manyOriginsInUse() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 0)
    let alarms = AlarmClock()
    func admit(to host: String) async throws -> OriginLimiter.Slot {
      let origin = try #require(Origin(scheme: "http", authority: host))
      return try await limiter.admit(to: origin, deadline: nil, alarms: alarms)
    }
    var held: [OriginLimiter.Slot] = []
    for number in 0..<64 { held.append(try await admit(to: "used\(number)")) }
    for number in 0..<64 { try await admit(to: "idle\(number)").leave() }
    #expect(limiter.originCount == 128)
    try await admit(to: "last").leave()
    #expect(limiter.originCount == 65)
    for slot in held { slot.leave() }
  }

  @Test("L03: requests that leave the line leave nothing behind, however long no place becomes free")
  func abandonedLine() async throws {
    let limiter = OriginLimiter(active: 1, waiting: 2)
    let origin = try #require(Origin(scheme: "http", authority: "a"))
    let first = try await limiter.admit(to: origin, deadline: nil, alarms: AlarmClock())
    let patient = try #require(limiter.enter(origin).waiter)
    for _ in 0..<10_000 { limiter.withdraw(try #require(limiter.enter(origin).waiter), with: TimedOut(.queue)) }
    #expect(limiter.waiting(for: origin) == 1)
    first.leave()
    #expect(try await patient.turn.value() == first.place)
  }
}

extension OriginLimiter.Entry {
  fileprivate var waiter: OriginLimiter.Waiter? {
    if case .inLine(let waiter) = self { waiter } else { nil }
  }
}
