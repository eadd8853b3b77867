public import RefineryCore
import Synchronization

/// Keeps the circuits of a breaker: in memory, or with what other instances of an app have seen.
///
/// Every request asks the store, so it must decide from memory, without waiting. Each permit is settled exactly once.
public protocol CircuitStore: Sendable {
  /// Admits a request.
  ///
  /// - Throws: ``CircuitOpen`` if the circuit refuses it.
  func admit(to circuit: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> CircuitPermit

  /// Counts the outcome of a request that was admitted, and how long it took.
  func settle(_ permit: CircuitPermit, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy)

  /// Returns the state of a circuit.
  func state(of circuit: String) -> CircuitState

  /// Refuses requests until the circuit is closed.
  func isolate(_ circuit: String)

  /// Closes a circuit and forgets what it has counted.
  func close(_ circuit: String)
}

/// A request that a circuit has admitted.
public struct CircuitPermit: Sendable, Hashable {
  /// The circuit.
  public let circuit: String
  /// Which of the circuit's states admitted it. An outcome that arrives after the state has changed is not counted.
  public let term: Int
  /// The number of the probe, if it is one.
  public let probe: Int?

  /// Creates a permit, for a store of your own.
  public init(circuit: String, term: Int, probe: Int?) {
    self.circuit = circuit
    self.term = term
    self.probe = probe
  }
}

/// Circuits in the memory of this process. A closed circuit without calls in its window is removed when there are many.
public final class MemoryCircuitStore: CircuitStore {
  private static let keptCircuits = 1_024
  private let clock: CallClock
  private let onChange: (@Sendable (CircuitChange) -> Void)?
  private let circuits = Mutex<[String: Circuit]>([:])

  /// A store of closed circuits.
  ///
  /// - Parameters:
  ///   - clock: measures the window and the time that a circuit is open.
  ///   - onChange: called after each change of a circuit's state. Must return quickly.
  public init(clock: CallClock = .continuous, onChange: (@Sendable (CircuitChange) -> Void)? = nil) {
    self.clock = clock
    self.onChange = onChange
  }

  /// The number of circuits, for a metric.
  public var count: Int { circuits.withLock { $0.count } }

  /// Admits a request if the circuit is closed, or as a probe if it is half-open and has a place.
  public func admit(to circuit: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> CircuitPermit {
    let entry = change(circuit) { $0.admit(by: policy) }
    guard case .admitted(let term, let probe) = entry else {
      guard case .refused(let wait) = entry else { throw CircuitOpen(circuit: circuit, retryAfter: nil) }
      throw CircuitOpen(circuit: circuit, retryAfter: wait)
    }
    return CircuitPermit(circuit: circuit, term: term, probe: probe)
  }

  /// Counts an outcome. This may open or close the circuit.
  public func settle(
    _ permit: CircuitPermit, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy
  ) {
    change(permit.circuit) { $0.settle(permit, as: outcome, after: duration, by: policy) }
  }

  /// Returns the state of a circuit.
  public func state(of circuit: String) -> CircuitState {
    circuits.withLock { $0[circuit]?.state(at: clock.now) ?? .closed }
  }

  /// Refuses requests until the circuit is closed.
  public func isolate(_ circuit: String) { change(circuit) { $0.enter(.isolated) } }

  /// Closes a circuit and forgets what it has counted.
  public func close(_ circuit: String) { change(circuit) { $0.enter(.closed) } }

  private func change<Output: Sendable>(_ name: String, _ change: (inout Circuit) -> Output) -> Output {
    let (output, old, new) = circuits.withLock { circuits -> (Output, CircuitState, CircuitState) in
      let now = clock.now
      if circuits[name] == nil, circuits.count >= Self.keptCircuits {
        circuits = circuits.filter { !$0.value.isIdle(at: now) }
      }
      var circuit = circuits[name] ?? Circuit(now: now)
      circuit.advance(to: now)
      let old = circuit.phase.state
      let output = change(&circuit)
      circuits[name] = circuit
      return (output, old, circuit.phase.state)
    }
    if old != new { onChange?(CircuitChange(circuit: name, old: old, new: new)) }
    return output
  }
}
