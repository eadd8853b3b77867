public import HTTPTypes
public import RefineryCore

/// Sends a request again if that can help and does no harm.
///
/// It retries idempotent requests (`Request.isIdempotent`) after a status of the policy, a lost connection, or a time limit of
/// the attempt, of silence or of connecting. It also retries any request whose error says that nothing was sent: the connection
/// was refused, or a time limit ended before there was a connection. The body must be replayable.
///
/// A wait is random, between zero and a bound that doubles with each retry (full jitter). With `Retry-After`, the wait is the
/// server's time plus a random part. The random numbers are those of the call's clock. There is no retry if it could not start
/// before the call's deadline, or if the shared budget cannot pay for it: the call then returns the last response or throws the
/// last error.
///
/// ```swift
/// let api = Client(baseURL: url, middleware: [LoggingMiddleware(logger), RetryMiddleware(), AuthMiddleware(tokens)])
/// ```
///
/// Copies share one budget of tokens. Retry in one place only: if a proxy or the caller retries as well, attempts multiply (RFC
/// 9110 section 9.2.2: a failed automatic retry should not be retried automatically).
public struct RetryMiddleware: Middleware {
  private let policy: RetryPolicy
  private let budget: RetryBudget
  private let serverAdvice: (@Sendable (Response) -> Bool?)?
  private let onRetry: (@Sendable (RetryEvent) -> Void)?

  /// Retries with the default policy.
  ///
  /// - Parameters:
  ///   - serverAdvice: returns the server's advice in a response that is not a success. True: send again. False: do not send
  ///     again. Nil: the policy decides. The advice overrides the rules of statuses and methods, because the server knows
  ///     whether it has acted. Body, deadline and budget still apply.
  ///   - onRetry: called before each wait, for a log line at info or a metric. Must return quickly.
  public init(
    serverAdvice: (@Sendable (Response) -> Bool?)? = nil, onRetry: (@Sendable (RetryEvent) -> Void)? = nil
  ) {
    self.init(valid: RetryPolicy(), serverAdvice: serverAdvice, onRetry: onRetry)
  }

  /// Retries with a policy of your own.
  ///
  /// - Throws: `UnusableSettings` with every fault of the policy.
  public init(
    _ policy: RetryPolicy, serverAdvice: (@Sendable (Response) -> Bool?)? = nil,
    onRetry: (@Sendable (RetryEvent) -> Void)? = nil
  ) throws(UnusableSettings) {
    let problems = policy.problems
    guard problems.isEmpty else { throw UnusableSettings(of: RetryPolicy.self, problems: problems) }
    self.init(valid: policy, serverAdvice: serverAdvice, onRetry: onRetry)
  }

  private init(
    valid policy: RetryPolicy, serverAdvice: (@Sendable (Response) -> Bool?)?, onRetry: (@Sendable (RetryEvent) -> Void)?
  ) {
    self.policy = policy
    budget = RetryBudget(policy.budget)
    self.serverAdvice = serverAdvice
    self.onRetry = onRetry
  }

  /// Returns advice from a header field with the value `true` or `false`, such as Stripe's `stripe-should-retry`.
  public static func advice(in name: HTTPField.Name) -> @Sendable (Response) -> Bool? {
    { response in
      switch response.head.headerFields[name]?.lowercased() {
      case "true": true
      case "false": false
      default: nil
      }
    }
  }

  /// The stage of middleware that retries.
  public var stage: ChainStage? { .retry }

  /// The number of tokens in the shared budget, for a metric.
  public var remainingBudget: Int { budget.remaining }

  /// Sends the request, and sends it again while that is needed and allowed.
  ///
  /// - Throws: the error of the last attempt, with a false `isUnsent` if an earlier attempt was sent; `CancellationError` if
  ///   the task is cancelled, also during a wait.
  public func respond(to request: Request, next: Next) async throws -> Response {
    let limit = retries(of: request)
    guard limit > 0, request.isReplayable else { return try await next(request) }
    var request = request
    // The body of an error is read here, before middleware outside this one can decode it.
    if request.options.retryAfterMember != nil { request.head.headerFields[.acceptEncoding] = "identity" }
    var paid: Int?
    var wasSent = false
    for count in 0..<limit {
      // Only `step` holds the body of the failed response, so the body is released before the wait.
      switch try await step(request, count: count, wasSent: wasSent, next: next) {
      case .done(let response, let isSuccess):
        if isSuccess { budget.refund(paid) }
        return response
      case .again(let reason, let delay, let cost, let failed, let isUnsent):
        paid = cost
        wasSent = wasSent || !isUnsent
        let started = request.context.elapsed
        do { try await request.context.clock.sleep(for: delay) } catch {
          // Also records the wait of a call that is cancelled while it waits.
          request.context.waited(request.context.elapsed - started, for: "retry")
          throw error
        }
        request.context.waited(delay, for: "retry")
        if let deadline = request.deadline, deadline.hasPassed { throw TimedOut(.total) }
        request.resend(because: reason, after: failed)
      }
    }
    let response: Response
    do { response = try await next(request) } catch { throw wasSent ? error.asSent : error }
    if isSuccess(response, of: request) { budget.refund(paid) }
    return response
  }

  private enum Step {
    case done(Response, isSuccess: Bool)
    /// The response is the head of the failed response, if there was one.
    case again(ResendReason, after: Duration, cost: Int, Response?, isUnsent: Bool)
  }

  private func step(_ request: Request, count: Int, wasSent: Bool, next: Next) async throws -> Step {
    let clock = request.context.clock
    let response: Response
    do {
      response = try await next(request)
    } catch {
      guard isRetried(error, of: request) else { throw wasSent ? error.asSent : error }
      try Task.checkCancellation()
      let outcome = Attempt.Outcome.failure(ErrorSummary.text(of: error))
      let isUnsent = (error as? any SendingFailure)?.isUnsent ?? false
      guard
        let again = plan(
          request, outcome, isTimeout: error is TimedOut, isUnsent: isUnsent,
          wait: backoff(policy.delay, count, clock))
      else {
        throw wasSent ? error.asSent : error
      }
      return again
    }
    guard isRetried(response, of: request) else { return .done(response, isSuccess: isSuccess(response, of: request)) }
    try Task.checkCancellation()
    let status = response.head.status.code
    let start = RetryPolicy.isThrottling(status) ? policy.throttledDelay : policy.delay
    let asked =
      RetryAfter.wait(response.head.headerFields, now: { clock.date })
      ?? request.options.retryAfterMember?.wait(in: response.body)
    if let asked, asked > policy.retryAfterCap { return .done(response, isSuccess: false) }
    let wait = asked.map { $0 + max(policy.delay, $0 / 10) * Backoff.fraction(clock.random()) } ?? backoff(start, count, clock)
    var failed = response
    failed.body = .empty
    return plan(request, .status(status), after: failed, isTimeout: false, wait: wait) ?? .done(response, isSuccess: false)
  }

  /// Plans a retry. Returns nil if time or budget do not allow one.
  private func plan(
    _ request: Request, _ outcome: Attempt.Outcome, after failed: Response? = nil, isTimeout: Bool, isUnsent: Bool = false,
    wait: Duration
  ) -> Step? {
    if let deadline = request.deadline, wait + policy.reserve >= deadline.remaining { return nil }
    guard let cost = budget.pay(isTimeout: isTimeout) else { return nil }
    onRetry?(
      RetryEvent(
        endpoint: request.endpoint.name, call: request.context.number, retry: request.retryCount + 1, outcome: outcome,
        delay: wait))
    return .again(.retry(after: outcome, delay: wait), after: wait, cost: cost, failed, isUnsent: isUnsent)
  }
}

extension RetryMiddleware {
  /// Says whether the request may be sent more than once, and why.
  public func explanation(for request: Request) -> String? {
    let limit = retries(of: request)
    let method = request.head.method.rawValue
    guard limit > 0 else { return "sent once: retries are off" }
    // `limit` may be `Int.max`, so the sum may not fit into an `Int`.
    let attempts = UInt(limit) + 1
    guard request.isReplayable else { return "sent once: the body is a one-shot stream" }
    switch request.options.idempotent {
    case true: return "up to \(attempts) attempts: declared idempotent"
    case false: return "sent once: declared not idempotent"
    default: break
    }
    if request.head.method.isIdempotent { return "up to \(attempts) attempts: \(method) is idempotent" }
    return request.isIdempotent
      ? "up to \(attempts) attempts: \(method) carries an Idempotency-Key"
      : "sent once: \(method) is not idempotent and carries no Idempotency-Key"
  }

  private func retries(of request: Request) -> Int { request.options.retries ?? policy.retries }

  private func isSuccess(_ response: Response, of request: Request) -> Bool {
    // A 404 also shows that the server works.
    let status = response.head.status.code
    return request.options.successCodes.contains(status) || (status < 500 && !isListed(status, for: request))
  }

  private func isListed(_ status: Int, for request: Request) -> Bool {
    guard !RetryPolicy.neverRetried.contains(status) else { return false }
    return policy.statuses.contains(status) || request.options.retriedStatuses?.contains(status) == true
  }

  private func isRetried(_ response: Response, of request: Request) -> Bool {
    let status = response.head.status.code
    guard !request.options.successCodes.contains(status) else { return false }
    return serverAdvice?(response) ?? (request.isIdempotent && isListed(status, for: request))
  }

  private func isRetried(_ error: any Error, of request: Request) -> Bool {
    switch error {
    case let error as TimedOut:
      return [.attempt, .idle, .connect].contains(error.timer) && (request.isIdempotent || error.isUnsent)
    case let error as TransportError:
      return error.canBeRepeated(isIdempotent: request.isIdempotent)
    default:
      return false
    }
  }

  private func backoff(_ start: Duration, _ count: Int, _ clock: CallClock) -> Duration {
    Backoff(from: start, to: policy.maximumDelay).wait(after: count, random: clock.random())
  }
}
