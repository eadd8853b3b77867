import TestSupport
import Testing

@testable import RefineryCore

@Suite struct SleepTests {
  @Test("M07: who is cancelled while asleep leaves no timer behind, and ends with CancellationError", .timeLimit(.minutes(5)))
  func cancelled() async throws {
    let alarms = AlarmClock()
    for round in 0..<2000 {
      let sleeper = Task { try await alarms.sleep(until: AlarmClock.instant(after: .seconds(3600))) }
      // At any moment: before it sleeps, while it goes to sleep, and asleep.
      if round % 3 == 0 { try await until { alarms.counts.alarms > 0 } }
      if round % 3 == 1 { await Task.yield() }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      #expect(alarms.counts.alarms == 0)
    }
    #expect(alarms.counts.entries <= 65)
  }

  @Test("M07: sleepers wake, none before its instant, and those of the past too", .timeLimit(.minutes(5)))
  func instants() async throws {
    let alarms = AlarmClock()
    let start = AlarmClock.now
    let early = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in [3, 1, 0, 2] {
        group.addTask {
          let instant = start + UInt64(number) * 50_000_000
          try await alarms.sleep(until: instant)
          return AlarmClock.now < instant
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(early == [false, false, false, false] && alarms.counts.alarms == 0)
    try await CallClock.continuous.sleep(for: .seconds(-1))
  }
}
