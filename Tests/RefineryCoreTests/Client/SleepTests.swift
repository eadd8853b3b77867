import Testing

@testable import RefineryCore

@Suite struct SleepTests {
  @Test("M07: who is cancelled while asleep leaves no timer behind, and ends with CancellationError", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let alarms = AlarmClock()
    for round in 0..<2000 {
      let sleeper = Task { try await alarms.sleep(until: AlarmClock.instant(after: .seconds(3600))) }
      // At any moment: before it sleeps, while it goes to sleep, and asleep.
      if round % 3 == 0 { while alarms.counts.alarms == 0 { await Task.yield() } }
      if round % 3 == 1 { await Task.yield() }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      #expect(alarms.counts.alarms == 0)
    }
    #expect(alarms.counts.entries <= 65)
  }

  @Test("M07: sleepers wake in the order of their instants, those of the past at once", .timeLimit(.minutes(1)))
  func order() async throws {
    let alarms = AlarmClock()
    let start = AlarmClock.now
    let woken = await withTaskGroup(of: Int.self) { group in
      for number in [3, 1, 0, 2] {
        group.addTask {
          try? await alarms.sleep(until: start + UInt64(number) * 50_000_000)
          return number
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(woken == [0, 1, 2, 3])
    try await CallClock.continuous.sleep(for: .seconds(-1))
    #expect(AlarmClock.now >= start + 150_000_000 && alarms.counts.alarms == 0)
  }
}
