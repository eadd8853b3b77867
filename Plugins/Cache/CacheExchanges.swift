import Synchronization

/// Tracks the requests of a cache that are under way: the invalid ones, and those in the background.
final class CacheExchanges: Sendable {
  /// One exchange for a target.
  struct Ticket: Sendable {
    let target: String
    let id: Int
  }

  private struct State {
    var lastID = 0
    /// The exchanges of each target, and whether each is still valid.
    var exchanges: [String: [Int: Bool]] = [:]
    var revalidations: [CacheKey: Task<Void, Never>] = [:]

    mutating func begin(_ target: String) -> Ticket {
      lastID += 1
      exchanges[target, default: [:]][lastID] = true
      return Ticket(target: target, id: lastID)
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  func begin(_ target: String) -> Ticket { state.withLock { $0.begin(target) } }

  func end(_ ticket: Ticket) {
    state.withLock { state in
      state.exchanges[ticket.target]?[ticket.id] = nil
      if state.exchanges[ticket.target]?.isEmpty == true { state.exchanges[ticket.target] = nil }
    }
  }

  /// Begins an exchange that becomes invalid in the same cases as the ticket's exchange. Returns nil if that is invalid or has
  /// ended.
  func successor(of ticket: Ticket) -> Ticket? {
    state.withLock { $0.exchanges[ticket.target]?[ticket.id] == true ? $0.begin(ticket.target) : nil }
  }

  /// Marks the exchanges of a target as invalid. Their responses are not stored, because they may be older than the change.
  func invalidate(_ target: String) {
    state.withLock { state in
      for id in (state.exchanges[target] ?? [:]).keys { state.exchanges[target]?[id] = false }
    }
  }

  func isValid(_ ticket: Ticket) -> Bool { state.withLock { $0.exchanges[ticket.target]?[ticket.id] ?? false } }

  var revalidationCount: Int { state.withLock { $0.revalidations.count } }

  /// Runs work in the background. Does nothing if work for the same key is running or if the limit is reached. The work has the
  /// task-local values of the caller, because its credentials may depend on them.
  func revalidate(_ key: CacheKey, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard state.revalidations.count < limit, state.revalidations[key] == nil else { return }
      state.revalidations[key] = Task {
        await work()
        self.finish(key)
      }
    }
  }

  private func finish(_ key: CacheKey) { state.withLock { $0.revalidations[key] = nil } }

  func endRevalidations() async {
    let tasks = state.withLock { Array($0.revalidations.values) }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
