import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much more work an input of four times the size takes.
///
/// Work is the processor time of one thread that does nothing else. It counts the steps of this package, of the standard
/// library and of the copies that both make, which counters in our own loops would not see. It contains no waiting, so the
/// load of the machine does not change what is compared: the least of several measurements of each size, taken in turns, so
/// that a change of the processor's speed concerns both. Linear work gives about 4, and quadratic work about 16.
enum Growth {
  /// Between linear work with some n log n, and quadratic work.
  static let limit = 8.0
  private static let rounds = 12

  /// Measures until the ratio is below the limit, at most twelve times.
  ///
  /// - Parameters:
  ///   - small: reads the input.
  ///   - large: reads the input of four times the size.
  static func ratio(
    _ small: @escaping @Sendable () async throws -> Void, _ large: @escaping @Sendable () async throws -> Void
  ) async throws -> Double {
    let thread = MeasuredThread()
    defer { thread.end() }
    return try await Task(executorPreference: thread) {
      var least = (small: Int.max, large: Int.max)
      for _ in 0..<rounds {
        least.small = min(least.small, try await work(small))
        least.large = min(least.large, try await work(large))
        if Double(least.large) < limit * Double(least.small) { break }
      }
      return Double(least.large) / Double(max(least.small, 1))
    }.value
  }

  /// Uses a value, so that the loop that makes it is not removed.
  @inline(never) static func keep(_ value: Int) {}

  private static func work(_ body: () async throws -> Void) async throws -> Int {
    let start = MeasuredThread.processorTime
    try await body()
    return MeasuredThread.processorTime - start
  }
}

/// A thread that runs the jobs of one task.
final class MeasuredThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
    thread.stackSize = 8 * 1024 * 1024
    thread.start()
  }

  /// The processor time of the calling thread, in nanoseconds.
  static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    arrival.signal()
  }

  /// Ends the thread after the jobs that it has.
  func end() {
    state.withLock { $0.isOver = true }
    arrival.signal()
  }

  private func next() -> UnownedJob? {
    while true {
      arrival.wait()
      let (job, isOver) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isOver)
      }
      if job != nil || isOver { return job }
    }
  }
}
