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
    fileprivate let limiter: OriginLimiter
    fileprivate let gate: Gate

    package func leave() { limiter.leave(gate, place) }
  }

  fileprivate final class Gate: Sendable {
    let origin: Origin
    // Touched under the limiter's lock alone.
    nonisolated(unsafe) var line = Line()

    init(_ origin: Origin) { self.origin = origin }
  }

  fileprivate struct Line {
    /// How many places have been taken at least once.
    var used = 0
    /// Places that were left, the last one at the end.
    var free: [Int] = []
    var order: [UInt64] = []
    var served = 0
    var waiting: [UInt64: CheckedContinuation<Int, any Error>] = [:]

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
    var lastTicket: UInt64 = 0
    /// Tickets that were cancelled before they stood in line.
    var cancelled: Set<UInt64> = []

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
    let (slot, ticket) = state.withLock { state -> (Slot?, UInt64) in
      let gate = state.gate(of: origin)
      guard gate.line.active >= active else { return (Slot(place: gate.line.take(), limiter: self, gate: gate), 0) }
      state.lastTicket += 1
      return (nil, state.lastTicket)
    }
    if let slot { return slot }
    return try await wait(for: origin, with: ticket, deadline, alarms)
  }

  private func wait(
    for origin: Origin, with ticket: UInt64, _ deadline: Deadline?, _ alarms: AlarmClock
  ) async throws -> Slot {
    let alarm = deadline.map { deadline in
      alarms.schedule(at: AlarmClock.instant(after: deadline.remaining)) { [weak self] in
        self?.withdraw(ticket, from: origin, with: TimedOut(.queue))
      }
    }
    defer {
      if let alarm { alarms.cancel(alarm) }
      state.withLock { _ = $0.cancelled.remove(ticket) }
    }
    let place = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { stand(in: origin, with: ticket, $0) }
    } onCancel: {
      withdraw(ticket, from: origin, with: CancellationError())
    }
    return Slot(place: place, limiter: self, gate: state.withLock { $0.gate(of: origin) })
  }

  /// How many requests wait for a place at an origin.
  package func waiting(for origin: Origin) -> Int {
    state.withLock { $0.gates[origin]?.line.waiting.count ?? 0 }
  }

  private func stand(in origin: Origin, with ticket: UInt64, _ continuation: CheckedContinuation<Int, any Error>) {
    let outcome: Result<Int, any Error>? = state.withLock { state in
      if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
      let gate = state.gate(of: origin)
      if gate.line.active < active { return .success(gate.line.take()) }
      let count = gate.line.waiting.count
      guard count < waiting else {
        return .failure(
          TransportError(.queueFull, phase: .beforeSending, reason: "\(count) requests wait for \(origin)"))
      }
      gate.line.waiting[ticket] = continuation
      gate.line.order.append(ticket)
      return nil
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  private func withdraw(_ ticket: UInt64, from origin: Origin, with error: any Error) {
    let continuation = state.withLock { state in
      let continuation = state.gates[origin]?.line.waiting.removeValue(forKey: ticket)
      if continuation == nil, error is CancellationError { state.cancelled.insert(ticket) }
      return continuation
    }
    continuation?.resume(throwing: error)
  }

  private func leave(_ gate: Gate, _ place: Int) {
    let next = state.withLock { _ in gate.line.passOn(place) }
    next?.resume(returning: place)
  }
}

extension OriginLimiter.Line {
  /// The request that has waited longest, which takes the place over; nil when none waits, and the place is free.
  fileprivate mutating func passOn(_ place: Int) -> CheckedContinuation<Int, any Error>? {
    while served < order.count {
      let ticket = order[served]
      served += 1
      // Tickets that were withdrawn stay in the line until it is their turn.
      guard let continuation = waiting.removeValue(forKey: ticket) else { continue }
      if served > 64, served > order.count / 2 {
        order.removeFirst(served)
        served = 0
      }
      return continuation
    }
    free.append(place)
    if served > 0 {
      order = []
      served = 0
    }
    return nil
  }
}
