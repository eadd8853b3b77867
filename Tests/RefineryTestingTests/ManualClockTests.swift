import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite("ManualClock", .timeLimit(.minutes(5)))
struct ManualClockTests {
  @Test("N02: a sleeper wakes when the clock has come to its time, not before")
  func wakes() async throws {
    let clock = ManualClock()
    let early = Task { try await clock.sleep(for: .seconds(1)) }
    let late = Task { try await clock.sleep(for: .seconds(3)) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(2))
    try await early.value
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    try await late.value
    #expect(Set(clock.slept) == [.seconds(1), .seconds(3)])
  }

  @Test("N02: a time that has come already is not waited for, and the clock does not go back")
  func past() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    clock.advance(by: .seconds(-3))
    let start = clock.now
    try await clock.sleep(until: start.advanced(by: .seconds(-1)))
    try await clock.sleep(until: start)
    #expect(clock.slept == [.seconds(-1), .zero])
    #expect(clock.now == start)
  }

  @Test("N02: a clock that moves by itself lets nobody wait and remembers how long was slept")
  func movesByItself() async throws {
    let clock = ManualClock(advancesByItself: true)
    let start = clock.now
    for seconds in [3, 600, 1] { try await clock.sleep(for: .seconds(seconds)) }
    #expect(clock.slept == [.seconds(3), .seconds(600), .seconds(1)])
    #expect(start.duration(to: clock.now) == .seconds(604))
  }

  @Test("N02: a clock that moves by itself does not move to a limit, so a call that never ends needs a test that moves it")
  func limitOfStuckCall() async throws {
    let clock = ManualClock(advancesByItself: true)
    let api = Client(baseURL: "http://stub", transport: StubTransport(.never), clock: CallClock(clock))
    let call = Call<Okay>(Endpoint("Guest.read", .get, "guest"))
    for call in [call, call.timeout(nil).options { $0.attemptTimeout = .seconds(60) }] {
      let start = clock.now
      let stuck = Task { try await api.send(call) }
      await clock.sleepers(1)
      #expect(clock.now == start)
      clock.advance(by: .seconds(60))
      let error = await #expect(throws: CallError.self) { try await stuck.value }
      #expect(error?.underlying is TimedOut)
      #expect(clock.slept.isEmpty)
    }
  }

  @Test("N02: on a clock that moves by itself, a limit ends the work that slept beyond it")
  func limitOfSleepingWork() async {
    let manual = ManualClock(advancesByItself: true)
    let clock = CallClock(manual)
    await #expect(throws: TimedOut(.total)) {
      try await Deadline(after: .seconds(60), on: clock).enforce(.total) {
        await manual.sleepers(1)
        try await clock.sleep(for: .seconds(59))
        await manual.sleepers(1)
        try await clock.sleep(for: .seconds(1))
        // Returns early when the task is cancelled.
        await manual.sleepers(2)
        try Task.checkCancellation()
      }
    }
    #expect(manual.slept == [.seconds(59), .seconds(1)])
  }

  @Test("N02: cancelling ends a sleep at any moment, and only that one")
  func cancellation() async throws {
    for round in 0..<2_000 {
      let clock = ManualClock()
      let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
      let kept = Task { try await clock.sleep(for: .seconds(1)) }
      // Before it sleeps, while it falls asleep, and when it surely sleeps.
      if round % 3 == 1 { await Task.yield() }
      if round % 3 == 2 { await clock.sleepers(2) }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      try await kept.value
    }
  }

  @Test("N02: a task that is woken and cancelled at once goes on exactly once")
  func wakeAgainstCancel() async throws {
    for _ in 0..<2_000 {
      let clock = ManualClock()
      let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.sleepers(1)
      async let woken: Void = clock.advance(by: .seconds(1))
      sleeper.cancel()
      await woken
      switch await sleeper.result {
      case .success: break
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }

  @Test("N02: waiting for sleepers ends when the waiting task is cancelled")
  func cancelledWatcher() async {
    let clock = ManualClock()
    let watcher = Task { await clock.sleepers(1) }
    watcher.cancel()
    await watcher.value
    let under = Task { await clock.sleepers(1) }
    await Task.yield()
    under.cancel()
    await under.value
    #expect(clock.slept.isEmpty)
  }

  @Test("N02: many sleepers wake in the order of their times")
  func order() async throws {
    let clock = ManualClock()
    let sleeping = (1...50).shuffled().map { second in Task { try await clock.sleep(for: .seconds(second)) } }
    await clock.sleepers(50)
    clock.advance(by: .seconds(50))
    for task in sleeping { try await task.value }
    #expect(clock.slept.count == 50)
  }
}
