import Synchronization

/// What an upstream does wrong. `PUT /faults` changes it while the upstream runs.
package struct Faults: Codable, Sendable {
  /// Each request whose number is a multiple of this fails with 503; nil: none fails.
  package var failEvery: Int?
  /// Each request whose number is a multiple of this is delayed; nil: none is.
  package var slowEvery: Int?
  /// How long such a request is delayed, in milliseconds.
  package var delay: Int?

  /// No faults.
  package init() {}

  func applies(_ every: Int?, to number: Int) -> Bool { every.map { $0 > 0 && number.isMultiple(of: $0) } ?? false }
}

/// The faults that are in force.
final class FaultSwitch: Sendable {
  private struct State {
    var faults = Faults()
    var requests = 0
  }

  private let state = Mutex(State())

  func set(_ faults: Faults) { state.withLock { $0.faults = faults } }

  /// Numbers a request, and returns what is done to it.
  func next() -> (delay: Duration?, fails: Bool) {
    state.withLock { state in
      state.requests += 1
      let (faults, number) = (state.faults, state.requests)
      let isSlow = faults.applies(faults.slowEvery, to: number)
      return (isSlow ? .milliseconds(faults.delay ?? 0) : nil, faults.applies(faults.failEvery, to: number))
    }
  }
}
