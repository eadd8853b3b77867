import HTTPTypes
public import RefineryCore
import RefineryParts

/// Refuses requests to a server that does not work, so that calls fail at once and the server can recover.
///
/// ```swift
/// let breaker = try CircuitBreakerMiddleware()
/// let api = Client(baseURL: url, middleware: [RetryMiddleware(), breaker])
/// ```
///
/// There is one circuit for each origin. It opens if too many requests fail or are slow, and then refuses requests with
/// ``CircuitOpen``. After the policy's `openDuration`, it admits a few requests as probes. If they succeed, it closes.
///
/// Failures are statuses of 500 and above except 501 and 505, failures of the connection, and time-outs. Other statuses are
/// successes, because the server works. So is any response or failure of another origin after a redirect. Cancelled calls,
/// faults of the request, and errors of other middleware are not counted. The time that a request waits in other middleware,
/// such as for a rate limit, or in the queue of the transport is not part of its duration. Copies share their circuits.
public struct CircuitBreakerMiddleware: Middleware {
  private let policy: CircuitBreakerPolicy
  private var store: any CircuitStore
  private let circuit: @Sendable (Request) -> String?
  private let judge: @Sendable (Result<Response, any Error>) -> CircuitOutcome

  /// Creates a circuit breaker that keeps its circuits in memory.
  ///
  /// - Parameters:
  ///   - policy: when circuits open and close.
  ///   - clock: measures the times of the circuits.
  ///   - circuit: returns the name of a request's circuit, or nil for a request without a circuit. The name appears in errors.
  ///     Default: the origin. `{ $0.endpoint.name }` gives each row its own circuit.
  ///   - judge: decides how an outcome is counted. Default: ``outcome(of:)``.
  ///   - onChange: called after each change of a circuit's state. Must return quickly.
  /// - Throws: `UnusableSettings` with every fault of the policy.
  public init(
    _ policy: CircuitBreakerPolicy = CircuitBreakerPolicy(), clock: CallClock = .continuous,
    circuit: @escaping @Sendable (Request) -> String? = { Origin($0.head)?.description },
    judge: @escaping @Sendable (Result<Response, any Error>) -> CircuitOutcome = CircuitBreakerMiddleware.outcome(of:),
    onChange: (@Sendable (CircuitChange) -> Void)? = nil
  ) throws(UnusableSettings) {
    let store = MemoryCircuitStore(clock: clock, onChange: onChange)
    try self.init(policy, store: store, circuit: circuit, judge: judge)
  }

  /// Creates a circuit breaker that keeps its circuits in a store of your own. Several circuit breakers may share a store.
  ///
  /// - Throws: `UnusableSettings` with every fault of the policy.
  public init(
    _ policy: CircuitBreakerPolicy = CircuitBreakerPolicy(), store: any CircuitStore,
    circuit: @escaping @Sendable (Request) -> String? = { Origin($0.head)?.description },
    judge: @escaping @Sendable (Result<Response, any Error>) -> CircuitOutcome = CircuitBreakerMiddleware.outcome(of:)
  ) throws(UnusableSettings) {
    let problems = policy.problems
    guard problems.isEmpty else { throw UnusableSettings(of: CircuitBreakerPolicy.self, problems: problems) }
    self.policy = policy
    self.store = store
    self.circuit = circuit
    self.judge = judge
  }

  /// After retry: each attempt is counted, and an open circuit also refuses retries.
  public var stage: ChainStage? { .admission }

  /// The store in the memory of this process; nil for a store of the app.
  package var localStore: MemoryCircuitStore? { store as? MemoryCircuitStore }

  /// Returns this middleware with its circuits in another store.
  package func keepingCircuits(in store: any CircuitStore) -> CircuitBreakerMiddleware {
    var link = self
    link.store = store
    return link
  }

  /// Passes the request on if its circuit admits it, and counts the outcome when the response arrives. A streamed body that
  /// ends later is not counted.
  ///
  /// - Throws: ``CircuitOpen``; errors of `next`.
  public func respond(to request: Request, next: Next) async throws -> Response {
    guard let circuit = circuit(request) else { return try await next(request) }
    let permit = try store.admit(to: circuit, by: policy)
    let context = request.context
    let (started, waited, attempts) = (context.elapsed, context.waits, context.attemptCount)
    let result: Result<Response, any Error>
    do { result = .success(try await next(request)) } catch { result = .failure(error) }
    let isElsewhere =
      switch result {
      case .success(let response): response.isFromOtherOrigin(than: request)
      case .failure: request.failedAtOtherOrigin(after: attempts)
      }
    if isElsewhere {
      // The server of this circuit sent a redirect, so it works. What happened later concerns another server.
      store.settle(permit, of: circuit, as: .success, after: .zero, by: policy, because: nil)
    } else {
      let duration = context.timeWorked(since: started, waited)
      let outcome = Self.timedOut(result, request, after: attempts)
      store.settle(
        permit, of: circuit, as: judge(outcome), after: duration, by: policy, because: Self.cause(of: outcome))
    }
    return try result.get()
  }

  /// Returns a time-out if the call's deadline caused a cancellation, and any other result unchanged. If the request never
  /// reached the transport, the cancellation says nothing about the server.
  private static func timedOut(
    _ result: Result<Response, any Error>, _ request: Request, after attempts: Int
  ) -> Result<Response, any Error> {
    guard case .failure(let error) = result, error is CancellationError, request.deadline?.hasPassed == true,
      let last = request.context.attempts.dropFirst(attempts).last
    else { return result }
    return .failure(TimedOut(.total, during: last.phase))
  }

  /// Describes an outcome that may open the circuit.
  private static func cause(of result: Result<Response, any Error>) -> String {
    switch result {
    case .success(let response): "status \(response.head.status.code)"
    case .failure(let error): ErrorSummary.text(of: error)
    }
  }

  /// Returns the outcome by the default rules. Failures are statuses of 500 and above except 501 and 505, failures of the
  /// connection, and time-outs of the call, of an attempt, of an idle connection, and of connecting. Other statuses are
  /// successes, because the server works. Every other outcome is ignored, such as a time-out in the queue of the transport.
  public static func outcome(of result: Result<Response, any Error>) -> CircuitOutcome {
    switch result {
    case .success(let response):
      let status = response.head.status.code
      return status >= 500 && status != 501 && status != 505 ? .failure : .success
    case .failure(let error as TimedOut):
      return error.phase != .queue && [.total, .attempt, .idle, .connect].contains(error.timer) ? .failure : .ignored
    case .failure(let error as TransportError):
      let failures: [TransportError.Code] = [
        .cannotFindHost, .cannotConnect, .connectionLost, .tlsFailed, .malformedResponse, .other,
      ]
      return failures.contains(error.code) ? .failure : .ignored
    case .failure: return .ignored
    }
  }

  /// Returns the state of a circuit. The default name of a circuit is its origin, such as `https://api.example.com`.
  public func state(of circuit: String) -> CircuitState { store.state(of: circuit) }

  /// Returns the state of the circuit of a request; nil if the request has no circuit.
  public func state(for request: Request) -> CircuitState? { circuit(request).map(store.state) }

  /// Refuses the requests of a circuit until it is closed, for example during maintenance.
  public func isolate(_ circuit: String) { store.isolate(circuit) }

  /// Closes a circuit and resets its counts.
  public func close(_ circuit: String) { store.close(circuit) }

  /// Returns the name of the request's circuit and its state as text.
  public func explanation(for request: Request) -> String? {
    guard let circuit = circuit(request) else { return "no circuit" }
    let name = Redaction.escaped(circuit)
    return switch store.state(of: circuit) {
    case .closed: "passes: the circuit of \(name) is closed"
    case .halfOpen: "passes as a probe, if fewer than \(policy.probes) are under way: the circuit of \(name) is half-open"
    case .open: "refuses: the circuit of \(name) is open"
    case .isolated: "refuses: the circuit of \(name) is isolated"
    }
  }
}
