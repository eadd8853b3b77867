package import RefineryCore
import RefineryParts
import Synchronization

/// Stores the circuits of a circuit breaker. Your own store can also count the outcomes of other instances of the app.
///
/// The middleware calls the store for every request, so each function must return at once, from memory. It settles each
/// permit exactly once. Compare the names of circuits by their bytes: names with different bytes can be equal as strings.
///
/// `CircuitStoreContract` of RefineryContracts checks a store of your own.
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

/// A change of a circuit's state, for a store that tells other instances of it.
package struct CircuitEvent: Sendable {
  package let change: CircuitChange
  /// Whether the requests of this process caused it, rather than the app or a hint.
  package let isByRequests: Bool
  /// Whether another instance said within half of the open time that its circuit opened.
  package let isOpeningKnown: Bool
  /// How long the circuit refuses requests if it has opened, else zero.
  package let openRest: Duration
  /// Why it has opened.
  package let cause: String?
}

/// Keeps circuits in the memory of this process. When there are 1,024 circuits, the store removes each closed circuit that
/// has no requests in its window. If more than 512 circuits remain, the next removal takes place when their number has
/// doubled.
package final class MemoryCircuitStore: CircuitStore {
  private static let keptCircuits = 1_024
  private let clock: CallClock
  /// What is called after each change of a circuit's state.
  package let onChange: (@Sendable (CircuitChange) -> Void)?
  private let onEvent: (@Sendable (CircuitEvent) -> Void)?
  private let state = Mutex(State())

  private struct State {
    var circuits: [ExactText: Circuit] = [:]
    /// The number of circuits at which idle ones are removed.
    var mostCircuits = MemoryCircuitStore.keptCircuits
    /// The changes that have not been reported yet, in order.
    var changes: [CircuitEvent] = []
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
    onEvent = onChange.map { onChange in { @Sendable (event: CircuitEvent) in onChange(event.change) } }
  }

  /// Creates an empty store that also tells why a state has changed.
  package init(clock: CallClock = .continuous, onEvent: (@Sendable (CircuitEvent) -> Void)?) {
    self.clock = clock
    onChange = nil
    self.onEvent = onEvent
  }

  /// The number of circuits.
  package var count: Int { state.withLock { $0.circuits.count } }

  /// Admits a request if the circuit is closed, or as a probe if it is half-open and has a place.
  package func admit(to circuit: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> Int {
    try change(circuit, isByRequest: true) { state in
      Result { () throws(CircuitOpen) in try state.admit(to: circuit, by: policy) }
    }.get()
  }

  /// Counts an outcome, which may open or close the circuit, and keeps the cause of a failure for the errors of an open
  /// circuit.
  package func settle(
    _ permit: Int, of circuit: String, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy,
    because cause: String? = nil
  ) {
    change(circuit, isByRequest: true) { $0.settle(permit, as: outcome, after: duration, by: policy, because: cause) }
  }

  /// Returns the state of a circuit.
  package func state(of circuit: String) -> CircuitState {
    state.withLock { $0.circuits[ExactText(circuit)]?.state(at: clock.now) ?? .closed }
  }

  /// Refuses requests until the circuit is closed.
  package func isolate(_ circuit: String) { change(circuit) { $0.enter(.isolated) } }

  /// Closes a circuit and resets its counts.
  package func close(_ circuit: String) { change(circuit) { $0.enter(.closed) } }

  // MARK: Hints of other instances

  /// Opens a circuit, because that of another instance has opened. Without effect unless the circuit is closed and its window
  /// has a failed or slow request. The circuit stays open for `rest`, but not longer than its own open time, and up to
  /// `delay` of that longer: `0.2` is a fifth.
  package func open(_ circuit: String, for rest: Duration, because cause: String?, delay: Double = 0) {
    changeIfKnown(circuit) { $0.open(for: rest, because: cause, delay: delay) }
  }

  /// Closes an open or half-open circuit, because the probes of another instance have succeeded. Without effect if it was
  /// closed so before and then opened by its own counts, until its own probes have succeeded.
  package func closeByHint(_ circuit: String) { changeIfKnown(circuit) { $0.closeByHint() } }

  /// Closes a circuit, unless this process has not used it.
  package func closeIfKnown(_ circuit: String) { changeIfKnown(circuit) { $0.enter(.closed) } }

  private func changeIfKnown(_ name: String, _ change: (inout Circuit) -> Void) {
    guard state.withLock({ $0.circuits[ExactText(name)] != nil }) else { return }
    self.change(name, change)
  }

  private func change<Output: Sendable>(
    _ name: String, isByRequest: Bool = false, _ change: (inout Circuit) -> Output
  ) -> Output {
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
      guard onEvent != nil, old != new else { return (output, false) }
      state.changes.append(
        CircuitEvent(
          change: CircuitChange(circuit: name, old: old, new: new), isByRequests: isByRequest,
          isOpeningKnown: circuit.isOpeningKnown, openRest: circuit.openRest, cause: circuit.cause))
      defer { state.isTelling = true }
      return (output, !state.isTelling)
    }
    if isTeller { tellChanges() }
    return output
  }

  /// Reports the changes in order. Only one task does this at a time. It also reports the changes that other tasks make in
  /// that time.
  private func tellChanges() {
    while let next = state.withLock({ state -> CircuitEvent? in
      state.isTelling = !state.changes.isEmpty
      return state.isTelling ? state.changes.removeFirst() : nil
    }) {
      onEvent?(next)
    }
  }
}
