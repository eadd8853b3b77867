import FoundationEssentials
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

  @Test("a clock has the numbers and the date that it is given, and those of the machine without them")
  func chance() {
    let own = CallClock(ContinuousClock(), random: { 0.25 }, date: { Date(timeIntervalSince1970: 60) })
    #expect(own.random() == 0.25 && own.date == Date(timeIntervalSince1970: 60))
    for clock in [CallClock.continuous, CallClock(ContinuousClock())] {
      let numbers = (0..<100).map { _ in clock.random() }
      #expect(Set(numbers).count > 1 && numbers.allSatisfy { (0..<1).contains($0) })
      #expect(clock.date > Date(timeIntervalSince1970: 1_700_000_000))
    }
  }
}
