package import RefineryCore
import Synchronization

/// Limits the concurrent requests to each origin. Further requests wait in a queue, first in, first out.
///
/// It runs before the engine, because the engine's own queue has two faults: the timers of a request run while it waits there,
/// and the queue cannot report that it is full.
package final class OriginLimiter: Sendable {
  /// One request's slot among those under way. Its holder calls ``leave()`` exactly once.
  package struct Slot: Sendable {
    /// The number of the slot, from 0 up to the limit. Concurrent requests to one origin have different numbers. The number
    /// that was released last is reused first.
    package let place: Int
    /// How long the request waited for the slot; nil if one was free.
    package var waited: Duration?
    fileprivate let limiter: OriginLimiter
    fileprivate let queue: OriginQueue

    package func leave() { limiter.leave(queue, place) }
  }

  fileprivate final class OriginQueue: Sendable {
    let origin: Origin
    // Accessed only under the limiter's lock.
    nonisolated(unsafe) var line = Line()

    init(_ origin: Origin) { self.origin = origin }
  }

  /// One queued request. It joins the queue first; only then can its deadline or a cancellation remove it. So neither is
  /// missed.
  final class Waiter: Sendable {
    fileprivate let queue: OriginQueue
    /// Receives the number of the slot that the request takes over.
    let turn = OneShotContinuation<Int>()
    fileprivate let ticket: Int

    fileprivate init(_ queue: OriginQueue, _ ticket: Int) {
      self.queue = queue
      self.ticket = ticket
    }
  }

  fileprivate struct Line {
    /// How many slots have been used at least once.
    var used = 0
    /// Released slots, the most recent at the end.
    var free: [Int] = []
    /// The requests that wait, by their tickets.
    var waiters: [Int: Waiter] = [:]
    /// The ticket of the request that has waited longest, or a lower one.
    var firstTicket = 0
    var nextTicket = 0

    var active: Int { used - free.count }

    mutating func take() -> Int {
      if let place = free.popLast() { return place }
      defer { used += 1 }
      return used
    }
  }

  private struct State {
    var queues: [Origin: OriginQueue] = [:]
    /// The number of queues at which queues without requests under way are removed.
    var mostQueues = OriginLimiter.keptQueues
    /// The queue of the last request. The next request usually has the same origin.
    var last: OriginQueue?

    /// Returns the queue of an origin. Queues without requests under way are removed when there are many queues.
    mutating func queue(of origin: Origin) -> OriginQueue {
      if let last, last.origin == origin { return last }
      let queue: OriginQueue
      if let known = queues[origin] {
        queue = known
      } else {
        if queues.count >= mostQueues {
          queues = queues.filter { $0.value.line.active > 0 }
          // If many origins are in use, checking all queues for each new origin would take too long.
          mostQueues = max(OriginLimiter.keptQueues, 2 * queues.count)
        }
        queue = OriginQueue(origin)
        queues[origin] = queue
      }
      last = queue
      return queue
    }
  }

  private static let keptQueues = 64

  private let active: Int
  private let waiting: Int
  private let state = Mutex(State())

  package init(active: Int, waiting: Int) {
    self.active = active
    self.waiting = waiting
  }

  /// Waits for a slot for a request. The wait is not part of the time limit of the attempt.
  ///
  /// - Throws: as ``admit(to:deadline:alarms:)``.
  package func admit(_ request: Request, to origin: Origin, alarms: AlarmClock) async throws -> Slot {
    switch try enter(origin) {
    case .admitted(let slot): return slot
    case .inLine(let waiter):
      request.waitsForPlace(true)
      let slot = try await wait(waiter, request.deadline, alarms)
      request.waitsForPlace(false)
      return slot
    }
  }

  /// Waits for a slot.
  ///
  /// - Throws: `TransportError` of code `queueFull` at once if the queue is full, `TimedOut(.queue)` if the deadline passes
  ///   first, `CancellationError` as soon as the task is cancelled.
  package func admit(to origin: Origin, deadline: Deadline?, alarms: AlarmClock) async throws -> Slot {
    switch try enter(origin) {
    case .admitted(let slot): return slot
    case .inLine(let waiter): return try await wait(waiter, deadline, alarms)
    }
  }

  /// Returns how many requests wait for a slot at an origin.
  package func waiting(for origin: Origin) -> Int {
    state.withLock { $0.queues[origin]?.line.waiters.count ?? 0 }
  }

  /// How many origins have an entry, including idle ones.
  var originCount: Int { state.withLock { $0.queues.count } }

  enum Entry {
    case admitted(Slot)
    case inLine(Waiter)
  }

  /// Takes a free slot, or joins the queue.
  func enter(_ origin: Origin) throws(TransportError) -> Entry {
    try state.withLock { state throws(TransportError) -> Entry in
      let queue = state.queue(of: origin)
      if queue.line.active < active { return .admitted(Slot(place: queue.line.take(), limiter: self, queue: queue)) }
      let count = queue.line.waiters.count
      guard count < waiting else {
        throw TransportError(.queueFull, phase: .beforeSending, reason: "\(count) requests wait for \(origin)")
      }
      return .inLine(queue.line.append(to: queue))
    }
  }

  /// Removes a request from the queue. Has no effect if the request already has its slot.
  func withdraw(_ waiter: Waiter, with error: any Error) {
    if remove(waiter) { waiter.turn.resume(with: .failure(error)) }
  }

  /// Returns false if the request has already left the queue.
  private func remove(_ waiter: Waiter) -> Bool {
    state.withLock { _ in waiter.queue.line.waiters.removeValue(forKey: waiter.ticket) != nil }
  }

  private func wait(_ waiter: Waiter, _ deadline: Deadline?, _ alarms: AlarmClock) async throws -> Slot {
    let alarm = deadline.map { deadline in
      alarms.schedule(at: AlarmClock.instant(after: deadline.remaining)) { [weak self] in
        self?.withdraw(waiter, with: TimedOut(.queue))
      }
    }
    defer { if let alarm { alarms.cancel(alarm) } }
    let began = AlarmClock.now
    let place = try await waiter.turn.value { remove(waiter) }
    let waited = Duration.nanoseconds(Int64(AlarmClock.now - began))
    let slot = Slot(place: place, waited: waited, limiter: self, queue: waiter.queue)
    // The slot may have been assigned just before the alarm, and the task may have waited for a thread after that.
    if let deadline, deadline.hasPassed {
      slot.leave()
      throw TimedOut(.queue)
    }
    return slot
  }

  private func leave(_ queue: OriginQueue, _ place: Int) {
    let next = state.withLock { _ in queue.line.passOn(place) }
    next?.turn.resume(with: .success(place))
  }
}

extension OriginLimiter.Line {
  fileprivate mutating func append(to queue: OriginLimiter.OriginQueue) -> OriginLimiter.Waiter {
    if waiters.isEmpty { firstTicket = nextTicket }
    let waiter = OriginLimiter.Waiter(queue, nextTicket)
    waiters[nextTicket] = waiter
    nextTicket += 1
    return waiter
  }

  /// Gives the slot to the request that has waited longest, and returns this request. Returns nil if no request waits; the slot
  /// is then free.
  fileprivate mutating func passOn(_ place: Int) -> OriginLimiter.Waiter? {
    while !waiters.isEmpty {
      // The tickets of requests that have left the queue are skipped.
      let waiter = waiters.removeValue(forKey: firstTicket)
      firstTicket += 1
      if let waiter { return waiter }
    }
    free.append(place)
    return nil
  }
}
