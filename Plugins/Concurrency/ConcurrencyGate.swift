import RefineryCore
import Synchronization

/// The calls under way and the calls that wait, for each group.
final class ConcurrencyGate: Sendable {
  /// A place among the calls under way. It is given back once: by ``leave()``, or when the last reference to it is released.
  /// So a call cannot lose it.
  final class Place: Sendable {
    private let gate: ConcurrencyGate
    private let group: String
    private let isLeft = Atomic(false)

    fileprivate init(_ gate: ConcurrencyGate, _ group: String) {
      self.gate = gate
      self.group = group
    }

    deinit { leave() }

    func leave() {
      guard !isLeft.exchange(true, ordering: .relaxed) else { return }
      gate.leave(group)
    }

    /// Records how long the call took until its response, or until its deadline if that was cut short by the wait for this place.
    func record(_ duration: Duration, isRefused: Bool, isCutShort: Bool = false) {
      gate.record(group, duration / .seconds(1), isRefused, isCutShort)
    }
  }

  /// A waiting task. It is resumed once, by the task that removes it from the line. The result may be set before the task
  /// waits.
  private final class Waiter: Sendable {
    private typealias Outcome = Result<Place, any Error>
    private let state = Mutex<(result: Outcome?, task: CheckedContinuation<Place, any Error>?)>((nil, nil))

    func place() async throws -> Place {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.task = continuation }
          defer { state.result = nil }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    }

    func end(_ result: Result<Place, any Error>) {
      let task = state.withLock { state in
        // A result holds a place, so the waiter stores it only if no task can take it yet.
        if state.task == nil { state.result = result }
        return state.task
      }
      task?.resume(with: result)
    }
  }

  private struct Line {
    var limit: LimitState
    var active = 0
    var waiters: [Waiter] = []

    /// Removes the calls for which there is a place from the line, counts them as active, and returns them.
    mutating func admit() -> [Waiter] {
      let count = min(waiters.count, max(0, limit.limit - active))
      let admitted = Array(waiters.prefix(count))
      waiters.removeFirst(count)
      active += count
      return admitted
    }
  }

  private static let keptLines = 1_024
  private let policy: ConcurrencyPolicy
  private let lines = Mutex<[String: Line]>([:])

  init(_ policy: ConcurrencyPolicy) { self.policy = policy }

  /// Returns the limit of a group, and how many of its calls are under way and how many wait.
  func counts(of group: String) -> (limit: Int, active: Int, waiting: Int) {
    lines.withLock { lines in
      lines[group].map { ($0.limit.limit, $0.active, $0.waiters.count) } ?? (LimitState(policy.limit).limit, 0, 0)
    }
  }

  /// Returns a place, or nil and a function that waits for one.
  func enter(_ group: String) throws(ConcurrencyExceeded) -> (place: Place?, wait: @Sendable () async throws -> Place) {
    let (place, waiter, admitted) = try lines.withLock { lines throws(ConcurrencyExceeded) -> (Place?, Waiter, [Waiter]) in
      if lines[group] == nil, lines.count >= Self.keptLines {
        lines = lines.filter { $0.value.active > 0 || !$0.value.waiters.isEmpty }
      }
      var line = lines.removeValue(forKey: group) ?? Line(limit: LimitState(policy.limit))
      defer { lines[group] = line }
      let waiter = Waiter()
      if line.active >= line.limit.limit, line.waiters.count >= policy.maximumWaiting {
        line.limit.makeRoom(active: line.active)
      }
      // Waiting calls come first if there is room again.
      let admitted = line.admit()
      let limit = line.limit.limit
      if line.active < limit {
        line.active += 1
        return (Place(self, group), waiter, admitted)
      }
      guard line.waiters.count < policy.maximumWaiting else {
        line.limit.refuse()
        let rounds = Double(line.waiters.count + 1) / Double(limit)
        let wait = line.limit.recent.map { Duration.seconds(min($0 * rounds, 1e9)) }
        throw ConcurrencyExceeded(group: group, limit: limit, retryAfter: wait)
      }
      line.waiters.append(waiter)
      return (nil, waiter, admitted)
    }
    for waiter in admitted { waiter.end(.success(Place(self, group))) }
    return (place, { [self] in try await wait(waiter, group) })
  }

  /// Waits for a place. A cancelled task leaves the line.
  private func wait(_ waiter: Waiter, _ group: String) async throws -> Place {
    try await withTaskCancellationHandler {
      try await waiter.place()
    } onCancel: {
      let wasInLine = lines.withLock { lines in
        guard let index = lines[group]?.waiters.firstIndex(where: { $0 === waiter }) else { return false }
        lines[group]?.waiters.remove(at: index)
        return true
      }
      if wasInLine { waiter.end(.failure(CancellationError())) }
    }
  }

  private func record(_ group: String, _ seconds: Double, _ isRefused: Bool, _ isCutShort: Bool) {
    change(group) { $0.limit.record(seconds, active: $0.active, isRefused: isRefused, isCutShort: isCutShort) }
  }

  private func leave(_ group: String) { change(group) { $0.active -= 1 } }

  /// Changes a line, and gives free places to the calls that have waited longest.
  private func change(_ group: String, _ change: (inout Line) -> Void) {
    let admitted = lines.withLock { lines -> [Waiter] in
      guard var line = lines.removeValue(forKey: group) else { return [] }
      defer { lines[group] = line }
      change(&line)
      return line.admit()
    }
    // Outside the lock: a place that its task does not take is released here, and that calls this function again.
    for waiter in admitted { waiter.end(.success(Place(self, group))) }
  }
}
