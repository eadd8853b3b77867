package import RefineryCore
import Synchronization

/// Lets a number of requests to each origin through and keeps the others waiting, first come, first served.
///
/// It stands in front of the engine because the engine's own queue lets timers run and cannot say that it is full.
package final class OriginLimiter: Sendable {
  /// One request's place among those under way; left exactly once.
  package struct Slot: Sendable {
    fileprivate let limiter: OriginLimiter
    fileprivate let origin: Origin

    package func leave() { limiter.leave(origin) }
  }

  private struct Gate {
    var active = 0
    var order: [UInt64] = []
    var served = 0
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
  }

  private struct State {
    var gates: [Origin: Gate] = [:]
    var lastTicket: UInt64 = 0
    /// Tickets that were cancelled before they stood in line.
    var cancelled: Set<UInt64> = []
  }

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
    let slot = Slot(limiter: self, origin: origin)
    let ticket = state.withLock { state -> UInt64? in
      var gate = state.gates[origin] ?? Gate()
      guard gate.active >= active else {
        gate.active += 1
        state.gates[origin] = gate
        return nil
      }
      state.lastTicket += 1
      return state.lastTicket
    }
    guard let ticket else { return slot }
    let alarm = deadline.map { deadline in
      alarms.schedule(at: AlarmClock.instant(after: deadline.remaining)) { [weak self] in
        self?.withdraw(ticket, from: origin, with: TimedOut(.queue))
      }
    }
    defer {
      if let alarm { alarms.cancel(alarm) }
      state.withLock { _ = $0.cancelled.remove(ticket) }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { stand(in: origin, with: ticket, $0) }
    } onCancel: {
      withdraw(ticket, from: origin, with: CancellationError())
    }
    return slot
  }

  /// How many requests wait for a place at an origin.
  package func waiting(for origin: Origin) -> Int {
    state.withLock { $0.gates[origin]?.waiting.count ?? 0 }
  }

  private func stand(in origin: Origin, with ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
      var gate = state.gates[origin] ?? Gate()
      defer { state.gates[origin] = gate }
      if gate.active < active {
        gate.active += 1
        return .success(())
      }
      guard gate.waiting.count < waiting else {
        return .failure(
          TransportError(.queueFull, phase: .beforeSending, reason: "\(gate.waiting.count) requests wait for \(origin)"))
      }
      gate.waiting[ticket] = continuation
      gate.order.append(ticket)
      return nil
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  private func withdraw(_ ticket: UInt64, from origin: Origin, with error: any Error) {
    let continuation = state.withLock { state in
      let continuation = state.gates[origin]?.waiting.removeValue(forKey: ticket)
      if continuation == nil, error is CancellationError { state.cancelled.insert(ticket) }
      return continuation
    }
    continuation?.resume(throwing: error)
  }

  private func leave(_ origin: Origin) {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard var gate = state.gates[origin] else { return nil }
      while gate.served < gate.order.count {
        let ticket = gate.order[gate.served]
        gate.served += 1
        // Tickets that were withdrawn stay in the line until it is their turn.
        guard let continuation = gate.waiting.removeValue(forKey: ticket) else { continue }
        if gate.served > 64, gate.served > gate.order.count / 2 {
          gate.order.removeFirst(gate.served)
          gate.served = 0
        }
        state.gates[origin] = gate
        return continuation
      }
      gate.active -= 1
      gate.order = []
      gate.served = 0
      state.gates[origin] = gate.active == 0 ? nil : gate
      return nil
    }
    next?.resume()
  }
}
