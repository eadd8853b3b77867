#if Redis
  import RefineryParts
  import Synchronization

  /// The removals of a cache that failed. Until they succeed, this instance uses no response of their targets.
  final class PendingRemovals: Sendable {
    private struct State {
      /// The targets, each with the number of its last failure.
      var targets: [ExactText: Int] = [:]
      /// The number of the last failure that concerns all targets.
      var all: Int?
      var failures = 0
      var isSettling = false
    }

    /// A removal to repeat; the target is nil for all.
    struct Removal {
      let target: String?
      fileprivate let failure: Int
    }

    /// With more targets, all targets count as concerned.
    private static let maximum = 10_000
    private let state = Mutex(State())

    /// Whether a removal of the target is still to be made.
    func concern(_ target: String) -> Bool {
      state.withLock { $0.all != nil || !$0.targets.isEmpty && $0.targets[ExactText(target)] != nil }
    }

    /// Notes a failed removal; `nil` is everything.
    func add(_ target: String?) {
      state.withLock { state in
        state.failures += 1
        if let target, state.all == nil, state.targets.count < Self.maximum {
          state.targets[ExactText(target)] = state.failures
        } else {
          state.all = state.failures
          state.targets = [:]
        }
      }
    }

    /// Begins to repeat the removals. False if there are none, or another task does it.
    func begin() -> Bool {
      state.withLock { state in
        guard !state.isSettling, state.all != nil || !state.targets.isEmpty else { return false }
        state.isSettling = true
        return true
      }
    }

    /// The next removal; nil if none is left, which ends what ``begin()`` began.
    func next() -> Removal? {
      state.withLock { state in
        if let failure = state.all { return Removal(target: nil, failure: failure) }
        if let (target, failure) = state.targets.first { return Removal(target: target.text, failure: failure) }
        state.isSettling = false
        return nil
      }
    }

    /// A removal has succeeded, unless it has failed again in the meantime.
    func end(_ removal: Removal) {
      state.withLock { state in
        if let target = removal.target {
          if state.targets[ExactText(target)] == removal.failure { state.targets[ExactText(target)] = nil }
        } else if state.all == removal.failure {
          state.all = nil
        }
      }
    }

    /// Ends what ``begin()`` began. The next operation tries again.
    func pause() { state.withLock { $0.isSettling = false } }
  }
#endif
