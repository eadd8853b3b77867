import RefineryCore

/// The state of one circuit. It reads no clock: ``advance(to:)`` sets the current instant.
struct Circuit: Sendable {
  enum Phase: Sendable {
    case closed
    case open(until: Duration)
    case halfOpen
    case isolated

    var state: CircuitState {
      switch self {
      case .closed: .closed
      case .open: .open
      case .halfOpen: .halfOpen
      case .isolated: .isolated
      }
    }
  }

  enum Entry: Sendable {
    case admitted(term: Int, probe: Int?)
    case refused(Duration)
    case isolated
  }

  private(set) var phase = Phase.closed
  /// Why requests fail: the last failure, or that they are slow. Nil if there is no cause since the circuit closed, or if it is
  /// not known.
  private(set) var cause: String?
  private var now: Duration
  private var term = 0
  private var window = CallWindow()
  /// The instant at which each probe under way times out. A probe that never ends is removed when the circuit opens again.
  private var probes: [Int: Duration] = [:]
  private var lastProbe = 0
  private var successes = 0

  init(now: Duration) { self.now = now }

  func isIdle(at instant: Duration) -> Bool {
    if case .closed = phase { window.isEmpty(at: instant) } else { false }
  }

  func state(at instant: Duration) -> CircuitState {
    if case .open(let end) = phase, end <= instant { return .halfOpen }
    return phase.state
  }

  mutating func advance(to instant: Duration) {
    if instant < now {
      // The clock went back. All instants move back by the same amount. Otherwise an open circuit would stay open until the
      // clock reaches the old time again.
      let jump = now - instant
      if case .open(let end) = phase { phase = .open(until: end - jump) }
      probes = probes.mapValues { $0 - jump }
      window = CallWindow()
    }
    now = instant
  }

  mutating func enter(_ next: Phase) {
    switch next {
    case .closed, .isolated: cause = nil
    case .open, .halfOpen: break
    }
    phase = next
    term += 1
    window = CallWindow()
    probes = [:]
    successes = 0
  }

  mutating func admit(by policy: CircuitBreakerPolicy) -> Entry {
    switch phase {
    case .closed: return .admitted(term: term, probe: nil)
    case .isolated: return .isolated
    case .open(let end):
      guard end <= now else { return .refused(end - now) }
      enter(.halfOpen)
    case .halfOpen: break
    }
    if probes.values.contains(where: { $0 <= now }) {
      enter(.open(until: now + policy.openDuration))
      return .refused(policy.openDuration)
    }
    guard probes.count + successes < policy.probes else {
      // A probe may end at any moment, and the circuit may then admit a request.
      return .refused(.zero)
    }
    lastProbe += 1
    probes[lastProbe] = now + policy.probeTimeout
    return .admitted(term: term, probe: lastProbe)
  }

  mutating func settle(
    _ permit: CircuitPermit, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy,
    because cause: String?
  ) {
    guard permit.term == term else { return }
    let isSlow = policy.slowDuration.map { duration >= $0 } ?? false
    if outcome == .failure {
      self.cause = cause
    } else if outcome == .success, isSlow {
      self.cause = "a slow response"
    }
    switch phase {
    case .closed:
      guard outcome != .ignored else { return }
      window.add(isFailure: outcome == .failure, isSlow: isSlow, at: now, in: policy.window)
      if window.isTripped(by: policy) { enter(.open(until: now + policy.openDuration)) }
    case .halfOpen:
      // The place of the probe is free again, whatever the outcome is.
      guard let probe = permit.probe, let end = probes.removeValue(forKey: probe), outcome != .ignored else { return }
      if outcome == .failure || isSlow || end <= now { return enter(.open(until: now + policy.openDuration)) }
      successes += 1
      if successes >= policy.probes { enter(.closed) }
    case .open, .isolated: break
    }
  }
}

/// Counts the requests of the last window, in slices of a tenth of its length.
private struct CallWindow: Sendable {
  private struct Slice {
    let end: Duration
    var calls = 0
    var failures = 0
    var slow = 0
  }

  private var slices: [Slice] = []

  func isEmpty(at now: Duration) -> Bool { slices.last.map { $0.end <= now } ?? true }

  mutating func add(isFailure: Bool, isSlow: Bool, at now: Duration, in window: Duration) {
    let length = window / 10
    // A slice counts requests for a tenth of the window. It is removed when its first request is as old as the window.
    slices.removeAll { $0.end <= now }
    if slices.last.map({ now >= $0.end - window + length }) ?? true { slices.append(Slice(end: now + window)) }
    slices[slices.count - 1].calls += 1
    if isFailure { slices[slices.count - 1].failures += 1 }
    if isSlow { slices[slices.count - 1].slow += 1 }
  }

  func isTripped(by policy: CircuitBreakerPolicy) -> Bool {
    let calls = slices.reduce(0) { $0 + $1.calls }
    guard calls >= policy.minimumCalls else { return false }
    let failures = slices.reduce(0) { $0 + $1.failures }
    let slow = slices.reduce(0) { $0 + $1.slow }
    return Double(failures) >= policy.failureRatio * Double(calls)
      || policy.slowDuration != nil && Double(slow) >= policy.slowRatio * Double(calls)
  }
}
