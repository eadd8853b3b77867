package import RefineryCore
import RefineryParts
import Synchronization

/// Stores the circuits of a circuit breaker. Your own store can also count the outcomes of other instances of the app.
///
/// The middleware calls the store for every request, so each function must return at once, from memory. It settles each permit
/// exactly once. Compare the names of circuits by their bytes: names with different bytes can be equal as strings.
public protocol CircuitStore: Sendable {
  /// Admits a request, and returns a number by which the store finds it again when it ends.
  ///
  /// - Throws: ``CircuitOpen`` if the circuit refuses it.
  func admit(to circuit: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> Int

  /// Counts the outcome of a request that was admitted, and how long it took. `cause` describes an outcome that may open the
  /// circuit in one line that is safe to log, such as `status 503`, for ``CircuitOpen/cause``.
  func settle(
    _ permit: Int, of circuit: String, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy,
    because cause: String?)

  /// Returns the state of a circuit.
  func state(of circuit: String) -> CircuitState

  /// Refuses requests until the circuit is closed.
  func isolate(_ circuit: String)

  /// Closes a circuit and resets its counts.
  func close(_ circuit: String)
}

/// Keeps circuits in the memory of this process. When there are 1,024 circuits, the store removes each closed circuit that has
/// no requests in its window. If more than 512 circuits remain, the next removal takes place when their number has doubled.
package final class MemoryCircuitStore: CircuitStore {
  private static let keptCircuits = 1_024
  private let clock: CallClock
  private let onChange: (@Sendable (CircuitChange) -> Void)?
  private let state = Mutex(State())

  private struct State {
    var circuits: [ExactText: Circuit] = [:]
    /// The number of circuits at which idle ones are removed.
    var mostCircuits = MemoryCircuitStore.keptCircuits
    /// The changes that have not been reported yet, in order.
    var changes: [CircuitChange] = []
    /// Whether a task is reporting changes.
    var isTelling = false
  }

  /// Creates an empty store. A circuit that is not in the store is closed.
  ///
  /// - Parameters:
  ///   - clock: measures the window and the time that a circuit is open.
  ///   - onChange: called after each change of a circuit's state, in the order of the changes, from one task at a time. Must
  ///     return quickly.
  package init(clock: CallClock = .continuous, onChange: (@Sendable (CircuitChange) -> Void)? = nil) {
    self.clock = clock
    self.onChange = onChange
  }

  /// The number of circuits.
  package var count: Int { state.withLock { $0.circuits.count } }

  /// Admits a request if the circuit is closed, or as a probe if it is half-open and has a place.
  package func admit(to circuit: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> Int {
    try change(circuit) { state in
      Result { () throws(CircuitOpen) in try state.admit(to: circuit, by: policy) }
    }.get()
  }

  /// Counts an outcome, which may open or close the circuit, and keeps the cause of a failure for the errors of an open
  /// circuit.
  package func settle(
    _ permit: Int, of circuit: String, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy,
    because cause: String? = nil
  ) {
    change(circuit) { $0.settle(permit, as: outcome, after: duration, by: policy, because: cause) }
  }

  /// Returns the state of a circuit.
  package func state(of circuit: String) -> CircuitState {
    state.withLock { $0.circuits[ExactText(circuit)]?.state(at: clock.now) ?? .closed }
  }

  /// Refuses requests until the circuit is closed.
  package func isolate(_ circuit: String) { change(circuit) { $0.enter(.isolated) } }

  /// Closes a circuit and resets its counts.
  package func close(_ circuit: String) { change(circuit) { $0.enter(.closed) } }

  private func change<Output: Sendable>(_ name: String, _ change: (inout Circuit) -> Output) -> Output {
    let key = ExactText(name)
    let (output, isTeller) = state.withLock { state -> (Output, Bool) in
      let now = clock.now
      if state.circuits[key] == nil, state.circuits.count >= state.mostCircuits {
        state.circuits = state.circuits.filter { !$0.value.isIdle(at: now) }
        // If many circuits are in use, checking all of them for each new one would take too long.
        state.mostCircuits = max(Self.keptCircuits, 2 * state.circuits.count)
      }
      var circuit = state.circuits[key] ?? Circuit(now: now)
      circuit.advance(to: now)
      let old = circuit.state
      let output = change(&circuit)
      state.circuits[key] = circuit
      let new = circuit.state
      guard onChange != nil, old != new else { return (output, false) }
      state.changes.append(CircuitChange(circuit: name, old: old, new: new))
      defer { state.isTelling = true }
      return (output, !state.isTelling)
    }
    if isTeller { tellChanges() }
    return output
  }

  /// Reports the changes in order. Only one task does this at a time. It also reports the changes that other tasks make in that
  /// time.
  private func tellChanges() {
    while let next = state.withLock({ state -> CircuitChange? in
      state.isTelling = !state.changes.isEmpty
      return state.isTelling ? state.changes.removeFirst() : nil
    }) {
      onChange?(next)
    }
  }
}
