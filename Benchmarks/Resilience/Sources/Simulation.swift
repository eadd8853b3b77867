import Synchronization

/// A clock, and the tasks that wait for it, on one thread.
///
/// Tasks run in the order in which they become ready. When no task is ready, the clock jumps to the next instant that a task
/// waits for. So a run depends on nothing but its seed.
final class Simulation: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var alarms = AlarmHeap()
    var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())
  private let executor = SerialTaskExecutor()

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Runs `work` and all its child tasks to their end.
  func run<Output: Sendable>(_ work: @escaping @Sendable () async -> Output) -> Output {
    let output = Shared<Output?>(nil)
    return withExtendedLifetime(self) {
      Task(executorPreference: executor) {
        let result = await work()
        output.withLock { $0 = result }
      }
      while true {
        executor.runReadyJobs()
        if let output = output.withLock({ $0 }) { return output }
        guard let sleeper = nextSleeper() else { fatalError("every task waits, and none of them for the clock") }
        sleeper.resume()
      }
    }
  }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          guard deadline > state.now else { return .success(()) }
          state.alarms.insert(.init(instant: deadline, id: id))
          state.sleepers[id] = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock to the first alarm whose task still waits.
  private func nextSleeper() -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      while let alarm = state.alarms.removeFirst() {
        guard let sleeper = state.sleepers.removeValue(forKey: alarm.id) else { continue }
        state.now = alarm.instant
        return sleeper
      }
      return nil
    }
  }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
  func withLock<Output: Sendable>(_ change: @Sendable (inout Value) -> Output) -> Output {
    value.withLock { change(&$0) }
  }
}

/// Keeps jobs in order, until they are run.
private final class SerialTaskExecutor: TaskExecutor {
  private let jobs = Mutex<(ready: [UnownedJob], next: Int)>(([], 0))

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.ready.append(job) }
  }

  func runReadyJobs() {
    while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func nextJob() -> UnownedJob? {
    jobs.withLock { jobs in
      guard jobs.next < jobs.ready.count else {
        jobs.ready.removeAll(keepingCapacity: true)
        jobs.next = 0
        return nil
      }
      jobs.next += 1
      return jobs.ready[jobs.next - 1]
    }
  }
}

/// A binary heap of instants, the earliest first; equal ones in the order of their numbers.
private struct AlarmHeap {
  struct Alarm: Comparable {
    let instant: Simulation.Instant
    let id: Int
    static func < (left: Alarm, right: Alarm) -> Bool {
      left.instant == right.instant ? left.id < right.id : left.instant < right.instant
    }
  }

  private var alarms: [Alarm] = []

  mutating func insert(_ alarm: Alarm) {
    alarms.append(alarm)
    var child = alarms.count - 1
    while child > 0, alarms[child] < alarms[(child - 1) / 2] {
      alarms.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Alarm? {
    guard let last = alarms.popLast() else { return nil }
    guard let first = alarms.first else { return last }
    alarms[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < alarms.count && alarms[child] < alarms[least] {
        least = child
      }
      if least == parent { return first }
      alarms.swapAt(parent, least)
      parent = least
    }
  }
}

/// Numbers that depend only on a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns a function that returns numbers from 0 up to but not including 1.
  static func source(seed: UInt64) -> @Sendable () -> Double {
    let numbers = Mutex(SeededNumbers(seed: seed))
    return { numbers.withLock { Double.random(in: 0..<1, using: &$0) } }
  }
}
