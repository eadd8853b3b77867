import Dispatch
import Synchronization

/// Runs actions at given instants, to the millisecond, for any number of calls with one system timer.
///
/// Setting or removing an alarm takes one short lock. It changes the system timer only if the new alarm is the next to fire,
/// which is rare if calls have equal limits.
package final class AlarmClock: Sendable {
  package struct ID: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct State {
    var heap: [Alarm] = []
    var actions: [ID: @Sendable () -> Void] = [:]
    var lastNumber: UInt64 = 0
    var armed = UInt64.max
  }

  private let state = Mutex(State())
  // A dispatch source may be used from any thread, but its type is not `Sendable`.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  package init() {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "refinery.alarms"))
    timer.setEventHandler { [weak self] in self?.rings() }
    timer.schedule(deadline: .distantFuture)
    timer.resume()
  }

  deinit { timer.cancel() }

  /// Nanoseconds of a monotonic clock.
  package static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// The instant after a duration: in the past for negative durations, some centuries away for endless ones.
  package static func instant(after duration: Duration) -> UInt64 { now &+ nanoseconds(duration) }

  package static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(min(seconds, 4_000_000_000)) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
  }

  package func schedule(at instant: UInt64, _ action: @escaping @Sendable () -> Void) -> ID {
    state.withLock { state in
      state.lastNumber += 1
      let id = ID(number: state.lastNumber)
      state.actions[id] = action
      state.heap.push(Alarm(instant: instant, id: id))
      arm(&state)
      return id
    }
  }

  package func cancel(_ id: ID) {
    state.withLock { state in
      state.actions[id] = nil
      // The entries of cancelled alarms stay in the heap until they are more than half of its entries.
      if state.heap.count > 64, state.heap.count > 2 * state.actions.count {
        state.heap = state.heap.filter { state.actions[$0.id] != nil }.sorted { $0.instant < $1.instant }
      }
    }
  }

  /// The number of alarms, and of their entries in the heap.
  package var counts: (alarms: Int, entries: Int) { state.withLock { ($0.actions.count, $0.heap.count) } }

  private func rings() {
    let due = state.withLock { state in
      let now = Self.now
      var due: [@Sendable () -> Void] = []
      while let first = state.heap.first, first.instant <= now || state.actions[first.id] == nil {
        state.heap.pop()
        if let action = state.actions.removeValue(forKey: first.id) { due.append(action) }
      }
      state.armed = .max
      arm(&state)
      return due
    }
    for action in due { action() }
  }

  private func arm(_ state: inout State) {
    guard let first = state.heap.first, first.instant < state.armed else { return }
    state.armed = first.instant
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: first.instant), leeway: .nanoseconds(0))
  }
}

private struct Alarm {
  let instant: UInt64
  let id: AlarmClock.ID
}

/// A binary heap, the earliest instant first.
extension [Alarm] {
  fileprivate mutating func push(_ alarm: Alarm) {
    append(alarm)
    var child = count - 1
    while child > 0, self[child].instant < self[(child - 1) / 2].instant {
      swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  fileprivate mutating func pop() {
    swapAt(0, count - 1)
    removeLast()
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < count else { return }
      let right = left + 1
      let child = right < count && self[right].instant < self[left].instant ? right : left
      guard self[child].instant < self[parent].instant else { return }
      swapAt(parent, child)
      parent = child
    }
  }
}
