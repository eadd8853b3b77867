import RefineryCore

/// The state of one circuit. It reads no clock: ``advance(to:)`` sets the current instant.
struct Circuit: Sendable {
  private(set) var state = CircuitState.closed
  /// Why requests fail: the last failure, or that they are slow. Nil if there is no cause since the circuit closed, or if it is
  /// not known.
  private(set) var cause: String?
  private var now: Duration
  /// When an open circuit is half-open.
  private var openEnd = Duration.zero
  /// The open time of the last policy that counted an outcome; nil if none has.
  private var openDuration: Duration?
  /// Whether another instance closed it last, and whether it has opened by its own counts after that. It then reaches the
  /// server worse than the other instance does, so further closings of other instances are ignored until its own probes
  /// succeed.
  private var hints = (hasClosed: false, wereWrong: false)
  /// When another instance last said that its circuit opened.
  private var lastHint: Duration?
  /// The last number that was given to a state or to a probe.
  private var lastNumber = 0
  /// The permit of all requests that the closed circuit admits.
  private var closedPermit = 0
  private var window = CallWindow()
  /// The instant at which each probe under way times out, by its permit. A probe that never ends is removed when the circuit
  /// opens again.
  private var probes: [Int: Duration] = [:]
  private var successes = 0

  init(now: Duration) { self.now = now }

  func isIdle(at instant: Duration) -> Bool { state == .closed && window.isEmpty(at: instant) }

  /// How long the circuit still refuses requests; zero if it is not open.
  var openRest: Duration { state == .open ? max(.zero, openEnd - now) : .zero }

  /// Whether other instances have heard of an opening within half of the open time.
  var isOpeningKnown: Bool {
    guard let lastHint, let openDuration else { return false }
    return now - lastHint < openDuration / 2
  }

  func state(at instant: Duration) -> CircuitState { state == .open && openEnd <= instant ? .halfOpen : state }

  mutating func advance(to instant: Duration) {
    if instant < now {
      // The clock went back. All instants move back by the same amount. Otherwise an open circuit would stay open until the
      // clock reaches the old time again.
      let jump = now - instant
      openEnd -= jump
      lastHint = lastHint.map { $0 - jump }
      probes = probes.mapValues { $0 - jump }
      window = CallWindow()
    }
    now = instant
  }

  mutating func enter(_ next: CircuitState) {
    if next == .closed || next == .isolated { cause = nil }
    state = next
    lastNumber += 1
    closedPermit = lastNumber
    window = CallWindow()
    probes = [:]
    successes = 0
  }

  private mutating func open(by policy: CircuitBreakerPolicy) {
    hints.wereWrong = hints.wereWrong || hints.hasClosed
    enter(.open)
    openEnd = now + policy.openDuration
  }

  /// Opens the circuit because that of another instance has opened. Only a closed circuit opens, and only if its window has a
  /// failed or slow request. It stays open for `rest`, at most its own open time, and up to `delay` of that longer.
  mutating func open(for rest: Duration, because cause: String?, delay: Double) {
    lastHint = now
    guard state == .closed, rest > .zero, let openDuration, window.hasFailures(at: now) else { return }
    enter(.open)
    self.cause = cause
    openEnd = now + min(rest, openDuration) * (1 + delay)
  }

  /// Closes the circuit because the probes of another instance have succeeded.
  mutating func closeByHint() {
    guard state == .open || state == .halfOpen, !hints.wereWrong else { return }
    enter(.closed)
    hints.hasClosed = true
  }

  mutating func admit(to name: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> Int {
    switch state {
    case .closed: return closedPermit
    case .isolated: throw CircuitOpen(circuit: name, retryAfter: nil)
    case .open:
      guard openEnd <= now else { throw CircuitOpen(circuit: name, retryAfter: openEnd - now, cause: cause) }
      enter(.halfOpen)
    case .halfOpen: break
    }
    if probes.values.contains(where: { $0 <= now }) {
      open(by: policy)
      throw CircuitOpen(circuit: name, retryAfter: policy.openDuration, cause: cause)
    }
    guard probes.count + successes < policy.probes else {
      // A probe may end at any moment, and the circuit may then admit a request.
      throw CircuitOpen(circuit: name, retryAfter: .zero, cause: cause)
    }
    lastNumber += 1
    probes[lastNumber] = now + policy.probeTimeout
    return lastNumber
  }

  /// Counts an outcome, unless the state has changed since the request was admitted.
  mutating func settle(
    _ permit: Int, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy, because cause: String?
  ) {
    let probeEnd = probes.removeValue(forKey: permit)
    guard probeEnd != nil || state == .closed && permit == closedPermit else { return }
    let isSlow = policy.slowDuration.map { duration >= $0 } ?? false
    openDuration = policy.openDuration
    switch outcome {
    // The place of a probe is free again, whatever the outcome is.
    case .ignored: return
    case .failure: self.cause = cause
    case .success: if isSlow { self.cause = "a slow response" }
    }
    if let probeEnd {
      if outcome == .failure || isSlow || probeEnd <= now { return open(by: policy) }
      successes += 1
      guard successes >= policy.probes else { return }
      enter(.closed)
      hints = (false, false)
    } else {
      window.add(isFailure: outcome == .failure, isSlow: isSlow, at: now, in: policy.window)
      if window.isTripped(by: policy) { open(by: policy) }
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

  func hasFailures(at now: Duration) -> Bool { slices.contains { $0.end > now && $0.failures + $0.slow > 0 } }

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
