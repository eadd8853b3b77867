import Synchronization

/// The faults of an upstream. `PUT /faults` changes them while the upstream runs.
package struct Faults: Codable, Sendable {
  /// Each request whose number is a multiple of this fails with 503. If nil, no request fails.
  package var failEvery: Int?
  /// Each request whose number is a multiple of this is delayed. If nil, no request is delayed.
  package var slowEvery: Int?
  /// How long such a request is delayed, in milliseconds.
  package var delay: Int?

  /// Creates a value without faults.
  package init() {}

  func applies(_ every: Int?, to number: Int) -> Bool { every.map { $0 > 0 && number.isMultiple(of: $0) } ?? false }
}

/// Keeps the current faults of an upstream, and counts its requests.
final class FaultSwitch: Sendable {
  private struct State {
    var faults = Faults()
    var requests = 0
  }

  private let state = Mutex(State())

  func set(_ faults: Faults) { state.withLock { $0.faults = faults } }

  /// Counts a request, and returns the delay and the failure that apply to it.
  func next() -> (delay: Duration?, fails: Bool) {
    state.withLock { state in
      state.requests += 1
      let (faults, number) = (state.faults, state.requests)
      let isSlow = faults.applies(faults.slowEvery, to: number)
      return (isSlow ? .milliseconds(faults.delay ?? 0) : nil, faults.applies(faults.failEvery, to: number))
    }
  }
}
