import Foundation
import Synchronization

/// Lets nobody through until a number of threads have arrived, or a minute is over. For server threads, which may block.
final class Gathering: @unchecked Sendable {  // NSCondition guards the count
  private let condition = NSCondition()
  private let count: Int
  private var arrived = 0

  init(_ count: Int) { self.count = count }

  func arrive() {
    condition.lock()
    defer { condition.unlock() }
    arrived += 1
    condition.broadcast()
    let end = Date(timeIntervalSinceNow: 60)
    while arrived < count, condition.wait(until: end) {}
  }
}

/// Counts down to nothing.
final class Countdown: Sendable {
  private let left: Atomic<Int>
  init(_ count: Int) { left = Atomic(count) }
  func next() -> Bool { left.subtract(1, ordering: .relaxed).oldValue > 0 }
}
