import RefineryCore
import RefineryParts
import Synchronization

/// The calls under way and the calls that wait, for each group.
final class ConcurrencyGate: Sendable {
  /// A place among the calls under way. It becomes free exactly once: by ``leave()``, or else when its last reference is
  /// released. So no place is lost.
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

    /// Records how long the call took until its response or its deadline. `isCutShort` is true if the call had waited for this
    /// place and then reached its deadline.
    func record(_ duration: Duration, isRefused: Bool, isCutShort: Bool = false) {
      gate.record(group, duration / .seconds(1), isRefused, isCutShort)
    }
  }

  /// A waiting task. The task that removes it from the line resumes it.
  private struct Waiter: Sendable {
    let deadline: Deadline?
    let place = OneShotContinuation<Place>()
  }

  /// A call that has left the line, because it has a place, or because it had too little time left for a response.
  private typealias Turn = (waiter: Waiter, refusal: ConcurrencyExceeded?)

  private struct Line {
    let group: String
    var limit: LimitState
    var active = 0
    var waiters: [Waiter] = []

    /// Gives free places to the calls that have waited longest, and counts these calls as active. Also removes the calls
    /// before them that have too little time left.
    mutating func admit() -> [Turn] {
      var turns: [Turn] = []
      while active < limit.limit, turns.count < waiters.count {
        let waiter = waiters[turns.count]
        if limit.canRespond(within: waiter.deadline?.remaining) {
          active += 1
          turns.append((waiter, nil))
        } else {
          turns.append((waiter, refuse()))
        }
      }
      waiters.removeFirst(turns.count)
      return turns
    }

    /// Whether a further call with this much time left may wait.
    func mayWait(_ left: Duration?, _ policy: ConcurrencyPolicy) -> Bool {
      waiters.count < policy.maximumWaiting && limit.mayWait(behind: waiters.count, left: left)
    }

    mutating func refuse() -> ConcurrencyExceeded {
      limit.refuse()
      let wait = limit.wait(behind: waiters.count).map { Duration.seconds(min($0, 1e9)) }
      return ConcurrencyExceeded(group: group, limit: limit.limit, retryAfter: wait)
    }
  }

  private static let keptLines = 1_024
  private let policy: ConcurrencyPolicy
  private let lines = Mutex<[ExactText: Line]>([:])
  /// The number of lines at which idle ones are removed. Changed only under the lock.
  private let mostLines = Atomic(ConcurrencyGate.keptLines)

  init(_ policy: ConcurrencyPolicy) { self.policy = policy }

  /// Returns the limit of a group, and how many of its calls are under way and how many wait.
  func counts(of group: String) -> (limit: Int, active: Int, waiting: Int) {
    lines.withLock { lines in
      lines[ExactText(group)].map { ($0.limit.limit, $0.active, $0.waiters.count) } ?? (LimitState(policy.limit).limit, 0, 0)
    }
  }

  /// Returns a place, or nil and a function that waits for one.
  func enter(
    _ group: String, deadline: Deadline?
  ) throws(ConcurrencyExceeded) -> (place: Place?, wait: @Sendable () async throws -> Place) {
    let waiter = Waiter(deadline: deadline)
    let key = ExactText(group)
    let (entry, turns) = lines.withLock { lines -> (Result<Place?, ConcurrencyExceeded>, [Turn]) in
      if lines[key] == nil, lines.count >= mostLines.load(ordering: .relaxed) {
        lines = lines.filter { $0.value.active > 0 || !$0.value.waiters.isEmpty }
        // If many groups are in use, checking all lines for each new one would take too long.
        mostLines.store(max(Self.keptLines, 2 * lines.count), ordering: .relaxed)
      }
      var line = lines.removeValue(forKey: key) ?? Line(group: group, limit: LimitState(policy.limit))
      defer { lines[key] = line }
      let left = deadline?.remaining
      if line.active >= line.limit.limit, !line.mayWait(left, policy) { line.limit.makeRoom(active: line.active) }
      // If there are free places again, waiting calls get them first.
      let turns = line.admit()
      if line.active < line.limit.limit {
        line.active += 1
        return (.success(Place(self, group)), turns)
      }
      guard line.mayWait(left, policy) else { return (.failure(line.refuse()), turns) }
      line.waiters.append(waiter)
      return (.success(nil), turns)
    }
    end(turns, group)
    return (try entry.get(), { [self] in try await wait(waiter, group) })
  }

  /// Waits for a place. A cancelled task leaves the line.
  private func wait(_ waiter: Waiter, _ group: String) async throws -> Place {
    let key = ExactText(group)
    return try await waiter.place.value {
      lines.withLock { lines in
        guard let index = lines[key]?.waiters.firstIndex(where: { $0.place === waiter.place }) else { return false }
        lines[key]?.waiters.remove(at: index)
        return true
      }
    }
  }

  private func record(_ group: String, _ seconds: Double, _ isRefused: Bool, _ isCutShort: Bool) {
    change(group) { $0.limit.record(seconds, active: $0.active, isRefused: isRefused, isCutShort: isCutShort) }
  }

  private func leave(_ group: String) { change(group) { $0.active -= 1 } }

  /// Changes a line, and gives free places to the calls that have waited longest.
  private func change(_ group: String, _ change: (inout Line) -> Void) {
    let key = ExactText(group)
    let turns = lines.withLock { lines -> [Turn] in
      guard var line = lines.removeValue(forKey: key) else { return [] }
      defer { lines[key] = line }
      change(&line)
      return line.admit()
    }
    end(turns, group)
  }

  /// Resumes calls that have left the line. Must be called outside the lock: if a task does not take its place, the place is
  /// released here, and that calls ``change(_:_:)`` again.
  private func end(_ turns: [Turn], _ group: String) {
    for turn in turns {
      turn.waiter.place.resume(with: turn.refusal.map { .failure($0) } ?? .success(Place(self, group)))
    }
  }
}
