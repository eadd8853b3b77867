public import RefineryCore

/// When a circuit opens, how long it stays open, and how it closes again.
///
/// ```swift
/// var policy = CircuitBreakerPolicy()
/// policy.failureRatio = 0.5
/// policy.slowDuration = .seconds(2)
/// ```
public struct CircuitBreakerPolicy: Sendable, Equatable {
  /// How long an outcome counts. The window moves in steps of a tenth of its length. Default 30 s.
  public var window = Duration.seconds(30)
  /// The circuit opens if at least this fraction of the requests fails. Default 0.1.
  public var failureRatio = 0.1
  /// A request that takes at least this long is slow. Default nil: no request is slow.
  public var slowDuration: Duration?
  /// The circuit opens if at least this fraction of the requests is slow. Default 0.5.
  public var slowRatio = 0.5
  /// The circuit does not open if the window has fewer requests than this. Default 100. Each attempt of a call is one request.
  public var minimumCalls = 100
  /// How long an open circuit refuses requests. After that, it is half-open. Default 5 s.
  public var openDuration = Duration.seconds(5)
  /// How many probes a half-open circuit admits. It closes when this many probes have succeeded. Default 3.
  public var probes = 3
  /// How long a probe may take. A probe that takes longer is a failure, even if it never ends. Default 30 s.
  public var probeTimeout = Duration.seconds(30)

  /// Creates the default policy.
  public init() {}

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  package var problems: [String] {
    var problems: [String] = []
    let durations = [
      ("window", window), ("openDuration", openDuration), ("probeTimeout", probeTimeout),
      ("slowDuration", slowDuration ?? .seconds(1)),
    ]
    for (name, value) in durations where value < .milliseconds(10) || value > .seconds(86_400 * 366) {
      problems.append("\(name) must be from 10 milliseconds to 366 days, not \(value)")
    }
    // A NaN is neither above zero nor at most one.
    for (name, value) in [("failureRatio", failureRatio), ("slowRatio", slowRatio)] where !(value > 0 && value <= 1) {
      problems.append("\(name) must be above 0 and at most 1, not \(value)")
    }
    for (name, value) in [("minimumCalls", minimumCalls), ("probes", probes)] where value < 1 {
      problems.append("\(name) must be at least 1, not \(value)")
    }
    return problems
  }
}

/// The state of a circuit.
public enum CircuitState: String, Sendable {
  /// Requests pass, and their outcomes are counted.
  case closed
  /// Requests are refused, because too many failed or were slow.
  case open
  /// Some requests pass, as probes. Their outcomes decide whether the circuit closes or opens.
  case halfOpen = "half-open"
  /// Requests are refused until the app closes the circuit.
  case isolated
}

/// How a circuit counts the outcome of a request.
public enum CircuitOutcome: Sendable {
  /// The server works.
  case success
  /// The server does not work.
  case failure
  /// The outcome says nothing about the server. It is not counted.
  case ignored
}

/// A circuit refused a request. This request was not sent; earlier attempts of the call may have been.
///
/// Retry middleware does not retry it, because a retry before ``retryAfter`` would also be refused.
public struct CircuitOpen: Refusal, SafelyDescribed, Equatable {
  /// The circuit, by default the origin.
  public let circuit: String
  /// The time until the circuit may admit a request; nil if the circuit is isolated. Zero if it is half-open and all its probes
  /// are under way, because a probe may end at any moment.
  public let retryAfter: Duration?
  /// The last failure before the circuit opened, such as `status 503`; nil if the store does not know it.
  public let cause: String?

  /// Creates an error, for a store of your own. `cause` must be safe to log.
  public init(circuit: String, retryAfter: Duration?, cause: String? = nil) {
    self.circuit = circuit
    self.retryAfter = retryAfter
    self.cause = cause
  }

  /// One line, safe to log.
  public var description: String {
    let circuit = Redaction.escaped(circuit)
    guard let retryAfter else { return "the circuit of \(circuit) is isolated" }
    let cause = cause.map { "; the last failure: \(Redaction.escaped($0))" } ?? ""
    if retryAfter == .zero { return "the circuit of \(circuit) is half-open: all its probes are under way\(cause)" }
    return "the circuit of \(circuit) is open: it admits no request for another \(ErrorSummary.text(of: retryAfter))\(cause)"
  }
}

/// A change of a circuit's state, for a log line or a metric.
public struct CircuitChange: Sendable, Equatable {
  /// The circuit, by default the origin.
  public let circuit: String
  /// The state before.
  public let old: CircuitState
  /// The state now.
  public let new: CircuitState
}
