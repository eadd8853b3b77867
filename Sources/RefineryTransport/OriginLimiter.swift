package import RefineryCore
import Synchronization

/// Lets a number of requests to each origin through and keeps the others waiting, first come, first served.
///
/// It stands in front of the engine because the engine's own queue lets timers run and cannot say that it is full.
package final class OriginLimiter: Sendable {
  /// One request's place among those under way; left exactly once.
  package struct Slot: Sendable {
    /// Which of the origin's places this is, from 0 up to the limit. No two requests to one origin hold the same place at
    /// once, and a place that was left last is taken first.
    package let place: Int
    /// How long the request waited for the place; nil if one was free.
    package var waited: Duration?
    fileprivate let limiter: OriginLimiter
    fileprivate let gate: Gate

    package func leave() { limiter.leave(gate, place) }
  }

  fileprivate final class Gate: Sendable {
    let origin: Origin
    // Touched only under the limiter's lock.
    nonisolated(unsafe) var line = Line()

    init(_ origin: Origin) { self.origin = origin }
  }

  /// One request in line. It is in line before its deadline and its cancellation can take it out, so neither is missed.
  final class Waiter: Sendable {
    fileprivate let gate: Gate
    /// Gives the place that the request takes over.
    let turn = OneShotContinuation<Int>()
    // Touched only under the limiter's lock.
    nonisolated(unsafe) fileprivate var isInLine = true

    fileprivate init(_ gate: Gate) { self.gate = gate }
  }

  fileprivate struct Line {
    /// How many places have been taken at least once.
    var used = 0
    /// Places that were left, the last one at the end.
    var free: [Int] = []
    var waiters: [Waiter] = []
    /// How many at the front have had their turn.
    var served = 0
    /// How many are in line.
    var waiting = 0

    var active: Int { used - free.count }

    mutating func take() -> Int {
      if let place = free.popLast() { return place }
      defer { used += 1 }
      return used
    }
  }

  private struct State {
    var gates: [Origin: Gate] = [:]
    /// That of the last request: the next one goes there, too, as a rule.
    var last: Gate?

    /// A gate stays as long as requests are under way, and then until there are many others.
    mutating func gate(of origin: Origin) -> Gate {
      if let last, last.origin == origin { return last }
      let gate: Gate
      if let known = gates[origin] {
        gate = known
      } else {
        if gates.count >= OriginLimiter.keptGates { gates = gates.filter { $0.value.line.active > 0 } }
        gate = Gate(origin)
        gates[origin] = gate
      }
      last = gate
      return gate
    }
  }

  private static let keptGates = 64

  private let active: Int
  private let waiting: Int
  private let state = Mutex(State())

  package init(active: Int, waiting: Int) {
    self.active = active
    self.waiting = waiting
  }

  /// Waits for a place.
  ///
  /// - Throws: `TransportError` of code `queueFull` at once, `TimedOut(.queue)` when the deadline passes first,
  ///   `CancellationError` as soon as the task is cancelled.
  package func admit(to origin: Origin, deadline: Deadline?, alarms: AlarmClock) async throws -> Slot {
    switch try enter(origin) {
    case .admitted(let slot): return slot
    case .inLine(let waiter): return try await wait(waiter, deadline, alarms)
    }
  }

  /// How many requests wait for a place at an origin.
  package func waiting(for origin: Origin) -> Int {
    state.withLock { $0.gates[origin]?.line.waiting ?? 0 }
  }

  /// How many entries there are for them, with those that have left the line.
  func entries(for origin: Origin) -> Int {
    state.withLock { $0.gates[origin]?.line.waiters.count ?? 0 }
  }

  enum Entry {
    case admitted(Slot)
    case inLine(Waiter)
  }

  /// Takes a place, or the last place in line.
  func enter(_ origin: Origin) throws(TransportError) -> Entry {
    try state.withLock { state throws(TransportError) -> Entry in
      let gate = state.gate(of: origin)
      if gate.line.active < active { return .admitted(Slot(place: gate.line.take(), limiter: self, gate: gate)) }
      guard gate.line.waiting < waiting else {
        throw TransportError(
          .queueFull, phase: .beforeSending, reason: "\(gate.line.waiting) requests wait for \(origin)")
      }
      let waiter = Waiter(gate)
      gate.line.append(waiter)
      return .inLine(waiter)
    }
  }

  /// Takes a request out of the line. Nothing happens to one that has had its turn.
  func withdraw(_ waiter: Waiter, with error: any Error) {
    let wasInLine = state.withLock { _ in waiter.gate.line.remove(waiter) }
    if wasInLine { waiter.turn.resume(with: .failure(error)) }
  }

  private func wait(_ waiter: Waiter, _ deadline: Deadline?, _ alarms: AlarmClock) async throws -> Slot {
    let alarm = deadline.map { deadline in
      alarms.schedule(at: AlarmClock.instant(after: deadline.remaining)) { [weak self] in
        self?.withdraw(waiter, with: TimedOut(.queue))
      }
    }
    defer { if let alarm { alarms.cancel(alarm) } }
    let began = AlarmClock.now
    let place = try await withTaskCancellationHandler {
      try await waiter.turn.value()
    } onCancel: {
      withdraw(waiter, with: CancellationError())
    }
    let waited = Duration.nanoseconds(Int64(AlarmClock.now - began))
    let slot = Slot(place: place, waited: waited, limiter: self, gate: waiter.gate)
    // The turn may have come just before the alarm, and the task may have waited for a thread since.
    if let deadline, deadline.hasPassed {
      slot.leave()
      throw TimedOut(.queue)
    }
    return slot
  }

  private func leave(_ gate: Gate, _ place: Int) {
    let next = state.withLock { _ in gate.line.passOn(place) }
    next?.turn.resume(with: .success(place))
  }
}

extension OriginLimiter.Line {
  fileprivate mutating func append(_ waiter: OriginLimiter.Waiter) {
    // Those that were withdrawn stay in the array until it is their turn, or until they are the larger part of it.
    if waiters.count > 64, waiters.count > 2 * waiting {
      waiters = waiters.filter(\.isInLine)
      served = 0
    }
    waiters.append(waiter)
    waiting += 1
  }

  /// False where the request has left the line already.
  fileprivate mutating func remove(_ waiter: OriginLimiter.Waiter) -> Bool {
    guard waiter.isInLine else { return false }
    waiter.isInLine = false
    waiting -= 1
    return true
  }

  /// The request that has waited longest, which takes the place over; nil when none waits, and the place is free.
  fileprivate mutating func passOn(_ place: Int) -> OriginLimiter.Waiter? {
    while served < waiters.count {
      let waiter = waiters[served]
      served += 1
      guard remove(waiter) else { continue }
      if served > 64, served > waiters.count / 2 {
        waiters.removeFirst(served)
        served = 0
      }
      return waiter
    }
    free.append(place)
    if served > 0 {
      waiters = []
      served = 0
    }
    return nil
  }
}
