import Synchronization
import TestSupport
import Testing

@testable import RefineryStore

/// One at a time for each key.
@Suite("Keyed gate", .timeLimit(.minutes(5))) struct KeyedLockTests {
  /// How many are inside now, at most so far, and through.
  private final class Inside: Sendable {
    let counts = Mutex((now: 0, most: 0, done: 0))
    func enter() {
      counts.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
    }
    func leave() {
      counts.withLock {
        $0.now -= 1
        $0.done += 1
      }
    }
  }

  @Test("H14: no two tasks are inside for one key, and all get through")
  func exclusion() async throws {
    let gate = KeyedLock()
    let inside = Inside()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await gate.pass("key") {
            inside.enter()
            await Task.yield()
            inside.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(inside.counts.withLock { $0.most } == 1)
    #expect(inside.counts.withLock { $0.done } == 50)
    #expect(gate.enterIfFree("key"))
    #expect(!gate.enterIfFree("key"))
    #expect(gate.enterIfFree("other"))
  }

  @Test("H14: tasks get in in the order in which they came")
  func order() async throws {
    let gate = KeyedLock()
    #expect(gate.enterIfFree("key"))
    let order = Gathered<Int>()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 {
      tasks.append(Task { try await gate.pass("key") { order.add(number) } })
      try await until { gate.waiting(for: "key") > number }
    }
    gate.leave("key")
    for task in tasks { try await task.value }
    #expect(order.all == [0, 1, 2, 3, 4])
  }

  @Test("H14: who is cancelled while waiting leaves the line, and the next gets in")
  func cancellation() async throws {
    let gate = KeyedLock()
    #expect(gate.enterIfFree("key"))
    let waiting = Task { try await gate.pass("key") { false } }
    try await until { gate.waiting(for: "key") >= 1 }
    let next = Task { try await gate.pass("key") { true } }
    try await until { gate.waiting(for: "key") >= 2 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.leave("key")
    #expect(try await next.value)
  }

  @Test("H14: a task that was cancelled before does not get a key, even a free one")
  func cancelledBefore() async throws {
    let gate = KeyedLock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.pass("key") {}
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(gate.enterIfFree("key"))
  }

  @Test("H14: what fails inside gives the key back")
  func failure() async throws {
    struct Failed: Error {}
    let gate = KeyedLock()
    await #expect(throws: Failed.self) { try await gate.pass("key") { throw Failed() } }
    #expect(try await gate.pass("key") { 1 } == 1)
  }
}
